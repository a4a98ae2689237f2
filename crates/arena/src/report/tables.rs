//! The tables of a report, for text and page alike.

use super::Report;
use super::words::{interval, large, milliseconds, number, percent};
use crate::game_record::FaultKind;
use crate::statistics::part;
use athos_core::Player;
use athos_draw::svg::escape;
use std::fmt::Write;

/// A table: what stands above it, and its rows. The first column is text, the others are numbers.
pub struct Table {
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn new(head: &[&str], rows: Vec<Vec<String>>) -> Table {
        Table { head: head.iter().map(|name| name.to_string()).collect(), rows }
    }

    /// Columns of even width.
    pub fn text(&self) -> String {
        let all = || std::iter::once(&self.head).chain(&self.rows);
        let width = |column: usize| all().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..self.head.len()).map(|column| width(column).unwrap_or(0)).collect();
        let mut out = String::new();
        for row in all() {
            let cells = row.iter().enumerate().map(|(column, cell)| match column {
                0 => format!("{cell:<0$}", widths[0]),
                _ => format!("{cell:>0$}", widths[column]),
            });
            let _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
        }
        out
    }

    /// An HTML table.
    pub fn html(&self) -> String {
        let row = |cells: &[String], tag: &str| {
            let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let body: String = self.rows.iter().map(|cells| row(cells, "td")).collect();
        format!(
            "<div class=\"wide\"><table>\n<thead>{}</thead>\n<tbody>\n{body}</tbody>\n</table></div>\n",
            row(&self.head, "th").trim_end()
        )
    }
}

/// Everybody's games and rating, the strongest first.
pub fn ranking(report: &Report) -> Table {
    let ratings = report.statistics.ratings();
    let row = |(rank, &entrant): (usize, &usize)| {
        let tally = report.statistics.entrants()[entrant].tally();
        let rating = ratings.as_ref().map(|ratings| ratings.ratings[entrant]);
        vec![
            format!("{}  {}", rank + 1, report.name(entrant)),
            rating.map_or("unknown".into(), |rating| number(rating.elo, 1)),
            rating.map_or("unknown".into(), |rating| number(rating.error, 1)),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            number(tally.points(), 1),
            percent(tally.score()),
        ]
    };
    let head = ["Rank and name", "Elo", "+/-", "Games", "Wins", "Draws", "Losses", "Points", "Score"];
    Table::new(&head, report.ranking().iter().enumerate().map(row).collect())
}

/// What must be said of the ratings, if anything must.
pub fn rating_note(report: &Report) -> Option<&'static str> {
    report.statistics.ratings().filter(|ratings| ratings.bounded).map(|_| {
        "Somebody has won or lost everything: the ratings are those with a drawn game added between every two entrants."
    })
}

/// Points of each against each, of so many games.
pub fn cross(report: &Report) -> Table {
    let order = report.ranking();
    let mut head = vec!["Points".to_string()];
    head.extend((1..=order.len()).map(|rank| rank.to_string()));
    let cell = |row: usize, column: usize| match report.statistics.meeting(row, column) {
        _ if row == column => "-".to_string(),
        None => String::new(),
        Some(meeting) => format!("{} of {}", number(meeting.tally().points(), 1), meeting.tally().games()),
    };
    let row = |(rank, &entrant): (usize, &usize)| {
        let name = format!("{}  {}", rank + 1, report.name(entrant));
        std::iter::once(name).chain(order.iter().map(|&other| cell(entrant, other))).collect()
    };
    Table { head, rows: order.iter().enumerate().map(row).collect() }
}

/// Wins, draws and losses of each with either side, and of the sides whoever played.
pub fn sides(report: &Report) -> Table {
    let mut rows = Vec::new();
    for entrant in report.ranking() {
        for player in Player::BOTH {
            let tally = report.statistics.entrants()[entrant].sides[player.index()];
            rows.push((format!("{} as {}", report.name(entrant), report.header.players[player.index()]), tally));
        }
    }
    let all = report.statistics.sides();
    rows.push((format!("all games, for {}", report.header.players[0]), all));
    let row = |(name, tally): (String, crate::statistics::Tally)| {
        let wins = part(tally.wins as f64, tally.games() as f64);
        let numbers = [tally.games(), tally.wins, tally.draws, tally.losses].map(|count| count.to_string());
        let range = wins.map_or("unknown".into(), |wins| format!("{} to {}", percent(wins.low), percent(wins.high)));
        std::iter::once(name).chain(numbers).chain([percent(tally.score()), range]).collect()
    };
    let head = ["Who", "Games", "Wins", "Draws", "Losses", "Score", "Rate of wins, 95 %"];
    Table::new(&head, rows.into_iter().map(row).collect())
}

