//! A zoo of bad engines: the referee's side survives each of them, blames it for the right thing, and leaves no process
//! behind. Times are generous: nothing here depends on a quiet machine.

use athos_arena::process::{ProcessLimits, spawn};
use athos_arena::{Failure, FaultKind, MoveLimits, Player, Thought, Turn};
use std::path::Path;
use std::time::{Duration, Instant};

/// Whether Python is there; without it nothing is tested here, and CI does not allow that.
fn python() -> bool {
    let there = std::process::Command::new("python3").arg("--version").output().is_ok();
    assert!(there || std::env::var_os("CI").is_none(), "python3 is missing");
    if !there {
        eprintln!("SKIPPED: python3 is missing");
    }
    there
}

fn command(kind: &str) -> String {
    format!("python3 {}/tests/zoo.py {kind}", env!("CARGO_MANIFEST_DIR"))
}

fn limits() -> ProcessLimits {
    ProcessLimits {
        memory: None,
        handshake: Duration::from_secs(60),
        grace: Duration::from_secs(30),
        margin: Duration::from_millis(20),
        longest_move: Duration::from_secs(60),
    }
}

fn engine(kind: &str, limits: ProcessLimits) -> Box<dyn Player> {
    let mut player = spawn(&command(kind), "matches", "", limits).unwrap();
    player.begin(1).unwrap();
    player
}

fn choose(player: &mut dyn Player, time: Duration) -> Result<Thought, Failure> {
    let limits = MoveLimits { time: Some(time), ..MoveLimits::default() };
    let turn = Turn { start: "21 1", moves: &["2".into()], position: "19 0", limits: &limits };
    player.choose(&turn, &mut |_| ())
}

/// The kind and the words of the fault that this engine commits when it should move.
fn fault(kind: &str, limits: ProcessLimits, time: Duration) -> (FaultKind, String) {
    let mut player = engine(kind, limits);
    let failure = choose(player.as_mut(), time).unwrap_err();
    // The next game finds a program that works, until it is asked for a move.
    player.begin(2).unwrap();
    (failure.kind, failure.detail)
}

const LONG: Duration = Duration::from_secs(60);

