//! The validated character: skeleton, skins, primitives, clips, and its poses.
//!
//! Data is checked once, when it is constructed; code that holds a [`Model`] may index without further checks.
//!
//! A pose is the rest pose with overrides, written as on the command line:
//!
//! ```
//! # use skinscope_core::import::{NoFiles, import_gltf};
//! # let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/bar.glb"))?;
//! # let model = import_gltf(&bytes, "bar", &NoFiles)?.model;
//! use skinscope_core::model::{Pose, PoseOverrides, ScaleKind, parse_set};
//!
//! let mut pose = Pose::rest(&model.skeleton);
//! let mut overrides = PoseOverrides::default();
//! // Degrees about the joint's own axes, and scale.
//! parse_set("mid:rx=90,sy=1.5", &model.skeleton, &pose, &mut overrides)?;
//! overrides.apply(&model.skeleton, &mut pose);
//! let mid = model.skeleton.find("mid")? as usize;
//! // The joint's frame in the scene: column vectors, right-handed, y up, scene units.
//! let scene_from_node = pose.scene_from_node(&model.skeleton, ScaleKind::Inherited)[mid];
//! assert!(scene_from_node.matrix3.y_axis.z > 1.49);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cache_file;
mod checks;
mod clip;
mod constraints;
mod influences;
mod joint_names;
mod json_error;
mod kept_moments;
mod limits;
mod material;
mod morphs;
mod one_line;
mod overrides;
mod pose;
mod pose_file;
mod pose_warning;
mod primitive;
mod reflections;
mod rest_bones;
mod set_expression;
mod sweep_range;
mod skeleton;
mod skin;
mod skin_part;
mod smooth_surface;
mod stored_skin;
mod surface_laplacian;
mod twist_driver;
mod twist_extras;
mod twist_kind;
mod vertex_moments;

use crate::math::Bounds;
use glam::Vec3;
use std::sync::Arc;

pub(crate) use cache_file::CacheFile;
pub use cache_file::{CacheError, CacheKey};
pub use checks::{ModelError, ModelFault, ModelParts};
pub use clip::{Channel, ChannelError, ChannelValues, Clip, Interpolation, clip_label, find_clip};
pub(crate) use constraints::ConstraintExtension;
pub use constraints::{AimAxis, ConstraintKind, NodeConstraint, RollAxis};
pub use influences::{
    Influence, InfluenceSets, Influences, InfluencesBuilder, InfluencesError, Repairs as InfluenceRepairs,
};
pub use json_error::json_error_text;
pub use kept_moments::{decode_moments, encode_moments};
pub use limits::{AngleLimit, AngleLimitError, Held, JointLimits, LimitError, LimitExpression};
pub use material::{Material, MaterialSurface, Texture, TextureUse};
pub use morphs::{
    FindMorphError, LARGEST_MORPH_WEIGHT, MorphDelta, MorphDeltas, MorphDeltasError, MorphTarget, MorphTextError,
    MorphWeight, SHORTEST_MORPHED_NORMAL,
};
pub use one_line::one_line;
pub use overrides::{JointOverride, PoseOverrides, RotationOverride};
pub use pose::{JointPose, Pose, ScaleKind, WholeMesh};
pub use pose_file::{PoseFileError, PoseJoints, PoseMorphs, parse_pose_file, write_pose_file};
pub use pose_warning::PoseWarning;
pub use primitive::Primitive;
pub use reflections::Reflections;
pub use rest_bones::{BoneEnd, RestBones, VertexBone, continuing_bones};
pub use set_expression::{ROTATION_KEYS, SetError, SetExpression, SetTextError, parse_set};
pub use skeleton::{FindJointError, Node, Skeleton, SkeletonError, Trs, edit_distance};
pub use skin::{MOST_JOINTS, Skin, SkinJoint, SkinKind};
pub use skin_part::SkinPart;
pub use smooth_surface::{RestDetail, SMOOTHING_PART, SMOOTHING_STEPS, SmoothSurface};
pub use stored_skin::{
    MostInfluences, MostSurroundingJoints, PositionBits, StoredSkin, StoredSkinError, WeightBits, WholeWithin,
};
pub use sweep_range::{SweepRange, SweepRangeError};
pub use twist_driver::TwistDriver;
pub(crate) use twist_extras::TwistExtras;
pub use twist_kind::TwistKind;
pub use vertex_moments::{JointMoments, MOST_MOMENTS, SkinMoments, VertexMoments};

