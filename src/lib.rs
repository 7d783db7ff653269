//! skinscope shows one glTF character in one pose under several skinning methods at once.
//!
//! The rooms import downward only; see ARCHITECTURE.md for the map.

pub mod math;
pub mod model;
pub mod skinning;
