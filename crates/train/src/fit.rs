//! The fit: worths whose estimates explain the results best.
//!
//! An estimate s foretells the result s / sqrt(1 + s^2), a curve from -1 to 1 that needs a square root only, which every
//! machine rounds the same way. The mean squared error is made small by gradient descent with a step of its own for every
//! worth (Adam), a phase at a time, each a few dozen numbers. A small penalty for large worths keeps those in check that
//! little is known of. In the end they are rounded to whole numbers.

use crate::self_play::Sample;
use athos_games::quadrants::{PATTERNS, PHASES, Worths};

/// An estimate of so many points foretells a result of 0.71.
const POINTS: f64 = 400.0;

const STEPS: u32 = 600;
const STEP: f64 = 0.01;
const PENALTY: f64 = 1e-4;

/// The worths and the mean squared error of what they foretell.
pub(crate) fn fit(samples: &[Sample]) -> (Worths, f64) {
    let mut worths = Worths::plain();
    let mut squares = 0.0;
    for phase in 0..PHASES {
        let chosen: Vec<&Sample> = samples.iter().filter(|sample| sample.phase == phase).collect();
        let (fitted, sum) = fit_phase(&chosen);
        squares += sum;
        // Nothing is known of a phase that no game came to.
        if !chosen.is_empty() {
            worths.by_phase[phase] = fitted;
        }
    }
    (worths, squares / samples.len().max(1) as f64)
}

/// The worths of one phase and the sum of squared errors.
fn fit_phase(samples: &[&Sample]) -> ([i32; PATTERNS], f64) {
    // 1. Counts of one size for all patterns.
    let count = samples.len().max(1) as f64;
    let mut sizes = [0.0; PATTERNS];
    for sample in samples {
        for (size, pattern) in sizes.iter_mut().zip(sample.patterns) {
            *size += f64::from(pattern) * f64::from(pattern) / count;
        }
    }
    let scales = sizes.map(|size: f64| if size > 0.0 { 1.0 / size.sqrt().max(0.05) } else { 0.0 });
    let inputs: Vec<[f64; PATTERNS]> = samples
        .iter()
        .map(|sample| std::array::from_fn(|pattern| f64::from(sample.patterns[pattern]) * scales[pattern]))
        .collect();

    // 2. Descent.
    let mut weights = [0.0; PATTERNS];
    let (mut means, mut spreads) = ([0.0; PATTERNS], [0.0; PATTERNS]);
    let (mut mean_bias, mut spread_bias) = (1.0, 1.0);
    let mut squares = 0.0;
    for _ in 0..STEPS {
        let mut gradient = [0.0; PATTERNS];
        squares = 0.0;
        for (input, sample) in inputs.iter().zip(samples) {
            let estimate: f64 = input.iter().zip(&weights).map(|(input, weight)| input * weight).sum();
            let root = (1.0 + estimate * estimate).sqrt();
            let missed = estimate / root - sample.result;
            squares += missed * missed;
            let slope = missed / (root * root * root);
            for (sum, input) in gradient.iter_mut().zip(input) {
                *sum += slope * input;
            }
        }
        mean_bias *= 0.9;
        spread_bias *= 0.999;
        for pattern in 0..PATTERNS {
            let slope = gradient[pattern] / count + PENALTY * weights[pattern];
            means[pattern] = 0.9 * means[pattern] + 0.1 * slope;
            spreads[pattern] = 0.999 * spreads[pattern] + 0.001 * slope * slope;
            let (mean, spread): (f64, f64) =
                (means[pattern] / (1.0 - mean_bias), spreads[pattern] / (1.0 - spread_bias));
            weights[pattern] -= STEP * mean / (spread.sqrt() + 1e-8);
        }
    }
    let worths = std::array::from_fn(|pattern| (weights[pattern] * scales[pattern] * POINTS).round() as i32);
    (worths, squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::random::Random;

    /// Results that follow from worths by the curve are foretold by the fit, and the worths found again.
    #[test]
    fn worths_that_made_the_results_are_found_again() {
        let mut random = Random::new(2);
        let samples: Vec<Sample> = (0..3_000)
            .map(|_| {
                let patterns: [i16; PATTERNS] = std::array::from_fn(|_| random.below(3) as i16);
                let estimate = 0.5 * f64::from(patterns[0]) - 0.25 * f64::from(patterns[5]);
                let result = estimate / (1.0 + estimate * estimate).sqrt();
                Sample { phase: 2, patterns, result, solved: true }
            })
            .collect();
        let (worths, error) = fit(&samples);
        assert!(error < 0.001, "{error}");
        assert!((worths.by_phase[2][0] - 200).abs() < 20, "{:?}", worths.by_phase[2]);
        assert!((worths.by_phase[2][5] + 100).abs() < 20, "{:?}", worths.by_phase[2]);
        assert!(worths.by_phase[2][9].abs() < 20);
        assert_eq!(worths.by_phase[0], Worths::plain().by_phase[0], "nothing was said of this phase");
    }
}
