//! The referee of one game: asks the players in turn, measures, judges, and stops games that would not end.
//!
//! A player's clock runs from the moment it is asked until it has answered, by a monotonic clock; everything of the
//! referee's own stands outside: the position is written out before, the answer is judged and the board advanced after.
//! A program in a process of its own is measured where its lines are read ([`Player::measured`]).
//! Players of this process are told by an [`Alarm`] when their time is over. They cannot be killed: one that answers
//! nevertheless late is charged for all of it.
//!
//! | what a player does | what it is called | with [`OnFault::Random`] |
//! | --- | --- | --- |
//! | answers later than its limit and the grace | late | a random move, up to a second later |
//! | plays a move that the rules forbid | illegal | a random move |
//! | answers with something that is no move | garbage | a random move |
//! | panics, ends, does not answer, takes too much memory | crash, hang, memory | it loses all the same |

use crate::alarm::Alarm;
use crate::conditions::{CUSHION, Conditions, OnFault};
use crate::game_record::{Fault, FaultKind, PlyRecord};
use crate::player::{Clock, Ended, Failure, MoveLimits, Player, Thought, Turn};
use athos_core::random::Random;
use athos_core::{AnyGame, MoveView, NotationError, Outcome, PositionView, mix};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Where games are played: the rules, the conditions, the alarm, and a flag that ends everything.
#[derive(Clone, Copy)]
pub struct Venue<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// What a move may cost.
    pub conditions: &'a Conditions,
    /// Tells players of this process that their time is over.
    pub alarm: &'a Alarm,
    /// When this becomes true, the game is given up. Whoever sets it also rings the alarm.
    pub stop: &'a AtomicBool,
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The positions, one more than moves.
    pub positions: Vec<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// What is known of each move.
    pub plies: Vec<PlyRecord>,
    /// Who gets the points.
    pub result: Outcome,
    /// Why it ended, when not by the rules.
    pub reason: String,
    /// The fault that ended it.
    pub fault: Option<Fault>,
}

/// A move as it is played, for somebody who watches.
#[derive(Clone, Copy, Debug)]
pub struct Watched<'a> {
    /// The move.
    pub m: &'a str,
    /// The position it led to.
    pub position: &'a str,
    /// What is known of it.
    pub ply: &'a PlyRecord,
}

