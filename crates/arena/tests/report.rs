//! A synthetic tournament, through journal, statistics and all three reports: everything adds up, the page is well formed.

use athos_arena::openings::Source;
use athos_arena::report::{Ending, Report};
use athos_arena::statistics::{Sprt, Verdict};
use athos_arena::{
    Entrant, Fault, FaultKind, Format, GameRecord, Header, Journal, PlyRecord, ScheduledGame, Statistics,
};
use athos_core::random::Random;
use athos_core::{Outcome, Player, Record, RecordOutcome};
use serde_json::Value;
use std::collections::BTreeMap;

fn header(names: &[&str], format: Format, games: u64) -> Header {
    Header {
        athos_arena: Header::VERSION,
        version: "0.1.0".into(),
        game: "pentago".into(),
        rules: String::new(),
        players: ["white".into(), "black".into()],
        entrants: names.iter().map(|name| Entrant { name: name.to_string(), spec: name.to_string() }).collect(),
        format,
        games,
        seed: 1,
        openings: Source::Random { plies: 2, balanced: true },
        sprt: None,
        settings: BTreeMap::from([("time".into(), "2s".into()), ("first-move".into(), "30s".into())]),
    }
}

/// A made-up game: entrants with lower numbers are stronger, white has an advantage, a few games end by faults.
fn play(header: &Header, scheduled: &ScheduledGame) -> GameRecord {
    let mut random = Random::new(scheduled.seed);
    let strength = |player: Player| 2.0 / (2.0 + scheduled.engines[player.index()] as f64);
    let white_wins = 0.46 + 0.4 * (strength(Player::One) - strength(Player::Two));
    let mut result = match random.unit() {
        chance if chance < white_wins => Outcome::Winner(Player::One),
        chance if chance < white_wins + 0.12 => Outcome::Draw,
        _ => Outcome::Winner(Player::Two),
    };
    let kind = FaultKind::ALL[random.below(3)];
    let fault = (random.below(60) == 0).then(|| Fault { player: Player::Two, kind, detail: "made up".into() });
    if fault.is_some() {
        result = Outcome::Winner(Player::One);
    }
    let plies = 9 + random.below(12) + random.below(12);
    let mover = |ply: usize| Player::BOTH[ply % 2];
    let ply = |ply: usize| {
        let player = mover(ply);
        let weak = scheduled.engines[player.index()];
        let busy = 1.0 + ply as f64 * (34.0 - ply as f64) / 12.0;
        let ms = busy * (0.5 + random.unit()) * if weak == 0 { 6.0 } else { 0.6 };
        PlyRecord {
            nodes: Some((ms * 900.0) as u64),
            depth: Some(4),
            score: Some("+3 points (estimate)".into()),
            loses_value: (ply > 5).then(|| random.below(12) < 1 + weak),
            ..PlyRecord::new(player, ms)
        }
    };
    let plies: Vec<PlyRecord> = (0..plies).map(ply).collect();
    GameRecord {
        record: Record {
            athos: Record::VERSION,
            game: header.game.clone(),
            players: scheduled.engines.map(|entrant| header.entrants[entrant].name.clone()),
            position: format!("opening {}", scheduled.opening),
            moves: (0..plies.len()).map(|_| format!("m{}", Random::new(scheduled.seed).below(40))).collect(),
            outcome: Some(RecordOutcome::new(result, ["white", "black"])),
            reason: fault.as_ref().map_or(String::new(), |fault| fault.kind.to_string()),
            ..Record::default()
        },
        index: scheduled.index,
        pair: scheduled.pair,
        opening: scheduled.opening,
        engines: scheduled.engines,
        seed: scheduled.seed,
        result,
        fault,
        plies,
    }
}

fn played(header: &Header) -> Statistics {
    let mut statistics = Statistics::new(header.entrants.len());
    header.schedule().unwrap().games().for_each(|scheduled| statistics.add(&play(header, &scheduled)));
    statistics
}

/// Every tag is closed in order, every attribute is quoted, every ampersand begins an entity.
fn assert_well_formed(page: &str) {
    let mut open = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a document type");
    while let Some(at) = rest.find('<') {
        for (index, _) in rest[..at].match_indices('&') {
            assert!(["amp", "lt", "gt", "quot"].iter().any(|name| rest[index + 1..].starts_with(&format!("{name};"))));
        }
        let end = rest[at..].find('>').expect("a closed tag") + at;
        let tag = &rest[at + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closed at {}", &rest[..end.min(200)]);
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "quotes of <{tag}>");
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?} are left open");
    for word in ["NaN", "script", "http://", "https://", "src="] {
        let found = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(word), "{word} in the page");
    }
}

/// For looking at.
fn keep(name: &str, page: &str) {
    std::fs::write(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name), page).unwrap();
}

