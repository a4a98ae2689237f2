//! What the terminal can show.

use athos_draw::text::Colour;
use std::io::IsTerminal;

/// Colour when standard output is a terminal that knows it and NO_COLOR is unset.
pub fn colour() -> Colour {
    let unset = |name: &str| std::env::var_os(name).is_none_or(|value| value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if std::io::stdout().is_terminal() && unset("NO_COLOR") && !dumb { Colour::Ansi } else { Colour::None }
}
