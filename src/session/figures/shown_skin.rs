use super::super::edit_state::Pane;
use crate::centers::CenterSettings;
use crate::model::ScaleKind;
use crate::panes::{PaneModel, PaneSettings};
use crate::skinning::{BlendFactor, Phases, SkinningSettings};

/// The settings that determine the skin's position in a pose. Settings without effect are at their defaults, so that
/// skins in the same position compare equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownSkin {
    /// The model that the skin belongs to.
    pub model: PaneModel,
    pub skinning: SkinningSettings,
    /// Settings of the centers of rotation, used by `cor` only.
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
    /// Creates a skin of the first model.
    pub fn new(skinning: SkinningSettings, centers: CenterSettings) -> Self {
        let method = skinning.method;
        let chosen_antipodality = method.blends_quaternions().then(|| skinning.antipodality());
        let blend = if method.takes_blend() { skinning.blend } else { BlendFactor::default() };
        let centers = if method.needs_centers() { centers } else { CenterSettings::default() };
        let chosen_phases = skinning.phases();
        let stored = skinning.stored_as_read();
        let skinning = SkinningSettings { chosen_antipodality, blend, chosen_phases, stored, ..skinning };
        Self { model: PaneModel::First, skinning, centers }
    }

    /// The skin of the given model under the same settings.
    #[must_use]
    pub fn of(self, model: PaneModel) -> Self {
        Self { model, ..self }
    }
}

/// The skins in all panes, in pane order. A comparing pane has two. Without a second model, all belong to the first.
pub fn pane_skins(panes: &[Pane], has_second: bool) -> Vec<PaneSkin> {
    skins_of_settings(panes.iter().map(|pane| &pane.settings), has_second)
}

/// Like [`pane_skins`], for panes other than the ones in the program's state.
pub fn skins_of_settings<'a>(panes: impl Iterator<Item = &'a PaneSettings>, has_second: bool) -> Vec<PaneSkin> {
    let of_pane = |(index, settings): (usize, &PaneSettings)| {
        let own = if has_second { settings.model } else { PaneModel::First };
        let other_model = settings.comparison.other_model;
        let skin = |skinning, model: PaneModel, is_other| PaneSkin {
            pane: index,
            skin: ShownSkin::new(skinning, settings.centers).of(model),
            is_other,
        };
        let other = settings.compared_with().filter(|_| has_second || !other_model);
        let other = other.map(|other| skin(other, if other_model { own.other() } else { own }, true));
        [Some(skin(settings.skinning, own, false)), other].into_iter().flatten()
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

/// A short name for each skin: its method, and the settings that distinguish it from others of that method.
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
        if skin.skinning.phases() == Phases::First {
            words.push("first phase".to_owned());
        }
        if !skin.skinning.stored.is_full() {
            words.push(skin.skinning.stored.in_words());
        }
        if others().any(|other| other.centers != skin.centers) {
            words.push(format!("\u{3c3} {:.2}", skin.centers.sigma));
        }
        words.join(" ")
    };
    skins.iter().map(name).collect()
}

/// Like [`names`], with the name of each skin's model if there are two, as in the headers of panes.
pub fn names_with_models(skins: &[ShownSkin], models: Option<[&str; 2]>) -> Vec<String> {
    let Some([first, second]) = models else { return names(skins) };
    let model = |skin: &ShownSkin| if skin.model.is_first() { first } else { second };
    names(skins).into_iter().zip(skins).map(|(name, skin)| format!("{name} \u{b7} {}", model(skin))).collect()
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
        let skins = pane_skins(&edit.panes, false);
        assert_eq!(skins.iter().map(|skin| skin.pane).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(names(&distinct(&skins)), ["LBS", "DQS"]);
    }

    #[test]
    fn names_include_modes_only_where_they_differ() {
        let mut edit = EditState::starting_with(SkinningMethod::Lbs);
        edit.take_preset(PanePreset::AntipodalityModes, &mut PaneIds::default());
        let names = names(&distinct(&pane_skins(&edit.panes, false)));
        assert_eq!(names, ["DQS none", "DQS per bone", "DQS per vertex", "DQS running sum", "DQS continuous"]);
    }

    #[test]
    fn skins_of_a_second_model_are_others() {
        let mut edit = EditState::starting_with(SkinningMethod::Lbs);
        edit.panes[1].settings = PaneSettings { model: PaneModel::Second, ..edit.panes[0].settings };
        let kind = ComparisonKind::Ghost;
        edit.panes[1].settings.comparison = Comparison { kind, other_model: true, ..Comparison::default() };
        let models = |has_second| {
            let skins = pane_skins(&edit.panes, has_second);
            skins.iter().map(|shown| (shown.pane, shown.skin.model)).collect::<Vec<_>>()
        };
        assert_eq!(models(true), [(0, PaneModel::First), (1, PaneModel::Second), (1, PaneModel::First)]);
        assert_eq!(models(false), [(0, PaneModel::First), (1, PaneModel::First)]);
        let skins = distinct(&pane_skins(&edit.panes, true));
        let names = names_with_models(&skins, Some(["old", "new"]));
        assert_eq!(names, ["LBS \u{b7} old", "LBS \u{b7} new"]);
    }

    #[test]
    fn a_pane_that_compares_has_two() {
        let mut edit = EditState::starting_with(SkinningMethod::Lbs);
        let other = SkinningSettings { method: SkinningMethod::Dib, ..SkinningSettings::default() };
        edit.panes[0].settings.comparison = Comparison { kind: ComparisonKind::Wipe, other, ..Comparison::default() };
        let skins = pane_skins(&edit.panes, false);
        assert_eq!(
            skins.iter().map(|skin| (skin.pane, skin.is_other)).collect::<Vec<_>>(),
            [(0, false), (0, true), (1, false)]
        );
    }
}
