//! Export of the skin of the selected pane.

use super::file_commands::saved_text;
use super::state::State;
use crate::math::counted;
use crate::panes::PaneSettings;
use crate::skinning::{Deformed, deform_model};
use std::path::Path;

impl State {
    pub(super) fn export_skin(&mut self, path: &Path) {
        let shown = self.model_of_pane(&self.edit.pane(self.view.selected_pane));
        let Some(document) = self.document_of(shown).cloned() else { return };
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

    /// The skin computed by the CPU twin of the selected pane's shader. `None` while its centers of rotation are
    /// computed.
    fn deformed_skin(&self) -> Option<Vec<Deformed>> {
        let pane = self.edit.pane(self.view.selected_pane);
        let shown = self.model_of_pane(&pane);
        if self.wait_for_moments(shown, pane.skinning).is_some() {
            return None;
        }
        let (document, pose) = self.posed_document(shown)?;
        // Leaves out everything else that the pane shows, which may need other centers of rotation.
        let alone = PaneSettings { skinning: pane.skinning, centers: pane.centers, ..PaneSettings::default() };
        let centers = self.centers_for(document.id, &alone);
        let centers = centers.map(|(centers, _)| centers.of_primitives.as_slice()).unwrap_or_default();
        deform_model(&document.model, pose, pane.skinning, centers).ok()
    }
}
