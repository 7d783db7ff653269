//! The whole mesh moved by one blend of two joints: Kavan 2008, section 2.3 and figure 5.

use super::skin_inputs::SkinnedVertex;
use super::vertex_skinner::VertexSkinner;
use super::{Covariance, JointMotion, JointPalette, JointSets, PrimitiveCenters, SkinningMethod, SkinningSettings};
use crate::math::polar_decompose;
use crate::model::{Influence, Influences, Model, Pose, Primitive, WholeMesh};
use glam::{DMat3, DQuat, DVec3, Vec3};

/// The motions of a skin's joints, all equal to the blend of two if the pose moves the whole mesh and the skin has the
/// joint. Every method then moves each vertex like one with the weights 1 - t and t: a blend of equal motions is that
/// motion.
pub(super) fn with_whole_mesh(
    model: &Model,
    skin: u32,
    pose: &Pose,
    settings: SkinningSettings,
    motions: Vec<JointMotion>,
) -> Vec<JointMotion> {
    let Some(WholeMesh { joint, weight }) = pose.whole_mesh else { return motions };
    let joints = &model.skins[skin as usize].joints;
    let Some(own) = joints.iter().position(|one| one.node == joint) else { return motions };
    let parent = joints[own].parent.map_or_else(|| at_rest(&motions[own]), |parent| motions[parent as usize]);
    let blended = blend_of_two([parent, motions[own]], weight, settings, || surface(model, skin));
    // Each joint keeps its place in the rest pose, from which some methods choose.
    let moved = |motion: JointMotion| JointMotion {
        turn: blended.turn,
        axes_turn: blended.axes_turn,
        stretch: blended.stretch,
        // One first phase for all joints, whatever a method blends the second with.
        stretched_origin: blended.stretch * motion.bind_origin,
        posed_origin: blended.full_transform().transform_point3(motion.bind_origin),
        ..motion
    };
    motions.into_iter().map(moved).collect()
}

fn at_rest(motion: &JointMotion) -> JointMotion {
    let origin = motion.bind_origin;
    JointMotion {
        turn: DQuat::IDENTITY,
        axes_turn: DQuat::IDENTITY,
        stretch: DMat3::IDENTITY,
        stretched_origin: origin,
        posed_origin: origin,
        ..*motion
    }
}

