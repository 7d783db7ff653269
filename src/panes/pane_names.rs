use super::{ComparisonKind, PaneSettings};
use crate::centers::{CenterSettings, Similarity};
use crate::model::{ScaleKind, StoredSkin};
use crate::skinning::{Phases, SkinningSettings};
use crate::view::SkinPaint;
use std::borrow::Cow;

/// The words of a pane's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaneName {
    /// Word that distinguishes the pane from the others: its method, or where methods are alike a setting, a map or a
    /// diagram.
    pub lead: String,
    /// Method where it does not lead, otherwise its long name. Empty if that adds nothing.
    pub behind: String,
    /// Notable settings that do not lead. May be empty.
    pub settings: String,
}

/// A setting of a skin, in the order in which settings are mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aspect {
    Blend,
    Sigma,
    Epsilon,
    Similarity,
    Mode,
    Scale,
    Phases,
    Influences,
    Weights,
    Positions,
    Surroundings,
}

/// The settings to which an aspect belongs.
type Skin = (SkinningSettings, CenterSettings);

impl Aspect {
    const ALL: [Self; 11] = [
        Self::Blend,
        Self::Sigma,
        Self::Epsilon,
        Self::Similarity,
        Self::Mode,
        Self::Scale,
        Self::Phases,
        Self::Influences,
        Self::Weights,
        Self::Positions,
        Self::Surroundings,
    ];

    /// Word for the aspect. `None` if the method has no such setting.
    fn word(self, (skinning, centers): Skin) -> Option<String> {
        let method = skinning.method;
        let of_centers = |word: String| method.needs_centers().then_some(word);
        match self {
            Self::Blend => method.takes_blend().then(|| format!("blend {:.2}", skinning.blend.get())),
            Self::Sigma => of_centers(format!("sigma {:.2}", centers.sigma)),
            Self::Epsilon => of_centers(format!("epsilon {:.2}", centers.epsilon)),
            Self::Similarity => of_centers(match centers.similarity {
                Similarity::JointPairs => "joint pairs".to_owned(),
                Similarity::PlainGaussian => "plain Gaussian".to_owned(),
                Similarity::InverseSquare => "inverse square".to_owned(),
            }),
            Self::Mode => method.blends_quaternions().then(|| skinning.antipodality().title().to_lowercase()),
            Self::Scale => Some(match skinning.scale_kind {
                ScaleKind::Local => "local scale".to_owned(),
                ScaleKind::Inherited => "inherited scale".to_owned(),
            }),
            Self::Phases => method.has_first_phase().then(|| match skinning.phases() {
                Phases::First => "first phase alone".to_owned(),
                Phases::Both => "both phases".to_owned(),
            }),
            Self::Influences => Some(stored_word(
                StoredSkin { most_influences: skinning.stored.most_influences, ..StoredSkin::FULL },
                "all influences",
            )),
            Self::Weights => Some(stored_word(
                StoredSkin { weight_bits: skinning.stored.weight_bits, ..StoredSkin::FULL },
                "full weights",
            )),
            Self::Positions => Some(stored_word(
                StoredSkin { position_bits: skinning.stored.position_bits, ..StoredSkin::FULL },
                "full positions",
            )),
            Self::Surroundings => method.reads_moments().then(|| {
                let most_surrounding_joints = skinning.stored.most_surrounding_joints;
                stored_word(StoredSkin { most_surrounding_joints, ..StoredSkin::FULL }, "all surrounding joints")
            }),
        }
    }

    /// Whether it is mentioned even where the panes do not differ in it.
    fn is_worth_a_word(self, (skinning, centers): Skin) -> bool {
        let usual = CenterSettings::default();
        match self {
            Self::Blend => true,
            Self::Sigma => centers.sigma != usual.sigma,
            Self::Epsilon | Self::Similarity => false,
            Self::Mode => skinning.antipodality() != skinning.method.default_antipodality(),
            Self::Scale => skinning.scale_kind == ScaleKind::Local,
            Self::Phases => skinning.phases() == Phases::First,
            Self::Influences => skinning.stored.most_influences.is_some(),
            Self::Weights => skinning.stored.weight_bits.is_some(),
            Self::Positions => skinning.stored.position_bits.is_some(),
            Self::Surroundings => skinning.stored.most_surrounding_joints.is_some(),
        }
    }
}

