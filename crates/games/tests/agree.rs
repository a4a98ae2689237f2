//! Each game against its plain reference: the same moves, leading to the same positions, and the same outcome, on
//! 100,000 positions met in random games of each rule set, and the same perft.
//!
//! Outcomes and the texts of all moves are compared everywhere. Where there are more than 64 moves, what they lead to is
//! compared for all of them in one position out of ten, and for 16 random ones in the others: most of the time would
//! go into writing positions.

mod reference;

use athos_core::random::Random;
use athos_core::{Described, FullGame, Game, Notation, Outcome, perft};
use athos_games::registry::build;
use athos_games::{MadKing, Matches, Nim, Pentago, PentagoSwap, ThreeMusketeers};
use reference::Reference;

const POSITIONS: usize = 100_000;
const LONGEST_GAME: usize = 200;
const MANY_MOVES: usize = 64;
const SAMPLE: usize = 16;

/// Compares the two in random games from the start.
fn agree<G: FullGame>(rules: &str, plain: &impl Reference) {
    agree_from(&build::<G>(rules).unwrap(), plain, |_| None);
}

/// Compares the two in random games; each begins where `begin` says, if it does, and else at the start.
fn agree_from<G: FullGame>(game: &G, plain: &impl Reference, begin: impl Fn(&mut Random) -> Option<String>) {
    let mut random = Random::new(1);
    let mut compared = 0;
    while compared < POSITIONS {
        let mut position = begin(&mut random).map_or(game.start(), |text| game.read_position(&text).unwrap());
        for _ in 0..LONGEST_GAME {
            let next = compare(game, &position, plain, &mut random);
            compared += 1;
            let Some(next) = next else { break };
            position = next;
        }
    }
}

/// Compares one position and plays a random move.
fn compare<G: FullGame>(
    game: &G,
    position: &G::Position,
    plain: &impl Reference,
    random: &mut Random,
) -> Option<G::Position> {
    let text = game.show_position(position);
    let plain_position = plain.read(&text);
    assert_eq!(plain.show(&plain_position), text, "{}", game.spec());

    let outcome = game.outcome(position).map(|outcome| match outcome {
        Outcome::Winner(player) => <G as Described>::PLAYERS[player.index()],
        Outcome::Draw => "draw",
    });
    assert_eq!(outcome, plain.outcome(&plain_position), "{}, outcome of {text}", game.spec());

    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut fast: Vec<(String, G::Move)> = moves.iter().map(|&m| (game.show_move(m), m)).collect();
    let mut slow = plain.moves(&plain_position);
    fast.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    slow.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    let fast_texts: Vec<&str> = fast.iter().map(|(text, _)| text.as_str()).collect();
    let slow_texts: Vec<&str> = slow.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(fast_texts, slow_texts, "{}, moves of {text}", game.spec());

    let same_next = |index: usize| {
        let (move_text, m) = &fast[index];
        let next = game.show_position(&game.play(position, *m));
        assert_eq!(next, plain.show(&slow[index].1), "{}, {move_text} in {text}", game.spec());
    };
    if moves.len() <= MANY_MOVES || random.below(10) == 0 {
        (0..moves.len()).for_each(same_next);
    } else {
        (0..SAMPLE).for_each(|_| same_next(random.below(moves.len())));
    }
    random.pick(&moves).map(|&m| game.play(position, m))
}

/// Compares positions with the pieces of The Mad King! put anywhere: random games seldom see its rarer rules at work.
fn agree_on_placements(rules: &str, plain: &reference::mad_king::Plain) {
    let game: MadKing = build(rules).unwrap();
    let mut random = Random::new(2);
    let mut compared = 0;
    while compared < POSITIONS / 5 {
        let mut cells = [b'.'; 25];
        let guards = random.below(4);
        let dragons = random.below(9 - guards);
        let pieces = std::iter::once(b'K').chain([b'G'; 3].into_iter().take(guards));
        for piece in pieces.chain([b'D'; 8].into_iter().take(dragons)) {
            let free: Vec<usize> = (0..25).filter(|&cell| cells[cell] == b'.').collect();
            cells[free[random.below(free.len())]] = piece;
        }
        let rows: Vec<&str> = cells.chunks(5).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let turn = ["k", "d"][random.below(2)];
        // What the reader refuses cannot arise: a conversion that is overdue.
        if let Ok(position) = game.read_position(&format!("{} {turn}", rows.join("/"))) {
            compare(&game, &position, plain, &mut random);
            compared += 1;
        }
    }
}

