//! The skin that the selected pane shows, as a file.

use super::file_commands::saved_text;
use super::state::State;
use crate::centers::CenterParts;
use crate::math::counted;
use crate::skinning::{Deformed, deform_model};
use std::path::Path;

impl State {
    pub(super) fn export_skin(&mut self, path: &Path) {
        let Some(document) = self.document.clone() else { return };
        let title = || "Could not export the skin".to_owned();
        let Some(deformed) = self.deformed_skin() else {
            let details = "Its centers of rotation are not computed yet. Try again in a moment.".to_owned();
            return self.show_error(title(), details);
        };
        match crate::files::write_skin(path, &document.model, &deformed) {
            Ok(()) => {
                let vertices = deformed.iter().map(Vec::len).sum();
                self.notify(saved_text(path, &counted(vertices, "vertex", "vertices")), Some(path));
            }
            Err(error) => self.show_error(title(), error.to_string()),
        }
    }

    /// The skin from the CPU counterpart of the selected pane's shader. `None` while its centers of rotation are
    /// computed.
    fn deformed_skin(&self) -> Option<Vec<Deformed>> {
        let document = self.document.as_ref()?;
        let model = &document.model;
        let pane = self.edit.pane(self.transient.selected_pane);
        let parts = CenterParts::of_method(pane.skinning.method);
        let centers = parts.and_then(|parts| self.centers.get(document.id, pane.centers, parts));
        if parts.is_some() && centers.is_none() {
            return None;
        }
        let centers = centers.map(|(centers, _)| centers);
        let centers = centers.map(|centers| centers.of_primitives.as_slice());
        Some(deform_model(model, &self.pose, pane.skinning, centers))
    }
}
