use super::{Camera, Ray, shown_bones};
use glam::{DAffine3, DVec3, Vec2, Vec3};
use skinscope_core::model::{Model, Skeleton, SkinKind};

/// Reach of the pointer, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPicker {
    /// Reach around a joint.
    pub joint_reach: f32,
    /// Reach around a bone.
    pub bone_reach: f32,
    /// Scale factor of the screen.
    pub pixels_per_point: f32,
}

impl Default for JointPicker {
    fn default() -> Self {
        Self { joint_reach: 9.0, bone_reach: 5.0, pixels_per_point: 1.0 }
    }
}

/// Distance of joints on the screen, in points, below which they are distinguished by depth: the front one wins.
const SAME_PLACE: f32 = 2.0;

/// Node whose joint or bone is under a pixel. A joint within reach takes precedence over bones; among several joints,
/// the nearest one to the pointer wins, and among those at one position the front-most. A bone stands for the joint
/// that rotates it.
pub fn pick_joint(
    camera: &Camera,
    size: [u32; 2],
    scene_from_node: &[DAffine3],
    skeleton: &Skeleton,
    pixel: Vec2,
    picker: JointPicker,
) -> Option<u32> {
    let origin = |node: u32| camera.project(scene_from_node[node as usize].translation.as_vec3(), size);
    let joints = skeleton.shown_joints().filter_map(|node| {
        let at = origin(node)?;
        Some(Candidate { node, away: at.truncate().distance(pixel), depth: at.z })
    });
    let bones = shown_bones(skeleton).filter_map(|bone| {
        let (away, depth) = distance_to_segment(pixel, origin(bone.joint)?, origin(bone.child)?);
        Some(Candidate { node: bone.joint, away, depth })
    });
    let scale = picker.pixels_per_point;
    best(joints, picker.joint_reach * scale, scale).or_else(|| best(bones, picker.bone_reach * scale, scale))
}

#[derive(Clone, Copy)]
struct Candidate {
    node: u32,
    /// Distance to the pointer in pixels.
    away: f32,
    /// Depth in front of the eye, in scene units.
    depth: f32,
}

fn best(candidates: impl Iterator<Item = Candidate>, reach: f32, scale: f32) -> Option<u32> {
    let near: Vec<Candidate> = candidates.filter(|candidate| candidate.away <= reach).collect();
    let nearest = near.iter().map(|candidate| candidate.away).min_by(f32::total_cmp)?;
    near.iter()
        .filter(|candidate| candidate.away <= nearest + SAME_PLACE * scale)
        .min_by(|a, b| a.depth.total_cmp(&b.depth))
        .map(|candidate| candidate.node)
}

/// Screen distance to a segment, and the depth there. Segment ends are pixel coordinates and depth.
fn distance_to_segment(pixel: Vec2, from: Vec3, to: Vec3) -> (f32, f32) {
    let along = (to - from).truncate();
    let t = (pixel - from.truncate()).dot(along) / along.length_squared().max(1e-6);
    let nearest = from.lerp(to, t.clamp(0.0, 1.0));
    (nearest.truncate().distance(pixel), nearest.z)
}

/// First intersection of a ray with the skin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinHit {
    /// Corner of the triangle that is nearest to the intersection.
    pub vertex: u32,
    /// Distance from the ray's origin, in scene units.
    pub distance: f64,
}

/// The first triangle hit by a ray, from either side, with its nearest corner. Exact: hidden triangles are not found.
pub fn pick_vertex(
    ray: Ray,
    position: impl Fn(u32) -> DVec3,
    triangles: impl IntoIterator<Item = [u32; 3]>,
) -> Option<SkinHit> {
    first_hit((ray.origin.as_dvec3(), ray.direction.as_dvec3()), position, triangles)
}

/// A vertex of a rigid mesh that a ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidHit {
    /// Index into the model's primitives.
    pub primitive: u32,
    /// The vertex of the primitive, and the distance.
    pub hit: SkinHit,
}

