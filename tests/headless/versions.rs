//! `--version`, and the files that name the version.

use super::command_line::{run, succeed};
use serde_json::Value;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn the_long_version_names_commit_features_and_adapter() {
    let text = succeed(&["--version"]);
    let lines: Vec<&str> = text.lines().collect();
    let [program, commit, features, adapter] = lines[..] else { panic!("{text}") };
    assert_eq!(program, format!("skinscope {VERSION}"));
    assert!(commit.starts_with("commit    "), "{text}");
    assert_eq!(features, "features  film, pdf");
    let doctor: Value = serde_json::from_slice(&run(&["doctor", "--json"]).stdout).unwrap();
    let used = doctor["used"]["name"].as_str().unwrap();
    assert!(adapter.starts_with(&format!("adapter   {used}, ")), "{text}");
    assert_eq!(succeed(&["-V"]), format!("skinscope {VERSION}\n"));
}

#[test]
fn without_a_gpu_the_version_says_so_and_is_no_failure() {
    let output = super::command_line::output_of(
        super::command_line::command(&["--version"]).env("WGPU_ADAPTER_NAME", "no such adapter"),
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.lines().count() == 4, "{text}");
    assert!(text.lines().last().unwrap().starts_with("adapter   none: "), "{text}");
}

#[test]
fn citation_and_changelog_name_this_version() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    assert!(read("CITATION.cff").lines().any(|line| line == format!("version: {VERSION}")));
    let newest = read("CHANGELOG.md").lines().find(|line| line.starts_with("## ")).unwrap().to_owned();
    assert!(newest.starts_with(&format!("## {VERSION}")), "{newest}");
}
