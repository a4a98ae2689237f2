//! Times, sizes and shares as people write them: `2s`, `500ms`, `500MB`, `10%`.

use std::time::Duration;

/// A text that is no quantity of the kind asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is no {what}")]
pub struct QuantityError {
    text: String,
    what: &'static str,
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)
}

/// A time above zero: `2s`, `500ms`, `1.5min`; a bare number is seconds.
pub fn read_time(text: &str) -> Result<Duration, QuantityError> {
    let units = [("ms", 1e-3), ("min", 60.0), ("s", 1.0), ("", 1.0)];
    let read = units.iter().find_map(|(unit, seconds)| Some(number(text.strip_suffix(unit)?)? * seconds));
    let time = read.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let error = || QuantityError { text: text.escape_debug().to_string(), what: "time such as 2s, 500ms or 1min" };
    time.filter(|time| *time > Duration::ZERO).ok_or_else(error)
}

/// Bytes, at least one: `500MB`, `2GB`, `64kB`; a bare number is megabytes. A megabyte has 2^20 bytes.
pub fn read_bytes(text: &str) -> Result<usize, QuantityError> {
    let units = [("kB", 10), ("KB", 10), ("MB", 20), ("GB", 30), ("", 20)];
    let read = units.iter().find_map(|(unit, shift)| Some(number(text.strip_suffix(unit)?)? * f64::from(1 << shift)));
    let error = || QuantityError { text: text.escape_debug().to_string(), what: "size such as 500MB or 2GB" };
    read.filter(|bytes| (1.0..1e15).contains(bytes)).map(|bytes| bytes as usize).ok_or_else(error)
}

/// A share from 0 to 1: `10%`, `0.1`.
pub fn read_share(text: &str) -> Result<f64, QuantityError> {
    let read = match text.strip_suffix('%') {
        Some(percent) => number(percent).map(|percent| percent / 100.0),
        None => number(text),
    };
    let error = || QuantityError { text: text.escape_debug().to_string(), what: "share such as 10%" };
    read.filter(|share| *share <= 1.0).ok_or_else(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_units() {
        assert_eq!(read_time("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(read_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(read_time("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(read_time("2min"), Ok(Duration::from_secs(120)));
        assert_eq!(read_bytes("500MB"), Ok(500 << 20));
        assert_eq!(read_bytes("2GB"), Ok(2 << 30));
        assert_eq!(read_bytes("16"), Ok(16 << 20));
        assert_eq!(read_share("10%"), Ok(0.1));
        for bad in ["", "s", "-1s", "0", "nan", "inf", "2h", "1e400"] {
            assert!(read_time(bad).is_err(), "{bad}");
        }
        for bad in ["", "0", "MB", "-5MB", "1e30GB"] {
            assert!(read_bytes(bad).is_err(), "{bad}");
        }
        assert_eq!(read_share("101%").map_err(|error| error.to_string()), Err("'101%' is no share such as 10%".into()));
    }
}
