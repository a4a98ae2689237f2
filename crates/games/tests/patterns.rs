//! Patterns are what the rules and the lines say, counted in the simplest way; estimates follow from them.

use athos_core::random::Random;
use athos_core::{Evaluate, Game, Symmetric};
use athos_games::quadrants::{LINES, PATTERNS, QuadrantGame, Stones, Twist, Worths, WorthsError, patterns, phase};
use athos_games::{Pentago, PentagoSwap};

const OF_PLAYER: usize = (PATTERNS - 1) / 2;

/// Rows and columns at the edge, through middles and inside, long and short diagonals: 0 to 4.
fn kind(line: u64) -> usize {
    let cells: Vec<(i32, i32)> = athos_games::quadrants::CELLS
        .into_iter()
        .filter(|cell| line & cell.bit() != 0)
        .map(|cell| (cell.row() as i32, cell.column() as i32))
        .collect();
    let straight = |index: i32| [0, 1, 2, 2, 1, 0][index as usize];
    if cells.iter().all(|cell| cell.0 == cells[0].0) {
        straight(cells[0].0)
    } else if cells.iter().all(|cell| cell.1 == cells[0].1) {
        straight(cells[0].1)
    } else if cells[0].0 == cells[0].1 && cells[1].0 == cells[1].1
        || cells[0].0 + cells[0].1 == 5 && cells[1].0 + cells[1].1 == 5
    {
        3
    } else {
        4
    }
}

fn open_lines(own: u64, other: u64, stones: u32, of_kind: Option<usize>) -> i16 {
    let open = |line: &&u64| **line & other == 0 && (**line & own).count_ones() == stones;
    LINES.iter().filter(open).filter(|line| of_kind.is_none_or(|wanted| kind(**line) == wanted)).count() as i16
}

fn plain_patterns<T: Twist>(position: &Stones) -> Vec<i16> {
    let (own, other) = (position.of(position.turn()), position.of(position.turn().other()));
    let mut all = Vec::new();
    for (own, other) in [(own, other), (other, own)] {
        for of_kind in 0..5 {
            all.extend((1..=4).map(|stones| open_lines(own, other, stones, Some(of_kind))));
        }
        let twisted = |stones: u32| {
            T::ALL.iter().map(move |twist| open_lines(twist.apply(own), twist.apply(other), stones, None))
        };
        all.extend((2..=4).map(|stones| twisted(stones).max().unwrap()));
        all.extend((2..=4).map(|stones| twisted(stones).sum::<i16>()));
        let middles = athos_games::quadrants::CELLS.iter().filter(|cell| cell.row() % 3 == 1 && cell.column() % 3 == 1);
        all.push(middles.filter(|cell| own & cell.bit() != 0).count() as i16);
    }
    all.push(1);
    all
}

fn positions<T: Twist>(game: &QuadrantGame<T>, count: usize) -> Vec<Stones> {
    let (mut random, mut moves, mut all) = (Random::new(8), Vec::new(), Vec::new());
    while all.len() < count {
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            all.push(position);
            moves.clear();
            game.moves(&position, &mut moves);
            position = game.play(&position, *random.pick(&moves).unwrap());
        }
    }
    all
}

fn check<T: Twist>(game: QuadrantGame<T>) {
    let plain = Worths::plain();
    for position in positions(&game, 5_000) {
        assert_eq!(patterns::<T>(&position).to_vec(), plain_patterns::<T>(&position), "{position:?}");
        assert_eq!(plain.evaluate(&game, &position), game.evaluate(&position), "{position:?}");
        let sum: i64 = T::worths().by_phase[phase(&position)]
            .iter()
            .zip(plain_patterns::<T>(&position))
            .map(|(worth, count)| i64::from(*worth) * i64::from(count))
            .sum();
        assert_eq!(i64::from(T::worths().evaluate(&game, &position)), sum);
        for symmetry in 0..game.symmetries() {
            let image = game.map_position(symmetry, &position);
            assert_eq!(patterns::<T>(&image), patterns::<T>(&position), "{position:?}");
        }
    }
}

#[test]
fn counts_and_estimates_are_those_of_the_plain_way() {
    check(Pentago::default());
    check(PentagoSwap::default());
    assert_eq!(OF_PLAYER, 27);
}

#[test]
fn phases_follow_the_stones() {
    let game = Pentago::default();
    let mut phases: Vec<usize> = positions(&game, 1_000).iter().map(phase).collect();
    phases.sort_unstable();
    phases.dedup();
    assert_eq!(phases, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn worths_come_back_from_their_text() {
    let mut worths = Worths::plain();
    worths.by_phase[3][7] = -12_345;
    let text = worths.show("Two lines\nof remarks");
    assert!(text.starts_with("# Two lines\n# of remarks\n"));
    assert_eq!(Worths::read(&text), Ok(worths));
    assert_eq!(Worths::read(&format!("{text}more 1")), Err(WorthsError::TooLong(59)));
    let wrong = |text: &str| Worths::read(text).unwrap_err().to_string();
    assert_eq!(wrong(""), "line 1: 'own edge line of 1' and 6 whole numbers belong here");
    assert_eq!(
        wrong("own edge line of 1 1 2 3 4 5 6\nown edge line of 2 1 2 3"),
        "line 2: 'own edge line of 2' and 6 whole numbers belong here"
    );
    for twists in [athos_games::pentago::Rotation::worths(), athos_games::pentago_swap::Swap::worths()] {
        assert_eq!(Worths::read(&twists.show("")).as_ref(), Ok(twists));
    }
}
