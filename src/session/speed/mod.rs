//! How long the GPU takes to skin what the panes show, measured in the background while the user wants it.

mod desk;

pub use desk::{MeasureSpeed, PathSpeed, SkinSpeed, SpeedDesk, SpeedRequest, SpeedResult};

use super::figures::{distinct, pane_skins};
use super::panels::{InspectorTab, Section};
use super::state::State;
use desk::SpeedKey;
use std::sync::Arc;

impl State {
    /// Begins to measure what is shown, or stops.
    pub(super) fn measure_speed(&mut self, on: bool) {
        self.speed.set_on(on);
        if on {
            // The figures are visible no matter how they were asked for.
            self.transient.folded_sections.remove(&Section::Speed);
            self.show_tab(InspectorTab::Inspect);
        }
    }

    /// Measures anew if something else is shown than what is being measured. Methods that wait for their centers of
    /// rotation are left out until these are there.
    pub fn request_speed(&mut self) {
        if !self.speed.is_on() {
            return;
        }
        let Some(document) = self.document.clone() else { return self.speed.set_on(false) };
        if document.model.skinned_primitives().next().is_none() {
            return self.speed.set_on(false);
        }
        let (skins, centers) = self.with_centers(distinct(&pane_skins(&self.edit.panes)), |skin| *skin);
        let key = SpeedKey {
            document: document.id,
            pose_generation: self.pose_generation,
            skins,
            full_precision: self.interface.full_precision,
        };
        self.speed.follow(key, |key| SpeedRequest {
            model: Arc::clone(&document.model),
            pose: self.pose.clone(),
            skins: key.skins.iter().map(|(skin, _)| *skin).collect(),
            centers,
            full_precision: key.full_precision,
        });
    }

    pub(super) fn take_speed(&mut self) {
        if let Some(reason) = self.speed.poll() {
            self.show_error("Could not measure the speed".to_owned(), reason);
        }
    }
}
