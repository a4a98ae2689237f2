//! Text of The Mad King!: five rows from the top with `K`, `G` and `D`, then the player to move, `k` or `d`; a move is
//! two cells, `c2c3`.
//!
//! The reader refuses what no game can bring about: another number of kings than one, too many guards or dragons, and
//! guards that would have been converted long ago. The last depends on the rules: see [`MadKing::overdue`].

use super::bits::{BOARD, SIZE, around, beside, bit, cell, cells, jumps, place};
use super::options::{ConversionChain, ConversionWhen, KingJump};
use super::scene::{DRAGON_PIECE, GUARD_PIECE, KING_PIECE};
use super::{GUARDS, GUARDS_AND_DRAGONS, KING, MadKing, Move, Position};
use crate::grid::{EMPTY, GridFormat, GridText};
use athos_core::{Game, Notation, NotationError, Player};

const FORMAT: GridFormat = GridFormat { rows: SIZE, columns: SIZE, pieces: "KGD", players: ['k', 'd'] };

impl MadKing {
    /// Guards that stand among three dragons although the last move must have converted them.
    ///
    /// Rules that carry conversions to the end leave none behind, unless the king's player moved last and only the
    /// dragons' moves convert. Other rules may leave some: a guard beside a new dragon waits for the next move.
    pub(super) fn overdue(&self, position: &Position) -> u32 {
        let checked = self.conversion_when == ConversionWhen::EveryMove || position.turn == KING;
        match self.conversion_chain {
            ConversionChain::Fixpoint if checked => position.convertible(),
            _ => 0,
        }
    }

    /// Why `m` is not legal: the place in the text of the cell that is wrong (0 or 2), and the reason.
    fn explain(&self, position: &Position, m: Move) -> (usize, String) {
        let (from, to) = (bit(m.from), bit(m.to));
        let name = |cell: u8| FORMAT.cell_name(place(cell).0, place(cell).1);
        let piece = |cell: u8| position.piece(place(cell).0, place(cell).1);

        // 1. The piece that should move.
        if self.outcome(position).is_some() {
            return (0, "the game is over".into());
        }
        let Some(mover) = piece(m.from) else {
            return (0, format!("there is no piece on {}", name(m.from)));
        };
        if mover.owner != position.turn {
            let own = if position.turn == KING { "the king or a guard" } else { "a dragon" };
            return (0, format!("{} holds a {}, and it is for {own} to move", name(m.from), mover.name));
        }
        if from == to {
            return (2, "a move must lead to another cell".into());
        }

        // 2. The way it should go.
        let jump = mover == KING_PIECE && jumps(from, BOARD) & to != 0;
        let reason = match mover {
            DRAGON_PIECE if around(from) & to == 0 => "a dragon moves one step, in any direction",
            GUARD_PIECE if beside(from) & to == 0 => "a guard moves one step along a row or a file",
            KING_PIECE if jump && jumps(from, position.guards) & to == 0 => "the king may jump only over a guard",
            KING_PIECE if !jump && beside(from) & to == 0 => {
                "the king moves one step along a row or a file, or jumps over a guard beside it"
            }
            // 3. What stands where it should arrive.
            DRAGON_PIECE => "a dragon moves onto an empty cell",
            _ if piece(m.to).is_some_and(|piece| piece.owner == KING) => "a piece of the king's own side is there",
            _ if jump && self.king_jump == KingJump::Empty => "a jump must end on an empty cell",
            _ => "a capture needs two of the king's pieces beside the dragon",
        };
        (2, format!("{} to {}: {reason}", name(m.from), name(m.to)))
    }
}

/// The pieces as they were written, if there are as many as there can be.
fn count_pieces(grid: &GridText) -> Result<Position, NotationError> {
    let set = |piece: char| -> u32 {
        let places = grid.cells.iter().enumerate().filter(|(_, written)| **written == piece);
        places.map(|(index, _)| bit(cell(index / SIZE, index % SIZE))).sum()
    };
    let turn = Player::BOTH[grid.turn];
    let position = Position { king: set('K'), guards: set('G'), dragons: set('D'), turn };
    let guards = position.guards.count_ones();
    let most_dragons = GUARDS_AND_DRAGONS - guards.min(GUARDS);
    if position.king == 0 {
        return Err(NotationError::at(0, "there is no king: one cell must be K"));
    }
    if position.king.count_ones() > 1 {
        return Err(NotationError::at(grid.nth('K', 1), "a second king: there is only one"));
    }
    if guards > GUARDS {
        let reason = format!("{guards} guards: there are at most {GUARDS}");
        return Err(NotationError::at(grid.nth('G', GUARDS as usize), reason));
    }
    if position.dragons.count_ones() > most_dragons {
        let reason = format!(
            "{} dragons and {guards} guards: together there are at most {GUARDS_AND_DRAGONS}",
            position.dragons.count_ones()
        );
        return Err(NotationError::at(grid.nth('D', most_dragons as usize), reason));
    }
    Ok(position)
}

fn letter(position: &Position) -> impl Fn(usize, usize) -> char + '_ {
    |row, column| position.piece(row, column).map_or(EMPTY, |piece| piece.letter)
}

impl Notation for MadKing {
    fn show_position(&self, position: &Position) -> String {
        FORMAT.show(letter(position), position.turn.index())
    }

