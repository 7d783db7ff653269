//! `skinscope shader`: its files are valid in every language, and compute what the program computes.

mod inputs;
// Other systems have no OpenGL without a window.
#[cfg(target_os = "linux")]
mod opengl;
mod validators;
mod webgpu;

use crate::command_line::{Folder, fail, run_in, succeed};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use serde_json::Value;
use skinscope::gpu::standalone::{ShaderLanguage, StandaloneSettings, StandaloneShader, StandaloneStage};
use skinscope::skinning::{Antipodality, SkinningMethod};

/// Every method, stage and setting with a shader of its own.
fn all_settings() -> Vec<StandaloneSettings> {
    let mut all = Vec::new();
    for method in SkinningMethod::ALL {
        let modes = if method.blends_quaternions() { &Antipodality::ALL[1..4] } else { &[Antipodality::None] };
        let scales = if method.has_first_phase() { &[false, true][..] } else { &[false] };
        for (&antipodality, &scaled) in modes.iter().flat_map(|mode| scales.iter().map(move |scaled| (mode, scaled))) {
            for (stage, influences_per_vertex) in [(StandaloneStage::Compute, 0), (StandaloneStage::Vertex, 4)] {
                all.push(StandaloneSettings { method, antipodality, stage, influences_per_vertex, scaled });
            }
        }
    }
    all
}

fn written(settings: StandaloneSettings, language: ShaderLanguage) -> StandaloneShader {
    StandaloneShader::new(settings, language, "a test").unwrap_or_else(|error| panic!("{settings:?}: {error}"))
}

/// The text of a shader, and of the header above it.
fn text_of(shader: &StandaloneShader) -> (String, String) {
    let text = String::from_utf8(shader.bytes.clone()).unwrap();
    let (header, body) = text.split_once("\n\n").unwrap();
    (header.to_owned(), body.to_owned())
}

#[test]
fn every_shader_is_described_by_its_header_in_every_language() {
    for settings in all_settings() {
        for language in ShaderLanguage::ALL.into_iter().filter(|language| language.is_text()) {
            let shader = written(settings, language);
            let (header, body) = text_of(&shader);
            let described = &shader.description;
            assert!(header.lines().all(|line| line.starts_with("//")), "{header}");
            let header = header.replace("\n//    ", "");
            assert!(body.contains(&described.entry_point.name), "{settings:?} {language:?}");
            for binding in &described.bindings {
                assert!(header.contains(&format!("{} {}: ", binding.slot, binding.name)), "{header}");
                assert!(body.contains(&binding.name), "{language:?} has no {}\n{body}", binding.name);
                assert!(!binding.description.is_empty(), "{}", binding.name);
                // WGSL and GLSL declare it with more words between.
                if matches!(language, ShaderLanguage::Hlsl | ShaderLanguage::Msl | ShaderLanguage::Wgsl) {
                    assert!(body.contains(&binding.slot), "{language:?} has no {}\n{body}", binding.slot);
                }
            }
            for own in &described.structs {
                assert!(header.contains(&format!("{}, {} bytes", own.name, own.size)), "{header}");
            }
            assert!(!header.contains("Mirrored"), "{header}");
        }
    }
}

#[test]
fn wgsl_stands_alone_and_keeps_our_comments() {
    for settings in all_settings() {
        let (_, body) = text_of(&written(settings, ShaderLanguage::Wgsl));
        let module = naga::front::wgsl::parse_str(&body).unwrap();
        Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).unwrap();
        assert!(module.overrides.is_empty() && module.entry_points.len() == 1);
        let method = settings.method.shader_path();
        assert!(body.contains(&format!("// ---- {method} ----")), "{method}: {body}");
        assert!(body.contains("// Uses: "), "{body}");
    }
}

