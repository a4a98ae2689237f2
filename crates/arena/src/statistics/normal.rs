//! The normal distribution, as far as intervals need it.

/// 95 % of a normal distribution lie within this many standard deviations of its mean.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The error function, to about 15 digits: Σ 2ⁿ x²ⁿ⁺¹ / (2n+1)!! times 2 e^(-x²) / √π, a series of positive terms (DLMF
/// 7.6.2).
pub fn erf(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.abs() >= 6.0 {
        return x.signum();
    }
    let (mut term, mut sum, mut n) = (x, 0.0, 0.0);
    while f64::abs(term) > f64::abs(sum) * f64::EPSILON {
        sum += term;
        n += 1.0;
        term *= 2.0 * x * x / (2.0 * n + 1.0);
    }
    sum * (-x * x).exp() * std::f64::consts::FRAC_2_SQRT_PI
}

/// The probability that a standard normal variable is below `x`.
pub fn below(x: f64) -> f64 {
    0.5 * (1.0 + erf(x / std::f64::consts::SQRT_2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn erf_has_its_tabulated_values() {
        // Abramowitz and Stegun, table 7.1, and DLMF 7.
        let table = [
            (0.0, 0.0),
            (0.5, 0.520_499_877_813_046_5),
            (1.0, 0.842_700_792_949_714_9),
            (2.0, 0.995_322_265_018_952_7),
            (3.0, 0.999_977_909_503_001_4),
            (5.0, 0.999_999_999_998_462_5),
        ];
        for (x, expected) in table {
            assert!((erf(x) - expected).abs() < 1e-13, "erf({x}) = {}", erf(x));
            assert_eq!(erf(-x), -erf(x));
        }
        assert_eq!((erf(f64::INFINITY), erf(f64::NEG_INFINITY)), (1.0, -1.0));
        assert!((below(Z95) - 0.975).abs() < 1e-14);
    }
}
