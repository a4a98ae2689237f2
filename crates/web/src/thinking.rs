//! Players that think while somebody watches: `/GAME/search` and `/GAME/play`.

use crate::app::App;
use crate::errors::Refusal;
use crate::position::is_quadrants;
use crate::query::{self, Peer, Query};
use crate::replay::positions;
use crate::streams::{self, Sink};
use crate::work::Cancel;
use athos_arena::{Info, MoveLimits, Player, Spec, Turn, own_players};
use athos_core::{Score, Value};
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// Longest text that describes a player.
const LONGEST_PLAYER: usize = 200;
/// How long a player thinks when nobody says.
const TIME: Duration = Duration::from_secs(2);

/// How far thinking has come.
#[derive(Serialize)]
struct ShownInfo<'a> {
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Nodes a second.
    nps: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    line: &'a [String],
    time_ms: u64,
    /// Where a proven value comes from.
    source: Option<&'static str>,
}

impl<'a> ShownInfo<'a> {
    fn new(info: &'a Info) -> ShownInfo<'a> {
        let rate = |nodes: u64| (nodes as f64 / info.time.as_secs_f64().max(1e-6)) as u64;
        ShownInfo {
            depth: info.depth,
            nodes: info.nodes,
            nps: info.nodes.map(rate),
            score: match info.score {
                Some(Score::Estimate(points)) => Some(points),
                _ => None,
            },
            value: info.value(),
            line: &info.line,
            time_ms: info.time.as_millis() as u64,
            source: info.source,
        }
    }
}

/// The move in the end.
#[derive(Serialize)]
struct Chosen<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    /// Where it leads.
    position: String,
    #[serde(flatten)]
    info: ShownInfo<'a>,
}

/// The player that a text describes, within what the server allows: one thread, the memory of a slot.
pub fn read_player(app: &App, game: &str, text: &str) -> Result<Spec, Refusal> {
    if text.len() > LONGEST_PLAYER {
        return Err(Refusal::Bad(format!("player: at most {LONGEST_PLAYER} bytes describe a player")));
    }
    let mut spec = Spec::read(text, &own_players(game)).map_err(|error| Refusal::Bad(error.to_string()))?;
    let memory = app.budget.memory_of_slot();
    if spec.threads > 1 {
        return Err(Refusal::Bad("player: one thread each here, so that searches share the machine fairly".into()));
    }
    spec.memory = Some(spec.memory.map_or(memory, |asked| asked.min(memory)));
    Ok(spec)
}

/// A position to think about.
struct Thinking {
    player: Box<dyn Player>,
    start: String,
    moves: Vec<String>,
    position: String,
    limits: MoveLimits,
}

impl Thinking {
    fn think(mut self, app: &App, spec: &str, last: &str, sink: &Sink, cancel: &Cancel) -> Result<(), Refusal> {
        self.limits.cancel = Some(Arc::clone(cancel));
        let turn = Turn { start: &self.start, moves: &self.moves, position: &self.position, limits: &self.limits };
        let fault = |fault: athos_arena::Failure| Refusal::Fault(fault.to_string());
        self.player.begin(app.seed()).map_err(fault)?;
        let thought = self.player.choose(&turn, &mut |info| sink.tell("info", &ShownInfo::new(info))).map_err(fault)?;
        let position = app.game(spec)?.game.play(&self.position, &thought.m).map_err(Refusal::position)?;
        sink.must_tell(last, &Chosen { text: &thought.m, position, info: ShownInfo::new(&thought.info) });
        Ok(())
    }
}

/// What both ways of thinking share.
struct Question {
    spec: String,
    player: Option<String>,
    time: Option<Duration>,
    depth: Option<u32>,
    start: String,
    moves: Vec<String>,
    client: Option<String>,
}

fn think(app: Arc<App>, peer: Peer, question: Question, last: &'static str) -> Result<streams::Events, Refusal> {
    let Question { spec, player, time, depth, start, moves, client } = question;
    let loaded = app.game(&spec)?;
    let positions = positions(&*loaded.game, &start, &moves)?;
    let position = positions[positions.len() - 1].clone();
    if loaded.game.view(&position).map_err(Refusal::position)?.outcome.is_some() {
        return Err(Refusal::Bad(format!("the game is over in position '{position}': there is nothing to choose")));
    }
    let player = read_player(&app, loaded.game.id(), player.as_deref().unwrap_or("alpha-beta"))?;
    let client = App::client(peer.0, client.as_deref());
    let heavy = is_quadrants(&spec);
    let app_of_work = Arc::clone(&app);
    streams::start(&app, &client, heavy, 0, move |sink, cancel| {
        let player = athos_arena::player(&spec, "", &player).map_err(|error| Refusal::Bad(error.to_string()))?;
        let memory = Some(app_of_work.budget.memory_of_slot());
        let limits = MoveLimits { time: Some(time.unwrap_or(TIME)), depth, memory, ..MoveLimits::default() };
        let start = positions[0].clone();
        Thinking { player, start, moves, position, limits }.think(&app_of_work, &spec, last, sink, cancel)
    })
}

/// `?p=…&player=…&time=…&depth=…`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchQuery {
    p: Option<String>,
    player: Option<String>,
    #[serde(default, deserialize_with = "query::seconds")]
    time: Option<Duration>,
    depth: Option<u32>,
    client: Option<String>,
}

/// `GET /GAME/search`.
pub async fn search(
    State(app): State<Arc<App>>,
    Path(spec): Path<String>,
    peer: Peer,
    Query(query): Query<SearchQuery>,
) -> Result<impl IntoResponse, Refusal> {
    let start = query::position(query.p.as_deref(), &*app.game(&spec)?.game)?;
    let SearchQuery { player, time, depth, client, .. } = query;
    let question = Question { spec, player, time, depth, start, moves: Vec::new(), client };
    Ok(streams::sse(think(app, peer, question, "done")?))
}

/// `?start=…&moves=a,b,c&player=…&time=…`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayQuery {
    start: Option<String>,
    moves: Option<String>,
    player: Option<String>,
    #[serde(default, deserialize_with = "query::seconds")]
    time: Option<Duration>,
    client: Option<String>,
}

/// `GET /GAME/play`.
pub async fn play(
    State(app): State<Arc<App>>,
    Path(spec): Path<String>,
    peer: Peer,
    Query(query): Query<PlayQuery>,
) -> Result<impl IntoResponse, Refusal> {
    let start = query::position(query.start.as_deref(), &*app.game(&spec)?.game)?;
    let moves = query::moves(query.moves.as_deref());
    let PlayQuery { player, time, client, .. } = query;
    let question = Question { spec, player, time, depth: None, start, moves, client };
    Ok(streams::sse(think(app, peer, question, "move")?))
}
