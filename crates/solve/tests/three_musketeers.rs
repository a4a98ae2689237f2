//! Three Musketeers: the kernel against the generic solver, tables against brute force and against proven values.
//!
//! The usual board takes a gigabyte and half a minute or so; it is solved only when ATHOS_FULL is set.

mod common;

use athos_core::{Game, Notation, Outcome, Player, Tiered, Value};
use athos_games::ThreeMusketeers;
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
    for (tier, row) in TOTALS.iter().enumerate().take(tiers) {
        let counts = stats::count(tables, tier, 2).unwrap();
        let found = counts.iter().flat_map(|count| {
            [0, 1].map(|winner| (count.wins[winner], count.longest[winner].as_ref().map_or(0, |longest| longest.0)))
        });
        assert_eq!(found.collect::<Vec<_>>(), row, "{tier} guards");
    }
}

/// For every number of guards: positions that the musketeers and the guards win and the longest such win in plies, with
/// the musketeers and then with the guards to move. Every placement counts, symmetric ones apart.
#[rustfmt::skip]
const TOTALS: [[(u64, u16); 4]; 23] = [
    [(2_200, 0), (100, 0), (2_200, 0), (100, 0)],
    [(48_256, 1), (2_344, 1), (48_100, 2), (2_500, 2)],
    [(505_436, 3), (25_864, 3), (498_756, 4), (32_544, 4)],
    [(3_352_008, 5), (189_992, 5), (3_255_460, 6), (286_540, 6)],
    [(15_775_836, 7), (1_048_664, 7), (14_802_736, 8), (2_021_764, 8)],
    [(55_687_816, 9), (4_880_384, 9), (48_692_620, 10), (11_875_580, 10)],
    [(151_078_386, 11), (20_531_514, 11), (114_252_244, 12), (57_357_656, 12)],
    [(312_401_184, 13), (79_850_016, 13), (178_636_588, 14), (213_614_612, 14)],
    [(465_700_780, 15), (269_770_220, 15), (165_531_186, 16), (569_939_814, 16)],
    [(442_618_268, 17), (701_447_732, 17), (79_375_856, 18), (1_064_690_144, 18)],
    [(227_229_908, 19), (1_260_055_892, 19), (18_493_108, 20), (1_468_792_692, 20)],
    [(58_231_532, 21), (1_564_262_068, 21), (2_355_464, 22), (1_620_138_136, 22)],
    [(8_682_500, 23), (1_478_603_300, 23), (227_848, 24), (1_487_057_952, 24)],
    [(1_223_576, 25), (1_142_842_424, 25), (17_264, 26), (1_144_048_736, 26)],
    [(208_284, 27), (735_262_716, 27), (816, 28), (735_470_184, 28)],
    [(38_024, 29), (392_213_176, 29), (20, 30), (392_251_180, 30)],
    [(6_548, 31), (171_603_352, 31), (0, 0), (171_609_900, 32)],
    [(896, 0), (60_567_304, 33), (0, 0), (60_568_200, 32)],
    [(84, 0), (16_824_416, 33), (0, 0), (16_824_500, 34)],
    [(4, 0), (3_541_996, 35), (4, 0), (3_541_996, 34)],
    [(16, 1), (531_284, 35), (8, 0), (531_292, 36)],
    [(20, 1), (50_580, 37), (100, 0), (50_500, 38)],
    [(168, 1), (2_132, 39), (2_200, 0), (100, 0)],
];
