//! The figures of the page.

use super::Report;
use super::words::{interval, number};
use athos_core::Player;
use athos_draw::plot::{
    Estimate, Histogram, Intervals, Scatter, ScatterSeries, Stacked, histogram, intervals, scatter, stacked,
};

/// Wins, draws and losses of each with either side.
pub fn sides(report: &Report) -> String {
    let mut rows = Vec::new();
    for entrant in report.ranking() {
        for player in Player::BOTH {
            let tally = report.statistics.entrants()[entrant].sides[player.index()];
            let name = format!("{} as {}", report.name(entrant), report.header.players[player.index()]);
            rows.push((name, vec![tally.wins, tally.draws, tally.losses]));
        }
    }
    stacked(&Stacked {
        title: "Games of each entrant by the side it had".into(),
        parts: ["wins", "draws", "losses"].map(String::from).to_vec(),
        rows,
    })
}

/// Who won, by side, whoever played.
pub fn who_wins(report: &Report) -> String {
    let [first, second] = &report.header.players;
    let all = report.statistics.sides();
    stacked(&Stacked {
        title: format!("All games by winner: {first} or {second}"),
        parts: vec![format!("{first} wins"), "draws".into(), format!("{second} wins")],
        rows: vec![("all games".into(), vec![all.wins, all.draws, all.losses])],
    })
}

/// Elo with its error: the difference of two, the ratings of several.
pub fn elo(report: &Report) -> String {
    let plus_minus = |value: f64, error: f64| format!("{} ± {}", number(value, 1), number(error, 1));
    let around = |name: String, value: f64, error: f64| {
        let error_or_all = if error.is_nan() { f64::INFINITY } else { error };
        let (low, high) = (value - error_or_all, value + error_or_all);
        Estimate { name, value, low, high, text: plus_minus(value, error) }
    };
    if report.statistics.entrants().len() == 2 {
        let found = report.statistics.meeting(0, 1).and_then(|meeting| meeting.elo());
        let rows = found.map_or(Vec::new(), |elo| {
            vec![
                around("Elo".into(), elo.elo, elo.elo_error),
                around("normalized Elo".into(), elo.nelo, elo.nelo_error),
            ]
        });
        return intervals(&Intervals {
            title: format!("How much stronger {} is than {}", report.name(0), report.name(1)),
            x_label: "Elo points, with 95 % intervals".into(),
            rows,
        });
    }
    let ratings = report.statistics.ratings().map_or(Vec::new(), |ratings| ratings.ratings);
    let row = |entrant: usize| {
        ratings.get(entrant).map(|rating| around(report.name(entrant).into(), rating.elo, rating.error))
    };
    intervals(&Intervals {
        title: "Ratings".into(),
        x_label: "Elo points above the mean of all, with 95 % intervals".into(),
        rows: report.ranking().into_iter().filter_map(row).collect(),
    })
}

/// How long games are.
pub fn lengths(report: &Report) -> String {
    histogram(&Histogram {
        title: "How long the games were".into(),
        x_label: "length in plies".into(),
        y_label: "games".into(),
        counts: report.statistics.lengths().counts().collect(),
    })
}

/// Time per move by ply: a sample of moves, and the mean of all.
pub fn times(report: &Report) -> String {
    let series: Vec<ScatterSeries> = report
        .ranking()
        .into_iter()
        .map(|entrant| {
            let times = &report.statistics.entrants()[entrant].times;
            let by_ply = times.by_ply.iter().enumerate();
            ScatterSeries {
                name: report.name(entrant).into(),
                dots: times.sample().map(|(ply, ms)| ((ply + 1) as f64, ms)).collect(),
                line: by_ply.filter_map(|(ply, time)| Some(((ply + 1) as f64, time.mean_ms()?))).collect(),
            }
        })
        .collect();
    // Over a few powers of ten a linear axis would show the largest times only.
    let means = || series.iter().flat_map(|series| series.line.iter().map(|point| point.1)).filter(|ms| *ms > 0.0);
    let (least, most) = means().fold((f64::MAX, 0.0f64), |(least, most), ms| (least.min(ms), most.max(ms)));
    scatter(&Scatter {
        title: "Time per move: each dot a move, the line their mean".into(),
        x_label: "ply, from the opening".into(),
        y_label: "milliseconds".into(),
        logarithmic: most > 30.0 * least,
        series,
    })
}

/// Value-losing moves a game with their intervals.
pub fn value_losing(report: &Report) -> String {
    let row = |entrant: usize| {
        let rate = report.statistics.entrants()[entrant].losing_moves.rate()?;
        Some(Estimate {
            name: report.name(entrant).into(),
            value: rate.rate,
            low: rate.low,
            high: rate.high,
            text: interval(Some(rate), 2),
        })
    };
    intervals(&Intervals {
        title: "Moves that gave away part of the game's value".into(),
        x_label: "moves a game, with 95 % intervals".into(),
        rows: report.ranking().into_iter().filter_map(row).collect(),
    })
}
