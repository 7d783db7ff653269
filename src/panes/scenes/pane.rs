use crate::centers::CenterSettings;
use crate::model::ScaleKind;
use crate::panes::{Comparison, ComparisonKind, PaneLook, PaneSettings};
use crate::skinning::{Antipodality, SkinningMethod, SkinningSettings};
use crate::view::{Overlays, SkinPaint};

/// The contents of one pane of a scene, as plain data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScenePane {
    pub method: SkinningMethod,
    pub antipodality: Antipodality,
    pub scale_kind: ScaleKind,
    /// Width of the similarity for the centers of rotation, if it differs from the paper's.
    pub sigma: Option<f64>,
    /// Another method in the same picture, and the kind of comparison.
    pub compared: Option<(ComparisonKind, SkinningMethod)>,
    pub paint: SkinPaint,
    /// Overrides the scene's overlays.
    pub overlays: Option<Overlays>,
}

impl ScenePane {
    /// The method with its usual settings.
    pub const fn of(method: SkinningMethod) -> Self {
        Self {
            method,
            antipodality: Antipodality::PerVertex,
            scale_kind: ScaleKind::Inherited,
            sigma: None,
            compared: None,
            paint: SkinPaint::Materials,
            overlays: None,
        }
    }

    #[must_use]
    pub const fn signs(self, antipodality: Antipodality) -> Self {
        Self { antipodality, ..self }
    }

    #[must_use]
    pub const fn scaling(self, scale_kind: ScaleKind) -> Self {
        Self { scale_kind, ..self }
    }

    #[must_use]
    pub const fn painted(self, paint: SkinPaint) -> Self {
        Self { paint, ..self }
    }

    #[must_use]
    pub const fn over(self, overlays: Overlays) -> Self {
        Self { overlays: Some(overlays), ..self }
    }

    /// The settings of the pane in a scene with these overlays.
    pub(super) fn settings(self, overlays: Overlays) -> PaneSettings {
        let skinning = SkinningSettings {
            method: self.method,
            antipodality: self.antipodality,
            scale_kind: self.scale_kind,
            ..SkinningSettings::default()
        };
        let centers = CenterSettings::default();
        let comparison = self.compared.map(|(kind, method)| {
            let other = SkinningSettings { method, ..skinning };
            Comparison { kind, other, ..Comparison::default() }
        });
        PaneSettings {
            skinning,
            centers: CenterSettings { sigma: self.sigma.unwrap_or(centers.sigma), ..centers },
            comparison: comparison.unwrap_or_default(),
            look: PaneLook { overlays: self.overlays.unwrap_or(overlays), paint: self.paint, ..PaneLook::default() },
        }
    }
}
