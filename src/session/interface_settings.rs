use super::figures::SweptFigure;
use super::panels::PanelLayout;
use super::pictures::PictureOptions;
use super::rig_options::RigOptions;
use super::saved::SavedWindow;
use super::stage::StageSettings;
use serde::{Deserialize, Serialize};

/// Size of the interface, position of its window and arrangement of its panels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct InterfaceSettings {
    /// Size of the interface relative to the system's.
    pub zoom: f32,
    pub window: Option<SavedWindow>,
    pub panels: PanelLayout,
    pub stage: StageSettings,
    /// Options for saving pictures.
    pub picture: PictureOptions,
    /// Options for exporting the model.
    pub rig: RigOptions,
    /// Whether files that change on disk are read again.
    pub watches_files: bool,
    /// Whether pictures are drawn from vertices in full precision.
    pub full_precision: bool,
    /// Figure that sweeps plot.
    pub sweep: SweptFigure,
    /// Whether the inspector is open in the window, rather than folded or hidden.
    #[serde(skip)]
    pub inspector_open: bool,
}

impl Default for InterfaceSettings {
    fn default() -> Self {
        Self {
            zoom: 1.0,
            window: None,
            panels: PanelLayout::default(),
            stage: StageSettings::default(),
            picture: PictureOptions::default(),
            rig: RigOptions::default(),
            watches_files: true,
            full_precision: false,
            sweep: SweptFigure::default(),
            inspector_open: true,
        }
    }
}

impl InterfaceSettings {
    /// Corrects values that are out of range.
    pub(super) fn within_range(self) -> Self {
        const ZOOMS: std::ops::RangeInclusive<f32> = 0.2..=5.0;
        let fits = |window: &SavedWindow| window.size_points.iter().all(|side| (100.0..=20_000.0).contains(side));
        Self {
            zoom: if ZOOMS.contains(&self.zoom) { self.zoom } else { Self::default().zoom },
            window: self.window.filter(fits),
            panels: self.panels.within_range(),
            picture: self.picture.within_range(),
            rig: self.rig.within_range(),
            ..self
        }
    }
}
