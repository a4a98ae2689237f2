//! Machines play what theory says, whatever the opponent does.

use athos_core::{Game, Value, Wdl};
use athos_games::registry::build;
use athos_games::{MadKing, Matches, Nim, ThreeMusketeers};
use athos_search::induction::{InductionError, Values};
use athos_search::machine::{Input, Machine, MachineError, MachineLimits, State};

fn matches(pile: u32) -> Matches {
    build(&format!("pile={pile},terminal=0")).unwrap()
}

fn machine<G: Game>(game: &G, second: bool) -> Machine<G> {
    Machine::build(game, &game.start(), second, MachineLimits::default()).unwrap()
}

#[test]
fn seven_matches_need_five_states_and_six_transitions() {
    let machine = machine(&matches(7), false);
    let states: Vec<(u32, u32)> = machine
        .states
        .iter()
        .map(|state| match state {
            State::Play { position, output, .. } => (position.left, output.0),
            State::End(Wdl::Win) => (0, 0),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(states, [(7, 2), (4, 3), (3, 2), (2, 1), (0, 0)]);
    let transitions: Vec<(usize, u32, usize)> = machine
        .transitions
        .iter()
        .map(|step| match step.input {
            Input::Move(m) => (step.from, m.0, step.to),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(transitions, [(0, 1, 1), (0, 2, 2), (0, 3, 3), (1, 1, 4), (2, 1, 4), (3, 1, 4)]);
    assert_eq!(machine.minimal().states.len(), 5);
}

/// Plays a machine against every opponent: every legal reply is tried, and no other is known. Returns the best and the
/// worst it came to.
fn play_all<G: Game>(game: &G, machine: &Machine<G>, state: usize, position: G::Position) -> (Wdl, Wdl) {
    let (heard, silent) = match &machine.states[state] {
        State::End(wdl) => {
            assert!(game.outcome(&position).is_some());
            return (*wdl, *wdl);
        }
        State::Listen { .. } => (position, false),
        State::Play { output, .. } => {
            let mut legal = Vec::new();
            game.moves(&position, &mut legal);
            assert!(legal.contains(output));
            let next = game.play(&position, *output);
            let silent = game.outcome(&next).is_some() || game.turn(&next) == game.turn(&position);
            (next, silent)
        }
    };
    let known = machine.transitions.iter().filter(|step| step.from == state).count();
    if silent {
        assert_eq!(known, 1);
        let input = if game.outcome(&heard).is_some() { Input::End } else { Input::Again };
        return play_all(game, machine, machine.step(state, input).unwrap(), heard);
    }
    let mut replies = Vec::new();
    game.moves(&heard, &mut replies);
    assert_eq!(known, replies.len(), "exactly the legal replies are known");
    let ends = replies.iter().map(|&reply| {
        let next = machine.step(state, Input::Move(reply)).expect("every legal reply is known");
        play_all(game, machine, next, game.play(&heard, reply))
    });
    ends.reduce(|a, b| (a.0.max(b.0), a.1.min(b.1))).unwrap()
}

#[test]
fn matches_are_won_against_every_opponent_where_they_can_be() {
    for pile in [1, 5, 7, 9, 12, 15, 21] {
        let game = matches(pile);
        for second in [false, true] {
            let wins = game.wins(pile) != second;
            for machine in [machine(&game, second), machine(&game, second).minimal()] {
                let (best, worst) = play_all(&game, &machine, 0, game.start());
                assert_eq!(worst, if wins { Wdl::Win } else { Wdl::Loss }, "{pile} {second}");
                assert!(pile == 1 || best == Wdl::Win, "{pile} {second}: somebody must blunder");
            }
        }
    }
}

#[test]
fn other_games_come_out_at_their_value() {
    fn check<G: Game>(game: &G) {
        let value = Values::of(game, &game.start(), 1_000_000).unwrap().get(&game.start()).unwrap().wdl;
        let full = machine(game, false);
        let small = full.minimal();
        assert!(matches!(full.states[0], State::Play { value: Value { wdl, .. }, .. } if wdl == value));
        assert_eq!(play_all(game, &full, 0, game.start()).1, value);
        assert_eq!(play_all(game, &small, 0, game.start()).1, value);
        assert_eq!(play_all(game, &machine(game, true), 0, game.start()).1, -value);
    }
    check(&build::<Nim>("heaps=2+3+4").unwrap());
    check(&build::<Nim>("heaps=1+2+3").unwrap());
    check(&build::<Nim>("heaps=2+2,play=misere").unwrap());
    check(&build::<ThreeMusketeers>("rows=3,columns=3").unwrap());
}

#[test]
fn the_minimal_machine_says_the_same_and_has_no_two_states_alike() {
    let game: ThreeMusketeers = build("rows=3,columns=3").unwrap();
    for second in [false, true] {
        let full = machine(&game, second);
        let small = full.minimal();
        assert!(small.states.len() < full.states.len(), "{} of {}", small.states.len(), full.states.len());
        assert_eq!(small.minimal().states.len(), small.states.len());
        // Walk both at once: same outputs, same inputs.
        let mut pairs = vec![(0, 0)];
        let mut seen = std::collections::HashSet::from([(0, 0)]);
        while let Some((one, other)) = pairs.pop() {
            let says = |state: &State<_, _>| match state {
                State::Play { output, .. } => (Some(*output), None),
                State::Listen { .. } => (None, None),
                State::End(wdl) => (None, Some(*wdl)),
            };
            assert_eq!(says(&full.states[one]), says(&small.states[other]));
            let inputs = |machine: &Machine<ThreeMusketeers>, from| {
                machine.transitions.iter().filter(|step| step.from == from).map(|step| step.input).collect::<Vec<_>>()
            };
            assert_eq!(inputs(&full, one), inputs(&small, other));
            for input in inputs(&full, one) {
                let next = (full.step(one, input).unwrap(), small.step(other, input).unwrap());
                if seen.insert(next) {
                    pairs.push(next);
                }
            }
        }
        assert_eq!(seen.len(), full.states.len(), "every state was met");
    }
}

#[test]
fn what_cannot_be_a_machine_is_refused() {
    let mad = MadKing::default();
    let error = Machine::build(&mad, &mad.start(), false, MachineLimits::default()).err();
    assert_eq!(error, Some(MachineError::Unsolved(InductionError::Loop)));
    let game = matches(100);
    let limits = MachineLimits { states: 10, ..MachineLimits::default() };
    assert_eq!(Machine::build(&game, &game.start(), false, limits).err(), Some(MachineError::TooBig { limit: 10 }));
    let over = game.play(&game.play(&matches(2).start(), athos_games::matches::Take(1)), athos_games::matches::Take(1));
    let error = Machine::build(&game, &over, false, MachineLimits::default()).err();
    assert_eq!(error, Some(MachineError::Over));
}
