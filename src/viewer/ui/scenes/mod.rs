//! The menu of scenes and the caption of the shown one.

pub(super) mod scene_caption;
pub(super) mod scenes_menu;
