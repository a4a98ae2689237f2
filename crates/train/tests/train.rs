//! Learning follows from the seed alone, and teaches something.

use athos_champion::Shallow;
use athos_games::quadrants::{QuadrantGame, Twist, Worths};
use athos_games::{Pentago, PentagoSwap};
use athos_train::{Settings, contest, train};

fn learned<T: Twist>(game: &QuadrantGame<T>, settings: &Settings) -> (Worths, String) {
    let mut told = String::new();
    let worths = train(game, settings, &mut |round| told += &format!("{round:?}\n")).unwrap();
    (worths, told)
}

#[test]
fn equal_seeds_teach_the_same_and_other_seeds_something_else() {
    let game = PentagoSwap::default();
    let settings = Settings { seed: 5, games: 6, rounds: 2, match_games: 4 };
    let (worths, told) = learned(&game, &settings);
    assert_eq!(learned(&game, &settings), (worths.clone(), told.clone()));
    assert_eq!(told.lines().count(), 2);
    assert_ne!(worths, Worths::plain());
    assert_ne!(learned(&game, &Settings { seed: 6, ..settings }).0, worths);
    let (worths, _) = learned(&Pentago::default(), &Settings { rounds: 1, ..settings });
    assert_ne!(worths, Worths::plain());
}

/// A match seen from the other side is the same match.
#[test]
fn a_match_has_two_sides() {
    let game = PentagoSwap::default();
    let mut player = Shallow::new(game.clone()).unwrap();
    let (learned, plain) = (athos_games::pentago_swap::Swap::worths(), Worths::plain());
    let score = contest(&game, &mut player, [learned, &plain], 20, 3);
    let seen_from_there = contest(&game, &mut player, [&plain, learned], 20, 3);
    assert_eq!(
        (score.won, score.drawn, score.lost),
        (seen_from_there.lost, seen_from_there.drawn, seen_from_there.won)
    );
    assert_eq!(score.won + score.drawn + score.lost, 20);
    assert_eq!(score.percent() + seen_from_there.percent(), 100.0);
}
