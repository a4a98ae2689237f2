//! The bridge to COMP 424, both ways: our client at our server, and each of them with a peer that follows a script.

use athos_arena::alarm::Alarm;
use athos_arena::comp424::{listen, play_at};
use athos_arena::conditions::OnFault;
use athos_arena::referee::{Played, Venue};
use athos_arena::{Conditions, FaultKind, Spec, player};
use athos_core::{Outcome, Player};
use athos_games::registry;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60);

/// An address where nobody listens yet.
fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

/// One side of a connection, line by line.
struct Peer {
    stream: TcpStream,
    lines: BufReader<TcpStream>,
}

impl Peer {
    fn new(stream: TcpStream) -> Peer {
        stream.set_read_timeout(Some(LONG)).unwrap();
        Peer { lines: BufReader::new(stream.try_clone().unwrap()), stream }
    }

    /// Connects as soon as somebody listens.
    fn connect(address: &str) -> Peer {
        loop {
            match TcpStream::connect(address) {
                Ok(stream) => return Peer::new(stream),
                Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.stream, "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    }
}

/// A game between an agent that follows a script, as White, and a player of ours.
fn refereed(
    conditions: Conditions,
    opponent: &str,
    grace: Duration,
    agent: impl FnOnce(Peer) + Send + 'static,
) -> Played {
    let address = free_address();
    let peer = thread::spawn({
        let address = address.clone();
        move || agent(Peer::connect(&address))
    });
    let game = registry::load("pentago-swap", "").unwrap();
    let mut white = listen(&address, game.as_ref(), LONG, grace).unwrap();
    let mut black = player("pentago-swap", "", &Spec::read(opponent, &[]).unwrap()).unwrap();
    let (alarm, stop) = (Alarm::new().unwrap(), AtomicBool::new(false));
    let venue = Venue { game: game.as_ref(), conditions: &conditions, alarm: &alarm, stop: &stop };
    let start = game.start();
    let played = venue.play([white.as_mut(), black.as_mut()], &start, 5, &mut |_| ()).unwrap().unwrap();
    peer.join().unwrap();
    played
}

#[test]
fn our_client_plays_at_our_server() {
    let played = refereed(Conditions::default(), "random", LONG, |peer| {
        // The script is another client: ours, on a connection of its own.
        let address = peer.stream.peer_addr().unwrap().to_string();
        drop(peer);
        let mut ours = player("pentago-swap", "", &Spec::read("random", &[]).unwrap()).unwrap();
        let last = play_at(&address, "Our agent", ours.as_mut()).unwrap();
        assert!(last == "GAMEOVER DRAW" || last.starts_with("GAMEOVER WINNER "), "{last}");
    });
    assert_eq!(played.fault, None);
    assert!(played.moves.len() >= 9);
}

#[test]
fn an_agent_hears_what_the_course_says() {
    let played = refereed(Conditions::default(), "random", LONG, |mut peer| {
        peer.say("START student");
        assert_eq!(peer.hear(), "START Player-0 student");
        assert_eq!(peer.hear(), "PLAY Player-0");
        // What is no move is ignored.
        for line in ["", "hello", "4 1", "PLAY Player-0", "x y BL TL 0", "\u{7f}\u{0}"] {
            peer.say(line);
        }
        peer.say("4 1 BL TL 0");
        assert_eq!(peer.hear(), "4 1 TL BL 0");
        assert!(peer.hear().ends_with(" 1"));
        assert_eq!(peer.hear(), "PLAY Player-0");
        // The stone went to the top left with its quadrant.
        peer.say("1 1 BL TL 0");
        assert_eq!(peer.hear(), "GAMEOVER ILLEGAL MOVE: WINNER 1");
        assert_eq!(peer.hear(), "");
    });
    assert_eq!(played.result, Outcome::Winner(Player::Two));
    let fault = played.fault.unwrap();
    assert_eq!((fault.player, fault.kind), (Player::One, FaultKind::Illegal));
    assert_eq!(played.moves[0], "b2tlbl");
}

fn timed(on_fault: OnFault) -> Conditions {
    let (time, grace) = (Some(Duration::from_secs(1)), Duration::ZERO);
    Conditions { time, grace, on_fault, first_move: Some(LONG), ..Conditions::default() }
}

#[test]
fn late_moves_lose_or_are_replaced() {
    fn second_move(peer: &mut Peer) {
        peer.say("START student");
        assert_eq!([peer.hear(), peer.hear()], ["START Player-0 student", "PLAY Player-0"]);
        peer.say("0 0 TL TR 0");
        assert_eq!(peer.hear(), "0 0 TL TR 0");
        assert!(peer.hear().ends_with(" 1"));
        assert_eq!(peer.hear(), "PLAY Player-0");
        thread::sleep(Duration::from_millis(1500));
    }
    let played = refereed(timed(OnFault::Loss), "random:nodes=1", LONG, |mut peer| {
        second_move(&mut peer);
        peer.say("5 5 TL TR 0");
        assert_eq!(peer.hear(), "GAMEOVER TIMEOUT WINNER 1");
    });
    assert_eq!(played.fault.map(|fault| (fault.player, fault.kind)), Some((Player::One, FaultKind::Late)));
    assert_eq!(played.moves.len(), 2);
    // By the rule of the course somebody else moves, and the agent hears of it.
    let conditions = Conditions { grace: Duration::from_millis(100), ..timed(OnFault::Random) };
    let played = refereed(conditions, "random:nodes=1", Duration::from_secs(2), |mut peer| {
        second_move(&mut peer);
        peer.say("5 5 TL TR 0");
        // Whether it was late by less than a second is for the machine to say.
        while !matches!(peer.hear().as_str(), "" | "GAMEOVER TIMEOUT WINNER 1") {}
    });
    assert_eq!(played.fault.map(|fault| fault.player), Some(Player::One));
    assert!(played.plies.get(2).is_none_or(|ply| ply.fault == Some(FaultKind::Late)), "{:?}", played.plies);
}

#[test]
fn silence_and_farewell_are_faults() {
    let short = Duration::from_millis(200);
    let conditions = Conditions { first_move: Some(short), ..timed(OnFault::Loss) };
    let played = refereed(conditions, "random", short, |mut peer| {
        peer.say("START student");
        while peer.hear() != "GAMEOVER TIMEOUT WINNER 1" {}
    });
    assert_eq!(played.fault.map(|fault| fault.kind), Some(FaultKind::Hang));
    let played = refereed(Conditions::default(), "random", LONG, |mut peer| {
        peer.say("START student");
        peer.hear();
    });
    assert_eq!(played.fault.map(|fault| fault.kind), Some(FaultKind::Crash));
}

#[test]
fn only_the_courses_game_and_this_machine() {
    let refuse = |address: &str, game: &str, rules: &str| {
        let game = registry::load(game, rules).unwrap();
        listen(address, game.as_ref(), Duration::from_millis(10), LONG).err().unwrap().to_string()
    };
    assert!(refuse(&free_address(), "pentago", "").ends_with("with the default rules, not pentago"));
    assert!(refuse(&free_address(), "pentago-swap", "win_before_swap=on").ends_with("win_before_swap=on"));
    assert!(refuse("192.0.2.1:8123", "pentago-swap", "").contains("loopback"));
    assert!(refuse("nonsense", "pentago-swap", "").contains("loopback"));
    assert!(refuse(&free_address(), "pentago-swap", "").starts_with("no agent said START at 127.0.0.1:"));
}

/// A server of the course, by a script; our client, by its side, plays what it is told and follows what is played.
#[test]
fn our_client_follows_a_server() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap().to_string();
    let script = thread::spawn(move || {
        let mut peer = Peer::new(server.accept().unwrap().0);
        assert_eq!(peer.hear(), "START A-name");
        peer.say("START Player-1 A-name");
        peer.say("words that mean nothing");
        peer.say("4 1 BL TL 0");
        peer.say("PLAY Player-1");
        let first = peer.hear();
        assert!(first.ends_with(" 1") && first.split(' ').count() == 5, "{first}");
        // The server plays in its place, as it does when an answer is late.
        let other = if first.starts_with("5 5") { "5 4 TL TR 1" } else { "5 5 TL TR 1" };
        peer.say(other);
        peer.say("3 3 TL TR 0");
        peer.say("PLAY Player-1");
        let second = peer.hear();
        assert!(second.ends_with(" 1") && !second.starts_with("1 4 "), "{second}");
        peer.say("GAMEOVER TIMEOUT WINNER 0");
    });
    let mut ours = player("pentago-swap", "", &Spec::read("alpha-beta:depth=1", &[]).unwrap()).unwrap();
    assert_eq!(play_at(&address, "A name", ours.as_mut()).unwrap(), "GAMEOVER TIMEOUT WINNER 0");
    script.join().unwrap();
    // Nobody is there any more; and one who leaves, or who cheats, is told of.
    assert!(play_at(&address, "A", ours.as_mut()).unwrap_err().to_string().starts_with(&format!("server {address}: ")));
    for (line, error) in [("", "closed the connection before the game was over"), ("9 9 BL TL 0", "move '9 9 BL TL 0'")]
    {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = server.local_addr().unwrap().to_string();
        let script = thread::spawn(move || {
            let mut peer = Peer::new(server.accept().unwrap().0);
            assert_eq!(peer.hear(), "START A");
            peer.say(line);
        });
        let told = play_at(&address, "A", ours.as_mut()).unwrap_err().to_string();
        assert!(told.contains(error), "{told}");
        script.join().unwrap();
    }
}
