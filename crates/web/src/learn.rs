//! The laboratory: `/GAME/tree`, `/GAME/machine` and `/GAME/ablation`.

use crate::app::App;
use crate::errors::Refusal;
use crate::query::{self, Peer, Query};
use crate::work;
use athos_core::{AnyGame, FullGame};
use athos_draw::machine::svg;
use athos_games::registry::{self, Visitor};
use athos_lab::ablation::{self, Ablation};
use athos_lab::strategy::{Strategy, played_to_the_last_match};
use athos_lab::tree::{self, Algorithm, ShownTree};
use athos_search::machine::MachineLimits;
use athos_search::{Limits, Switches};
use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// Nodes of a tree that is drawn.
const MOST_NODES: usize = 2000;
/// Nodes of the search behind it: iterative deepening visits many more than its last depth.
const MOST_VISITS: u64 = 50_000;
/// States of a machine that is drawn.
const MOST_STATES: usize = 200;
/// Positions that are solved for it.
const MOST_POSITIONS: usize = 100_000;
/// The time for a tree, and for each search of an ablation.
const TIME: Duration = Duration::from_secs(5);
/// Memory for one of these searches.
const MEMORY: usize = ablation::MEMORY;

/// `?p=…&algorithm=…&switches=…&depth=…`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeQuery {
    p: Option<String>,
    algorithm: Option<AlgorithmName>,
    switches: Option<String>,
    depth: Option<u32>,
    client: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum AlgorithmName {
    Minimax,
    AlphaBeta,
}

impl TreeQuery {
    fn algorithm(&self) -> Result<Algorithm, Refusal> {
        match self.algorithm {
            Some(AlgorithmName::Minimax) => Ok(Algorithm::Minimax),
            Some(AlgorithmName::AlphaBeta) | None => {
                let switches = Switches::read(self.switches.as_deref().unwrap_or("win-stop"));
                Ok(Algorithm::AlphaBeta(switches.map_err(|error| Refusal::Bad(format!("switches: {error}")))?))
            }
        }
    }
}

/// `GET /GAME/tree`.
pub async fn tree(
    State(app): State<Arc<App>>,
    Path(spec): Path<String>,
    Peer(peer): Peer,
    Query(query): Query<TreeQuery>,
) -> Result<Json<ShownTree>, Refusal> {
    let algorithm = query.algorithm()?;
    let position = query::position(query.p.as_deref(), &*app.game(&spec)?.game)?;
    let permit = app.budget.ticket(&App::client(peer, query.client.as_deref()))?.permit().await?;
    let depth = query.depth;
    let tree = work::run(permit, move |cancel| {
        let (nodes, time, cancel) = (Some(MOST_VISITS), Some(TIME), Some(Arc::clone(cancel)));
        let limits = Limits { depth, nodes, time, memory: MEMORY, cancel };
        registry::visit(&spec, "", Record { position: &position, algorithm, limits })?
    });
    Ok(Json(tree.await?))
}

struct Record<'a> {
    position: &'a str,
    algorithm: Algorithm,
    limits: Limits,
}

impl Visitor for Record<'_> {
    type Output = Result<ShownTree, Refusal>;

    fn visit<G: FullGame>(self, game: G) -> Self::Output {
        let position = game.read_position(self.position).map_err(Refusal::position)?;
        Ok(tree::recorded(&game, &position, self.algorithm, &self.limits, MOST_NODES)?)
    }
}

/// `?p=…&second=true&minimal=true`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineQuery {
    p: Option<String>,
    #[serde(default)]
    second: bool,
    #[serde(default)]
    minimal: bool,
    client: Option<String>,
}

/// A strategy and its picture.
#[derive(Serialize)]
pub struct MachineAnswer {
    #[serde(flatten)]
    strategy: Strategy,
    svg: String,
}

/// `GET /GAME/machine`.
pub async fn machine(
    State(app): State<Arc<App>>,
    Path(spec): Path<String>,
    Peer(peer): Peer,
    Query(query): Query<MachineQuery>,
) -> Result<Json<MachineAnswer>, Refusal> {
    let game: Arc<dyn AnyGame> = app.game(&spec)?.game;
    let position = query.p.as_deref().map(|p| query::position(Some(p), &*game)).transpose()?;
    let permit = app.budget.ticket(&App::client(peer, query.client.as_deref()))?.permit().await?;
    let (second, minimal) = (query.second, query.minimal);
    let build = move |_: &work::Cancel| registry::visit(&spec, "", Build { position, second, minimal })?;
    Ok(Json(work::run(permit, build).await?))
}

struct Build {
    position: Option<String>,
    second: bool,
    minimal: bool,
}

impl Visitor for Build {
    type Output = Result<MachineAnswer, Refusal>;

    fn visit<G: FullGame>(self, game: G) -> Self::Output {
        let game = played_to_the_last_match(game)?;
        let position = match &self.position {
            None => game.start(),
            Some(text) => game.read_position(text).map_err(Refusal::position)?,
        };
        let limits = MachineLimits { positions: MOST_POSITIONS, states: MOST_STATES };
        let strategy = Strategy::new(&game, &position, self.second, self.minimal, limits)?;
        let caption = format!("The best play for {} from {}", strategy.player, strategy.position);
        let svg = svg(&strategy.picture(caption));
        Ok(MachineAnswer { strategy, svg })
    }
}

/// `?p=…&depth=…`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AblationQuery {
    p: Option<String>,
    depth: Option<u32>,
    client: Option<String>,
}

/// `GET /GAME/ablation`.
pub async fn ablation(
    State(app): State<Arc<App>>,
    Path(spec): Path<String>,
    Peer(peer): Peer,
    Query(query): Query<AblationQuery>,
) -> Result<Json<Ablation>, Refusal> {
    let position = query::position(query.p.as_deref(), &*app.game(&spec)?.game)?;
    let permit = app.budget.ticket(&App::client(peer, query.client.as_deref()))?.permit().await?;
    let depth = query.depth;
    let ablation = work::run(permit, move |cancel| {
        let (time, cancel) = (Some(TIME), Some(Arc::clone(cancel)));
        let limits = Limits { time, memory: MEMORY, cancel, ..Limits::default() };
        registry::visit(&spec, "", Measure { position: &position, depth, limits })?
    });
    Ok(Json(ablation.await?))
}

struct Measure<'a> {
    position: &'a str,
    depth: Option<u32>,
    limits: Limits,
}

impl Visitor for Measure<'_> {
    type Output = Result<Ablation, Refusal>;

    fn visit<G: FullGame>(self, game: G) -> Self::Output {
        let position = game.read_position(self.position).map_err(Refusal::position)?;
        let depth = self.depth.unwrap_or_else(|| ablation::usual_depth(G::ID).min(6));
        Ok(ablation::measure(&game, &[position], depth, 1, &self.limits)?)
    }
}
