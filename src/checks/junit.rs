//! Results for build servers, in the JUnit layout that they read: a suite per file, a case per limit.

use super::{CheckOutcome, FileCheck, Rule, Rules};
use std::fmt::Write;

/// The XML of results. Files come in the given order, limits in that of the rules.
pub fn junit(checks: &[FileCheck], rules: &Rules) -> String {
    let limited: Vec<Rule> = Rule::ALL.into_iter().filter(|&rule| rules.is_limited(rule)).collect();
    let failures: usize = checks.iter().map(|check| check.failures.len()).sum();
    let errors = checks.iter().filter(|check| check.outcome == CheckOutcome::Broken).count();
    let cases = |check: &FileCheck| if check.outcome == CheckOutcome::Broken { 1 } else { limited.len() };
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"skinscope check: {}\" tests=\"{}\" failures=\"{failures}\" \
         errors=\"{errors}\">\n",
        escaped(&rules.name),
        checks.iter().map(cases).sum::<usize>(),
    );
    for check in checks {
        // Writing to a string cannot fail.
        let _ = suite(&mut xml, check, &limited, cases(check));
    }
    xml + "</testsuites>\n"
}

fn suite(xml: &mut String, check: &FileCheck, limited: &[Rule], cases: usize) -> std::fmt::Result {
    let path = escaped(&check.path);
    let time = check.milliseconds.map_or_else(String::new, |time| format!(" time=\"{:.3}\"", time / 1e3));
    let errors = usize::from(check.outcome == CheckOutcome::Broken);
    writeln!(
        xml,
        "<testsuite name=\"{path}\" tests=\"{cases}\" failures=\"{}\" errors=\"{errors}\"{time}>",
        check.failures.len()
    )?;
    if let Some(error) = &check.error {
        writeln!(
            xml,
            "<testcase classname=\"{path}\" name=\"opens\"><error message=\"{}\"/></testcase>",
            escaped(error)
        )?;
    } else {
        for rule in limited {
            write!(xml, "<testcase classname=\"{path}\" name=\"{}\">", rule.id())?;
            for failure in check.failures.iter().filter(|failure| failure.rule == *rule) {
                write!(xml, "<failure message=\"{}\"/>", escaped(&failure.to_text()))?;
            }
            writeln!(xml, "</testcase>")?;
        }
    }
    writeln!(xml, "</testsuite>")
}

/// Text within an attribute. XML has no way to write most control characters.
fn escaped(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            control if control.is_control() || matches!(control, '\u{FFFE}' | '\u{FFFF}') => xml.push('\u{FFFD}'),
            other => xml.push(other),
        }
    }
    xml
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::{CheckRequest, check_file};
    use crate::files::OpenOptions;
    use crate::work::Progress;
    use std::path::Path;

    #[test]
    fn each_limit_is_a_case_and_names_cannot_leave_their_attribute() {
        let text = "skinscope_rules = 1\nname = \"a<b\"\n[limits]\njoints = 1\nvertices = 1e6\n";
        let rules = Rules::read(text).unwrap();
        let request = CheckRequest { rules, options: OpenOptions::default(), measures_all: false, has_times: false };
        let check = |path: &Path| check_file(&request, path, &Progress::default()).unwrap();
        let sound = check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/bar.glb"));
        let sound = FileCheck { path: "bar.glb".to_owned(), ..sound };
        let missing = check(Path::new("no \"such\" <file>.glb"));
        assert_eq!(missing.outcome, CheckOutcome::Broken);
        let expected = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites name=\"skinscope check: a&lt;b\" tests=\"3\" failures=\"1\" errors=\"1\">",
            "<testsuite name=\"bar.glb\" tests=\"2\" failures=\"1\" errors=\"0\">",
            "<testcase classname=\"bar.glb\" name=\"joints\"><failure message=\"joints 2, over 1\"/></testcase>",
            "<testcase classname=\"bar.glb\" name=\"vertices\"></testcase>",
            "</testsuite>",
            "<testsuite name=\"no &quot;such&quot; &lt;file&gt;.glb\" tests=\"1\" failures=\"0\" errors=\"1\">",
        ];
        let xml = junit(&[sound, missing], &request.rules);
        let lines: Vec<&str> = xml.lines().collect();
        assert_eq!(lines[..expected.len()], expected);
        assert!(lines[expected.len()].contains("<error message=\"") && lines.last() == Some(&"</testsuites>"), "{xml}");
    }
}
