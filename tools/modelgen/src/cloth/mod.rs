//! The papers' two cloths: square sheets on a grid of joints. They are open surfaces with both sides drawn, and the
//! only bundled models with weights by distance: the artifacts that they show are caused by the choice of joints for a
//! vertex, not by the position of skin on a bone.

mod cloth_49;
mod cloth_9;
mod joint_grid;
mod poses;
mod sheet;

pub(crate) use cloth_9::generate as generate_cloth_9;
pub(crate) use cloth_49::generate as generate_cloth;
pub(crate) use poses::computed_poses;
