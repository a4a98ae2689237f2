//! Statistics of a tournament, game by game.
//!
//! [`Statistics`] takes games one at a time, in any order, and keeps counts only: its size does not grow with the number of
//! games, but for eight bytes each by which games are told apart. Everything else is computed from the counts when it is
//! asked for: [`Elo`] of two, [`Ratings`] of several, the [`Sprt`], rates with their [`Interval`]s.

mod elo;
mod interval;
mod lengths;
mod normal;
mod ratings;
mod sprt;
mod tally;
mod times;

pub use elo::{Elo, elo, expected_score};
pub use interval::{Interval, PerGame, part};
pub use lengths::Lengths;
pub use ratings::{Rating, Ratings, fit};
pub use sprt::{Model, Sprt, SprtError, Verdict};
pub use tally::{Pairs, Tally};
pub use times::{SAMPLE, Time, Times};

use crate::game_record::{FaultKind, GameRecord};
use athos_core::{Player, Wdl};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// All that is counted.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    entrants: Vec<EntrantStatistics>,
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// Wins of the game's first player, draws, wins of its second, whoever played.
    sides: Tally,
    lengths: Lengths,
    reasons: BTreeMap<String, u64>,
    distinct: HashSet<u64>,
}

/// What is counted for one entrant.
#[derive(Clone, Debug, Default)]
pub struct EntrantStatistics {
    /// Its games by the side it had, in the order of the game's players.
    pub sides: [Tally; 2],
    /// Its times.
    pub times: Times,
    /// The faults that ended games.
    pub faults: BTreeMap<FaultKind, u64>,
    /// The faults after which the referee moved in its place.
    pub replaced: BTreeMap<FaultKind, u64>,
    /// The moves whose exact value is known.
    pub judged_moves: u64,
    /// The moves among them that gave away part of the value, game by game.
    pub losing_moves: PerGame,
}

impl EntrantStatistics {
    /// All its games.
    pub fn tally(&self) -> Tally {
        let mut all = self.sides[0];
        all += self.sides[1];
        all
    }

    /// All faults, whether they ended the game or not.
    pub fn fault_count(&self) -> u64 {
        self.faults.values().chain(self.replaced.values()).sum()
    }
}

/// The games of two entrants against each other, as one of them sees them.
#[derive(Clone, Debug, Default)]
pub struct Meeting {
    /// By the side that one had, in the order of the game's players.
    pub sides: [Tally; 2],
    /// The pairs of which both games have ended.
    pub pairs: Pairs,
    /// Half points of the first game to end, of the pairs of which one has.
    open: HashMap<u64, usize>,
}

impl Meeting {
    /// All games.
    pub fn tally(&self) -> Tally {
        let mut all = self.sides[0];
        all += self.sides[1];
        all
    }

    /// The difference in strength: from the pairs if there are any, else from the games.
    pub fn elo(&self) -> Option<Elo> {
        Elo::of_pairs(&self.pairs).or_else(|| Elo::of_games(&self.tally()))
    }

    fn reversed(&self) -> Meeting {
        let [one, two] = self.sides;
        Meeting { sides: [two.reversed(), one.reversed()], pairs: self.pairs.reversed(), open: HashMap::new() }
    }

    fn add(&mut self, game: &GameRecord, side: Player) {
        let result = game.result.for_player(side);
        count(&mut self.sides[side.index()], result);
        let half_points = (result as i8 + 1) as usize;
        match self.open.remove(&game.pair) {
            Some(first) => self.pairs.0[first + half_points] += 1,
            None => drop(self.open.insert(game.pair, half_points)),
        }
    }
}

fn count(tally: &mut Tally, result: Wdl) {
    match result {
        Wdl::Win => tally.wins += 1,
        Wdl::Draw => tally.draws += 1,
        Wdl::Loss => tally.losses += 1,
    }
}

impl Statistics {
    /// No games yet of so many entrants.
    pub fn new(entrants: usize) -> Statistics {
        Statistics { entrants: vec![EntrantStatistics::default(); entrants], ..Statistics::default() }
    }

