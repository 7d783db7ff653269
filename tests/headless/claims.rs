//! The list of claims is complete, and everything that it names exists.

use crate::command_line::run;
use crate::skips::skip;
use serde_json::Value;
use skinscope::claims::{Claim, Paper, Probe, papers};
use skinscope::cli::Arguments;
use skinscope::panes::Scene;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn all_claims() -> impl Iterator<Item = (&'static Paper, &'static Claim)> {
    papers().iter().flat_map(|paper| paper.claims.iter().map(move |claim| (paper, claim)))
}

#[test]
fn every_named_scene_test_and_command_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources: BTreeMap<&str, String> = BTreeMap::new();
    let mut faults = Vec::new();
    for (paper, claim) in all_claims() {
        let mut fault = |problem: String| faults.push(format!("{}/{}: {problem}", paper.id, claim.id));
        for scene in &claim.scenes {
            if Scene::of_papers().all(|known| known.id != *scene) {
                fault(format!("no scene {scene}"));
            }
        }
        for test in &claim.tests {
            let Some((file, function)) = test.split_once("::") else {
                fault(format!("{test} is not FILE::FUNCTION"));
                continue;
            };
            let source =
                sources.entry(file).or_insert_with(|| std::fs::read_to_string(root.join(file)).unwrap_or_default());
            if !has_test(source, function) {
                fault(format!("no test {test}"));
            }
        }
        for check in &claim.checks {
            let Probe::Command { line, .. } = &check.probe else { continue };
            let words = std::iter::once("skinscope").chain(line.split_whitespace());
            if let Err(error) = Arguments::try_from_line(words) {
                fault(format!("{line}: {error}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whether a source has a function of this name right after a `#[test]`, with other attributes between them.
fn has_test(source: &str, function: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let is_it = |line: &&str| line.starts_with(&format!("fn {function}("));
    lines.iter().enumerate().filter(|(_, line)| is_it(line)).any(|(at, _)| {
        lines[..at]
            .iter()
            .rev()
            .take_while(|line| line.starts_with('#') || line.starts_with("//"))
            .any(|l| *l == "#[test]")
    })
}

#[test]
fn tests_are_found_by_their_attribute() {
    let source =
        "#[test]\n/// Says what.\nfn yes() {}\nfn no() {}\nproptest! {\n  #[test]\n  fn inner(a in 0..3) {}\n}";
    assert!(has_test(source, "yes") && has_test(source, "inner"));
    assert!(!has_test(source, "no") && !has_test(source, "missing"));
}

/// Every numbered part that a text names, such as "fig. 4", "eq. 3a", "sec. 2.1" or "lemma 6".
fn numbered_parts(text: &str) -> BTreeSet<String> {
    const WORDS: [(&str, &str); 14] = [
        ("Figures ", "fig."),
        ("Figure ", "fig."),
        ("Figs. ", "fig."),
        ("Fig. ", "fig."),
        ("Table ", "table"),
        ("Algorithm ", "alg."),
        ("Lemma ", "lemma"),
        ("Equations (", "eq."),
        ("Equation (", "eq."),
        ("Eq. (", "eq."),
        ("Section ", "sec."),
        ("Sections ", "sec."),
        ("Sec. ", "sec."),
        ("Appendix ", "app."),
    ];
    let mut parts = BTreeSet::new();
    for (word, short) in WORDS {
        for (at, _) in text.match_indices(word) {
            let rest = &text[at + word.len()..];
            let is_letter_part = short == "app.";
            let number: String = rest
                .chars()
                .enumerate()
                .take_while(|(index, letter)| {
                    letter.is_ascii_digit()
                        || *letter == '.'
                        || (*index == 0 && is_letter_part && letter.is_ascii_uppercase())
                        || (short == "eq." && *index > 0 && ('a'..='c').contains(letter))
                })
                .map(|(_, letter)| letter)
                .collect();
            let number = number.trim_end_matches('.');
            let begins = |letter: char| letter.is_ascii_digit() || (is_letter_part && letter.is_ascii_uppercase());
            if number.chars().next().is_some_and(begins) {
                parts.insert(format!("{short} {number}"));
            }
        }
    }
    // Headings: "3.1 Background on Geometric Skinning".
    for line in text.lines() {
        let line = line.trim_start_matches(['#', '*', ' ']);
        let Some((number, title)) = line.split_once(' ') else { continue };
        let number = number.trim_end_matches('.');
        let is_number = number.split('.').all(|part| matches!(part.parse::<u32>(), Ok(1..=9)));
        let is_title = title.len() < 70
            && title.starts_with(|letter: char| letter.is_ascii_uppercase())
            && title.split_whitespace().all(|word| word.chars().all(|letter| letter.is_alphabetic() || letter == '-'));
        if is_number && is_title && title.len() > 4 {
            parts.insert(format!("sec. {number}"));
        }
    }
    parts
}

#[test]
fn numbered_parts_are_found() {
    let text = "3.1 Background on Skinning\nAs Figure 4 and Fig. 5a show (Eq. (3b), Lemma 6.), see Appendix B.1. \
                Table 1, Algorithm 2, Equation (12), Section 4.2)\n3 2\n";
    let parts = numbered_parts(text);
    let expected =
        ["alg. 2", "app. B.1", "eq. 12", "eq. 3b", "fig. 4", "fig. 5", "lemma 6", "sec. 3.1", "sec. 4.2", "table 1"];
    assert_eq!(parts.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn every_numbered_part_of_the_texts_has_a_claim() {
    let folder = std::env::var_os("SKINSCOPE_PAPERS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/papers"), Into::into);
    // An equation of Jacobson & Sorkine 2011, cited in section 4.
    let of_others = ["le-hodgins-2016: eq. 8"];
    let mut faults = Vec::new();
    for (id, file) in [
        ("kavan-2007", "kavan-2007-skinning-with-dual-quaternions.txt"),
        ("kavan-2008", "kavan-2008-geometric-skinning-approximate-dual-quaternion-blending.txt"),
        ("le-hodgins-2016", "le-hodgins-2016-optimized-centers-of-rotation.txt"),
    ] {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
            skip(format_args!("no text of {id}; set SKINSCOPE_PAPERS"));
            continue;
        };
        let paper = papers().iter().find(|paper| paper.id == id).unwrap();
        let covered: BTreeSet<&str> = paper.claims.iter().flat_map(|claim| &claim.at).map(String::as_str).collect();
        let parts = numbered_parts(&text);
        println!("{id}: {} numbered parts: {}", parts.len(), parts.iter().cloned().collect::<Vec<_>>().join(", "));
        faults.extend(parts.iter().filter(|part| !covered.contains(part.as_str())).map(|part| format!("{id}: {part}")));
    }
    faults.retain(|fault| !of_others.contains(&fault.as_str()));
    assert!(faults.is_empty(), "no claim covers\n{}", faults.join("\n"));
}

/// Letters and digits alone, so that punctuation and line ends make no difference.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// Faults of claims that state the same, by their `statement` or by their quotes.
fn disagreements(claims: &[(&Paper, &Claim)]) -> Vec<String> {
    let mut found = Vec::new();
    for (index, (paper, claim)) in claims.iter().enumerate() {
        for (other_paper, other) in &claims[index + 1..] {
            let pair = format!("{} and {}", claim.address(paper), other.address(other_paper));
            if claim.states_the_same_as(other) {
                if claim.state != other.state {
                    found.push(format!("{pair}: {:?} and {:?}", claim.state, other.state));
                }
            } else if paper.id != other_paper.id {
                let [a, b] = [&claim.quote, &other.quote].map(|quote| plain(quote));
                if a.contains(&b) || b.contains(&a) {
                    found.push(format!("{pair}: the same quote, but no common `statement`"));
                }
            }
        }
    }
    found
}

#[test]
fn claims_that_state_the_same_have_the_same_state() {
    let claims: Vec<(&Paper, &Claim)> = all_claims().collect();
    let found = disagreements(&claims);
    assert!(found.is_empty(), "{}", found.join("\n"));
    // A statement is there to be shared.
    let alone: Vec<String> = claims
        .iter()
        .filter(|(_, claim)| claim.statement.is_some() && skinscope::claims::same_statements(claim).count() == 0)
        .map(|(paper, claim)| claim.address(paper))
        .collect();
    assert!(alone.is_empty(), "no other claim has the statement of {}", alone.join(", "));
}

#[test]
fn disagreements_are_found_by_statement_and_by_quote() {
    let paper = |id: &str, claims: &str| {
        let head = format!("[paper]\nid = \"{id}\"\nname = \"\"\ntitle = \"\"\nauthors = \"\"\npublished = \"\"\n");
        skinscope::claims::parse_claims(&(head + claims)).unwrap()
    };
    let claim = |id: &str, quote: &str, rest: &str| {
        format!(
            "[[claim]]\nid = \"{id}\"\nat = [\"x\"]\nquote = \"{quote}\"\nclaim = \"c\"\nkind = \"number\"\n\
             scenes = [\"s\"]\nbecause = \"b\"\n{rest}\n"
        )
    };
    let first = paper(
        "p",
        &(claim("a", "one", "statement = \"s\"\nstate = \"holds\"") + &claim("b", "It tears.", "state = \"holds\"")),
    );
    let second = paper(
        "q",
        &(claim("c", "two", "statement = \"s\"\nstate = \"does-not-hold\"")
            + &claim("d", "here it tears", "state = \"holds\"")),
    );
    let claims: Vec<(&Paper, &Claim)> =
        [&first, &second].into_iter().flat_map(|paper| paper.claims.iter().map(move |claim| (paper, claim))).collect();
    let found = disagreements(&claims);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("p/a and q/c") && found[1].contains("p/b and q/d"), "{found:?}");
}

#[test]
fn quotes_are_short() {
    for (paper, claim) in all_claims() {
        let words = claim.quote.split_whitespace().count();
        assert!((1..=32).contains(&words), "{}: {words} words", claim.address(paper));
    }
}

#[test]
fn documents_that_claims_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut named = BTreeSet::new();
    for (_, claim) in all_claims() {
        let words = claim.because.split(|c: char| c.is_whitespace() || "();,".contains(c));
        named.extend(words.filter(|word| word.starts_with("docs/")).map(|word| word.trim_end_matches('.')));
    }
    assert!(named.len() >= 3, "{named:?}");
    let missing: Vec<&&str> = named.iter().filter(|name| !root.join(name).is_file()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The whole list as a person would check it.
#[test]
fn all_checks_find_what_the_list_says() {
    let output = run(&["claims", "--check", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let papers = report["papers"].as_array().unwrap();
    let claims = papers.iter().flat_map(|paper| paper["claims"].as_array().unwrap());
    let checks: Vec<&Value> = claims.flat_map(|claim| claim["checks"].as_array().unwrap()).collect();
    assert!(checks.len() > 200, "{}", checks.len());
    let failed: Vec<&Value> = checks.into_iter().filter(|check| check["outcome"]["holds"] != true).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn claims_are_found_by_words_and_filters() {
    let text = |arguments: &[&str]| String::from_utf8(run(arguments).stdout).unwrap();
    let found = text(&["claims", "twist", "--paper", "kavan-2008"]);
    assert!(found.contains("kavan-2008/") && !found.contains("le-hodgins-2016/"), "{found}");
    assert!(text(&["claims"]).contains("Does not hold"));
    // Quotes are in every list; what checks a claim is where it is asked for, or alone.
    let (list, how) = (text(&["claims", "candy"]), text(&["claims", "candy", "--how"]));
    let alone = text(&["claims", "kavan-2008/candy-wrapper"]);
    assert!([&list, &how, &alone].iter().all(|text| text.contains("“A typical ‘candy-wrapper’ artifact")), "{list}");
    assert!(!list.contains("  check: ") && !list.contains("::"), "{list}");
    assert!([&how, &alone].iter().all(|text| text.contains("\n  check: ") && text.contains("skinscope measure bar")));
    assert!(alone.contains("\n  same: kavan-2007/fig-2-candy-wrapper"), "{alone}");
    let timed = text(&["claims", "kavan-2008/twice-as-fast"]);
    assert!(timed.contains("\n  bench: log-matrix / dqs (as-given)"), "{timed}");
    let nothing = run(&["claims", "no-such-word-anywhere"]);
    assert_eq!(nothing.status.code(), Some(2));
    let paper = run(&["claims", "--paper", "x"]);
    assert_eq!(paper.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&paper.stderr).contains("choose one of kavan-2007, kavan-2008"));
}
