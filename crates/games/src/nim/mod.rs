//! Nim: several heaps, take any number from one of them.
//!
//! The classic with a complete theory, so every search can be held against a formula: see [`Nim::wins`]. Heaps keep
//! their place (and their letter) when they are empty.

mod index;
mod notation;

use athos_core::{
    Described, Evaluate, Finish, Game, Keyed, Outcome, Player, RuleOption, RuleSet, RulesError, Scene, Scenic,
    Symmetric, Values, mix,
};

/// How many heaps there may be.
pub const MAX_HEAPS: usize = 8;
/// How large a heap may be.
pub const MAX_HEAP: u32 = 255;

/// The rules: the heaps at the start, and whether the last object wins or loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nim {
    start: Heaps,
    misere: bool,
}

/// The heaps and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps {
    sizes: [u8; MAX_HEAPS],
    count: u8,
    turn: Player,
}

/// Take some objects from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// The heap, from 0.
    pub heap: u8,
    /// How many objects, at least one.
    pub objects: u8,
}

impl Heaps {
    /// Heaps with these sizes; `None` when there are none or more than [`MAX_HEAPS`].
    pub fn new(sizes: &[u8], turn: Player) -> Option<Heaps> {
        let mut all = [0; MAX_HEAPS];
        all.get_mut(..sizes.len())?.copy_from_slice(sizes);
        (!sizes.is_empty()).then_some(Heaps { sizes: all, count: sizes.len() as u8, turn })
    }

    /// The sizes of the heaps, empty ones included.
    pub fn sizes(&self) -> &[u8] {
        &self.sizes[..usize::from(self.count)]
    }

    /// The exclusive or of all sizes.
    pub fn nim_sum(&self) -> u8 {
        self.sizes.iter().fold(0, |sum, size| sum ^ size)
    }
}

impl Nim {
    /// Whether the player to move wins, by Bouton's theory.
    ///
    /// Normal play: exactly when the nim-sum is not zero. Misère play: the same as long as some heap has two objects or
    /// more; with heaps of one only, exactly when their number is even.
    pub fn wins(&self, position: &Heaps) -> bool {
        match self.misere && position.sizes.iter().all(|&size| size <= 1) {
            true => position.nim_sum() == 0,
            false => position.nim_sum() != 0,
        }
    }
}

impl Game for Nim {
    type Position = Heaps;
    type Move = Take;

    fn start(&self) -> Heaps {
        self.start
    }

    fn turn(&self, position: &Heaps) -> Player {
        position.turn
    }

    fn outcome(&self, position: &Heaps) -> Option<Outcome> {
        let winner = if self.misere { position.turn } else { position.turn.other() };
        (position.sizes == [0; MAX_HEAPS]).then_some(Outcome::Winner(winner))
    }

    fn moves(&self, position: &Heaps, out: &mut Vec<Take>) {
        for (heap, &size) in (0..).zip(position.sizes()) {
            out.extend((1..=size).map(|objects| Take { heap, objects }));
        }
    }

    fn play(&self, position: &Heaps, m: Take) -> Heaps {
        let mut next = *position;
        if let Some(size) = next.sizes.get_mut(usize::from(m.heap)) {
            *size = size.saturating_sub(m.objects);
        }
        next.turn = position.turn.other();
        next
    }

    fn count_moves(&self, position: &Heaps) -> usize {
        position.sizes.iter().map(|&size| usize::from(size)).sum()
    }
}

/// The part of the key that stands for one heap of one size.
fn heap_key(heap: usize, size: u8) -> u64 {
    mix((heap as u64) << 8 | u64::from(size))
}

const TURN_KEY: u64 = mix(1 << 32);

impl Keyed for Nim {
    fn key(&self, position: &Heaps) -> u64 {
        let turn = if position.turn == Player::Two { TURN_KEY } else { 0 };
        position.sizes().iter().enumerate().fold(turn, |key, (heap, &size)| key ^ heap_key(heap, size))
    }

    fn key_after(&self, key: u64, position: &Heaps, m: Take) -> u64 {
        let heap = usize::from(m.heap);
        let before = position.sizes[heap];
        key ^ heap_key(heap, before) ^ heap_key(heap, before.saturating_sub(m.objects)) ^ TURN_KEY
    }
}

/// The order of the heaps does not matter: every permutation of them is a symmetry, numbered in lexicographic order.
impl Symmetric for Nim {
    fn symmetries(&self) -> usize {
        (1..=self.start.sizes().len()).product()
    }

    fn map_position(&self, symmetry: usize, position: &Heaps) -> Heaps {
        let mut image = *position;
        for (from, to) in permutation(symmetry, self.start.sizes().len()).into_iter().enumerate() {
            image.sizes[usize::from(to)] = position.sizes[from];
        }
        image
    }

    fn map_move(&self, symmetry: usize, _position: &Heaps, m: Take) -> Take {
        let to = permutation(symmetry, self.start.sizes().len())[usize::from(m.heap)];
        Take { heap: to, ..m }
    }

