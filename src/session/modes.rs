//! Modes that stay on until they are turned off, in words for the status line.

use super::state::State;
use crate::view::SkinPaint;

impl State {
    /// The modes that are on: skin that is shown alone, edits of both sides, colors on the skin. `None` if all are off.
    pub fn modes_text(&self) -> Option<String> {
        self.documents.first.as_ref()?;
        let mirrors = self.hand.mirrors_posing.then(|| "Edits are mirrored to the other side.".to_owned());
        let paints = self.edit.panes.iter().map(|pane| pane.settings.look.paint);
        let mut labels: Vec<String> = Vec::new();
        for label in paints.filter(|paint| *paint != SkinPaint::Materials).map(SkinPaint::label) {
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        let colors = (!labels.is_empty()).then(|| format!("Colors: {}.", labels.join(", ")));
        let modes: Vec<String> = [self.isolation_text(), mirrors, colors].into_iter().flatten().collect();
        (!modes.is_empty()).then(|| modes.join("   "))
    }
}