/// Like [`pick_vertex`], for the rigid meshes of a model, which are the same under every method. `is_shown` determines
/// whether a triangle of a primitive counts.
pub fn pick_rigid(
    ray: Ray,
    model: &Model,
    scene_from_node: &[DAffine3],
    is_shown: impl Fn(usize, [u32; 3]) -> bool,
) -> Option<RigidHit> {
    let mut nearest: Option<RigidHit> = None;
    for (index, primitive) in model.primitives.iter().enumerate() {
        let skin = &model.skins[primitive.skin as usize];
        let (SkinKind::Rigid, Some(joint)) = (skin.kind, skin.joints.first()) else { continue };
        let posed_from_bind = scene_from_node[joint.node as usize] * joint.joint_from_bind;
        if posed_from_bind.matrix3.determinant() == 0.0 {
            continue;
        }
        // The direction is not normalized again, so that distances remain those of the scene.
        let bind_from_posed = posed_from_bind.inverse();
        let origin = bind_from_posed.transform_point3(ray.origin.as_dvec3());
        let direction = bind_from_posed.transform_vector3(ray.direction.as_dvec3());
        let triangles = primitive.indices.as_chunks::<3>().0.iter().copied();
        let position = |vertex: u32| primitive.positions[vertex as usize].as_dvec3();
        let hit = first_hit((origin, direction), position, triangles.filter(|corners| is_shown(index, *corners)));
        if let Some(hit) = hit.filter(|hit| nearest.is_none_or(|nearest| hit.distance < nearest.hit.distance)) {
            nearest = Some(RigidHit { primitive: index as u32, hit });
        }
    }
    nearest
}

fn first_hit(
    (origin, direction): (DVec3, DVec3),
    position: impl Fn(u32) -> DVec3,
    triangles: impl IntoIterator<Item = [u32; 3]>,
) -> Option<SkinHit> {
    let mut first: Option<(f64, [u32; 3])> = None;
    for triangle in triangles {
        let corners = triangle.map(&position);
        if let Some(distance) = ray_meets_triangle(origin, direction, corners)
            && first.is_none_or(|(nearest, _)| distance < nearest)
        {
            first = Some((distance, triangle));
        }
    }
    let (distance, triangle) = first?;
    let at = origin + direction * distance;
    let away = |vertex: &u32| position(*vertex).distance_squared(at);
    let vertex = triangle.into_iter().min_by(|a, b| away(a).total_cmp(&away(b)))?;
    Some(SkinHit { vertex, distance })
}