/// Time and nodes of each.
pub fn times(report: &Report) -> Table {
    let row = |&entrant: &usize| {
        let times = &report.statistics.entrants()[entrant].times;
        vec![
            report.name(entrant).to_string(),
            times.all.moves.to_string(),
            times.all.mean_ms().map_or("unknown".into(), milliseconds),
            milliseconds(times.all.max_ms),
            times.nodes_per_second().map_or("unknown".into(), large),
        ]
    };
    let head = ["Who", "Moves", "Mean", "Longest", "Nodes a second"];
    Table::new(&head, report.ranking().iter().map(row).collect())
}

/// Value-losing moves of each, where any were judged.
pub fn value_losing(report: &Report) -> Option<Table> {
    let entrants = report.statistics.entrants();
    if entrants.iter().all(|entrant| entrant.judged_moves == 0) {
        return None;
    }
    let row = |&number: &usize| {
        let entrant = &entrants[number];
        let (losing, judged) = (entrant.losing_moves.events, entrant.judged_moves);
        let share = part(losing as f64, judged as f64);
        vec![
            report.name(number).to_string(),
            entrant.losing_moves.games.to_string(),
            judged.to_string(),
            losing.to_string(),
            interval(entrant.losing_moves.rate(), 2),
            share.map_or("unknown".into(), |share| {
                format!("{} ({} to {})", percent(share.rate), percent(share.low), percent(share.high))
            }),
        ]
    };
    let head = ["Who", "Games", "Judged moves", "Value-losing", "A game, 95 %", "Share of moves, 95 %"];
    Some(Table::new(&head, report.ranking().iter().map(row).collect()))
}

/// Faults of each by kind; `None` when there were none.
pub fn faults(report: &Report) -> Option<Table> {
    if report.statistics.fault_count() == 0 {
        return None;
    }
    let mut head = vec!["Who".to_string()];
    head.extend(FaultKind::ALL.iter().map(|kind| kind.to_string()));
    head.extend(["All".to_string(), "Games lost by them".to_string()]);
    let row = |&number: &usize| {
        let entrant = &report.statistics.entrants()[number];
        let count = |kind: &FaultKind| {
            let [ended, replaced] = [&entrant.faults, &entrant.replaced].map(|faults| faults.get(kind).unwrap_or(&0));
            (ended + replaced).to_string()
        };
        let lost: u64 = entrant.faults.values().sum();
        let kinds = FaultKind::ALL.iter().map(count);
        let all = [entrant.fault_count().to_string(), lost.to_string()];
        std::iter::once(report.name(number).to_string()).chain(kinds).chain(all).collect()
    };
    Some(Table { head, rows: report.ranking().iter().map(row).collect() })
}

/// Everything that decided the games.
pub fn settings(report: &Report) -> Table {
    let header = report.header;
    let mut rows = vec![
        ("game".to_string(), header.game_spec()),
        ("format".into(), header.format.to_string()),
        ("games of each two that meet".into(), header.games.to_string()),
    ];
    for (number, entrant) in header.entrants.iter().enumerate() {
        rows.push((format!("entrant {}, {}", number + 1, entrant.name), entrant.spec.clone()));
    }
    let said = |value: String| if value.is_empty() { "yes".to_string() } else { value };
    rows.extend(header.openings.options().into_iter().map(|(name, value)| (name.to_string(), said(value))));
    rows.extend(header.sprt.map(|sprt| ("sprt".to_string(), sprt.to_string())));
    rows.extend(header.settings.iter().map(|(name, value)| (name.clone(), said(value.clone()))));
    rows.push(("seed".into(), header.seed.to_string()));
    rows.push(("written by".into(), format!("Athos {}", header.version)));
    Table::new(&["Setting", "Value"], rows.into_iter().map(|(name, value)| vec![name, value]).collect())
}