    fn show_short(&self, position: &Position) -> String {
        FORMAT.show_short(letter(position), position.turn.index())
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let grid = FORMAT.read(text)?;
        let position = count_pieces(&grid)?;
        if let Some(guard) = cells(self.overdue(&position)).next() {
            let (row, column) = place(guard);
            let name = FORMAT.cell_name(row, column);
            let reason = format!("the guard on {name} has three dragons beside it, so it is a dragon by now");
            let mut converted = position;
            self.apply_conversions(&mut converted, position.turn.other());
            let at = grid.columns[row * SIZE + column];
            return Err(NotationError::at(at, reason).with_correction(self.show_position(&converted)));
        }
        grid.accept(position, |position| self.show_position(position))
    }

    fn show_move(&self, m: Move) -> String {
        let name = |cell: u8| FORMAT.cell_name(place(cell).0, place(cell).1);
        name(m.from) + &name(m.to)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let chars: Vec<char> = text.chars().collect();
        let read = |at: usize| FORMAT.read_cell(&chars, at).map(|(row, column)| cell(row, column));
        let m = Move { from: read(0)?, to: read(2)? };
        if chars.len() > 4 {
            return Err(NotationError::at(4, "a move is two cells, such as c2c3: nothing may follow"));
        }
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        if !legal.contains(&m) {
            let (at, reason) = self.explain(position, m);
            return Err(NotationError::at(at, reason));
        }
        Ok(m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::build;

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let game = MadKing::default();
        let error = |text: &str| game.read_position(text).unwrap_err().to_string();
        assert_eq!(error("...../.GGG./...../DDDDD/..... d"), "column 1: there is no king: one cell must be K");
        assert_eq!(error("..K.K/5/5/5/5 d"), "column 5: a second king: there is only one");
        assert_eq!(error("K4/GG1GG/5/5/5 k"), "column 8: 4 guards: there are at most 3");
        assert_eq!(error("K4/GGG2/5/DDDDD/4D d"), "column 18: 6 dragons and 3 guards: together there are at most 8");
        assert_eq!(error("..K../.GGX./...../DDDDD/..... d"), "column 10: no piece 'X': a cell is K, G, D or .");
        assert_eq!(error("..K../.GGG./...../DDDDD/...../..... d"), "column 31: a row too many: the board has 5 rows");
        assert_eq!(error("..K../.GGG./...../DDDDD/..... w"), "column 31: no player 'w': it is k or d");
        assert_eq!(
            error("..k../.GGG./...../DDDDD/..... d"),
            "column 3: pieces are written large: K; did you mean '..K../.GGG./...../DDDDD/..... d'?"
        );
    }

    #[test]
    fn an_overdue_conversion_is_refused_where_the_rules_leave_none() {
        let text = |turn: char| format!("....K/.D.../DGD../...../..... {turn}");
        let refused = |rules: &str, turn: char| {
            let game: MadKing = build(rules).unwrap();
            game.read_position(&text(turn)).is_err()
        };
        assert!(refused("", 'k') && refused("", 'd'));
        assert!(refused("conversion_when=dragon_moves", 'k'));
        for (rules, turn) in [
            ("conversion_when=dragon_moves", 'd'),
            ("conversion_chain=single_pass", 'k'),
            ("conversion_chain=simultaneous", 'd'),
        ] {
            assert!(!refused(rules, turn), "{rules} {turn}");
        }
        assert_eq!(
            MadKing::default().read_position(&text('k')).unwrap_err().to_string(),
            "column 14: the guard on b3 has three dragons beside it, so it is a dragon by now; \
             did you mean '....K/.D.../DDD../...../..... k'?"
        );
    }

    #[test]
    fn illegal_moves_are_explained() {
        let explain = |rules: &str, position: &str, m: &str| {
            let game: MadKing = build(rules).unwrap();
            let position = game.read_position(position).unwrap();
            game.read_move(&position, m).unwrap_err().to_string()
        };
        let dragons = "..K../.GGG./...../DDDDD/..... d";
        for (m, error) in [
            ("c3c4", "column 1: there is no piece on c3"),
            ("c5b5", "column 1: c5 holds a king, and it is for a dragon to move"),
            ("c2c2", "column 3: a move must lead to another cell"),
            ("c2d2", "column 3: c2 to d2: a dragon moves onto an empty cell"),
            ("c2c4", "column 3: c2 to c4: a dragon moves one step, in any direction"),
            ("c2", "column 3: a cell is missing: a file a to e, then a rank"),
            ("c2c33", "column 5: a move is two cells, such as c2c3: nothing may follow"),
            ("f2c3", "column 1: no file 'f': files are a to e"),
            ("c2c6", "column 4: a rank from 1 to 5 must follow the file"),
        ] {
            assert_eq!(explain("", dragons, m), error);
        }
        let king = "..K../..GD./.GD../...../....D k";
        for (m, error) in [
            ("e1e2", "column 1: e1 holds a dragon, and it is for the king or a guard to move"),
            ("c5c3", "column 3: c5 to c3: a jump must end on an empty cell"),
            ("c5e5", "column 3: c5 to e5: the king may jump only over a guard"),
            ("c5c4", "column 3: c5 to c4: a piece of the king's own side is there"),
            (
                "c5b4",
                "column 3: c5 to b4: the king moves one step along a row or a file, or jumps over a guard beside it",
            ),
            ("c4d4", "column 3: c4 to d4: a capture needs two of the king's pieces beside the dragon"),
            ("b3a4", "column 3: b3 to a4: a guard moves one step along a row or a file"),
        ] {
            assert_eq!(explain("", king, m), error);
        }
        assert_eq!(
            explain("king_jump=empty_or_capture", "..K../..G../..D../...../....D k", "c5c3"),
            "column 3: c5 to c3: a capture needs two of the king's pieces beside the dragon"
        );
        assert_eq!(explain("", "4D/5/5/5/K4 d", "e5e4"), "column 1: the game is over");
    }
}
