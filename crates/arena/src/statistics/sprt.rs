//! The sequential probability ratio test: play until one of two hypotheses about the difference in strength is believed.
//!
//! H0 says that the first entrant is `elo0` better than the second, H1 that it is `elo1` better. After every pair of games
//! the logarithm of their likelihood ratio (LLR) is compared with two bounds, ln(β / (1 - α)) and ln((1 - β) / α), where α
//! and β are the probabilities of accepting H1 and H0 wrongly. The ratio is the generalised one: under either hypothesis
//! the distribution of results is the one that makes what was seen most likely (maximum likelihood), after Michel Van den
//! Bergh's "Comments on Normalized Elo"; equation numbers below are that paper's. Results that never came up count as a
//! thousandth of a game, so that no logarithm is infinite.

use super::elo::{NELO, expected_score};
use super::tally::{Pairs, Tally};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The scale on which the hypotheses are stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo: distance from even in standard deviations.
    #[default]
    Normalized,
    /// Elo as everybody knows it.
    Logistic,
    /// BayesElo, with the part of draws estimated from the games. Defined for single games only.
    Bayesian,
}

/// The test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference that H0 claims.
    pub elo0: f64,
    /// The difference that H1 claims.
    pub elo1: f64,
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
    /// The scale.
    pub model: Model,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
    /// More games are needed.
    Continue,
}

/// Why a text is no test.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are in the wrong order, or not numbers.
    #[error("elo0 must be less than elo1, and both within ±1000; they are {0} and {1}")]
    Hypotheses(f64, f64),
    /// The probabilities are none.
    #[error("alpha and beta must be above 0 and below 0.5; they are {0} and {1}")]
    Probabilities(f64, f64),
    /// A part of the text is not understood.
    #[error(
        "'{0}' is not one of elo0=NUMBER, elo1=NUMBER, alpha=NUMBER, beta=NUMBER, model=normalized|logistic|bayesian"
    )]
    Part(String),
}

impl Sprt {
    /// A test with the usual 5 % for both errors, on the normalized scale.
    pub fn new(elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: Model::default() }.checked()
    }

    /// Reads `elo0=0,elo1=5`, with `alpha`, `beta` and `model` where they are not the usual ones.
    pub fn read(text: &str) -> Result<Sprt, SprtError> {
        let mut sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::default() };
        for part in text.split(',').map(str::trim) {
            let refused = || SprtError::Part(part.escape_debug().to_string());
            let (key, value) = part.split_once('=').ok_or_else(refused)?;
            let number = || value.parse::<f64>().map_err(|_| refused());
            match (key, value) {
                ("elo0", _) => sprt.elo0 = number()?,
                ("elo1", _) => sprt.elo1 = number()?,
                ("alpha", _) => sprt.alpha = number()?,
                ("beta", _) => sprt.beta = number()?,
                ("model", "normalized") => sprt.model = Model::Normalized,
                ("model", "logistic") => sprt.model = Model::Logistic,
                ("model", "bayesian") => sprt.model = Model::Bayesian,
                _ => return Err(refused()),
            }
        }
        sprt.checked()
    }

    fn checked(self) -> Result<Sprt, SprtError> {
        let probability = |p: f64| p > 0.0 && p < 0.5;
        if !(self.elo0 < self.elo1 && self.elo0 >= -1000.0 && self.elo1 <= 1000.0) {
            return Err(SprtError::Hypotheses(self.elo0, self.elo1));
        }
        if !(probability(self.alpha) && probability(self.beta)) {
            return Err(SprtError::Probabilities(self.alpha, self.beta));
        }
        Ok(self)
    }

    /// The LLR at which H0 is accepted, and the one at which H1 is.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What a log likelihood ratio says.
    pub fn verdict(&self, llr: f64) -> Verdict {
        match self.bounds() {
            (lower, _) if llr <= lower => Verdict::H0,
            (_, upper) if llr >= upper => Verdict::H1,
            _ => Verdict::Continue,
        }
    }

    /// The log likelihood ratio of what was played: of the pairs, or of the games where the scale knows no pairs.
    pub fn llr(&self, games: &Tally, pairs: &Pairs) -> f64 {
        match self.model {
            Model::Bayesian => self.llr_of_games(games),
            _ => self.llr_of_pairs(pairs),
        }
    }

    /// The log likelihood ratio of single games; 0 when there are none.
    pub fn llr_of_games(&self, games: &Tally) -> f64 {
        let seen = Distribution::new([games.losses, games.draws, games.wins]);
        match self.model {
            _ if games.games() == 0 => 0.0,
            Model::Normalized => seen.llr_of_deviations(self.elo0 / NELO, self.elo1 / NELO),
            Model::Logistic => seen.llr_of_means(expected_score(self.elo0), expected_score(self.elo1)),
            Model::Bayesian if games.wins == 0 || games.losses == 0 => 0.0,
            Model::Bayesian => {
                let [loss, _, win] = seen.probabilities;
                let draw_elo = 200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10();
                let score = |elo: f64| (1.0 + expected_score(elo - draw_elo) - expected_score(-elo - draw_elo)) / 2.0;
                seen.llr_of_means(score(self.elo0), score(self.elo1))
            }
        }
    }

    /// The log likelihood ratio of pairs of games, on the logistic or the normalized scale; 0 when there are none.
    pub fn llr_of_pairs(&self, pairs: &Pairs) -> f64 {
        let seen = Distribution::new(pairs.0);
        let deviations = |elo: f64| std::f64::consts::SQRT_2 * elo / NELO;
        match self.model {
            _ if pairs.count() == 0 => 0.0,
            Model::Normalized => seen.llr_of_deviations(deviations(self.elo0), deviations(self.elo1)),
            _ => seen.llr_of_means(expected_score(self.elo0), expected_score(self.elo1)),
        }
    }
}

