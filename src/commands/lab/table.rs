//! A table of figures, for a terminal or a page.

use athos_draw::svg::escape;
use std::fmt::Write;

/// A series of a plot: its name and its points.
pub type Series = (String, Vec<(f64, f64)>);

/// A table; its first column is left aligned, the others right.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub title: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// What to know about it.
    pub note: String,
}

impl Table {
    /// A table without rows.
    pub fn new(title: impl Into<String>, head: &[&str]) -> Table {
        let head = head.iter().map(|word| word.to_string()).collect();
        Table { title: title.into(), head, ..Table::default() }
    }

    /// Columns of a terminal.
    pub fn text(&self) -> String {
        let columns = self.head.len();
        let rows = || std::iter::once(&self.head).chain(&self.rows);
        let width = |column: usize| {
            rows().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut out = format!("{}\n\n", self.title);
        for row in rows() {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let _ = match column {
                    0 => write!(line, "{cell:<width$}"),
                    _ => write!(line, "  {cell:>width$}"),
                };
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
        if !self.note.is_empty() {
            let _ = write!(out, "\n{}\n", self.note);
        }
        out
    }

    /// An HTML table with its heading.
    pub fn html(&self) -> String {
        let mut out = format!("<h3>{}</h3>\n<div class=\"wide\"><table>\n<thead><tr>", escape(&self.title));
        for cell in &self.head {
            let _ = write!(out, "<th scope=\"col\">{}</th>", escape(cell));
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            out.push_str("<tr>");
            for cell in row {
                let _ = write!(out, "<td>{}</td>", escape(cell));
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody></table></div>\n");
        if !self.note.is_empty() {
            let _ = writeln!(out, "<p>{}</p>", escape(&self.note).replace('\n', "<br>"));
        }
        out
    }
}
