//! Learning: the same seed gives the same answer; the curve is drawn; other games have nothing to learn.

use crate::{answer, athos, refusal};
use athos_games::quadrants::Worths;
use std::fs;
use std::path::Path;

const SHORT: [&str; 8] = ["train", "pentago-swap", "--games", "4", "--rounds", "2", "--match-games", "2"];

#[test]
fn a_seed_decides_everything() {
    let learn = |seed: &str| answer(&[&SHORT[..], &["--seed", seed, "--json"]].concat());
    let first = learn("3");
    assert_eq!(learn("3"), first);
    assert_ne!(learn("4"), first);
    let told: serde_json::Value = serde_json::from_str(&first).unwrap();
    assert_eq!(told["rounds"].as_array().map(Vec::len), Some(2));
    assert!(Worths::read(told["worths"].as_str().unwrap()).is_ok());
}

#[test]
fn worths_and_curve_go_to_files() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (worths, curve) = (folder.join("worths.txt"), folder.join("curve.svg"));
    let files = ["-o", worths.to_str().unwrap(), "--plot", curve.to_str().unwrap()];
    let told = answer(&[&SHORT[..], &files].concat());
    assert_eq!(told.lines().count(), 2);
    assert!(told.starts_with("round 1: "), "{told}");
    let text = fs::read_to_string(worths).unwrap();
    assert!(text.contains("# athos train pentago-swap --seed 1 --games 4 --rounds 2 --match-games 2\n"), "{text}");
    assert!(Worths::read(&text).is_ok());
    assert!(fs::read_to_string(curve).unwrap().starts_with("<svg"));
}

#[test]
fn other_games_have_nothing_to_learn() {
    let told = refusal(&["train", "nim"]);
    assert!(told.contains("nim has nothing to learn: pentago and pentago-swap have"), "{told}");
    assert_eq!(athos(&["train", "chess"]).code, 2);
}
