//! A game made of loops: cells, doors, and values that are easy to work out by iteration. The same position comes up at
//! all depths, so whatever a search remembers wrongly about depths and paths shows.

use athos_core::random::Random;
use athos_core::{Game, Keyed, Outcome, Player, Symmetric, Wdl, mix};

/// Cells with doors between them.
#[derive(Clone)]
pub struct Doors {
    /// For each of the positions `2 * cell + player`, the cells it leads to; none means the player to move has lost,
    /// except in cells that are a draw.
    exits: Vec<Vec<u8>>,
    drawn: Vec<bool>,
}

impl Doors {
    /// Random doors between this many cells.
    pub fn random(seed: u64, cells: usize) -> Doors {
        let mut random = Random::new(seed);
        let mut exits = Vec::new();
        for _ in 0..2 * cells {
            let count = [0, 1, 2, 2, 3, 3][random.below(6)];
            let mut to: Vec<u8> = (0..count).map(|_| random.below(cells) as u8).collect();
            to.sort_unstable();
            to.dedup();
            exits.push(to);
        }
        Doors { exits, drawn: (0..cells).map(|_| random.below(4) == 0).collect() }
    }

    /// The values of all positions by iteration from the finished games; what stays undecided is endless play, a draw.
    pub fn solve(&self) -> Vec<Wdl> {
        let mut known: Vec<Option<Wdl>> = vec![None; self.exits.len()];
        loop {
            let mut changed = false;
            for index in 0..known.len() {
                if known[index].is_some() {
                    continue;
                }
                let next = |&cell: &u8| known[2 * usize::from(cell) + 1 - index % 2].map(|wdl| -wdl);
                let after: Vec<Option<Wdl>> = self.exits[index].iter().map(next).collect();
                let value = match after.iter().flatten().max() {
                    None if after.is_empty() => Some(if self.drawn[index / 2] { Wdl::Draw } else { Wdl::Loss }),
                    Some(Wdl::Win) => Some(Wdl::Win),
                    Some(&best) if after.iter().all(Option::is_some) => Some(best),
                    _ => None,
                };
                changed |= value.is_some();
                known[index] = value;
            }
            if !changed {
                return known.into_iter().map(|value| value.unwrap_or(Wdl::Draw)).collect();
            }
        }
    }
}

impl Game for Doors {
    type Position = (u8, Player);
    type Move = u8;

    fn start(&self) -> (u8, Player) {
        (0, Player::One)
    }

    fn turn(&self, position: &(u8, Player)) -> Player {
        position.1
    }

    fn outcome(&self, position: &(u8, Player)) -> Option<Outcome> {
        let over = self.exits[2 * usize::from(position.0) + position.1.index()].is_empty();
        let drawn = self.drawn[usize::from(position.0)];
        over.then(|| if drawn { Outcome::Draw } else { Outcome::Winner(position.1.other()) })
    }

    fn moves(&self, position: &(u8, Player), out: &mut Vec<u8>) {
        out.extend(&self.exits[2 * usize::from(position.0) + position.1.index()]);
    }

    fn play(&self, position: &(u8, Player), m: u8) -> (u8, Player) {
        (m, position.1.other())
    }
}

impl Keyed for Doors {
    fn key(&self, position: &(u8, Player)) -> u64 {
        mix(u64::from(position.0) << 1 | position.1.index() as u64)
    }

    fn key_after(&self, _key: u64, position: &(u8, Player), m: u8) -> u64 {
        self.key(&self.play(position, m))
    }
}

impl Symmetric for Doors {
    fn symmetries(&self) -> usize {
        1
    }

    fn map_position(&self, _symmetry: usize, position: &(u8, Player)) -> (u8, Player) {
        *position
    }

    fn map_move(&self, _symmetry: usize, _position: &(u8, Player), m: u8) -> u8 {
        m
    }
}
