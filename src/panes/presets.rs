use super::{Arrangement, PaneSettings};
use crate::skinning::{Antipodality, SkinningMethod, SkinningSettings};

/// A named set of panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PanePreset {
    /// The comparison of Le & Hodgins 2016.
    LbsDqsCor,
    LbsDqs,
    /// LBS and the methods that Kavan 2008 compares with it.
    Kavan,
    AllMethods,
    /// DQS under each of the modes.
    AntipodalityModes,
}

impl PanePreset {
    pub const ALL: [Self; 5] = [Self::LbsDqs, Self::LbsDqsCor, Self::Kavan, Self::AllMethods, Self::AntipodalityModes];

    /// Label for display.
    pub fn label(self) -> &'static str {
        match self {
            Self::LbsDqs => "LBS | DQS",
            Self::LbsDqsCor => "LBS | DQS | CoR",
            Self::Kavan => "LBS and the methods compared in Kavan 2008",
            Self::AllMethods => "All methods",
            Self::AntipodalityModes => "Antipodality modes of DQS",
        }
    }

    /// The panes, which look like `like` except for the method and its modes.
    pub fn panes(self, like: PaneSettings) -> Vec<PaneSettings> {
        let pane = |skinning| PaneSettings { skinning, comparison: super::Comparison::default(), ..like };
        let of_method =
            |&method: &SkinningMethod| pane(SkinningSettings { method, chosen_antipodality: None, ..like.skinning });
        let of = |methods: &[SkinningMethod]| methods.iter().map(of_method).collect();
        use SkinningMethod as M;
        match self {
            Self::LbsDqs => of(&[M::Lbs, M::Dqs]),
            Self::LbsDqsCor => of(&[M::Lbs, M::Dqs, M::Cor]),
            Self::Kavan => of(&[M::Lbs, M::DirectQuaternion, M::LogMatrix, M::Spherical, M::Dqs, M::Dib]),
            Self::AllMethods => of(&M::ALL),
            Self::AntipodalityModes => Antipodality::ALL
                .map(|mode| pane(SkinningSettings { method: M::Dqs, chosen_antipodality: Some(mode), ..like.skinning }))
                .to_vec(),
        }
    }

    /// The preferred arrangement of the panes.
    pub fn arrangement(self) -> Arrangement {
        match self {
            Self::LbsDqs | Self::LbsDqsCor => Arrangement::Row,
            Self::Kavan | Self::AllMethods | Self::AntipodalityModes => Arrangement::Auto,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_show_what_they_say() {
        let methods = |preset: PanePreset| -> Vec<SkinningMethod> {
            preset.panes(PaneSettings::default()).iter().map(|pane| pane.skinning.method).collect()
        };
        assert_eq!(methods(PanePreset::LbsDqsCor), [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::Cor]);
        assert_eq!(methods(PanePreset::AllMethods), SkinningMethod::ALL);
        let modes: Vec<Antipodality> = PanePreset::AntipodalityModes
            .panes(PaneSettings::default())
            .iter()
            .map(|pane| pane.skinning.antipodality())
            .collect();
        assert_eq!(modes, Antipodality::ALL);
    }
}
