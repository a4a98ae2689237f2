//! Reports of a tournament: a block of text to read at a glance, the same as JSON, and a page that needs nothing else.

mod figures;
mod html;
mod json;
mod tables;
mod text;
mod words;

use crate::header::Header;
use crate::statistics::{Statistics, Verdict};

/// Why a tournament ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All games were played.
    Played,
    /// The sequential test accepted a hypothesis.
    Tested(Verdict),
    /// Somebody interrupted it, or it is still going on.
    Interrupted,
}

/// A tournament and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What was played.
    pub header: &'a Header,
    /// What was counted.
    pub statistics: &'a Statistics,
    /// Why it ended.
    pub ending: Ending,
}

impl<'a> Report<'a> {
    /// The report of what was played so far; how the tournament ended follows from it.
    pub fn new(header: &'a Header, statistics: &'a Statistics) -> Report<'a> {
        let all = header.schedule().map_or(0, |schedule| schedule.len());
        let verdict = header.sprt.map_or(Verdict::Continue, |sprt| statistics.sprt(&sprt).1);
        let ending = match verdict {
            Verdict::Continue if statistics.games() >= all => Ending::Played,
            Verdict::Continue => Ending::Interrupted,
            verdict => Ending::Tested(verdict),
        };
        Report { header, statistics, ending }
    }

    /// The block of text.
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// The JSON twin of the text, and more: times by ply, lengths, every meeting. Numbers that are not finite are null.
    pub fn json(&self) -> serde_json::Value {
        json::json(self)
    }

    /// The page: one file with inline style and figures, without any script.
    pub fn html(&self) -> String {
        html::html(self)
    }

    /// An entrant's name.
    fn name(&self, entrant: usize) -> &str {
        self.header.entrants.get(entrant).map_or("?", |entrant| &entrant.name)
    }

    /// The entrants from the strongest to the weakest: by rating where there are several, in their order where there are
    /// two.
    fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.statistics.entrants().len()).collect();
        if let Some(ratings) = self.statistics.ratings().filter(|_| order.len() > 2) {
            order.sort_by(|&a, &b| ratings.ratings[b].elo.total_cmp(&ratings.ratings[a].elo));
        }
        order
    }
}
