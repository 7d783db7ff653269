//! Checks, for the whole document, that every index is valid and every accessor lies within its bytes, whether or not
//! it is drawn. A file that violates this was damaged or written by a broken program.

use super::layout::check_accessor;
use super::{Document, Fault, ImportError, Place, place::quoted};

pub(super) fn check(document: &Document) -> Result<(), ImportError> {
    for (index, view) in document.buffer_views.iter().enumerate() {
        let place = || Place::named("buffer view", index, None);
        let buffer = exists(&document.buffers, "buffer", view.buffer).map_err(|fault| fault.at(&place()))?;
        let needed = view.byte_offset.saturating_add(view.byte_length);
        if needed > buffer.byte_length {
            return Err(Fault::OutOfBytes { needed, present: buffer.byte_length }.at(&place()));
        }
    }
    for (index, accessor) in document.accessors.iter().enumerate() {
        check_accessor(document, accessor).map_err(|fault| fault.at(&Place::named("accessor", index, None)))?;
    }
    check_meshes(document)?;
    for (index, skin) in document.skins.iter().enumerate() {
        let check = || {
            if skin.joints.is_empty() {
                return Err(Fault::NoJoints);
            }
            skin.joints
                .iter()
                .chain(&skin.skeleton)
                .try_for_each(|&node| exists(&document.nodes, "node", node).map(drop))?;
            skin.inverse_bind_matrices.iter().try_for_each(|&a| exists(&document.accessors, "accessor", a).map(drop))
        };
        check().map_err(|fault| fault.at(&Place::named("skin", index, skin.name.as_deref())))?;
    }
    for (index, node) in document.nodes.iter().enumerate() {
        let check = || {
            node.children.iter().try_for_each(|&child| exists(&document.nodes, "node", child).map(drop))?;
            node.mesh.iter().try_for_each(|&mesh| exists(&document.meshes, "mesh", mesh).map(drop))?;
            node.skin.iter().try_for_each(|&skin| exists(&document.skins, "skin", skin).map(drop))
        };
        check().map_err(|fault| fault.at(&Place::named("node", index, node.name.as_deref())))?;
    }
    if let Some(scene) = document.scene {
        exists(&document.scenes, "scene", scene).map_err(|fault| fault.at(&Place::file()))?;
    }
    for (index, scene) in document.scenes.iter().enumerate() {
        for &node in &scene.nodes {
            exists(&document.nodes, "node", node).map_err(|fault| fault.at(&Place::named("scene", index, None)))?;
        }
    }
    check_animations(document)
}

fn check_meshes(document: &Document) -> Result<(), ImportError> {
    for (mesh_index, mesh) in document.meshes.iter().enumerate() {
        let mesh_place = Place::named("mesh", mesh_index, mesh.name.as_deref());
        for (index, primitive) in mesh.primitives.iter().enumerate() {
            let place = mesh_place.part("primitive", index);
            let check = || {
                primitive.indices.iter().try_for_each(|&a| exists(&document.accessors, "accessor", a).map(drop))?;
                primitive.material.iter().try_for_each(|&m| exists(&document.materials, "material", m).map(drop))
            };
            check().map_err(|fault| fault.at(&place))?;
            // All attributes have the same count as POSITION or, without POSITION, the same count as each other.
            let count = |accessor: u32| exists(&document.accessors, "accessor", accessor).map(|a| a.count);
            let first = primitive.attributes.get("POSITION").or_else(|| primitive.attributes.values().next());
            let wanted = first.map(|&accessor| count(accessor)).transpose().map_err(|fault| fault.at(&place))?;
            for (name, &accessor) in primitive.attributes.iter().chain(primitive.targets.iter().flatten()) {
                let found = count(accessor).map_err(|fault| fault.at(&place))?;
                if let Some(wanted) = wanted.filter(|&wanted| wanted != found) {
                    return Err(Fault::Count { found, wanted }.at(&place.part("attribute", quoted(name))));
                }
            }
        }
    }
    Ok(())
}

fn check_animations(document: &Document) -> Result<(), ImportError> {
    for (animation_index, animation) in document.animations.iter().enumerate() {
        let place = || Place::named("animation", animation_index, animation.name.as_deref());
        for (index, sampler) in animation.samplers.iter().enumerate() {
            for accessor in [sampler.input, sampler.output] {
                exists(&document.accessors, "accessor", accessor)
                    .map_err(|fault| fault.at(&place().part("sampler", index)))?;
            }
        }
        for (index, channel) in animation.channels.iter().enumerate() {
            let check = || {
                exists(&animation.samplers, "sampler", channel.sampler)?;
                channel.target.node.iter().try_for_each(|&node| exists(&document.nodes, "node", node).map(drop))
            };
            check().map_err(|fault| fault.at(&place().part("channel", index)))?;
        }
    }
    Ok(())
}

fn exists<'a, T>(list: &'a [T], what: &'static str, index: u32) -> Result<&'a T, Fault> {
    list.get(index as usize).ok_or(Fault::NoSuch { what, index, count: list.len() })
}
