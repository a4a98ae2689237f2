//! Text of rectangular boards, shared by every game that has one.
//!
//! A position is its rows from the top, joined by `/`, one character a cell; then one blank and the letter of the
//! player to move. Readers also take a digit for a run of empty cells. Slips that leave no doubt about what was meant
//! (a letter in the wrong case, a blank too many) are refused with the right text, see [`GridText::accept`].

use athos_core::NotationError;

/// What an empty cell is written as.
pub const EMPTY: char = '.';

/// The size of a board and the letters that may stand on it.
#[derive(Clone, Copy, Debug)]
pub struct GridFormat {
    /// Height in cells.
    pub rows: usize,
    /// Width in cells, at most 9.
    pub columns: usize,
    /// The letters of the pieces.
    pub pieces: &'static str,
    /// The letters of the players, in the order of [`Player`](athos_core::Player).
    pub players: [char; 2],
}

/// A board as it was written, cell by cell from the top left.
#[derive(Clone, Debug)]
pub struct GridText {
    /// The character of every cell.
    pub cells: Vec<char>,
    /// Where in the text every cell stands, from 0.
    pub columns: Vec<usize>,
    /// The player to move, as an index into `GridFormat::players`.
    pub turn: usize,
    /// Where in the text the player stands, from 0.
    pub turn_column: usize,
    slip: Option<NotationError>,
}

impl GridText {
    /// The reader's last word: the position, or, if the text had a slip, an error with the text that would be right.
    pub fn accept<P>(self, position: P, right: impl FnOnce(&P) -> String) -> Result<P, NotationError> {
        match self.slip {
            None => Ok(position),
            Some(slip) => Err(slip.with_correction(right(&position))),
        }
    }

    /// The place in the text of the `nth` cell (from 0) that holds `piece`, for errors about that piece.
    pub fn nth(&self, piece: char, nth: usize) -> usize {
        let mut found = self.cells.iter().zip(&self.columns).filter(|(cell, _)| **cell == piece);
        found.nth(nth).map_or(0, |(_, column)| *column)
    }
}

impl GridFormat {
    /// The canonical text.
    pub fn show(&self, cell: impl Fn(usize, usize) -> char, turn: usize) -> String {
        let mut text = String::with_capacity((self.rows + 1) * (self.columns + 1));
        for row in 0..self.rows {
            text.extend((0..self.columns).map(|column| cell(row, column)));
            text.push(if row + 1 < self.rows { '/' } else { ' ' });
        }
        text.push(self.players[turn]);
        text
    }

    /// The text with every run of empty cells as a digit.
    pub fn show_short(&self, cell: impl Fn(usize, usize) -> char, turn: usize) -> String {
        let row_text = |row: usize| {
            let mut text = String::new();
            let mut run = 0;
            for column in 0..self.columns {
                match cell(row, column) {
                    EMPTY => run += 1,
                    piece => {
                        text.extend(char::from_digit(run, 10).filter(|_| run > 0));
                        text.push(piece);
                        run = 0;
                    }
                }
            }
            text.extend(char::from_digit(run, 10).filter(|_| run > 0));
            text
        };
        format!("{} {}", (0..self.rows).map(row_text).collect::<Vec<_>>().join("/"), self.players[turn])
    }

    /// Reads either text. Which pieces may stand together is the game's own matter.
    pub fn read(&self, text: &str) -> Result<GridText, NotationError> {
        let chars: Vec<char> = text.chars().collect();
        let mut slip = None;
        let mut slipped = |index: usize, reason: String| {
            slip.get_or_insert(NotationError::at(index, reason));
        };
        let mut at = 0;

        // 1. Blanks in front.
        while chars.get(at) == Some(&' ') {
            slipped(at, "a blank in front of the board".into());
            at += 1;
        }

        // 2. The rows.
        let (mut cells, mut columns) = (Vec::new(), Vec::new());
        for row in 0..self.rows {
            let mut width = 0;
            while width < self.columns {
                let missing = || {
                    let have = format!("row {} has {width} of {} cells", row + 1, self.columns);
                    NotationError::at(at.min(chars.len()), have)
                };
                let c = *chars.get(at).ok_or_else(missing)?;
                match c {
                    '/' | ' ' => return Err(missing()),
                    '1'..='9' => {
                        let run = c.to_digit(10).unwrap_or(0) as usize;
                        if run > self.columns - width {
                            let reason = format!("a run of {run} empty cells goes past the end of row {}", row + 1);
                            return Err(NotationError::at(at, reason));
                        }
                        cells.extend(std::iter::repeat_n(EMPTY, run));
                        columns.extend(std::iter::repeat_n(at, run));
                        width += run;
                    }
                    _ => {
                        cells.push(self.piece(c, at, &mut slipped)?);
                        columns.push(at);
                        width += 1;
                    }
                }
                at += 1;
            }
            let last = row + 1 == self.rows;
            match chars.get(at) {
                Some('/') if !last => at += 1,
                Some('/') => {
                    let reason = format!("a row too many: the board has {} rows", self.rows);
                    return Err(NotationError::at(at + 1, reason));
                }
                Some(' ') | None if last => {}
                Some(' ') | None => {
                    let reason = format!("{} of {} rows", row + 1, self.rows);
                    return Err(NotationError::at(at, reason));
                }
                Some(_) => {
                    let reason = format!("row {} has more than {} cells", row + 1, self.columns);
                    return Err(NotationError::at(at, reason));
                }
            }
        }

        // 3. One blank and the player.
        let [one, two] = self.players;
        let missing = || format!("the player to move is missing: ' {one}' or ' {two}'");
        if chars.get(at).is_none() {
            return Err(NotationError::at(at, missing()));
        }
        at += 1;
        while chars.get(at) == Some(&' ') {
            slipped(at, "a blank too many".into());
            at += 1;
        }
        let player = *chars.get(at).ok_or_else(|| NotationError::at(at, missing()))?;
        let turn = match self.players.iter().position(|&p| p == player) {
            Some(turn) => turn,
            None => {
                let lower = player.to_ascii_lowercase();
                let Some(turn) = self.players.iter().position(|&p| p == lower) else {
                    return Err(NotationError::at(
                        at,
                        format!("no player '{}': it is {one} or {two}", player.escape_debug()),
                    ));
                };
                slipped(at, format!("players are written small: {lower}"));
                turn
            }
        };
        let turn_column = at;
        at += 1;
        if let Some(extra) = chars[at..].iter().position(|&c| !c.is_whitespace()) {
            return Err(NotationError::at(at + extra, "nothing may follow the player to move"));
        }
        if at < chars.len() {
            slipped(at, "a blank at the end".into());
        }
        Ok(GridText { cells, columns, turn, turn_column, slip })
    }

