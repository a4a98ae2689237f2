//! Three Musketeers: the kernel against the generic solver, tables against brute force and against proven values.
//!
//! The usual board takes a gigabyte and half a minute or so; it is solved only when ATHOS_FULL is set.

mod common;

use athos_core::{Game, Notation, Outcome, Player, Tiered, Value};
use athos_games::ThreeMusketeers;
use athos_games::published;
use athos_games::registry::build;
use athos_solve::{Folder, Options, Tables, solve, stats, verify};
use common::{GO_ON, QUIET, solve_into, tables};
use std::collections::HashMap;

const ORACLE: &str = include_str!("data/three-musketeers.tsv");

fn full() -> bool {
    let full = std::env::var_os("ATHOS_FULL").is_some();
    if !full {
        println!("passed over: set ATHOS_FULL to solve the usual board");
    }
    full
}

#[test]
fn the_kernel_and_the_generic_solver_write_the_same_tables() {
    let mut rule_sets = Vec::new();
    for (stuck, ending) in ["musketeers", "pass", "guards"].into_iter().flat_map(|s| [(s, "turn"), (s, "early")]) {
        for (board, musketeers) in
            [("rows=3,columns=3", 1..=4), ("rows=3,columns=4", 3..=3), ("rows=4,columns=3", 2..=2)]
        {
            rule_sets.extend(musketeers.map(|m| format!("{board},musketeers={m},stuck={stuck},ending={ending}")));
        }
    }
    rule_sets.push("rows=4,columns=4".into());
    rule_sets.push("rows=3,columns=5,musketeers=4,stuck=pass".into());
    for rules in rule_sets {
        let game: ThreeMusketeers = build(&rules).unwrap();
        let (fast, plain) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        solve(&game, &Folder::of(&game, fast.path()), QUIET).unwrap();
        solve(&game, &Folder::of(&game, plain.path()), Options { plain: true, ..QUIET }).unwrap();
        assert!(tables(&game, fast.path()) == tables(&game, plain.path()), "{rules}");
    }
}

/// All placements, symmetric ones apart.
fn placements(game: &ThreeMusketeers, rows: usize, columns: usize, musketeers: usize) -> Vec<String> {
    let cells = rows * columns;
    let mut texts = Vec::new();
    for number in 0..3usize.pow(cells as u32) {
        let cell = |i: usize| number / 3usize.pow(i as u32) % 3;
        if (0..cells).filter(|&i| cell(i) == 2).count() == musketeers {
            let rows = (0..rows).map(|row| {
                (0..columns).map(|column| ['.', 'G', 'M'][cell(row * columns + column)]).collect::<String>()
            });
            texts.push(rows.collect::<Vec<_>>().join("/"));
        }
    }
    assert!(game.read_position(&format!("{} m", texts[0])).is_ok());
    texts
}

/// The value by plain minimax.
fn minimax<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<G::Position, Value>) -> Value {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let turn = game.turn(position);
    let value = match game.outcome(position) {
        Some(outcome) => Value::over(outcome.for_player(turn)),
        None => {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let nexts = moves.into_iter().map(|m| game.play(position, m));
            let values = nexts.map(|next| minimax(game, &next, known).before_move(game.turn(&next) == turn));
            values.max().unwrap_or(Value::DRAW)
        }
    };
    known.insert(*position, value);
    value
}

#[test]
fn tables_and_their_totals_agree_with_brute_force() {
    for (rows, columns, musketeers, options) in
        [(3, 3, 3, ""), (3, 3, 2, ",stuck=pass"), (3, 4, 2, ",ending=early"), (3, 3, 4, ",stuck=guards")]
    {
        let game: ThreeMusketeers =
            build(&format!("rows={rows},columns={columns},musketeers={musketeers}{options}")).unwrap();
        let data = tempfile::tempdir().unwrap();
        solve_into(&game, data.path()).unwrap();
        let tables = Tables::open(&game, data.path()).unwrap();
        let mut known = HashMap::new();
        let mut wins: HashMap<(usize, Player, bool), (u64, u16)> = HashMap::new();
        for text in placements(&game, rows, columns, musketeers) {
            for turn in ["m", "g"] {
                let position = game.read_position(&format!("{text} {turn}")).unwrap();
                let value = minimax(&game, &position, &mut known);
                assert_eq!(tables.value(&position).unwrap(), value, "{text} {turn}");
                let mover_wins = value > Value::DRAW;
                let guards = text.matches('G').count();
                let entry = wins.entry((guards, game.turn(&position), mover_wins)).or_default();
                *entry = (entry.0 + 1, entry.1.max(value.plies.unwrap()));
            }
        }
        for tier in 0..game.tiers() {
            for count in stats::count(&tables, tier, 2).unwrap() {
                assert_eq!(count.draws, 0);
                for winner in Player::BOTH {
                    let entry = wins.get(&(tier, count.turn, winner == count.turn)).copied().unwrap_or_default();
                    let longest = count.longest[winner.index()];
                    assert_eq!(count.wins[winner.index()], entry.0);
                    assert_eq!(longest.map_or(0, |(plies, _)| plies), entry.1);
                    if let Some((plies, example)) = longest {
                        assert_eq!(tables.value(&example).unwrap().plies, Some(plies));
                        assert_eq!(game.rank(&example).0, tier);
                    }
                }
            }
        }
    }
}

