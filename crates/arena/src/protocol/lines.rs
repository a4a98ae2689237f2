//! Lines of bounded length: whoever writes without end cannot fill the memory of whoever reads.

use std::io::{self, BufRead};

/// A line without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// What it says; bytes that are no text are replaced.
    Text(String),
    /// It was longer than allowed, and was passed over.
    TooLong,
}

/// The lines of an input.
pub struct Lines<R> {
    input: R,
    limit: usize,
    /// Whether a line that was too long has not ended yet.
    skipping: bool,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `limit` bytes.
    pub fn new(input: R, limit: usize) -> Lines<R> {
        Lines { input, limit, skipping: false }
    }

    /// The next line; `None` at the end. The last line need not have an end. One that is too long is told as soon as
    /// that is clear: it may never end.
    pub fn read(&mut self) -> io::Result<Option<Line>> {
        let (mut bytes, mut any) = (Vec::new(), false);
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                break;
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let too_long = bytes.len() + part.len() > self.limit;
            if !self.skipping && !too_long {
                bytes.extend_from_slice(part);
                any = true;
            }
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            if self.skipping {
                self.skipping = end.is_none();
            } else if too_long {
                self.skipping = end.is_none();
                return Ok(Some(Line::TooLong));
            } else if end.is_some() {
                break;
            }
        }
        Ok(any.then(|| Line::Text(String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_string())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_end_where_they_end_whatever_the_buffer() {
        for capacity in [1, 2, 3, 7, 64] {
            let text: &[u8] = b"ugi\r\n\n1234567\n12345678 and more\nlast \xff";
            let mut input = Lines::new(BufReader::with_capacity(capacity, text), 7);
            let mut lines = Vec::new();
            while let Some(line) = input.read().unwrap() {
                lines.push(line);
            }
            let text = |line: &str| Line::Text(line.to_string());
            assert_eq!(
                lines,
                [text("ugi"), text(""), text("1234567"), Line::TooLong, text("last \u{fffd}")],
                "{capacity}"
            );
        }
    }

    #[test]
    fn a_line_without_end_is_told_at_once() {
        let mut lines = Lines::new(BufReader::new(io::repeat(b'x')), 1 << 16);
        assert_eq!(lines.read().unwrap(), Some(Line::TooLong));
    }
}
