//! The estimate: how many guards are left, who is to move, and how freely both can move.
//!
//! Guards are what counts: the guards need them to drive the musketeers, and the players' chances are about equal when
//! a third is left. Having the move is worth almost two guards. For musketeers a choice of captures is a gain, although
//! they win when none is left, since a single capture can be forced; for guards a choice of steps is.
//!
//! The weights come from a logistic regression over 5,639 random positions of the usual board with 3 to 11 guards, each
//! solved by search: 100 points multiply the odds of winning by about e. The sign names the winner in 85 % of those
//! positions, and in 74 % of the contested ones with 6 to 9 guards, where guards and turn alone do as well; the freedom
//! of movement is there to tell apart moves that leave equally many guards. How near the musketeers are to a line was
//! tried too: it added next to nothing.

use super::bits::pairs;
use super::{GUARDS, MUSKETEERS, Pieces, ThreeMusketeers};
use athos_core::Evaluate;

/// What the musketeers have when nothing else speaks against them.
const BASE: i32 = 970;
/// Points against the musketeers for every guard.
const GUARD: i32 = 100;
/// Points for a capture to choose from.
const CAPTURE: i32 = 18;
/// Points for a guards' step to choose from.
const STEP: i32 = 14;
/// Points for the guards when they are to move.
const GUARDS_TURN: i32 = 180;

impl Evaluate for ThreeMusketeers {
    fn evaluate(&self, position: &Pieces) -> i32 {
        let Pieces { musketeers, guards, turn } = *position;
        let empty = self.board & !(musketeers | guards);
        let captures = CAPTURE * pairs(musketeers, guards) as i32;
        let steps = STEP * pairs(guards, empty) as i32;
        let for_musketeers = BASE - GUARD * guards.count_ones() as i32 + captures - steps;
        match turn {
            MUSKETEERS => for_musketeers,
            GUARDS => GUARDS_TURN - for_musketeers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::Notation;

    fn estimate(text: &str) -> i32 {
        let game = ThreeMusketeers::default();
        game.evaluate(&game.read_position(text).unwrap())
    }

    #[test]
    fn the_start_is_good_for_the_guards_and_few_guards_are_good_for_the_musketeers() {
        assert!(estimate("GGGGM/GGGGG/GGMGG/GGGGG/MGGGG m") < 0);
        assert!(estimate("GGG.M/GGGGG/GGMGG/GGGGG/.MGGG g") > 0);
        assert!(estimate("....M/G..../..M../.G.../MG... m") > 0);
        assert!(estimate("....M/G..../..M../.G.../MG... g") < 0);
    }

    #[test]
    fn a_capture_to_choose_from_is_good_for_the_musketeers() {
        let (far, near) = ("....M/GG.../..M../...../M.... m", "....M/.GG../..M../...../M.... m");
        assert!(estimate(near) > estimate(far));
    }
}
