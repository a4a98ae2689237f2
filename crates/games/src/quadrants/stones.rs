//! The bits. A set of cells is a `u64`: bit `9 q + 3 r + c` is the cell in row r (from the top) and column c (from the
//! left) of quadrant q. The upper 28 bits are never set.

use athos_core::Player;

/// Rows and columns of the board.
pub const SIZE: usize = 6;

/// How many sets of cells a quadrant has.
pub const CONTENTS: usize = 512;

/// The set of all cells.
pub(super) const BOARD: u64 = (1 << (SIZE * SIZE)) - 1;

/// One of the four quadrants, three cells by three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Quadrant {
    /// Written `tl`.
    TopLeft = 0,
    /// Written `tr`.
    TopRight = 1,
    /// Written `bl`.
    BottomLeft = 2,
    /// Written `br`.
    BottomRight = 3,
}

impl Quadrant {
    /// All four, in the order of the notation.
    pub const ALL: [Quadrant; 4] = [Quadrant::TopLeft, Quadrant::TopRight, Quadrant::BottomLeft, Quadrant::BottomRight];

    /// Its place in `ALL`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its lowest bit.
    #[inline]
    pub const fn shift(self) -> u32 {
        9 * self as u32
    }

    /// Its name in the notation.
    pub const fn name(self) -> &'static str {
        ["tl", "tr", "bl", "br"][self as usize]
    }
}

/// What a set of cells has in a quadrant: a number below [`CONTENTS`].
#[inline]
pub const fn content(cells: u64, quadrant: Quadrant) -> usize {
    (cells >> quadrant.shift()) as usize & (CONTENTS - 1)
}

/// A cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this row (from the top) and column (from the left), both below [`SIZE`].
    pub const fn at(row: usize, column: usize) -> Cell {
        assert!(row < SIZE && column < SIZE);
        let quadrant = row / 3 * 2 + column / 3;
        Cell((quadrant * 9 + row % 3 * 3 + column % 3) as u8)
    }

    /// The cell whose bit this is, the only one set.
    pub(super) const fn of_bit(bit: u64) -> Cell {
        Cell(bit.trailing_zeros() as u8 % (SIZE * SIZE) as u8)
    }

    /// The set of this cell alone.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The row, from the top.
    pub const fn row(self) -> usize {
        let (quadrant, inside) = (self.0 as usize / 9, self.0 as usize % 9);
        quadrant / 2 * 3 + inside / 3
    }

    /// The column, from the left.
    pub const fn column(self) -> usize {
        let (quadrant, inside) = (self.0 as usize / 9, self.0 as usize % 9);
        quadrant % 2 * 3 + inside % 3
    }

    /// The quadrant it lies in.
    pub const fn quadrant(self) -> Quadrant {
        Quadrant::ALL[self.0 as usize / 9]
    }
}

/// All cells, row by row from the top left: the order in which a board is written and moves are listed.
pub const CELLS: [Cell; SIZE * SIZE] = {
    let mut cells = [Cell(0); SIZE * SIZE];
    let mut index = 0;
    while index < cells.len() {
        cells[index] = Cell::at(index / SIZE, index % SIZE);
        index += 1;
    }
    cells
};

/// A position: the cells that hold the stones of each player. White moves first and the players alternate, so the
/// number of stones says who is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    sets: [u64; 2],
}

impl Stones {
    /// White's and Black's stones. `None` unless they lie on the board, on different cells, and White has as many as
    /// Black or one more.
    pub fn new(white: u64, black: u64) -> Option<Stones> {
        let placed = (white | black) & !BOARD == 0 && white & black == 0;
        let lead = i64::from(white.count_ones()) - i64::from(black.count_ones());
        (placed && (0..=1).contains(&lead)).then_some(Stones { sets: [white, black] })
    }

    /// The stones of one player.
    #[inline]
    pub const fn of(&self, player: Player) -> u64 {
        self.sets[player.index()]
    }

    /// The stones of White, then those of Black.
    #[inline]
    pub const fn sets(&self) -> [u64; 2] {
        self.sets
    }

    /// The cells that hold a stone.
    #[inline]
    pub const fn taken(&self) -> u64 {
        self.sets[0] | self.sets[1]
    }

    /// The cells that hold none.
    #[inline]
    pub const fn empty(&self) -> u64 {
        !self.taken() & BOARD
    }

    /// Who is to move.
    #[inline]
    pub const fn turn(&self) -> Player {
        Player::BOTH[(self.taken().count_ones() & 1) as usize]
    }

    /// The position with one more stone, of the player to move.
    #[inline]
    pub(super) fn place(mut self, cell: Cell) -> Stones {
        self.sets[self.turn().index()] |= cell.bit();
        self
    }

    /// The position with the cells of both players sent elsewhere by a permutation of the board.
    #[inline]
    pub(super) fn map(self, permute: impl Fn(u64) -> u64) -> Stones {
        Stones { sets: self.sets.map(permute) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_bit_of_its_own() {
        assert_eq!(CELLS.iter().fold(0, |set, cell| set | cell.bit()), BOARD);
        for (index, cell) in CELLS.into_iter().enumerate() {
            assert_eq!((cell.row(), cell.column()), (index / SIZE, index % SIZE));
            assert_eq!(cell.quadrant().index(), cell.row() / 3 * 2 + cell.column() / 3);
            assert_eq!(Cell::of_bit(cell.bit()), cell);
        }
    }

    #[test]
    fn stone_counts_say_who_moves() {
        assert_eq!(Stones::default().turn(), Player::One);
        assert_eq!(Stones::new(1, 0).map(|stones| stones.turn()), Some(Player::Two));
        assert_eq!(Stones::new(1, 2).map(|stones| stones.turn()), Some(Player::One));
        assert_eq!(Stones::new(0, 1), None);
        assert_eq!(Stones::new(3, 0), None);
        assert_eq!(Stones::new(1, 1), None);
        assert_eq!(Stones::new(1 << 36, 0), None);
    }
}
