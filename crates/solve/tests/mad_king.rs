//! The Mad King! solved with few pieces: the kernel against the generic solver, tables against the rules, and values
//! found by others.
//!
//! With the environment variable ATHOS_FULL set, all pieces: minutes of work and 3 GB of memory.

use athos_core::{
    Described, Game, LoopKernel, Notation, Outcome, Player, Retrograde, RuleOption, RuleSet, RulesError, Run, Tiered,
    Value, Wdl,
};
use athos_games::registry::build;
use athos_games::{MadKing, published};
use athos_solve::verify::{self, Scope, verify};
use athos_solve::{Folder, Options, Tables, solve_with_loops, stats};
use std::path::Path;
use std::sync::atomic::AtomicBool;

const PRESETS: [&str; 5] = ["", "preset=authors", "preset=maxi", "preset=dk", "preset=nick"];

type Position = <MadKing as Game>::Position;
type Move = <MadKing as Game>::Move;

/// The Mad King! with at most so many guards and dragons: no move leads out of these positions.
#[derive(Clone)]
struct Few {
    game: MadKing,
    pieces: usize,
    /// The tiers with no more pieces.
    tiers: Vec<usize>,
    kernel: bool,
}

impl Few {
    fn new(rules: &str, pieces: usize, kernel: bool) -> Few {
        let game: MadKing = build(rules).unwrap();
        let count = |tier: usize| game.tier_name(tier).bytes().filter(u8::is_ascii_digit).map(|d| d - b'0').sum::<u8>();
        let tiers = (0..game.tiers()).filter(|&tier| usize::from(count(tier)) <= pieces).collect();
        Few { game, pieces, tiers, kernel }
    }

    fn inner(&self, tier: usize) -> usize {
        self.tiers[tier]
    }

    fn outer(&self, tier: usize) -> usize {
        self.tiers.iter().position(|&inner| inner == tier).unwrap_or(self.tiers.len())
    }
}

impl Game for Few {
    type Position = Position;
    type Move = Move;
    fn start(&self) -> Position {
        self.game.start()
    }
    fn turn(&self, position: &Position) -> Player {
        self.game.turn(position)
    }
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.game.outcome(position)
    }
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.game.moves(position, out);
    }
    fn play(&self, position: &Position, m: Move) -> Position {
        self.game.play(position, m)
    }
}

