use crate::model::{Influence, JointMoments, Model, Primitive, SkinKind};
use crate::skinning::{Covariance, JointSets, PrimitiveCenters, RestData, SkinningMethod};
use glam::Vec3;
use serde::Serialize;

/// The vertices of a primitive as the shaders read them, in accessor order, in the bind frame.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct VertexLists<'a> {
    mesh: &'a str,
    /// Index into `skins`.
    skin: u32,
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    /// Influences of each vertex: index of the joint in the skin and weight, heaviest first.
    influences: Vec<Vec<(u32, f32)>>,
    /// Centers of rotation, for `cor` and `cor-procrustes`. A vertex without one has its own position.
    #[serde(skip_serializing_if = "Option::is_none")]
    centers: Option<Vec<[f32; 3]>>,
    /// Covariances for `cor-procrustes`: xx, yy, zz, yz, xz and xy of the similar surface about the center. Zeros if
    /// there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    covariances: Option<Vec<[f32; 6]>>,
    /// Indices into the skin's `rotation_centers`, for `spherical`.
    #[serde(skip_serializing_if = "Option::is_none")]
    joint_sets: Option<Vec<u32>>,
    /// The bone of each vertex, for `bulge-free-dqs`: the joint where it begins, as an index in the skin, and the bone's
    /// point nearest to the vertex.
    #[serde(skip_serializing_if = "Option::is_none")]
    bones: Option<Vec<(u32, [f32; 3])>>,
    /// The factor of each vertex in the file, for `weighted-lbs-dqs`. Missing if it has none.
    #[serde(skip_serializing_if = "<[f32]>::is_empty")]
    blends: &'a [f32],
    /// The smoothed surroundings of each vertex, for `direct-delta-mush`.
    #[serde(skip_serializing_if = "Option::is_none")]
    moments: Option<Vec<VertexMoments>>,
    /// The largest weight that a vertex of the skin lost because it keeps its 32 heaviest joints, for `direct-delta-mush`.
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped_weight: Option<f32>,
}

/// The smoothed surroundings of a vertex, about the vertex.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct VertexMoments {
    /// The vertex in the default shape, about which moments are.
    anchor: [f32; 3],
    /// Sum of xx, yy and zz of all joints about their mean.
    spread: f32,
    /// For each joint, the heaviest first: its index in the skin, and weight (of a sum of one), first moment, and xx, yy, zz, yz, xz and xy of
    /// the second moment.
    joints: Vec<(u32, [f32; 10])>,
}

impl VertexMoments {
    fn new(anchor: Vec3, (spread, of_joints): (f32, &[JointMoments])) -> Self {
        let joint = |own: &JointMoments| {
            let ([x, y, z], [xx, yy, zz]) = (own.first.to_array(), own.squares.to_array());
            let [yz, xz, xy] = own.products.to_array();
            (own.joint, [own.weight, x, y, z, xx, yy, zz, yz, xz, xy])
        };
        Self { anchor: anchor.to_array(), spread, joints: of_joints.iter().map(joint).collect() }
    }
}

impl<'a> VertexLists<'a> {
    /// The vertices of all primitives, with the data that these methods read. `centers` has a list for each primitive.
    /// `stored` is the model with its skin as it is stored; bones and centers are those of the full skin.
    pub fn of(model: &Model, stored: &'a Model, methods: &[SkinningMethod], centers: &[PrimitiveCenters]) -> Vec<Self> {
        stored
            .primitives
            .iter()
            .zip(centers)
            .enumerate()
            .map(|(index, (primitive, centers))| Self::new((model, stored), (index, primitive), methods, centers))
            .collect()
    }

    fn new(
        (model, stored): (&Model, &Model),
        (index, primitive): (usize, &'a Primitive),
        methods: &[SkinningMethod],
        centers: &PrimitiveCenters,
    ) -> Self {
        let points = |points: &[Vec3]| points.iter().map(Vec3::to_array).collect();
        let pairs = |influences: &[Influence]| influences.iter().map(|one| (one.joint, one.weight)).collect();
        let is_skinned = model.skins[primitive.skin as usize].kind == SkinKind::Skinned;
        let has_centers = is_skinned && methods.iter().any(|method| method.needs_centers());
        let has_sets = is_skinned && methods.iter().any(|method| method.needs_joint_sets());
        let has_bones = is_skinned && methods.iter().any(|method| method.rest_data() == Some(RestData::Bones));
        let has_blends = is_skinned && methods.iter().any(|method| method.rest_data() == Some(RestData::Blends));
        let has_moments = is_skinned && methods.iter().any(|method| method.rest_data() == Some(RestData::Moments));
        let has_covariances = is_skinned && methods.iter().any(|method| method.needs_covariances());
        let covariance = |vertex: usize| {
            let Covariance { squares, products } = centers.covariance(vertex);
            [squares.x, squares.y, squares.z, products.x, products.y, products.z]
        };
        let joint_sets = || {
            let indices = JointSets::of_skin(stored, primitive.skin).indices_of(&primitive.influences);
            let of_vertices = &primitive.influences.joint_sets().of_vertices;
            of_vertices.iter().map(|&set| indices[set as usize]).collect()
        };
        Self {
            mesh: &primitive.mesh_name,
            skin: primitive.skin,
            positions: points(&primitive.positions),
            normals: points(&primitive.normals),
            influences: primitive.influences.iter().map(pairs).collect(),
            centers: has_centers.then(|| points(centers)),
            covariances: has_covariances.then(|| (0..primitive.positions.len()).map(covariance).collect()),
            joint_sets: has_sets.then(joint_sets),
            bones: has_bones.then(|| {
                let bones = model.rest_bones().of_primitive(index).iter();
                bones.map(|bone| (bone.joint, bone.point.to_array())).collect()
            }),
            blends: if has_blends { &primitive.blend_factors } else { &[] },
            dropped_weight: has_moments.then(|| stored.moments(primitive.skin).dropped()),
            moments: has_moments.then(|| {
                let first = model.first_in_skin(index) as usize;
                let moments = stored.moments(primitive.skin);
                let anchors = stored.default_shape().primitives[index].positions.iter();
                let of_vertex = |(vertex, anchor): (usize, &Vec3)| VertexMoments::new(*anchor, moments.of(vertex));
                (first..).zip(anchors).map(of_vertex).collect()
            }),
        }
    }
}
