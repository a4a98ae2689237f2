//! Players of published reports, rebuilt from their descriptions, to play against. They are as plain as described:
//! what they lack is the point.

mod report_c;
mod report_d;

pub use report_c::ReportC;
pub use report_d::ReportD;

use std::time::{Duration, Instant};

/// The end of a player's time.
#[derive(Clone, Copy, Debug)]
struct Deadline(Option<Instant>);

impl Deadline {
    fn after(time: Option<Duration>) -> Deadline {
        Deadline(time.and_then(|time| Instant::now().checked_add(time)))
    }

    fn passed(self) -> bool {
        self.0.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