    /// Adds a game. Entrants that were not announced are added too.
    pub fn add(&mut self, game: &GameRecord) {
        let [one, two] = game.engines;
        if self.entrants.len() <= one.max(two) {
            self.entrants.resize(one.max(two) + 1, EntrantStatistics::default());
        }
        count(&mut self.sides, game.result.for_player(Player::One));
        self.lengths.add(game.record.moves.len());
        *self.reasons.entry(game.record.reason.clone()).or_default() += 1;
        let mut hasher = DefaultHasher::new();
        (&game.record.position, &game.record.moves).hash(&mut hasher);
        self.distinct.insert(hasher.finish());
        let side = if one < two { Player::One } else { Player::Two };
        self.meetings.entry((one.min(two), one.max(two))).or_default().add(game, side);
        for player in Player::BOTH {
            self.add_for(player, game);
        }
    }

    /// Adds what concerns the entrant that had this side.
    fn add_for(&mut self, player: Player, game: &GameRecord) {
        let entrant = &mut self.entrants[game.entrant(player)];
        count(&mut entrant.sides[player.index()], game.result.for_player(player));
        if let Some(fault) = game.fault.as_ref().filter(|fault| fault.player == player) {
            *entrant.faults.entry(fault.kind).or_default() += 1;
        }
        let (mut judged, mut losing) = (0, 0);
        for (ply, played) in game.plies.iter().enumerate().filter(|(_, played)| played.player == player) {
            entrant.times.add(game.index, ply, played);
            if let Some(kind) = played.fault {
                *entrant.replaced.entry(kind).or_default() += 1;
            }
            judged += u64::from(played.loses_value.is_some());
            losing += u64::from(played.loses_value == Some(true));
        }
        if judged > 0 {
            entrant.judged_moves += judged;
            entrant.losing_moves.add(losing);
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.sides.games()
    }

    /// How many games differ in where they began or in a move. Games that repeat others carry no information.
    pub fn distinct_games(&self) -> u64 {
        self.distinct.len() as u64
    }

    /// All games as the game's first player sees them, whoever played.
    pub fn sides(&self) -> Tally {
        self.sides
    }

    /// The lengths of the games.
    pub fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// Why games ended, and how many: the empty text is by the rules.
    pub fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// The entrants, by number.
    pub fn entrants(&self) -> &[EntrantStatistics] {
        &self.entrants
    }

    /// The games of two entrants as the first of the two sees them; `None` when there are none.
    pub fn meeting(&self, one: usize, two: usize) -> Option<Meeting> {
        let meeting = self.meetings.get(&(one.min(two), one.max(two)))?;
        Some(if one < two { meeting.clone() } else { meeting.reversed() })
    }

    /// The ratings of all entrants.
    pub fn ratings(&self) -> Option<Ratings> {
        let n = self.entrants.len();
        let points = |i: usize, j: usize| self.meeting(i, j).map_or(0.0, |meeting| meeting.tally().points());
        fit(&(0..n).map(|i| (0..n).map(|j| points(i, j)).collect()).collect::<Vec<Vec<f64>>>())
    }

    /// Faults of all entrants.
    pub fn fault_count(&self) -> u64 {
        self.entrants.iter().map(EntrantStatistics::fault_count).sum()
    }

    /// The log likelihood ratio of this test for the first entrant against the second, and what it says.
    pub fn sprt(&self, sprt: &Sprt) -> (f64, Verdict) {
        let meeting = self.meeting(0, 1).unwrap_or_default();
        let llr = sprt.llr(&meeting.tally(), &meeting.pairs);
        (llr, sprt.verdict(llr))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_record::{self, Fault, PlyRecord};
    use crate::schedule::{Format, Schedule};
    use athos_core::Outcome;

    /// The block of the published example: 20 games in pairs [3, 0, 6, 0, 1] for the first entrant.
    fn block() -> Vec<GameRecord> {
        let pairs = [[0, 0], [0, 0], [0, 0], [1, 0], [0, 1], [1, 0], [1, 0], [0, 1], [0, 1], [1, 1]];
        let schedule = Schedule::new(Format::Match, 2, 20, 1).unwrap();
        let won = pairs.into_iter().flatten();
        let game = |(scheduled, won): (crate::ScheduledGame, i32)| {
            let side = if scheduled.engines[0] == 0 { Player::One } else { Player::Two };
            GameRecord {
                index: scheduled.index,
                pair: scheduled.pair,
                engines: scheduled.engines,
                result: Outcome::Winner(if won == 1 { side } else { side.other() }),
                fault: None,
                ..game_record::tests::example()
            }
        };
        schedule.games().zip(won).map(game).collect()
    }

    #[test]
    fn the_published_block_comes_out_of_games_in_any_order() {
        let (games, mut forwards, mut backwards) = (block(), Statistics::new(2), Statistics::new(2));
        games.iter().for_each(|game| forwards.add(game));
        games.iter().rev().for_each(|game| backwards.add(game));
        for statistics in [&forwards, &backwards] {
            let meeting = statistics.meeting(0, 1).unwrap();
            assert_eq!(meeting.tally(), Tally { wins: 8, draws: 0, losses: 12 });
            assert_eq!(meeting.pairs, Pairs([3, 0, 6, 0, 1]));
            assert_eq!(format!("{:.2}", meeting.elo().unwrap().elo), "-70.44");
            assert_eq!(statistics.sprt(&Sprt::new(0.0, 5.0).unwrap()).1, Verdict::Continue);
        }
        let back = forwards.meeting(1, 0).unwrap();
        assert_eq!((back.tally(), back.pairs), (Tally { wins: 12, draws: 0, losses: 8 }, Pairs([1, 0, 6, 0, 3])));
        assert_eq!(forwards.sides().games(), 20);
        for (number, entrant) in forwards.entrants().iter().enumerate() {
            assert_eq!(entrant.sides.map(|side| side.games()), [10, 10]);
            assert_eq!(entrant.sides, forwards.meeting(number, 1 - number).unwrap().sides);
        }
        let [first, second] = [0, 1].map(|number| forwards.entrants()[number].sides[0].wins);
        assert_eq!(forwards.sides().wins, first + second);
        assert_eq!(forwards.distinct_games(), 1);
    }

    #[test]
    fn faults_and_judged_moves_belong_to_who_made_them() {
        let mut statistics = Statistics::new(2);
        let losing = PlyRecord { loses_value: Some(true), ..PlyRecord::new(Player::One, 1.0) };
        let replaced = PlyRecord { fault: Some(FaultKind::Late), ..PlyRecord::new(Player::Two, 3.0) };
        let game = GameRecord { plies: vec![losing.clone(), replaced, losing], ..game_record::tests::example() };
        statistics.add(&game);
        let fault = Fault { player: Player::One, kind: FaultKind::Illegal, detail: String::new() };
        statistics.add(&GameRecord { engines: [0, 1], fault: Some(fault), plies: Vec::new(), ..game });
        let [one, two] = statistics.entrants() else { panic!("two entrants") };
        assert_eq!(one.faults, BTreeMap::from([(FaultKind::Crash, 1), (FaultKind::Illegal, 1)]));
        assert_eq!((one.replaced.clone(), one.fault_count()), (BTreeMap::from([(FaultKind::Late, 1)]), 3));
        assert_eq!((two.judged_moves, two.losing_moves), (2, PerGame { games: 1, events: 2, squares: 4 }));
        assert_eq!((two.fault_count(), statistics.fault_count()), (0, 3));
        assert_eq!((one.times.all.moves, two.times.all.moves), (1, 2));
        assert_eq!(two.times.by_ply[2].moves, 1);
    }

    #[test]
    fn no_games_are_no_panic() {
        let statistics = Statistics::new(3);
        assert!(statistics.meeting(0, 1).is_none());
        assert_eq!(statistics.ratings().unwrap().ratings.len(), 3);
        assert_eq!(statistics.sprt(&Sprt::new(0.0, 5.0).unwrap()), (0.0, Verdict::Continue));
        assert_eq!((statistics.games(), statistics.distinct_games()), (0, 0));
    }
}
