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

/// The next line of at most `limit` bytes; `None` at the end. The last line need not have an end.
pub fn read_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    let (mut bytes, mut too_long, mut any) = (Vec::new(), false, false);
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        too_long |= bytes.len() + part.len() > limit;
        if !too_long {
            bytes.extend_from_slice(part);
        }
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (any, too_long) {
        (false, _) => None,
        (true, true) => Some(Line::TooLong),
        (true, false) => Some(Line::Text(String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_string())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_end_where_they_end_whatever_the_buffer() {
        for capacity in [1, 2, 3, 7, 64] {
            let text: &[u8] = b"ugi\r\n\n1234567\n12345678\nlast \xff";
            let mut input = BufReader::with_capacity(capacity, text);
            let mut lines = Vec::new();
            while let Some(line) = read_line(&mut input, 7).unwrap() {
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
}
