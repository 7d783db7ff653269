//! The stress test on a model and the methods that it tests. `measure/stress` has the measurements.
//!
//! The test takes a function, so that any method can be tested, also one of your own:
//!
//! ```
//! # use skinscope_core::import::{NoFiles, import_gltf};
//! # let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/bar.glb"))?;
//! # let model = import_gltf(&bytes, "bar", &NoFiles)?.model;
//! use glam::DVec3;
//! use skinscope_core::measure::{PosedPositions, RestSkin, StressRanges, StressTest, VertexId, stress_pose};
//! use skinscope_core::model::{Pose, ScaleKind};
//! use skinscope_core::work::Progress;
//!
//! // A method that ignores the pose: nothing ever bends, so that nothing breaks.
//! let stiff = |vertex_ids: &[VertexId]| -> Box<PosedPositions<'_>> {
//!     let rest = |id: &VertexId| model.primitives[id.primitive as usize].positions[id.vertex as usize].as_dvec3();
//!     let positions: Vec<DVec3> = vertex_ids.iter().map(rest).collect();
//!     Box::new(move |_pose: &Pose| vec![positions.clone()])
//! };
//! let (rest, ranges) = (RestSkin::of(&model), StressRanges::symmetric(&model, 90.0));
//! let pose = |node, axis, degrees| stress_pose(&model, node, axis, degrees).1;
//! let scale_kinds = &[ScaleKind::Inherited];
//! let test = StressTest { model: &model, rest: &rest, ranges: &ranges, pose: &pose, scale_kinds };
//! let report = test.run(&stiff, &Progress::default()).ok_or("nobody canceled it")?;
//! assert!(report.poses > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod case;
mod clips;
mod intersections;
mod skins;
mod stored_cost;

pub use case::{StressCase, with_twins, without_twins, worst_under_any};
pub use clips::{ClipCheck, ClipChecker, ClipEntry, ClipFrame, ClipRequest, ClipSkin, Flip, Snap};
pub use intersections::{IntersectedPose, intersections_in_worst_poses};
pub use skins::{StressSkin, deform_all, stress_in_poses, stress_model};
pub use stored_cost::{StoredCost, WorstStored, stored_cost};
