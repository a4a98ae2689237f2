//! Every game and several rule sets of each, held to the laws of `athos_core::laws`.

use athos_core::{FullGame, laws};
use athos_games::registry::{Visitor, visit};

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
    "matches",
    "matches:pile=40,takes=1+3+4,play=normal,terminal=0",
    "matches:takes=2+5,terminal=0",
    "nim",
    "nim:play=misere,heaps=7+7+7",
    "nim:heaps=1+2+3+4+5",
];

/// How many keys are compared per rule set, and how many broken texts are read.
fn effort(usual: usize, full: usize) -> usize {
    if std::env::var_os("ATHOS_FULL").is_some() { full } else { usual }
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
            let cases = effort(20_000, 1_000_000);
            let accepted = laws::sturdy(&game, 1, cases).unwrap_or_else(|broken| panic!("{}: {broken}", game.spec()));
            assert!(accepted > 0, "{}: nothing was accepted", game.spec());
        }
    }
    for_every_rule_set(Sturdy);
}
