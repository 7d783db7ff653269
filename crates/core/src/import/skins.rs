//! Skins as in the file, and their conversion to the bind frame.

use super::accessor::{Accessors, FLOAT, Fractions};
use super::matrix::{Matrix, are_by_rows, has_wrong_last_row, transposed};
use super::{Fault, GltfDocument, ImportError, Location, WarningKind, Warnings};
use crate::math::polar_decompose;
use crate::model::{Skeleton, Skin, SkinJoint, SkinKind};
use glam::{DAffine3, DMat3, DVec3};
use gltf::json::accessor::Type;
use std::collections::HashMap;

/// A glTF skin before its bind frame is known.
#[derive(Debug)]
pub(super) struct SourceSkin {
    pub name: String,
    /// Node indices.
    pub joints: Vec<u32>,
    /// Inverse bind transforms, one per joint; `None` if the file's matrix cannot be inverted.
    pub inverse_bind: Vec<Option<DAffine3>>,
    pub location: Location,
}

pub(super) fn read_skins(
    document: &GltfDocument,
    accessors: &Accessors<'_>,
    warnings: &mut Warnings,
) -> Result<Vec<SourceSkin>, ImportError> {
    let read = |(index, skin): (usize, &gltf::json::Skin)| {
        let location = Location::named("skin", index, skin.name.as_deref());
        accessors.budget().take(JOINT_BYTES * skin.joints.len() as u64).map_err(|fault| fault.at(&location))?;
        let inverse_bind = match inverse_bind_matrices(accessors, skin, &location, warnings)? {
            None => vec![Some(DAffine3::IDENTITY); skin.joints.len()],
            Some(matrices) => invertible(&matrices, &location, warnings),
        };
        let joints = skin.joints.iter().map(|joint| joint.value() as u32).collect();
        Ok(SourceSkin { name: skin.name.clone().unwrap_or_default(), joints, inverse_bind, location })
    };
    document.root.skins.iter().enumerate().map(read).collect()
}

/// Memory for a joint of a skin, in bytes.
const JOINT_BYTES: u64 = 500;

/// The inverse bind matrices of a skin by columns, one per joint; `None` if the file has none.
pub(super) fn inverse_bind_matrices(
    accessors: &Accessors<'_>,
    skin: &gltf::json::Skin,
    location: &Location,
    warnings: &mut Warnings,
) -> Result<Option<Vec<Matrix>>, ImportError> {
    let Some(accessor) = skin.inverse_bind_matrices else { return Ok(None) };
    let mut read = || {
        let mut matrices = accessors.floats::<16>(accessor, Type::Mat4, FLOAT, Fractions::AsSaid)?;
        // More matrices than joints are allowed and ignored.
        matrices.truncate(skin.joints.len());
        if let Some(element) = matrices.iter().position(|matrix| matrix.iter().any(|value| !value.is_finite())) {
            return Err(Fault::NotFinite { what: "a matrix with a value", element });
        }
        if are_by_rows(matrices.iter()) {
            warnings.add(location, WarningKind::InverseBindsByRows);
            matrices.iter_mut().for_each(|matrix| *matrix = transposed(matrix));
        }
        let (found, joints) = (matrices.len(), skin.joints.len());
        if found < joints {
            warnings.add(location, WarningKind::InverseBindCount { matrices: found, joints });
            accessors.budget().take((size_of::<Matrix>() * (joints - found)) as u64)?;
            matrices.resize(joints, glam::Mat4::IDENTITY.to_cols_array());
        }
        Ok(matrices)
    };
    let located = |fault: Fault| fault.at(&location.part("inverse bind matrices in accessor", accessor));
    read().map(Some).map_err(located)
}

/// The matrices as transforms; `None` for those that cannot be inverted.
fn invertible(matrices: &[Matrix], location: &Location, warnings: &mut Warnings) -> Vec<Option<DAffine3>> {
    let joints = matrices.iter().filter(|matrix| has_wrong_last_row(matrix)).count();
    if joints > 0 {
        warnings.add(location, WarningKind::InverseBindLastRow { joints });
    }
    let affine = |m: &Matrix| {
        let column = |i: usize| DVec3::new(f64::from(m[i]), f64::from(m[i + 1]), f64::from(m[i + 2]));
        DAffine3 { matrix3: DMat3::from_cols(column(0), column(4), column(8)), translation: column(12) }
    };
    let transforms: Vec<_> = matrices.iter().map(|m| Some(affine(m)).filter(|m| is_invertible(m, SINGULAR))).collect();
    let joints = transforms.iter().filter(|transform| transform.is_none()).count();
    if joints > 0 {
        warnings.add(location, WarningKind::SingularInverseBind { joints });
    }
    transforms
}

