use super::{ComparisonKind, PaneSettings};
use crate::skinning::SkinningSettings;

/// Whether panes differ only in how signs of quaternions are chosen. Their titles then lead with the mode, because their
/// methods would all read the same.
pub fn differ_only_in_mode<'a>(panes: impl IntoIterator<Item = &'a PaneSettings>) -> bool {
    let panes: Vec<&PaneSettings> = panes.into_iter().collect();
    let [first, others @ ..] = &panes[..] else { return false };
    let without_mode = |pane: &PaneSettings| SkinningSettings { chosen_antipodality: None, ..pane.skinning };
    let is_alike = |pane: &PaneSettings| {
        pane.comparison.kind == ComparisonKind::Off
            && without_mode(pane) == without_mode(first)
            && pane.centers == first.centers
    };
    first.skinning.method.blends_quaternions()
        && panes.iter().all(|pane| is_alike(pane))
        && others.iter().any(|other| other.skinning.antipodality() != first.skinning.antipodality())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skinning::{Antipodality, SkinningMethod};

    fn pane(method: SkinningMethod, mode: Antipodality) -> PaneSettings {
        let skinning = SkinningSettings { method, chosen_antipodality: Some(mode), ..Default::default() };
        PaneSettings { skinning, ..PaneSettings::default() }
    }

    #[test]
    fn only_panes_of_one_method_with_other_modes_lead_with_them() {
        let dqs = Antipodality::ALL.map(|mode| pane(SkinningMethod::Dqs, mode));
        assert!(differ_only_in_mode(&dqs));
        assert!(differ_only_in_mode(&dqs[2..]));
        assert!(!differ_only_in_mode(&dqs[..1]), "a single pane");
        assert!(!differ_only_in_mode(&[dqs[0], dqs[0]]), "the same twice");
        // The default of the method is a mode like any other.
        let mut default = dqs[2];
        default.skinning.chosen_antipodality = None;
        assert!(!differ_only_in_mode(&[default, dqs[2]]) && differ_only_in_mode(&[default, dqs[4]]));
        let cor = pane(SkinningMethod::Cor, Antipodality::None);
        assert!(!differ_only_in_mode(&[dqs[0], dqs[1], cor]), "another method");
        assert!(!differ_only_in_mode(&Antipodality::ALL.map(|mode| pane(SkinningMethod::Lbs, mode))), "no signs");
        let mut wiped = dqs;
        wiped[1].comparison.kind = ComparisonKind::Wipe;
        assert!(!differ_only_in_mode(&wiped));
    }
}
