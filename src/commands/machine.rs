//! `athos machine`: the best play as a Moore machine.

use super::Answer;
use crate::game_argument::{GameArgument, PositionArgument};
use crate::output::OutputArgument;
use crate::units;
use athos_core::FullGame;
use athos_draw::machine::{dot, svg, text};
use athos_games::registry::Visitor;
use athos_lab::labels;
use athos_lab::strategy::{Strategy, played_to_the_last_match};
use athos_search::machine::MachineLimits;
use clap::ValueEnum;
use std::io::Write;

/// Draws the best play as a Moore machine.
///
/// A state is a position where the machine is to move, its output is the move, and the opponent's answer leads to the
/// next state; W, L and D are the ends: won, lost, drawn. A winner hurries, a loser delays. In Matches the last match is
/// really taken here, whatever the rule option terminal says, so that the machine hears it.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    position: PositionArgument,
    /// Play second: the first state only listens to the opponent's first move
    #[arg(long)]
    second: bool,
    /// Merge states that no sequence of inputs tells apart
    #[arg(long)]
    minimal: bool,
    /// Refuse to build more states than this
    #[arg(long, value_name = "STATES", default_value_t = 10_000)]
    limit: u32,
    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputArgument,
}

/// The form of the answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table: a state a line
    Text,
    /// For Graphviz
    Dot,
    /// For a page or a paper
    Svg,
    /// For programs
    Json,
}

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
        let game = played_to_the_last_match(game)?;
        let position = args.position.read(&game)?;
        let limits = MachineLimits { states: args.limit as usize, ..MachineLimits::default() };
        let strategy = Strategy::new(&game, &position, args.second, args.minimal, limits)?;
        let kind = if args.minimal { "Minimal machine" } else { "Machine" };
        let caption = format!(
            "{kind} for {} in {} from {}: {}, {}.",
            strategy.player,
            game.spec(),
            labels::in_a_line(&game, &position),
            units::of(strategy.states.len() as u64, "state", "states"),
            units::of(strategy.transitions.len() as u64, "transition", "transitions")
        );
        let printed = match args.format {
            Format::Json => serde_json::to_string(&strategy)? + "\n",
            Format::Dot => dot(&strategy.picture(caption)),
            Format::Svg => svg(&strategy.picture(caption)),
            Format::Text => text(&strategy.picture(caption)),
        };
        args.output.write(&printed, self.out)?;
        Ok(Answer::Done)
    }
}
