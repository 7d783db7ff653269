//! `skinscope doctor`.

use super::command_line::{command, output_of, run, succeed};
use serde_json::Value;

#[test]
fn a_machine_that_works_is_said_to_work() {
    let text = succeed(&["doctor"]);
    assert!(text.contains("ok    graphics") && text.contains("ok    shaders"), "{text}");
    let report: Value = serde_json::from_slice(&run(&["doctor", "--json"]).stdout).unwrap();
    let used = report["used"]["name"].as_str().unwrap();
    let adapters = report["adapters"].as_array().unwrap();
    let listed = adapters.iter().find(|adapter| adapter["name"] == used).unwrap();
    assert_eq!(listed["can_skin"], true);
    assert!(report["used"]["largest_picture_side"].as_u64().unwrap() >= 4096);
    assert!(report["checks"].as_array().unwrap().iter().all(|check| check["ok"] == true), "{report}");
    let variables = report["environment"].as_array().unwrap();
    let is_told = variables.iter().any(|variable| variable["name"] == "WGPU_BACKEND");
    assert_eq!(is_told, std::env::var_os("WGPU_BACKEND").is_some());
}

#[test]
fn it_says_where_the_log_is_and_commands_do_not_write_it() {
    let folder = super::command_line::Folder::new("doctor-log");
    let path = folder.file("skinscope.log");
    let home = std::path::Path::new(&path).parent().unwrap().to_owned();
    let told = |arguments: &[&str]| {
        let output = output_of(command(arguments).env("SKINSCOPE_SESSION", &home));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(told(&["info", "bar"]).contains("bar"));
    let text = told(&["doctor"]);
    assert!(text.contains(&format!("  {path} (not there yet)")), "{text}");
    std::fs::write(&path, "a line\n").unwrap();
    let report: Value = serde_json::from_str(&told(&["doctor", "--json"])).unwrap();
    assert_eq!((report["log"]["path"].as_str(), report["log"]["bytes"].as_u64()), (Some(&*path), Some(7)));
    assert_eq!(report["log"]["written"].as_str().unwrap().len(), "2026-01-31T12:30:00+01:00".len());
    assert!(told(&["doctor"]).contains(&format!("  {path} (last written 2")));
}

#[test]
fn without_a_driver_it_says_what_to_install() {
    let output = output_of(command(&["doctor"]).env("WGPU_ADAPTER_NAME", "no such adapter"));
    let (text, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("FAIL  graphics: no graphics adapter is called \"no such adapter\""), "{text}");
    assert!(error.contains("1 of the checks failed"), "{error}");
    // Commands that need no driver still run there.
    let output = output_of(command(&["info", "bar"]).env("WGPU_ADAPTER_NAME", "no such adapter"));
    assert!(output.status.success());
}
