//! The best play as a Moore machine, in words: what `athos machine` prints and the page lights up.

use crate::{LabError, labels};
use athos_core::{FullGame, Value, Wdl};
use athos_draw::machine as drawing;
use athos_games::Matches;
use athos_games::registry;
use athos_search::machine::{Input, Machine, MachineLimits, State};
use serde::Serialize;

/// A strategy as a machine.
#[derive(Clone, Debug, Serialize)]
pub struct Strategy {
    /// The game's id.
    pub game: &'static str,
    /// The options that differ from their default.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// Where play begins.
    pub position: String,
    /// Whom the machine plays for.
    pub player: &'static str,
    /// The states; the first is the start.
    pub states: Vec<ShownState>,
    /// The steps between them.
    pub transitions: Vec<ShownTransition>,
}

/// A state.
#[derive(Clone, Debug, Serialize)]
pub struct ShownState {
    /// A short name: the position, or W, D, L for the ends.
    pub name: String,
    /// The position, if the game goes on.
    pub position: Option<String>,
    /// The move that the machine makes there.
    pub output: Option<String>,
    /// What the position is worth to it.
    pub value: Option<Value>,
    /// How the game ended for it.
    pub end: Option<Wdl>,
}

/// A step.
#[derive(Clone, Debug, Serialize)]
pub struct ShownTransition {
    /// The index of the state it leads from.
    pub from: usize,
    /// The index of the state it leads to.
    pub to: usize,
    /// The opponent's move; `end` and `again` need none.
    pub input: String,
}

impl Strategy {
    /// The best play from a position, for the player to move there or, if `second`, for the other; `minimal` merges
    /// states that no sequence of inputs tells apart.
    pub fn new<G: FullGame>(
        game: &G,
        position: &G::Position,
        second: bool,
        minimal: bool,
        limits: MachineLimits,
    ) -> Result<Strategy, LabError> {
        let mut machine = Machine::build(game, position, second, limits)?;
        if minimal {
            machine = machine.minimal();
        }
        let turn = game.turn(position);
        let me = if second { turn.other() } else { turn };
        let step = |from, to, input| ShownTransition { from, to, input: heard(game, input) };
        Ok(Strategy {
            game: G::ID,
            rules: game.rules_text(),
            position: game.show_position(position),
            player: G::PLAYERS[me.index()],
            states: machine.states.iter().map(|state| shown(game, state)).collect(),
            transitions: machine.transitions.iter().map(|t| step(t.from, t.to, t.input)).collect(),
        })
    }

    /// The strategy as something to draw.
    pub fn picture(&self, caption: String) -> drawing::Machine {
        let states = self.states.iter().map(|state| drawing::State {
            name: state.name.clone(),
            output: state.output.clone().unwrap_or_default(),
            last: state.end.is_some(),
        });
        let transitions = self.transitions.iter().map(|step| (step.from, step.to, step.input.clone()));
        drawing::Machine { states: states.collect(), transitions: transitions.collect(), caption }
    }
}

/// Matches as machines and random opponents play it: the last match is taken and not left lying (`terminal=0`), so that
/// the forced last take is a move like any other. Other games are as they are.
pub fn played_to_the_last_match<G: FullGame>(game: G) -> Result<G, LabError> {
    if G::ID != <Matches as athos_core::Described>::ID {
        return Ok(game);
    }
    let rules = G::OPTIONS.iter().zip(game.rules()).map(|(option, value)| match option.name {
        "terminal" => "terminal=0".to_string(),
        name => format!("{name}={value}"),
    });
    Ok(registry::build(&rules.collect::<Vec<_>>().join(","))?)
}

fn shown<G: FullGame>(game: &G, state: &State<G::Position, G::Move>) -> ShownState {
    match state {
        State::Play { position, output, value } => ShownState {
            name: labels::in_a_line(game, position),
            position: Some(game.show_position(position)),
            output: Some(game.show_move(*output)),
            value: Some(*value),
            end: None,
        },
        State::Listen { position } => ShownState {
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
            ShownState { name: name.to_string(), position: None, output: None, value: None, end: Some(*wdl) }
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
