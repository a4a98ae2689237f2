//! Players of this process: a mind behind the text of [`Player`], with limits and mistakes.

use crate::game_record::FaultKind;
use crate::levels::{level_spec, levels};
use crate::mind::{Choice, Knower, Mind, MindError, Searcher};
use crate::own::own_mind;
use crate::player::{Failure, Info, MoveLimits, Player, Thought, Turn};
use crate::spec::{Kind, Spec, SpecError};
use athos_core::FullGame;
use athos_core::random::Random;
use athos_games::registry::{LoadError, Visitor, visit};
use athos_search::Limits;
use std::time::Duration;

/// What a player may use when nobody says.
pub(crate) const DEFAULT_MEMORY: usize = 256 << 20;
/// How long a player thinks when nobody says.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Moves that a clock should still last for.
const MOVES_TO_GO: u32 = 20;
/// Kept back of every time limit: a hundredth, and this much, for what is not thinking.
const MARGIN: Duration = Duration::from_millis(8);

/// A player that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// There is no such game.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There is no such mind.
    #[error(transparent)]
    Mind(#[from] MindError),
    /// A level that is none.
    #[error(transparent)]
    Level(#[from] SpecError),
}

/// The player that a spec describes, for the game that `game` names. Tables and proofs are looked for now.
pub fn player(game: &str, rules: &str, spec: &Spec) -> Result<Box<dyn Player>, PlayerError> {
    let of_level = match &spec.kind {
        Kind::Own(name) => own_spec(game.split(':').next().unwrap_or(game), name, spec)?,
        _ => None,
    };
    let spec = of_level.as_ref().unwrap_or(spec);
    struct Make<'a>(&'a Spec);
    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn Player>, PlayerError>;
        fn visit<G: FullGame>(self, game: G) -> Self::Output {
            let mind = mind(&game, self.0)?;
            Ok(Box::new(Thinker { game, mind, spec: self.0.clone(), random: Random::new(1) }))
        }
    }
    visit(game, rules, Make(spec))?
}

/// The player behind a name of the game's own, if that is a level.
fn own_spec(game: &str, name: &str, asked: &Spec) -> Result<Option<Spec>, SpecError> {
    let level = levels(game).iter().find(|level| level.id == name);
    level.map(|level| level_spec(level, asked)).transpose()
}

/// The mind that a spec describes.
fn mind<G: FullGame>(game: &G, spec: &Spec) -> Result<Box<dyn Mind<G>>, MindError> {
    if let Some(own) = own_mind(game, spec)? {
        return Ok(own);
    }
    let searcher = Box::new(Searcher::new::<G>(spec)?);
    let memory = spec.memory.unwrap_or(DEFAULT_MEMORY) / 2;
    Ok(match spec.kind {
        Kind::Athos => Box::new(Knower::new(game, memory, spec.threads, false, searcher)?),
        Kind::Perfect => Box::new(Knower::new(game, memory, spec.threads, true, searcher)?),
        _ => searcher,
    })
}

struct Thinker<G: FullGame> {
    game: G,
    mind: Box<dyn Mind<G>>,
    spec: Spec,
    random: Random,
}

impl<G: FullGame> Thinker<G> {
    /// The stricter of what the referee allows and what the player allows itself.
    fn limits(&self, asked: &MoveLimits) -> Limits {
        let spec = &self.spec;
        let bare = asked.time.is_none() && asked.clock.is_none() && asked.nodes.is_none() && asked.depth.is_none();
        let own = spec.time.is_none() && spec.nodes.is_none() && spec.depth.is_none();
        let clock = asked.clock.map(|clock| {
            let left = clock.left[clock.running.min(1)];
            (left / MOVES_TO_GO + clock.increment * 3 / 4).min(left * 4 / 5)
        });
        let allowed = asked.time.into_iter().chain(clock).min();
        let allowed = allowed.map(|time| time.saturating_sub(time / 100 + MARGIN).max(time / 2));
        let chosen = spec.time.or((bare && own).then_some(DEFAULT_TIME));
        Limits {
            depth: asked.depth.into_iter().chain(spec.depth).min(),
            nodes: asked.nodes.into_iter().chain(spec.nodes).min(),
            time: allowed.into_iter().chain(chosen).min(),
            memory: asked.memory.into_iter().chain(spec.memory).min().unwrap_or(DEFAULT_MEMORY) / 2,
            cancel: asked.cancel.clone(),
        }
    }

    /// Another legal move, if there is one.
    fn another(&mut self, position: &G::Position, m: G::Move) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves.retain(|other| *other != m);
        self.random.pick(&moves).copied()
    }
}

