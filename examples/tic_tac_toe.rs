//! Tic-tac-toe, the game that docs/ADDING-A-GAME.md adds: everything a game of Athos needs, in one file.
//!
//! `cargo run --example tic-tac-toe` plays a random game; `cargo test --example tic-tac-toe` holds it to the laws.

use athos_core::{
    BoardScene, Described, Evaluate, Game, Keyed, Notation, NotationError, Outcome, Piece, Player, RuleOption, RuleSet,
    RulesError, Scene, Scenic, Shade, Symmetric, mix,
};
use athos_games::grid::{EMPTY, GridFormat};

/// The rules. Tic-tac-toe has no options, so there is nothing to remember.
#[derive(Clone, Debug)]
pub struct TicTacToe;

/// The crosses and the noughts as sets of cells: bit `3 * row + column`, rows counted from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks {
    x: u16,
    o: u16,
}

/// The cell a mark is put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u8);

const FULL: u16 = 0o777;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| line & !marks == 0)
}

impl Game for TicTacToe {
    type Position = Marks;
    type Move = Cell;

    fn start(&self) -> Marks {
        Marks { x: 0, o: 0 }
    }

    fn turn(&self, position: &Marks) -> Player {
        if position.x.count_ones() == position.o.count_ones() { Player::One } else { Player::Two }
    }

    fn outcome(&self, position: &Marks) -> Option<Outcome> {
        if has_line(position.x) {
            Some(Outcome::Winner(Player::One))
        } else if has_line(position.o) {
            Some(Outcome::Winner(Player::Two))
        } else {
            (position.x | position.o == FULL).then_some(Outcome::Draw)
        }
    }

    fn moves(&self, position: &Marks, out: &mut Vec<Cell>) {
        if self.outcome(position).is_none() {
            out.extend((0..9).filter(|cell| (position.x | position.o) >> cell & 1 == 0).map(Cell));
        }
    }

    fn play(&self, position: &Marks, m: Cell) -> Marks {
        match self.turn(position) {
            Player::One => Marks { x: position.x | 1 << m.0, ..*position },
            Player::Two => Marks { o: position.o | 1 << m.0, ..*position },
        }
    }
}

const FORMAT: GridFormat = GridFormat { rows: 3, columns: 3, pieces: "XO", players: ['x', 'o'] };

impl Marks {
    fn letter(&self, row: usize, column: usize) -> char {
        match (self.x >> (3 * row + column) & 1, self.o >> (3 * row + column) & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => EMPTY,
        }
    }
}

impl Notation for TicTacToe {
    fn show_position(&self, position: &Marks) -> String {
        FORMAT.show(|row, column| position.letter(row, column), self.turn(position).index())
    }

    fn show_short(&self, position: &Marks) -> String {
        FORMAT.show_short(|row, column| position.letter(row, column), self.turn(position).index())
    }

    fn read_position(&self, text: &str) -> Result<Marks, NotationError> {
        let grid = FORMAT.read(text)?;
        let set = |letter| (0..9).filter(|&cell| grid.cells[cell] == letter).fold(0, |set, cell| set | 1 << cell);
        let position = Marks { x: set('X'), o: set('O') };
        let (x, o) = (position.x.count_ones(), position.o.count_ones());
        if x != o && x != o + 1 {
            return Err(NotationError::at(0, format!("{x} crosses and {o} noughts: X and O take turns, X first")));
        }
        if has_line(position.x) && has_line(position.o) {
            return Err(NotationError::at(0, "both players have three in a row"));
        }
        if grid.turn != self.turn(&position).index() {
            let error = NotationError::at(grid.turn_column, "by the number of marks it is the other player's turn");
            return Err(error.with_correction(self.show_position(&position)));
        }
        grid.accept(position, |position| self.show_position(position))
    }

    fn show_move(&self, m: Cell) -> String {
        FORMAT.cell_name(usize::from(m.0) / 3, usize::from(m.0) % 3)
    }

