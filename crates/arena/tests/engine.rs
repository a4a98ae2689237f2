//! Our own engine, driven line by line: every command, thinking that can be stopped, and lines that mean nothing.

use athos_arena::Spec;
use athos_arena::protocol::{Reply, serve};
use athos_core::random::Random;
use athos_search::Limits;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::thread::JoinHandle;
use std::time::Duration;

/// An engine in a thread of its own, and both ends of a conversation with it.
struct Talk {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    engine: JoinHandle<std::io::Result<()>>,
}

impl Talk {
    fn with(player: &str) -> Talk {
        let spec = Spec::read(player, &[]).unwrap();
        let ((input, to), (from, mut output)) = (pipe().unwrap(), pipe().unwrap());
        let engine = std::thread::spawn(move || {
            serve(("matches", ""), &spec, Limits::default(), BufReader::new(input), &mut output)
        });
        Talk { to, from: BufReader::new(from), engine }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    }

    /// The lines up to one that begins with `word`, which is the last.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.hear();
            assert!(!line.is_empty() || lines.len() < 1000, "no {word} in {lines:?}");
            let last = line.starts_with(word);
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// Says goodbye; nothing more may come.
    fn end(mut self, last: &str) {
        self.say(last);
        assert_eq!(self.hear(), "");
        self.engine.join().unwrap().unwrap();
    }
}

#[test]
fn it_introduces_itself() {
    let mut talk = Talk::with("alpha-beta:depth=2");
    talk.say("ugi");
    let lines = talk.until("ugiok");
    assert!(lines[0].starts_with("id name Athos ") && lines[0].ends_with("(alpha-beta:depth=2)"), "{}", lines[0]);
    for name in ["Game", "Rules", "Hash", "Threads", "MemoryLimit", "TablePath", "Seed", "ScoreStyle"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {name} type "))), "{name}");
    }
    assert!(lines.iter().any(|line| line.contains("default matches var three-musketeers")));
    assert_eq!(talk.ask("isready"), "readyok");
    talk.end("quit");
}

#[test]
fn it_plays_and_knows_positions() {
    let mut talk = Talk::with("athos");
    talk.say("setoption name Game value nim");
    assert_eq!(talk.ask("query position"), "response 3,4,5 1");
    assert_eq!(talk.ask("query moves"), "response a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5");
    assert_eq!(talk.ask("query gameover"), "response false");
    assert_eq!(talk.ask("query result"), "response none");
    assert_eq!(talk.ask("query p1turn"), "response true");
    assert_eq!(talk.ask("query value"), "response win 11");
    talk.say("go movetime 60000");
    assert_eq!(talk.until("bestmove").last().unwrap(), "bestmove a2");
    talk.say("position startpos moves a2");
    assert_eq!(talk.ask("query p1turn"), "response false");
    assert_eq!(talk.ask("query position"), "response 1,4,5 0");
    talk.say("position fen 0,0,1 0 moves c1");
    assert_eq!(talk.ask("query result"), "response p2win");
    talk.say("go");
    assert_eq!([talk.hear(), talk.hear()], ["info string the game is over", "bestmove none"]);
    talk.say("setoption name Rules value play=misere,heaps=1+1");
    assert_eq!(talk.ask("query position"), "response 1,1 1");
    assert_eq!(talk.ask("query value"), "response win 2");
    talk.say("setoption name Game value three-musketeers");
    assert_eq!(talk.ask("query position"), "response GGGGM/GGGGG/GGMGG/GGGGG/MGGGG m");
    talk.end("quit");
}

#[test]
fn errors_are_remarks_and_change_nothing() {
    let mut talk = Talk::with("random");
    assert_eq!(talk.ask("xboard"), "info string no command 'xboard'");
    assert_eq!(
        talk.ask("position fen 21 2"),
        "info string position: column 4: the player to move is 1 (the first) or 0 (the second); it stays as it was"
    );
    assert!(talk.ask("position startpos moves 3 4").starts_with("info string position: move 2: column 1: 4 cannot"));
    assert_eq!(talk.ask("query position"), "response 21 1");
    assert!(talk.ask("setoption name Game value chess").starts_with("info string no game 'chess'; there are "));
    assert!(talk.ask("setoption name Rules value pile=x").starts_with("info string matches rules 'pile=x'"));
    assert_eq!(
        talk.ask("setoption name Hash value 0"),
        "info string Hash: expected a number from 1 to 1048576, not '0'"
    );
    assert_eq!(talk.ask("setoption name Colour value red"), "info string no option 'Colour'");
    let long = "x".repeat((1 << 20) + 1);
    assert_eq!(talk.ask(&long), "info string a line is too long, and was ignored");
    talk.end("quit");
}