/// One character, validated and immutable. Shared as `Arc<Model>`.
///
/// [`Model::in_shape`] makes the same model with other weights of its morph targets.
///
/// Made by [`Model::new`], which establishes the guarantees that all other code relies on: every index is valid;
/// positions, normals and transforms are finite; each primitive's positions, normals and influences have the same
/// count; influences are sorted by descending weight and each vertex's weights sum to one; triangles are complete.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Model {
    /// File stem or bundled name, for display.
    pub name: String,
    /// All nodes of the file. Skins, clips and poses refer to them by index.
    pub skeleton: Skeleton,
    /// The skins of the file, then those of rigid meshes. Primitives refer to them by index.
    pub skins: Vec<Skin>,
    /// All primitives in node order; within a node, in file order.
    pub primitives: Vec<Arc<Primitive>>,
    /// Materials. Primitives refer to them by index.
    pub materials: Vec<Material>,
    /// Decoded images. Materials refer to them by index.
    pub textures: Arc<Vec<Texture>>,
    /// The animations of the file.
    pub clips: Arc<Vec<Clip>>,
    shape: morphs::Shape,
    rest_bones: rest_bones::KeptBones,
    smooth_surfaces: smooth_surface::KeptSurfaces,
    moments: kept_moments::KeptMoments,
    kept_stored: stored_skin::KeptStored,
}

impl Model {
    /// The rest bounding box in the bind frames (scene units). Without a mesh, the bounds of the joints.
    pub fn rest_bounds(&self) -> Bounds {
        let skin_bounds = Bounds::of(self.primitives.iter().flat_map(|p| p.positions.iter().copied()));
        if !skin_bounds.is_empty() {
            return skin_bounds;
        }
        let pose = Pose::rest(&self.skeleton);
        let origins = pose.scene_from_node(&self.skeleton, ScaleKind::Inherited);
        Bounds::of(self.skeleton.shown_joints().map(|node| origins[node as usize].translation.as_vec3()))
    }

    /// Count of vertices of all primitives.
    pub fn vertex_count(&self) -> usize {
        self.primitives.iter().map(|p| p.positions.len()).sum()
    }

    /// Count of triangles of all primitives.
    pub fn triangle_count(&self) -> usize {
        self.primitives.iter().map(|p| p.indices.len() / 3).sum()
    }

    /// The largest number of influences of any vertex; zero if nothing is skinned.
    pub fn max_influences(&self) -> usize {
        self.skinned_primitives().map(|p| p.influences.max_per_vertex()).max().unwrap_or(0)
    }

    /// Primitives that a skin deforms, in node order, without the rigid ones.
    pub fn skinned_primitives(&self) -> impl Iterator<Item = &Primitive> {
        let primitives = self.primitives.iter().map(|primitive| &**primitive);
        primitives.filter(|p| self.skins[p.skin as usize].kind == SkinKind::Skinned)
    }

    /// The largest number of influences of a primitive's vertices; zero if it is rigid.
    pub fn influences_of(&self, primitive: &Primitive) -> usize {
        match self.skins[primitive.skin as usize].kind {
            SkinKind::Skinned => primitive.influences.max_per_vertex(),
            SkinKind::Rigid => 0,
        }
    }

    /// Number of materials that define an appearance.
    pub fn material_count(&self) -> usize {
        self.materials.iter().filter(|material| !material.is_default).count()
    }

    /// Whether a skin deforms anything.
    pub fn has_skin(&self) -> bool {
        self.skinned_primitives().next().is_some()
    }

    /// Rest positions of the skinned primitives, in node order, then accessor order.
    pub fn skinned_rest_positions(&self) -> Vec<Vec3> {
        self.skinned_primitives().flat_map(|p| p.positions.iter().copied()).collect()
    }
}
