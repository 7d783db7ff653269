use super::*;
use crate::checks::{CheckRequest, check_file};
use crate::files::OpenOptions;
use crate::work::Progress;
use std::path::Path;

fn checks(rules: &Rules) -> Vec<FileCheck> {
    let request =
        CheckRequest { rules: rules.clone(), options: OpenOptions::default(), measures_all: false, has_times: false };
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let check = |path: &Path| check_file(&request, path, &Progress::default()).unwrap();
    let mut checks: Vec<FileCheck> = ["bar.glb", "limb.glb"].map(|name| check(&assets.join(name))).to_vec();
    checks.push(check(Path::new("<i>no.glb")));
    checks
}

#[test]
fn broken_files_come_first_and_columns_are_what_fails() {
    let rules = Rules::read("skinscope_rules = 1\nname = \"a & b\"\n[limits]\njoints = 2\nvertices = 1e9\n").unwrap();
    let checks = checks(&rules);
    assert_eq!(columns(&checks), [Rule::Joints]);
    let pictures = FailurePictures::default();
    let page = library_page(&PageInput { checks: &checks, rules: &rules, pictures: &pictures });
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(at("&lt;i&gt;no.glb") < at("limb.glb") && at("limb.glb") < at("bar.glb"));
    assert!(page.contains("<h1>2 files do not pass</h1>") && page.contains("a &amp; b") && !page.contains("<i>no"));
    assert!(page.contains("<b>1</b> Joints"), "the count of files that fail it");
    assert!(page.contains("data-outcome=\"failed\" data-rules=\"joints\""));
}

#[test]
fn a_page_of_files_that_pass_says_so() {
    let rules = Rules::read("skinscope_rules = 1\n[limits]\njoints = 999\n").unwrap();
    let checks = checks(&rules);
    let pictures = FailurePictures { missing: "No pictures: none.".to_owned(), ..FailurePictures::default() };
    let page = library_page(&PageInput { checks: &checks[..2], rules: &rules, pictures: &pictures });
    assert!(page.contains("<h1>Every file passes</h1>") && page.contains("0 broken. No pictures: none."));
    assert!(!page.contains("class=\"why\""));
}
