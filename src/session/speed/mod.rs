//! Measuring how long the GPU takes to skin the shown models, in the background while the user wants it.

mod desk;
mod worker;

pub use desk::{MeasureSpeed, PathSpeed, SkinSpeed, SpeedDesk, SpeedRequest, SpeedResult};

use super::panels::{InspectorTab, Section};
use super::state::State;
use desk::SpeedKey;
use std::sync::Arc;

impl State {
    /// Begins to measure the shown skins, or stops.
    pub(super) fn measure_speed(&mut self, on: bool) {
        self.speed.set_on(on);
        if on {
            // The figures are visible no matter how they were asked for.
            self.transient.folded_sections.remove(&Section::Speed);
            self.show_tab(InspectorTab::Inspect);
        }
    }

    /// Measures again if the shown skins differ from the measured ones, and holds the measurement while its section is
    /// hidden or something moves. Methods that wait for their centers of rotation are left out until the centers are
    /// computed.
    pub fn request_speed(&mut self) {
        if !self.speed.is_on() {
            return;
        }
        // A measurement that nobody sees would only slow down the motion.
        let moves = self.playback.playing || self.is_in_transition() || self.transient.busy;
        if moves || self.stage.is_some() || !self.is_inspected(Section::Speed) {
            return self.speed.hold();
        }
        let Some(document) = self.document.clone() else { return self.speed.set_on(false) };
        if !document.model.has_skin() {
            return self.speed.set_on(false);
        }
        let (skins, centers) = self.with_centers(self.skins_of_first(), |skin| *skin);
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

#[cfg(test)]
mod tests {
    use super::super::command::Command;
    use super::super::test_support::waking_state;
    use super::*;

    #[test]
    fn nothing_is_measured_while_nobody_sees_it_or_something_moves() {
        let (mut state, _woken) = waking_state();
        state.speed.measure_with(Arc::new(|_, progress, _| {
            while !progress.is_cancelled() {
                std::thread::yield_now();
            }
            Ok(())
        }));
        state.show_document(crate::files::open_model("bar").unwrap());
        state.interface.inspector_open = true;
        state.measure_speed(true);
        type Set = fn(&mut State, bool);
        let ways: [(&str, Set); 5] = [
            ("folded", |state, hidden| {
                let folded = &mut state.transient.folded_sections;
                if hidden {
                    folded.insert(Section::Speed)
                } else {
                    folded.remove(&Section::Speed)
                };
            }),
            ("under another tab", |state, hidden| {
                state.interface.panels.tab = if hidden { InspectorTab::Pose } else { InspectorTab::Inspect };
            }),
            ("without the inspector", |state, hidden| state.interface.inspector_open = !hidden),
            ("while a clip plays", |state, plays| state.playback.playing = plays),
            ("while something moves", |state, moves| state.transient.busy = moves),
        ];
        for (way, set) in ways {
            state.request_speed();
            assert!(state.speed.is_measuring(), "before {way}");
            set(&mut state, true);
            state.request_speed();
            assert!(state.speed.is_on() && !state.speed.is_measuring(), "{way}");
            set(&mut state, false);
        }
        state.apply(Command::EnterStage);
        state.request_speed();
        assert!(state.stage.is_some() && !state.speed.is_measuring(), "on the stage");
    }
}
