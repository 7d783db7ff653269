//! Skinning methods on the CPU: the motion of the bind frame at each joint ([`JointPalette`]) and, for every shader in
//! `shaders/skinning/`, a twin of the same name with the same loop and the same identifiers.
//!
//! The module is pure and deterministic: the same model, pose and settings give the same bits on one machine.
//!
//! ```
//! # use skinscope_core::import::{NoFiles, import_gltf};
//! # let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/bar.glb"))?;
//! # let model = import_gltf(&bytes, "bar", &NoFiles)?.model;
//! use skinscope_core::model::{Pose, ScaleKind};
//! use skinscope_core::skinning::{JointPalette, SkinningMethod, SkinningSettings, deform_primitive};
//!
//! let pose = Pose::rest(&model.skeleton);
//! for method in SkinningMethod::ALL.into_iter().filter(|method| !method.needs_centers()) {
//!     let settings = SkinningSettings { method, ..SkinningSettings::default() };
//!     // What is uploaded for each joint of a skin: one palette per skin.
//!     let palettes = JointPalette::all(&model, &pose, settings);
//!     let primitive = &model.primitives[0];
//!     let skin = deform_primitive(&model, primitive, &palettes[primitive.skin as usize], settings)?;
//!     // At rest, every method leaves every vertex where it is.
//!     assert!(skin.iter().zip(&primitive.positions).all(|(vertex, rest)| vertex.position.distance(*rest) < 1e-5));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod affine;
mod bind_pose;
mod blend_factor;
mod blend_motions;
mod blend_rotations;
mod bulge_free_dqs;
mod cor;
mod cor_procrustes;
mod covariance;
mod deform;
mod delta_mush;
mod dib;
mod dib_many;
mod direct_delta_mush;
mod direct_quaternion;
mod distant_joints;
mod dqs;
#[cfg(target_arch = "x86_64")]
mod eight_lanes;
mod given_positions;
mod joint_sets;
mod lanes;
mod lbs;
mod lbs_dqs;
mod log_matrix;
mod many_vertices;
mod method;
mod method_row;
mod missing_input;
mod mix_lbs_dqs;
mod nearest_rotation;
mod own_method;
mod own_numbers;
mod palette;
mod palette_list;
mod phases;
mod point_motion;
mod pose_center;
mod posed_bone;
mod posed_centers;
mod preserve_volume;
mod primitive_centers;
mod quaternion_translation;
mod rest_and_bind;
mod rest_data;
mod rigid_joint;
mod rotation_centers;
mod settings;
mod signs;
mod skin_inputs;
mod skin_many;
mod spherical;
mod stored_primitive;
mod two_phase_dqs;
mod valid_signs;
mod vertex_probe;
mod vertex_selection;
mod vertex_skinner;
mod weighted_lbs_dqs;
mod whole_mesh;

pub use bind_pose::bind_pose;
pub use blend_factor::{BlendFactor, BlendFactorError};
pub use blend_motions::blend_motions;
pub use cor_procrustes::{LEAST_COVARIANCE, SMALLEST_BLEND};
pub use covariance::Covariance;
pub use deform::{
    Deformed, deform_linear, deform_model, deform_primitive, deform_primitive_about, deform_primitive_into,
    deform_vertex, deform_vertex_with,
};
pub use delta_mush::{SmoothingInput, mirrored_vertices};
pub use dib::{IterativeBlend, MOST_STEPS, SHIFT_ROUNDING, STEP_PRECISION, blend_iteratively};
pub use distant_joints::{DistantJoints, LARGEST_COUNTED_RADIANS, LEAST_DISTANT_RADIANS, distant_joints};
pub use given_positions::{GivenPositions, with_normals};
pub use joint_sets::JointSets;
pub use method::SkinningMethod;
pub use method_row::{Dash, Marker, MethodCard, MethodIdea, MethodProperty, MethodRow};
pub use missing_input::MissingInput;
pub use nearest_rotation::{MOST_SQUARINGS, SQUARED_ENOUGH};
pub use own_method::{OwnDefinition, OwnFile, OwnMethod, PosedSkin, SkinInPose, VertexTwin, leaked};
pub use own_numbers::{ChosenNumbers, MOST_NUMBERS, NumberRange};
pub use palette::{JointMotion, JointPalette, PaletteMatrix};
pub use palette_list::{LISTS, ListsRead, PaletteList};
pub use phases::{Phases, one_for_each_phases};
pub use point_motion::PointMotion;
pub use posed_bone::PosedBone;
pub use posed_centers::{PosedCenter, posed_center, posed_centers};
pub use primitive_centers::PrimitiveCenters;
pub use rest_and_bind::{BindDifference, RestAndBind};
pub use rest_data::{
    AppendElements, ElementOf, ListHeader, RestData, SetsOfSkins, VertexBoneData, VertexCenterData,
    VertexCovarianceData, listed_data,
};
pub use rigid_joint::RigidJoint;
pub use rotation_centers::RotationCenters;
pub use settings::{Antipodality, SignMode, SkinningSettings, UnknownId, find_by_id};
pub use signs::{SHORTEST_BLEND, canonical_sign, influence_signs};
pub use skin_inputs::{RestVertex, SkinnedVertex};
pub use valid_signs::has_valid_signs;
pub use vertex_probe::{InfluenceSigns, MethodProbe, ProbedCenter, ProbedInfluence, VertexProbe};
pub use vertex_selection::VertexSelection;
pub use weighted_lbs_dqs::blend_by_twist;
