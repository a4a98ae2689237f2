//! Laws of the tiers of The Mad King!, under every reading of its rules: ranks and positions name each other, and walking
//! backwards finds exactly the moves that lead forwards.

use athos_core::random::Random;
use athos_core::{Game, Notation, Retrograde, Symmetric, Tiered};
use athos_games::MadKing;
use athos_games::registry::build;
use std::collections::HashMap;

/// Every preset, every single option, and options that meet.
const RULES: [&str; 20] = [
    "",
    "preset=authors",
    "preset=maxi",
    "preset=dk",
    "preset=nick",
    "first=king",
    "king_jump=empty_or_capture",
    "conversion_when=dragon_moves",
    "conversion_chain=single_pass",
    "conversion_chain=simultaneous",
    "king_loss=immobile",
    "king_loss=three",
    "king_loss=walled",
    "king_loss=immobile_or_guard",
    "win_order=dragon_first",
    "no_dragons=king_wins",
    "stalemate=loss",
    "win_order=dragon_first,king_loss=walled,no_dragons=king_wins,stalemate=loss",
    "conversion_when=dragon_moves,conversion_chain=simultaneous,king_jump=empty_or_capture",
    "conversion_when=dragon_moves,king_loss=immobile",
];

type Position = <MadKing as Game>::Position;

/// A random position of every tier, `count` times over.
fn samples(game: &MadKing, count: usize) -> impl Iterator<Item = (usize, u64, Position)> + '_ {
    let mut random = Random::new(5);
    (0..count).flat_map(|_| 0..game.tiers()).filter_map(move |tier| {
        let rank = random.below(game.tier_len(tier) as usize) as u64;
        game.unrank(tier, rank).map(|position| (tier, rank, position))
    })
}

/// The ranks in the same tier that the moves lead to, with how many moves do.
fn followers(game: &MadKing, tier: usize, position: &Position) -> HashMap<u64, usize> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let ranks = moves.into_iter().map(|m| game.rank(&game.play(position, m)));
    let mut counts = HashMap::new();
    ranks.filter(|(to, _)| *to == tier).for_each(|(_, rank)| *counts.entry(rank).or_default() += 1);
    counts
}

/// The ranks found by walking backwards, with how often.
fn before(game: &MadKing, tier: usize, position: &Position) -> HashMap<u64, usize> {
    let mut positions = Vec::new();
    game.predecessors(position, &mut positions);
    let mut counts = HashMap::new();
    for before in positions {
        let (from, rank) = game.rank(&before);
        assert_eq!(from, tier);
        *counts.entry(rank).or_default() += 1;
    }
    counts
}

#[test]
fn ranks_and_positions_name_each_other() {
    for rules in RULES {
        let game: MadKing = build(rules).unwrap();
        for (tier, rank, position) in samples(&game, 60) {
            assert_eq!(game.rank(&position), (tier, rank), "{rules}");
            let text = game.show_position(&position);
            assert_eq!(game.read_position(&text).ok(), Some(position), "{rules}: {text}");
            if game.symmetries() == 2 && game.run(tier, rank).weight == 2 {
                assert_eq!(game.rank(&game.map_position(1, &position)), (tier, rank), "{rules}: {text}");
            }
        }
    }
}

#[test]
fn moves_lead_to_announced_tiers() {
    for rules in RULES {
        let game: MadKing = build(rules).unwrap();
        for (tier, _, position) in samples(&game, 100) {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            for m in moves {
                let next = game.play(&position, m);
                let (to, rank) = game.rank(&next);
                assert!(to == tier || to < tier && game.child_tiers(tier).contains(&to), "{rules}: {tier} to {to}");
                let shown = game.unrank(to, rank).map(|position| game.rank(&position));
                assert_eq!(shown, Some((to, rank)), "{rules}: {}", game.show_position(&next));
            }
        }
    }
}

#[test]
fn walking_backwards_finds_the_moves_that_lead_forwards() {
    for rules in RULES {
        let game: MadKing = build(rules).unwrap();
        for (tier, rank, position) in samples(&game, 40) {
            let text = || format!("{rules}: {}", game.show_position(&position));
            for (from, count) in before(&game, tier, &position) {
                let mover = game.unrank(tier, from).unwrap();
                assert_eq!(followers(&game, tier, &mover).get(&rank), Some(&count), "{}", text());
            }
            for (to, count) in followers(&game, tier, &position) {
                let next = game.unrank(tier, to).unwrap();
                assert_eq!(before(&game, tier, &next).get(&rank), Some(&count), "{}", text());
            }
        }
    }
}

#[test]
fn weights_count_every_placement_once() {
    for (rules, everything) in [("conversion_chain=simultaneous", 3_899_373_200), ("preset=maxi", 3_899_373_200)] {
        let game: MadKing = build(rules).unwrap();
        let mut total = 0;
        for tier in 1..game.tiers() {
            let mut rank = 0;
            while rank < game.tier_len(tier) {
                let run = game.run(tier, rank);
                assert_eq!(game.turn(&game.unrank(tier, rank).unwrap()), run.turn);
                total += run.ranks * run.weight;
                rank += run.ranks;
            }
        }
        assert_eq!(total, everything, "{rules}");
    }
}
