use crate::centers::{CenterParts, CenterSettings};
use crate::model::Model;
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::view::{PaintRange, PaneLook, SimilarTo, SkinPaint};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Everything that one pane shows, except the model, its pose, the camera and the selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PaneSettings {
    /// Which of the open models is shown.
    #[serde(skip_serializing_if = "PaneModel::is_first")]
    pub model: PaneModel,
    pub skinning: SkinningSettings,
    /// Settings with which the centers of rotation of `cor` are computed.
    pub centers: CenterSettings,
    /// Another method in the same picture.
    pub comparison: Comparison,
    pub look: PaneLook,
}

/// Which of two open models a pane shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PaneModel {
    /// The posed model.
    #[default]
    First,
    /// The model that takes the pose of the first.
    Second,
}

impl PaneModel {
    pub fn is_first(&self) -> bool {
        *self == Self::First
    }

    /// Index: 0 for the first model, 1 for the second.
    pub fn index(self) -> usize {
        usize::from(self != Self::First)
    }

    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Comparison of two skins in one pane: A, its own, and B, of another method, the other model or both.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Comparison {
    pub kind: ComparisonKind,
    /// Skinning of B.
    pub other: SkinningSettings,
    /// Whether B is the other model.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub other_model: bool,
    /// Divider of a wipe: the fraction of the picture's width that shows A, from the left.
    pub divider: f32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ComparisonKind {
    /// Shows A alone.
    #[default]
    Off,
    /// Shows A to the left of a divider, B to its right.
    Wipe,
    /// Shows A, and B while a key is held.
    Flicker,
    /// Shows A, and B's outline.
    Ghost,
}

impl ComparisonKind {
    pub const ALL: [Self; 4] = [Self::Off, Self::Wipe, Self::Flicker, Self::Ghost];

    /// Label for display.
    pub fn label(self) -> &'static str {
        match self {
            Self::Off => "Off",
            Self::Wipe => "Wipe",
            Self::Flicker => "Flicker",
            Self::Ghost => "Ghost",
        }
    }

    pub fn explanation(self) -> &'static str {
        match self {
            Self::Off => "Show one method",
            Self::Wipe => "Show two methods, separated by a divider that you can drag",
            Self::Flicker => "Show the other method while you hold V or the button in the pane",
            Self::Ghost => "Outline the other method over this one",
        }
    }
}

impl Default for Comparison {
    /// No comparison. B is LBS, the most common reference.
    fn default() -> Self {
        Self { kind: ComparisonKind::Off, other: SkinningSettings::default(), other_model: false, divider: 0.5 }
    }
}

impl PaneSettings {
    pub fn of_method(method: SkinningMethod) -> Self {
        Self { skinning: SkinningSettings { method, ..SkinningSettings::default() }, ..Self::default() }
    }

    /// Skinning of B, if the pane compares.
    pub fn compared_with(&self) -> Option<SkinningSettings> {
        (self.comparison.kind != ComparisonKind::Off).then_some(self.comparison.other)
    }

    /// Whether any method in the pane uses centers of rotation.
    pub fn needs_centers(&self) -> bool {
        self.center_parts().is_some()
    }

    /// The models whose smoothed surroundings the pane uses where it shows this model.
    pub fn models_to_smooth(&self, model: &Arc<Model>) -> impl Iterator<Item = Arc<Model>> {
        self.all_skinning().filter_map(|skinning| skinning.model_to_smooth(model))
    }

    /// Parts of the centers of rotation that the methods in the pane use, if any.
    pub fn center_parts(&self) -> Option<CenterParts> {
        self.all_skinning().filter_map(|skinning| CenterParts::of_method(skinning.method)).max()
    }

    /// Skinning of the pane, of its comparison, and of the paint's comparison.
    pub fn all_skinning(&self) -> impl Iterator<Item = SkinningSettings> {
        let painted = match self.look.paint {
            SkinPaint::DifferenceTo(method) => Some(self.skinning.compared_with(method)),
            _ => None,
        };
        [Some(self.skinning), self.compared_with(), painted].into_iter().flatten()
    }