/// A condition number above which a matrix in f32 is rounding noise rather than a transform.
const SINGULAR: f64 = 1e7;

/// A condition number above which the bind frame would lose more than half of the digits of f32 positions.
const ILL_CONDITIONED: f64 = 1e4;

/// Whether the linear part has an inverse and a condition number (Frobenius) of at most `condition`.
fn is_invertible(transform: &DAffine3, condition: f64) -> bool {
    let norm = |m: DMat3| m.to_cols_array().iter().map(|entry| entry * entry).sum::<f64>().sqrt();
    let linear = transform.matrix3;
    // Relative to its norm; otherwise the determinant of a matrix in micrometers would be treated as zero.
    let size = norm(linear);
    if !transform.is_finite() || size == 0.0 || !size.is_finite() {
        return false;
    }
    let inverse = (linear * size.recip()).inverse();
    inverse.is_finite() && norm(inverse) <= condition && transform.inverse().is_finite()
}

/// An invertible transform close to `transform`: itself if it can be inverted; otherwise its translation and rotation
/// with its largest stretch in all directions (a thousandth if it collapses everything to a point).
pub(super) fn invertible_near(transform: DAffine3) -> (DAffine3, bool) {
    if is_invertible(&transform, SINGULAR) {
        return (transform, true);
    }
    let linear = transform.matrix3;
    let largest = [linear.x_axis, linear.y_axis, linear.z_axis].map(DVec3::length).into_iter().fold(0.0, f64::max);
    let scale = if largest > 1e-12 { largest } else { 1e-3 };
    let rotation = polar_decompose(linear).rotation;
    (DAffine3::from_scale_rotation_translation(DVec3::splat(scale), rotation, transform.translation), false)
}

/// Load of a joint: the part of a mesh that follows it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JointLoad {
    /// Sum of the weights.
    total_weight: f64,
    /// Whether any vertex follows it. Negative weights can result in a total of zero.
    moves_vertices: bool,
}

impl JointLoad {
    pub fn add(&mut self, weight: f32) {
        self.total_weight += f64::from(weight);
        self.moves_vertices |= weight != 0.0;
    }
}

/// Transforms a skin into its bind frame: B is the rest transform times the inverse bind matrix of the heaviest joint
/// for which that product is well conditioned.
///
/// The inverse bind matrix of a joint that moves no vertex never affects the image, and exporters write arbitrary
/// values there: Rigify's helpers lack the scale of the joints around them. Such a joint has no bind transform of its
/// own. It keeps its rest offset from the nearest ancestor in the skin, so that it passes on only the stretch since
/// rest.
///
/// `loads` holds each joint's load over all vertices that the skin deforms.
pub(super) fn bind(
    source: &SourceSkin,
    loads: &[JointLoad],
    scene_from_node: &[DAffine3],
    skeleton: &Skeleton,
    warnings: &mut Warnings,
) -> Skin {
    let rest = |joint: usize| scene_from_node[source.joints[joint] as usize];
    let mut heaviest_first: Vec<usize> = (0..source.joints.len()).collect();
    heaviest_first.sort_by(|&a, &b| loads[b].total_weight.total_cmp(&loads[a].total_weight));
    let bind_from_mesh = heaviest_first
        .into_iter()
        .filter_map(|joint| Some(rest(joint) * source.inverse_bind[joint]?))
        .find(|candidate| is_invertible(candidate, ILL_CONDITIONED));
    let used = loads.iter().any(|load| load.moves_vertices);
    if bind_from_mesh.is_none() && used {
        warnings.add(&source.location, WarningKind::NoBindFrame);
    }
    let bind_from_mesh = bind_from_mesh.unwrap_or(DAffine3::IDENTITY);
    let mesh_from_bind = bind_from_mesh.inverse();

    let parents = joint_parents(&source.joints, skeleton);
    let mut bind_from_joint: Vec<DAffine3> = vec![DAffine3::IDENTITY; source.joints.len()];
    let mut joints: Vec<Option<SkinJoint>> = vec![None; source.joints.len()];
    for joint in skeleton.order_parents_first(source.joints.iter().copied()) {
        let own_bind = source.inverse_bind[joint]
            .filter(|_| loads[joint].moves_vertices)
            .map(|inverse_bind| inverse_bind * mesh_from_bind)
            .filter(|joint_from_bind| is_invertible(joint_from_bind, f64::INFINITY));
        let joint_from_bind = own_bind.unwrap_or_else(|| {
            let bind_from_rest = parents[joint].map_or(DAffine3::IDENTITY, |parent| {
                bind_from_joint[parent as usize] * invertible_near(rest(parent as usize)).0.inverse()
            });
            invertible_near(bind_from_rest * rest(joint)).0.inverse()
        });
        bind_from_joint[joint] = joint_from_bind.inverse();
        joints[joint] = Some(SkinJoint::new(source.joints[joint], parents[joint], joint_from_bind));
    }
    let joints: Vec<SkinJoint> = joints.into_iter().flatten().collect();
    let moving = joints.iter().zip(loads).filter(|(_, load)| load.moves_vertices).map(|(joint, _)| joint);
    if let Some(kind) = disagreement(moving, scene_from_node, skeleton) {
        warnings.add(&source.location, kind);
    }
    Skin { name: source.name.clone(), kind: SkinKind::Skinned, joints, bind_from_mesh }
}

