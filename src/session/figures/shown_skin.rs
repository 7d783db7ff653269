use super::super::edit_state::Pane;
use crate::centers::CenterSettings;
use crate::model::ScaleKind;
use crate::panes::PaneSettings;
use crate::skinning::{BlendFactor, SkinningSettings};

/// The settings that determine the skin's position in a pose. Settings without effect are at their defaults, so that
/// skins in the same position compare equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownSkin {
    pub skinning: SkinningSettings,
    /// Used by `cor` only.
    pub centers: CenterSettings,
}

/// A skin that a pane shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaneSkin {
    /// Index of the pane.
    pub pane: usize,
    pub skin: ShownSkin,
    /// Whether this is the other method of a comparing pane.
    pub is_other: bool,
}

impl ShownSkin {
    pub fn new(skinning: SkinningSettings, centers: CenterSettings) -> Self {
        let method = skinning.method;
        let chosen_antipodality = method.blends_quaternions().then(|| skinning.antipodality());
        let blend = if method.takes_blend() { skinning.blend } else { BlendFactor::default() };
        let centers = if method.needs_centers() { centers } else { CenterSettings::default() };
        Self { skinning: SkinningSettings { chosen_antipodality, blend, ..skinning }, centers }
    }
}

/// The skins of the first model in all panes, in pane order. A comparing pane has two.
pub fn pane_skins(panes: &[Pane]) -> Vec<PaneSkin> {
    skins_of_settings(panes.iter().map(|pane| &pane.settings))
}

/// Like [`pane_skins`], for panes that are not those of the program's state.
pub fn skins_of_settings<'a>(panes: impl Iterator<Item = &'a PaneSettings>) -> Vec<PaneSkin> {
    let of_pane = |(index, settings): (usize, &PaneSettings)| {
        let skin = |skinning, is_other| {
            let skin = ShownSkin::new(skinning, settings.centers);
            PaneSkin { pane: index, skin, is_other }
        };
        let other = settings.compared_with().filter(|_| !settings.comparison.other_model);
        let skins = [Some(skin(settings.skinning, false)), other.map(|other| skin(other, true))];
        let is_first = settings.model.is_first();
        skins.into_iter().flatten().filter(move |_| is_first)
    };
    panes.enumerate().flat_map(of_pane).collect()
}

/// The distinct skins, in the order of the panes.
pub fn distinct(skins: &[PaneSkin]) -> Vec<ShownSkin> {
    let mut distinct = Vec::new();
    for PaneSkin { skin, .. } in skins {
        if !distinct.contains(skin) {
            distinct.push(*skin);
        }
    }
    distinct
}

/// A short name for each skin: its method, and what distinguishes it from others of that method.
pub fn names(skins: &[ShownSkin]) -> Vec<String> {
    let name = |skin: &ShownSkin| {
        let others = || skins.iter().filter(|other| other.skinning.method == skin.skinning.method);
        let mut words = vec![skin.skinning.method.short_name().to_owned()];
        if others().any(|other| other.skinning.antipodality() != skin.skinning.antipodality()) {
            words.push(skin.skinning.antipodality().label().to_lowercase());
        }
        if others().any(|other| other.skinning.blend != skin.skinning.blend) {
            words.push(format!("{:.2}", skin.skinning.blend.get()));
        }
        if others().any(|other| other.skinning.scale_kind != skin.skinning.scale_kind) {
            words.push(if skin.skinning.scale_kind == ScaleKind::Local { "local" } else { "inherited" }.to_owned());
        }
        if others().any(|other| other.centers != skin.centers) {
            words.push(format!("\u{3c3} {:.2}", skin.centers.sigma));
        }
        words.join(" ")
    };
    skins.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::edit_state::{EditState, PaneIds};
    use super::*;
    use crate::panes::{Comparison, ComparisonKind, PanePreset};
    use crate::skinning::Antipodality;
    use crate::skinning::SkinningMethod;

    #[test]
    fn skins_in_the_same_position_are_one() {
        let mut edit = EditState::starting_with(SkinningMethod::Lbs);
        let ids = &mut PaneIds::beyond(&edit.panes);
        edit.duplicate_pane(0, ids);
        edit.panes[1].settings.skinning.chosen_antipodality = Some(Antipodality::Continuous);
        edit.panes[1].settings.centers.sigma = 0.3;
        let skins = pane_skins(&edit.panes);
        assert_eq!(skins.iter().map(|skin| skin.pane).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(names(&distinct(&skins)), ["LBS", "DQS"]);
    }

    #[test]
    fn names_include_modes_only_where_they_differ() {
        let mut edit = EditState::starting_with(SkinningMethod::Lbs);
        edit.take_preset(PanePreset::AntipodalityModes, &mut PaneIds::default());
        let names = names(&distinct(&pane_skins(&edit.panes)));
        assert_eq!(names, ["DQS none", "DQS per bone", "DQS per vertex", "DQS running sum", "DQS continuous"]);
    }

    #[test]
    fn a_pane_that_compares_has_two() {
        let mut edit = EditState::starting_with(SkinningMethod::Lbs);
        let other = SkinningSettings { method: SkinningMethod::Dib, ..SkinningSettings::default() };
        edit.panes[0].settings.comparison = Comparison { kind: ComparisonKind::Wipe, other, ..Comparison::default() };
        let skins = pane_skins(&edit.panes);
        assert_eq!(
            skins.iter().map(|skin| (skin.pane, skin.is_other)).collect::<Vec<_>>(),
            [(0, false), (0, true), (1, false)]
        );
    }
}