/// Numbers of processes in a file, one a line, that are still alive some time later.
fn survivors(file: &Path) -> Vec<String> {
    let alive = |number: &str| {
        let status = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // A process that was killed but that nobody has waited for is a zombie, not alive.
        !matches!(status.rsplit(") ").next().and_then(|rest| rest.chars().next()), None | Some('Z' | 'X'))
    };
    let numbers = std::fs::read_to_string(file).unwrap();
    let begun = Instant::now();
    loop {
        let left: Vec<String> = numbers.lines().filter(|number| alive(number)).map(str::to_string).collect();
        if left.is_empty() || begun.elapsed() > Duration::from_secs(20) {
            return left;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_good_engine_plays() {
    if !python() {
        return;
    }
    for kind in ["good", "plain"] {
        let mut player = engine(kind, limits());
        for _ in 0..3 {
            let thought = choose(player.as_mut(), LONG).unwrap();
            assert_eq!((thought.m.as_str(), thought.info.depth, thought.info.nodes), ("1", Some(1), Some(7)));
            assert_eq!(thought.info.score.map(|score| score.to_string()).as_deref(), Some("win in 3 plies"));
            assert_eq!(player.measured(), Some(thought.info.time));
        }
    }
}

#[test]
fn an_answer_to_no_question_is_not_the_answer_to_the_next() {
    if !python() {
        return;
    }
    let mut player = engine("eager", limits());
    for _ in 0..3 {
        assert_eq!(choose(player.as_mut(), LONG).unwrap().m, "1");
    }
}

#[test]
fn a_plain_engine_only_begins_at_the_start() {
    if !python() {
        return;
    }
    let mut player = engine("plain", limits());
    let limits = MoveLimits { time: Some(LONG), ..MoveLimits::default() };
    let turn = Turn { start: "20 1", moves: &[], position: "20 1", limits: &limits };
    assert_eq!(player.choose(&turn, &mut |_| ()).unwrap_err().kind, FaultKind::Other);
}

#[test]
fn handshakes_that_fail_say_why() {
    if !python() {
        return;
    }
    let refusal_within = |seconds: u64, kind: &str, game: &str, rules: &str| {
        let limits = ProcessLimits { handshake: Duration::from_secs(seconds), ..limits() };
        let error = spawn(&command(kind), game, rules, limits).err().expect("no handshake").to_string();
        error.rsplit_once("': ").map_or(error.clone(), |(_, reason)| reason.to_string())
    };
    assert_eq!(refusal_within(1, "deaf", "matches", ""), "no 'ugiok' within 1 s of 'ugi'");
    assert_eq!(refusal_within(10, "never-ready", "matches", ""), "no 'readyok' within 10 s of 'isready'");
    let refusal = |kind: &str, game: &str, rules: &str| refusal_within(60, kind, game, rules);
    let stillborn = refusal("stillborn", "matches", "");
    assert_eq!(stillborn, "ended with status 1: no licence (expected 'ugiok' in answer to 'ugi')");
    assert_eq!(refusal("good", "nim", ""), "does not play nim; its games are matches");
    assert_eq!(refusal("good", "matches", "pile=9"), "has no option Rules, and the rules are pile=9");
    assert!(refusal("unsure", "matches", "").ends_with("at the start, got 'response maybe'"));
    assert!(refusal("wrong-game", "matches", "").starts_with("its game begins with '15 1', matches with '21 1'"));
    let nobody = spawn("/nowhere/engine --fast", "matches", "", limits()).err().unwrap().to_string();
    assert!(nobody.starts_with("'/nowhere/engine --fast' cannot be started: "), "{nobody}");
    assert!(spawn("'open", "matches", "", limits()).err().unwrap().to_string().contains("is no command"));
    assert!(spawn(" ", "matches", "", limits()).err().unwrap().to_string().contains("is no command"));
}

#[test]
fn lateness_is_measured() {
    if !python() {
        return;
    }
    let mut player = engine("late", limits());
    let failure = choose(player.as_mut(), Duration::from_millis(100)).unwrap_err();
    assert_eq!(failure.kind, FaultKind::Late);
    assert!(failure.detail.ends_with("ms, 100 ms allowed"), "{failure}");
    assert!(player.measured().is_some_and(|time| time >= Duration::from_millis(600)));
    // It is late, not dead, and will be late again.
    assert_eq!(choose(player.as_mut(), Duration::from_millis(50)).unwrap_err().kind, FaultKind::Late);
}

#[test]
fn silence_is_a_hang() {
    if !python() {
        return;
    }
    let impatient = ProcessLimits { grace: Duration::from_millis(300), ..limits() };
    for kind in ["mute", "sleeper"] {
        let begun = Instant::now();
        let (fault, detail) = fault(kind, impatient.clone(), Duration::from_millis(100));
        assert_eq!(fault, FaultKind::Hang, "{kind}: {detail}");
        assert!(begun.elapsed() >= Duration::from_millis(400));
    }
}

#[test]
fn deaths_are_crashes_with_last_words() {
    if !python() {
        return;
    }
    assert_eq!(fault("dies", limits(), LONG), (FaultKind::Crash, "ended with status 3: I cannot go on".into()));
    assert_eq!(fault("killed", limits(), LONG), (FaultKind::Crash, "was ended by signal SIGKILL".into()));
    assert_eq!(fault("closes", limits(), LONG), (FaultKind::Crash, "closed its output".into()));
}

#[test]
fn nonsense_is_garbage() {
    if !python() {
        return;
    }
    let impatient = ProcessLimits { grace: Duration::from_millis(300), ..limits() };
    let (kind, detail) = fault("garbage", impatient, Duration::from_millis(500));
    assert_eq!(kind, FaultKind::Garbage, "{detail}");
    assert!(detail.contains("what is a game anyway") && !detail.contains('\x1b'), "{detail}");
    assert_eq!(fault("moveless", limits(), LONG), (FaultKind::Garbage, "answered 'bestmove'".into()));
}

#[test]
fn floods_end_and_fill_no_memory() {
    if !python() {
        return;
    }
    let (kind, detail) = fault("floods", limits(), LONG);
    assert_eq!((kind, detail.as_str()), (FaultKind::Garbage, "wrote more than 16 MB without an answer"));
    let (kind, detail) = fault("floods-a-line", limits(), LONG);
    assert_eq!((kind, detail.as_str()), (FaultKind::Garbage, "wrote a line of more than 65536 bytes"));
    assert_eq!(choose(engine("floods-errors", limits()).as_mut(), LONG).unwrap().m, "1");
}

#[test]
fn illegal_moves_are_for_the_referee() {
    if !python() {
        return;
    }
    assert_eq!(choose(engine("illegal", limits()).as_mut(), LONG).unwrap().m, "9");
}

#[test]
#[cfg(target_os = "linux")]
fn too_much_memory_is_told_from_a_crash() {
    if !python() {
        return;
    }
    let limited = ProcessLimits { memory: Some(200 << 20), ..limits() };
    for kind in ["hog", "quiet-hog"] {
        let (fault, detail) = fault(kind, limited.clone(), LONG);
        assert_eq!(fault, FaultKind::Memory, "{kind}: {detail}");
        assert!(detail.contains("200 MB allowed"), "{detail}");
    }
    // With room enough, the same allocation is no fault; and a death within the limit is a crash.
    let roomy = ProcessLimits { memory: Some(4 << 30), ..limits() };
    assert_eq!(choose(engine("hog", roomy).as_mut(), LONG).unwrap().m, "1");
    assert_eq!(fault("dies", limited, LONG).0, FaultKind::Crash);
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left_behind() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // Children of a living engine.
    let file = folder.path().join("parent");
    let mut player = engine(&format!("parent {}", file.display()), limits());
    assert_eq!(choose(player.as_mut(), LONG).unwrap().m, "1");
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 1);
    drop(player);
    assert_eq!(survivors(&file), Vec::<String>::new());
    // Children of one that died, holding its output open.
    let file = folder.path().join("orphan");
    let mut player = engine(&format!("orphan {}", file.display()), limits());
    let failure = choose(player.as_mut(), LONG).unwrap_err();
    assert_eq!((failure.kind, failure.detail.as_str()), (FaultKind::Crash, "ended with status 4"));
    assert_eq!(survivors(&file), Vec::<String>::new());
    drop(player);
}

#[test]
fn a_thought_can_be_cancelled() {
    if !python() {
        return;
    }
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    let mut player = engine("good", limits());
    let limits = MoveLimits { cancel: Some(Arc::new(AtomicBool::new(true))), ..MoveLimits::default() };
    let turn = Turn { start: "21 1", moves: &[], position: "21 1", limits: &limits };
    assert_eq!(player.choose(&turn, &mut |_| ()).unwrap().m, "1");
}
