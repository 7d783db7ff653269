//! skinscope shows one glTF character in one pose under several skinning methods at once.
//!
//! Modules import downward only; see ARCHITECTURE.md for the map. The modules of `skinscope-core` and
//! `skinscope-gpu` are re-exported here.
//! A program without a window only needs [`files`], [`model`], [`skinning`] and [`measure`]:
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

pub use skinscope_core::{
    baking, centers, export, health, import, math, measure, mending, model, pairs, posing, rigging, skinning, stress,
    work,
};
pub use skinscope_gpu::{gpu, view, viewport};

pub mod bundled;
pub mod encode;
pub mod claims;
pub mod defect_view;
pub mod files;
pub mod panes;
pub mod session;
pub mod style;
pub mod plots;
pub mod report;
pub mod checks;
pub mod sheets;
pub mod films;
pub mod reporting;
pub mod share;
pub mod cli;
pub mod viewer;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