/// Distance along the ray, by Möller & Trumbore (1997); `None` if the ray misses the triangle, hits it behind the
/// origin, or lies in its plane.
fn ray_meets_triangle(origin: DVec3, direction: DVec3, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(ac);
    let volume = ab.dot(across);
    if volume == 0.0 {
        return None;
    }
    let from_a = origin - a;
    let along_ab = from_a.dot(across) / volume;
    let turned = from_a.cross(ab);
    let along_ac = direction.dot(turned) / volume;
    let distance = ac.dot(turned) / volume;
    (along_ab >= 0.0 && along_ac >= 0.0 && along_ab + along_ac <= 1.0 && distance > 0.0).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::CameraPreset;
    use skinscope_core::math::Bounds;
    use skinscope_core::model::{
        Influences, Material, ModelParts, Node, Pose, Primitive, ScaleKind, Skin, SkinJoint, Trs,
    };

    const SIZE: [u32; 2] = [400, 400];

    /// Two arms, one behind the other.
    fn scene() -> (Skeleton, Vec<DAffine3>) {
        let at = |translation| Trs { translation, ..Trs::IDENTITY };
        let mut nodes = vec![
            Node::new("back", None, at(Vec3::new(0.0, 0.0, -1.0))),
            Node::new("back_end", Some(0), at(Vec3::Y)),
            Node::new("front", None, at(Vec3::new(0.0, 0.0, 0.0))),
            Node::new("front_end", Some(2), at(Vec3::new(1.0, 1.0, 0.0))),
        ];
        nodes.iter_mut().for_each(|node| node.is_joint = true);
        let skeleton = Skeleton::new(nodes).unwrap();
        let scene_from_node = Pose::rest(&skeleton).scene_from_node(&skeleton, ScaleKind::Inherited);
        (skeleton, scene_from_node)
    }

    fn pick(point: Vec3, shift: Vec2) -> Option<u32> {
        let (skeleton, scene_from_node) = scene();
        let bounds = Bounds { min: Vec3::new(-1.0, -1.0, -1.0), max: Vec3::new(1.0, 1.0, 1.0) };
        // So far away that both arms start at the same pixel.
        let mut camera = Camera::framing(bounds, SIZE, CameraPreset::Front);
        camera.target = Vec3::ZERO;
        let pixel = camera.project(point, SIZE).unwrap().truncate() + shift;
        pick_joint(&camera, SIZE, &scene_from_node, &skeleton, pixel, JointPicker::default())
    }

    #[test]
    fn of_joints_in_one_place_the_front_one() {
        assert_eq!(pick(Vec3::ZERO, Vec2::new(3.0, 0.0)), Some(2));
    }

    #[test]
    fn a_bone_counts_for_the_joint_that_turns_it() {
        assert_eq!(pick(Vec3::new(0.5, 0.5, 0.0), Vec2::new(2.0, 2.0)), Some(2));
        assert_eq!(pick(Vec3::new(1.0, 1.0, 0.0), Vec2::ZERO), Some(3));
    }

    #[test]
    fn far_from_everything_there_is_nothing() {
        assert_eq!(pick(Vec3::new(-0.8, -0.8, 0.0), Vec2::ZERO), None);
    }

    #[test]
    fn a_ray_finds_the_nearest_corner_of_the_front_triangle() {
        // Two squares of two triangles, one behind the other, facing either way.
        let square = |z: f64| [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| DVec3::new(x, y, z));
        let positions: Vec<DVec3> = square(0.0).into_iter().chain(square(-2.0)).collect();
        let triangles = [[4, 5, 6], [4, 6, 7], [0, 2, 1], [0, 2, 3]];
        let position = |vertex: u32| positions[vertex as usize];
        let from = |x: f32, y: f32, z: f32, direction| Ray { origin: Vec3::new(x, y, z), direction };
        let hit = pick_vertex(from(0.9, -0.8, 5.0, -Vec3::Z), position, triangles);
        assert_eq!(hit, Some(SkinHit { vertex: 1, distance: 5.0 }));
        let behind = pick_vertex(from(-0.9, 0.8, -1.0, -Vec3::Z), position, triangles);
        assert_eq!(behind, Some(SkinHit { vertex: 7, distance: 1.0 }), "what is behind the eye is not met");
        assert_eq!(pick_vertex(from(1.1, 0.0, 5.0, -Vec3::Z), position, triangles), None);
        assert_eq!(
            pick_vertex(from(-5.0, 0.0, 0.0, Vec3::X), position, triangles[2..].iter().copied()),
            None,
            "edge on"
        );
        assert_eq!(pick_vertex(from(0.0, 0.0, 5.0, -Vec3::Z), position, []), None);
    }

    /// A triangle in the plane z = 0 that hangs on a node one unit up and twice as large.
    #[test]
    fn a_rigid_mesh_is_met_where_its_node_is() {
        let node = Trs { translation: Vec3::Y, scale: Vec3::splat(2.0), ..Trs::IDENTITY };
        let skeleton = Skeleton::new(vec![Node::new("prop", None, node)]).unwrap();
        let scene_from_node = Pose::rest(&skeleton).scene_from_node(&skeleton, ScaleKind::Inherited);
        let primitive = Primitive {
            mesh_name: String::new(),
            node: 0,
            skin: 0,
            material: 0,
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
            normals: vec![Vec3::Z; 3],
            texcoords: Vec::new(),
            second_texcoords: Vec::new(),
            blend_factors: Vec::new(),
            colors: Vec::new(),
            indices: vec![0, 1, 2],
            influences: Influences::rigid(3),
            morphs: None,
        };
        let joints = vec![SkinJoint::new(0, None, DAffine3::IDENTITY)];
        let skin = Skin { name: String::new(), kind: SkinKind::Rigid, joints, bind_from_mesh: DAffine3::IDENTITY };
        let model = Model::new(ModelParts {
            name: String::new(),
            skeleton,
            skins: vec![skin],
            primitives: vec![primitive],
            materials: vec![Material::default()],
            textures: Vec::new(),
            clips: Vec::new(),
        });
        let model = model.unwrap();
        let ray = |x: f32, y: f32| Ray { origin: Vec3::new(x, y, 3.0), direction: -Vec3::Z };
        let pick = |ray| pick_rigid(ray, &model, &scene_from_node, |_, _| true);
        let hit = |vertex| Some(RigidHit { primitive: 0, hit: SkinHit { vertex, distance: 3.0 } });
        assert_eq!(pick(ray(1.8, 1.1)), hit(1), "in scene units");
        assert_eq!(pick(ray(0.1, 2.7)), hit(2));
        assert_eq!(pick(ray(0.1, 0.9)), None, "below the node");
        assert_eq!(pick_rigid(ray(1.8, 1.1), &model, &scene_from_node, |_, _| false), None, "hidden");
    }
}
