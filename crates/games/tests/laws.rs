//! Every game and several rule sets of each, held to the laws of `athos_core::laws`.

use athos_core::random::Random;
use athos_core::{FullGame, laws};
use athos_games::registry::{Visitor, load, visit};

/// The rule sets under test.
const RULE_SETS: &[&str] = &[
    "three-musketeers",
    "three-musketeers:rows=4,columns=4",
    "three-musketeers:rows=3,columns=6,musketeers=2,stuck=guards",
    "three-musketeers:rows=6,columns=6,musketeers=4,ending=early",
    "three-musketeers:rows=4,columns=3,musketeers=1,stuck=pass",
    "three-musketeers:stuck=pass,start=GGGGG/GGGGG/GGGGG/MMGGG/MGGGG",
    "three-musketeers:stuck=guards,ending=early,start=G.G.M/.GGG./G.M.G/GG.GG/M.GG.",
    "three-musketeers:rows=5,columns=6,stuck=pass,ending=early",
    "mad-king",
    "mad-king:preset=authors",
    "mad-king:preset=frd",
    "mad-king:preset=maxi",
    "mad-king:preset=dk",
    "mad-king:preset=nick",
    "mad-king:first=king,stalemate=loss",
    "mad-king:king_jump=empty_or_capture,king_loss=immobile",
    "mad-king:conversion_when=dragon_moves,king_loss=three",
    "mad-king:conversion_chain=simultaneous,king_loss=walled,win_order=dragon_first",
    "mad-king:conversion_chain=single_pass,king_loss=immobile_or_guard,no_dragons=king_wins",
    "pentago",
    "pentago:win_on_place=off",
    "pentago-swap",
    "pentago-swap:win_before_swap=on",
    "pentago-swap:self_lose=draw",
    "pentago-swap:win_before_swap=on,self_lose=draw",
    "matches",
    "matches:pile=40,takes=1+3+4,play=normal,terminal=0",
    "matches:takes=2+5,terminal=0",
    "nim",
    "nim:play=misere,heaps=7+7+7",
    "nim:heaps=1+2+3+4+5",
];

/// How many broken texts of each kind are read: all of them, a million, only in the full run and for default rules.
fn cases(default_rules: bool) -> usize {
    if default_rules && std::env::var_os("ATHOS_FULL").is_some() { 1_000_000 } else { 20_000 }
}

fn for_every_rule_set<V: Visitor<Output = ()> + Clone>(visitor: V) {
    for spec in RULE_SETS {
        visit(spec, "", visitor.clone()).unwrap();
    }
}

#[test]
fn every_position_met_obeys_every_law() {
    #[derive(Clone)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: FullGame>(self, game: G) {
            let met = laws::check(&game, 1, 60).unwrap_or_else(|broken| panic!("{}: {broken}", game.spec()));
            assert!(met > 60, "{}: only {met} positions met", game.spec());
        }
    }
    for_every_rule_set(Check);
}

#[test]
fn no_two_of_the_first_million_positions_share_a_key() {
    #[derive(Clone)]
    struct Keys;
    impl Visitor for Keys {
        type Output = ();
        fn visit<G: FullGame>(self, game: G) {
            let met =
                laws::distinct_keys(&game, 1, 1_000_000).unwrap_or_else(|broken| panic!("{}: {broken}", game.spec()));
            assert!(met > 10, "{}: only {met} positions met", game.spec());
        }
    }
    for_every_rule_set(Keys);
}

#[test]
fn readers_survive_any_text() {
    #[derive(Clone)]
    struct Sturdy;
    impl Visitor for Sturdy {
        type Output = ();
        fn visit<G: FullGame>(self, game: G) {
            let cases = cases(game.rules_text().is_empty());
            let accepted = laws::sturdy(&game, 1, cases).unwrap_or_else(|broken| panic!("{}: {broken}", game.spec()));
            assert!(accepted > 0, "{}: nothing was accepted", game.spec());
        }
    }
    for_every_rule_set(Sturdy);
}

#[test]
fn rules_readers_survive_any_text() {
    let mut random = Random::new(1);
    let mut accepted = 0;
    for spec in RULE_SETS {
        let (id, rules) = spec.split_once(':').unwrap_or((spec, "preset=default,pile=9,heaps=3+3,rows=4"));
        for case in 0..2 * cases(!spec.contains(':')) {
            let text = if case % 2 == 0 { laws::random_text(&mut random) } else { laws::mutate(rules, &mut random) };
            match load(id, &text) {
                Ok(game) => {
                    accepted += 1;
                    load(id, &game.rules_text()).unwrap_or_else(|error| panic!("{id}:{text} became {error}"));
                }
                Err(error) => assert!(error.to_string().contains("column"), "{id}:{text} was refused with '{error}'"),
            }
        }
    }
    assert!(accepted > 0);
}