    fn read_move(&self, position: &Marks, text: &str) -> Result<Cell, NotationError> {
        let chars: Vec<char> = text.chars().collect();
        let (row, column) = FORMAT.read_cell(&chars, 0)?;
        if chars.len() > 2 {
            return Err(NotationError::at(2, "a move is one cell, such as b2"));
        }
        if self.outcome(position).is_some() {
            return Err(NotationError::at(0, "the game is over"));
        }
        if position.letter(row, column) != EMPTY {
            return Err(NotationError::at(0, "that cell is taken"));
        }
        Ok(Cell((3 * row + column) as u8))
    }
}

impl Keyed for TicTacToe {
    fn key(&self, position: &Marks) -> u64 {
        mix(u64::from(position.x) << 16 | u64::from(position.o))
    }

    fn key_after(&self, _key: u64, position: &Marks, m: Cell) -> u64 {
        self.key(&self.play(position, m))
    }
}

/// The eight symmetries of the square: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 the diagonal.
fn map_cell(symmetry: usize, cell: usize) -> usize {
    let (mut row, mut column) = (cell / 3, cell % 3);
    if symmetry & 1 != 0 {
        column = 2 - column;
    }
    if symmetry & 2 != 0 {
        row = 2 - row;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    3 * row + column
}

impl Symmetric for TicTacToe {
    fn symmetries(&self) -> usize {
        8
    }

    fn map_position(&self, symmetry: usize, position: &Marks) -> Marks {
        let map = |set: u16| {
            (0..9).filter(|cell| set >> cell & 1 != 0).fold(0, |image, cell| image | 1 << map_cell(symmetry, cell))
        };
        Marks { x: map(position.x), o: map(position.o) }
    }

    fn map_move(&self, symmetry: usize, _position: &Marks, m: Cell) -> Cell {
        Cell(map_cell(symmetry, usize::from(m.0)) as u8)
    }
}

impl Evaluate for TicTacToe {
    fn evaluate(&self, position: &Marks) -> i32 {
        let open = |marks: u16| LINES.iter().filter(|&line| marks & line == 0).count() as i32;
        let for_x = open(position.o) - open(position.x);
        if self.turn(position) == Player::One { for_x } else { -for_x }
    }
}

impl Scenic for TicTacToe {
    fn scene(&self, position: &Marks) -> Scene {
        let piece = |cell: usize| match position.letter(cell / 3, cell % 3) {
            'X' => Some(Piece { letter: 'X', name: "cross", owner: Player::One, shade: Shade::Dark }),
            'O' => Some(Piece { letter: 'O', name: "nought", owner: Player::Two, shade: Shade::Light }),
            _ => None,
        };
        let cells = (0..9).map(piece).collect();
        Scene::Board(BoardScene { rows: 3, columns: 3, blocks: None, goal_row: None, cells })
    }
}

impl Described for TicTacToe {
    const ID: &'static str = "tic-tac-toe";
    const TITLE: &'static str = "Tic-tac-toe";
    const PLAYERS: [&'static str; 2] = ["crosses", "noughts"];
    const OPTIONS: &'static [RuleOption] = &[];
    const RULES_PAGE: &'static str = "# Tic-tac-toe\n\nThree in a row wins.\n";

    fn with_rules(_rules: &RuleSet) -> Result<TicTacToe, RulesError> {
        Ok(TicTacToe)
    }

    fn rules(&self) -> Vec<String> {
        Vec::new()
    }
}

fn main() {
    let game = TicTacToe;
    let mut random = athos_core::random::Random::new(1);
    let mut position = game.start();
    let mut moves = Vec::new();
    loop {
        println!("{}", game.show_position(&position));
        moves.clear();
        game.moves(&position, &mut moves);
        match random.pick(&moves) {
            Some(&m) => position = game.play(&position, m),
            None => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::{laws, perft};

    #[test]
    fn obeys_the_laws() {
        laws::check(&TicTacToe, 1, 200).unwrap();
        assert_eq!(laws::distinct_keys(&TicTacToe, 1, 1_000_000).unwrap(), 5478);
        laws::sturdy(&TicTacToe, 1, 20_000).unwrap();
    }

    #[test]
    fn counts_games_as_published() {
        let counts = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872];
        for (depth, count) in (0..).zip(counts) {
            assert_eq!(perft(&TicTacToe, &TicTacToe.start(), depth), count);
        }
    }
}
