//! skinscope shows one glTF character in one pose under several skinning methods at once.
//!
//! The rooms import downward only; see ARCHITECTURE.md for the map.

pub mod work;
pub mod math;
pub mod model;
pub mod rigging;
pub mod weights;
pub mod import;
pub mod bundled;
pub mod skinning;
pub mod centers;
pub mod measure;
pub mod export;
pub mod gpu;
pub mod viewport;
pub mod panes;
pub mod posing;
pub mod style;
pub mod cli;
pub mod app;
