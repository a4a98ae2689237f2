//! The addresses of jobs.

use super::contest::{self, Contest};
use super::{Job, Request, Shown, State as JobState, prove, solve};
use crate::app::App;
use crate::errors::{LOST, Refusal};
use crate::{streams, work};
use athos_arena::Tournament;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How often a listener hears of a job.
const PULSE: Duration = Duration::from_millis(200);

/// The name of a job that has begun.
#[derive(Serialize)]
pub struct Begun {
    job: String,
}

/// `POST /jobs`.
pub async fn start(
    State(app): State<Arc<App>>,
    body: Result<Json<Request>, JsonRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let Json(request) = body?;
    // What cannot be is refused at once, not by a job that fails.
    match &request {
        Request::Solve { game, weak: false } => solve::check(&app.game(game)?.spec)?,
        Request::Solve { game, weak: true } => prove::check(&app.game(game)?.spec)?,
        Request::Match { .. } => drop(tournament(&app, &request)?),
    }
    let job = app.jobs.begin(request)?;
    let name = job.id.to_string();
    let spawned = std::thread::Builder::new().name(format!("job {name}")).spawn({
        let job = Arc::clone(&job);
        move || {
            work::stand_back();
            let result = catch_unwind(AssertUnwindSafe(|| done(&app, &job)));
            app.look_again();
            job.end(result.unwrap_or_else(|_| Err(Refusal::Fault(LOST.into()))));
        }
    });
    if let Err(error) = spawned {
        let error = Refusal::Fault(format!("no thread could be had: {error}"));
        job.end(Err(Refusal::Fault(error.to_string())));
        return Err(error);
    }
    Ok((StatusCode::ACCEPTED, Json(Begun { job: name })))
}

fn done(app: &App, job: &Job) -> Result<serde_json::Value, Refusal> {
    match &job.request {
        Request::Solve { game, weak: false } => solve::run(game, job, app.jobs.means),
        Request::Solve { game, weak: true } => prove::run(game, job, app.jobs.means),
        request @ Request::Match { .. } => match tournament(app, request)? {
            Some(tournament) => contest::run(&tournament, job, app.jobs.means.threads),
            None => Err(Refusal::Fault(LOST.into())),
        },
    }
}

/// The tournament of a request for a match.
fn tournament(app: &App, request: &Request) -> Result<Option<Tournament>, Refusal> {
    let Request::Match { game, players, games, time, seed } = request else { return Ok(None) };
    let contest = Contest { game, players, games: *games, time: *time, seed: seed.unwrap_or(1) };
    Ok(Some(contest.tournament(app)?))
}

/// All jobs.
#[derive(Serialize)]
pub struct JobList {
    jobs: Vec<Shown>,
}

/// `GET /jobs`: the newest first.
pub async fn list(State(app): State<Arc<App>>) -> Json<JobList> {
    Json(JobList { jobs: app.jobs.list().iter().rev().map(|job| job.shown()).collect() })
}

/// `GET /jobs/ID`.
pub async fn one(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Shown>, Refusal> {
    Ok(Json(app.jobs.find(&id)?.shown()))
}

/// `DELETE /jobs/ID`: stops it. What is finished stays.
pub async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Shown>, Refusal> {
    let job = app.jobs.find(&id)?;
    job.stop.store(true, Ordering::Relaxed);
    Ok(Json(job.shown()))
}

/// `GET /jobs/ID/events`: the job, again and again, until it has ended.
pub async fn events(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<impl IntoResponse, Refusal> {
    let job = app.jobs.find(&id)?;
    let (sink, events) = streams::channel();
    tokio::spawn(async move {
        loop {
            let shown = job.shown();
            if shown.state != JobState::Running {
                sink.must_tell("done", &shown);
                return;
            }
            sink.tell("progress", &shown);
            tokio::select! {
                () = tokio::time::sleep(PULSE) => {}
                () = sink.closed() => return,
                () = app.ended() => return,
            }
        }
    });
    Ok(streams::sse(events))
}
