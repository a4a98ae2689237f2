//! `athos serve`, and `athos` alone: the page.

use super::Answer;
use crate::resources::ResourceArguments;
use anyhow::Context;
use athos_web::Config;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};

/// The port of the page when none is asked for; the next free one if it is taken.
const PORT: u16 = 3333;

/// Bytes for all searches together that are enough.
const SEARCH_MEMORY: u64 = 1 << 30;

/// Serves the page and the API until Ctrl-C.
#[derive(clap::Args)]
pub struct Args {
    /// The port; 0 for any. When left out: 3333, or the next free one
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// The address to listen at. Other machines reach the page only if you bind an address that they can reach
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    #[command(flatten)]
    resources: ResourceArguments,
}

impl Default for Args {
    fn default() -> Args {
        Args { port: None, bind: Ipv4Addr::LOCALHOST.into(), resources: ResourceArguments::default() }
    }
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let config = Config {
        bind: args.bind,
        port: args.port.unwrap_or(PORT),
        or_next: args.port.is_none(),
        threads: args.resources.workers(),
        memory: usize::try_from(args.resources.memory_up_to(SEARCH_MEMORY)).unwrap_or(usize::MAX),
        solve_memory: args.resources.memory(),
    };
    let ready = |address| {
        writeln!(out, "Athos is at http://{address}/ (Ctrl-C ends it)")?;
        out.flush()
    };
    athos_web::serve(&config, ready)
        .with_context(|| format!("cannot serve at {} port {}", config.bind, config.port))?;
    Ok(Answer::Done)
}
