use serde::{Deserialize, Serialize};

/// Whether the panels and bars around the panes are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panels {
    #[default]
    Shown,
    /// Only the panes remain.
    Hidden,
}

/// The tabs of the inspector, the panel at the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InspectorTab {
    /// Figures, sweep, stress test, clips and probe.
    #[default]
    Inspect,
    /// The selected joint.
    Pose,
    /// The selected pane's method and look.
    Panes,
    /// Contents of the file, and the repairs that were made to it.
    Model,
    /// The kept scenes.
    Talk,
}

/// A panel at the side of the panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidePanel {
    /// The joint tree at the left.
    Joints,
    Inspector,
}

/// The width of a side panel, and whether it is folded to a strip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PanelShape {
    /// Width while the panel is open.
    pub width_points: f32,
    /// Whether the panel is folded. `None` lets the width of the window decide.
    #[serde(default)]
    pub folded: Option<bool>,
}

/// The side panels as the user arranged them. The next start restores them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelLayout {
    pub tab: InspectorTab,
    pub joints: PanelShape,
    pub inspector: PanelShape,
}

impl InspectorTab {
    pub const ALL: [Self; 5] = [Self::Inspect, Self::Pose, Self::Panes, Self::Model, Self::Talk];

    pub fn label(self) -> &'static str {
        match self {
            Self::Inspect => "Inspect",
            Self::Pose => "Pose",
            Self::Panes => "Panes",
            Self::Model => "Model",
            Self::Talk => "Talk",
        }
    }

    /// Description of the tab's contents.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::Inspect => "Measurements, sweep, stress test, clips and probe",
            Self::Pose => "Rotation, offset and scale of the selected joint",
            Self::Panes => "Method, comparison and appearance of the selected pane",
            Self::Model => "Contents of the file, repairs and warnings",
            Self::Talk => "Kept scenes, their captions and notes",
        }
    }
}

impl SidePanel {
    /// Smallest and largest width, in points.
    pub fn width_range(self) -> std::ops::RangeInclusive<f32> {
        match self {
            Self::Joints => 200.0..=420.0,
            Self::Inspector => 272.0..=440.0,
        }
    }
}

impl Default for PanelLayout {
    fn default() -> Self {
        let of = |width_points| PanelShape { width_points, folded: None };
        Self { tab: InspectorTab::default(), joints: of(272.0), inspector: of(336.0) }
    }
}

impl PanelLayout {
    pub fn panel(&self, panel: SidePanel) -> PanelShape {
        match panel {
            SidePanel::Joints => self.joints,
            SidePanel::Inspector => self.inspector,
        }
    }

    pub(super) fn panel_mut(&mut self, panel: SidePanel) -> &mut PanelShape {
        match panel {
            SidePanel::Joints => &mut self.joints,
            SidePanel::Inspector => &mut self.inspector,
        }
    }

    pub(super) fn set_width(&mut self, panel: SidePanel, width_points: f32) {
        let range = panel.width_range();
        if width_points.is_finite() {
            self.panel_mut(panel).width_points = width_points.clamp(*range.start(), *range.end());
        }
    }

    /// Corrects widths that a file may contain.
    #[must_use]
    pub(super) fn within_range(self) -> Self {
        let mut layout = Self { tab: self.tab, ..Self::default() };
        for panel in [SidePanel::Joints, SidePanel::Inspector] {
            layout.set_width(panel, self.panel(panel).width_points);
            layout.panel_mut(panel).folded = self.panel(panel).folded;
        }
        layout
    }
}

/// Parts of the inspector that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// What changed since a model was pinned as before.
    Before,
    Figures,
    /// Every figure, below the most important ones.
    AllFigures,
    Sweep,
    /// What would mend the selected joint.
    Mend,
    Stress,
    /// What happens in the frames of the clips.
    Clips,
    Probe,
}
