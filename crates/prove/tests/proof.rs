//! Proofs: what the prover writes the checker accepts, and every damage is found and named.

use athos_core::{Game, Notation, Player, Symmetric};
use athos_games::quadrants::{Placement, Stones, pack};
use athos_games::{Pentago, PentagoSwap};
use athos_prove::check::{Fault, check};
use athos_prove::file::{Contents, FileError};
use athos_prove::prove::{ProveError, Settings, prove, prove_to_file};
use athos_prove::search::Limits;
use athos_prove::strategy::Strategy;
use std::path::PathBuf;
use std::time::Duration;

const SETTINGS: Settings<'_> = Settings {
    memory: 1 << 24,
    limits: Limits { nodes: None, deadline: None, stop: None, memory: None },
    checkpoint: None,
    every: Duration::MAX,
};

/// White to move wins, but not at once.
const POSITION: &str = "..BWB./BWWBWW/..B.W./BW..../.BWB../W.B... w";

fn root() -> Stones {
    PentagoSwap::default().read_position(POSITION).unwrap()
}

fn strategy() -> Strategy {
    prove(&PentagoSwap::default(), &root(), Player::One, &SETTINGS, &mut |_| ()).unwrap()
}

fn proof() -> Contents {
    let proof = strategy().contents(&PentagoSwap::default());
    assert!(proof.moves.len() >= 10, "{} moves are too few to damage", proof.moves.len());
    proof
}

fn fault(proof: &Contents) -> Fault {
    check(&PentagoSwap::default(), proof, |_, _| ()).unwrap_err()
}

fn file_fault(bytes: &[u8]) -> FileError {
    Contents::from_bytes(bytes).unwrap_err()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("athos-prove-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_proof_survives_the_disk_and_the_checker() {
    let (game, proof) = (PentagoSwap::default(), proof());
    let path = folder("disk").join("swap.proof");
    proof.write(&path).unwrap();
    let read = Contents::read(&path).unwrap();
    assert_eq!(read, proof);
    let checked = check(&game, &read, |_, _| ()).unwrap();
    assert_eq!((checked.positions, checked.unused), (proof.moves.len() as u64, 0));
    assert!(checked.replies > checked.positions);
    assert_eq!(Strategy::from_contents(&game, &read).unwrap(), strategy());
}

#[test]
fn pentago_can_be_proved_too() {
    let game = Pentago::default();
    let position = game.read_position("....BB/....../BBWW.W/WWB.B./B.W.W./WWB.B. w").unwrap();
    let strategy = prove(&game, &position, Player::One, &SETTINGS, &mut |_| ()).unwrap();
    check(&game, &strategy.contents(&game), |_, _| ()).unwrap();
}

/// The strategy answers in any image of its positions, and knows nothing of positions elsewhere.
#[test]
fn a_strategy_answers_every_defence_to_the_end() {
    let (game, strategy) = (PentagoSwap::default(), strategy());
    assert_eq!(strategy.winner(&game, &root()), Some(Player::One));
    assert_eq!(strategy.reply(&game, &game.start()), None);
    let mut random = athos_core::random::Random::new(2);
    for number in 0..200 {
        let mut position = game.map_position(number % 8, &root());
        while game.outcome(&position).is_none() {
            let mut moves: Vec<Placement<_>> = Vec::new();
            game.moves(&position, &mut moves);
            let m = match game.turn(&position) {
                Player::One => strategy.reply(&game, &position).unwrap(),
                Player::Two => *random.pick(&moves).unwrap(),
            };
            assert!(moves.contains(&m));
            position = game.play(&position, m);
        }
        assert_eq!(game.outcome(&position).unwrap().winner(), Some(Player::One));
    }
}

#[test]
fn ten_and_more_damaged_proofs_are_rejected_with_their_reasons() {
    let (game, whole) = (PentagoSwap::default(), proof());
    let bytes = whole.to_bytes().unwrap();

    // 1. A reply is missing, each in turn.
    for index in 0..whole.moves.len() {
        let mut proof = whole.clone();
        proof.moves.remove(index);
        assert!(matches!(fault(&proof), Fault::Missing(_)));
    }
    // 2. A reply to another cell: lost, unanswered or not allowed, but never accepted unless it wins as well.
    let mut rejected = 0;
    for index in 0..whole.moves.len() {
        for twist in 0..6 {
            let mut proof = whole.clone();
            proof.moves[index].1 = proof.moves[index].1 / 8 * 8 + twist;
            match check(&game, &proof, |_, _| ()) {
                Err(Fault::Missing(_) | Fault::NotWon { .. }) => rejected += 1,
                other => assert!(other.is_ok()),
            }
        }
    }
    assert!(rejected > whole.moves.len());
    // 3. A reply on a cell that is taken.
    let mut proof = whole.clone();
    let taken = root().taken().trailing_zeros() as u16;
    let start = proof.moves.iter_mut().find(|(number, _)| *number == pack(&game.canonical(&root()).0));
    if let Some((_, code)) = start {
        *code = 8 * taken;
    }
    proof.moves[0].1 = 8 * 35 + 7;
    assert!(matches!(fault(&proof), Fault::Move { .. }));
    // 4. A number that is no position.
    let mut proof = whole.clone();
    proof.moves[0].0 = 2;
    assert!(matches!(fault(&proof), Fault::Position(2, _)));
    // 5. The other player as the winner.
    let proof = Contents { attacker: 1, ..whole.clone() };
    assert!(matches!(fault(&proof), Fault::Missing(_) | Fault::NotWon { .. }));
    // 6. Another start than the one proved.
    let proof = Contents { root: 0, ..whole.clone() };
    assert!(matches!(fault(&proof), Fault::Missing(_)));
    // 7. Another game, and other rules.
    let other = Contents { game: "pentago:on".to_string(), ..whole.clone() };
    assert!(matches!(fault(&other), Fault::Game { .. }));
    assert!(matches!(Strategy::from_contents(&game, &other), Err(FileError::Game { .. })));
    let rules = Contents { game: "pentago-swap:on,opponent_wins".to_string(), ..whole.clone() };
    assert!(fault(&rules).to_string().contains("not for pentago-swap:off,opponent_wins"));
    // 8. A file that is cut short, anywhere.
    for length in [0, 5, 8, 20, bytes.len() / 2, bytes.len() - 1] {
        assert!(matches!(file_fault(&bytes[..length]), FileError::Magic | FileError::Truncated { .. }), "{length}");
    }
    // 9. A bit that flipped, anywhere.
    for place in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[place] ^= 1 << (place % 8);
        Contents::from_bytes(&bytes).unwrap_err();
    }
    let mut flipped = bytes.clone();
    let middle = flipped.len() - 20;
    flipped[middle] ^= 4;
    assert!(matches!(file_fault(&flipped), FileError::Checksum("the payload")));
    // 10. Something at the end.
    let longer = [bytes.as_slice(), b"x"].concat();
    assert!(matches!(file_fault(&longer), FileError::TooLong(1)));
    // 11. Another version, another kind of file.
    let mut newer = bytes.clone();
    newer[8] = 2;
    assert!(matches!(file_fault(&newer), FileError::Version(2)));
    assert!(matches!(file_fault(b"ATHOSTBL and then something"), FileError::Magic));
    // 12. There is no third player.
    assert_eq!(fault(&Contents { attacker: 2, ..whole }), Fault::Player(2));
}

