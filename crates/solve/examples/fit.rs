//! Fits the weights of a game's estimate to its tables, and prints them as the game's `weights.rs`.
//!
//! `cargo run --release -p athos-solve --example fit -- GAME [SAMPLES]`, after `athos solve GAME`.
//!
//! 1. Positions come from games: a random opening, then best moves of the table, with random ones among them. Of every
//!    position some of the positions after its moves are taken too, because a search compares just those. Others are
//!    taken from anywhere, all tiers alike, so that no position is out of the ordinary.
//! 2. The weights are those of a logistic regression: a win of the first player is 1, a draw one half, a loss 0. Steps
//!    along the gradient, the length of each by what the weight has moved before (AdaGrad), with a pull towards zero.
//! 3. What was not used to fit says how well it went.

use athos_core::random::Random;
use athos_core::{Described, Player, Tiered, Wdl};
use athos_games::features::Features;
use athos_games::{MadKing, ThreeMusketeers};
use athos_solve::Tables;
use std::error::Error;

/// Plies of an opening, and of the game after it, at most.
const OPENING: usize = 24;
const GAME: usize = 60;
/// How often a move after the opening is random.
const NOISE: f64 = 0.3;
/// How many positions after one position are taken.
const AFTER: usize = 4;
/// Positions of any tiers, for each game.
const ANYWHERE: usize = 50;
const ROUNDS: usize = 30;
const RATE: f64 = 0.1;
const PULL: f64 = 1e-6;

/// What is seen in a position, and how much of it the first player gets.
struct Sample {
    features: Vec<(u16, f32)>,
    target: f64,
}

impl Sample {
    /// `wdl` is for `player`.
    fn new<G: Features>(game: &G, position: &G::Position, wdl: Wdl, player: Player) -> Sample {
        let mut features = Vec::new();
        game.features(position, |feature, times| features.push((feature as u16, times as f32)));
        features.retain(|&(_, times)| times != 0.0);
        let own = (1.0 + f64::from(wdl as i8)) / 2.0;
        Sample { features, target: if player == Player::One { own } else { 1.0 - own } }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_default();
    let samples = arguments.next().map_or(Ok(400_000), |text| text.parse())?;
    match game.as_str() {
        MadKing::ID => fit(&MadKing::default(), samples),
        ThreeMusketeers::ID => fit(&ThreeMusketeers::default(), samples),
        _ => Err(format!("fit what? {} or {}", MadKing::ID, ThreeMusketeers::ID).into()),
    }
}

fn fit<G: Tiered + Described + Features>(game: &G, wanted: usize) -> Result<(), Box<dyn Error>> {
    let data = athos_solve::data_folder().ok_or("no folder of tables")?;
    let tables = Tables::open(game, &data)?;
    let mut random = Random::new(1);
    let mut samples = Vec::new();
    while samples.len() < wanted {
        from_a_game(&tables, &mut random, &mut samples)?;
        from_anywhere(&tables, &mut random, &mut samples)?;
    }
    let (held, used) = samples.split_at(wanted / 10);
    let weights = descend(used, G::FEATURES, &mut random);
    eprintln!("{} positions, {} weights", used.len(), weights.iter().filter(|&&weight| weight != 0.0).count());
    tell(held, &weights);
    println!(
        "//! The weights of the estimate, as `crates/solve/examples/fit.rs` prints them: a logistic regression over"
    );
    println!("//! {} positions with values from the tables. A hundred points multiply the odds by e.\n", used.len());
    println!("/// By feature, in the order of `evaluation.rs`.");
    println!("#[rustfmt::skip]");
    println!("pub const WEIGHTS: [i16; {}] = [", weights.len());
    for line in weights.chunks(20) {
        let line: Vec<String> = line.iter().map(|weight| format!("{},", (100.0 * weight).round() as i16)).collect();
        println!("    {}", line.join(" "));
    }
    println!("];");
    Ok(())
}

/// A few positions of any tiers.
fn from_anywhere<G: Tiered + Described + Features>(
    tables: &Tables<G>,
    random: &mut Random,
    samples: &mut Vec<Sample>,
) -> Result<(), Box<dyn Error>> {
    let game = tables.game();
    for _ in 0..ANYWHERE {
        let tier = random.below(game.tiers());
        let position = game.unrank(tier, random.below(game.tier_len(tier) as usize) as u64);
        if let Some(position) = position.filter(|position| game.outcome(position).is_none()) {
            samples.push(Sample::new(game, &position, tables.value(&position)?.wdl, game.turn(&position)));
        }
    }
    Ok(())
}

/// One game's positions.
fn from_a_game<G: Tiered + Described + Features>(
    tables: &Tables<G>,
    random: &mut Random,
    samples: &mut Vec<Sample>,
) -> Result<(), Box<dyn Error>> {
    let game = tables.game();
    let mut moves = Vec::new();
    let mut position = game.start();
    for _ in 0..random.below(OPENING) {
        moves.clear();
        game.moves(&position, &mut moves);
        let Some(&m) = random.pick(&moves) else { return Ok(()) };
        position = game.play(&position, m);
    }
    for _ in 0..GAME {
        if game.outcome(&position).is_some() {
            break;
        }
        let turn = game.turn(&position);
        let choices = tables.choices(&position)?;
        choices.first().into_iter().for_each(|best| samples.push(Sample::new(game, &position, best.value.wdl, turn)));
        for _ in 0..AFTER {
            if let Some(choice) = random.pick(&choices).filter(|choice| game.outcome(&choice.position).is_none()) {
                samples.push(Sample::new(game, &choice.position, choice.value.wdl, turn));
            }
        }
        let best: Vec<_> = choices.iter().filter(|choice| choice.best).collect();
        let next = match random.unit() < NOISE {
            true => random.pick(&choices),
            false => random.pick(&best).copied(),
        };
        let Some(next) = next else { break };
        position = next.position;
    }
    Ok(())
}

fn expected(sample: &Sample, weights: &[f64]) -> f64 {
    let sum: f64 =
        sample.features.iter().map(|&(feature, times)| weights[usize::from(feature)] * f64::from(times)).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn descend(samples: &[Sample], features: usize, random: &mut Random) -> Vec<f64> {
    let (mut weights, mut moved) = (vec![0.0; features], vec![1e-6; features]);
    for _ in 0..ROUNDS * samples.len() {
        let sample = &samples[random.below(samples.len())];
        let error = expected(sample, &weights) - sample.target;
        for &(feature, times) in &sample.features {
            let feature = usize::from(feature);
            let gradient: f64 = error * f64::from(times) + PULL * weights[feature];
            moved[feature] += gradient * gradient;
            weights[feature] -= RATE * gradient / f64::sqrt(moved[feature]);
        }
    }
    weights
}

fn tell(samples: &[Sample], weights: &[f64]) {
    let loss: f64 = samples
        .iter()
        .map(|sample| {
            let p = expected(sample, weights).clamp(1e-9, 1.0 - 1e-9);
            -(sample.target * p.ln() + (1.0 - sample.target) * (1.0 - p).ln())
        })
        .sum();
    let decided: Vec<&Sample> = samples.iter().filter(|sample| sample.target != 0.5).collect();
    let right = decided.iter().filter(|sample| (expected(sample, weights) > 0.5) == (sample.target > 0.5)).count();
    eprintln!("held back: {}, loss {:.4}", samples.len(), loss / samples.len().max(1) as f64);
    eprintln!("the sign names the winner in {:.1} %", 100.0 * right as f64 / decided.len().max(1) as f64);
}
