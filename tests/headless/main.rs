//! Everything that needs no window: formulas, files, shaders on lavapipe, the command line.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests may fail loudly and tell figures")]

mod bundled_models;
mod centers_against_brute_force;
mod centers_command;
mod command_line;
mod far_from_lbs;
mod drivers;
mod fonts;
mod frozen_positions;
mod glb_edit;
mod gpu_support;
mod gpu_twins;
mod helper_joints;
mod import_against_gltf;
mod import_fixtures;
mod import_models;
mod json_reports;
mod legends;
mod measure_command;
mod measure_oracle;
mod oracle;
mod outputs;
mod papers;
mod pictures;
mod properties;
mod readme;
mod reference;
mod rewritten_files;
mod rig_command;
mod scenes_command;
mod session;
mod shaders;
mod small_models;
mod stress_command;
mod terminal;
mod usage;
