//! The block of text: the shape that chess programs print, with what is peculiar to these games added.

use super::words::{conditions, ending, faults, interval, large, milliseconds, number, of, percent, score_line};
use super::{Report, tables};
use athos_core::Player;
use std::fmt::Write;

pub fn text(report: &Report) -> String {
    let mut out = match report.statistics.entrants().len() {
        2 => of_two(report),
        _ => of_several(report),
    };
    if report.statistics.games() > 0 {
        common(report, &mut out);
    }
    let _ = writeln!(out, "Ended: {}", ending(report));
    out
}

/// The head of a match.
fn of_two(report: &Report) -> String {
    let [one, two] = [0, 1].map(|entrant| report.name(entrant));
    let mut out = format!("Results of {one} vs {two} ({}):\n", conditions(report));
    let Some(meeting) = report.statistics.meeting(0, 1) else { return out + "No games yet.\n" };
    let (tally, pairs) = (meeting.tally(), meeting.pairs);
    if let Some(elo) = meeting.elo() {
        let _ = writeln!(
            out,
            "Elo: {} +/- {}, nElo: {} +/- {}\nLOS: {}, DrawRatio: {}, PairsRatio: {}",
            number(elo.elo, 2),
            number(elo.elo_error, 2),
            number(elo.nelo, 2),
            number(elo.nelo_error, 2),
            percent(elo.los),
            percent(pairs.draw_ratio()),
            number(pairs.ratio(), 2)
        );
    }
    let _ = writeln!(
        out,
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {} ({})\nPtnml(0-2): {:?}",
        tally.games(),
        tally.wins,
        tally.losses,
        tally.draws,
        number(tally.points(), 1),
        percent(tally.score()),
        pairs.0
    );
    if let Some(sprt) = &report.header.sprt {
        let ((llr, _), (lower, upper)) = (report.statistics.sprt(sprt), sprt.bounds());
        let shown = [llr, lower, upper, sprt.elo0, sprt.elo1].map(|value| number(value, 2));
        let [llr, lower, upper, elo0, elo1] = shown;
        let _ = writeln!(out, "LLR: {llr} ({lower}, {upper}) [{elo0}, {elo1}]");
    }
    out
}

/// The head of a tournament of more than two: ranking and cross table.
fn of_several(report: &Report) -> String {
    let (entrants, format) = (report.header.entrants.len(), report.header.format);
    let mut out =
        format!("Results of {format}, {} ({}):\n", of(entrants as u64, "entrant", "entrants"), conditions(report));
    if report.statistics.games() == 0 {
        return out + "No games yet.\n";
    }
    out.push_str(&tables::ranking(report).text());
    if let Some(note) = tables::rating_note(report) {
        let _ = writeln!(out, "{note}");
    }
    let _ = writeln!(out, "\nPoints of the row against the column, of so many games:");
    out.push_str(&tables::cross(report).text());
    out.push('\n');
    out
}

/// What is said of every tournament that has games.
fn common(report: &Report, out: &mut String) {
    let statistics = report.statistics;
    let sides = statistics.sides();
    let [first, second] = &report.header.players;
    let _ = writeln!(
        out,
        "Sides: {first} wins {}, {second} wins {}, draws {} ({first} {})",
        sides.wins,
        sides.losses,
        sides.draws,
        percent(sides.score())
    );
    for (number, entrant) in statistics.entrants().iter().enumerate() {
        let side = |player: Player| {
            let tally = entrant.sides[player.index()];
            format!("{} as {} ({})", score_line(&tally), report.header.players[player.index()], percent(tally.score()))
        };
        let _ = writeln!(out, "  {}: {}, {}", report.name(number), side(Player::One), side(Player::Two));
    }
    let lengths = statistics.lengths();
    if let (Some((least, most)), Some(mean), Some(median)) = (lengths.range(), lengths.mean(), lengths.median()) {
        let _ = writeln!(out, "Lengths: {least} to {most} plies, mean {}, median {median}", number(mean, 1));
    }
    let (distinct, games) = (statistics.distinct_games(), statistics.games());
    let _ = writeln!(out, "Distinct games: {distinct} of {games}");
    per_entrant(report, out, "Time per move", |number| {
        let times = &statistics.entrants()[number].times;
        let mean = milliseconds(times.all.mean_ms()?);
        let speed =
            times.nodes_per_second().map_or(String::new(), |nodes| format!(", {} nodes a second", large(nodes)));
        Some(format!("mean {mean}, longest {}{speed}", milliseconds(times.all.max_ms)))
    });
    per_entrant(report, out, "Value-losing moves a game", |number| {
        let entrant = &statistics.entrants()[number];
        let rate = entrant.losing_moves.rate()?;
        let (losing, judged) = (entrant.losing_moves.events, entrant.judged_moves);
        Some(format!("{}, {losing} of {}", interval(Some(rate), 2), of(judged, "judged move", "judged moves")))
    });
    if statistics.fault_count() == 0 {
        let _ = writeln!(out, "Faults: none");
    }
    per_entrant(report, out, "Faults", |number| {
        Some(faults(&statistics.entrants()[number])).filter(|faults| !faults.is_empty())
    });
}

/// A heading and a line for each entrant of which there is something to say; nothing when there is none.
fn per_entrant(report: &Report, out: &mut String, heading: &str, say: impl Fn(usize) -> Option<String>) {
    let said: Vec<(usize, String)> =
        (0..report.statistics.entrants().len()).filter_map(|number| Some((number, say(number)?))).collect();
    if !said.is_empty() {
        let _ = writeln!(out, "{heading}:");
    }
    for (number, words) in said {
        let _ = writeln!(out, "  {}: {words}", report.name(number));
    }
}
