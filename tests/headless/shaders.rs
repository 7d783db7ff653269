//! Shaders without a device: every composition is valid, mirrors what Rust uploads, and no file is forgotten.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use skinscope::gpu::mirrors::mirrors;
use skinscope::gpu::{Composition, shader_sources};
use std::collections::BTreeSet;
use std::path::Path;

fn parsed(composition: Composition) -> Result<naga::Module, String> {
    let wgsl = composition.wgsl();
    naga::front::wgsl::parse_str(&wgsl)
        .map_err(|error| format!("{}:\n{}", composition.name(), error.emit_to_string(&wgsl)))
}

#[test]
fn every_composition_is_valid_without_special_capabilities() {
    let mut failures = Vec::new();
    for composition in Composition::all() {
        let outcome = parsed(composition).and_then(|module| {
            let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
            validator
                .validate(&module)
                .map_err(|error| format!("{}:\n{}", composition.name(), error.emit_to_string(&composition.wgsl())))
        });
        failures.extend(outcome.err());
    }
    assert!(failures.is_empty(), "{} of them fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_uploaded_struct_has_the_layout_that_the_shader_reads() {
    let mirrors = mirrors();
    let mut failures = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for composition in Composition::all() {
        let module = parsed(composition).unwrap();
        for (_, ty) in module.types.iter() {
            let (Some(name), naga::TypeInner::Struct { members, span }) = (&ty.name, &ty.inner) else { continue };
            let Some(mirror) = mirrors.iter().find(|mirror| mirror.wgsl_name == name) else { continue };
            seen.insert(mirror.wgsl_name);
            let in_shader: Vec<(&str, usize)> =
                members.iter().map(|member| (member.name.as_deref().unwrap_or("?"), member.offset as usize)).collect();
            if in_shader != mirror.fields || *span as usize != mirror.size {
                failures.insert(format!(
                    "{name}: the shader has {in_shader:?} in {span} bytes, Rust {:?} in {}",
                    mirror.fields, mirror.size
                ));
            }
        }
        for name in shared_structs(&module) {
            if !mirrors.iter().any(|mirror| mirror.wgsl_name == name) {
                failures.insert(format!("{name} of {} has no mirror in Rust", composition.name()));
            }
        }
    }
    for mirror in mirrors {
        if !seen.contains(mirror.wgsl_name) {
            failures.insert(format!("{} is in no shader", mirror.wgsl_name));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Names of the structs that lie in buffers.
fn shared_structs(module: &naga::Module) -> Vec<String> {
    let mut names = Vec::new();
    for (_, variable) in module.global_variables.iter() {
        if !matches!(variable.space, naga::AddressSpace::Uniform | naga::AddressSpace::Storage { .. }) {
            continue;
        }
        let mut ty = &module.types[variable.ty];
        if let naga::TypeInner::Array { base, .. } = ty.inner {
            ty = &module.types[base];
        }
        names.extend(ty.name.clone());
    }
    names
}

#[test]
fn no_shader_file_is_unused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let mut files = BTreeSet::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let below = path.strip_prefix(&root).unwrap().components();
                files.insert(below.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/"));
            }
        }
    }
    let used: BTreeSet<String> = shader_sources().into_iter().map(|source| source.path.to_owned()).collect();
    assert_eq!(files, used);
}

#[test]
fn no_composition_names_a_source_twice() {
    for composition in Composition::all() {
        let paths: Vec<&str> = composition.sources().iter().map(|source| source.path).collect();
        let unique: BTreeSet<&str> = paths.iter().copied().collect();
        assert_eq!(unique.len(), paths.len(), "{}: {paths:?}", composition.name());
    }
}
