//! Small handwritten files, one for each thing that can go wrong.

mod bind_frames;
mod builder;
mod bundled;
mod hostile;
mod lenient;
mod reading;
mod formats;

pub use bundled::bundled_model;
