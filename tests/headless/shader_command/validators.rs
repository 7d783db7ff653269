//! Shaders of all methods, checked by the Khronos Group's own tools: `spirv-val`, and `glslangValidator`, which also reads
//! HLSL.

use super::{all_settings, written};
use crate::command_line::Folder;
use crate::skips::skip;
use skinscope::gpu::standalone::{ShaderLanguage, StandaloneStage};
use std::collections::BTreeSet;
use std::process::Command;

/// Checks the shaders of a language, each text once. `arguments` are those of the tool for a stage.
fn check(language: ShaderLanguage, tool: &str, arguments: impl Fn(StandaloneStage) -> Vec<&'static str>) {
    let folder = Folder::new(&format!("validate-{}", language.id()));
    let mut seen = BTreeSet::new();
    let mut failures = Vec::new();
    for settings in all_settings() {
        let shader = written(settings, language);
        if !seen.insert(shader.bytes.clone()) {
            continue;
        }
        let file = folder.file(&format!("{}.{}", seen.len(), language.id()));
        std::fs::write(&file, &shader.bytes).unwrap();
        let output = Command::new(tool).args(arguments(settings.stage)).arg(&file).current_dir(folder.path()).output();
        let output = match output {
            Ok(output) => output,
            Err(error) if cfg!(target_os = "linux") => {
                panic!("{tool} does not run; scripts/set-up installs it: {error}")
            }
            Err(error) => return skip(format_args!("{tool} does not run: {error}")),
        };
        if !output.status.success() {
            let told = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            failures.push(format!("{settings:?}: {told}"));
        }
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), seen.len(), failures.join("\n"));
    println!("{tool} accepts {} shaders", seen.len());
}

#[test]
fn spirv_is_valid_for_vulkan() {
    check(ShaderLanguage::SpirV, "spirv-val", |_| vec!["--target-env", "vulkan1.1"]);
}

#[test]
fn glsl_is_valid_for_opengl() {
    check(ShaderLanguage::Glsl, "glslangValidator", |stage| match stage {
        StandaloneStage::Compute => vec!["-S", "comp"],
        StandaloneStage::Vertex => vec!["-S", "vert"],
    });
}

#[test]
fn hlsl_compiles() {
    check(ShaderLanguage::Hlsl, "glslangValidator", |stage| match stage {
        StandaloneStage::Compute => vec!["-D", "-V", "-e", "deform", "-S", "comp"],
        StandaloneStage::Vertex => vec!["-D", "-V", "-e", "skin_mesh_vertex", "-S", "vert"],
    });
}
