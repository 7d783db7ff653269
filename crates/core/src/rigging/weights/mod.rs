//! Computes weights from a surface and bones.
//!
//! All lengths are in the units of the surface, and surface and bones share one space; for a model this is the bind
//! frame of its skin, in scene units. Results are bit-identical on every system: the order of operations is fixed, and
//! only operations defined by IEEE 754 are used.
//!
//! ```
//! use glam::DVec3;
//! use skinscope_core::rigging::weights::{HeatBone, HeatSurface, heat_weights, to_influences};
//!
//! // An octahedron, with one bone in each half.
//! let positions = [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::X, -DVec3::Y, -DVec3::Z].to_vec();
//! let triangles =
//!     vec![[0, 1, 2], [1, 3, 2], [3, 4, 2], [4, 0, 2], [1, 0, 5], [3, 1, 5], [4, 3, 5], [0, 4, 5]];
//! let surface = HeatSurface::new(positions, triangles)?;
//! let bone = |joint, from, to| HeatBone { joint, from, to, radius: 0.0 };
//! let bones = [bone(0, DVec3::X * -0.8, DVec3::ZERO), bone(1, DVec3::ZERO, DVec3::X * 0.8)];
//! let weights = heat_weights(&surface, &bones);
//! let influences = to_influences(&weights, 2)?;
//! // The vertex at +X follows the second bone most.
//! assert_eq!(influences.of(0)[0].joint, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod heat;
mod laplacian;
mod sparse;
mod surface;
mod twist;
mod vertex_weights;
mod visibility;

pub use heat::{HeatBone, heat_weights};
pub use surface::{HeatSurface, SurfaceError};
pub use twist::{Twist, split_twist};
pub use vertex_weights::{MAX_INFLUENCES, VertexWeights, keep_largest, to_influences};
