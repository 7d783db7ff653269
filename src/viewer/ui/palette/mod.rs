//! The command palette and the keyboard shortcuts.

pub(super) mod command_palette;
pub(super) mod key_sheet;
pub(super) mod shortcuts;