fn mad_king_agrees(rules: &str, plain: reference::mad_king::Plain) {
    let game: MadKing = build(rules).unwrap();
    let plain_start = plain.read(&game.show_position(&game.start()));
    assert_eq!(perft(&game, &game.start(), 3), reference::perft(&plain, &plain_start, 3), "{rules}");
    agree::<MadKing>(rules, &plain);
    agree_on_placements(rules, &plain);
}

#[test]
fn mad_king_presets() {
    use reference::mad_king::Plain;
    let usual = Plain::default();
    mad_king_agrees("", usual);
    mad_king_agrees("preset=frd", usual);
    mad_king_agrees(
        "preset=authors",
        Plain { jump_captures: true, king_moves_convert: false, chain: "single_pass", ..usual },
    );
    mad_king_agrees("preset=maxi", Plain { chain: "single_pass", king_loss: "walled", no_dragons_wins: true, ..usual });
    mad_king_agrees("preset=dk", Plain { chain: "single_pass", dragons_win_first: true, ..usual });
    mad_king_agrees(
        "preset=nick",
        Plain { jump_captures: true, chain: "simultaneous", king_loss: "immobile_or_guard", ..usual },
    );
}

#[test]
fn mad_king_options() {
    use reference::mad_king::Plain;
    let usual = Plain::default();
    mad_king_agrees("first=king", usual);
    mad_king_agrees("king_jump=empty_or_capture", Plain { jump_captures: true, ..usual });
    mad_king_agrees("conversion_when=dragon_moves", Plain { king_moves_convert: false, ..usual });
    for chain in ["single_pass", "simultaneous"] {
        mad_king_agrees(&format!("conversion_chain={chain}"), Plain { chain, ..usual });
    }
    for king_loss in ["immobile", "three", "walled", "immobile_or_guard"] {
        mad_king_agrees(&format!("king_loss={king_loss}"), Plain { king_loss, ..usual });
    }
    mad_king_agrees("win_order=dragon_first", Plain { dragons_win_first: true, ..usual });
    mad_king_agrees("no_dragons=king_wins", Plain { no_dragons_wins: true, ..usual });
    mad_king_agrees("stalemate=loss", Plain { stalemate_loses: true, ..usual });
}

/// Compares the number of move sequences from the start, up to `depth`.
fn perft_agrees<G: FullGame>(game: &G, plain: &impl Reference, depth: u32) {
    let plain_start = plain.read(&game.show_position(&game.start()));
    for depth in 0..=depth {
        let count = perft(game, &game.start(), depth);
        assert_eq!(count, reference::perft(plain, &plain_start, depth), "{}, perft {depth}", game.spec());
    }
}

#[test]
fn matches() {
    use reference::matches::Plain;
    let usual = Plain { takes: vec![1, 2, 3], misere: true, terminal: 1 };
    agree::<Matches>("", &usual);
    perft_agrees(&Matches::default(), &usual, 8);
    let plain = Plain { takes: vec![1, 3, 4], misere: false, terminal: 0 };
    agree::<Matches>("takes=1+3+4,play=normal,terminal=0,pile=90", &plain);
    agree::<Matches>("takes=2+5,pile=60", &Plain { takes: vec![2, 5], misere: true, terminal: 1 });
}

#[test]
fn nim() {
    use reference::nim::Plain;
    agree::<Nim>("", &Plain { misere: false });
    perft_agrees(&Nim::default(), &Plain { misere: false }, 5);
    agree::<Nim>("heaps=5+6+7+8,play=misere", &Plain { misere: true });
}

