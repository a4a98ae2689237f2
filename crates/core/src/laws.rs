//! The laws: what must hold in every game, stated once and tested for all.
//!
//! [`check`] plays random games and holds every position it meets to every law. [`distinct_keys`] meets positions by
//! the million and looks for two with one key. [`sturdy`] throws broken text at the readers. All three are
//! deterministic: a broken law is reported with the position that broke it, and the same seed breaks it again.

use crate::any::FullGame;
use crate::random::Random;
use crate::{MAX_ESTIMATE, RuleSet};
use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;

/// A law that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The law, in words.
    pub law: &'static str,
    /// Where it was broken: a position or another text.
    pub at: String,
    /// What was found.
    pub detail: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law broken: {} (at '{}': {})", self.law, self.at, self.detail)
    }
}

impl std::error::Error for Broken {}

/// The largest position, in bytes.
pub const MAX_POSITION_BYTES: usize = 24;

/// No random game is followed further than this: games with loops need not end.
const LONGEST_WALK: usize = 200;

/// Plays `walks` random games from `seed` and checks every law in every position met. Gives the number of positions.
pub fn check<G: FullGame>(game: &G, seed: u64, walks: usize) -> Result<usize, Broken> {
    if size_of::<G::Position>() > MAX_POSITION_BYTES {
        let detail = format!("{} bytes", size_of::<G::Position>());
        return Err(Broken { law: "a position has at most 24 bytes", at: G::ID.into(), detail });
    }
    rules_build_the_game_again(game)?;
    let mut random = Random::new(seed);
    let mut met = 0;
    let mut moves = Vec::new();
    for _ in 0..walks {
        let mut position = game.start();
        for _ in 0..LONGEST_WALK {
            check_position(game, &position)?;
            met += 1;
            // Moves of the position before are mostly illegal here: playing one may mean nothing, but does not panic.
            for &stale in &moves {
                let _ = game.play(&position, stale);
            }
            moves.clear();
            game.moves(&position, &mut moves);
            let Some(&m) = random.pick(&moves) else { break };
            position = game.play(&position, m);
        }
    }
    Ok(met)
}

/// Checks every law in one position.
pub fn check_position<G: FullGame>(game: &G, position: &G::Position) -> Result<(), Broken> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let fail = |law: &'static str, detail: String| Err(Broken { law, at: game.show_position(position), detail });

    // 0. Moves are appended behind what the buffer holds.
    if let Some(&first) = moves.first() {
        let mut appended = vec![first];
        game.moves(position, &mut appended);
        if appended[0] != first || appended[1..] != moves {
            return fail("moves are appended", format!("{} moves became {}", moves.len(), appended.len()));
        }
    }

    // 1. The game is over exactly when there is no move, and counting is listing.
    if moves.is_empty() != game.outcome(position).is_some() {
        return fail("there is no move exactly when the game is over", format!("{} moves", moves.len()));
    }
    if game.count_moves(position) != moves.len() {
        return fail("counting moves is listing them", format!("{} counted", game.count_moves(position)));
    }

    // 2. Text: both forms of the position, every move, and no two moves alike.
    for text in [game.show_position(position), game.show_short(position)] {
        match game.read_position(&text) {
            Ok(back) if back == *position => {}
            other => return fail("reading a shown position gives it back", format!("'{text}' read as {other:?}")),
        }
    }
    let mut texts = HashSet::new();
    for &m in &moves {
        let text = game.show_move(m);
        match game.read_move(position, &text) {
            Ok(back) if back == m => {}
            other => return fail("reading a shown move gives it back", format!("'{text}' read as {other:?}")),
        }
        if text.contains(char::is_whitespace) || !texts.insert(text.clone()) {
            return fail("every move has a text of its own, without blanks", text);
        }
    }

    // 3. Keys and readability of what the moves lead to.
    let key = game.key(position);
    for &m in &moves {
        let next = game.play(position, m);
        if game.key_after(key, position, m) != game.key(&next) {
            return fail("the incremental key equals the key from scratch", game.show_move(m));
        }
        let text = game.show_position(&next);
        if game.read_position(&text) != Ok(next) {
            let found = game.read_position(&text);
            return fail(
                "play leads to readable positions",
                format!("{} gives '{text}': {found:?}", game.show_move(m)),
            );
        }
        if game.key(&next) == key && next != *position {
            return fail("a move changes the key", game.show_move(m));
        }
    }

    // 4. Symmetry.
    check_symmetries(game, position, &moves)?;

    // 5. Estimates are bounded.
    if game.outcome(position).is_none() && game.evaluate(position).abs() > MAX_ESTIMATE {
        return fail("an estimate is bounded", game.evaluate(position).to_string());
    }
    Ok(())
}

