//! Answers as people would say them.

use athos_core::Outcome;

/// The outcome in words.
pub fn outcome_in_words(outcome: Outcome, players: [&str; 2]) -> String {
    match outcome {
        Outcome::Winner(player) => match players[player.index()] {
            // The players of the games with many pieces have plural names.
            name if name.ends_with('s') => format!("{name} win"),
            name => format!("{name} wins"),
        },
        Outcome::Draw => "draw".into(),
    }
}

/// The text with a capital letter in front.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