#[test]
fn an_interrupted_proof_goes_on_from_its_checkpoint() {
    let game = PentagoSwap::default();
    let path = folder("checkpoint").join("swap.checkpoint");
    // A quiet position whose proof takes some thousand positions.
    let root = game.read_position("..WW.B/.BWB../.WB.../..B.../.WWB.W/.B..BW w").unwrap();
    let mut runs = 0;
    let mut limit = 20;
    let strategy = loop {
        runs += 1;
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let settings = Settings { limits, checkpoint: Some(&path), ..SETTINGS };
        match prove(&game, &root, Player::One, &settings, &mut |_| ()) {
            Ok(strategy) => break strategy,
            Err(ProveError::Stopped(_)) => assert!(path.exists()),
            Err(error) => panic!("{error}"),
        }
        limit += limit / 4;
    };
    assert!(runs > 1);
    check(&game, &strategy.contents(&game), |_, _| ()).unwrap();
    std::fs::remove_file(&path).unwrap();

    // A checkpoint of something else is refused, and so is a damaged one.
    let limits = Limits { nodes: Some(20), ..Limits::default() };
    let settings = Settings { limits, checkpoint: Some(&path), ..SETTINGS };
    prove(&game, &root, Player::One, &settings, &mut |_| ()).unwrap_err();
    let error = prove(&game, &game.start(), Player::One, &settings, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("a checkpoint of another proof"), "{error}");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[12] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let error = prove(&game, &root, Player::One, &settings, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("the checksum is wrong"), "{error}");
}

/// Whatever happens between the end of the search and the proof on disk, what was found is not lost.
#[test]
fn a_checkpoint_stays_until_the_proof_is_written() {
    let game = PentagoSwap::default();
    let root = game.read_position("..WW.B/.BWB../.WB.../..B.../.WWB.W/.B..BW w").unwrap();
    let folder = folder("order");
    let (checkpoint, file) = (folder.join("swap.checkpoint"), folder.join("swap.proof"));
    let prove_with = |nodes: u64| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let settings = Settings { limits, checkpoint: Some(&checkpoint), ..SETTINGS };
        prove_to_file(&game, &root, Player::One, &settings, &file, &mut |_| ())
    };
    assert!(matches!(prove_with(500), Err(ProveError::Stopped(_))));
    let known = std::fs::read(&checkpoint).unwrap();

    // The proof cannot be written: a folder is in its place.
    std::fs::create_dir(&file).unwrap();
    assert!(matches!(prove_with(1 << 20), Err(ProveError::File(_))));
    assert_eq!(std::fs::read(&checkpoint).unwrap(), known);

    // Then it can.
    std::fs::remove_dir(&file).unwrap();
    let strategy = prove_with(1 << 20).unwrap();
    assert_eq!(Contents::read(&file).unwrap(), strategy.contents(&game));
    assert!(!checkpoint.exists());
}

/// The empty board: a minute or two and 1 GB, so only where ATHOS_FULL asks for it.
#[test]
fn the_first_player_wins_pentago_swap() {
    if std::env::var_os("ATHOS_FULL").is_none() {
        eprintln!("passed over: the proof of the empty board (ATHOS_FULL)");
        return;
    }
    let game = PentagoSwap::default();
    let settings = Settings { memory: 1 << 30, ..SETTINGS };
    let strategy = prove(&game, &game.start(), Player::One, &settings, &mut |_| ()).unwrap();
    let proof = Contents::from_bytes(&strategy.contents(&game).to_bytes().unwrap()).unwrap();
    let checked = check(&game, &proof, |_, _| ()).unwrap();
    eprintln!("{checked:?}");
}
