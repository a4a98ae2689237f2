//! What an engine says to a runner.

use crate::player::Info;
use athos_core::{Score, Value, Wdl};
use std::fmt::Write;
use std::time::Duration;

/// One line from an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// `id name NAME` (and `id author`, which nobody asks for).
    Name(String),
    /// `option name …`: something that can be set.
    Option(OptionOffer),
    /// `ugiok`: that was all of it.
    UgiOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`: how far the thinking has come.
    Info(Info),
    /// `bestmove MOVE`: the answer to `go`; `None` when the move is missing.
    BestMove(Option<String>),
    /// `response …`: the answer to `query`.
    Response(String),
    /// Something that says nothing to a runner: `info string`, `id author`, an empty line.
    Remark,
    /// Something else.
    Unknown,
}

/// An option that an engine offers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionOffer {
    /// Its name. Case does not matter.
    pub name: String,
    /// Its type: `combo`, `spin`, `string`, `check`, `button`.
    pub kind: String,
    /// The values of a combo.
    pub choices: Vec<String>,
}

/// How scores are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScoreStyle {
    /// `cp 25`, `mate -3`, as UCI has them: any runner can read it.
    #[default]
    Classic,
    /// `est 25`, `win 13`, `loss 4`, `draw`: nothing is lost.
    Proven,
}

/// What stands for a win whose distance is not known, in centipawns.
const FAR_WIN: i32 = 30_000;

impl Reply {
    /// Reads a line.
    pub fn read(line: &str) -> Reply {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            None => Reply::Remark,
            Some("ugiok") => Reply::UgiOk,
            Some("readyok") => Reply::ReadyOk,
            Some("id") => match words.next() {
                Some("name") => Reply::Name(joined(words)),
                _ => Reply::Remark,
            },
            Some("option") => Reply::Option(OptionOffer::read(words)),
            Some("info") => read_info(words).map_or(Reply::Remark, Reply::Info),
            Some("bestmove") => {
                Reply::BestMove(words.next().filter(|m| !matches!(*m, "none" | "(none)")).map(str::to_string))
            }
            Some("response") => Reply::Response(joined(words)),
            Some(_) => Reply::Unknown,
        }
    }
}

fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

impl OptionOffer {
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> OptionOffer {
        let mut offer = OptionOffer::default();
        let mut field = "";
        for word in words {
            match word {
                "name" | "type" | "default" | "min" | "max" => field = word,
                "var" => {
                    field = word;
                    offer.choices.push(String::new());
                }
                _ => {
                    let text = match field {
                        "name" => &mut offer.name,
                        "type" => &mut offer.kind,
                        "var" => offer.choices.last_mut().expect("var pushes one"),
                        _ => continue,
                    };
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(word);
                }
            }
        }
        offer
    }
}

/// The words after `info`; `None` when they say nothing that counts.
fn read_info<'a>(words: impl Iterator<Item = &'a str>) -> Option<Info> {
    let mut info = Info::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next()?.parse().ok(),
            "nodes" => info.nodes = words.next()?.parse().ok(),
            "time" => info.time = Duration::from_millis(words.next()?.parse().ok()?),
            "score" => {
                let kind = words.next()?;
                let number: Option<i32> = words.peek().and_then(|word| word.parse().ok());
                if number.is_some() {
                    words.next();
                }
                info.score = read_score(kind, number);
            }
            "pv" => info.line = words.by_ref().map(str::to_string).collect(),
            "string" => break,
            _ => {}
        }
    }
    (info != Info::default()).then_some(info)
}

fn read_score(kind: &str, number: Option<i32>) -> Option<Score> {
    let plies = |plies: i32| u16::try_from(plies).ok();
    let proven = |wdl, plies| Some(Score::Proven(Value { wdl, plies }));
    match (kind, number) {
        ("cp" | "est", Some(points)) => Some(Score::Estimate(points)),
        // A mate is counted in moves of the winner.
        ("mate", Some(moves)) if moves > 0 => proven(Wdl::Win, plies(moves.saturating_mul(2) - 1)),
        ("mate", Some(moves)) => proven(Wdl::Loss, plies(moves.saturating_mul(-2))),
        ("win", number) => proven(Wdl::Win, number.and_then(plies)),
        ("loss", number) => proven(Wdl::Loss, number.and_then(plies)),
        ("draw", _) => Some(Score::Proven(Value::DRAW)),
        _ => None,
    }
}

/// The line that tells how far the thinking has come.
pub fn show_info(info: &Info, style: ScoreStyle) -> String {
    let mut line = "info".to_string();
    // Writing to a string cannot fail.
    if let Some(depth) = info.depth {
        let _ = write!(line, " depth {depth}");
    }
    if let Some(score) = info.score {
        let _ = write!(line, " score {}", show_score(score, style));
    }
    if let Some(nodes) = info.nodes {
        let per_second = nodes as f64 / info.time.as_secs_f64().max(1e-6);
        let _ = write!(line, " nodes {nodes} nps {per_second:.0}");
    }
    let _ = write!(line, " time {}", info.time.as_millis());
    if !info.line.is_empty() {
        let _ = write!(line, " pv {}", info.line.join(" "));
    }
    line
}

fn show_score(score: Score, style: ScoreStyle) -> String {
    match (style, score) {
        (ScoreStyle::Proven, Score::Proven(value)) => show_value(value),
        (ScoreStyle::Proven, Score::Estimate(points)) => format!("est {points}"),
        (ScoreStyle::Classic, Score::Estimate(points)) => format!("cp {points}"),
        (ScoreStyle::Classic, Score::Proven(value)) => match (value.wdl, value.plies) {
            (Wdl::Draw, _) => "cp 0".into(),
            (Wdl::Win, Some(plies)) => format!("mate {}", plies.div_ceil(2).max(1)),
            (Wdl::Loss, Some(plies)) => format!("mate -{}", plies.div_ceil(2)),
            (Wdl::Win, None) => format!("cp {FAR_WIN}"),
            (Wdl::Loss, None) => format!("cp -{FAR_WIN}"),
        },
    }
}

/// A value as `query value` answers it: `win 13`, `loss 4`, `draw`; without the number where the distance is not known.
pub fn show_value(value: Value) -> String {
    match value.plies {
        Some(plies) => format!("{} {plies}", value.wdl),
        None => value.wdl.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_survive_their_lines() {
        let values = [Value::win(13), Value::loss(4), Value::DRAW, Value { wdl: Wdl::Win, plies: None }];
        for score in values.map(Score::Proven).into_iter().chain([Score::Estimate(-25)]) {
            let info = Info {
                depth: Some(5),
                nodes: Some(1234),
                time: Duration::from_millis(20),
                score: Some(score),
                line: vec!["a2".into(), "b1".into()],
                source: None,
            };
            let line = show_info(&info, ScoreStyle::Proven);
            assert_eq!(Reply::read(&line), Reply::Info(info.clone()), "{line}");
            if !matches!(score, Score::Proven(Value { plies: None, .. })) {
                assert_eq!(Reply::read(&show_info(&info, ScoreStyle::Classic)), Reply::Info(info), "{line}");
            }
        }
    }

    #[test]
    fn lines_of_others_are_read() {
        assert_eq!(
            Reply::read("info depth 3 seldepth 9 score mate -2 hashfull 12 nodes 99 string all is lost"),
            Reply::Info(Info {
                depth: Some(3),
                nodes: Some(99),
                score: Some(Score::Proven(Value::loss(4))),
                ..Info::default()
            })
        );
        let offer = OptionOffer {
            name: "Clear Hash".into(),
            kind: "combo".into(),
            choices: vec!["at once".into(), "later".into()],
        };
        assert_eq!(
            Reply::read("option name Clear Hash type combo default later var at once var later"),
            Reply::Option(offer)
        );
        assert_eq!(Reply::read("bestmove a2 ponder b1"), Reply::BestMove(Some("a2".into())));
        assert_eq!(Reply::read("bestmove (none)"), Reply::BestMove(None));
        assert_eq!(Reply::read("response win 3"), Reply::Response("win 3".into()));
        assert_eq!(Reply::read("info string depth 3"), Reply::Remark);
        assert_eq!(Reply::read("Segmentation fault"), Reply::Unknown);
    }
}
