//! A file with another rig: twist joints and helper joints are added to the document that the model came from, twist
//! joints and weights are changed there, and everything else stays.

use super::super::ExportError;
use super::builder::Builder;
use super::clips::add_channels;
use super::container::glb_file;
use super::mesh::influence_attributes;
use super::model::{Constraints, check_joint_count, node, written_matrix};
use super::rig_buffers::{join_buffers, mime_type};
use crate::import::SourceFile;
use crate::model::{Channel, ConstraintExtension, Model, Primitive, Skeleton, Skin, SkinJoint};
use glam::Vec3;
use gltf::json::animation::Animation;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Writes a file with the twist joints and helper joints of `model`, which was made from the file's model: nodes, joints
/// of skins and channels are added, and the influences of a skin that differs are written. Twist joints that the file
/// already has are written in their present state in the model, and all of them with the constraints that turn them in
/// other programs ([`twist_constraints`](crate::rigging::twist_constraints)). Parts that skinscope does not read (morph targets, cameras, lights, extras, the rest of a material, unknown
/// extensions) stay unchanged. Buffers and images in files of their own are put into the .glb.
///
/// The document is changed as JSON and not in the types of the `gltf` crate, which drop some of it, such as extensions
/// of animation channels and texture coordinates of morph targets. The new parts are made from those types.
///
/// # Errors
/// If the model, which may be in any shape, does not come from the file, or glTF cannot represent it.
pub fn write_rig_glb(source: &SourceFile, model: &Model) -> Result<Vec<u8>, ExportError> {
    write_rig_glb_with_centers(source, model, &[])
}

/// Like [`write_rig_glb`], with points for the vertices of each primitive, in the frame of its mesh, as the attribute
/// `_CENTER`. Without any points nothing is added.
///
/// # Errors
/// The same as [`write_rig_glb`].
pub fn write_rig_glb_with_centers(
    source: &SourceFile,
    model: &Model,
    centers_in_mesh: &[Vec<Vec3>],
) -> Result<Vec<u8>, ExportError> {
    let model = model.default_shape();
    check_same(source, model)?;
    let mut document = source.json.as_object().cloned().unwrap_or_default();
    let bytes = join_buffers(&mut document, &source.buffers);
    let views = length(&document, "bufferViews");
    let accessors = length(&document, "accessors");
    let builder = Builder::after(bytes, views, accessors);
    let changed = changed_twists(&source.asset.model.skeleton, &model.skeleton);
    let constraints = Constraints::of(model);
    let mut editor = Editor { document, builder, source, model, changed, constraints };
    editor.add_images();
    editor.change_nodes()?;
    editor.move_nodes();
    editor.change_constraints();
    editor.add_nodes()?;
    let mut copies = HashMap::new();
    editor.add_joints(&mut copies)?;
    editor.add_centers(centers_in_mesh, &mut copies);
    editor.add_channels()?;
    editor.finish()
}

/// Checks that nodes and vertices of the file are those of the model, which may have more nodes.
fn check_same(source: &SourceFile, model: &Model) -> Result<(), ExportError> {
    let read = &source.asset.model;
    // Twist joints may hang below new frames.
    let is_twist = |node: u32| model.skeleton.twist_driver(node).is_some();
    let nodes = (0..).zip(read.skeleton.nodes().iter().zip(model.skeleton.nodes()));
    let primitives = read.primitives.iter().zip(&model.primitives);
    let same = read.skeleton.len() <= model.skeleton.len()
        && nodes.into_iter().all(|(node, (a, b))| a.name == b.name && (a.parent == b.parent || is_twist(node)))
        && read.skins.len() == model.skins.len()
        && read.clips.len() == model.clips.len()
        && read.primitives.len() == model.primitives.len()
        && primitives.into_iter().all(|(a, b)| a.positions == b.positions);
    if same { Ok(()) } else { Err(ExportError::OtherSource) }
}

