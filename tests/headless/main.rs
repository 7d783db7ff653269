//! Everything that needs no window: formulas, files, shaders on lavapipe, the command line.
#![allow(clippy::unwrap_used, reason = "helpers of tests may fail loudly")]
