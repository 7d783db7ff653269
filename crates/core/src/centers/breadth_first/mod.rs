//! The search of Le & Hodgins 2016, section 3.2, as a reference. Its result depends on the distance in weights at which
//! a search starts and on the surface's connections; the exact sum depends on neither.

mod compare;
mod mesh;
mod search;
mod seeds;

pub use compare::{BreadthFirstCenters, SearchErrors, breadth_first_centers, breadth_first_triangles};
pub use search::BreadthFirst;
