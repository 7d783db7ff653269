//! One pane as text: flat, without usual values.

use crate::centers::{CenterSettings, Similarity};
use crate::model::ScaleKind;
use crate::panes::{Comparison, ComparisonKind, PaneLook, PaneModel, PaneSettings};
use crate::skinning::{Antipodality, BlendFactor, Phases, SkinningMethod, SkinningSettings};
use crate::view::{Diagram, Overlay, Overlays, PaintName, PaintRange, Shading, SkinPaint};
use serde::Deserialize;

use super::scene_text::ViewText;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PaneText {
    /// Which of the two models is shown.
    #[serde(default)]
    pub model: PaneModel,
    pub method: SkinningMethod,
    #[serde(default)]
    pub antipodality: Option<Antipodality>,
    #[serde(default)]
    pub scale: Option<ScaleKind>,
    #[serde(default)]
    pub blend: Option<f32>,
    #[serde(default)]
    pub phases: Phases,
    #[serde(default)]
    pub sigma: Option<f64>,
    #[serde(default)]
    pub epsilon: Option<f64>,
    #[serde(default)]
    pub similarity: Option<Similarity>,
    #[serde(default)]
    pub compare: Option<CompareText>,
    #[serde(default)]
    pub paint: Option<String>,
    /// End of a difference map's palette in scene units.
    #[serde(default)]
    pub paint_range: Option<f32>,
    #[serde(default)]
    pub shading: Option<Shading>,
    #[serde(default)]
    pub overlays: Option<Vec<Overlay>>,
    #[serde(default)]
    pub diagram: Option<Diagram>,
    #[serde(default)]
    pub view: Option<ViewText>,
}

/// Comparison of a pane. Absent values are the pane's own.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CompareText {
    pub kind: ComparisonKind,
    /// Whether it is compared with the other model.
    #[serde(default)]
    pub other_model: bool,
    pub method: SkinningMethod,
    #[serde(default)]
    pub antipodality: Option<Antipodality>,
    #[serde(default)]
    pub scale: Option<ScaleKind>,
    #[serde(default)]
    pub blend: Option<f32>,
    #[serde(default)]
    pub phases: Phases,
    #[serde(default)]
    pub divider: Option<f32>,
}

impl PaneText {
    /// Whether the pane shows something of a second model.
    pub fn shows_second(&self) -> bool {
        let is_painted = || {
            self.paint.as_deref().and_then(|name| name.parse().ok())
                == Some(PaintName::Paint(SkinPaint::DifferenceToModel))
        };
        !self.model.is_first() || self.compare.as_ref().is_some_and(|compare| compare.other_model) || is_painted()
    }

    /// The settings, with the scene's overlays unless the pane has its own.
    pub fn settings(&self, overlays: Overlays) -> Result<PaneSettings, String> {
        let skinning = SkinningSettings {
            method: self.method,
            chosen_antipodality: self.antipodality,
            scale_kind: self.scale.unwrap_or_default(),
            blend: self.blend.map_or_else(BlendFactor::default, BlendFactor::nearest),
            chosen_phases: self.phases,
        };
        let other = |compare: &CompareText| Comparison {
            kind: compare.kind,
            other: SkinningSettings {
                method: compare.method,
                chosen_antipodality: compare.antipodality,
                scale_kind: compare.scale.unwrap_or(skinning.scale_kind),
                blend: compare.blend.map_or(skinning.blend, BlendFactor::nearest),
                chosen_phases: compare.phases,
            },
            other_model: compare.other_model,
            divider: compare.divider.unwrap_or(Comparison::default().divider),
        };
        let centers = CenterSettings::default();
        let settings = PaneSettings {
            model: self.model,
            skinning,
            centers: CenterSettings {
                sigma: self.sigma.unwrap_or(centers.sigma),
                epsilon: self.epsilon.unwrap_or(centers.epsilon),
                similarity: self.similarity.unwrap_or_default(),
            },
            comparison: self.compare.as_ref().map(other).unwrap_or_default(),
            look: PaneLook {
                overlays: self.overlays.as_ref().map_or(overlays, |own| own.iter().copied().collect()),
                paint: self.paint.as_deref().map_or(Ok(SkinPaint::default()), paint)?,
                paint_range: self.paint_range.map_or(PaintRange::Automatic, PaintRange::Fixed),
                shading: self.shading.unwrap_or_default(),
                diagram: self.diagram,
            },
        };
        Ok(settings.within_range())
    }
}

/// The weights of the selected joint, which a talk does not name again.
pub(super) const WEIGHTS: &str = "weights";

fn paint(text: &str) -> Result<SkinPaint, String> {
    if text == WEIGHTS {
        return Ok(SkinPaint::JointWeights);
    }
    let name: PaintName = text.parse().map_err(|usage| format!("{text:?} is no paint; {usage}"))?;
    match name {
        PaintName::Weights(joint) => Err(format!("write paint = \"weights\" and joint = {joint:?} for the scene")),
        PaintName::SimilarityTo(_) => {
            Err("write paint = \"similarity\" and vertex = [PRIMITIVE, VERTEX] for the scene".to_owned())
        }
        PaintName::Paint(paint) => Ok(paint),
    }
}
