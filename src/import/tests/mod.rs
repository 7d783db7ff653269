//! Small files written by hand, one for each thing that could go wrong.

mod bind_frames;
mod builder;
mod hostile;
mod reading;
