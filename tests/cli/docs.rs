//! What the documents show is what the program does.

use crate::athos;
use std::path::Path;

fn document(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The code blocks of a Markdown text: the word after the fence, and the lines inside.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(language), None) => open = Some((language.to_string(), String::new())),
            (None, Some((_, body))) => {
                body.push_str(line);
                body.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

#[test]
fn adding_a_game_shows_the_code_of_the_example() {
    let example = document("examples/tic_tac_toe.rs");
    let blocks = blocks(&document("docs/ADDING-A-GAME.md"));
    let rust: Vec<_> = blocks.iter().filter(|(language, _)| language == "rust").collect();
    assert!(rust.len() >= 8);
    for (_, code) in rust {
        assert!(example.contains(code.trim_end()), "not in the example:\n{code}");
    }
}

/// Runs every `$ athos …` of the documents' blocks and compares what follows with what the program prints. A block is
/// one command and its whole output; `…` on a line of its own stands for any lines.
#[test]
fn shown_commands_print_what_is_shown() {
    let mut run = 0;
    for path in ["README.md", "docs/NOTATION.md", "docs/SEARCH.md", "docs/RESULTS.md"] {
        for (_, body) in blocks(&document(path)) {
            let Some((command, shown)) = body.strip_prefix("$ athos ").and_then(|rest| rest.split_once('\n')) else {
                continue;
            };
            let words = words(command);
            let result = athos(&words.iter().map(String::as_str).collect::<Vec<_>>());
            let printed = result.out + &result.err;
            assert!(matches(&printed, shown), "{path}: athos {command} printed\n{printed}");
            run += 1;
        }
    }
    assert!(run >= 12, "only {run} commands are shown");
}

/// Splits at blanks, minding double quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("never empty").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn matches(printed: &str, shown: &str) -> bool {
    match shown.split_once("…\n") {
        None => printed.trim_end() == shown.trim_end(),
        Some((before, after)) => printed.starts_with(before) && printed.trim_end().ends_with(after.trim_end()),
    }
}