/// A line of the oracle: position, winner, plies.
fn oracle(game: &ThreeMusketeers) -> Vec<(<ThreeMusketeers as Game>::Position, Player, u16)> {
    let line = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let winner = if fields[1] == "musketeers" { Player::One } else { Player::Two };
        (game.read_position(fields[0]).unwrap(), winner, fields[2].parse().unwrap())
    };
    ORACLE.lines().map(line).collect()
}

fn agree(tables: &Tables<ThreeMusketeers>, position: &<ThreeMusketeers as Game>::Position, winner: Player, plies: u16) {
    let game = tables.game();
    let expected = Value { plies: Some(plies), ..Value::over(Outcome::Winner(winner).for_player(game.turn(position))) };
    assert_eq!(tables.value(position).unwrap(), expected, "{}", game.show_position(position));
}

#[test]
fn few_guards_agree_with_proven_values() {
    const TIERS: usize = 5;
    let game = ThreeMusketeers::default();
    let data = tempfile::tempdir().unwrap();
    let options = Options { plain: true, tiers: Some(TIERS), ..QUIET };
    solve(&game, &Folder::of(&game, data.path()), options).unwrap();
    let tables = Tables::open(&game, data.path()).unwrap();
    assert!(!tables.is_complete());
    let few: Vec<_> = oracle(&game).into_iter().filter(|(position, ..)| game.rank(position).0 < TIERS).collect();
    assert!(few.len() > 20);
    few.iter().for_each(|(position, winner, plies)| agree(&tables, position, *winner, *plies));
    totals(&tables, TIERS);
}

#[test]
fn the_line_of_best_play_is_as_long_as_the_value_says() {
    let game: ThreeMusketeers = build("rows=4,columns=4").unwrap();
    let data = tempfile::tempdir().unwrap();
    solve_into(&game, data.path()).unwrap();
    let tables = Tables::open(&game, data.path()).unwrap();
    let value = tables.value(&game.start()).unwrap();
    let line = tables.line(&game.start(), 100).unwrap();
    assert_eq!(line.len(), usize::from(value.plies.unwrap()));
    assert_eq!(line[0].value, value);
    assert!(line.iter().all(|choice| choice.best));
    assert!(line.windows(2).all(|two| two[1].value.plies.unwrap() + 1 == two[0].value.plies.unwrap()));
    assert!(game.outcome(&line.last().unwrap().position).is_some());
    let choices = tables.choices(&game.start()).unwrap();
    assert_eq!(choices.len(), game.count_moves(&game.start()));
    assert!(choices.is_sorted_by(|a, b| a.value >= b.value));
}

#[test]
fn the_usual_board() {
    if !full() {
        return;
    }
    let game = ThreeMusketeers::default();
    let data = tempfile::tempdir().unwrap();
    solve_into(&game, data.path()).unwrap();
    let tables = Tables::open(&game, data.path()).unwrap();
    let choices = tables.choices(&game.start()).unwrap();
    assert_eq!(choices.len(), 8);
    assert!(choices.iter().all(|choice| choice.value == Value::loss(33) && choice.best));
    for (position, winner, plies) in oracle(&game) {
        agree(&tables, &position, winner, plies);
    }
    totals(&tables, game.tiers());
    let options = verify::Options { workers: 2, in_memory: false, stop: &GO_ON, report: &|_, _| {} };
    let scope = verify::Scope::Random { positions: 1_000_000, seed: 1 };
    let verdict = verify::verify(&game, data.path(), scope, options).unwrap();
    assert_eq!((verdict.checked, verdict.wrong), (1_000_000, 0));
}

#[test]
fn the_usual_board_with_other_rules() {
    if !full() {
        return;
    }
    for (rules, expected) in [("ending=early", [35, 37]), ("stuck=pass", [33, 33])] {
        let game: ThreeMusketeers = build(rules).unwrap();
        let data = tempfile::tempdir().unwrap();
        solve_into(&game, data.path()).unwrap();
        let tables = Tables::open(&game, data.path()).unwrap();
        let choices = tables.choices(&game.start()).unwrap();
        assert_eq!(tables.value(&game.start()).unwrap(), Value::loss(expected[1]));
        for choice in choices {
            // Under `early` the corners' moves lose sooner than the centre's.
            let corner = !game.show_move(choice.m).starts_with("c3");
            assert_eq!(choice.value, Value::loss(expected[usize::from(!corner)]));
        }
    }
}

/// Compares the first tiers with the published totals.
fn totals(tables: &Tables<ThreeMusketeers>, tiers: usize) {
    for (tier, row) in published::THREE_MUSKETEERS.iter().enumerate().take(tiers) {
        let counts = stats::count(tables, tier, 2).unwrap();
        let found = counts.iter().flat_map(|count| {
            [0, 1].map(|winner| (count.wins[winner], count.longest[winner].as_ref().map_or(0, |longest| longest.0)))
        });
        assert_eq!(found.collect::<Vec<_>>(), row, "{tier} guards");
    }
}
