//! The API, asked as a client asks it: through the router for what is answered, through a socket for how it holds up.

mod answers;
mod client;
mod common;
mod jobs;
mod load;
mod malformed;
mod openapi;
mod schema;
mod security;
mod streams;