/// A group this large is sampled, not walked.
const WHOLE_GROUP: usize = 64;

fn check_symmetries<G: FullGame>(game: &G, position: &G::Position, moves: &[G::Move]) -> Result<(), Broken> {
    let fail = |law: &'static str, symmetry: usize| {
        Err(Broken { law, at: game.show_position(position), detail: format!("symmetry {symmetry}") })
    };
    if game.map_position(0, position) != *position || moves.iter().any(|&m| game.map_move(0, position, m) != m) {
        return fail("symmetry 0 is the identity", 0);
    }
    let (representative, to_representative) = game.canonical(position);
    if game.map_position(to_representative, position) != representative {
        return fail("the symmetry that canonical names leads to the representative", to_representative);
    }
    let step = game.symmetries().div_ceil(WHOLE_GROUP);
    for symmetry in (0..game.symmetries()).step_by(step) {
        let image = game.map_position(symmetry, position);
        if game.turn(&image) != game.turn(position) || game.outcome(&image) != game.outcome(position) {
            return fail("a symmetry keeps the player to move and the outcome", symmetry);
        }
        let undone = (0..game.symmetries()).any(|inverse| game.map_position(inverse, &image) == *position);
        if game.symmetries() <= WHOLE_GROUP && !undone {
            return fail("every symmetry can be undone by another", symmetry);
        }
        let mut image_moves = Vec::new();
        game.moves(&image, &mut image_moves);
        let image_moves: HashSet<_> = image_moves.into_iter().collect();
        let mapped: HashSet<_> = moves.iter().map(|&m| game.map_move(symmetry, position, m)).collect();
        if image_moves != mapped {
            return fail("a symmetry maps the legal moves onto the legal moves of the image", symmetry);
        }
        for &m in moves {
            let there = game.play(&image, game.map_move(symmetry, position, m));
            if there != game.map_position(symmetry, &game.play(position, m)) {
                return fail("a symmetry commutes with play", symmetry);
            }
        }
        if game.canonical(&image).0 != representative {
            return fail("all images of a position share their representative", symmetry);
        }
        if game.outcome(position).is_none() && game.evaluate(&image) != game.evaluate(position) {
            return fail("symmetric positions have the same estimate", symmetry);
        }
    }
    Ok(())
}

fn rules_build_the_game_again<G: FullGame>(game: &G) -> Result<(), Broken> {
    let fail =
        |detail: String| Err(Broken { law: "the rules a game reports build the same game", at: game.spec(), detail });
    let again = match RuleSet::read(&game.rules_text(), G::OPTIONS).and_then(|rules| G::with_rules(&rules)) {
        Ok(again) => again,
        Err(error) => return fail(error.to_string()),
    };
    if again.rules() != game.rules() || again.start() != game.start() {
        return fail(again.spec());
    }
    Ok(())
}

/// Meets up to `limit` distinct positions, breadth first from the start for one half and by random games for the
/// rest, and looks for two with the same key. Gives the number met: smaller than `limit` only when the game has no
/// more to meet that way.
pub fn distinct_keys<G: FullGame>(game: &G, seed: u64, limit: usize) -> Result<usize, Broken> {
    let mut by_key: HashMap<u64, G::Position> = HashMap::new();
    let mut meet = |position: G::Position| -> Result<(bool, usize), Broken> {
        let known = by_key.len();
        match *by_key.entry(game.key(&position)).or_insert(position) {
            other if other != position => Err(Broken {
                law: "no two of the first positions met share a key",
                at: game.show_position(&position),
                detail: game.show_position(&other),
            }),
            _ => Ok((by_key.len() > known, by_key.len())),
        }
    };
    let mut moves = Vec::new();
    let mut queue = VecDeque::from([game.start()]);
    let (_, mut met) = meet(game.start())?;
    while let Some(position) = queue.pop_front().filter(|_| met < limit / 2) {
        moves.clear();
        game.moves(&position, &mut moves);
        for &m in &moves {
            let next = game.play(&position, m);
            let (new, total) = meet(next)?;
            met = total;
            if new {
                queue.push_back(next);
            }
        }
    }
    let mut random = Random::new(seed);
    let mut fruitless = 0;
    while met < limit && fruitless < 1_000 {
        let before = met;
        let mut position = game.start();
        for _ in 0..LONGEST_WALK {
            moves.clear();
            game.moves(&position, &mut moves);
            let Some(&m) = random.pick(&moves) else { break };
            position = game.play(&position, m);
            met = meet(position)?.1;
        }
        fruitless = if met > before { 0 } else { fruitless + 1 };
    }
    Ok(met)
}

