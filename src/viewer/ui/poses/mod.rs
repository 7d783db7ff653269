//! The pose library and the timeline.

pub(super) mod pose_strip;
pub(super) mod replace_dialog;
pub(super) mod timeline;