impl Venue<'_> {
    /// Plays a game from `start`; the players are in the order of the game's. `None` when it was given up.
    pub fn play(
        &self,
        mut players: [&mut dyn Player; 2],
        start: &str,
        seed: u64,
        on_move: &mut dyn FnMut(Watched<'_>),
    ) -> Result<Option<Played>, NotationError> {
        let played = self.play_out(&mut players, start, seed, on_move)?;
        if let Some(Played { moves, result, fault, .. }) = &played {
            for (side, player) in athos_core::Player::BOTH.into_iter().zip(&mut players) {
                let fault = fault.as_ref().map(|fault| fault.kind);
                // Somebody who panics now has nothing to lose any more.
                let ended = Ended { side, moves, result: *result, fault };
                let _ = guarded(|| {
                    player.end(&ended);
                    Ok(())
                });
            }
        }
        Ok(played)
    }

    fn play_out(
        &self,
        players: &mut [&mut dyn Player; 2],
        start: &str,
        seed: u64,
        on_move: &mut dyn FnMut(Watched<'_>),
    ) -> Result<Option<Played>, NotationError> {
        let view = self.game.view(start)?;
        let mut clock = self.conditions.clock.map(|(left, increment)| Clock { left: [left; 2], increment, running: 0 });
        let mut random = Random::new(mix(seed ^ 0x7265_6665_7265_6521));
        let mut game = GameInPlay {
            played: Played {
                positions: vec![view.position.clone()],
                moves: Vec::new(),
                plies: Vec::new(),
                result: Outcome::Draw,
                reason: String::new(),
                fault: None,
            },
            view,
        };
        for (side, player) in athos_core::Player::BOTH.into_iter().zip(players.iter_mut()) {
            if let Err(failure) = guarded(|| player.begin(mix(seed.wrapping_add(side.index() as u64)))) {
                return Ok(Some(game.lost(side, failure)));
            }
        }
        loop {
            // 1. Is it over?
            if let Some(outcome) = game.view.outcome {
                return Ok(Some(game.ended(outcome, String::new())));
            }
            let stop = self.conditions.referee.stops(game.played.positions.iter().map(String::as_str));
            if let Some(stop) = stop {
                return Ok(Some(game.ended(Outcome::Draw, stop.to_string())));
            }
            // 2. Everything is made ready, then the player is asked.
            let mover = game.view.turn;
            let first = !game.played.plies.iter().any(|ply| ply.player == mover);
            if let Some(clock) = &mut clock {
                clock.running = mover.index();
            }
            let mut limits = self.conditions.limits(first, clock);
            let asked = self.ask(&mut *players[mover.index()], &game, &mut limits);
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            // 3. The clock has stopped: judge.
            if let Some(clock) = &mut clock {
                let left = &mut clock.left[mover.index()];
                *left = left.saturating_sub(asked.think) + clock.increment;
            }
            let mut ply = asked.ply(mover);
            let m = match self.judge(&game.view, &asked) {
                Ok(m) => m,
                Err(failure) if self.pardons(&failure, &asked) => {
                    ply.fault = Some(failure.kind);
                    match random.pick(&game.view.moves) {
                        Some(m) => m.clone(),
                        None => return Ok(Some(game.lost(mover, failure))),
                    }
                }
                Err(failure) => return Ok(Some(game.lost(mover, failure))),
            };
            // 4. The move is played.
            game.view = self.game.view(&m.position)?;
            on_move(Watched { m: &m.text, position: &m.position, ply: &ply });
            game.played.positions.push(m.position);
            game.played.moves.push(m.text);
            game.played.plies.push(ply);
        }
    }

    /// Asks for a move and measures how long that takes.
    fn ask(&self, player: &mut dyn Player, game: &GameInPlay, limits: &mut MoveLimits) -> Asked {
        let cancel = Arc::new(AtomicBool::new(false));
        limits.cancel = Some(Arc::clone(&cancel));
        let clock = limits.clock.map(|clock| clock.left[clock.running]);
        let allowed = limits.time.into_iter().chain(clock).min();
        let latest = allowed.map(|allowed| allowed.saturating_add(self.conditions.grace));
        let deadline = latest.and_then(|latest| Instant::now().checked_add(latest));
        let armed = self.alarm.arm(deadline, cancel);
        let turn =
            Turn { start: &game.played.positions[0], moves: &game.played.moves, position: &game.view.position, limits };
        let begun = Instant::now();
        let answer = guarded(|| player.choose(&turn, &mut |_| ()));
        let waited = begun.elapsed();
        drop(armed);
        let think = player.measured().unwrap_or(waited);
        Asked { answer, think, allowed, latest }
    }

    /// The move that was answered, or what is wrong with the answer.
    fn judge(&self, view: &PositionView, asked: &Asked) -> Result<MoveView, Failure> {
        let thought = asked.answer.as_ref().map_err(Failure::clone)?;
        if let (Some(allowed), Some(latest)) = (asked.allowed, asked.latest)
            && asked.think > latest
        {
            let detail = format!("answered after {:.3} s of {:.3} s", asked.think.as_secs_f64(), allowed.as_secs_f64());
            return Err(Failure::new(FaultKind::Late, detail));
        }
        if let Some(m) = view.moves.iter().find(|m| m.text == thought.m) {
            return Ok(m.clone());
        }
        // The move may be written in another way that the game reads.
        let shown = thought.m.escape_debug();
        let illegal = |reason: String| Failure::new(FaultKind::Illegal, reason);
        let next =
            self.game.play(&view.position, &thought.m).map_err(|error| illegal(format!("'{shown}', {error}")))?;
        let same = view.moves.iter().find(|m| m.position == next);
        same.cloned().ok_or_else(|| illegal(format!("'{shown}' is not a legal move")))
    }

    /// Whether a random move is played in place of the loss.
    fn pardons(&self, failure: &Failure, asked: &Asked) -> bool {
        let in_time = asked.latest.is_none_or(|latest| asked.think <= latest.saturating_add(CUSHION));
        let can_go_on = matches!(failure.kind, FaultKind::Late | FaultKind::Illegal | FaultKind::Garbage);
        self.conditions.on_fault == OnFault::Random && can_go_on && in_time
    }
}

/// What came of asking a player.
struct Asked {
    answer: Result<Thought, Failure>,
    think: Duration,
    /// What the limits allow, and with the grace.
    allowed: Option<Duration>,
    latest: Option<Duration>,
}

impl Asked {
    fn ply(&self, mover: athos_core::Player) -> PlyRecord {
        // A microsecond is more than a clock is good for.
        let mut ply = PlyRecord::new(mover, self.think.as_micros() as f64 / 1000.0);
        if let Ok(Thought { info, .. }) = &self.answer {
            ply.nodes = info.nodes;
            ply.depth = info.depth;
            ply.score = info.score.map(|score| score.to_string());
        }
        ply
    }
}

/// A game so far, and what the position on the board offers.
struct GameInPlay {
    played: Played,
    view: PositionView,
}

impl GameInPlay {
    fn ended(self, result: Outcome, reason: String) -> Played {
        Played { result, reason, ..self.played }
    }

    fn lost(self, player: athos_core::Player, failure: Failure) -> Played {
        let Failure { kind, detail } = failure;
        let fault = Some(Fault { player, kind, detail });
        Played { fault, ..self.ended(Outcome::Winner(player.other()), kind.to_string()) }
    }
}

/// Calls a player; a panic of its own is its crash.
fn guarded<T>(call: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // What a player that panicked has left behind is never used again: it is made anew.
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        Err(Failure::new(FaultKind::Crash, format!("panicked: {}", text.unwrap_or("no reason given"))))
    })
}
