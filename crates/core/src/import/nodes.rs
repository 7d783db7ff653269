//! Nodes: parents, scene membership, and each node's rest transform as TRS and residual.

use super::error::shortened;
use super::matrix::{Matrix, are_by_rows, transposed};
use super::morphs::targets_of_nodes;
use super::patch::target_node;
use super::{Fault, GltfDocument, ImportError, Location, WarningKind, Warnings};
use crate::math::polar_decompose;
use crate::model::{ConstraintExtension, Node, NodeConstraint, Skeleton, Trs, TwistDriver, TwistExtras};
use glam::{DMat3, DVec3, Mat3, Quat, Vec3};
use gltf::json::animation::Property;
use gltf::json::validation::Checked;
use gltf::json::{self, Index};
use serde::Deserialize as _;
use std::collections::HashSet;

pub(super) fn build_skeleton(
    document: &GltfDocument,
    in_scene: &[bool],
    warnings: &mut Warnings,
) -> Result<Skeleton, ImportError> {
    let parents = parents(document)?;
    let is_joint = shown_as_joints(document, &parents, in_scene);
    let mut nodes = Vec::with_capacity(document.root.nodes.len());
    let matrices = || document.root.nodes.iter().filter_map(|node| node.matrix.as_ref());
    let by_rows = are_by_rows(matrices());
    if by_rows {
        warnings.add(&Location::file(), WarningKind::MatricesByRows { nodes: matrices().count() });
    }
    let morph_targets = targets_of_nodes(document, in_scene)?;
    for ((index, source), morph_targets) in document.root.nodes.iter().enumerate().zip(morph_targets) {
        let (rest, residual) = rest_transform(source, by_rows, warnings)
            .map_err(|fault| fault.at(&Location::named("node", index, source.name.as_deref())))?;
        nodes.push(Node {
            name: source.name.clone().unwrap_or_default(),
            parent: parents[index],
            rest,
            residual,
            is_joint: is_joint[index],
            morph_targets,
        });
    }
    let skeleton = Skeleton::new(nodes)?;
    let drivers = twist_drivers(document, &skeleton);
    // What `rig` wrote for other programs: the drivers do the same.
    let driven: HashSet<u32> = drivers.iter().flat_map(|driver| driver.chain(&skeleton)).collect();
    let mut constraints = constraints(document, warnings);
    constraints.retain(|constraint| !driven.contains(&constraint.node));
    let (skeleton, circular) = skeleton.with_constraints(&constraints);
    if let Some(first) = circular.first() {
        let first = skeleton.label(first.node);
        warnings.add(&Location::file(), WarningKind::ConstraintsInCircle { nodes: circular.len(), first });
    }
    Ok(skeleton.with_twist_drivers(drivers))
}

/// The constraints of nodes (VRMC_node_constraint).
fn constraints(document: &GltfDocument, warnings: &mut Warnings) -> Vec<NodeConstraint> {
    let mut constraints = Vec::new();
    for (node, source) in document.root.nodes.iter().enumerate() {
        let Some(value) = extension(source, ConstraintExtension::NAME) else { continue };
        let read =
            ConstraintExtension::deserialize(value).map_err(|cause| format!("is malformed: {}", shortened(&cause)));
        let of_node = |read: ConstraintExtension| {
            read.constraint(node as u32, document.root.nodes.len()).map_err(|fault| fault.to_string())
        };
        match read.and_then(of_node) {
            Ok(constraint) => constraints.push(constraint),
            Err(cause) => {
                let first = format!("{} {cause}", Location::named("node", node, source.name.as_deref()));
                warnings.add(&Location::file(), WarningKind::ConstraintsIgnored { constraints: 1, first });
            }
        }
    }
    constraints
}

/// The twist drivers that `rig` wrote. Other extras are ignored.
fn twist_drivers(document: &GltfDocument, skeleton: &Skeleton) -> Vec<TwistDriver> {
    let extras = document.root.nodes.iter().map(|node| node.extras.as_ref());
    (0..)
        .zip(extras)
        .filter_map(|(node, extras)| {
            let extras: TwistExtras = serde_json::from_str(extras?.get()).ok()?;
            extras.driver(node, skeleton)
        })
        .collect()
}

fn parents(document: &GltfDocument) -> Result<Vec<Option<u32>>, ImportError> {
    let mut parents: Vec<Option<u32>> = vec![None; document.root.nodes.len()];
    for (index, node) in document.root.nodes.iter().enumerate() {
        for child in node.children.iter().flatten().map(Index::value) {
            let second = index as u32;
            match parents.get_mut(child) {
                Some(parent @ None) => *parent = Some(second),
                Some(Some(first)) => {
                    let name = document.root.nodes[child].name.as_deref();
                    let fault = Fault::TwoParents { first: *first, second };
                    return Err(fault.at(&Location::named("node", child, name)));
                }
                None => {}
            }
        }
    }
    Ok(parents)
}

/// The nodes reachable from the default scene: `scene`, otherwise scene 0, otherwise all nodes.
pub(super) fn nodes_in_scene(document: &GltfDocument) -> Vec<bool> {
    let scene = document.root.scenes.get(document.root.scene.map_or(0, |scene| scene.value()));
    let Some(scene) = scene else {
        return vec![true; document.root.nodes.len()];
    };
    let mut reached = vec![false; document.root.nodes.len()];
    let mut open = scene.nodes.clone();
    while let Some(index) = open.pop() {
        if let Some(seen @ false) = reached.get_mut(index.value()) {
            *seen = true;
            open.extend(document.root.nodes[index.value()].children.iter().flatten());
        }
    }
    reached
}

/// Content of an extension for a node.
pub(super) fn extension<'a>(node: &'a json::Node, name: &str) -> Option<&'a serde_json::Value> {
    node.extensions.as_ref()?.others.get(name)
}

