//! `athos tree`: the tree that a search walked, as a picture.
//!
//! Utilities are those of the game's first player, as textbooks draw them: one player maximises, the other minimises.

use super::Answer;
use crate::game_argument::{GameArgument, PositionArgument};
use crate::output::{DrawingFormat, OutputArgument};
use crate::search_arguments::{EvaluationArguments, ScoringName, SwitchArguments};
use crate::units;
use athos_core::{FullGame, Game, Player, Wdl};
use athos_draw::tree::{Tree, Vertex, dot, svg, text};
use athos_games::registry::Visitor;
use athos_lab::labels;
use athos_search::recorder::{self, Kind, Pruned};
use athos_search::table::Bound;
use athos_search::{Limits, Recorder, Report, Scoring, Settings, Switches, minimax, points, record_alpha_beta};
use clap::ValueEnum;
use std::io::Write;

/// Draws the tree that a search walks.
///
/// Utilities are for the game's first player; squares are where it is to move. Alpha-beta begins with the switch
/// win-stop alone (a node is left when a winning move is found) and counts a win as a win, however long it takes, as
/// report B does.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    position: PositionArgument,
    /// How to search
    #[arg(long, value_enum, default_value = "alpha-beta")]
    algorithm: Algorithm,
    /// Look this many plies ahead. When left out: to the end of the game if its tree fits into --limit, else 2
    #[arg(long, value_name = "PLIES")]
    depth: Option<u32>,
    /// Draw at most this many nodes
    #[arg(long, value_name = "NODES", default_value_t = 10_000)]
    limit: u32,
    #[command(flatten)]
    switches: SwitchArguments,
    /// Whether the distance of a win counts
    #[arg(long, value_enum, default_value = "outcome")]
    scoring: ScoringName,
    #[command(flatten)]
    evaluation: EvaluationArguments,
    /// The form of the picture
    #[arg(long, value_enum, default_value = "text")]
    format: DrawingFormat,
    #[command(flatten)]
    output: OutputArgument,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Algorithm {
    /// The whole tree
    Minimax,
    /// Without the lines that cannot matter
    AlphaBeta,
}

/// The depth that is drawn of a game too big to be drawn whole.
const SHALLOW: u32 = 2;

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    args.game.visit(Draw { args, out })
}

struct Draw<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

impl Visitor for Draw<'_> {
    type Output = anyhow::Result<Answer>;

    fn visit<G: FullGame>(self, game: G) -> anyhow::Result<Answer> {
        let args = self.args;
        let position = args.position.read(&game)?;
        let evaluation = args.evaluation.evaluation.for_game::<G>(args.evaluation.seed)?;
        let limit = args.limit.max(1) as usize;
        let depth = args.depth.or_else(|| (!fits(&game, &position, limit)).then_some(SHALLOW));
        let limits = Limits { depth, ..Limits::default() };
        let scoring = args.scoring.into();
        let switches = args.switches.switches(Switches::read("win-stop")?)?;
        let (report, recorded, how) = match args.algorithm {
            Algorithm::Minimax => {
                let mut recorder = Recorder::new(&game, limit);
                let report = minimax(&game, &evaluation, &position, scoring, &limits, &mut recorder);
                (report, recorder.into_tree(), "Minimax".to_string())
            }
            Algorithm::AlphaBeta => {
                let settings = Settings { switches, scoring, limits, threads: 1 };
                let (report, tree) = record_alpha_beta(&game, &evaluation, &position, &settings, limit)?;
                let how = match switches.iter().next() {
                    None => "Plain alpha-beta".to_string(),
                    Some(_) => format!("Alpha-beta with {}", switches.to_string().replace(',', ", ")),
                };
                (report, tree, how)
            }
        };
        let picture = Picture { game: &game, report: &report, scoring, block: args.format != DrawingFormat::Text };
        let tree = picture.draw(&recorded, &how, depth);
        let drawn = match args.format {
            DrawingFormat::Text => text(&tree),
            DrawingFormat::Dot => dot(&tree),
            DrawingFormat::Svg => svg(&tree),
        };
        args.output.write(&drawn, self.out)?;
        Ok(Answer::Done)
    }
}

/// Whether the whole tree has at most `limit` nodes. Stops counting beyond.
fn fits<G: Game>(game: &G, position: &G::Position, limit: usize) -> bool {
    let mut stack = vec![*position];
    let mut moves = Vec::new();
    let mut count = 0;
    while let Some(position) = stack.pop() {
        count += 1;
        moves.clear();
        game.moves(&position, &mut moves);
        if count + stack.len() + moves.len() > limit {
            return false;
        }
        stack.extend(moves.iter().map(|&m| game.play(&position, m)));
    }
    true
}

/// What turns a recorded tree into a drawn one.
struct Picture<'a, G: Game> {
    game: &'a G,
    report: &'a Report<G::Move>,
    scoring: Scoring,
    /// Whether boards stand in blocks.
    block: bool,
}