/// The name of one side of a divider: its method, and what is kept of its skin.
pub fn side_name(skinning: SkinningSettings) -> Cow<'static, str> {
    let method = skinning.method.short_name();
    let stored = skinning.stored_as_read();
    if stored.is_full() {
        return method.into();
    }
    format!("{method}, {}", stored.in_words()).into()
}

/// What one setting of a stored skin keeps.
fn stored_word(stored: StoredSkin, full: &str) -> String {
    if stored.is_full() { full.to_owned() } else { stored.in_words() }
}

/// The names of panes that are shown together. No two are alike, unless the panes differ only in their views or models.
pub fn pane_names<'a>(panes: impl IntoIterator<Item = &'a PaneSettings>) -> Vec<PaneName> {
    let panes: Vec<&PaneSettings> = panes.into_iter().collect();
    panes.iter().map(|pane| name(pane, &panes)).collect()
}

fn name(pane: &PaneSettings, panes: &[&PaneSettings]) -> PaneName {
    let method = pane.skinning.method;
    let (short, long) = (method.short_name(), method.long_name());
    // A pane that compares has two methods, which are its name.
    let is_alike = |other: &&&PaneSettings| is_alone(other) && other.skinning.method == method;
    let alike: Vec<&PaneSettings> =
        if is_alone(pane) { panes.iter().filter(is_alike).copied().collect() } else { Vec::new() };
    let word = |aspect: Aspect, of: &PaneSettings| aspect.word(skin(of));
    let differs = |aspect: &Aspect| alike.iter().any(|other| word(*aspect, other) != word(*aspect, pane));
    let telling: Vec<Aspect> = Aspect::ALL.into_iter().filter(differs).collect();
    let told = telling.iter().filter_map(|aspect| word(*aspect, pane)).collect::<Vec<_>>().join(", ");
    let look = look_among(
        pane,
        alike.iter().filter(|other| telling.iter().all(|aspect| word(*aspect, other) == word(*aspect, pane))),
    );
    let (lead, behind) = match (look, told.is_empty()) {
        (Some(look), true) => (look, short.to_owned()),
        (Some(look), false) => (look, format!("{short}, {told}")),
        (None, true) => (short.to_owned(), if long == short { String::new() } else { long.to_owned() }),
        (None, false) if alike.len() == panes.len() => (capitalized(&told), short.to_owned()),
        (None, false) => (format!("{short}, {told}"), String::new()),
    };
    PaneName { lead, behind, settings: settings_in_words(pane, &telling) }
}

fn is_alone(pane: &PaneSettings) -> bool {
    pane.comparison.kind == ComparisonKind::Off
}

fn skin(pane: &PaneSettings) -> Skin {
    (pane.skinning, pane.centers)
}

/// The map or the diagram of a pane, if others of the same skin lack it.
fn look_among<'a>(pane: &PaneSettings, same_skin: impl Iterator<Item = &'a &'a PaneSettings>) -> Option<String> {
    let (mut has_own_paint, mut has_own_diagram) = (false, false);
    for other in same_skin {
        has_own_paint |= other.look.paint != pane.look.paint;
        has_own_diagram |= other.look.diagram != pane.look.diagram;
    }
    let paint = (has_own_paint && pane.look.paint != SkinPaint::Materials).then(|| pane.look.paint.label());
    let diagram = || pane.look.diagram.filter(|_| has_own_diagram).map(|diagram| diagram.label().to_owned());
    paint.or_else(diagram)
}

