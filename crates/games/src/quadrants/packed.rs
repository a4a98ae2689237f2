//! A position as one number, up to symmetry.
//!
//! What a quadrant holds of both colours is one of 3^9 = 19,683 contents: a number of 15 bits. Four of them, 16 bits
//! apart, are the position itself, not a hash of it: nothing ever collides. The smallest number among the 8 images of a
//! position stands for all of them. A move is a number, too.

use super::game::{Placement, Twist};
use super::stones::{CONTENTS, Cell, Quadrant, SIZE, Stones, content};
use super::symmetry::{SYMMETRIES, map_content, map_quadrant};
use std::sync::LazyLock;

/// A position as one number. Bits 15, 31, 47 and 63 are always 0.
pub type Packed = u64;

/// The ternary number of a content of one colour and of its images, by symmetry.
static IMAGES: LazyLock<Vec<[u16; SYMMETRIES]>> = LazyLock::new(|| {
    let ternary = |held: u64| (0..9).map(|cell| (held >> cell & 1) as u16 * 3u16.pow(cell)).sum();
    (0..CONTENTS).map(|held| std::array::from_fn(|symmetry| ternary(map_content(symmetry, held)))).collect()
});

/// Where a symmetry sends each quadrant, as the shift of its number.
static SHIFTS: LazyLock<[[u32; 4]; SYMMETRIES]> = LazyLock::new(|| {
    std::array::from_fn(|symmetry| Quadrant::ALL.map(|quadrant| 16 * map_quadrant(symmetry, quadrant).index() as u32))
});

/// The contents of both colours in each quadrant, by symmetry.
#[inline]
fn images(position: &Stones) -> [[u16; SYMMETRIES]; 4] {
    let table = &*IMAGES;
    let [white, black] = position.sets();
    Quadrant::ALL.map(|quadrant| {
        let (white, black) = (&table[content(white, quadrant)], &table[content(black, quadrant)]);
        std::array::from_fn(|symmetry| white[symmetry] + 2 * black[symmetry])
    })
}

/// The number of a position.
pub fn pack(position: &Stones) -> Packed {
    images(position).iter().enumerate().map(|(quadrant, image)| u64::from(image[0]) << (16 * quadrant)).sum()
}

/// The smallest number among the images of a position, and the first symmetry that leads to it.
#[inline]
pub fn pack_canonical(position: &Stones) -> (Packed, usize) {
    let images = images(position);
    let mut best = (u64::MAX, 0);
    for (symmetry, shifts) in SHIFTS.iter().enumerate() {
        let packed =
            (0..4).fold(0, |packed, quadrant| packed | u64::from(images[quadrant][symmetry]) << shifts[quadrant]);
        if packed < best.0 {
            best = (packed, symmetry);
        }
    }
    best
}

/// The position of a number that [`pack`] made; `None` for any other number.
pub fn unpack(packed: Packed) -> Option<Stones> {
    let mut sets = [0u64; 2];
    for quadrant in 0..4 {
        let mut ternary = packed >> (16 * quadrant) & 0xffff;
        for cell in 0..9 {
            if let colour @ 1..=2 = ternary % 3 {
                sets[colour as usize - 1] |= 1 << (9 * quadrant + cell);
            }
            ternary /= 3;
        }
        if ternary != 0 {
            return None;
        }
    }
    Stones::new(sets[0], sets[1])
}

impl<T: Twist> Placement<T> {
    /// The number of a move with a twist: eight times the index of its cell plus the index of the twist, below 288.
    #[inline]
    pub fn code(self) -> Option<u16> {
        let twist = T::ALL.iter().position(|twist| Some(*twist) == self.twist)?;
        Some(8 * self.cell.bit().trailing_zeros() as u16 + twist as u16)
    }

    /// The move of a number that [`Placement::code`] gave; `None` for any other number.
    #[inline]
    pub fn from_code(code: u16) -> Option<Placement<T>> {
        let (cell, twist) = (usize::from(code / 8), *T::ALL.get(usize::from(code % 8))?);
        (cell < SIZE * SIZE).then(|| Placement { cell: Cell::of_bit(1 << cell), twist: Some(twist) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pentago;
    use athos_core::random::Random;
    use athos_core::{Game, Symmetric};

    #[test]
    fn numbers_stand_for_positions_and_the_smallest_for_all_images() {
        let (game, mut random) = (Pentago::default(), Random::new(3));
        let mut moves = Vec::new();
        for _ in 0..100 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                assert_eq!(unpack(pack(&position)), Some(position));
                let (packed, symmetry) = pack_canonical(&position);
                assert_eq!(packed, pack(&game.map_position(symmetry, &position)));
                let images = (0..SYMMETRIES).map(|symmetry| game.map_position(symmetry, &position));
                assert_eq!(images.clone().map(|image| pack(&image)).min(), Some(packed));
                assert!(images.clone().all(|image| pack_canonical(&image).0 == packed));
                moves.clear();
                game.moves(&position, &mut moves);
                position = game.play(&position, *random.pick(&moves).unwrap());
            }
        }
    }

    #[test]
    fn moves_come_back_from_their_numbers() {
        let game = Pentago::default();
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        let mut codes: Vec<u16> = moves.iter().filter_map(|m| m.code()).collect();
        assert!(moves.iter().zip(&codes).all(|(m, code)| Placement::from_code(*code) == Some(*m)));
        codes.sort_unstable();
        assert_eq!(codes, (0..288).collect::<Vec<_>>());
        assert_eq!(Placement::<crate::pentago::Rotation>::from_code(288), None);
    }

    #[test]
    fn other_numbers_are_no_positions() {
        assert_eq!(unpack(19_683), None);
        assert_eq!(unpack(2), None);
        assert_eq!(unpack(1), Stones::new(1, 0));
    }
}
