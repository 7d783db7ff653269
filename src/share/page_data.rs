//! Data for the page's script in addition to the GPU's: words, panes, sliders, marks and recorded pictures.

use super::pictures::recorded_steps;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct PageData {
    pub title: String,
    /// Names of methods whose shaders are not ours. The page runs them only when its reader says so.
    pub own_shaders: Vec<&'static str>,
    pub scenes: Vec<PageScene>,
}

#[derive(Debug, Serialize)]
pub(super) struct PageScene {
    pub id: String,
    /// Figure of a paper that the scene reproduces. May be empty.
    pub citation: String,
    /// Headline. May be empty.
    pub title: String,
    pub caption: String,
    pub columns: usize,
    /// Size of the pictures for which the cameras are made, in points. Panes have its shape.
    pub size: [u32; 2],
    pub slider: Option<PageSlider>,
    pub panes: Vec<PagePane>,
}

impl PageData {
    /// Bytes of the recorded pictures.
    pub fn recorded_bytes(&self) -> usize {
        self.scenes.iter().flat_map(|scene| &scene.panes).map(PagePane::recorded_bytes).sum()
    }
}

impl PageScene {
    /// Count of steps of the slider, or one.
    pub fn steps(&self) -> usize {
        self.slider.as_ref().map_or(1, |slider| slider.values.len())
    }

    /// Index of the scene's own pose.
    pub fn own_step(&self) -> usize {
        self.slider.as_ref().map_or(0, |slider| slider.start)
    }

    /// Count of recorded pictures.
    pub fn recorded(&self) -> usize {
        self.panes.iter().flat_map(|pane| &pane.recorded).map(|step| step.pictures.len()).sum()
    }

    /// Count of recorded pictures if `most` steps of every pane were recorded.
    pub fn recorded_with(&self, most: usize) -> usize {
        let steps = recorded_steps(self.steps(), self.own_step(), most).len();
        steps * self.panes.iter().map(|pane| if pane.wiped.is_some() { 2 } else { 1 }).sum::<usize>()
    }
}

#[derive(Debug, Serialize)]
pub(super) struct PageSlider {
    pub label: String,
    pub unit: &'static str,
    pub decimals: u32,
    pub values: Vec<f32>,
    /// Whether palettes may be blended from each step to the next.
    pub is_near: Vec<bool>,
    /// Index of the scene's own pose.
    pub start: usize,
    /// Whether it goes from right to left: from the last value to the first.
    pub falls: bool,
    /// Whether its value is the time of a clip.
    pub is_clip: bool,
    pub seconds: f32,
}

#[derive(Debug, Serialize)]
pub(super) struct PagePane {
    pub name: String,
    pub long_name: String,
    /// Settings of the method, or nothing.
    pub settings: String,
    /// Colors of the method in the dark and in the light theme, and over a picture.
    pub colors: [String; 3],
    /// The other method of a wipe.
    pub wiped: Option<PageWipe>,
    pub camera: PageCamera,
    /// Whether the camera is the pane's own.
    pub has_own_view: bool,
    /// Meaning of the skin's colors, if they have one.
    pub legend: Option<PageLegend>,
    /// Overlays for every step, or one for all steps.
    pub overlays: Vec<PageOverlay>,
    pub recorded: Vec<RecordedStep>,
}

impl PagePane {
    pub fn recorded_bytes(&self) -> usize {
        self.recorded.iter().map(RecordedStep::bytes).sum()
    }
}

/// Legend of a pane, see [`crate::style::LegendParts`]. Colors are those of CSS.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct PageLegend {
    pub title: String,
    pub chip: Option<String>,
    pub bar: Option<PageBar>,
    pub names: Vec<(String, String)>,
    /// Count of names that are left out.
    pub more: usize,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct PageBar {
    pub colors: Vec<String>,
    pub is_stepped: bool,
    pub above: Vec<(f32, String)>,
    pub below: Vec<(f32, String)>,
}

#[derive(Debug, Serialize)]
pub(super) struct PageWipe {
    pub name: String,
    pub colors: [String; 3],
    /// Fraction of the width that shows the pane's own method, from the left.
    pub divider: f32,
}

/// Camera of a pane, see [`crate::view::Camera`].
#[derive(Debug, Serialize)]
pub(super) struct PageCamera {
    pub target: [f32; 3],
    pub yaw: f32,
    pub pitch: f32,
    pub distance: f32,
    pub fov: f32,
    /// The near plane as a fraction of the distance.
    pub near: f32,
}

/// Overlay of a picture in one pose.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct PageOverlay {
    pub marks: Vec<PageMark>,
    pub labels: Vec<PageLabel>,
    /// The point that the labels surround, in world space. If absent, the middle of the labels.
    pub middle: Option<[f32; 3]>,
    pub figure: Option<PageFigure>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PageMark {
    /// Place in world space.
    pub at: [f32; 3],
    /// Shape: `ring` or `arrow`.
    pub shape: &'static str,
    pub label: String,
}

/// A word of a diagram.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PageLabel {
    pub at: [f32; 3],
    pub text: String,
    pub color: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PageFigure {
    pub value: String,
    pub caption: String,
}

/// Pictures of one step, for browsers without WebGPU.
#[derive(Debug, Serialize)]
pub(super) struct RecordedStep {
    pub step: usize,
    /// Data addresses of the pictures of the pane's own method, and of the other method of a wipe.
    pub pictures: Vec<String>,
}

impl RecordedStep {
    pub fn bytes(&self) -> usize {
        self.pictures.iter().map(String::len).sum()
    }
}