/// The file's nodes that are twist joints or their frames, in the file or in the model, and have changed.
fn changed_twists(read: &Skeleton, model: &Skeleton) -> HashSet<u32> {
    let state = |skeleton: &Skeleton, node: u32| {
        let driver = skeleton.twist_driver(node).copied()?;
        let rests = driver.chain(skeleton).into_iter().map(|node| (node, skeleton.node(node).rest));
        Some((driver, rests.collect::<Vec<_>>()))
    };
    let drivers = read.twist_drivers().iter().chain(model.twist_drivers());
    let twists = drivers.map(|driver| driver.node).filter(|&node| (node as usize) < read.len());
    let twists = twists.filter(|&node| state(read, node) != state(model, node));
    twists.flat_map(|node| twist_chain(read, node).into_iter().chain(twist_chain(model, node))).collect()
}

/// The nodes of a twist joint. None if it is a plain joint.
fn twist_chain(skeleton: &Skeleton, node: u32) -> Vec<u32> {
    skeleton.twist_driver(node).map_or(Vec::new(), |driver| driver.chain(skeleton))
}

struct Editor<'a> {
    document: Map<String, Value>,
    /// Collects new views and accessors.
    builder: Builder,
    source: &'a SourceFile,
    model: &'a Model,
    /// The result of [`changed_twists`]. May have new nodes.
    changed: HashSet<u32>,
    constraints: Constraints,
}

