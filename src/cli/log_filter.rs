/// Level of other crates, so that their debug output is left out.
const OTHERS: &str = "warn";
/// The default filter. Leaves out other crates, which warn about every odd driver.
const UNASKED: &str = "off,skinscope=warn";

/// Directives of the log file: the program's actions, and warnings of other crates. Not those of usvg: it warns of
/// letters without glyphs in plots, and would put names of joints into a file that is passed on.
pub const FILE_LOG_FILTER: &str = "warn,usvg=off,skinscope=info";

/// The log directives for a value of SKINSCOPE_LOG. A level alone, such as `debug`, applies to this program. Other
/// crates log more than warnings only if they are named: `debug,wgpu_core=info`.
pub fn log_filter(given: Option<&str>) -> String {
    let given = given.map(str::trim).filter(|given| !given.is_empty());
    let Some(given) = given else { return UNASKED.to_owned() };
    let parts = given.split(',').map(str::trim).filter(|part| !part.is_empty());
    let directive = |part: &str| match part.to_lowercase().as_str() {
        // "off" applies to all crates.
        "off" | "0" => "off".to_owned(),
        "error" | "1" => "error,skinscope=error".to_owned(),
        level if is_level(level) => format!("skinscope={level}"),
        _ => part.to_owned(),
    };
    // If two directives have the same target, the later one wins.
    std::iter::once(OTHERS.to_owned()).chain(parts.map(directive)).collect::<Vec<_>>().join(",")
}

fn is_level(text: &str) -> bool {
    ["off", "error", "warn", "info", "debug", "trace"].contains(&text)
        || matches!(text, "0" | "1" | "2" | "3" | "4" | "5")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::{Arc, Mutex};
    use tracing_subscriber::layer::SubscriberExt;
    use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

    #[test]
    fn a_level_alone_is_for_this_program() {
        assert_eq!(log_filter(Some("debug")), "warn,skinscope=debug");
        assert_eq!(log_filter(Some(" TRACE ")), "warn,skinscope=trace");
        assert_eq!(log_filter(Some("4")), "warn,skinscope=4");
        assert_eq!(log_filter(Some("debug, wgpu_core=info")), "warn,skinscope=debug,wgpu_core=info");
        assert_eq!(log_filter(Some("skinscope::gpu=trace")), "warn,skinscope::gpu=trace");
    }

    #[test]
    fn silence_is_for_all() {
        assert_eq!(log_filter(Some("off")), "warn,off");
        assert_eq!(log_filter(Some("error")), "warn,error,skinscope=error");
    }

    #[test]
    fn nothing_asked_is_the_usual() {
        assert_eq!(log_filter(None), UNASKED);
        assert_eq!(log_filter(Some(" ")), UNASKED);
    }
    /// Collects the text that is written to the log file.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_log_file_takes_no_letters_of_plots() {
        let written = Written::default();
        let writer = written.clone();
        let log = fmt::layer().with_writer(move || writer.clone()).with_filter(EnvFilter::new(FILE_LOG_FILTER));
        tracing::subscriber::with_default(registry().with(log), || {
            tracing::warn!(target: "usvg::text", "no font for the letter x");
            tracing::warn!(target: "wgpu_core::device", "an odd driver");
        });
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        assert!(text.contains("an odd driver") && !text.contains("letter"), "{text}");
    }
}
