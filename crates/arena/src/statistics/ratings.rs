//! Ratings of several entrants from all their games: the Elo numbers under which the results are most likely.
//!
//! The model is Bradley and Terry's: entrant i scores against j as the logistic curve of their ratings' difference says,
//! and a draw is half a win. The likelihood is concave, so Newton's method finds its one maximum in a few steps; only
//! differences matter, and the mean is put at 0. Errors are 95 % intervals from the information at the maximum, each game
//! counted as a coin that falls one way or the other: where there are draws they err on the wide side.
//!
//! The maximum is finite exactly when no part of the entrants has scored everything against the rest. Where it is not, a
//! drawn game is added between every two entrants, and [`Ratings::bounded`] says so.

use super::normal::Z95;
use serde::Serialize;

/// Elo points in a natural unit of the logistic curve.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The ratings of all entrants.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// By entrant.
    pub ratings: Vec<Rating>,
    /// Whether a drawn game was added between every two, because the games alone allow infinite ratings.
    pub bounded: bool,
}

/// One rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Elo above the entrants' mean.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

/// Fits ratings: `points[i][j]` are the points of i in the games against j. `None` for no entrants.
pub fn fit(points: &[Vec<f64>]) -> Option<Ratings> {
    let bounded = !all_comparable(points);
    let virtual_draw = if bounded { 0.5 } else { 0.0 };
    let n = points.len();
    let scored = |i: usize, j: usize| if i == j { 0.0 } else { points[i][j] + virtual_draw };
    let mut ratings = vec![0.0f64; n];
    for _ in 0..100 {
        let step = {
            let inverse = covariance(&ratings, &scored)?;
            let gradient: Vec<f64> = (0..n)
                .map(|i| {
                    let surplus = |j| scored(i, j) - (scored(i, j) + scored(j, i)) * expected(ratings[i] - ratings[j]);
                    (0..n).map(surplus).sum()
                })
                .collect();
            let along = |row: &Vec<f64>| row.iter().zip(&gradient).map(|(a, b)| a * b).sum::<f64>();
            inverse.iter().map(along).collect::<Vec<f64>>()
        };
        // A step of more than one natural unit (174 Elo) may overshoot where the curve is flat.
        let largest = step.iter().fold(0.0f64, |largest, step| largest.max(step.abs()));
        ratings.iter_mut().zip(&step).for_each(|(rating, step)| *rating += step / largest.max(1.0));
        if largest < 1e-10 {
            break;
        }
    }
    let covariance = covariance(&ratings, &scored)?;
    let rating = |i: usize| Rating { elo: ratings[i] * ELO, error: Z95 * covariance[i][i].max(0.0).sqrt() * ELO };
    Some(Ratings { ratings: (0..n).map(rating).collect(), bounded })
}

/// The logistic curve.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The inverse of the information, on the plane where ratings add up to 0.
fn covariance(ratings: &[f64], scored: &dyn Fn(usize, usize) -> f64) -> Option<Vec<Vec<f64>>> {
    let n = ratings.len();
    let even = 1.0 / n as f64;
    // The information says nothing about the mean; fixing it by a matrix of equal entries makes it invertible.
    let mut information = vec![vec![even; n]; n];
    for i in 0..n {
        for j in (0..n).filter(|&j| j != i) {
            let p = expected(ratings[i] - ratings[j]);
            let weight = (scored(i, j) + scored(j, i)) * p * (1.0 - p);
            information[i][i] += weight;
            information[i][j] -= weight;
        }
    }
    let mut inverse = inverted(information)?;
    inverse.iter_mut().flatten().for_each(|entry| *entry -= even);
    Some(inverse)
}

/// The inverse of a matrix by Gauss and Jordan's elimination with pivots; `None` when it has none.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = matrix[column][column];
        matrix[column].iter_mut().chain(&mut inverse[column]).for_each(|entry| *entry /= scale);
        for row in (0..n).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for k in 0..n {
                matrix[row][k] -= factor * matrix[column][k];
                inverse[row][k] -= factor * inverse[column][k];
            }
        }
    }
    Some(inverse)
}

/// Whether a chain of points leads from everybody to everybody: the condition for finite ratings.
fn all_comparable(points: &[Vec<f64>]) -> bool {
    let n = points.len();
    let mut reaches: Vec<Vec<bool>> =
        points.iter().map(|row| row.iter().map(|&points| points > 0.0).collect()).collect();
    for middle in 0..n {
        for from in 0..n {
            if reaches[from][middle] {
                let further = reaches[middle].clone();
                reaches[from].iter_mut().zip(further).for_each(|(to, further)| *to |= further);
            }
        }
    }
    (0..n).all(|i| (0..n).all(|j| i == j || reaches[i][j]))
}

#[cfg(test)]
mod tests {
    use super::super::elo::{elo, expected_score};
    use super::*;

    #[test]
    fn two_entrants_differ_by_their_elo() {
        let found = fit(&[vec![0.0, 8.0], vec![12.0, 0.0]]).unwrap();
        assert!(!found.bounded);
        let difference = found.ratings[0].elo - found.ratings[1].elo;
        assert!((difference - elo(0.4)).abs() < 1e-6, "{difference}");
        // The information of n games at score s is n s (1 - s), and each rating is half of the difference.
        let error = Z95 * ELO / (20.0f64 * 0.4 * 0.6).sqrt() / 2.0;
        assert!((found.ratings[0].error - error).abs() < 1e-6);
    }

    #[test]
    fn true_ratings_are_found_again_from_the_scores_they_predict() {
        let truth = [120.0, 40.0, -10.0, -150.0];
        let points: Vec<Vec<f64>> = truth
            .iter()
            .map(|a| truth.iter().map(|b| if a == b { 0.0 } else { 100.0 * expected_score(a - b) }).collect())
            .collect();
        let found = fit(&points).unwrap();
        for (found, truth) in found.ratings.iter().zip(truth) {
            assert!((found.elo - truth).abs() < 1e-6, "{found:?} for {truth}");
        }
        // A gauntlet has no games among the others, and the same ratings.
        let gauntlet: Vec<Vec<f64>> =
            (0..4).map(|i| (0..4).map(|j| if i == 0 || j == 0 { points[i][j] } else { 0.0 }).collect()).collect();
        for (found, truth) in fit(&gauntlet).unwrap().ratings.iter().zip(truth) {
            assert!((found.elo - truth).abs() < 1e-6, "{found:?} for {truth}");
        }
    }

    #[test]
    fn clean_scores_and_missing_games_have_finite_ratings() {
        for points in [
            vec![vec![0.0, 10.0], vec![0.0, 0.0]],
            vec![vec![0.0; 3]; 3],
            vec![vec![0.0, 1e6, 1e6], vec![0.0, 0.0, 1e6], vec![0.0, 0.0, 0.0]],
        ] {
            let found = fit(&points).unwrap();
            assert!(found.bounded);
            assert!(found.ratings.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite()), "{found:?}");
            assert!(found.ratings.is_sorted_by(|a, b| a.elo >= b.elo - 1e-9));
        }
        assert_eq!(fit(&[]).map(|found| found.ratings.len()), Some(0));
    }
}
