//! The search of Le & Hodgins 2016, section 3.2, as a reference: what it finds depends on how near in weights a search
//! starts and on what the surface connects, and the exact sum does not.

mod compare;
mod mesh;
mod search;
mod seeds;

pub use compare::{BreadthFirstCenters, SearchErrors, breadth_first_centers, breadth_first_triangles};
pub use search::BreadthFirst;
