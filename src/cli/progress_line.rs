use crate::work::Progress;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Update interval. Short enough to look smooth, long enough to be cheap.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Runs long work and shows its progress on one line of stderr, which is erased at the end. Shows nothing if stderr is
/// not a terminal.
pub(super) fn with_progress<T>(what: &str, work: impl FnOnce(&Progress) -> T) -> T {
    with_progress_until(Arc::default(), what, work)
}

/// Like [`with_progress`], for work that a flag cancels.
pub(super) fn with_progress_until<T>(stop: Arc<AtomicBool>, what: &str, work: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress::canceled_by(stop);
    if !std::io::stderr().is_terminal() {
        return work(&progress);
    }
    let (ended, end) = channel::<()>();
    let progress = &progress;
    std::thread::scope(|scope| {
        // If no thread can start, there is no line.
        let _ = std::thread::Builder::new().spawn_scoped(scope, move || {
            let mut line = ProgressLine::new(what, std::io::stderr());
            // The channel carries no data. It disconnects when the work ends, even by a panic.
            while end.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
                line.show(progress);
            }
            line.erase();
        });
        let _ended = ended;
        work(progress)
    })
}

/// One line of a terminal that is overwritten repeatedly.
struct ProgressLine<'a, W> {
    what: &'a str,
    terminal: W,
    /// The displayed text, or empty.
    shown: String,
}

impl<'a, W: Write> ProgressLine<'a, W> {
    fn new(what: &'a str, terminal: W) -> Self {
        Self { what, terminal, shown: String::new() }
    }

    /// Shows the progress, or nothing while the amount of work is unknown.
    fn show(&mut self, progress: &Progress) {
        if !progress.has_total() {
            return;
        }
        // Rounded down, so that 100% means done.
        let note = progress.note();
        let note = if note.is_empty() { note } else { format!(" ({note})") };
        let text = format!("{}: {}%{note}", self.what, (progress.fraction() * 100.0).floor());
        if text != self.shown {
            self.write(&text);
            self.shown = text;
        }
    }

    /// Erases the line.
    fn erase(&mut self) {
        if !self.shown.is_empty() {
            self.write("");
            self.shown.clear();
        }
    }

    /// Overwrites the line. Uses blanks rather than an escape sequence, which not every terminal supports.
    fn write(&mut self, text: &str) {
        let left_over = " ".repeat(self.shown.chars().count().saturating_sub(text.chars().count()));
        let again = if left_over.is_empty() { String::new() } else { format!("\r{text}") };
        // Errors are ignored: a closed terminal cannot show anything.
        let _ = write!(self.terminal, "\r{text}{left_over}{again}").and_then(|()| self.terminal.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text that a terminal shows after these bytes.
    fn screen(bytes: &[u8]) -> String {
        let (mut line, mut column) = (Vec::new(), 0);
        for character in std::str::from_utf8(bytes).unwrap().chars() {
            if character == '\r' {
                column = 0;
                continue;
            }
            line.resize(line.len().max(column + 1), ' ');
            line[column] = character;
            column += 1;
        }
        line.into_iter().collect::<String>().trim_end().to_owned()
    }

    #[test]
    fn a_line_is_written_over_and_erased() {
        let progress = Progress::default();
        let mut line = ProgressLine::new("Stress test", Vec::new());
        line.show(&progress);
        assert!(line.terminal.is_empty(), "nothing is known yet");
        progress.add_total(3);
        line.show(&progress);
        assert_eq!(screen(&line.terminal), "Stress test: 0%");
        progress.advance(2);
        line.show(&progress);
        assert_eq!(screen(&line.terminal), "Stress test: 66%");
        let before = line.terminal.len();
        line.show(&progress);
        assert_eq!(line.terminal.len(), before, "the same is not written twice");
        progress.set_note("frame 2 of 3".to_owned());
        line.show(&progress);
        assert_eq!(screen(&line.terminal), "Stress test: 66% (frame 2 of 3)");
        progress.set_note(String::new());
        progress.add_total(97);
        line.show(&progress);
        assert_eq!(screen(&line.terminal), "Stress test: 2%", "shorter than what stood there");
        line.erase();
        assert_eq!(screen(&line.terminal), "");
        assert!(line.terminal.ends_with(b"\r"), "what comes next begins at the left");
    }
}