impl Editor<'_> {
    /// The index of the first new node.
    fn first_node(&self) -> u32 {
        self.source.asset.model.skeleton.len() as u32
    }

    /// Turns image files of known types into buffer views.
    fn add_images(&mut self) {
        for (index, file) in self.source.image_files.iter().enumerate() {
            let Some((bytes, mime_type)) = file.as_deref().and_then(|bytes| Some((bytes, mime_type(bytes)?))) else {
                continue;
            };
            let view = self.builder.view(bytes, None);
            if let Some(image) = item(&mut self.document, "images", index).and_then(Value::as_object_mut) {
                image.remove("uri");
                image.insert("bufferView".to_owned(), view.value().into());
                image.insert("mimeType".to_owned(), mime_type.into());
            }
        }
    }

    /// Writes the transforms and drivers of changed twist joints.
    fn change_nodes(&mut self) -> Result<(), ExportError> {
        const OF_TWIST: &str = "skinscope_twist";
        for &index in self.changed.iter().filter(|&&index| index < self.source.asset.model.skeleton.len() as u32) {
            let written = serde_json::to_value(node(self.model, index, &self.constraints))?;
            let Some(members) = item(&mut self.document, "nodes", index as usize).and_then(Value::as_object_mut) else {
                continue;
            };
            for name in ["matrix", "translation", "rotation", "scale"] {
                members.remove(name);
                if let Some(value) = written.get(name) {
                    members.insert(name.to_owned(), value.clone());
                }
            }
            let twist = written.get("extras").and_then(|extras| extras.get(OF_TWIST));
            match (members.get_mut("extras").and_then(Value::as_object_mut), twist) {
                (Some(extras), Some(twist)) => drop(extras.insert(OF_TWIST.to_owned(), twist.clone())),
                (Some(extras), None) => drop(extras.remove(OF_TWIST)),
                (None, Some(twist)) => drop(members.insert("extras".to_owned(), json!({ OF_TWIST: twist }))),
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// Takes twist joints that hang below new frames out of the lists of their parents in the file.
    fn move_nodes(&mut self) {
        let read = &self.source.asset.model.skeleton;
        for &index in self.changed.iter().filter(|&&index| index < read.len() as u32) {
            let before = read.node(index).parent;
            if let Some(before) = before.filter(|_| before != self.model.skeleton.node(index).parent)
                && let Some(parent) = item(&mut self.document, "nodes", before as usize).and_then(Value::as_object_mut)
                && let Some(children) = parent.get_mut("children").and_then(Value::as_array_mut)
            {
                children.retain(|child| child.as_u64() != Some(u64::from(index)));
                if children.is_empty() {
                    parent.remove("children");
                }
            }
        }
    }

    /// Writes the constraints of the file's twist joints and of their frames, and takes out those that no longer hold.
    fn change_constraints(&mut self) {
        let skeletons = [&self.source.asset.model.skeleton, &self.model.skeleton];
        let chains = skeletons
            .into_iter()
            .flat_map(|skeleton| skeleton.twist_drivers().iter().flat_map(move |driver| driver.chain(skeleton)));
        let of_file: BTreeSet<u32> = chains.filter(|&node| node < self.first_node()).collect();
        for index in of_file {
            let extension = self.constraints.extension(index);
            if extension.is_some() {
                self.use_extension(ConstraintExtension::NAME);
            }
            let Some(members) = item(&mut self.document, "nodes", index as usize).and_then(Value::as_object_mut) else {
                continue;
            };
            match (members.get_mut("extensions").and_then(Value::as_object_mut), extension) {
                (Some(extensions), Some(extension)) => {
                    extensions.insert(ConstraintExtension::NAME.to_owned(), extension);
                }
                (None, Some(extension)) => {
                    members.insert("extensions".to_owned(), json!({ ConstraintExtension::NAME: extension }));
                }
                (Some(extensions), None) => {
                    extensions.remove(ConstraintExtension::NAME);
                    if extensions.is_empty() {
                        members.remove("extensions");
                    }
                }
                (None, None) => {}
            }
        }
    }

    fn add_nodes(&mut self) -> Result<(), ExportError> {
        for index in self.first_node()..self.model.skeleton.len() as u32 {
            if self.constraints.extension(index).is_some() {
                self.use_extension(ConstraintExtension::NAME);
            }
            append(&mut self.document, "nodes", [serde_json::to_value(node(self.model, index, &self.constraints))?]);
            if let Some(parent) = self.model.skeleton.node(index).parent.filter(|&parent| parent < self.first_node())
                && let Some(parent) = item(&mut self.document, "nodes", parent as usize).and_then(Value::as_object_mut)
            {
                append(parent, "children", [index.into()]);
            }
        }
        Ok(())
    }

    fn use_extension(&mut self, name: &str) {
        let used = self.document.get("extensionsUsed").and_then(Value::as_array);
        if !used.is_some_and(|used| used.iter().any(|known| known == name)) {
            append(&mut self.document, "extensionsUsed", [name.into()]);
        }
    }

    /// Adds joints to the skins that have more of them, and writes the influences that differ from those of the file or
    /// belong to changed twist joints.
    fn add_joints(&mut self, copies: &mut HashMap<(usize, usize), usize>) -> Result<(), ExportError> {
        for index in 0..self.source.asset.skin_count {
            let (skin, before) = (&self.model.skins[index], self.source.asset.model.skins[index].joints.len());
            let is_changed = skin.joints.iter().any(|joint| self.changed.contains(&joint.node));
            let is_changed = is_changed || skin.joints.len() != before;
            let of_file = self.source.asset.model.primitives.iter();
            let mut primitives =
                self.model.primitives.iter().zip(of_file).filter(|(own, _)| own.skin as usize == index);
            if !is_changed && primitives.all(|(own, read)| own.influences == read.influences) {
                continue;
            }
            check_joint_count(skin)?;
            if is_changed {
                self.extend_skin(index, skin, before);
            }
            let primitives = self.model.primitives.iter().zip(&self.source.primitives);
            for (primitive, &location) in primitives.filter(|(primitive, _)| primitive.skin as usize == index) {
                let mesh = self.mesh_of_skin(location.mesh, index, copies);
                if let Some(node) = item(&mut self.document, "nodes", location.node) {
                    node["mesh"] = mesh.into();
                }
                self.replace_influences(mesh, location.primitive, primitive, skin.joints.len())?;
            }
        }
        Ok(())
    }

    /// Adds joints and matrices to a skin. The matrices of the file's own joints keep every bit, except for changed
    /// twist joints.
    fn extend_skin(&mut self, index: usize, skin: &Skin, before: usize) {
        let identity = || vec![glam::Mat4::IDENTITY.to_cols_array(); before];
        let mut matrices = self.source.inverse_bind_matrices[index].clone().unwrap_or_else(identity);
        matrices.truncate(before);
        let written = |joint: &SkinJoint| written_matrix(joint.joint_from_bind * skin.bind_from_mesh);
        let (kept, added) = skin.joints.split_at(before);
        for (matrix, joint) in matrices.iter_mut().zip(kept).filter(|(_, joint)| self.changed.contains(&joint.node)) {
            *matrix = written(joint);
        }
        matrices.extend(added.iter().map(written));
        let accessor = self.builder.matrices(matrices);
        if let Some(written) = item(&mut self.document, "skins", index).and_then(Value::as_object_mut) {
            written.insert("inverseBindMatrices".to_owned(), accessor.value().into());
            append(written, "joints", added.iter().map(|joint| joint.node.into()));
        }
    }

    /// The mesh for nodes with this skin: the file's, or a copy if nodes with another skin, or none, show it too.
    fn mesh_of_skin(&mut self, mesh: usize, skin: usize, copies: &mut HashMap<(usize, usize), usize>) -> usize {
        if let Some(&known) = copies.get(&(mesh, skin)) {
            return known;
        }
        let is = |node: &Value, name: &str, index: usize| node.get(name).and_then(Value::as_u64) == Some(index as u64);
        let nodes = self.source.json.get("nodes").and_then(Value::as_array);
        let mut users = nodes.into_iter().flatten().filter(|node| is(node, "mesh", mesh));
        let own = users.all(|node| is(node, "skin", skin));
        let index = if own { mesh } else { length(&self.document, "meshes") };
        if !own {
            let copy = item(&mut self.document, "meshes", mesh).cloned();
            append(&mut self.document, "meshes", copy);
        }
        copies.insert((mesh, skin), index);
        index
    }

    /// Adds points to the primitives that a skin of the file moves.
    fn add_centers(&mut self, centers_in_mesh: &[Vec<Vec3>], copies: &mut HashMap<(usize, usize), usize>) {
        let primitives = self.model.primitives.iter().zip(&self.source.primitives);
        for ((primitive, &location), points) in primitives.zip(centers_in_mesh) {
            let skin = primitive.skin as usize;
            if skin >= self.source.asset.skin_count || points.is_empty() {
                continue;
            }
            let mesh = self.mesh_of_skin(location.mesh, skin, copies);
            if let Some(node) = item(&mut self.document, "nodes", location.node) {
                node["mesh"] = mesh.into();
            }
            let accessor = self.builder.attribute(points.iter().map(Vec3::to_array)).value();
            let written = item(&mut self.document, "meshes", mesh);
            if let Some(attributes) =
                written.and_then(|mesh| mesh.get_mut("primitives")?.get_mut(location.primitive)?.get_mut("attributes"))
            {
                attributes["_CENTER"] = accessor.into();
            }
        }
    }

    fn replace_influences(
        &mut self,
        mesh: usize,
        index: usize,
        primitive: &Primitive,
        joint_count: usize,
    ) -> Result<(), ExportError> {
        let attributes = influence_attributes(&mut self.builder, &primitive.influences, joint_count);
        let Some(written) =
            item(&mut self.document, "meshes", mesh).and_then(|mesh| mesh.get_mut("primitives")?.get_mut(index))
        else {
            return Ok(());
        };
        if let Some(extensions) = written.get_mut("extensions").and_then(Value::as_object_mut) {
            // Compressed data would hold the old influences. The source has the plain data too.
            extensions.remove("KHR_draco_mesh_compression");
        }
        if let Some(members) = written.get_mut("attributes").and_then(Value::as_object_mut) {
            members.retain(|name, _| !name.starts_with("JOINTS_") && !name.starts_with("WEIGHTS_"));
            let Value::Object(added) = serde_json::to_value(attributes)? else { return Ok(()) };
            members.extend(added);
        }
        Ok(())
    }

    /// Adds the channels of new nodes to the clips, and replaces the channels of changed twist joints.
    fn add_channels(&mut self) -> Result<(), ExportError> {
        let (first, changed, skeleton) = (self.first_node(), &self.changed, &self.model.skeleton);
        let is_changed = |channel: &Value| {
            let node = channel.get("target").and_then(|target| target.get("node")).and_then(Value::as_u64);
            node.is_some_and(|node| u32::try_from(node).is_ok_and(|node| changed.contains(&node)))
        };
        for (index, clip) in self.model.clips.iter().enumerate() {
            // The last channel of a changed joint: the channel of its present driver comes after all channels of the
            // file.
            let last_of = |node: u32| clip.channels.iter().rposition(|channel| channel.node == node);
            let is_new = |at: usize, node: u32| {
                let is_replaced = changed.contains(&node) && skeleton.twist_driver(node).is_some();
                node >= first || is_replaced && last_of(node) == Some(at)
            };
            let channels = clip.channels.iter().enumerate();
            let added: Vec<&Channel> =
                channels.filter(|(at, channel)| is_new(*at, channel.node)).map(|(_, channel)| channel).collect();
            let Some(written) = item(&mut self.document, "animations", index).and_then(Value::as_object_mut) else {
                continue;
            };
            if let Some(channels) = written.get_mut("channels").and_then(Value::as_array_mut) {
                channels.retain(|channel| !is_changed(channel));
            }
            let samplers = length(written, "samplers");
            let mut animation =
                Animation { name: None, channels: Vec::new(), samplers: Vec::new(), extensions: None, extras: None };
            add_channels(&mut self.builder, self.model, clip, added, &mut animation)?;
            for channel in &mut animation.channels {
                channel.sampler = gltf::json::Index::new((samplers + channel.sampler.value()) as u32);
            }
            extend(written, "samplers", animation.samplers)?;
            extend(written, "channels", animation.channels)?;
        }
        Ok(())
    }

    fn finish(self) -> Result<Vec<u8>, ExportError> {
        let Self { mut document, builder, .. } = self;
        let (views, accessors, bytes) = builder.into_new_parts();
        extend(&mut document, "bufferViews", views)?;
        extend(&mut document, "accessors", accessors)?;
        if !bytes.is_empty() {
            match item(&mut document, "buffers", 0) {
                Some(own) => own["byteLength"] = bytes.len().into(),
                None => append(&mut document, "buffers", [json!({"byteLength": bytes.len()})]),
            }
        }
        glb_file(serde_json::to_vec(&document)?, &bytes)
    }
}

/// Appends to a list of an object. A member that is not a list is replaced by one.
fn append(members: &mut Map<String, Value>, name: &str, added: impl IntoIterator<Item = Value>) {
    match members.get_mut(name).and_then(Value::as_array_mut) {
        Some(list) => list.extend(added),
        None => drop(members.insert(name.to_owned(), added.into_iter().collect())),
    }
}

fn length(document: &Map<String, Value>, name: &str) -> usize {
    document.get(name).and_then(Value::as_array).map_or(0, Vec::len)
}

fn item<'a>(document: &'a mut Map<String, Value>, name: &str, index: usize) -> Option<&'a mut Value> {
    document.get_mut(name)?.get_mut(index)
}

fn extend(members: &mut Map<String, Value>, name: &str, added: Vec<impl Serialize>) -> Result<(), ExportError> {
    let added = added.into_iter().map(serde_json::to_value).collect::<Result<Vec<_>, _>>()?;
    if !added.is_empty() {
        append(members, name, added);
    }
    Ok(())
}
