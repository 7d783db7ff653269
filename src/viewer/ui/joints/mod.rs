//! The joint tree, the panel of the selected joint, and its handles in the picture.

pub(super) mod gizmo;
pub(super) mod gizmo_keys;
mod gizmo_line;
pub(super) mod gizmo_panel;
pub(super) mod joint_marks;
pub(super) mod joint_panel;
pub(super) mod joint_tree;
pub(super) mod limit_rows;
mod ring_limits;
mod twist_row;
mod weight_rows;
mod whole_mesh_row;
