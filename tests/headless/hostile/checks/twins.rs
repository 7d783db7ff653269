use super::numbers::Numbers;
use crate::reference::centers::{Center, outer};
use crate::reference::{self, Settings};
use crate::small_models::{Vertex, small_model};
use glam::{DAffine3, DMat3, DVec3, Quat, Vec3};
use skinscope::model::{Influence, Model, Node, Pose, ScaleKind, Skeleton, Trs};
use skinscope::skinning::{
    Antipodality, BlendFactor, Covariance, JointPalette, JointSets, PrimitiveCenters, SignMode, SkinningMethod,
    SkinningSettings, deform_primitive_about,
};

/// Fraction of the largest coordinate, to be multiplied by the factor by which the blend's length and firmness increase
/// rounding. The table of errors holds a fifth of this; a search for the worst rig may find more.
const TOLERANCE: f64 = 1e-4;
/// Below these, rounding chooses what is compared.
const SIGN_MARGIN: f64 = 1e-3;
const FIRM: f64 = 0.3;
const SHORTEST_BLEND: f64 = 0.02;
/// One minus the product of two rotations that are a degree apart.
const LEAST_TURN: f32 = 4e-5;

/// Turns that rounding and signs like to get wrong.
const ANGLES: [f32; 8] = [0.0, 90.0, 180.0, -180.0, 179.0, 270.0, 359.0, 360.0];

/// A small rig in a pose, out of any bytes: the CPU twin of a method agrees with the reference in double precision. False where rounding
/// chooses every vertex.
pub fn twins(bytes: &[u8]) -> bool {
    let numbers = &mut Numbers::new(bytes);
    let settings = settings(numbers);
    let model = model(numbers);
    let pose = pose(&model, numbers);
    let (centers, of_vertices) = centers(&model);
    let palettes = JointPalette::all(&model, &pose, settings);
    let found = deform_primitive_about(&model, &model.primitives[0], &palettes[0], settings, &centers).unwrap();
    let exact = reference::deform_about(&model, &pose, Settings::from(settings), &of_vertices);
    assert_eq!(found.len(), exact.len());
    let rest = model.primitives[0].positions.iter().map(|position| f64::from(position.length()));
    let joints = pose.scene_from_node(&model.skeleton, settings.scale_kind);
    let joints = joints.iter().map(|scene_from_joint| scene_from_joint.translation.length());
    let posed = exact.iter().map(|vertex| vertex.position.length());
    let size = rest.chain(joints).chain(posed).fold(1.0, f64::max);
    let mut compared = 0;
    for (vertex, (found, exact)) in found.iter().zip(&exact).enumerate() {
        assert!(found.position.is_finite(), "{settings:?}, vertex {vertex}: {}", found.position);
        let chosen_by_rounding = exact.sign_margin < SIGN_MARGIN
            || exact.firmness < FIRM
            || has_half_turn(&model, &palettes[0], settings, vertex);
        let size = size_at(&model, &palettes[0], settings, vertex, size);
        let (Some(size), false, true) = (size, chosen_by_rounding, exact.blend_length >= SHORTEST_BLEND) else {
            continue;
        };
        let distance = found.position.as_dvec3().distance(exact.position);
        let error = distance / size * exact.blend_length * exact.firmness.min(1.0);
        assert!(
            error < TOLERANCE,
            "{settings:?}, vertex {vertex}: {} should be {}, {error:e}",
            found.position,
            exact.position
        );
        compared += 1;
    }
    compared > 0
}

/// Whether a vertex takes the signs as its joints have them, and one of these makes a half turn: rounding says on which
/// side of zero its real part is, and so which sign is canonical.
fn has_half_turn(model: &Model, palette: &JointPalette, settings: SkinningSettings, vertex: usize) -> bool {
    let half = |influence: &Influence| palette.motions[influence.joint as usize].real.w.abs() < 1e-5;
    settings.antipodality().sign_mode() == SignMode::AsGiven
        && model.primitives[0].influences.of(vertex).iter().any(half)
}

/// The largest coordinate that skinning a vertex comes by: `spherical` adds a center that may be far away, and takes it
/// off again. `None` where two of its joints turn so much alike that rounding says where that center is.
fn size_at(model: &Model, palette: &JointPalette, settings: SkinningSettings, vertex: usize, size: f64) -> Option<f64> {
    if settings.method != SkinningMethod::Spherical {
        return Some(size);
    }
    let influences = model.primitives[0].influences.of(vertex);
    let turns: Vec<Quat> = influences.iter().map(|one| palette.motions[one.joint as usize].real).collect();
    let alike = |a: &Quat, b: &Quat| 1.0 - a.dot(*b).abs() < LEAST_TURN;
    let are_alike = (1..turns.len()).any(|index| turns[..index].iter().any(|other| alike(other, &turns[index])));
    let set = JointSets::of_skin(model, 0).index_of(influences);
    (!are_alike).then(|| size + f64::from(palette.rotation_centers.of_set(set).length()))
}