/// As [`Sprt::read`] reads it; what is usual is left out.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "elo0={},elo1={}", self.elo0, self.elo1)?;
        if self.alpha != 0.05 {
            write!(f, ",alpha={}", self.alpha)?;
        }
        if self.beta != 0.05 {
            write!(f, ",beta={}", self.beta)?;
        }
        match self.model {
            Model::Normalized => Ok(()),
            Model::Logistic => f.write_str(",model=logistic"),
            Model::Bayesian => f.write_str(",model=bayesian"),
        }
    }
}

/// What was seen: how often each of N results came up, worth 0 to 1 in equal steps.
struct Distribution<const N: usize> {
    total: f64,
    probabilities: [f64; N],
}

impl<const N: usize> Distribution<N> {
    fn new(counts: [u64; N]) -> Distribution<N> {
        let counts = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total = counts.iter().sum();
        Distribution { total, probabilities: counts.map(|count| count / total) }
    }

    fn values() -> [f64; N] {
        std::array::from_fn(|index| index as f64 / (N - 1) as f64)
    }

    /// The LLR of two hypotheses about the mean.
    fn llr_of_means(&self, mean0: f64, mean1: f64) -> f64 {
        let likeliest = |mean: f64| self.likeliest_without(&Self::values().map(|value| value - mean));
        self.llr(likeliest(mean0), likeliest(mean1))
    }

    /// The LLR of two hypotheses about the mean's distance from even, in standard deviations.
    fn llr_of_deviations(&self, deviations0: f64, deviations1: f64) -> f64 {
        self.llr(self.likeliest_at(deviations0), self.likeliest_at(deviations1))
    }

    fn llr(&self, h0: Option<[f64; N]>, h1: Option<[f64; N]>) -> f64 {
        let (Some(h0), Some(h1)) = (h0, h1) else { return 0.0 };
        self.total * (0..N).map(|i| self.probabilities[i] * (h1[i] / h0[i]).ln()).sum::<f64>()
    }