impl<G: FullGame> Picture<'_, G> {
    fn draw(&self, recorded: &recorder::Tree<G>, how: &str, depth: Option<u32>) -> Tree {
        // Step 1. A vertex for every node, in the order of the search.
        let estimates = recorded.nodes.iter().any(|node| node.kind == Kind::Horizon);
        let mut vertices: Vec<Vertex> = recorded
            .nodes
            .iter()
            .map(|node| Vertex {
                label: self.label(&node.position),
                note: self.note(node, estimates),
                edge: node.m.map(|m| self.game.show_move(m)).unwrap_or_default(),
                player: node.turn.index(),
                children: node.children.clone(),
                principal: false,
                cut: node.superseded.then(|| "searched again".to_string()),
            })
            .collect();

        // Step 2. A stub for every move that was left out.
        let mut cut = 0;
        for (index, node) in recorded.nodes.iter().enumerate() {
            for &(m, reason) in &node.pruned {
                let next = self.game.play(&node.position, m);
                let stub = vertices.len();
                vertices[index].children.push(stub);
                vertices.push(Vertex {
                    label: if labels::is_board(self.game) { "…".into() } else { self.label(&next) },
                    edge: self.game.show_move(m),
                    player: self.game.turn(&next).index(),
                    cut: Some(why(reason).to_string()),
                    ..Vertex::default()
                });
                cut += 1;
            }
        }

        // Step 3. The line of best play, as far as the search kept it; from there on, any child worth as much.
        let mut at = recorded.nodes.first().map(|_| 0);
        let mut line = self.report.line.iter();
        while let Some(index) = at {
            vertices[index].principal = true;
            let node = &recorded.nodes[index];
            let m = line.next().copied();
            let children = || node.children.iter().copied().filter(|&child| !recorded.nodes[child].superseded);
            let worth = |child: &recorder::Node<G>| if child.turn == node.turn { child.points } else { -child.points };
            at = match m {
                Some(_) => children().find(|&child| recorded.nodes[child].m == m),
                None => children().find(|&child| worth(&recorded.nodes[child]) == node.points),
            };
        }
        Tree { vertices, caption: self.caption(recorded, how, depth, cut), players: G::PLAYERS.map(String::from) }
    }

    fn label(&self, position: &G::Position) -> String {
        match self.block {
            true => labels::in_a_block(self.game, position),
            false => labels::in_a_line(self.game, position),
        }
    }

    fn caption(&self, recorded: &recorder::Tree<G>, how: &str, depth: Option<u32>, cut: u64) -> String {
        // Of iterative deepening only the last depth is drawn, so the picture's own nodes are counted.
        let nodes = recorded.nodes.len() as u64 + recorded.omitted;
        let mut caption = format!("{how}: {}", units::of(nodes, "node", "nodes"));
        if recorded.omitted > 0 {
            caption += &format!(", the first {} drawn", units::count(recorded.nodes.len() as u64));
        }
        if let Some(depth) = depth {
            caption += &format!(", to depth {depth}");
        }
        if cut > 0 {
            caption += &format!(", {} cut", units::of(cut, "subtree", "subtrees"));
        }
        format!("{caption}. Utilities are for {}, who maximises.", G::PLAYERS[0])
    }

    /// The utility for the first player, and whether it is only a bound.
    fn note(&self, node: &recorder::Node<G>, estimates: bool) -> String {
        let first = node.turn == Player::One;
        let points = if first { node.points } else { -node.points };
        let utility = match recorder::decided(points) {
            None if estimates => format!("{points:+}"),
            None => "0".to_string(),
            Some(wdl) => {
                let utility = match (wdl, estimates) {
                    (Wdl::Win, false) => "+1".to_string(),
                    (_, false) => "-1".to_string(),
                    (wdl, true) => wdl.to_string(),
                };
                match self.scoring {
                    Scoring::Distance => format!("{utility} in {}", points::WIN - points.abs()),
                    Scoring::Outcome => utility,
                }
            }
        };
        // No bound is looser than the best and the worst there is.
        let extreme = points.abs() == points::WIN;
        let bound = match (node.bound(), first) {
            _ if extreme || matches!(node.kind, Kind::Finished | Kind::Horizon) => "",
            (Bound::Exact, _) => "",
            (Bound::AtLeast, true) | (Bound::AtMost, false) => "≥ ",
            (Bound::AtMost, true) | (Bound::AtLeast, false) => "≤ ",
        };
        let source = match node.kind {
            Kind::Known => " (table)",
            Kind::Forced => " (forced)",
            _ => "",
        };
        format!("{bound}{utility}{source}")
    }
}

/// Why a move was left out, in a word or two.
fn why(reason: Pruned) -> &'static str {
    match reason {
        Pruned::Cutoff => "cutoff",
        Pruned::WinStop => "win found",
        Pruned::Blunder => "blunder",
        Pruned::Beam => "beam",
    }
}
