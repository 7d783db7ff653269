use super::super::state::State;

/// Effect of a key or a clicker on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageKey {
    Next,
    Previous,
    First,
    Last,
    /// Hides the panes from the audience, or shows them again.
    Blank,
    /// A digit of the number of a scene.
    Digit(u8),
    /// Goes to the scene whose number was typed, or to the next one.
    Enter,
    /// Switches between the colors for a dark and for a bright hall.
    SwitchHall,
    /// Turns drawing with the left mouse button on or off.
    TogglePen,
    ClearStrokes,
    /// Opens or closes the window with the speaker's notes.
    ToggleNotes,
    /// Plays the motion of the scene, or holds it.
    ToggleMotion,
    /// Moves this many places through the methods of the menu, in all panes. The next scene has its own methods.
    StepMethod(isize),
    /// Leaves the stage at the shown scene, if it belongs to the talk.
    Leave,
    /// Leaves the stage and returns to the earlier state of the editor.
    GoBack,
}

/// Limit of typed digits. No talk has a scene whose number has more.
const MOST_DIGITS: usize = 4;

impl State {
    pub(in super::super) fn press_on_stage(&mut self, key: StageKey) {
        self.finish_transition();
        let Some(stage) = &mut self.talk.stage else { return };
        let last = stage.scenes.len().saturating_sub(1);
        // Steps count from a scene that is still awaited, so that two quick presses go two scenes on.
        let at = stage.waiting.or(stage.at);
        if !matches!(key, StageKey::Digit(_) | StageKey::Enter) {
            stage.typed.clear();
        }
        match key {
            // The first press after a blank only shows the panes again.
            StageKey::Next | StageKey::Previous if stage.is_blank => stage.is_blank = false,
            StageKey::Next => {
                let next = at.map_or(0, |at| at + 1);
                if next <= last {
                    self.go_to_stage_scene(next);
                }
            }
            StageKey::Previous => {
                if let Some(before) = at.and_then(|at| at.checked_sub(1)) {
                    self.go_to_stage_scene(before);
                }
            }
            StageKey::First => self.go_to_stage_scene(0),
            StageKey::Last => self.go_to_stage_scene(last),
            StageKey::Blank => stage.is_blank = !stage.is_blank,
            StageKey::Digit(digit) => {
                if stage.typed.len() < MOST_DIGITS {
                    stage.typed.push(char::from(b'0' + digit.min(9)));
                }
            }
            StageKey::Enter => {
                let typed = std::mem::take(&mut stage.typed);
                match typed.parse::<usize>() {
                    Ok(number) => {
                        if let Some(index) = number.checked_sub(1).filter(|index| *index <= last) {
                            self.go_to_stage_scene(index);
                        }
                    }
                    Err(_) => self.press_on_stage(StageKey::Next),
                }
            }
            StageKey::SwitchHall => self.interface.settings.stage.hall = self.interface.settings.stage.hall.other(),
            StageKey::TogglePen => stage.strokes.has_pen ^= true,
            StageKey::ClearStrokes => stage.strokes.clear(),
            StageKey::ToggleNotes => stage.shows_notes ^= true,
            StageKey::ToggleMotion => self.toggle_stage_motion(),
            StageKey::StepMethod(places) => self.step_methods(places),
            StageKey::Leave => self.leave_stage_at_scene(),
            StageKey::GoBack => self.leave_stage(),
        }
    }

    /// Changes the methods of all panes. Does nothing while the audience sees no panes.
    fn step_methods(&mut self, places: isize) {
        if self.talk.stage.as_ref().is_some_and(|stage| !stage.is_blank && stage.obstacle().is_none()) {
            for pane in &mut self.edit.panes {
                let skinning = &mut pane.settings.skinning;
                skinning.method = skinning.method.at_distance(places);
            }
        }
    }
}
