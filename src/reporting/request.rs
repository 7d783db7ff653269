use crate::centers::CenterSettings;
use crate::measure::StressMeasure;
use crate::model::{LimitExpression, Model};
use crate::panes::Scene;
use crate::posing::{RangeSource, TurnRanges};
use crate::rigging::TwistSplit;
use crate::skinning::{BlendFactor, SkinningMethod, SkinningSettings};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a report is to show, and how its commands name it.
pub struct ReportRequest {
    /// The model for command lines: a file name without its folder, which may be private, or a bundled name.
    pub model: String,
    /// The model with edited weights, without the bones that are split.
    pub source: Arc<Model>,
    /// The bones that are split.
    pub splits: Vec<TwistSplit>,
    /// Flags with which the model is opened, see [`opening_flags`].
    pub opening_flags: Vec<String>,
    /// The command of the run that makes the page. `None` in the window: the page then has a command that makes the
    /// same page without the own poses.
    pub command: Option<String>,
    /// The date on the page. Without it, the same request gives the same bytes.
    pub date: Option<String>,
    /// The settings of each method. No method occurs twice.
    pub skins: Vec<SkinningSettings>,
    pub centers: CenterSettings,
    /// Defects by which joints are chosen. None occurs twice.
    pub measures: Vec<StressMeasure>,
    /// Count of worst joints to show. The defects share them.
    pub top: usize,
    pub turns: TurnRanges,
    /// Limits of joints, which count for natural ranges.
    pub limits: Vec<LimitExpression>,
    /// The user's own poses, which come first.
    pub own: Vec<Arc<Scene>>,
}

impl ReportRequest {
    /// The methods in the order of all pictures and tables.
    pub fn methods(&self) -> Vec<SkinningMethod> {
        self.skins.iter().map(|skin| skin.method).collect()
    }

    /// The methods in the syntax of `--methods`.
    pub(super) fn method_list(&self) -> String {
        self.methods().iter().map(|method| method.id()).collect::<Vec<_>>().join(",")
    }

    /// Flags for the limits of joints. Only natural ranges have limits.
    pub(super) fn limit_flags(&self) -> Vec<String> {
        let limits = self.limits.iter().filter(|_| self.turns.source == RangeSource::Natural);
        limits.flat_map(|limit| ["--limit".to_owned(), limit.text().to_owned()]).collect()
    }

    /// Flags for the settings of methods that differ from their defaults.
    pub(super) fn skinning_flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let mut add = |flag: &str, value: String| flags.extend([flag.to_owned(), value]);
        // A command has one mode and one blend for all methods that read it, see `with_one_mode`.
        let chosen = |skin: &SkinningSettings| {
            let usual = SkinningSettings { chosen_antipodality: None, ..*skin }.antipodality();
            skin.chosen_antipodality.filter(|mode| *mode != usual)
        };
        if let Some(mode) = self.skins.iter().filter(|skin| skin.method.blends_quaternions()).find_map(chosen) {
            add("--antipodality", mode.id().to_owned());
        }
        let blends = |skin: &&SkinningSettings| skin.method.takes_blend() && skin.blend != BlendFactor::default();
        if let Some(skin) = self.skins.iter().find(blends) {
            add("--blend", skin.blend.to_string());
        }
        let numbers = self.skins.iter().flat_map(|skin| skin.numbers.all());
        let numbers: BTreeMap<&str, f32> = numbers.collect();
        for (name, value) in numbers {
            add("--number", format!("{name}={value}"));
        }
        let (given, usual) = (self.centers, CenterSettings::default());
        if given.sigma != usual.sigma {
            add("--sigma", given.sigma.to_string());
        }
        if given.epsilon != usual.epsilon {
            add("--epsilon", given.epsilon.to_string());
        }
        if given.similarity != usual.similarity {
            add("--similarity", given.similarity.id().to_owned());
        }
        flags
    }
}

/// Flags that open a model with edits of weights and split bones, as `--weights` and `--twist` take them.
pub fn opening_flags(
    weights: impl IntoIterator<Item = String>,
    twists: impl IntoIterator<Item = String>,
    allows_outside: bool,
    variant: Option<&str>,
) -> Vec<String> {
    let flag = |name: &'static str| move |value: String| [name.to_owned(), value];
    let mut flags: Vec<String> = weights.into_iter().flat_map(flag("--weights")).collect();
    flags.extend(twists.into_iter().flat_map(flag("--twist")));
    flags.extend(allows_outside.then(|| "--allow-outside".to_owned()));
    flags.extend(variant.into_iter().flat_map(|variant| flag("--variant")(variant.to_owned())));
    flags
}