    /// Vertex and settings with which the colors compare, if they show the similarity to this vertex of the pane's
    /// model.
    pub fn similar_to(&self, vertex: Option<(u32, u32)>) -> Option<SimilarTo> {
        let vertex = vertex.filter(|_| self.look.paint == SkinPaint::Similarity)?;
        Some(SimilarTo { vertex, centers: self.centers })
    }

    /// Corrects values outside their range, which a file may contain.
    #[must_use]
    pub fn within_range(mut self) -> Self {
        self.centers = self.centers.within_range();
        let divider = self.comparison.divider;
        self.comparison.divider = if divider.is_finite() { divider.clamp(0.0, 1.0) } else { 0.5 };
        if let PaintRange::Fixed(distance) = self.look.paint_range
            && !(distance.is_finite() && distance > 0.0)
        {
            self.look.paint_range = PaintRange::Automatic;
        }
        self
    }

    /// Whether the pane shows something of the second model.
    pub fn shows_second(&self) -> bool {
        !self.model.is_first() || self.shows_other_model()
    }

    /// Whether the pane also shows something of the other model.
    pub fn shows_other_model(&self) -> bool {
        let compares = self.comparison.other_model && self.comparison.kind != ComparisonKind::Off;
        compares || self.look.paint.needs_other_model()
    }

    /// The pane as it is where there is only one model.
    #[must_use]
    pub fn of_first_model(mut self) -> Self {
        if self.comparison.other_model {
            self.comparison = Comparison::default();
        }
        if self.look.paint.needs_other_model() {
            self.look.paint = SkinPaint::Materials;
        }
        self.model = PaneModel::First;
        self
    }

    /// Swaps A and B. Does nothing if the pane does not compare.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self.compared_with() {
            Some(other) => {
                let model = if self.comparison.other_model { self.model.other() } else { self.model };
                let comparison = Comparison { other: self.skinning, ..self.comparison };
                Self { model, skinning: other, comparison, ..self }
            }
            None => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pane_needs_centers_for_all_that_it_shows() {
        let lbs = PaneSettings::of_method(SkinningMethod::Lbs);
        assert!(!lbs.needs_centers() && PaneSettings::of_method(SkinningMethod::Cor).needs_centers());
        let other = SkinningSettings { method: SkinningMethod::Cor, ..SkinningSettings::default() };
        let comparison = Comparison { other, ..Comparison::default() };
        assert!(!PaneSettings { comparison, ..lbs }.needs_centers(), "B is not shown");
        let comparison = Comparison { kind: ComparisonKind::Wipe, ..comparison };
        assert!(PaneSettings { comparison, ..lbs }.needs_centers());
        assert_eq!(PaneSettings { comparison, ..lbs }.center_parts(), Some(CenterParts::Points));
        let procrustes = PaneSettings { comparison, ..PaneSettings::of_method(SkinningMethod::CorProcrustes) };
        assert_eq!(procrustes.center_parts(), Some(CenterParts::PointsAndCovariances));
        let paint = SkinPaint::DifferenceTo(SkinningMethod::Cor);
        assert!(PaneSettings { look: PaneLook { paint, ..lbs.look }, ..lbs }.needs_centers());
    }

    #[test]
    fn swapping_twice_changes_nothing() {
        let comparison = Comparison { kind: ComparisonKind::Ghost, ..Comparison::default() };
        let pane = PaneSettings { comparison, ..PaneSettings::of_method(SkinningMethod::Dib) };
        assert_eq!(pane.swapped().skinning.method, SkinningMethod::Lbs);
        assert_eq!(pane.swapped().swapped(), pane);
        let alone = PaneSettings::of_method(SkinningMethod::Dib);
        assert_eq!(alone.swapped(), alone);
    }
}