#[test]
fn five_hundred_games_add_up() {
    let header = header(&["alpha-beta:depth=6", "alpha-beta:depth=4"], Format::Match, 500);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut journal = Journal::create(&path, &header).unwrap();
    for scheduled in header.schedule().unwrap().games() {
        journal.append(&play(&header, &scheduled)).unwrap();
    }
    drop(journal);
    let mut statistics = Statistics::new(2);
    let (read, journal) = Journal::resume(&path, |game| statistics.add(&game)).unwrap();
    assert_eq!((&read, journal.done().len()), (&header, 500));

    // Each side 250 times, both entrants' games are the same games, and sides add up to all.
    let report = Report::new(&header, &statistics);
    assert_eq!(report.ending, Ending::Played);
    let json = report.json();
    let number = |pointer: &str| json.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("{pointer}"));
    let mut wins_by_side = [0.0; 2];
    for entrant in ["0", "1"] {
        for (index, side) in ["white", "black"].into_iter().enumerate() {
            assert_eq!(number(&format!("/entrants/{entrant}/sides/{side}/games")), 250.0);
            wins_by_side[index] += number(&format!("/entrants/{entrant}/sides/{side}/wins"));
        }
    }
    assert_eq!(wins_by_side, [number("/sides/white/wins"), number("/sides/black/wins")]);
    assert_eq!(wins_by_side[0] + wins_by_side[1] + number("/sides/white/draws"), 500.0);
    assert_eq!(number("/entrants/0/result/points") + number("/entrants/1/result/points"), 500.0);
    assert_eq!(number("/entrants/0/result/wins"), number("/entrants/1/result/losses"));
    let sum = |pointer: &str, of: &dyn Fn(&Value) -> f64| {
        json.pointer(pointer).and_then(Value::as_array).unwrap().iter().map(of).sum::<f64>()
    };
    assert_eq!(sum("/meetings/0/pairs", &|count| count.as_f64().unwrap()), 250.0);
    assert_eq!(sum("/lengths/counts", &|count| count[1].as_f64().unwrap()), 500.0);
    let plies = sum("/lengths/counts", &|count| count[0].as_f64().unwrap() * count[1].as_f64().unwrap());
    assert_eq!(plies, number("/entrants/0/time/moves") + number("/entrants/1/time/moves"));
    for entrant in ["0", "1"] {
        let by_ply = sum(&format!("/entrants/{entrant}/time/by_ply"), &|time| time["moves"].as_f64().unwrap());
        assert_eq!(by_ply, number(&format!("/entrants/{entrant}/time/moves")));
        let share = number(&format!("/entrants/{entrant}/value_losing/share/rate"));
        let [low, high] = ["low", "high"].map(|end| number(&format!("/entrants/{entrant}/value_losing/share/{end}")));
        assert!(low < share && share < high && high < 1.0);
    }

    let text = report.text();
    for line in [
        "Results of alpha-beta:depth=6 vs alpha-beta:depth=4 (pentago, opening-plies 2, balanced, first-move 30s, time 2s, \
         seed 1):",
        "Games: 500, ",
        "Ptnml(0-2): [",
        "Distinct games: 500 of 500",
        "Ended: all 500 games were played",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line} in\n{text}");
    }
    assert_well_formed(&report.html());
    keep("match.html", &report.html());
    keep("match.txt", &text);
}

#[test]
fn a_round_robin_has_a_ranking_and_a_cross_table() {
    let names = ["alpha-beta:depth=6", "mcts:time=50ms", "alpha-beta:depth=4,without=table+killers", "random"];
    let header = header(&names, Format::RoundRobin, 40);
    let statistics = played(&header);
    let report = Report::new(&header, &statistics);
    let text = report.text();
    assert!(text.starts_with("Results of round-robin, 4 entrants (pentago, "), "{text}");
    assert!(text.contains("\nPoints") && text.contains("Rank and name"), "{text}");
    let points: f64 = statistics.entrants().iter().map(|entrant| entrant.tally().points()).sum();
    assert_eq!(points, 240.0, "a point for each of six meetings of 40 games");
    let ratings = statistics.ratings().unwrap().ratings;
    assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
    assert_well_formed(&report.html());
    keep("round-robin.html", &report.html());
    keep("round-robin.txt", &text);
}

#[test]
fn nothing_and_everything_won_are_told_in_words() {
    let header = Header { sprt: Sprt::new(0.0, 5.0).ok(), ..header(&["a", "b<&>\""], Format::Match, 1000) };
    let mut statistics = Statistics::new(2);
    let report = Report::new(&header, &statistics);
    assert!(report.text().contains("No games yet.\nEnded: interrupted after 0 of 1000 games"), "{}", report.text());
    assert_well_formed(&report.html());

    for scheduled in header.schedule().unwrap().games() {
        let side = if scheduled.engines[0] == 0 { Player::One } else { Player::Two };
        let lost = Outcome::Winner(side.other());
        statistics.add(&GameRecord { result: lost, fault: None, ..play(&header, &scheduled) });
    }
    let report = Report::new(&header, &statistics);
    assert_eq!(report.ending, Ending::Tested(Verdict::H0));
    let text = report.text();
    assert!(text.contains("\nElo: -inf +/- unknown, nElo: -inf +/- "), "{text}");
    assert!(text.contains("LOS: 0.00 %, DrawRatio: 0.00 %, PairsRatio: 0.00"), "{text}");
    assert!(text.ends_with("Ended: H0 was accepted: a is 0.00 Elo above b<&>\"\n"), "{text}");
    assert!(report.json().pointer("/meetings/0/elo/elo").unwrap().is_null());
    assert_well_formed(&report.html());
    keep("one-sided.html", &report.html());
}
