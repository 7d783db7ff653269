//! skinscope shows one glTF character in one pose under several skinning methods at once.
//!
//! Modules import downward only; see ARCHITECTURE.md for the map. A program without a window only needs [`files`],
//! [`model`], [`skinning`] and [`measure`]:
//!
//! ```
#![doc = include_str!("../examples/measure_on_cpu.rs")]
//! ```
//!
//! The same on the GPU, with [`gpu`]:
//!
//! ```
#![doc = include_str!("../examples/deform_on_gpu.rs")]
//! ```

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
pub mod pairs;
pub mod export;
pub mod view;
pub mod gpu;
pub mod claims;
pub mod viewport;
pub mod stress;
pub mod files;
pub mod panes;
pub mod posing;
pub mod session;
pub mod style;
pub mod plots;
pub mod report;
pub mod sheets;
pub mod films;
pub mod share;
pub mod cli;
pub mod viewer;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
