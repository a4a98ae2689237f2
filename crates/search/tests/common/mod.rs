//! What the tests share: positions to search, and points to compare.
#![allow(dead_code)]

pub mod doors;

use athos_core::random::Random;
use athos_core::{FullGame, Game, Score, Wdl};
use athos_games::registry::{Visitor, visit};
use athos_search::points::WIN;
use athos_search::{Evaluator, Limits, Report, Scoring, minimax};

/// Every game, and rule sets that are small or odd: with the depth that plain minimax can afford in a test.
pub const GAMES: &[(&str, u32)] = &[
    ("matches:pile=14", 14),
    ("matches:pile=12,takes=1+3+4,play=normal,terminal=0", 12),
    ("matches:pile=40,takes=1-4", 6),
    ("nim:heaps=2+2+3", 7),
    ("nim:heaps=3+3+4", 4),
    ("nim:heaps=1+2+3,play=misere", 6),
    ("three-musketeers", 4),
    ("three-musketeers:rows=4,columns=4", 5),
    ("three-musketeers:rows=4,columns=3,musketeers=1,stuck=pass", 6),
    ("mad-king", 3),
    ("mad-king:preset=authors", 3),
    ("pentago", 2),
    ("pentago-swap", 2),
];

/// Whether the long versions of tests are wanted.
pub fn full() -> bool {
    std::env::var_os("ATHOS_FULL").is_some()
}

/// Does the same with every game of [`GAMES`].
pub fn for_every_game<V: Visitor<Output = ()>>(visitor: impl Fn(u32) -> V) {
    for &(spec, depth) in GAMES {
        visit(spec, "", visitor(depth)).unwrap();
    }
}

/// Positions where the game goes on: the start, and one at a random ply of each of `count` random games.
pub fn positions<G: Game>(game: &G, seed: u64, count: usize) -> Vec<G::Position> {
    let mut random = Random::new(seed);
    let mut found = vec![game.start()];
    let mut moves = Vec::new();
    for _ in 0..count {
        let line = random_game(game, &mut random, &mut moves);
        found.extend(random.pick(&line));
    }
    found
}

/// The unfinished positions of a random game of at most 60 plies.
pub fn random_game<G: Game>(game: &G, random: &mut Random, moves: &mut Vec<G::Move>) -> Vec<G::Position> {
    let mut position = game.start();
    let mut line = Vec::new();
    for _ in 0..60 {
        moves.clear();
        game.moves(&position, moves);
        let Some(&m) = random.pick(moves) else { break };
        line.push(position);
        position = game.play(&position, m);
    }
    line
}

/// Proven and estimated scores as one number, for comparison.
pub fn points(score: Score) -> i32 {
    match score {
        Score::Estimate(points) => points,
        Score::Proven(value) => {
            let distance = i32::from(value.plies.unwrap_or(0));
            match value.wdl {
                Wdl::Win => WIN - distance,
                Wdl::Draw => 0,
                Wdl::Loss => distance - WIN,
            }
        }
    }
}

/// Plain minimax.
pub fn plain<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    scoring: Scoring,
    depth: u32,
) -> Report<G::Move> {
    minimax(game, evaluator, position, scoring, &Limits::depth(depth), &mut ())
}

/// The points of every move by plain minimax, for the player who makes it, counted from before the move.
pub fn move_points<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    scoring: Scoring,
    depth: u32,
) -> Vec<(G::Move, i32)> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let value = |m| {
        let next = game.play(position, m);
        let same_player = game.turn(&next) == game.turn(position);
        let after = points(plain(game, evaluator, &next, scoring, depth - 1).score);
        let step =
            if scoring == Scoring::Distance && after.abs() > athos_core::MAX_ESTIMATE { after.signum() } else { 0 };
        let before = after - step;
        if same_player { before } else { -before }
    };
    moves.into_iter().map(|m| (m, value(m))).collect()
}

/// Who is asking, for messages.
pub fn at<G: FullGame>(game: &G, position: &G::Position) -> String {
    format!("{} '{}'", game.spec(), game.show_position(position))
}