fn info<G: FullGame>(game: &G, choice: &Choice<G::Move>) -> Info {
    Info {
        depth: choice.depth,
        nodes: choice.nodes,
        time: choice.time,
        score: choice.score,
        line: choice.line.iter().map(|&m| game.show_move(m)).collect(),
        source: choice.source,
    }
}

impl<G: FullGame> Player for Thinker<G> {
    fn begin(&mut self, seed: u64) -> Result<(), Failure> {
        self.random = Random::new(seed ^ 0x6d69_7374_616b_6573);
        self.mind.begin(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, on_info: &mut dyn FnMut(&Info)) -> Result<Thought, Failure> {
        let crash = |detail: String| Failure::new(FaultKind::Crash, detail);
        let position = self.game.read_position(turn.position).map_err(|error| crash(error.to_string()))?;
        let limits = self.limits(turn.limits);
        let err = self.spec.mistakes > 0.0 && self.random.unit() < self.spec.mistakes;
        // The closure borrows only the game, so that the mind may change meanwhile.
        let game = &self.game;
        let mut tell = |choice: &Choice<G::Move>| on_info(&info(game, choice));
        let mut choice =
            self.mind.think(game, &position, &limits, &mut tell).map_err(|error| crash(error.to_string()))?;
        if err && let Some(m) = self.another(&position, choice.m) {
            choice = Choice::bare(m);
        }
        Ok(Thought { m: self.game.show_move(choice.m), info: info(&self.game, &choice) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(game: &str, spec: &str, position: &str) -> Thought {
        let mut player = player(game, "", &Spec::read(spec, &[]).unwrap()).unwrap();
        player.begin(7).unwrap();
        let turn = Turn { start: position, moves: &[], position, limits: &MoveLimits::default() };
        player.choose(&turn, &mut |_| ()).unwrap()
    }

    /// Nim with heaps 3, 4, 5: taking two of the first heap is the only way to win.
    #[test]
    fn every_thinking_player_finds_the_winning_move() {
        for spec in ["athos", "perfect", "alpha-beta", "minimax", "mcts:nodes=1000000", "pn"] {
            let thought = chosen("nim", spec, "3,4,5 1");
            assert_eq!(thought.m, "a2", "{spec}: {thought:?}");
        }
    }

    #[test]
    fn a_player_that_always_errs_never_plays_the_best_move() {
        for _ in 0..20 {
            assert_ne!(chosen("nim", "perfect:mistakes=100%", "3,4,5 1").m, "a2");
        }
    }

    /// White wins at once with d6, which only a player that looks does.
    #[test]
    fn players_of_a_games_own_take_a_win() {
        let position = "WWWW../BBB.../....../....../....../B..... w";
        for (game, spec) in [("pentago", "athos:time=50ms"), ("pentago", "report-c"), ("pentago-swap", "report-d")] {
            let own = &crate::own_players(game);
            let mut player = player(game, "", &Spec::read(spec, own).unwrap()).unwrap();
            player.begin(1).unwrap();
            let turn = Turn { start: position, moves: &[], position, limits: &MoveLimits::default() };
            let thought = player.choose(&turn, &mut |_| ()).unwrap();
            let game = athos_games::registry::load(game, "").unwrap();
            let after = game.view(&game.play(position, &thought.m).unwrap()).unwrap();
            assert_eq!(
                after.outcome,
                Some(athos_core::Outcome::Winner(athos_core::Player::One)),
                "{spec} {}",
                thought.m
            );
        }
        let mut report_e = player("mad-king", "", &Spec::read("report-e:depth=4", &["report-e"]).unwrap()).unwrap();
        report_e.begin(1).unwrap();
        let start = athos_games::registry::load("mad-king", "").unwrap().start();
        let turn = Turn { start: &start, moves: &[], position: &start, limits: &MoveLimits::default() };
        let first = report_e.choose(&turn, &mut |_| ()).unwrap();
        assert_eq!(report_e.choose(&turn, &mut |_| ()).unwrap().m, first.m);
    }

    #[test]
    fn the_stricter_limit_counts() {
        let spec = Spec::read("alpha-beta:depth=9,time=2s", &[]).unwrap();
        let thinker = Thinker {
            game: athos_games::Nim::default(),
            mind: mind(&athos_games::Nim::default(), &spec).unwrap(),
            spec,
            random: Random::new(1),
        };
        let second = Duration::from_secs(1);
        let limits = thinker.limits(&MoveLimits { time: Some(second), depth: Some(12), ..MoveLimits::default() });
        assert_eq!(limits.depth, Some(9));
        assert!(limits.time.is_some_and(|time| time < second && time > second * 9 / 10));
    }
}
