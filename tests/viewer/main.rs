//! The viewer: its panels driven without a window, and a real window under a virtual display.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests may fail loudly and tell figures")]

#[path = "../shared/skips.rs"]
mod skips;
mod allocations;
mod before;
mod closing;
mod escape;
mod figures;
mod files;
mod hands;
mod harness;
mod isolation;
mod job;
mod layout;
mod limits;
mod lost_device;
mod mending;
mod method_keys;
mod method_settings;
mod morphs;
mod painting;
mod panels;
mod panes;
mod pictures;
mod poses;
mod posing;
mod real_window;
mod recording;
mod resting;
mod rig_dialog;
mod same_frame;
mod saving;
mod scenes;
mod soak;
mod stage;
mod stage_tools;
mod starting;
mod stress;
mod talk;
mod toolbar;
mod tour;
mod twist;
mod two_models;
mod weights;
