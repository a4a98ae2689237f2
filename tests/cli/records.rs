//! Records that are damaged: refused with the line and the reason, never a panic.

use athos_core::random::Random;
use athos_core::{Record, laws};
use athos_games::registry;

#[test]
fn damaged_lines_are_refused_or_replayed_but_never_a_panic() {
    let game = registry::load("nim", "").unwrap();
    let mut record = Record::begin(game.as_ref(), "3,4,5 1");
    record.moves = vec!["a3".into(), "b4".into()];
    let mut line = Vec::new();
    record.write_line(&mut line).unwrap();
    let line = String::from_utf8(line).unwrap();

    let cases = if std::env::var_os("ATHOS_FULL").is_some() { 1_000_000 } else { 20_000 };
    let mut random = Random::new(1);
    let (mut replayed, mut refused) = (0, 0);
    for case in 0..2 * cases {
        let text = if case % 2 == 0 { laws::random_text(&mut random) } else { laws::mutate(line.trim(), &mut random) };
        for read in Record::read_lines(text.as_bytes()) {
            match read.and_then(|record| record.replay(game.as_ref())) {
                Ok(_) => replayed += 1,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(replayed > 0 && refused > 0, "{replayed} replayed, {refused} refused");
}

#[test]
fn a_draw_is_true() {
    let game = registry::load("nim", "").unwrap();
    let line = r#"{"athos":1,"game":"nim","position":"3,4,5 1","moves":[],"outcome":{"draw":false},"reason":"agreed"}"#;
    let record = Record::read_lines(line.as_bytes()).next().unwrap().unwrap();
    assert!(record.replay(game.as_ref()).is_err());
    let record = Record { rules: "play=misere".into(), ..Record::begin(game.as_ref(), "3,4,5 1") };
    assert!(record.replay(game.as_ref()).is_ok(), "the caller builds the game from the record's rules");
}