impl Described for Few {
    const ID: &'static str = MadKing::ID;
    const TITLE: &'static str = MadKing::TITLE;
    const PLAYERS: [&'static str; 2] = MadKing::PLAYERS;
    const OPTIONS: &'static [RuleOption] = MadKing::OPTIONS;
    const RULES_PAGE: &'static str = MadKing::RULES_PAGE;
    fn with_rules(rules: &RuleSet) -> Result<Few, RulesError> {
        let game = MadKing::with_rules(rules)?;
        Ok(Few { tiers: (0..game.tiers()).collect(), game, pieces: 8, kernel: true })
    }
    fn rules(&self) -> Vec<String> {
        self.game.rules()
    }
}

impl Tiered for Few {
    fn tiers(&self) -> usize {
        self.tiers.len()
    }
    fn tier_name(&self, tier: usize) -> String {
        self.game.tier_name(self.inner(tier))
    }
    fn tier_len(&self, tier: usize) -> u64 {
        self.game.tier_len(self.inner(tier))
    }
    fn child_tiers(&self, tier: usize) -> Vec<usize> {
        self.game.child_tiers(self.inner(tier)).into_iter().map(|child| self.outer(child)).collect()
    }
    fn is_loopy(&self, tier: usize) -> bool {
        self.game.is_loopy(self.inner(tier))
    }
    fn rank(&self, position: &Position) -> (usize, u64) {
        let (tier, rank) = self.game.rank(position);
        (self.outer(tier), rank)
    }
    fn unrank(&self, tier: usize, rank: u64) -> Option<Position> {
        self.game.unrank(self.inner(tier), rank)
    }
    fn run(&self, tier: usize, rank: u64) -> Run {
        self.game.run(self.inner(tier), rank)
    }
}

impl Retrograde for Few {
    fn predecessors(&self, position: &Position, out: &mut Vec<Position>) {
        self.game.predecessors(position, out);
    }
    fn loop_kernel(&self) -> Option<Box<dyn LoopKernel>> {
        struct Renumbered(Few, Box<dyn LoopKernel>);
        impl LoopKernel for Renumbered {
            fn memory(&self, tier: usize) -> u64 {
                self.1.memory(self.0.inner(tier))
            }
            fn solve_tier(
                &self,
                tier: usize,
                children: &[&athos_core::Codes],
                crew: &dyn athos_core::Crew,
            ) -> Result<athos_core::Codes, athos_core::Unsolved> {
                self.1.solve_tier(self.0.inner(tier), children, crew)
            }
        }
        self.kernel
            .then(|| self.game.loop_kernel())
            .flatten()
            .map(|kernel| Box::new(Renumbered(self.clone(), kernel)) as Box<dyn LoopKernel>)
    }
}

/// Solves into a folder.
fn solved<G: Retrograde + Described>(game: &G, data: &Path) -> Tables<G> {
    let stop = AtomicBool::new(false);
    let options = Options { workers: 2, memory: None, tiers: None, plain: false, stop: &stop, report: &|_| {} };
    solve_with_loops(game, &Folder::of(game, data), options).unwrap();
    Tables::open(game, data).unwrap()
}

fn verified<G: Tiered + Described>(game: &G, data: &Path, scope: Scope) {
    let stop = AtomicBool::new(false);
    let options = verify::Options { workers: 2, in_memory: true, stop: &stop, report: &|_, _| {} };
    let verdict = verify(game, data, scope, options).unwrap();
    assert_eq!(verdict.wrong, 0, "{}: {:?}", game.spec(), verdict.examples);
}

/// A line of the list of proven values: the position, and its value for the player to move.
fn proven(game: &MadKing, line: &str) -> (Position, Value) {
    let fields: Vec<&str> = line.split('\t').collect();
    let position = game.read_position(fields[0]).unwrap();
    let wdl = match MadKing::PLAYERS.iter().position(|&player| player == fields[1]) {
        None => Wdl::Draw,
        Some(winner) if winner == game.turn(&position).index() => Wdl::Win,
        Some(_) => Wdl::Loss,
    };
    (position, Value { wdl, plies: fields[2].parse().ok() })
}

/// Compares all tiers with the published totals; `whole` says which tier of the whole game each is.
fn totals_are_as_published<G: Tiered + Described>(tables: &Tables<G>, whole: impl Fn(usize) -> usize) {
    for tier in 0..tables.game().tiers() {
        let counts = stats::count(tables, tier, 2).unwrap();
        let counted: Vec<(u64, u16)> = counts
            .iter()
            .flat_map(|count| [0, 1].map(|winner| (count.wins[winner], count.longest[winner].map_or(0, |(n, _)| n))))
            .collect();
        assert_eq!(counted, published::MAD_KING[whole(tier)], "{}", tables.game().tier_name(tier));
    }
}

const PROVEN: &str = include_str!("data/mad-king.tsv");

#[test]
fn the_kernel_writes_what_the_generic_solver_writes() {
    let rules = [
        "king_jump=empty_or_capture",
        "conversion_when=dragon_moves",
        "conversion_when=dragon_moves,conversion_chain=simultaneous",
        "king_loss=immobile",
        "win_order=dragon_first,king_loss=walled,no_dragons=king_wins,stalemate=loss",
    ];
    for rules in PRESETS.into_iter().chain(rules) {
        let data = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let few = [true, false].map(|kernel| Few::new(rules, 3, kernel));
        let folders = [0, 1].map(|n| solved(&few[n], data[n].path()).folder().clone());
        for tier in 0..few[0].tiers() {
            let [by_kernel, plain] = [0, 1].map(|n| std::fs::read(folders[n].file(&few[n], tier)).unwrap());
            assert!(by_kernel == plain, "{rules}: {}", few[0].tier_name(tier));
        }
    }
}

#[test]
fn tables_of_few_pieces_follow_from_the_rules() {
    for rules in PRESETS {
        let few = Few::new(rules, 5, true);
        let data = tempfile::tempdir().unwrap();
        let tables = solved(&few, data.path());
        verified(&few, data.path(), Scope::Random { positions: 60_000, seed: 3 });
        if rules.is_empty() {
            let mut compared = 0;
            for line in PROVEN.lines() {
                let (position, value) = proven(&few.game, line);
                if few.rank(&position).0 < few.tiers() {
                    assert_eq!(tables.value(&position).unwrap(), value, "{line}");
                    compared += 1;
                }
            }
            assert!(compared > 100, "{compared} of {} have at most {} pieces", PROVEN.lines().count(), few.pieces);
            totals_are_as_published(&tables, |tier| few.inner(tier));
        }
    }
}

/// The first of the best moves leaves the opponent the largest share of replies that give something away.
#[test]
fn traps_are_counted_by_what_replies_give_away() {
    let few = Few::new("", 4, true);
    let data = tempfile::tempdir().unwrap();
    let tables = solved(&few, data.path());
    let tier = (0..few.tiers()).find(|&tier| few.tier_name(tier) == "g1d3").unwrap();
    let (mut drawn, mut tempting) = (0, 0);
    for position in (0..few.tier_len(tier)).step_by(1999).filter_map(|rank| few.unrank(tier, rank)) {
        if few.outcome(&position).is_some() || tables.value(&position).unwrap() != Value::DRAW {
            continue;
        }
        let traps = tables.traps(&position).unwrap();
        let choices = tables.choices(&position).unwrap();
        assert_eq!(traps.len(), choices.iter().filter(|choice| choice.value == Value::DRAW).count());
        for trap in &traps {
            // A reply to a draw gives something away when whoever moved here wins after it.
            let mut replies = Vec::new();
            few.moves(&trap.choice.position, &mut replies);
            let after = replies.iter().map(|&reply| few.play(&trap.choice.position, reply));
            let slips = after.filter(|next| tables.value(next).unwrap().wdl == Wdl::Win).count();
            assert_eq!((trap.replies, trap.slips), (replies.len(), slips));
        }
        assert!(traps.windows(2).all(|pair| pair[0].slips * pair[1].replies >= pair[1].slips * pair[0].replies));
        drawn += 1;
        tempting += usize::from(traps[0].slips > 0);
    }
    assert!(0 < tempting && tempting < drawn, "{tempting} of {drawn}");
}

#[test]
fn the_whole_game_is_a_draw() {
    if std::env::var_os("ATHOS_FULL").is_none() {
        println!("passed over: set ATHOS_FULL to solve the whole game");
        return;
    }
    let game = MadKing::default();
    let data = tempfile::tempdir().unwrap();
    let tables = solved(&game, data.path());
    for line in PROVEN.lines() {
        let (position, value) = proven(&game, line);
        assert_eq!(tables.value(&position).unwrap(), value, "{line}");
    }
    for (first, moves) in [("dragons", 26), ("king", 10)] {
        let start = build::<MadKing>(&format!("first={first}")).unwrap().start();
        assert_eq!(tables.value(&start).unwrap(), Value::DRAW);
        let choices = tables.choices(&start).unwrap();
        assert_eq!(choices.len(), moves);
        assert!(choices.iter().all(|choice| choice.value == Value::DRAW));
    }
    verified(&game, data.path(), Scope::Random { positions: 1_000_000, seed: 4 });
    totals_are_as_published(&tables, |tier| tier);
}
