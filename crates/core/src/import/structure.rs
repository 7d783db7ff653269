//! Checks, for the whole document, that every index is valid and every accessor lies within its bytes, whether or not
//! it is drawn. A file that violates this was damaged or written by a broken program.

use super::layout::{check_accessor, offset};
use super::patch::{attribute_name, target_node};
use super::{Fault, GltfDocument, ImportError, Location, location::quoted};
use gltf::json::mesh::{MorphTarget, Semantic};
use gltf::json::validation::Checked;
use gltf::json::{Accessor, Index};

pub(super) fn check(document: &GltfDocument) -> Result<(), ImportError> {
    for (index, view) in document.root.buffer_views.iter().enumerate() {
        let location = || Location::named("buffer view", index, None);
        let buffer = exists(&document.root.buffers, "buffer", view.buffer).map_err(|fault| fault.at(&location()))?;
        let needed = offset(view.byte_offset).saturating_add(view.byte_length.0);
        if needed > buffer.byte_length.0 {
            return Err(Fault::OutOfBytes { needed, present: buffer.byte_length.0 }.at(&location()));
        }
    }
    for (index, accessor) in document.root.accessors.iter().enumerate() {
        check_accessor(document, accessor).map_err(|fault| fault.at(&Location::named("accessor", index, None)))?;
    }
    check_meshes(document)?;
    for (index, skin) in document.root.skins.iter().enumerate() {
        let check = || {
            if skin.joints.is_empty() {
                return Err(Fault::NoJoints);
            }
            skin.joints
                .iter()
                .chain(&skin.skeleton)
                .try_for_each(|&node| exists(&document.root.nodes, "node", node).map(drop))?;
            skin.inverse_bind_matrices
                .iter()
                .try_for_each(|&a| exists(&document.root.accessors, "accessor", a).map(drop))
        };
        check().map_err(|fault| fault.at(&Location::named("skin", index, skin.name.as_deref())))?;
    }
    for (index, node) in document.root.nodes.iter().enumerate() {
        let check = || {
            node.children
                .iter()
                .flatten()
                .try_for_each(|&child| exists(&document.root.nodes, "node", child).map(drop))?;
            node.mesh.iter().try_for_each(|&mesh| exists(&document.root.meshes, "mesh", mesh).map(drop))?;
            node.skin.iter().try_for_each(|&skin| exists(&document.root.skins, "skin", skin).map(drop))
        };
        check().map_err(|fault| fault.at(&Location::named("node", index, node.name.as_deref())))?;
    }
    if let Some(scene) = document.root.scene {
        exists(&document.root.scenes, "scene", scene).map_err(|fault| fault.at(&Location::file()))?;
    }
    for (index, scene) in document.root.scenes.iter().enumerate() {
        for &node in &scene.nodes {
            exists(&document.root.nodes, "node", node)
                .map_err(|fault| fault.at(&Location::named("scene", index, None)))?;
        }
    }
    check_animations(document)
}

fn check_meshes(document: &GltfDocument) -> Result<(), ImportError> {
    for (mesh_index, mesh) in document.root.meshes.iter().enumerate() {
        let mesh_location = Location::named("mesh", mesh_index, mesh.name.as_deref());
        for (index, primitive) in mesh.primitives.iter().enumerate() {
            let location = mesh_location.part("primitive", index);
            let check = || {
                primitive
                    .indices
                    .iter()
                    .try_for_each(|&a| exists(&document.root.accessors, "accessor", a).map(drop))?;
                primitive.material.iter().try_for_each(|&m| exists(&document.root.materials, "material", m).map(drop))
            };
            check().map_err(|fault| fault.at(&location))?;
            // All attributes have the same count as POSITION or, without POSITION, the same count as each other.
            let count =
                |accessor: Index<Accessor>| exists(&document.root.accessors, "accessor", accessor).map(|a| a.count.0);
            let positions = primitive.attributes.get(&Checked::Valid(Semantic::Positions));
            let first = positions.or_else(|| primitive.attributes.values().next());
            let wanted = first.map(|&accessor| count(accessor)).transpose().map_err(|fault| fault.at(&location))?;
            let attributes = primitive.attributes.iter().map(|(name, &accessor)| (attribute_name(name), accessor));
            let targets = primitive.targets.iter().flatten().flat_map(target_attributes);
            for (name, accessor) in attributes.chain(targets) {
                let found = count(accessor).map_err(|fault| fault.at(&location))?;
                if let Some(wanted) = wanted.filter(|&wanted| wanted != found) {
                    return Err(Fault::Count { found, wanted }.at(&location.part("attribute", quoted(&name))));
                }
            }
        }
    }
    Ok(())
}

/// The attributes of a morph target with their names in the file.
fn target_attributes(target: &MorphTarget) -> impl Iterator<Item = (String, Index<Accessor>)> {
    [("POSITION", target.positions), ("NORMAL", target.normals), ("TANGENT", target.tangents)]
        .into_iter()
        .filter_map(|(name, accessor)| Some((name.to_owned(), accessor?)))
}

fn check_animations(document: &GltfDocument) -> Result<(), ImportError> {
    for (animation_index, animation) in document.root.animations.iter().enumerate() {
        let location = || Location::named("animation", animation_index, animation.name.as_deref());
        for (index, sampler) in animation.samplers.iter().enumerate() {
            for accessor in [sampler.input, sampler.output] {
                exists(&document.root.accessors, "accessor", accessor)
                    .map_err(|fault| fault.at(&location().part("sampler", index)))?;
            }
        }
        for (index, channel) in animation.channels.iter().enumerate() {
            let check = || {
                exists(&animation.samplers, "sampler", channel.sampler)?;
                target_node(&channel.target)
                    .into_iter()
                    .try_for_each(|node| exists(&document.root.nodes, "node", node).map(drop))
            };
            check().map_err(|fault| fault.at(&location().part("channel", index)))?;
        }
    }
    Ok(())
}

fn exists<'a, T>(list: &'a [T], what: &'static str, index: Index<T>) -> Result<&'a T, Fault> {
    list.get(index.value()).ok_or(Fault::NoSuch { what, index: index.value() as u32, count: list.len() })
}
