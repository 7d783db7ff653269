//! Figures that describe the effect of a method on a skin: volume, cross sections, stretch, flipped triangles,
//! distances between methods. Everything is measured against the skin at rest in the bind frame, in double precision.
//!
//! The module is pure and deterministic. [`RestSkin`] is built once per model, [`RestJoint`] once per joint, and
//! [`Figures`] once per pose and method. [`Figure`] is the table of them: it says what each is,
//! and takes it from what was measured.

mod blend_zone;
mod bone_distance;
mod bones;
mod bulge;
mod bulge_rest;
mod cross_section;
mod cut;
mod definition;
mod difference;
mod figure;
mod figures;
mod flipped;
mod normal_error;
mod open_edges;
mod percentiles;
mod principal;
mod shared_rest;
mod skin_distance;
mod slices;
mod stress;
mod stretch;
mod surface;
mod sweep;
#[cfg(test)]
pub(crate) mod test_shapes;
mod turned_joints;
mod volume;
mod worst;

pub use blend_zone::{BlendZone, SMALLEST_INFLUENCE};
pub use bone_distance::bone_distances;
pub use bones::{Bone, Bones, MeasuredJoint, PosedBones, turned_degrees};
pub use bulge::Bulge;
pub use cross_section::CrossSection;
pub use definition::Figure;
pub use difference::{Difference, PairDifference};
pub use figure::{Measurements, Reading, Scope, Statistic, Unit};
pub use figures::{Extremes, Figures, JointFigures, RestJoint, RestSkin};
pub use flipped::Flipped;
pub use normal_error::normal_errors;
pub use open_edges::OpenEdge;
pub use percentiles::Percentiles;
pub use shared_rest::SharedRest;
pub use skin_distance::{CollectedDistances, SkinDistance};
pub(crate) use stress::StressJoint;
pub use stress::{
    AngleRange, JointChange, JointStress, LEAST_CHANGE, PairedOrder, PairedStress, PosedPositions, StressChange,
    StressChanges, StressDeform, StressEntry, StressMeasure, StressPose, StressRanges, StressReport, StressRow,
    StressTest, paired_stress, stress_pose,
};
pub use stretch::{RestMetric, Stretch};
pub use surface::{DeformedSkin, SkinInfluence, Surface, VertexId};
pub use sweep::{Reference, Sweeper, SweptSkins, SweptValues};
pub use turned_joints::TurnedJoint;
pub use volume::{NoVolume, Volume};
pub use worst::WorstVertex;