/// Whether each node is hidden: it or a node above has `visible: false` (KHR_node_visibility).
pub(super) fn hidden_nodes(document: &GltfDocument) -> Vec<bool> {
    let nodes = &document.root.nodes;
    let hides = |node: &json::Node| {
        let visible =
            extension(node, "KHR_node_visibility").and_then(|visibility| visibility.get("visible")?.as_bool());
        visible == Some(false)
    };
    let mut hidden = vec![false; nodes.len()];
    let mut open: Vec<usize> = (0..nodes.len()).filter(|&node| hides(&nodes[node])).collect();
    while let Some(node) = open.pop() {
        if let Some(seen @ false) = hidden.get_mut(node) {
            *seen = true;
            open.extend(nodes[node].children.iter().flatten().map(Index::value));
        }
    }
    hidden
}

/// The nodes that are shown as joints: the joints of all skins. Without a skin: the nodes that a clip animates, and
/// their ancestors. Without animation either: the nodes of the scene that have no mesh.
fn shown_as_joints(document: &GltfDocument, parents: &[Option<u32>], in_scene: &[bool]) -> Vec<bool> {
    let mut is_joint = vec![false; document.root.nodes.len()];
    if !document.root.skins.is_empty() {
        for joint in document.root.skins.iter().flat_map(|skin| &skin.joints) {
            is_joint[joint.value()] = true;
        }
        return is_joint;
    }
    let channels = document.root.animations.iter().flat_map(|animation| &animation.channels);
    let targets = channels.map(|channel| &channel.target);
    let moving = targets.filter(|target| target.path != Checked::Valid(Property::MorphTargetWeights));
    for node in moving.filter_map(target_node) {
        let mut current = Some(node.value() as u32);
        while let Some(node) = current.filter(|&node| !is_joint[node as usize]) {
            is_joint[node as usize] = true;
            current = parents[node as usize];
        }
    }
    if !is_joint.contains(&true) {
        for (index, node) in document.root.nodes.iter().enumerate() {
            is_joint[index] = node.mesh.is_none() && in_scene[index];
        }
    }
    is_joint
}

type RestTransform = (Trs, Option<DMat3>);

/// The rest transform of a node. `by_rows` says whether the file's matrices are stored by rows.
fn rest_transform(node: &json::Node, by_rows: bool, warnings: &mut Warnings) -> Result<RestTransform, Fault> {
    let file = Location::file();
    let has_trs = node.translation.is_some() || node.rotation.is_some() || node.scale.is_some();
    if let Some(matrix) = &node.matrix {
        if has_trs {
            warnings.add(&file, WarningKind::MatrixAndTrs { nodes: 1 });
        }
        return if by_rows { from_matrix(&transposed(matrix), warnings) } else { from_matrix(matrix, warnings) };
    }
    let translation = Vec3::from_array(node.translation.unwrap_or_default());
    let scale = Vec3::from_array(node.scale.unwrap_or([1.0; 3]));
    let rotation = Quat::from_array(node.rotation.unwrap_or_default().0);
    if !translation.is_finite() || !scale.is_finite() || !rotation.is_finite() {
        return Err(Fault::NotFinite { what: "a transform with a value", element: 0 });
    }
    let length = rotation.as_dquat().length();
    let rotation = if length < f64::from(f32::MIN_POSITIVE) {
        warnings.add(&file, WarningKind::RotationsOfLengthZero { nodes: 1 });
        Quat::IDENTITY
    } else {
        if (length - 1.0).abs() > NON_UNIT {
            warnings.add(&file, WarningKind::RotationsNormalized { nodes: 1 });
        }
        (rotation.as_dquat() / length).as_quat()
    };
    Ok((Trs { translation, rotation, scale }, None))
}

/// Rotations this close to unit length differ from it by rounding only: 16-bit components, or a few digits of text.
const NON_UNIT: f64 = 5e-3;

/// Decomposes a matrix into T R S, or T R S residual if it has shear.
fn from_matrix(matrix: &Matrix, warnings: &mut Warnings) -> Result<RestTransform, Fault> {
    if let Some(element) = matrix.iter().position(|value| !value.is_finite()) {
        return Err(Fault::NotFinite { what: "a matrix with a value", element });
    }
    if [matrix[3], matrix[7], matrix[11], matrix[15]] != [0.0, 0.0, 0.0, 1.0] {
        warnings.add(&Location::file(), WarningKind::MatrixLastRow { nodes: 1 });
    }
    let column = |i: usize| Vec3::new(matrix[i], matrix[i + 1], matrix[i + 2]);
    let linear = Mat3::from_cols(column(0), column(4), column(8)).as_dmat3();
    let polar = polar_decompose(linear);
    let rotation = polar.rotation.as_quat();
    let diagonal = DVec3::new(polar.stretch.x_axis.x, polar.stretch.y_axis.y, polar.stretch.z_axis.z);
    let largest = linear.to_cols_array().iter().fold(0.0f64, |a, b| a.max(b.abs()));
    let sheared = !(DMat3::from_diagonal(diagonal)).abs_diff_eq(polar.stretch, SHEAR * largest);
    let (scale, residual) = if sheared { (Vec3::ONE, Some(polar.stretch)) } else { (diagonal.as_vec3(), None) };
    let rest = Trs { translation: column(12), rotation, scale };
    if !rest.rotation.is_finite() || !rest.scale.is_finite() || residual.is_some_and(|r| !r.is_finite()) {
        return Err(Fault::Overflow { what: "a matrix" });
    }
    Ok((rest, residual))
}

/// Shear below this fraction of a matrix's largest entry is rounding.
const SHEAR: f64 = 1e-5;
