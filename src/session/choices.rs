//! Settings of the work on a model: undone like a pose, named in the history, and kept in scenes and sessions. A new
//! one is a field of [`Choices`], a case of [`Choice`] and its arms here.

use crate::panes::{Scene, SceneMeasure};

/// The chosen settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Whether turning a joint stops at its limits. Poses, clips and scenes are shown as they are.
    pub stops_at_limits: bool,
    /// The figure over the pictures of all panes. Never [`SceneMeasure::None`].
    pub measure: SceneMeasure,
}

/// One setting, as chosen by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    StopAtLimits(bool),
    Measure(SceneMeasure),
}

impl Choice {
    /// The name of the command and of its step in the history.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::StopAtLimits(true) => "Stop at limits",
            Self::StopAtLimits(false) => "Turn beyond limits",
            Self::Measure(SceneMeasure::Automatic | SceneMeasure::None) => "Show the most telling figures in all panes",
            Self::Measure(SceneMeasure::Section) => "Show the smallest section in all panes",
            Self::Measure(SceneMeasure::Bulge) => "Show the bulge in all panes",
            Self::Measure(SceneMeasure::Volume) => "Show the volume in all panes",
        }
    }
}

impl Choices {
    pub(super) fn choose(&mut self, choice: Choice) {
        match choice {
            Choice::StopAtLimits(stops) => self.stops_at_limits = stops,
            Choice::Measure(measure) => self.measure = in_panes(measure),
        }
    }

    /// The choices while a scene is shown. [`Self::written`] is the way back. Limits are apart from the scene's edit,
    /// and so is whether turning stops at them.
    pub(super) fn with_scene(self, scene: &Scene) -> Self {
        Self { measure: in_panes(scene.measure), ..self }
    }

    /// The scene with these choices. What it asks of the stage alone stays.
    pub(super) fn written(self, scene: Scene) -> Scene {
        Scene { measure: self.on_stage(&scene), ..scene }
    }

    /// The large figure of a scene on the stage.
    pub fn on_stage(self, scene: &Scene) -> SceneMeasure {
        if in_panes(scene.measure) == self.measure { scene.measure } else { self.measure }
    }
}

/// The figure of panes. A scene without a large figure on the stage has the usual ones in its panes.
fn in_panes(measure: SceneMeasure) -> SceneMeasure {
    if measure == SceneMeasure::None { SceneMeasure::Automatic } else { measure }
}