/// Settings of A, or of both if a pane compares a method with itself. Leading ones are left out.
fn settings_in_words(pane: &PaneSettings, telling: &[Aspect]) -> String {
    // Beside another side, the mode is told, and what only the other stores less of.
    let words = |skinning, other: Option<SkinningSettings>| {
        let skin = (skinning, pane.centers);
        let is_told_beside = |aspect: &Aspect, other: SkinningSettings| match aspect {
            Aspect::Mode => true,
            Aspect::Influences | Aspect::Weights | Aspect::Positions | Aspect::Surroundings => {
                aspect.word(skin) != aspect.word((other, pane.centers))
            }
            _ => false,
        };
        let is_told = |aspect: &Aspect| {
            let beside = other.is_some_and(|other| is_told_beside(aspect, other));
            !telling.contains(aspect) && (aspect.is_worth_a_word(skin) || beside)
        };
        let words = Aspect::ALL.into_iter().filter(is_told).filter_map(|aspect| aspect.word(skin));
        words.collect::<Vec<_>>().join(", ")
    };
    let own = pane.skinning;
    match pane.compared_with().filter(|other| other.method == own.method) {
        // Both sides are named, the default too.
        Some(other) if words(other, None) != words(own, None) => {
            format!("{} | {}", words(own, Some(other)), words(other, Some(own)))
        }
        _ => words(own, None),
    }
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panes::Comparison;
    use crate::skinning::{Antipodality, SkinningMethod};
    use crate::view::Diagram;

    fn pane(method: SkinningMethod, mode: Option<Antipodality>) -> PaneSettings {
        let skinning = SkinningSettings { method, chosen_antipodality: mode, ..Default::default() };
        PaneSettings { skinning, ..PaneSettings::default() }
    }

    fn leads(panes: &[PaneSettings]) -> Vec<String> {
        pane_names(panes).into_iter().map(|name| name.lead).collect()
    }

    #[test]
    fn methods_lead_where_they_differ() {
        let names = pane_names(&[pane(SkinningMethod::Lbs, None), pane(SkinningMethod::Dqs, None)]);
        assert_eq!([&names[0].lead, &names[1].lead], ["LBS", "DQS"]);
        assert_eq!([&names[0].behind, &names[1].behind], ["Linear blend skinning", "Dual quaternion skinning"]);
    }

    #[test]
    fn what_is_stored_of_a_skin_is_told() {
        let stored = |most: Option<u8>, bits: Option<u8>| {
            let mut pane = pane(SkinningMethod::Lbs, None);
            pane.skinning.stored.most_influences = most.map(|most| most.try_into().unwrap());
            pane.skinning.stored.weight_bits = bits.map(|bits| bits.try_into().unwrap());
            pane
        };
        let alike = [stored(None, None), stored(Some(2), None), stored(Some(1), None)];
        assert_eq!(leads(&alike), ["All influences", "2 influences", "1 influence"]);
        let alone = &pane_names(&[pane(SkinningMethod::Dqs, None), stored(Some(2), Some(8))])[1];
        assert_eq!((&*alone.lead, &*alone.settings), ("LBS", "2 influences, 8-bit weights"));
        let mut wiped = stored(Some(2), None);
        wiped.comparison =
            Comparison { kind: ComparisonKind::Wipe, other: SkinningSettings::default(), ..Comparison::default() };
        assert_eq!(pane_names(&[wiped])[0].settings, "2 influences | all influences");
        assert_eq!(side_name(wiped.skinning), "LBS, 2 influences");
        assert_eq!(side_name(wiped.comparison.other), "LBS");
    }

    #[test]
    fn the_setting_leads_where_methods_are_alike() {
        let modes = Antipodality::ALL.map(|mode| pane(SkinningMethod::Dqs, Some(mode)));
        assert_eq!(leads(&modes), ["No antipodality", "Per bone", "Per vertex", "Running sum", "Continuous"]);
        assert!(pane_names(&modes).iter().all(|name| name.behind == "DQS" && name.settings.is_empty()));
        // The default of the method is a mode like any other.
        assert_eq!(leads(&[pane(SkinningMethod::Dqs, None), modes[4]]), ["Per vertex", "Continuous"]);
        assert_eq!(leads(&[pane(SkinningMethod::Dqs, None), modes[2]]), ["DQS", "DQS"], "the same twice");
        assert_eq!(leads(&Antipodality::ALL.map(|mode| pane(SkinningMethod::Lbs, Some(mode))))[0], "LBS", "no signs");

        let sigma = |sigma: f64| {
            let centers = CenterSettings { sigma, ..CenterSettings::default() };
            PaneSettings { centers, ..pane(SkinningMethod::Cor, None) }
        };
        let names = pane_names(&[sigma(0.1), sigma(0.3)]);
        assert_eq!([&names[0].lead, &names[1].lead], ["Sigma 0.10", "Sigma 0.30"]);
        assert_eq!([&names[0].settings, &names[1].settings], ["", ""], "not told twice");
        let plain = PaneSettings {
            centers: CenterSettings { similarity: Similarity::PlainGaussian, ..CenterSettings::default() },
            ..sigma(0.1)
        };
        let both = leads(&[sigma(0.1), plain]);
        assert!(both[0] != both[1] && !both[0].contains("0.10"), "{both:?}");
    }

    #[test]
    fn among_several_methods_the_setting_follows_the_method_that_comes_twice() {
        let [lbs, dqs] = [SkinningMethod::Lbs, SkinningMethod::Dqs].map(|method| pane(method, None));
        let continuous = pane(SkinningMethod::Dqs, Some(Antipodality::Continuous));
        assert_eq!(leads(&[lbs, dqs, continuous]), ["LBS", "DQS, per vertex", "DQS, continuous"]);
    }

    #[test]
    fn maps_and_diagrams_lead_beside_the_skin_that_they_are_of() {
        let [dqs, dib] = [SkinningMethod::Dqs, SkinningMethod::Dib].map(|method| pane(method, None));
        let mut painted = dqs;
        painted.look.paint = SkinPaint::DifferenceTo(SkinningMethod::Dib);
        let names = pane_names(&[dqs, dib, painted]);
        let words: Vec<&str> = names.iter().map(|name| name.lead.as_str()).collect();
        assert_eq!((words, names[2].behind.as_str()), (vec!["DQS", "DIB", "Distance to DIB"], "DQS"));
        let mut paths = dqs;
        paths.look.diagram = Some(Diagram::Paths);
        assert_eq!(leads(&[dqs, paths]), ["DQS", "Paths of a vertex"]);
        // Where all are painted alike, the methods distinguish them.
        let mut other = painted;
        other.skinning.method = SkinningMethod::Lbs;
        assert_eq!(leads(&[painted, other]), ["DQS", "LBS"]);
    }

    #[test]
    fn a_mode_is_told_where_it_is_not_the_method_s_own() {
        let told = |settings: PaneSettings| pane_names(&[settings]).remove(0).settings;
        for method in [SkinningMethod::Dqs, SkinningMethod::Cor] {
            assert_eq!(told(pane(method, None)), "");
            assert_eq!(told(pane(method, Some(method.default_antipodality()))), "", "chosen, and the same");
            assert_eq!(told(pane(method, Some(Antipodality::Continuous))), "continuous");
        }
        assert_eq!(told(pane(SkinningMethod::Lbs, Some(Antipodality::None))), "", "it has no signs");
        let mut compared = pane(SkinningMethod::Dqs, None);
        let other = SkinningSettings { chosen_antipodality: Some(Antipodality::RunningSum), ..compared.skinning };
        compared.comparison = Comparison { kind: ComparisonKind::Wipe, other, ..Comparison::default() };
        assert_eq!(told(compared), "per vertex | running sum", "both sides are named");
        assert_eq!(pane_names(&[compared, pane(SkinningMethod::Dqs, None)])[0].lead, "DQS");
    }
}