/// Throws `cases` random texts and as many mutated valid ones at both readers. They may refuse, never panic; what they
/// accept must round-trip, and an error must point into the text. Gives how many texts were accepted.
pub fn sturdy<G: FullGame>(game: &G, seed: u64, cases: usize) -> Result<usize, Broken> {
    let mut random = Random::new(seed);
    let mut accepted = 0;
    let mut position = game.start();
    let mut moves = Vec::new();
    for case in 0..cases * 2 {
        moves.clear();
        game.moves(&position, &mut moves);
        let move_text = random.pick(&moves).map_or(String::from("a1"), |&m| game.show_move(m));
        let (text, move_text) = if case < cases {
            (random_text(&mut random), random_text(&mut random))
        } else {
            let shown = if case % 2 == 0 { game.show_position(&position) } else { game.show_short(&position) };
            (mutate(&shown, &mut random), mutate(&move_text, &mut random))
        };
        let fail = |law: &'static str, at: &str, detail: String| Err(Broken { law, at: at.to_string(), detail });
        match game.read_position(&text) {
            Ok(read) => {
                accepted += 1;
                if game.read_position(&game.show_position(&read)) != Ok(read) {
                    return fail("what is read round-trips", &text, game.show_position(&read));
                }
                check_position(game, &read)?;
            }
            Err(error) => {
                if error.column == 0 || error.column > text.chars().count() + 1 {
                    return fail("an error points into the text", &text, error.to_string());
                }
                if let Some(right) = &error.correction
                    && game.read_position(right).is_err()
                {
                    return fail("a correction is correct", &text, right.clone());
                }
            }
        }
        match game.read_move(&position, &move_text) {
            Ok(read) if !moves.contains(&read) => {
                return fail("only legal moves are read", &move_text, game.show_position(&position));
            }
            Ok(_) => accepted += 1,
            Err(error) if error.column == 0 || error.column > move_text.chars().count() + 1 => {
                return fail("an error points into the text", &move_text, error.to_string());
            }
            Err(_) => {}
        }
        position = match random.pick(&moves) {
            Some(&m) if case % LONGEST_WALK != 0 => game.play(&position, m),
            _ => game.start(),
        };
    }
    Ok(accepted)
}

/// The characters that notations use, and two that none does.
const STRANGERS: [char; 22] =
    ['K', 'G', 'D', 'M', 'W', 'B', 'k', 'w', '.', '/', ' ', '0', '1', '6', '9', 'a', 'z', '+', '-', ',', 'é', '\u{0}'];

/// Any bytes at all made text, or any of the characters that notations use.
pub fn random_text(random: &mut Random) -> String {
    let length = random.below(48);
    if random.below(2) == 0 {
        return (0..length).map(|_| STRANGERS[random.below(STRANGERS.len())]).collect();
    }
    let bytes: Vec<u8> = (0..length).map(|_| random.next_u64() as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text with one to three small accidents: a character dropped, doubled, replaced, exchanged or inserted, or the text cut.
pub fn mutate(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(chars.len() + 1);
        let stranger = STRANGERS[random.below(STRANGERS.len())];
        match random.below(6) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 if at < chars.len() => chars.insert(at, chars[at]),
            2 if at < chars.len() => chars[at] = stranger,
            3 if at + 1 < chars.len() => chars.swap(at, at + 1),
            4 => chars.truncate(at),
            _ => chars.insert(at, stranger),
        }
    }
    chars.into_iter().collect()
}