    fn piece(&self, c: char, at: usize, slipped: &mut dyn FnMut(usize, String)) -> Result<char, NotationError> {
        if c == EMPTY || self.pieces.contains(c) {
            return Ok(c);
        }
        let upper = c.to_ascii_uppercase();
        if self.pieces.contains(upper) {
            slipped(at, format!("pieces are written large: {upper}"));
            return Ok(upper);
        }
        let known: Vec<String> = self.pieces.chars().map(String::from).collect();
        let reason = format!("no piece '{}': a cell is {} or {EMPTY}", c.escape_debug(), known.join(", "));
        Err(NotationError::at(at, reason))
    }

    /// The name of a cell, such as `e5`: file letter from the left, rank digit from the bottom.
    pub fn cell_name(&self, row: usize, column: usize) -> String {
        format!("{}{}", (b'a' + column as u8) as char, self.rows - row)
    }

    /// Reads the name of a cell at `at`, as (row from the top, column from the left).
    pub fn read_cell(&self, chars: &[char], at: usize) -> Result<(usize, usize), NotationError> {
        let last_file = (b'a' + self.columns as u8 - 1) as char;
        let expected = |at: usize, what: String| Err(NotationError::at(at.min(chars.len()), what));
        let file = match chars.get(at) {
            Some(&c) if ('a'..=last_file).contains(&c) => c as usize - 'a' as usize,
            Some(&c) => {
                return expected(at, format!("no file '{}': files are a to {last_file}", c.escape_debug()));
            }
            None => return expected(at, format!("a cell is missing: a file a to {last_file}, then a rank")),
        };
        match chars.get(at + 1).and_then(|c| c.to_digit(10)) {
            Some(rank) if (1..=self.rows as u32).contains(&rank) => Ok((self.rows - rank as usize, file)),
            _ => expected(at + 1, format!("a rank from 1 to {} must follow the file", self.rows)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: GridFormat = GridFormat { rows: 2, columns: 3, pieces: "KG", players: ['k', 'd'] };

    fn error(text: &str) -> String {
        match FORMAT.read(text) {
            Err(error) => error.to_string(),
            Ok(grid) => grid.accept((), |_| "right".into()).unwrap_err().to_string(),
        }
    }

    #[test]
    fn both_forms_read_alike() {
        let long = FORMAT.read("K../.G. d").unwrap();
        let short = FORMAT.read("K2/1G1 d").unwrap();
        assert_eq!(long.cells, short.cells);
        assert_eq!(long.turn, 1);
        let cell = |row: usize, column: usize| long.cells[row * 3 + column];
        assert_eq!(FORMAT.show(cell, 1), "K../.G. d");
        assert_eq!(FORMAT.show_short(cell, 1), "K2/1G1 d");
    }

    #[test]
    fn errors_name_the_column() {
        assert_eq!(error("K../.G"), "column 7: row 2 has 2 of 3 cells");
        assert_eq!(error("K../.G./... d"), "column 9: a row too many: the board has 2 rows");
        assert_eq!(error("K.../.G. d"), "column 4: row 1 has more than 3 cells");
        assert_eq!(error("K.X/.G. d"), "column 3: no piece 'X': a cell is K, G or .");
        assert_eq!(error("K../.G."), "column 8: the player to move is missing: ' k' or ' d'");
        assert_eq!(error("K../.G. x"), "column 9: no player 'x': it is k or d");
        assert_eq!(error("K../.4 d"), "column 6: a run of 4 empty cells goes past the end of row 2");
        assert_eq!(error("k../.G. d"), "column 1: pieces are written large: K; did you mean 'right'?");
        assert_eq!(error("K../.G.  d"), "column 9: a blank too many; did you mean 'right'?");
    }
}