/// The affine map that a method makes of two motions with the weights 1 - t and t, as one motion. Found by applying the
/// method's twin to four points.
///
/// `direct-quaternion` makes one map around each joint. The mesh takes the map of the heavier joint. `bulge-free-dqs`
/// moves the vertices around bones, each differently, and all of the mesh as `dqs` does; `delta-mush`
/// smooths what `lbs` does, and `direct-delta-mush` turns the whole surface as `cor-procrustes` does. A method that is not built in gives no map, so its palette has that of `lbs`.
fn blend_of_two(
    pair: [JointMotion; 2],
    weight: f32,
    settings: SkinningSettings,
    surface: impl FnOnce() -> (Vec3, Covariance),
) -> JointMotion {
    let mut influences = [(0, 1.0 - weight), (1, weight)].map(|(joint, weight)| Influence { joint, weight });
    // The heaviest first, as in a model.
    influences.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let influences: Vec<Influence> = influences.into_iter().filter(|influence| influence.weight > 0.0).collect();
    let method = match settings.method {
        SkinningMethod::BulgeFreeDqs => SkinningMethod::Dqs,
        SkinningMethod::DeltaMush | SkinningMethod::Own(_) => SkinningMethod::Lbs,
        SkinningMethod::DirectDeltaMush => SkinningMethod::CorProcrustes,
        method => method,
    };
    let settings = SkinningSettings { method, ..settings };
    let (base, step) = match settings.method {
        SkinningMethod::DirectQuaternion => {
            let order = if weight > 0.5 { [1, 0] } else { [0, 1] };
            let [near, other] = order.map(|joint: usize| pair[joint].bind_origin);
            (near, 0.25 * near.distance(other))
        }
        _ => (DVec3::ZERO, 0.0),
    };
    let far = pair.iter().flat_map(|motion| [motion.bind_origin, motion.posed_origin]);
    let reach = far.map(DVec3::length).fold(f64::from(f32::MIN_POSITIVE), f64::max);
    let step = if step > 0.0 { step } else { reach };
    let points = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (base + axis * step).as_vec3());
    let lists = points.iter().map(|_| influences.as_slice());
    let Ok((influences, _)) = Influences::normalized(lists, pair.len()) else { return pair[0] };
    let primitive = Primitive {
        mesh_name: String::new(),
        node: 0,
        skin: 0,
        material: 0,
        positions: points.to_vec(),
        normals: vec![Vec3::Z; points.len()],
        texcoords: Vec::new(),
        second_texcoords: Vec::new(),
        blend_factors: Vec::new(),
        colors: Vec::new(),
        indices: Vec::new(),
        influences,
        morphs: None,
    };
    let mut palette = JointPalette::from_motions(&pair);
    let mut sets = JointSets::default();
    sets.add(primitive.influences.of(0));
    palette.find_centers(&sets, &pair);
    let centers = if settings.method.needs_centers() {
        let (center, covariance) = surface();
        PrimitiveCenters::with_covariances(vec![center; points.len()], vec![covariance; points.len()])
    } else {
        PrimitiveCenters::default()
    };
    let skinner = VertexSkinner::of_joints(&primitive, &palette, settings, &centers);
    let mut posed = [SkinnedVertex { position: Vec3::ZERO, normal: Vec3::ZERO }; 4];
    skinner.skin(&mut posed, skinner.from(0));
    let [origin, x, y, z] = posed.map(|vertex| vertex.position.as_dvec3());
    let polar = polar_decompose(DMat3::from_cols(x - origin, y - origin, z - origin) * (1.0 / step));
    JointMotion {
        turn: polar.rotation,
        // Whatever they turn by, motions that take a point to one place blend to one that does.
        axes_turn: polar.rotation,
        stretch: polar.stretch,
        bind_origin: base,
        stretched_origin: base,
        posed_origin: origin,
    }
}

/// The center of rotation of vertices that all have the same two weights, and the covariance about it: every triangle
/// is as similar as any other, so both belong to the whole surface of the skin (Le & Hodgins 2016, eq. 1).
fn surface(model: &Model, skin: u32) -> (Vec3, Covariance) {
    let corners = |primitive: &Primitive| -> Vec<[DVec3; 3]> {
        let at = |index: &u32| primitive.positions.get(*index as usize).map_or(DVec3::ZERO, |point| point.as_dvec3());
        primitive
            .indices
            .as_chunks::<3>()
            .0
            .iter()
            .map(|triangle| [0, 1, 2].map(|corner| at(&triangle[corner])))
            .collect()
    };
    let of_skin = model.primitives.iter().filter(|primitive| primitive.skin == skin);
    let triangles: Vec<[DVec3; 3]> = of_skin.flat_map(|primitive| corners(primitive)).collect();
    let area = |[a, b, c]: [DVec3; 3]| 0.5 * (b - a).cross(c - a).length();
    let whole: f64 = triangles.iter().map(|&triangle| area(triangle)).sum();
    let moment: DVec3 = triangles.iter().map(|&[a, b, c]| (a + b + c) / 3.0 * area([a, b, c])).sum();
    let center = moment / whole;
    if !center.is_finite() {
        return (Vec3::ZERO, Covariance::NONE);
    }
    let outer = |v: DVec3| DMat3::from_cols(v * v.x, v * v.y, v * v.z);
    let moments = triangles.iter().fold(DMat3::ZERO, |sum, &triangle| {
        let [a, b, c] = triangle.map(|corner| corner - center);
        sum + (outer(a) + outer(b) + outer(c) + outer(a + b + c)) * (area(triangle) / 12.0)
    });
    (center.as_vec3(), Covariance::of_moments(moments))
}
