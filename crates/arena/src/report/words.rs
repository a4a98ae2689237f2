//! Numbers and counts in words, the same in all reports.

use super::{Ending, Report};
use crate::statistics::{EntrantStatistics, Interval, Tally, Verdict};
use std::collections::BTreeMap;

/// A number with so many digits after the point; `inf`, `-inf` and `unknown` where it has none.
pub fn number(value: f64, digits: usize) -> String {
    match value {
        v if v.is_nan() => "unknown".into(),
        v if v.is_infinite() => if v > 0.0 { "inf" } else { "-inf" }.into(),
        v => {
            let shown = format!("{v:.digits$}");
            // A tiny negative number is shown as 0, not as -0.
            if shown.trim_start_matches('-').bytes().all(|byte| b"0.".contains(&byte)) {
                shown.trim_start_matches('-').into()
            } else {
                shown
            }
        }
    }
}

/// A part of 1 in percent.
pub fn percent(part: f64) -> String {
    match number(part * 100.0, 2) {
        shown if shown == "unknown" => shown,
        shown => shown + " %",
    }
}

/// `0.40 (0.31 to 0.52)`.
pub fn interval(interval: Option<Interval>, digits: usize) -> String {
    interval.map_or("unknown".into(), |i| {
        format!("{} ({} to {})", number(i.rate, digits), number(i.low, digits), number(i.high, digits))
    })
}

/// `+8 =0 -12`.
pub fn score_line(tally: &Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

/// A time with its unit.
pub fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms < 1.0 => format!("{} µs", number(ms * 1e3, 0)),
        ms if ms < 1e3 => format!("{} ms", number(ms, 1)),
        ms => format!("{} s", number(ms / 1e3, 2)),
    }
}

/// A large number: `850`, `12.3 thousand`, `4.56 million`.
pub fn large(value: f64) -> String {
    match value {
        v if v < 1e4 => number(v, 0),
        v if v < 1e6 => format!("{} thousand", number(v / 1e3, 1)),
        v => format!("{} million", number(v / 1e6, 2)),
    }
}

/// `1 game`, `2 games`.
pub fn of(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// An entrant's faults by kind, `2 late, 1 crash`; those after which the referee moved are among them.
pub fn faults(entrant: &EntrantStatistics) -> String {
    let mut kinds = BTreeMap::new();
    for (kind, count) in entrant.faults.iter().chain(&entrant.replaced) {
        *kinds.entry(*kind).or_insert(0) += count;
    }
    kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ")
}

/// The tournament's conditions, as they stand in brackets.
pub fn conditions(report: &Report) -> String {
    let header = report.header;
    let openings = header.openings.options();
    let options = header.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let said = openings.iter().map(|(name, value)| (*name, value.as_str())).chain(options);
    let said = said.map(|(name, value)| if value.is_empty() { name.to_string() } else { format!("{name} {value}") });
    let all = std::iter::once(header.game_spec()).chain(said).chain([format!("seed {}", header.seed)]);
    all.collect::<Vec<_>>().join(", ")
}

/// Why the tournament ended.
pub fn ending(report: &Report) -> String {
    let games = report.statistics.games();
    let all = report.header.schedule().map_or(0, |schedule| schedule.len());
    let claim = |elo: f64| {
        let second = report.name(1);
        format!("{} is {} Elo above {second}", report.name(0), number(elo, 2))
    };
    match (report.ending, &report.header.sprt) {
        (Ending::Played, _) => format!("all {} were played", of(games, "game", "games")),
        (Ending::Interrupted, _) => format!("interrupted after {games} of {}", of(all, "game", "games")),
        (Ending::Tested(Verdict::H0), Some(sprt)) => format!("H0 was accepted: {}", claim(sprt.elo0)),
        (Ending::Tested(Verdict::H1), Some(sprt)) => format!("H1 was accepted: {}", claim(sprt.elo1)),
        (Ending::Tested(_), _) => format!("the test ended it after {}", of(games, "game", "games")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_none_are_words() {
        assert_eq!(
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.001].map(|v| number(v, 2)),
            ["unknown", "inf", "-inf", "0.00"]
        );
        assert_eq!((percent(f64::NAN), percent(0.4)), ("unknown".to_string(), "40.00 %".to_string()));
        assert_eq!([0.05, 12.0, 2345.0].map(milliseconds), ["50 µs", "12.0 ms", "2.35 s"]);
    }
}
