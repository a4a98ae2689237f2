//! The JSON twin of the text.

use super::{Ending, Report, words};
use crate::statistics::{EntrantStatistics, Tally, Verdict, part};
use serde_json::{Map, Value, json};

pub fn json(report: &Report) -> Value {
    let statistics = report.statistics;
    let ratings = statistics.ratings();
    let entrant = |(number, entrant): (usize, &EntrantStatistics)| {
        let rating = ratings.as_ref().and_then(|ratings| ratings.ratings.get(number));
        of_entrant(report, number, entrant, json!(rating))
    };
    let lengths = statistics.lengths();
    let (shortest, longest) = lengths.range().unzip();
    json!({
        "tournament": report.header,
        "command": report.header.command(),
        "ending": {
            "kind": match report.ending {
                Ending::Played => "played",
                Ending::Tested(Verdict::H1) => "h1",
                Ending::Tested(_) => "h0",
                Ending::Interrupted => "interrupted",
            },
            "text": words::ending(report),
        },
        "games": statistics.games(),
        "distinct_games": statistics.distinct_games(),
        "sides": by_side(report, [statistics.sides(), statistics.sides().reversed()]),
        "reasons": statistics.reasons(),
        "lengths": {
            "shortest": shortest,
            "longest": longest,
            "mean": lengths.mean(),
            "median": lengths.median(),
            "counts": lengths.counts().collect::<Vec<_>>(),
        },
        "ratings_bounded": ratings.as_ref().map(|ratings| ratings.bounded),
        "entrants": statistics.entrants().iter().enumerate().map(entrant).collect::<Vec<_>>(),
        "meetings": meetings(report),
        "sprt": report.header.sprt.map(|sprt| {
            let ((llr, verdict), (lower, upper)) = (statistics.sprt(&sprt), sprt.bounds());
            json!({"test": sprt, "llr": llr, "lower": lower, "upper": upper, "verdict": verdict})
        }),
    })
}

fn of_entrant(report: &Report, number: usize, entrant: &EntrantStatistics, rating: Value) -> Value {
    let times = &entrant.times;
    let by_ply = times.by_ply.iter().enumerate().filter(|(_, time)| time.moves > 0);
    let by_ply = by_ply.map(
        |(ply, time)| json!({"ply": ply + 1, "moves": time.moves, "mean_ms": time.mean_ms(), "max_ms": time.max_ms}),
    );
    json!({
        "name": report.name(number),
        "result": of_tally(&entrant.tally()),
        "rating": rating,
        "sides": by_side(report, entrant.sides),
        "time": {
            "moves": times.all.moves,
            "mean_ms": times.all.mean_ms(),
            "max_ms": times.all.max_ms,
            "by_ply": by_ply.collect::<Vec<_>>(),
        },
        "nodes_per_second": times.nodes_per_second(),
        "faults": entrant.faults,
        "replaced_moves": entrant.replaced,
        "value_losing": {
            "games": entrant.losing_moves.games,
            "judged_moves": entrant.judged_moves,
            "losing_moves": entrant.losing_moves.events,
            "per_game": entrant.losing_moves.rate(),
            "share": part(entrant.losing_moves.events as f64, entrant.judged_moves as f64),
        },
    })
}

fn of_tally(tally: &Tally) -> Value {
    json!({
        "games": tally.games(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "points": tally.points(),
        "score": tally.score(),
    })
}

/// An object with the names of the game's players.
fn by_side(report: &Report, tallies: [Tally; 2]) -> Value {
    let sides = report.header.players.iter().cloned().zip(tallies.iter().map(of_tally));
    Value::Object(sides.collect::<Map<String, Value>>())
}

fn meetings(report: &Report) -> Vec<Value> {
    let entrants = report.statistics.entrants().len();
    let twos = (0..entrants).flat_map(|one| (one + 1..entrants).map(move |two| (one, two)));
    let of_two = |(one, two): (usize, usize)| {
        let meeting = report.statistics.meeting(one, two)?;
        Some(json!({
            "entrants": [one, two],
            "result": of_tally(&meeting.tally()),
            "sides": by_side(report, meeting.sides),
            "pairs": meeting.pairs,
            "pairs_ratio": meeting.pairs.ratio(),
            "draw_ratio": meeting.pairs.draw_ratio(),
            "elo": meeting.elo(),
        }))
    };
    twos.filter_map(of_two).collect()
}
