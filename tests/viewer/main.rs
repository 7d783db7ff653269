//! The viewer: its panels driven without a window, and a real window under a virtual display.
#![allow(clippy::unwrap_used, reason = "helpers of tests may fail loudly")]

mod harness;
mod panels;
mod real_window;
