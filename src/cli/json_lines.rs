//! JSON with one line for each field, and each list of numbers on one line.

use super::CliError;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// Formats an object like `serde_json::to_string_pretty`, but with each list on one line and a newline at the end.
pub(super) fn json_lines(report: &impl Serialize) -> Result<String, CliError> {
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, ListsInLine::default());
    report.serialize(&mut serializer).map_err(io::Error::from)?;
    bytes.push(b'\n');
    Ok(String::from_utf8(bytes).map_err(io::Error::other)?)
}

#[derive(Default)]
struct ListsInLine {
    depth: usize,
}

impl ListsInLine {
    fn new_line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        write!(writer, "\n{:1$}", "", 2 * self.depth)
    }
}

impl Formatter for ListsInLine {
    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        self.new_line(writer)?;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.new_line(writer)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn lists_of_numbers_are_one_line_and_the_text_reads_back() {
        let value = json!({"a": [[1.5, -2.0], [3.0, 4.0]], "b": [{"c": null}, {"d": []}]});
        let text = json_lines(&value).unwrap();
        assert_eq!(
            text,
            "{\n  \"a\": [[1.5, -2.0], [3.0, 4.0]],\n  \"b\": [{\n    \"c\": null\n  }, {\n    \"d\": []\n  }]\n}\n"
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    #[test]
    fn single_precision_reads_back_bit_by_bit() {
        let numbers = [0.1f32, 1.0 / 3.0, -1e-30, 16_777_217.0, f32::MIN_POSITIVE, -0.0];
        let text = json_lines(&numbers).unwrap();
        let read: [f32; 6] = serde_json::from_str(&text).unwrap();
        assert_eq!(read.map(f32::to_bits), numbers.map(f32::to_bits));
        let exact: [f64; 6] = serde_json::from_str(&text).unwrap();
        assert!(exact.iter().zip(numbers).all(|(exact, single)| (*exact as f32).to_bits() == single.to_bits()));
    }
}
