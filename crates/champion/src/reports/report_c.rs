//! report-c (Pentago; here Pentago-Swap as well): alpha-beta to a fixed depth, with an estimate by runs of stones.
//!
//! Moves are tried by row and column of the stone, then quadrant by quadrant, left turn before right turn: in the
//! game's order. A finished game is worth 10^20. Otherwise each run of 2 to 5 stones of a colour
//! in a direction is worth 10^(3 times its length) to its owner, and a part of a run is not counted again; a line of
//! five cells with four stones of one colour and one of the other is worth 10^13 to the owner of the one, which lies
//! between a four and a five.

use super::Deadline;
use athos_core::{Game, Player, Wdl};
use athos_games::quadrants::{Cell, LINES, Placement, QuadrantGame, SIZE, Stones, Twist};
use std::time::Duration;

const FINISHED: i128 = 10i128.pow(20);
const BLOCKED_FOUR: i128 = 10i128.pow(13);
const INFINITE: i128 = 10i128.pow(30);

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct ReportC {
    /// How many plies it looks ahead, at least 1. Its move times suggest 2.
    pub depth: u32,
    /// If time is limited, it looks 1 ply ahead, then 2 and so on to its depth, and plays what it found last.
    pub time: Option<Duration>,
}

impl Default for ReportC {
    fn default() -> ReportC {
        ReportC { depth: 2, time: None }
    }
}

/// Time is up.
struct TimeUp;

impl ReportC {
    /// Its move; `None` when the game is over.
    pub fn choose<T: Twist>(&self, game: &QuadrantGame<T>, position: &Stones) -> Option<Placement<T>> {
        let deadline = Deadline::after(self.time);
        let first = if self.time.is_some() { 1 } else { self.depth.max(1) };
        let mut best = moves(game, position).first().copied();
        for depth in first..=self.depth.max(1) {
            let mut found = None;
            let mut alpha = -INFINITE;
            for m in moves(game, position) {
                let next = game.play(position, m);
                let Ok(points) = search(game, &next, depth - 1, -INFINITE, -alpha, deadline) else { return best };
                if found.is_none() || -points > alpha {
                    (alpha, found) = (-points, Some(m));
                }
            }
            best = found;
        }
        best
    }
}

/// The moves, in the game's order.
fn moves<T: Twist>(game: &QuadrantGame<T>, position: &Stones) -> Vec<Placement<T>> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

fn search<T: Twist>(
    game: &QuadrantGame<T>,
    position: &Stones,
    depth: u32,
    mut alpha: i128,
    beta: i128,
    deadline: Deadline,
) -> Result<i128, TimeUp> {
    if let Some(outcome) = game.outcome(position) {
        return Ok(match outcome.for_player(position.turn()) {
            Wdl::Win => FINISHED,
            Wdl::Draw => 0,
            Wdl::Loss => -FINISHED,
        });
    }
    if depth == 0 {
        return Ok(estimate(position));
    }
    if deadline.passed() {
        return Err(TimeUp);
    }
    let mut best = -INFINITE;
    for m in moves(game, position) {
        let points = -search(game, &game.play(position, m), depth - 1, -beta, -alpha, deadline)?;
        best = best.max(points);
        alpha = alpha.max(points);
        if alpha >= beta {
            break;
        }
    }
    Ok(best)
}

/// The estimate for the player to move.
fn estimate(position: &Stones) -> i128 {
    let mut sums = [0i128; 2];
    let owner = |row: usize, column: usize| -> Option<Player> {
        let bit = Cell::at(row, column).bit();
        Player::BOTH.into_iter().find(|player| position.of(*player) & bit != 0)
    };

    // 1. Runs, by direction. Cells of a run that was counted do not begin another in its direction.
    for (down, right) in [(1i32, 0i32), (0, 1), (1, 1), (1, -1)] {
        let mut marked = 0u64;
        for row in 0..SIZE {
            for column in 0..SIZE {
                let Some(player) = owner(row, column).filter(|_| marked & Cell::at(row, column).bit() == 0) else {
                    continue;
                };
                let cells = (0..5).map_while(|step| {
                    let (row, column) = (row as i32 + step * down, column as i32 + step * right);
                    let inside = (0..SIZE as i32).contains(&row) && (0..SIZE as i32).contains(&column);
                    let cell = inside.then_some((row as usize, column as usize))?;
                    (owner(cell.0, cell.1) == Some(player)).then(|| Cell::at(cell.0, cell.1).bit())
                });
                let run: Vec<u64> = cells.collect();
                if run.len() >= 2 {
                    marked |= run.iter().sum::<u64>();
                    sums[player.index()] += 10i128.pow(3 * run.len() as u32);
                }
            }
        }
    }

    // 2. Fours that somebody blocked.
    for line in LINES {
        for player in Player::BOTH {
            let counts = [player, player.other()].map(|player| (position.of(player) & line).count_ones());
            if counts == [1, 4] {
                sums[player.index()] += BLOCKED_FOUR;
            }
        }
    }
    let player = position.turn();
    sums[player.index()] - sums[player.other().index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::Notation;
    use athos_games::{Pentago, PentagoSwap};

    fn estimate_of(text: &str) -> i128 {
        estimate(&Pentago::default().read_position(text).unwrap())
    }

    #[test]
    fn runs_count_once_in_each_direction() {
        // Three in a row are worth 10^9, and no pair more. Black is to move.
        assert_eq!(estimate_of("WWW.../....../..B.../....../.B..../...... b"), -(10i128.pow(9)));
        // A square of four is two rows, two columns and two diagonals of two.
        let square = 6 * 10i128.pow(6);
        assert_eq!(estimate_of("WW..../WW..../....B./....../..B.../B....B w"), square);
        // Nothing stands together.
        assert_eq!(estimate_of("W.B.../....../....../....../....../...... w"), 0);
    }

    #[test]
    fn a_blocker_of_four_is_paid_more_than_a_four() {
        let value = estimate_of("WWWWB./....../B..B../....../..B.../...... w");
        assert_eq!(value, 10i128.pow(12) - BLOCKED_FOUR);
        assert!(value < 0);
    }

    #[test]
    fn it_wins_in_one_and_stops_a_win_in_one() {
        let game = Pentago::default();
        let position = game.read_position("WWWW../BB.BB./....../....../....../...... w").unwrap();
        assert_eq!(ReportC::default().choose(&game, &position).map(|m| game.show_move(m)).as_deref(), Some("e6"));
        let game = PentagoSwap::default();
        let position = game.read_position("WWWW../BB.B../....../....../....../...... b").unwrap();
        let m = ReportC::default().choose(&game, &position).unwrap();
        let next = game.play(&position, m);
        let mut replies = Vec::new();
        game.moves(&next, &mut replies);
        assert!(replies.iter().all(|reply| game.outcome(&game.play(&next, *reply)).is_none()));
    }

    #[test]
    fn left_turns_come_before_right_turns() {
        let game = Pentago::default();
        let first: Vec<String> = moves(&game, &game.start())[..4].iter().map(|m| game.show_move(*m)).collect();
        assert_eq!(first, ["a6tl-", "a6tl+", "a6tr-", "a6tr+"]);
    }
}