/// Compares boards of quadrants with stones put anywhere: random games seldom see a full board.
fn agree_on_stones<G: FullGame>(rules: &str, plain: &reference::quadrants::Plain) {
    let game: G = build(rules).unwrap();
    let mut random = Random::new(2);
    for _ in 0..POSITIONS / 5 {
        let mut cells = [b'.'; 36];
        let stones = random.below(37);
        for stone in 0..stones {
            let free: Vec<usize> = (0..36).filter(|&cell| cells[cell] == b'.').collect();
            cells[free[random.below(free.len())]] = [b'W', b'B'][stone % 2];
        }
        let rows: Vec<&str> = cells.chunks(6).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let turn = ["w", "b"][stones % 2];
        let position = game.read_position(&format!("{} {turn}", rows.join("/"))).unwrap();
        compare(&game, &position, plain, &mut random);
    }
}

fn quadrants_agree<G: FullGame>(rules: &str, plain: &reference::quadrants::Plain, perft_2: u64) {
    let game: G = build(rules).unwrap();
    assert_eq!(perft(&game, &game.start(), 2), perft_2);
    perft_agrees(&game, plain, 2);
    agree::<G>(rules, plain);
    agree_on_stones::<G>(rules, plain);
}

#[test]
fn three_musketeers() {
    use reference::three_musketeers::Plain;
    let rule_sets = [
        ("", "musketeers", false),
        ("rows=4,columns=4", "musketeers", false),
        ("rows=3,columns=6,musketeers=2,stuck=guards", "guards", false),
        ("rows=6,columns=6,musketeers=4,ending=early", "musketeers", true),
        ("rows=4,columns=3,musketeers=1,stuck=pass", "pass", false),
        ("stuck=pass,start=GGGGG/GGGGG/GGGGG/MMGGG/MGGGG", "pass", false),
        ("stuck=guards,ending=early,start=G.G.M/.GGG./G.M.G/GG.GG/M.GG.", "guards", true),
        ("rows=5,columns=6,stuck=pass,ending=early", "pass", true),
    ];
    for (rules, stuck, early) in rule_sets {
        let game: ThreeMusketeers = build(rules).unwrap();
        let size = |option: usize| game.rules()[option].parse::<usize>().unwrap();
        let [rows, columns, musketeers] = [size(0), size(1), size(2)];
        let plain = Plain { stuck, early };
        agree_from(&game, &plain, |random| {
            (random.below(2) == 0).then(|| random_placement(rows, columns, musketeers, random))
        });
        perft_agrees(&game, &plain, 6);
    }
}

/// Musketeers anywhere, guards on a random share of the other cells, and either player to move.
fn random_placement(rows: usize, columns: usize, musketeers: usize, random: &mut Random) -> String {
    let share = random.below(9);
    let mut cells: Vec<char> = (0..rows * columns).map(|_| if random.below(8) < share { 'G' } else { '.' }).collect();
    cells[..musketeers].fill('M');
    for cell in 0..cells.len() {
        cells.swap(cell, random.below(cell + 1));
    }
    let rows: Vec<String> = cells.chunks(columns).map(|row| row.iter().collect()).collect();
    format!("{} {}", rows.join("/"), ['m', 'g'][random.below(2)])
}

#[test]
fn pentago() {
    use reference::quadrants::{Plain, Twist};
    for (win_on_place, placement_wins) in [("on", true), ("off", false)] {
        let plain = Plain { twist: Twist::Turn, placement_wins, giving_five_draws: false };
        quadrants_agree::<Pentago>(&format!("win_on_place={win_on_place}"), &plain, 80_640);
    }
}

#[test]
fn pentago_swap() {
    use reference::quadrants::{Plain, Twist};
    for (win_before_swap, placement_wins) in [("off", false), ("on", true)] {
        for (self_lose, giving_five_draws) in [("opponent_wins", false), ("draw", true)] {
            let rules = format!("win_before_swap={win_before_swap},self_lose={self_lose}");
            let plain = Plain { twist: Twist::Swap, placement_wins, giving_five_draws };
            quadrants_agree::<PentagoSwap>(&rules, &plain, 45_360);
        }
    }
}