    /// Among the distributions under which `excess` has mean 0, the one that makes what was seen most likely: p / (1 + θ
    /// excess) for the θ that solves equation 1.3, which falls strictly between its two poles. `None` when `excess` has
    /// one sign only, so that there is no such distribution.
    fn likeliest_without(&self, excess: &[f64; N]) -> Option<[f64; N]> {
        let least = excess.iter().copied().fold(f64::INFINITY, f64::min);
        let most = excess.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        let tilted =
            |theta: f64| -> [f64; N] { std::array::from_fn(|i| self.probabilities[i] / (1.0 + theta * excess[i])) };
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            let mean: f64 = tilted(middle).iter().zip(excess).map(|(p, excess)| p * excess).sum();
            if mean > 0.0 { low = middle } else { high = middle }
        }
        Some(tilted((low + high) / 2.0))
    }

    /// The likeliest distribution whose mean is this many of its own standard deviations above even. The condition is not
    /// linear in the distribution; section 4.1 solves it by repetition: linear at the last guess, from the even one on.
    fn likeliest_at(&self, deviations: f64) -> Option<[f64; N]> {
        let values = Self::values();
        let mut guess = [1.0 / N as f64; N];
        for _ in 0..200 {
            let mean: f64 = guess.iter().zip(values).map(|(p, value)| p * value).sum();
            let variance: f64 = guess.iter().zip(values).map(|(p, value)| p * (value - mean).powi(2)).sum();
            let deviation = variance.sqrt();
            let excess = values
                .map(|value| value - 0.5 - 0.5 * deviations * deviation * (1.0 + ((value - mean) / deviation).powi(2)));
            let next = self.likeliest_without(&excess)?;
            let change = guess.iter().zip(next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
            guess = next;
            if change < 1e-10 {
                break;
            }
        }
        Some(guess)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { model, ..Sprt::new(elo0, elo1).unwrap() }
    }

    /// Within 1 %, as the figures were published (fastchess's tests, which agree with fishtest's).
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.01 * (1.0 + expected.abs()), "{found} for {expected}");
    }

    #[test]
    fn games_agree_with_published_ratios() {
        use Model::*;
        let published = [
            ((36433, 36027, 68692), (0.0, 2.0, Normalized), 0.92),
            ((10871, 10650, 20431), (-1.75, 0.25, Normalized), 2.30),
            ((21404, 21184, 40708), (0.5, 2.5, Logistic), -1.57),
            ((57433, 57030, 106593), (0.0, 2.0, Logistic), -2.59),
            ((68965, 68526, 128429), (0.0, 2.0, Bayesian), -1.26),
            ((21629, 21484, 41111), (0.5, 2.5, Bayesian), -1.13),
        ];
        for ((wins, losses, draws), (elo0, elo1, model), llr) in published {
            near(sprt(elo0, elo1, model).llr_of_games(&Tally { wins, losses, draws }), llr);
        }
    }

    #[test]
    fn pairs_agree_with_published_ratios() {
        use Model::*;
        let published = [
            ([365, 16618, 36029 + 200, 16974, 390], (0.0, 2.0, Normalized), 2.25),
            ([127, 4883, 10311 + 401, 5150, 104], (-1.75, 0.25, Normalized), 3.01),
            ([223, 9863, 20279 + 1000, 10037, 246], (0.5, 2.5, Logistic), -3.07),
            ([871, 26175, 55003 + 980, 26678, 821], (0.0, 2.0, Logistic), -4.98),
        ];
        for (counts, (elo0, elo1, model), llr) in published {
            near(sprt(elo0, elo1, model).llr_of_pairs(&Pairs(counts)), llr);
        }
        near(sprt(0.0, 5.0, Normalized).llr_of_pairs(&Pairs([3, 0, 6, 0, 1])), -0.06);
    }

    /// With one result only, the likeliest distributions can be written down.
    #[test]
    fn one_sided_counts_have_the_ratio_of_their_closed_form() {
        let test = Sprt::new(0.0, 5.0).unwrap();
        // All pairs won: H0 has two wins half of the time, H1 with the p that solves p - 1/2 = t √(p (1 - p)).
        let t = std::f64::consts::SQRT_2 * 5.0 / NELO;
        let p = 0.5 + 0.5 * t / (1.0 + t * t).sqrt();
        near(test.llr_of_pairs(&Pairs([0, 0, 0, 0, 104])), 104.0 * (p / 0.5).ln());
        // All games drawn: H0 says just that, H1 has wins with the p that solves p / 2 = t √(p (1 - p)) / 2.
        let t = 5.0 / NELO;
        let draw = 1.0 / (1.0 + t * t);
        near(test.llr_of_games(&Tally { draws: 16700, ..Tally::default() }), 16700.0 * draw.ln());
    }

    #[test]
    fn the_test_ends_at_its_bounds() {
        let sprt = Sprt::new(0.0, 5.0).unwrap();
        let (lower, upper) = sprt.bounds();
        near(upper, 2.94);
        assert_eq!(lower, -upper);
        assert_eq!([-3.0, 0.0, 3.0].map(|llr| sprt.verdict(llr)), [Verdict::H0, Verdict::Continue, Verdict::H1]);
        assert_eq!(sprt.llr(&Tally::default(), &Pairs::default()), 0.0);
    }

    #[test]
    fn any_counts_and_hypotheses_give_a_number() {
        for counts in [[9, 0, 0, 0, 0], [0, 0, 9, 0, 0], [0, 0, 0, 0, 9], [1, 0, 0, 0, 1], [0, 1_000_000, 0, 0, 0]] {
            for model in [Model::Normalized, Model::Logistic, Model::Bayesian] {
                for (elo0, elo1) in [(-1000.0, 1000.0), (-1000.0, -999.0), (999.0, 1000.0), (0.0, 0.1)] {
                    let test = sprt(elo0, elo1, model);
                    assert!(test.llr_of_pairs(&Pairs(counts)).is_finite(), "{test} of {counts:?}");
                    let games = Tally { losses: counts[0], draws: counts[2], wins: counts[4] };
                    assert!(test.llr_of_games(&games).is_finite(), "{test} of {games:?}");
                }
            }
        }
    }

    #[test]
    fn a_test_is_read_as_it_is_written() {
        for text in ["elo0=0,elo1=5", "elo0=-1.75,elo1=0.25,alpha=0.1,beta=0.02,model=logistic"] {
            assert_eq!(Sprt::read(text).unwrap().to_string(), text);
        }
        for text in ["", "elo0", "elo0=x", "elo=3", "elo0=5,elo1=5", "elo0=0,elo1=nan", "alpha=0.5", "model=best"] {
            assert!(Sprt::read(text).is_err(), "{text}");
        }
    }
}
