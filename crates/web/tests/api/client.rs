//! A small HTTP client for one connection, so that many of them cost little.

use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// One connection that is kept open.
pub struct Client {
    address: SocketAddr,
    stream: TcpStream,
    read: Vec<u8>,
}

/// What went wrong.
pub type Wrong = Box<dyn std::error::Error + Send + Sync>;

impl Client {
    /// Connects.
    pub async fn new(address: SocketAddr) -> Result<Client, Wrong> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Client { address, stream, read: Vec::new() })
    }

    /// Asks, and gives the status and the body.
    pub async fn get(&mut self, path: &str) -> Result<(u16, Vec<u8>), Wrong> {
        self.send(path).await?;
        let (status, length) = self.head().await?;
        let mut body = Vec::new();
        match length {
            Some(length) => {
                self.fill(length).await?;
                body = self.read.drain(..length).collect();
            }
            None => loop {
                let chunk = self.chunk().await?;
                if chunk.is_empty() {
                    break;
                }
                body.extend(chunk);
            },
        }
        Ok((status, body))
    }

    /// Asks for a stream, reads its first piece, and leaves. The connection is gone then: a new one takes its place.
    pub async fn glance(&mut self, path: &str) -> Result<(u16, Vec<u8>), Wrong> {
        self.send(path).await?;
        let (status, length) = self.head().await?;
        let piece = match length {
            Some(_) => Vec::new(),
            None => self.chunk().await?,
        };
        *self = Client::new(self.address).await?;
        Ok((status, piece))
    }

    async fn send(&mut self, path: &str) -> Result<(), Wrong> {
        let request = format!("GET /api/v1{path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
        Ok(self.stream.write_all(request.as_bytes()).await?)
    }

    /// The status, and the length of the body; none for a body in chunks.
    async fn head(&mut self) -> Result<(u16, Option<usize>), Wrong> {
        let head = String::from_utf8(self.until(b"\r\n\r\n").await?)?.to_ascii_lowercase();
        let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
        Ok((status, length.map(|length| length.trim().parse()).transpose()?))
    }

    async fn chunk(&mut self) -> Result<Vec<u8>, Wrong> {
        let length = String::from_utf8(self.until(b"\r\n").await?)?;
        let length = usize::from_str_radix(length.trim(), 16)?;
        self.fill(length + 2).await?;
        let chunk = self.read.drain(..length).collect();
        self.read.drain(..2);
        Ok(chunk)
    }

    async fn until(&mut self, end: &[u8]) -> Result<Vec<u8>, Wrong> {
        loop {
            if let Some(at) = self.read.windows(end.len()).position(|window| window == end) {
                return Ok(self.read.drain(..at + end.len()).collect());
            }
            self.more().await?;
        }
    }

    async fn fill(&mut self, length: usize) -> Result<(), Wrong> {
        while self.read.len() < length {
            self.more().await?;
        }
        Ok(())
    }

    async fn more(&mut self) -> Result<(), Wrong> {
        match self.stream.read_buf(&mut self.read).await? {
            0 => Err("the server closed the connection".into()),
            _ => Ok(()),
        }
    }
}