/// Joints rarely differ in scale by more than this factor on purpose.
const SCALES_AGREE: f64 = 2.0;

/// A warning if the rest pose shows the skin of one joint much larger than the skin of another.
fn disagreement<'a>(
    moving: impl Iterator<Item = &'a SkinJoint>,
    scene_from_node: &[DAffine3],
    skeleton: &Skeleton,
) -> Option<WarningKind> {
    // A joint that is scaled to zero at rest hides its skin on purpose.
    let scales: Vec<(f64, &SkinJoint)> = moving
        .map(|joint| ((scene_from_node[joint.node as usize] * joint.joint_from_bind).matrix3, joint))
        .map(|(rest_from_bind, joint)| (rest_from_bind.determinant().abs().cbrt(), joint))
        .filter(|(scale, _)| *scale > 1e-6)
        .collect();
    let smallest = scales.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let largest = scales.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let factor = largest.0 / smallest.0;
    let label = |joint: &SkinJoint| skeleton.label(joint.node);
    (factor > SCALES_AGREE).then(|| WarningKind::BindScalesDisagree {
        factor,
        smallest: label(smallest.1),
        largest: label(largest.1),
    })
}

/// For each joint, the nearest ancestor that is a joint of the same skin.
fn joint_parents(joints: &[u32], skeleton: &Skeleton) -> Vec<Option<u32>> {
    // For each visited node, the nearest joint at or above it. A node listed twice is treated as its first entry.
    let mut nearest: HashMap<u32, Option<u32>> = HashMap::new();
    let mut joint_of: HashMap<u32, u32> = HashMap::new();
    for (joint, &node) in joints.iter().enumerate() {
        joint_of.entry(node).or_insert(joint as u32);
    }
    joints
        .iter()
        .map(|&node| {
            let mut walked = Vec::new();
            let mut current = skeleton.node(node).parent;
            let found = loop {
                let Some(ancestor) = current else { break None };
                if let Some(&joint) = joint_of.get(&ancestor) {
                    break Some(joint);
                }
                if let Some(&known) = nearest.get(&ancestor) {
                    break known;
                }
                walked.push(ancestor);
                current = skeleton.node(ancestor).parent;
            };
            nearest.extend(walked.into_iter().map(|ancestor| (ancestor, found)));
            found
        })
        .collect()
}

/// The skin of a mesh without one: a single joint, the node itself.
pub(super) fn rigid(
    name: String,
    node: u32,
    scene_from_node: DAffine3,
    location: &Location,
    warnings: &mut Warnings,
) -> Skin {
    let (bind_from_mesh, exact) = invertible_near(scene_from_node);
    if !exact {
        warnings.add(location, WarningKind::FlattenedNode);
    }
    let joints = vec![SkinJoint::new(node, None, bind_from_mesh.inverse())];
    Skin { name, kind: SkinKind::Rigid, joints, bind_from_mesh }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_does_not_matter_and_flatness_does() {
        let scaled = |x: f64, y: f64, z: f64| DAffine3::from_scale(DVec3::new(x, y, z));
        assert!(is_invertible(&scaled(1e-6, 1e-6, 2e-6), ILL_CONDITIONED));
        assert!(is_invertible(&scaled(-100.0, 100.0, 100.0), ILL_CONDITIONED));
        assert!(!is_invertible(&scaled(1.0, 1.0, 0.0), SINGULAR));
        assert!(!is_invertible(&scaled(0.0, 0.0, 0.0), SINGULAR));
        assert!(!is_invertible(&scaled(1.0, f64::NAN, 1.0), SINGULAR));
        let (near, exact) = invertible_near(scaled(0.0, 3.0, 0.0));
        assert!(!exact && (near.matrix3.determinant() - 27.0).abs() < 1e-9);
    }
}
