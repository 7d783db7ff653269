//! Shaders without a device: every composition is valid, mirrors what Rust uploads, and no file is forgotten.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use skinscope::gpu::mirrors::mirrors;
use skinscope::gpu::{
    Composition, MeshOverlay, VertexFormat, palette_bytes_per_joint, shader_sources, uploaded_palette_bindings,
};
use skinscope::skinning::SkinningMethod;
use std::collections::{BTreeMap, BTreeSet};
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

/// Eight is the number that every device and browser offers, see [`skinscope::gpu::Layouts::palette`].
#[test]
fn no_shader_stage_reads_more_than_eight_storage_buffers() {
    for composition in Composition::all() {
        let module = parsed(composition).unwrap();
        let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).unwrap();
        for (index, entry_point) in module.entry_points.iter().enumerate() {
            let is_read = |(handle, variable): &(naga::Handle<naga::GlobalVariable>, &naga::GlobalVariable)| {
                matches!(variable.space, naga::AddressSpace::Storage { .. })
                    && !info.get_entry_point(index)[*handle].is_empty()
            };
            let read = module.global_variables.iter().filter(is_read).count();
            assert!(read <= 8, "{} of {}: {read}", entry_point.name, composition.name());
        }
    }
}

/// The group of the joint palettes.
const PALETTE: u32 = 2;

/// Every palette binding that an entry point of the module uses, with the size of a list's element in bytes.
fn palette_bindings(composition: Composition) -> BTreeMap<u32, u32> {
    let module = parsed(composition).unwrap();
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).unwrap();
    let mut used = BTreeMap::new();
    for entry_point in 0..module.entry_points.len() {
        for (handle, variable) in module.global_variables.iter() {
            let of_palette = variable.binding.as_ref().filter(|binding| binding.group == PALETTE);
            let is_used = !info.get_entry_point(entry_point)[handle].is_empty();
            if let (Some(binding), true) = (of_palette, is_used) {
                let size = match module.types[variable.ty].inner {
                    naga::TypeInner::Array { stride, .. } => stride,
                    _ => 0,
                };
                used.insert(binding.binding, size);
            }
        }
    }
    used
}

#[test]
fn what_is_uploaded_for_a_method_is_what_its_shader_reads() {
    /// Bindings with one element per joint set or vertex, not per joint.
    const NOT_OF_JOINTS: [(SkinningMethod, u32); 2] = [(SkinningMethod::Spherical, 2), (SkinningMethod::DeltaMush, 3)];
    for method in SkinningMethod::ALL {
        let uploaded = uploaded_palette_bindings(method);
        let uploaded: Vec<u32> =
            (0..).zip(uploaded).filter(|(_, is_uploaded)| *is_uploaded).map(|(at, _)| at).collect();
        let of_format = |format| {
            [
                Composition::Mesh(method, format),
                Composition::Overlay(MeshOverlay::Wireframe, method, format),
                Composition::Footprint(method, format),
                Composition::Deform(method, format),
            ]
        };
        for composition in VertexFormat::ALL.into_iter().flat_map(of_format) {
            let read = palette_bindings(composition);
            assert_eq!(read.keys().copied().collect::<Vec<_>>(), uploaded, "{}", composition.name());
            let per_joint = read.iter().filter(|(binding, _)| !NOT_OF_JOINTS.contains(&(method, **binding)));
            let bytes: u32 = per_joint.map(|(_, size)| size).sum();
            assert_eq!(bytes as usize, palette_bytes_per_joint(method), "{}", composition.name());
        }
    }
}

/// A list whose structs have a member that nothing reads is uploaded in part for nothing.
#[test]
fn every_member_of_a_palette_struct_is_read() {
    for method in SkinningMethod::ALL {
        let module = parsed(Composition::Deform(method, VertexFormat::Full)).unwrap();
        let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).unwrap();
        let mut read = BTreeSet::new();
        for (handle, function) in module.functions.iter() {
            for (_, expression) in function.expressions.iter() {
                let naga::Expression::AccessIndex { base, index } = *expression else { continue };
                let ty = match *info[handle][base].ty.inner_with(&module.types) {
                    naga::TypeInner::Pointer { base, .. } => Some(base),
                    _ => info[handle][base].ty.handle(),
                };
                if let Some(name) = ty.and_then(|ty| module.types[ty].name.clone()) {
                    read.insert((name, index));
                }
            }
        }
        for (_, variable) in module.global_variables.iter() {
            let in_palette = variable.binding.as_ref().is_some_and(|binding| binding.group == PALETTE);
            let naga::TypeInner::Array { base, .. } = module.types[variable.ty].inner else { continue };
            let naga::TypeInner::Struct { members, .. } = &module.types[base].inner else { continue };
            let name = module.types[base].name.clone().unwrap_or_default();
            for (index, member) in (0..).zip(members).filter(|_| in_palette && name != "PaletteMatrix") {
                let is_read = read.contains(&(name.clone(), index));
                assert!(is_read, "{} never reads {name}.{}", method.id(), member.name.as_deref().unwrap_or("?"));
            }
        }
    }
}
