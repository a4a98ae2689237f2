//! `athos machine`: the best play as a Moore machine.

use super::Answer;
use crate::game_argument::{GameArgument, PositionArgument};
use crate::output::OutputArgument;
use crate::{labels, units};
use athos_core::{FullGame, Value, Wdl};
use athos_draw::machine::{self as drawing, dot, svg, text};
use athos_games::Matches;
use athos_games::registry::{self, Visitor};
use athos_search::machine::{Input, Machine, MachineLimits, State};
use clap::ValueEnum;
use serde::Serialize;
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

#[derive(Serialize)]
struct JsonMachine {
    game: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    rules: String,
    position: String,
    /// Whom the machine plays for.
    player: &'static str,
    /// The states; the first is the start.
    states: Vec<JsonState>,
    transitions: Vec<JsonTransition>,
}

#[derive(Serialize)]
struct JsonState {
    name: String,
    position: Option<String>,
    output: Option<String>,
    value: Option<Value>,
    end: Option<Wdl>,
}

#[derive(Serialize)]
struct JsonTransition {
    from: usize,
    to: usize,
    input: String,
}

impl Visitor for Draw<'_> {
    type Output = anyhow::Result<Answer>;

    fn visit<G: FullGame>(self, game: G) -> anyhow::Result<Answer> {
        let args = self.args;
        let game = played_to_the_last_match(game)?;
        let position = args.position.read(&game)?;
        let limits = MachineLimits { states: args.limit as usize, ..MachineLimits::default() };
        let mut machine = Machine::build(&game, &position, args.second, limits)?;
        if args.minimal {
            machine = machine.minimal();
        }
        let turn = game.turn(&position);
        let me = G::PLAYERS[if args.second { turn.other() } else { turn }.index()];
        let kind = if args.minimal { "Minimal machine" } else { "Machine" };
        let caption = format!(
            "{kind} for {me} in {} from {}: {}, {}.",
            game.spec(),
            labels::in_a_line(&game, &position),
            units::of(machine.states.len() as u64, "state", "states"),
            units::of(machine.transitions.len() as u64, "transition", "transitions")
        );
        let states: Vec<JsonState> = machine.states.iter().map(|state| shown(&game, state)).collect();
        let transitions: Vec<JsonTransition> = machine
            .transitions
            .iter()
            .map(|step| JsonTransition { from: step.from, to: step.to, input: heard(&game, step.input) })
            .collect();
        let printed = match args.format {
            Format::Json => {
                let (rules, position) = (game.rules_text(), game.show_position(&position));
                let whole = JsonMachine { game: G::ID, rules, position, player: me, states, transitions };
                serde_json::to_string(&whole)? + "\n"
            }
            drawn => {
                let picture = picture(states, transitions, caption);
                match drawn {
                    Format::Dot => dot(&picture),
                    Format::Svg => svg(&picture),
                    _ => text(&picture),
                }
            }
        };
        args.output.write(&printed, self.out)?;
        Ok(Answer::Done)
    }
}

/// Matches as machines and random opponents play it: the last match is taken and not left lying (`terminal=0`), so that
/// the forced last take is a move like any other. Other games are as they are.
pub fn played_to_the_last_match<G: FullGame>(game: G) -> anyhow::Result<G> {
    if G::ID != <Matches as athos_core::Described>::ID {
        return Ok(game);
    }
    let rules = G::OPTIONS.iter().zip(game.rules()).map(|(option, value)| match option.name {
        "terminal" => "terminal=0".to_string(),
        name => format!("{name}={value}"),
    });
    Ok(registry::build(&rules.collect::<Vec<_>>().join(","))?)
}

fn shown<G: FullGame>(game: &G, state: &State<G::Position, G::Move>) -> JsonState {
    match state {
        State::Play { position, output, value } => JsonState {
            name: labels::in_a_line(game, position),
            position: Some(game.show_position(position)),
            output: Some(game.show_move(*output)),
            value: Some(*value),
            end: None,
        },
        State::Listen { position } => JsonState {
            name: format!("{}?", labels::in_a_line(game, position)),
            position: Some(game.show_position(position)),
            output: None,
            value: None,
            end: None,
        },
        State::End(wdl) => {
            let name = match wdl {
                Wdl::Win => "W",
                Wdl::Draw => "D",
                Wdl::Loss => "L",
            };
            JsonState { name: name.to_string(), position: None, output: None, value: None, end: Some(*wdl) }
        }
    }
}

fn heard<G: FullGame>(game: &G, input: Input<G::Move>) -> String {
    match input {
        Input::Move(m) => game.show_move(m),
        Input::End => "end".to_string(),
        Input::Again => "again".to_string(),
    }
}

fn picture(states: Vec<JsonState>, transitions: Vec<JsonTransition>, caption: String) -> drawing::Machine {
    let states = states.into_iter().map(|state| drawing::State {
        name: state.name,
        output: state.output.unwrap_or_default(),
        last: state.end.is_some(),
    });
    let transitions = transitions.into_iter().map(|step| (step.from, step.to, step.input));
    drawing::Machine { states: states.collect(), transitions: transitions.collect(), caption }
}
