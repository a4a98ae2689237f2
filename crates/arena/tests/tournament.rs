//! Games and tournaments: faults are blamed on the right side, clocks hold nothing of the referee's, games do not depend
//! on how many are played at once, and a tournament that was stopped goes on with exactly what it lacks.

use athos_arena::alarm::Alarm;
use athos_arena::conditions::CUSHION;
use athos_arena::openings::Source;
use athos_arena::referee::{Played, Venue};
use athos_arena::report::Ending;
use athos_arena::statistics::{Sprt, Verdict};
use athos_arena::{
    Conditions, Event, Failure, FaultKind, Format, GameRecord, Header, Info, Ledger, OnFault, Player, Thought,
    Tournament, Turn, header,
};
use athos_core::Outcome;
use athos_games::registry;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A player that does what a function says.
struct Scripted<F>(F);

impl<F: FnMut(&Turn<'_>) -> Result<String, Failure> + Send> Player for Scripted<F> {
    fn begin(&mut self, _: u64) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, _: &mut dyn FnMut(&Info)) -> Result<Thought, Failure> {
        Ok(Thought { m: (self.0)(turn)?, info: Info::default() })
    }
}

/// Always takes one match.
fn takes_one() -> Box<dyn Player> {
    Box::new(Scripted(|_: &Turn<'_>| Ok("1".into())))
}

/// A short game of Matches: the player against one who always takes one.
fn played(conditions: &Conditions, player: Box<dyn Player>) -> Played {
    played_with(5, conditions, player)
}

fn played_with(pile: u32, conditions: &Conditions, mut player: Box<dyn Player>) -> Played {
    let game = registry::load("matches", &format!("pile={pile}")).unwrap();
    let (alarm, stop) = (Alarm::new().unwrap(), AtomicBool::new(false));
    let venue = Venue { game: game.as_ref(), conditions, alarm: &alarm, stop: &stop };
    let mut other = takes_one();
    venue.play([player.as_mut(), other.as_mut()], &game.start(), 1, &mut |_| ()).unwrap().unwrap()
}

fn fails(kind: FaultKind) -> Box<dyn Player> {
    Box::new(Scripted(move |_: &Turn<'_>| Err(Failure::new(kind, "as the script says"))))
}

/// Answers after the alarm has rung, as a player does that looks at it.
fn waits_for_the_alarm() -> Box<dyn Player> {
    Box::new(Scripted(|turn: &Turn<'_>| {
        while !turn.limits.cancel.as_ref().unwrap().load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok("1".into())
    }))
}

fn strict() -> Conditions {
    let moment = Duration::from_millis(10);
    Conditions { time: Some(moment), grace: Duration::from_millis(1), ..Conditions::default() }
}

#[test]
fn every_fault_is_a_loss_for_who_made_it() {
    let panics = Box::new(Scripted(|_: &Turn<'_>| panic!("no idea")));
    let illegal = Box::new(Scripted(|_: &Turn<'_>| Ok("4".into())));
    let cases: [(Box<dyn Player>, FaultKind, &str); 5] = [
        (panics, FaultKind::Crash, "panicked: no idea"),
        (illegal, FaultKind::Illegal, "'4', column 1: 4 cannot be taken"),
        (waits_for_the_alarm(), FaultKind::Late, "answered after 0."),
        (fails(FaultKind::Hang), FaultKind::Hang, "as the script says"),
        (fails(FaultKind::Memory), FaultKind::Memory, "as the script says"),
    ];
    for (player, kind, detail) in cases {
        let conditions = if kind == FaultKind::Late { strict() } else { Conditions::default() };
        let game = played(&conditions, player);
        let fault = game.fault.unwrap();
        assert_eq!((fault.player, fault.kind), (athos_core::Player::One, kind));
        assert!(fault.detail.starts_with(detail), "{}", fault.detail);
        assert_eq!((game.result, game.reason), (Outcome::Winner(athos_core::Player::Two), kind.to_string()));
    }
}

#[test]
fn a_random_move_replaces_what_can_be_replaced() {
    let random = |conditions: Conditions| Conditions { on_fault: OnFault::Random, ..conditions };
    let game = played(&random(Conditions::default()), Box::new(Scripted(|_: &Turn<'_>| Ok("nonsense".into()))));
    assert_eq!(game.fault, None);
    let replaced = |game: &Played| {
        game.plies.iter().filter(|ply| ply.player == athos_core::Player::One).map(|ply| ply.fault).collect::<Vec<_>>()
    };
    assert!(replaced(&game).iter().all(|fault| *fault == Some(FaultKind::Illegal)), "{game:?}");
    let again = played(&random(Conditions::default()), Box::new(Scripted(|_: &Turn<'_>| Ok("nonsense".into()))));
    assert_eq!(again.moves, game.moves, "the same seed gives the same moves");

    // Late, but within the second that is allowed, unless this machine stands still for as long.
    let game = played(&random(strict()), waits_for_the_alarm());
    assert!(replaced(&game).iter().all(|fault| *fault == Some(FaultKind::Late)), "{game:?}");
    let sleeps = Box::new(Scripted(|_: &Turn<'_>| {
        std::thread::sleep(CUSHION + Duration::from_millis(50));
        Ok("1".into())
    }));
    assert_eq!(played(&random(strict()), sleeps).fault.map(|fault| fault.kind), Some(FaultKind::Late));
    let game = played(&random(Conditions::default()), fails(FaultKind::Crash));
    assert_eq!(game.fault.map(|fault| fault.kind), Some(FaultKind::Crash));
}

/// What a player measures itself differs from what it is charged by nothing that the referee does.
#[test]
fn thinking_is_charged_and_nothing_else() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let player = Box::new(Scripted(move |_: &Turn<'_>| {
        let begun = Instant::now();
        std::thread::sleep(Duration::from_millis(1));
        sender.send(begun.elapsed()).unwrap();
        Ok("1".into())
    }));
    let clock = Some((Duration::from_secs(3600), Duration::from_secs(1)));
    let game = played_with(41, &Conditions { clock, ..Conditions::default() }, player);
    let own: Vec<Duration> = receiver.iter().collect();
    let charged: Vec<f64> =
        game.plies.iter().filter(|ply| ply.player == athos_core::Player::One).map(|ply| ply.ms).collect();
    assert_eq!(own.len(), charged.len());
    // The least difference of several moves: any single one may have been interrupted by the operating system.
    let excess = own.iter().zip(charged).map(|(own, charged)| charged - own.as_secs_f64() * 1000.0);
    let least = excess.fold(f64::INFINITY, f64::min);
    assert!((-0.001..2.0).contains(&least), "{least} ms too many");
}

#[test]
fn the_first_move_may_have_more_time_and_clocks_run() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let player = Box::new(Scripted(move |turn: &Turn<'_>| {
        sender.send((turn.limits.time, turn.limits.clock)).unwrap();
        Ok("1".into())
    }));
    let (hour, minute) = (Duration::from_secs(3600), Duration::from_secs(60));
    let clock = Some((hour, minute));
    let conditions = Conditions { clock, time: Some(minute), first_move: Some(hour), ..Conditions::default() };
    played_with(7, &conditions, player);
    let told: Vec<_> = receiver.iter().collect();
    assert_eq!(told.iter().map(|told| told.0).collect::<Vec<_>>(), [Some(hour), Some(minute), Some(minute)]);
    let left: Vec<Duration> = told.iter().map(|told| told.1.unwrap().left[0]).collect();
    assert_eq!(left[0], hour);
    assert!(left[1] > hour && left[1] <= hour + minute, "{left:?}");
}

fn header(entrants: &[&str], games: u64) -> Header {
    Header {
        athos_arena: Header::VERSION,
        version: "0".into(),
        game: "three-musketeers".into(),
        rules: "rows=3,columns=3".into(),
        players: ["musketeers".into(), "guards".into()],
        entrants: entrants
            .iter()
            .enumerate()
            .map(|(number, spec)| header::Entrant { name: format!("{spec} {number}"), spec: spec.to_string() })
            .collect(),
        format: Format::for_entrants(entrants.len()),
        games,
        seed: 7,
        openings: Source::Random { plies: 2, balanced: false },
        sprt: None,
        settings: BTreeMap::new(),
    }
}

/// Everything of a game but its times.
fn untimed(mut game: GameRecord) -> GameRecord {
    game.plies.iter_mut().for_each(|ply| ply.ms = 0.0);
    game
}

fn all_games(header: Header, at_once: usize) -> Vec<GameRecord> {
    let mut ledger = Ledger::new(&header);
    let tournament = Tournament::new(header).unwrap();
    let mut games = Vec::new();
    let ending = tournament.run(&mut ledger, at_once, &AtomicBool::new(false), &mut |event| {
        if let Event::Ends { game, statistics } = event {
            games.push(untimed(game.clone()));
            assert_eq!(statistics.games(), games.len() as u64);
        }
    });
    assert_eq!(ending.unwrap(), Ending::Played);
    games.sort_by_key(|game| game.index);
    games
}

#[test]
fn the_games_do_not_depend_on_how_many_are_played_at_once() {
    let entrants = ["random", "alpha-beta:depth=2", "alpha-beta:depth=1,mistakes=30%"];
    let one_by_one = all_games(header(&entrants, 20), 1);
    assert_eq!(one_by_one.len(), 60);
    assert_eq!(all_games(header(&entrants, 20), 3), one_by_one);
    for (index, game) in (0..).zip(&one_by_one) {
        assert_eq!(game.index, index);
        let rules = registry::load("three-musketeers", &game.record.rules).unwrap();
        let positions = game.record.replay(rules.as_ref()).unwrap();
        assert_eq!(positions.len(), game.plies.len() + 1);
        assert!(game.plies.iter().all(|ply| ply.loses_value.is_some()), "a small game is known to the end");
    }
}

#[test]
fn the_tables_add_up() {
    let header = header(&["random", "alpha-beta:depth=1", "perfect"], 10);
    let games = all_games(header.clone(), 2);
    let mut ledger = Ledger::new(&header);
    games.iter().for_each(|game| ledger.add(game).unwrap());
    let statistics = ledger.statistics();
    assert_eq!(statistics.games(), 30);
    for (number, entrant) in statistics.entrants().iter().enumerate() {
        assert_eq!(entrant.tally().games(), 20);
        assert_eq!(entrant.sides.map(|side| side.games()), [10, 10]);
        let met: u64 = (0..3).filter_map(|other| statistics.meeting(number, other)).map(|m| m.tally().games()).sum();
        assert_eq!(met, 20);
    }
    let moves: usize = games.iter().map(|game| game.plies.len()).sum();
    assert_eq!(statistics.entrants().iter().map(|entrant| entrant.times.all.moves).sum::<u64>(), moves as u64);
    let losing = &statistics.entrants()[2].losing_moves;
    assert_eq!(losing.events, 0, "perfect players give nothing away");
}

#[test]
fn a_tournament_that_was_stopped_goes_on_with_what_it_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let header = header(&["random", "alpha-beta:depth=2"], 40);
    let whole = all_games(header.clone(), 1);
    drop(Ledger::create(&file, &header).unwrap());
    let mut endings = Vec::new();
    let mut games = Vec::new();
    for _ in 0..9 {
        let (read, mut ledger) = Ledger::resume(&file, |_| ()).unwrap();
        assert_eq!(read, header);
        let stop = AtomicBool::new(false);
        let tournament = Tournament::new(read).unwrap();
        let mut ended = 0;
        let ending = tournament.run(&mut ledger, 2, &stop, &mut |event| {
            if let Event::Ends { game, .. } = event {
                games.push(untimed(game.clone()));
                ended += 1;
                stop.store(ended >= 9, Ordering::Relaxed);
            }
        });
        endings.push(ending.unwrap());
    }
    assert_eq!((endings[0], endings.last()), (Ending::Interrupted, Some(&Ending::Played)));
    games.sort_by_key(|game| game.index);
    assert_eq!(games, whole);
    let mut kept = Vec::new();
    Ledger::resume(&file, |game| kept.push(untimed(game.clone()))).unwrap();
    kept.sort_by_key(|game| game.index);
    assert_eq!(kept, whole);
}

#[test]
fn a_test_that_is_decided_ends_the_match() {
    let header = Header { sprt: Sprt::new(0.0, 50.0).ok(), ..header(&["perfect", "random"], 10_000) };
    let mut ledger = Ledger::new(&header);
    let tournament = Tournament::new(header).unwrap();
    let mut run = || tournament.run(&mut ledger, 2, &AtomicBool::new(false), &mut |_| ()).unwrap();
    assert_eq!(run(), Ending::Tested(Verdict::H1));
    assert_eq!(run(), Ending::Tested(Verdict::H1), "nothing is left to play");
    assert!(ledger.done().len() < 1000, "{}", ledger.done().len());
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_game() {
    let refuse = |header: Header| Tournament::new(header).err().unwrap().to_string();
    assert!(refuse(header(&["random"], 2)).contains("needs two entrants"));
    assert!(refuse(header(&["random", "rundom"], 2)).contains("no player 'rundom'"));
    let sprt = Sprt::new(0.0, 5.0).ok();
    assert!(refuse(Header { sprt, ..header(&["random", "random", "random"], 2) }).contains("an SPRT compares two"));
    let settings = BTreeMap::from([("time".to_string(), "soon".to_string())]);
    assert!(refuse(Header { settings, ..header(&["random", "random"], 2) }).starts_with("time: 'soon' is no time"));
    let games = header(&["random", "/nothing/here"], 2);
    let mut ledger = Ledger::new(&games);
    let run = Tournament::new(games).unwrap().run(&mut ledger, 1, &AtomicBool::new(false), &mut |_| ());
    assert!(run.is_err());
    assert_eq!(ledger.statistics().games(), 0);
}

#[test]
fn cores_are_shared_fairly_under_time_limits() {
    let cores = std::thread::available_parallelism().unwrap().get();
    let settings = BTreeMap::from([("time".to_string(), "1s".to_string())]);
    let untimed = Tournament::new(header(&["random", "random"], 2)).unwrap();
    assert_eq!(untimed.games_at_once(Some(1000)), 1000);
    assert_eq!(untimed.games_at_once(None), cores);
    let timed = Tournament::new(Header { settings: settings.clone(), ..header(&["random", "random"], 2) }).unwrap();
    assert_eq!(timed.games_at_once(Some(1000)), cores);
    let threads = Header { settings, ..header(&["random", "alpha-beta:threads=200"], 2) };
    assert_eq!(Tournament::new(threads).unwrap().games_at_once(None), 1.max(cores / 200));
}
