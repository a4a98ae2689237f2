//! Where a picture or a page goes: a file, or standard output.

use anyhow::Context;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The form of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DrawingFormat {
    /// For a terminal
    Text,
    /// For Graphviz
    Dot,
    /// For a page or a paper
    Svg,
}

/// Where to write.
#[derive(Args)]
pub struct OutputArgument {
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputArgument {
    /// Writes the whole text; `-` is standard output too.
    pub fn write(&self, text: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.output.as_deref().filter(|path| *path != Path::new("-")) {
            None => Ok(out.write_all(text.as_bytes())?),
            Some(path) => std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display())),
        }
    }
}
