//! The core in WebAssembly, under node: the same skins as here.

#![allow(clippy::unwrap_used, reason = "helpers of tests may fail loudly")]

use serde_json::Value;
use skinscope_core::skinning::{SkinnedVertex, SkinningMethod};
use skinscope_web::Posed;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TARGET: &str = "wasm32-unknown-unknown";

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn asset(name: &str) -> PathBuf {
    here().join("../../assets").join(name)
}

fn run(command: &mut Command, how_to_install: &str) -> Output {
    let program = command.get_program().to_owned();
    command.output().unwrap_or_else(|error| panic!("{program:?} does not start: {error}; {how_to_install}"))
}

/// The core in WebAssembly without features, at a level that builds fast.
fn built() -> PathBuf {
    let package = env!("CARGO_PKG_NAME");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--locked", "--quiet", "--package", package, "--target", TARGET]);
    cargo.args(["--config", "profile.dev.opt-level=1", "--config", "profile.dev.debug=false"]);
    let output = run(cargo.args(["--message-format", "json-render-diagnostics"]).current_dir(here()), "install Rust");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "the core does not build; is the target there? rustup target add {TARGET}\n{said}"
    );
    assert!(said.is_empty(), "the core builds with warnings:\n{said}");
    let messages = String::from_utf8(output.stdout).unwrap();
    let files = messages.lines().flat_map(|line| {
        let message: Value = serde_json::from_str(line).unwrap();
        message["filenames"].as_array().cloned().unwrap_or_default()
    });
    let is_wasm = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "wasm");
    files.filter_map(|file| file.as_str().map(PathBuf::from)).find(is_wasm).expect("a .wasm file was built")
}

/// Output of `skin.mjs`: vertices, or a message.
fn skins_in_node(core: &Path, model: &Path, pose: &str, methods: &[SkinningMethod]) -> Result<Vec<u8>, String> {
    let mut node = Command::new("node");
    node.arg(here().join("skin.mjs")).args([core, model]).arg(pose).args(methods.iter().map(|method| method.id()));
    let output = run(&mut node, "scripts/set-up test installs node");
    if output.status.success() { Ok(output.stdout) } else { Err(String::from_utf8(output.stderr).unwrap()) }
}

fn skins_here(model: &Path, pose: &str, methods: &[SkinningMethod]) -> Result<Vec<SkinnedVertex>, String> {
    let mut posed = Posed::import(&std::fs::read(model).unwrap())?;
    posed.pose(pose)?;
    posed.compute_centers(SkinningMethod::CorProcrustes);
    methods.iter().map(|&method| posed.deform(method)).collect::<Result<Vec<_>, _>>().map(|skins| skins.concat())
}

/// Largest distance of a position from the processor's, as a fraction of the model's size. Both round differently: dot
/// products of vector instructions, and sines.
const FAR: f32 = 1e-6;
/// Largest distance of a unit normal.
const TURNED: f32 = 2e-6;
/// The same where a direction away from a bone decides: close to the bone, it turns by more than positions are rounded.
const TURNED_AWAY_FROM_BONES: f32 = 1e-5;

#[test]
fn skins_in_webassembly_are_those_of_the_processor() {
    let core = built();
    let methods = SkinningMethod::ALL;
    for (name, pose) in [("bar.glb", "mid:rx=60,rz=75"), ("hand.glb", "wrist:rx=30 index_1:rz=-70 thumb_1:ry=40")] {
        let here = skins_here(&asset(name), pose, &methods).unwrap();
        let bytes = skins_in_node(&core, &asset(name), pose, &methods).unwrap();
        assert_eq!(bytes.len(), size_of_val(here.as_slice()), "{name}");
        let there: Vec<SkinnedVertex> = bytemuck::pod_collect_to_vec(&bytes);
        let size = here.iter().map(|vertex| vertex.position.distance(here[0].position)).fold(0.0, f32::max);
        let count = here.len() / methods.len();
        for (index, (here, there)) in here.iter().zip(&there).enumerate() {
            let (method, vertex) = (methods[index / count], index % count);
            let turned = if method == SkinningMethod::BulgeFreeDqs { TURNED_AWAY_FROM_BONES } else { TURNED };
            let is_same =
                here.position.distance(there.position) <= FAR * size && here.normal.distance(there.normal) <= turned;
            assert!(is_same, "vertex {vertex} of {name}, {}: {here:?} here, {there:?} in WebAssembly", method.id());
        }
    }
}

#[test]
fn what_is_no_model_is_refused_with_the_same_message() {
    let no_model = asset("fonts/README.md");
    let refusal = skins_here(&no_model, "", &[]).unwrap_err();
    assert_eq!(skins_in_node(&built(), &no_model, "", &[]), Err(refusal));
}