fn settings(numbers: &mut Numbers<'_>) -> SkinningSettings {
    SkinningSettings {
        method: SkinningMethod::ALL[numbers.below(SkinningMethod::ALL.len())],
        chosen_antipodality: Some(Antipodality::ALL[numbers.below(Antipodality::ALL.len())]),
        scale_kind: ScaleKind::ALL[numbers.below(ScaleKind::ALL.len())],
        blend: BlendFactor::nearest(numbers.between(0.0, 1.0)),
        ..SkinningSettings::default()
    }
}

fn vector(numbers: &mut Numbers<'_>, most: f32) -> Vec3 {
    Vec3::new(numbers.between(-most, most), numbers.between(-most, most), numbers.between(-most, most))
}

fn turn(numbers: &mut Numbers<'_>) -> Quat {
    let kind = numbers.byte();
    let degrees = match kind & 1 {
        0 => ANGLES[usize::from(kind >> 1) % ANGLES.len()],
        _ => numbers.between(-360.0, 360.0),
    };
    let axis = match kind >> 4 {
        axis @ 0..3 => Vec3::AXES[usize::from(axis)],
        _ => vector(numbers, 1.0).try_normalize().unwrap_or(Vec3::X),
    };
    Quat::from_axis_angle(axis, degrees.to_radians())
}

fn model(numbers: &mut Numbers<'_>) -> Model {
    let joint_count = 1 + numbers.below(6);
    let nodes: Vec<Node> = (0..joint_count)
        .map(|index| {
            let parent = (index > 0).then(|| numbers.below(index) as u32);
            let rest = Trs { translation: vector(numbers, 1.0), rotation: turn(numbers), scale: Vec3::ONE };
            Node { is_joint: true, ..Node::new(format!("joint {index}"), parent, rest) }
        })
        .collect();
    let skeleton = Skeleton::new(nodes.clone()).unwrap();
    let rest = Pose::rest(&skeleton).scene_from_node(&skeleton, ScaleKind::Inherited);
    let bind: Vec<DAffine3> = rest
        .iter()
        .map(|scene_from_joint| match numbers.byte() {
            // A bind pose that is not the rest pose.
            kind if kind & 3 == 3 => *scene_from_joint * DAffine3::from_quat(turn(numbers).as_dquat()),
            _ => *scene_from_joint,
        })
        .collect();
    let lists: Vec<(Vec3, Vec<Influence>)> = (0..1 + numbers.below(4))
        .map(|_| {
            let position = vector(numbers, 1.0);
            let count = 1 + numbers.below(5);
            let joint = |numbers: &mut Numbers<'_>| numbers.below(joint_count) as u32;
            let weight = |numbers: &mut Numbers<'_>| f32::from(1 + numbers.byte() % 100) / 100.0;
            let influences = (0..count).map(|_| Influence { joint: joint(numbers), weight: weight(numbers) });
            (position, influences.collect())
        })
        .collect();
    let vertices: Vec<Vertex<'_>> = lists
        .iter()
        .map(|(position, influences)| Vertex { position: *position, normal: Vec3::Y, influences })
        .collect();
    small_model(nodes, &bind, &vertices)
}

fn pose(model: &Model, numbers: &mut Numbers<'_>) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    for joint in &mut pose.joints {
        let kind = numbers.byte();
        joint.rotation = (joint.rotation * turn(numbers)).normalize();
        if kind & 1 != 0 {
            joint.translation += vector(numbers, 0.5);
        }
        if kind & 2 != 0 {
            joint.scale = Vec3::ONE + vector(numbers, 0.4);
        }
        if kind & 4 != 0 {
            joint.local_scale = Vec3::ONE + vector(numbers, 0.4);
            joint.local_shear = vector(numbers, 0.3);
        }
        if kind & 0xf8 == 0xf8 {
            joint.scale.x = -joint.scale.x;
        }
    }
    pose
}

/// Centers that any mesh could give: the weighted mean of the joints where they are bound, and their spread about it.
fn centers(model: &Model) -> (PrimitiveCenters, Vec<Option<Center>>) {
    let primitive = &model.primitives[0];
    let joints = &model.skins[0].joints;
    let center = |vertex: usize| {
        let influences = reference::influences(primitive, vertex);
        let mean = influences.iter().map(|&(joint, weight)| joints[joint].bind_origin * weight).sum::<DVec3>();
        let spread = influences.iter().fold(DMat3::IDENTITY * 0.01, |sum, &(joint, weight)| {
            let offset = joints[joint].bind_origin - mean;
            sum + outer(offset, offset) * weight
        });
        (mean.as_vec3(), Covariance::of_moments(spread))
    };
    let (points, covariances): (Vec<Vec3>, Vec<Covariance>) = (0..primitive.positions.len()).map(center).unzip();
    let of_vertices = points.iter().zip(&covariances).map(|(point, covariance)| {
        Some(Center { point: point.as_dvec3(), covariance: covariance.matrix().as_dmat3() })
    });
    let of_vertices = of_vertices.collect();
    (PrimitiveCenters::with_covariances(points, covariances), of_vertices)
}
