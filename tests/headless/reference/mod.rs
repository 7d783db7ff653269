//! Every skinning method in double precision, written from the papers and not from the program.
//!
//! Sources: Kavan 2008 (sections 2 to 4, appendices A and B), Le & Hodgins 2016, Kavan & Zara 2005, Alexa 2002, Kim & Han
//! 2014; `docs/conventions.md` for the bind frame, the scale kinds and what the papers leave open.

pub mod bones;
pub mod centers;
pub mod delta_mush;
pub mod direct_delta_mush;
pub mod dual;
pub mod dual_number;
pub mod joints;
pub mod matrix_log;
pub mod methods;
pub mod procrustes;
pub mod quaternion;
pub mod signs;
pub mod spherical;

use bones::rest_bones;
use centers::Center;
use glam::{DMat3, DVec3};
use joints::Joint;
pub use methods::{RestPoint, Scene, skin_vertex};
use skinscope::model::{Model, Pose, Primitive, ScaleKind};
use skinscope::skinning::{Antipodality, SkinningSettings};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
pub struct ReferenceVertex {
    pub position: DVec3,
    /// The method's own normal, of unit length; zero where the method leaves none.
    pub normal: DVec3,
    /// Length of the blended quaternion, at most 1; 1 where none is blended. Of `cor-procrustes`: how firmly the rotation
    /// is determined.
    pub blend_length: f64,
    /// How far the nearest choice of a sign, of a nearest joint or of a way round was from going the other way;
    /// infinite where none was made.
    pub sign_margin: f64,
    /// How far the vertex is from where two maps meet, with one position and two normals; infinite where none meet.
    pub normal_margin: f64,
    /// For a result that an iteration finds: how firmly the joints hold it there, one at best. Nearly zero where next
    /// to nothing moves it, below where it is no resting place at all. One where a formula says the result.
    pub firmness: f64,
}

/// Settings that determine the result together with the pose.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Id of the method on the command line.
    pub method: &'static str,
    pub antipodality: Antipodality,
    pub scale_kind: ScaleKind,
    /// For `lbs-dqs`: 0 is LBS, 1 two-phase DQS.
    pub share: f64,
    /// Every how many vertices are skinned.
    pub stride: usize,
}

pub const METHODS: [&str; 16] = [
    "lbs",
    "dqs",
    "two-phase-dqs",
    "cor",
    "cor-procrustes",
    "direct-quaternion",
    "quaternion-translation",
    "log-matrix",
    "spherical",
    "dib",
    "lbs-dqs",
    "bulge-free-dqs",
    "preserve-volume",
    "weighted-lbs-dqs",
    "delta-mush",
    "direct-delta-mush",
];

impl Settings {
    pub fn new(method: &'static str) -> Self {
        Self { method, antipodality: Antipodality::PerVertex, scale_kind: ScaleKind::Inherited, share: 0.5, stride: 1 }
    }
}

impl From<SkinningSettings> for Settings {
    fn from(settings: SkinningSettings) -> Self {
        Self {
            antipodality: settings.antipodality(),
            scale_kind: settings.scale_kind,
            share: f64::from(settings.blend.get()),
            ..Self::new(settings.method.id())
        }
    }
}

/// Skinned vertices of every skinned primitive, in node order. Where the method turns about centers of rotation they
/// are found first: for many poses of one model see [`deform_about`].
pub fn deform(model: &Model, pose: &Pose, settings: impl Into<Settings>) -> Vec<ReferenceVertex> {
    let settings = settings.into();
    let centers = if ["cor", "cor-procrustes"].contains(&settings.method) {
        centers::centers(model, settings.stride)
    } else {
        Vec::new()
    };
    deform_about(model, pose, settings, &centers)
}

/// With centers of rotation for the same vertices.
pub fn deform_about(
    model: &Model,
    pose: &Pose,
    settings: Settings,
    centers: &[Option<Center>],
) -> Vec<ReferenceVertex> {
    deform_posed(model, settings, centers, &joints_of_primitives(model, pose, settings))
}

/// With the joints of each skinned primitive too.
pub fn deform_posed(
    model: &Model,
    settings: Settings,
    centers: &[Option<Center>],
    joints: &[Vec<Joint>],
) -> Vec<ReferenceVertex> {
    // A vertex depends on the whole skin.
    if settings.method == "delta-mush" {
        return every(model, &delta_mush::deform(model, joints), settings.stride);
    }
    if settings.method == "direct-delta-mush" {
        return every(model, &direct_delta_mush::deform(model, joints), settings.stride);
    }
    visit(model, settings, centers, joints, skin_vertex)
}

/// The results of `look` at every vertex that `settings.stride` keeps, of the skinned primitives in node order.
/// `centers` as of [`every`] with the same stride.
pub fn visit<T>(
    model: &Model,
    settings: Settings,
    centers: &[Option<Center>],
    joints: &[Vec<Joint>],
    mut look: impl FnMut(&RestPoint<'_>, &mut Scene<'_>) -> T,
) -> Vec<T> {
    let bones = if settings.method == "bulge-free-dqs" { rest_bones(model) } else { Vec::new() };
    let (mut out, mut first) = (Vec::new(), 0);
    for (primitive, joints) in model.skinned_primitives().zip(joints) {
        let mut scene = Scene::new(joints, settings);
        for vertex in (0..primitive.positions.len()).step_by(settings.stride) {
            let influences = influences(primitive, vertex);
            let position = primitive.positions[vertex].as_dvec3();
            let known = centers.get(out.len()).copied().flatten();
            let rest = RestPoint {
                position,
                normal: primitive.normals[vertex].as_dvec3(),
                influences: &influences,
                center: known.map_or(position, |center| center.point),
                covariance: known.map_or(DMat3::ZERO, |center| center.covariance),
                bone: bones.get(first + vertex).copied(),
                blend: primitive.blend_factors.get(vertex).map(|factor| f64::from(*factor)),
            };
            out.push(look(&rest, &mut scene));
        }
        first += primitive.positions.len();
    }
    out
}

/// Picks the items of every `stride`-th vertex of each skinned primitive from those of all vertices.
pub fn every<T: Copy>(model: &Model, all: &[T], stride: usize) -> Vec<T> {
    let mut rest = all;
    let mut out = Vec::new();
    for primitive in model.skinned_primitives() {
        let (own, others) = rest.split_at(primitive.positions.len());
        out.extend(own.iter().step_by(stride).copied());
        rest = others;
    }
    out
}

/// Joints of every skinned primitive, in node order.
pub fn joints_of_primitives(model: &Model, pose: &Pose, settings: Settings) -> Vec<Vec<Joint>> {
    let mut of_skin = BTreeMap::new();
    let mut of = |primitive: &Primitive| {
        of_skin.entry(primitive.skin).or_insert_with(|| joints_of(model, primitive, pose, settings)).clone()
    };
    model.skinned_primitives().map(&mut of).collect()
}

pub fn joints_of(model: &Model, primitive: &Primitive, pose: &Pose, settings: Settings) -> Vec<Joint> {
    joints::joints(model, &model.skins[primitive.skin as usize], pose, settings.scale_kind, settings.antipodality)
}

/// Joint and weight, heaviest first.
pub fn influences(primitive: &Primitive, vertex: usize) -> Vec<(usize, f64)> {
    primitive.influences.of(vertex).iter().map(|i| (i.joint as usize, f64::from(i.weight))).collect()
}