/// What never runs is left out, so that nobody binds a buffer for nothing.
#[test]
fn without_scale_no_buffer_of_the_first_phase_is_bound() {
    let of = |scaled| StandaloneSettings {
        method: SkinningMethod::TwoPhaseDqs,
        antipodality: Antipodality::PerVertex,
        stage: StandaloneStage::Compute,
        influences_per_vertex: 0,
        scaled,
    };
    for language in [ShaderLanguage::Glsl, ShaderLanguage::Hlsl, ShaderLanguage::Msl, ShaderLanguage::SpirV] {
        let places = |scaled| {
            let bindings = written(of(scaled), language).description.bindings;
            bindings.iter().map(|binding| (binding.group, binding.binding)).collect::<Vec<_>>()
        };
        assert_eq!(places(false), [(0, 0), (1, 0), (1, 1), (2, 1)], "{language:?}");
        assert_eq!(places(true), [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)], "{language:?}");
    }
}

#[test]
fn the_description_says_where_every_field_lies() {
    let report: Value = serde_json::from_str(&succeed(&["shader", "dqs", "--lang", "hlsl", "--json"])).unwrap();
    assert_eq!(report["skinscope_shader"], 1);
    assert_eq!((&report["language"], &report["antipodality"]), (&"hlsl".into(), &"per-vertex".into()));
    assert_eq!(report["entry_point"]["workgroup_size"], 64);
    let vertices = &report["bindings"][1];
    assert_eq!((&vertices["slot"], &vertices["kind"]), (&"register(t0, space1)".into(), &"read".into()));
    assert_eq!((&vertices["type"], &vertices["stride"]), (&"array<MeshVertex>".into(), &32.into()));
    let vertex = report["structs"].as_array().unwrap().iter().find(|own| own["name"] == "MeshVertex").unwrap();
    let offsets = vertex["fields"].as_array().unwrap().iter().map(|field| field["offset"].as_u64().unwrap());
    assert_eq!(offsets.collect::<Vec<_>>(), [0, 12, 16, 28]);
    let of_vertex: Value =
        serde_json::from_str(&succeed(&["shader", "lbs", "--stage", "vertex", "--influences", "4", "--json"])).unwrap();
    assert_eq!(of_vertex["entry_point"]["outputs"][2]["location"], 1);
    assert_eq!(of_vertex["antipodality"], Value::Null);
    let constant = &of_vertex["constants"][0];
    assert_eq!((&constant["name"], &constant["value"]), (&"influences_per_vertex".into(), &"4u".into()));
}

#[test]
fn a_file_holds_what_standard_output_shows_and_binary_needs_a_file() {
    let folder = Folder::new("shader");
    let file = folder.file("dqs.hlsl");
    let shown = succeed(&["shader", "dqs", "--lang", "hlsl"]);
    assert_eq!(succeed(&["shader", "dqs", "--lang", "hlsl", "-o", &file]), "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), shown);
    assert!(shown.starts_with("// Dual quaternion"), "{shown}");
    assert!(shown.contains("skinscope shader dqs --lang hlsl --stage compute"), "{shown}");
    let told = fail(&["shader", "dqs", "--lang", "spirv"], 2);
    assert!(told.contains("-o dqs.spv"), "{told}");
    let both = run_in(&folder, &["shader", "dqs", "--lang", "spirv", "-o", "dqs.spv", "--json"]);
    assert!(both.status.success() && both.stdout.starts_with(b"{"));
    assert_eq!(std::fs::read(folder.path().join("dqs.spv")).unwrap()[..4], 0x0723_0203_u32.to_le_bytes());
    for wrong in [&["shader", "dqz"][..], &["shader", "dqs", "--lang", "cg"], &["shader", "dqs", "--stage", "pixel"]] {
        let told = fail(wrong, 2);
        assert!(told.contains("choose one of"), "{told}");
    }
    fail(&["shader", "dqs", "-o", &folder.file("none/dqs.wgsl")], 3);
}

/// A method that blends no quaternions has one shader, whatever the mode, as in other commands.
#[test]
fn methods_without_quaternions_ignore_the_mode() {
    let body = |mode: &[&str]| {
        let text = succeed(&[&["shader", "lbs"], mode].concat());
        text.split_once("\n\n").unwrap().1.to_owned()
    };
    assert_eq!(body(&[]), body(&["--antipodality", "running-sum"]));
}
