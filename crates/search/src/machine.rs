//! Strategies as Moore machines: what to play, as a picture of states.
//!
//! A state is a position in which I am to move; its output is my move; the opponent's answer leads to the next state.
//! Three states end the game: won, lost, drawn. A state without output only listens: the first one when I play second,
//! and any where the opponent moves again. A move of mine that ends the game, or leaves me to move again, is followed
//! by a step that needs no input ([`Input::End`], [`Input::Again`]).
//!
//! My moves are the best by value ([`Values::best`]), so the machine never gives away what its position is worth. It has
//! only the states that this play can meet.

use crate::induction::{InductionError, Values};
use athos_core::{Game, Value, Wdl};
use rustc_hash::FxHashMap;

/// A Moore machine that plays a game. State 0 is the start.
#[derive(Clone)]
pub struct Machine<G: Game> {
    /// The states.
    pub states: Vec<State<G::Position, G::Move>>,
    /// The transitions, in the order of their states and of the opponent's moves.
    pub transitions: Vec<Transition<G::Move>>,
}

/// A state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State<P, M> {
    /// I am to move, and play this.
    Play {
        /// The position.
        position: P,
        /// My move.
        output: M,
        /// What the position is worth to me.
        value: Value,
    },
    /// The opponent is to move.
    Listen {
        /// The position.
        position: P,
    },
    /// The game is over, with this result for me.
    End(Wdl),
}

/// A transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition<M> {
    /// From which state.
    pub from: usize,
    /// On what.
    pub input: Input<M>,
    /// To which state.
    pub to: usize,
}

/// What makes a machine step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Input<M> {
    /// A move of the opponent.
    Move(M),
    /// Nothing: my own move ended the game.
    End,
    /// Nothing: it is my turn again.
    Again,
}

/// Why there is no machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MachineError {
    /// The game cannot be solved whole.
    #[error("no machine for this game")]
    Unsolved(#[from] InductionError),
    /// The machine would have more states than allowed.
    #[error("the machine has more than {limit} states")]
    TooBig {
        /// How many were allowed.
        limit: usize,
    },
    /// There is nothing to play.
    #[error("no machine: the game is over")]
    Over,
}

/// How large a machine may become.
#[derive(Clone, Copy, Debug)]
pub struct MachineLimits {
    /// Positions to solve.
    pub positions: usize,
    /// States to build.
    pub states: usize,
}

impl Default for MachineLimits {
    fn default() -> MachineLimits {
        MachineLimits { positions: 5_000_000, states: 10_000 }
    }
}

/// What a state stands for, before it has a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Seed<P> {
    At(P),
    End(Wdl),
}

impl<G: Game> Machine<G> {
    /// The machine that plays best from `position`: for the player to move there, or, if `second`, for the other one.
    pub fn build(
        game: &G,
        position: &G::Position,
        second: bool,
        limits: MachineLimits,
    ) -> Result<Machine<G>, MachineError> {
        if game.outcome(position).is_some() {
            return Err(MachineError::Over);
        }
        // Step 1. Solve everything that can be reached.
        let values = Values::of(game, position, limits.positions)?;
        let first = game.turn(position);
        let me = if second { first.other() } else { first };

        // Step 2. Follow my best move and all of the opponent's, a state at a time, in the order they are found.
        let seed = |position: &G::Position| match game.outcome(position) {
            Some(outcome) => Seed::End(outcome.for_player(me)),
            None => Seed::At(*position),
        };
        let mut numbers = FxHashMap::from_iter([(Seed::At(*position), 0)]);
        let mut seeds = vec![Seed::At(*position)];
        let mut machine = Machine { states: Vec::new(), transitions: Vec::new() };
        let mut moves = Vec::new();
        while machine.states.len() < seeds.len() {
            let from = machine.states.len();
            let mut steps = Vec::new();
            machine.states.push(match seeds[from] {
                Seed::End(wdl) => State::End(wdl),
                Seed::At(position) => {
                    let (state, heard) = match values.best(game, &position).filter(|_| game.turn(&position) == me) {
                        None => (State::Listen { position }, Some(position)),
                        Some((output, value)) => {
                            let next = game.play(&position, output);
                            let silent = match game.outcome(&next) {
                                Some(_) => Some(Input::End),
                                None => (game.turn(&next) == me).then_some(Input::Again),
                            };
                            steps.extend(silent.map(|input| (input, seed(&next))));
                            (State::Play { position, output, value }, silent.is_none().then_some(next))
                        }
                    };
                    if let Some(heard) = heard {
                        moves.clear();
                        game.moves(&heard, &mut moves);
                        steps.extend(moves.iter().map(|&m| (Input::Move(m), seed(&game.play(&heard, m)))));
                    }
                    state
                }
            });
            for (input, seed) in steps {
                let to = *numbers.entry(seed).or_insert_with(|| {
                    seeds.push(seed);
                    seeds.len() - 1
                });
                machine.transitions.push(Transition { from, input, to });
            }
            if seeds.len() > limits.states {
                return Err(MachineError::TooBig { limit: limits.states });
            }
        }
        Ok(machine)
    }

    /// The smallest machine with the same behaviour: states that no input tells apart are one (Moore's refinement).
    ///
    /// States are apart when their outputs differ, when they are different ends, when different inputs are legal, or
    /// when an input leads to states that are apart. Each round costs a pass over the transitions; there are at most as
    /// many rounds as states.
    pub fn minimal(&self) -> Machine<G> {
        // Step 1. At first, only what a state says tells it apart.
        let mut spoken = FxHashMap::default();
        let mut class: Vec<usize> = self
            .states
            .iter()
            .map(|state| {
                let says = match state {
                    State::Play { output, .. } => (Some(*output), None),
                    State::Listen { .. } => (None, None),
                    State::End(wdl) => (None, Some(*wdl)),
                };
                let fresh = spoken.len();
                *spoken.entry(says).or_insert(fresh)
            })
            .collect();
        let mut classes = spoken.len();

        // Step 2. Then also where it leads, until nothing new is told apart.
        let mut steps: Vec<Vec<(Input<G::Move>, usize)>> = vec![Vec::new(); self.states.len()];
        for step in &self.transitions {
            steps[step.from].push((step.input, step.to));
        }
        loop {
            let mut seen = FxHashMap::default();
            let refined: Vec<usize> = (0..self.states.len())
                .map(|state| {
                    let leads: Vec<_> = steps[state].iter().map(|&(input, to)| (input, class[to])).collect();
                    let fresh = seen.len();
                    *seen.entry((class[state], leads)).or_insert(fresh)
                })
                .collect();
            let count = seen.len();
            class = refined;
            if count == classes {
                break;
            }
            classes = count;
        }

        // Step 3. The first state of each class stands for it. Classes are numbered by their first states.
        let mut states = Vec::new();
        let mut transitions = Vec::new();
        for (index, state) in self.states.iter().enumerate() {
            if class[index] == states.len() {
                let from = states.len();
                states.push(*state);
                transitions.extend(steps[index].iter().map(|&(input, to)| Transition { from, input, to: class[to] }));
            }
        }
        Machine { states, transitions }
    }

    /// The state that follows on an input, if the input is legal.
    pub fn step(&self, from: usize, input: Input<G::Move>) -> Option<usize> {
        self.transitions.iter().find(|step| step.from == from && step.input == input).map(|step| step.to)
    }
}