    /// The heaps sorted by size.
    fn canonical(&self, position: &Heaps) -> (Heaps, usize) {
        let mut order: Vec<u8> = (0..position.count).collect();
        order.sort_by_key(|&heap| position.sizes[usize::from(heap)]);
        let mut places: [u8; MAX_HEAPS] = std::array::from_fn(|heap| heap as u8);
        (0..).zip(&order).for_each(|(place, &heap)| places[usize::from(heap)] = place);
        let symmetry = permutation_number(&places[..order.len()]);
        (self.map_position(symmetry, position), symmetry)
    }
}

/// The number of a permutation: the inverse of [`permutation`].
fn permutation_number(places: &[u8]) -> usize {
    let smaller_behind = |heap: usize| places[heap + 1..].iter().filter(|&&place| place < places[heap]).count();
    (0..places.len()).fold(0, |number, heap| number * (places.len() - heap) + smaller_behind(heap))
}

/// The heaps' new places under the permutation with this number. Heaps beyond `count` stay.
fn permutation(mut number: usize, count: usize) -> [u8; MAX_HEAPS] {
    let mut places: [u8; MAX_HEAPS] = std::array::from_fn(|heap| heap as u8);
    for heap in 0..count {
        let rest: usize = (1..count - heap).product();
        places[heap..count].sort_unstable();
        places[heap..count][..=number / rest].rotate_right(1);
        number %= rest;
    }
    places
}

/// Knows nothing, so that search has something to do.
impl Evaluate for Nim {
    fn evaluate(&self, _position: &Heaps) -> i32 {
        0
    }
}

impl Scenic for Nim {
    fn scene(&self, position: &Heaps) -> Scene {
        Scene::Heaps(position.sizes().iter().map(|&size| u32::from(size)).collect())
    }

    fn finish(&self, position: &Heaps) -> Option<Finish> {
        self.outcome(position).map(|_| Finish::new("Everything is taken.", []))
    }
}

impl Described for Nim {
    const ID: &'static str = "nim";
    const TITLE: &'static str = "Nim";
    const PLAYERS: [&'static str; 2] = ["first", "second"];
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption {
            name: "heaps",
            values: Values::Text("one to eight sizes from 0 to 255, joined by +"),
            default: "3+4+5",
            help: "the heaps at the start",
        },
        RuleOption {
            name: "play",
            values: Values::Choices(&["normal", "misere"]),
            default: "normal",
            help: "whoever takes the last object wins (normal) or loses (misere)",
        },
    ];
    const RULES_PAGE: &'static str = include_str!("rules.md");

    fn with_rules(rules: &RuleSet) -> Result<Nim, RulesError> {
        let heaps = rules.get("heaps").unwrap_or("3+4+5");
        let sizes: Option<Vec<u8>> = heaps.split('+').map(|size| size.parse().ok()).collect();
        let start = sizes.and_then(|sizes| Heaps::new(&sizes, Player::One));
        let start =
            start.ok_or_else(|| rules.error("heaps", "must be one to eight sizes from 0 to 255, joined by +"))?;
        let misere = rules.choice("play", &[("normal", false), ("misere", true)])?.unwrap_or(false);
        Ok(Nim { start, misere })
    }

    fn rules(&self) -> Vec<String> {
        let heaps = self.start.sizes().iter().map(u8::to_string).collect::<Vec<_>>().join("+");
        vec![heaps, if self.misere { "misere" } else { "normal" }.to_string()]
    }
}

impl Default for Nim {
    fn default() -> Nim {
        let start = Heaps { sizes: [3, 4, 5, 0, 0, 0, 0, 0], count: 3, turn: Player::One };
        Nim { start, misere: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn permutations_are_numbered_without_repetition() {
        let all: HashSet<_> = (0..24).map(|number| permutation(number, 4)).collect();
        assert_eq!(all.len(), 24);
        assert_eq!(permutation(0, 4), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert!((0..5040).all(|number| permutation_number(&permutation(number, 7)[..7]) == number));
    }

    #[test]
    fn theory_agrees_with_backward_induction() {
        for misere in [false, true] {
            let game = Nim { misere, ..Nim::default() };
            let mut wins: HashMap<[u8; MAX_HEAPS], bool> = HashMap::new();
            for total in 0..=21 {
                for (a, b, c) in triples().filter(|(a, b, c)| a + b + c == total) {
                    let position = Heaps::new(&[a, b, c], Player::One).unwrap();
                    let mut moves = Vec::new();
                    game.moves(&position, &mut moves);
                    let won = match game.outcome(&position) {
                        Some(outcome) => outcome == Outcome::Winner(Player::One),
                        None => moves.iter().any(|&m| !wins[&game.play(&position, m).sizes]),
                    };
                    assert_eq!(won, game.wins(&position), "{:?} misere={misere}", position.sizes());
                    wins.insert(position.sizes, won);
                }
            }
        }
    }

    fn triples() -> impl Iterator<Item = (u8, u8, u8)> {
        (0..512u16).map(|n| ((n / 64) as u8, (n / 8 % 8) as u8, (n % 8) as u8))
    }
}
