//! Numbers as people read them: digits in threes, times and sizes with their unit.

use std::time::Duration;

/// `1,234,567`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `12 µs`, `3.4 ms`, `1.23 s`, `4 min 5 s`.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.2} s"),
        s => format!("{} min {} s", s as u64 / 60, s as u64 % 60),
    }
}

/// `850`, `12.3 thousand`, `4.56 million`.
pub fn large(number: f64) -> String {
    match number {
        n if n < 1e4 => format!("{n:.0}"),
        n if n < 1e6 => format!("{:.1} thousand", n / 1e3),
        n if n < 1e9 => format!("{:.2} million", n / 1e6),
        n => format!("{:.2} billion", n / 1e9),
    }
}

/// `512 bytes`, `640 kB`, `2,048 MB`; a megabyte has 2^20 bytes, as in arguments.
pub fn bytes(bytes: u64) -> String {
    match bytes {
        0..0x2800 => of(bytes, "byte", "bytes"),
        0x2800..0xa0_0000 => format!("{} kB", count(bytes >> 10)),
        _ => format!("{} MB", count(megabytes(bytes))),
    }
}

/// Whole megabytes, rounded up.
pub fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

/// `1 node`, `2 nodes`.
pub fn of(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_threes() {
        assert_eq!([0, 999, 1000, 1234567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(time(Duration::from_micros(12)), "12 µs");
        assert_eq!(time(Duration::from_millis(1234)), "1.23 s");
        assert_eq!(time(Duration::from_secs(245)), "4 min 5 s");
        assert_eq!([512, 655_360, 2 << 30].map(bytes), ["512 bytes", "640 kB", "2,048 MB"]);
        assert_eq!([850.0, 12_345.0, 4.56e6].map(large), ["850", "12.3 thousand", "4.56 million"]);
    }
}