#[test]
fn thinking_can_be_stopped_and_talked_to() {
    let mut talk = Talk::with("alpha-beta");
    talk.say("setoption name Game value pentago-swap");
    talk.say("setoption name ScoreStyle value proven");
    talk.say("go infinite");
    let first = talk.until("info depth");
    let words: Vec<&str> = first.last().unwrap().split(' ').collect();
    assert_eq!((words[3], words[4]), ("score", "est"), "{first:?}");
    talk.say("isready");
    assert_eq!(talk.until("readyok").last().unwrap(), "readyok");
    talk.say("position startpos moves a1tltr");
    assert_eq!(talk.until("info string").last().unwrap(), "info string still thinking: ignored; 'stop' comes first");
    // What comes right behind `stop` waits for the move.
    talk.say("stop");
    talk.say("position startpos moves a1tltr");
    talk.say("go nodes 1000");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" nps ")), "{lines:?}");
    assert!(talk.until("bestmove").last().unwrap().len() > "bestmove ".len());
    // A position that is known for sure is not answered before `stop`, where it may be thought about for ever.
    talk.say("setoption name Game value matches");
    talk.say("go infinite");
    talk.say("isready");
    talk.until("readyok");
    talk.say("stop");
    assert!(talk.until("bestmove").last().unwrap().starts_with("bestmove "));
    // The end of the input is `quit`, even in the middle of a thought.
    talk.say("setoption name Game value pentago");
    talk.say("go infinite");
    talk.until("info depth");
    let Talk { to, engine, .. } = talk;
    drop(to);
    engine.join().unwrap().unwrap();
}

/// 100,000 lines: commands, commands with some bytes changed, and noise. Every answer is a line that the protocol
/// knows.
#[test]
fn no_line_does_harm() {
    const COMMANDS: [&str; 35] = [
        "ugi",
        "isready",
        "uginewgame",
        "setoption name Game value nim",
        "setoption name Game value matches:pile=9",
        "setoption name Game value three-musketeers:rows=4,columns=4",
        "setoption name Rules value heaps=1+2+3,play=misere",
        "setoption name Rules value pile=7,takes=1+3",
        "setoption name Hash value 1",
        "setoption name Threads value 2",
        "setoption name MemoryLimit value 10",
        "setoption name Seed value 18446744073709551615",
        "setoption name ScoreStyle value proven",
        "position startpos",
        "position startpos moves 1 2 3",
        "position startpos moves a1 b2 c3",
        "position fen 3,4,5 1 moves a3",
        "position fen 21 0 moves 1",
        "query gameover",
        "query p1turn",
        "query result",
        "query moves",
        "query position",
        "query value",
        "go",
        "go depth 3 nodes 1000",
        "go movetime 1",
        "go p1time 10 p2time 10 p1inc 1 p2inc 1",
        "go infinite",
        "stop",
        "info depth 5 score mate -3 nodes 1234 nps 5 time 20 pv a2 b1",
        "info score win 13 string 7",
        "option name Game type combo default nim var nim var matches",
        "bestmove a1 ponder b2",
        "response loss 4",
    ];
    let mut random = Random::new(424);
    let mut input = Vec::new();
    for _ in 0..100_000 {
        let mut line = random.pick(&COMMANDS).unwrap().as_bytes().to_vec();
        match random.below(4) {
            0 => {}
            1 => {
                for _ in 0..=random.below(3) {
                    let at = random.below(line.len());
                    line[at] = random.next_u64() as u8;
                }
            }
            2 => {
                let other = random.pick(&COMMANDS).unwrap().as_bytes();
                line.truncate(random.below(line.len() + 1));
                line.extend_from_slice(&other[random.below(other.len())..]);
            }
            _ => line = (0..random.below(60)).map(|_| random.next_u64() as u8).collect(),
        }
        // What engines say is read by us, too.
        Reply::read(&String::from_utf8_lossy(&line));
        input.extend_from_slice(&line);
        input.extend_from_slice(if random.below(3) == 0 { b"\nstop\n" } else { b"\n" });
    }
    // An engine that was told to quit would hear no more.
    let input = String::from_utf8_lossy(&input).replace("quit", "quiet").into_bytes();
    let spec = Spec::read("random", &[]).unwrap();
    let limits = Limits { time: Some(Duration::from_micros(100)), memory: 1 << 12, ..Limits::default() };
    let mut out = Vec::new();
    serve(("matches", ""), &spec, limits, std::io::Cursor::new(input), &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    let known = ["id ", "option ", "ugiok", "readyok", "info ", "bestmove ", "response"];
    let unknown = out.lines().find(|line| !known.iter().any(|word| line.starts_with(word)));
    assert_eq!(unknown, None);
    for word in known {
        assert!(out.lines().any(|line| line.starts_with(word)), "{word}");
    }
}
