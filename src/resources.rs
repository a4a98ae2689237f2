//! The arguments that bound long work: memory and threads.

use clap::Args;
use std::num::NonZero;

/// How much of the machine may be used.
#[derive(Args, Default)]
pub struct ResourceArguments {
    /// Megabytes of memory that may be taken; what the machine has free when left out
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    memory: Option<u32>,
    /// Threads; one for each core when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ResourceArguments {
    /// Bytes that may be taken; `None` when nobody knows a limit.
    pub fn memory(&self) -> Option<u64> {
        self.memory.map(|megabytes| u64::from(megabytes) << 20).or_else(free_memory)
    }

    /// Bytes for work that gains nothing from more than `enough`: what was asked for, or that much if it is free.
    pub fn memory_up_to(&self, enough: u64) -> u64 {
        let asked = self.memory.map(|megabytes| u64::from(megabytes) << 20);
        asked.unwrap_or_else(|| free_memory().map_or(enough, |free| free.min(enough)))
    }

    /// How many threads work.
    pub fn workers(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// What the system says can be had without swapping, where it says so.
fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
