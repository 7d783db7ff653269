//! Rules as a person writes them, in TOML, and as they are checked.

use super::Rule;
use crate::posing::{JointKind, RangeSource, RangeSourceError};
use crate::report::WarningCode;
use crate::skinning::{SkinningMethod, UnknownId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the format.
const VERSION: u32 = 1;

/// Most frames a second at which clips can be checked.
const MOST_FRAMES_PER_SECOND: f64 = 240.0;

/// Rules that come with the program.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    pub name: &'static str,
    /// The rules, as a file would hold them.
    pub text: &'static str,
}

macro_rules! profiles {
    ($($name:literal),*) => {
        [$(Profile { name: $name, text: include_str!(concat!("../../assets/rules/", $name, ".toml")) }),*]
    };
}

/// All bundled rules. The first is the default.
pub const PROFILES: [Profile; 5] = profiles!["default", "four-influences", "mobile", "vrm-1.0", "film"];

/// The bundled rules of this name.
pub fn profile(name: &str) -> Option<&'static Profile> {
    PROFILES.iter().find(|profile| profile.name == name)
}

/// A file of rules. Everything but the version may be left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RulesText {
    /// Version of this format.
    pub skinscope_rules: u32,
    /// For whom or what the rules are, for display.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Bundled rules whose settings and limits count where this file has none. Without it, only this file counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub based_on: Option<String>,
    /// Methods under which the skin is deformed, such as "lbs"; the worst counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub methods: Option<Vec<String>>,
    /// How far joints turn: "natural", "clips", or degrees to either side, as by `stress --range`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// Frames of a clip that are checked in each second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames_per_second: Option<f64>,
    /// Codes of warnings that count as no problem.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed_warnings: Vec<String>,
    /// Limits of the bundled rules that do not count here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Rule>,
    /// A limit for each number, which is the most or the least by the kind of number.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<Rule, f64>,
    /// Limits for kinds of joints, such as "elbow", in place of those above.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub joints: BTreeMap<String, BTreeMap<Rule, f64>>,
}

/// Rules that were read and understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    pub name: String,
    /// At least one.
    pub methods: Vec<SkinningMethod>,
    pub range: RangeSource,
    pub frames_per_second: f64,
    pub allowed_warnings: Vec<WarningCode>,
    pub limits: BTreeMap<Rule, f64>,
    pub joints: BTreeMap<&'static str, BTreeMap<Rule, f64>>,
    hash: blake3::Hash,
}

/// Rules that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    #[error("{0}")]
    Text(#[from] toml_edit::de::Error),
    #[error("skinscope_rules = {given} is a version that this program does not know; it reads version {VERSION}")]
    Version { given: u32 },
    #[error("based_on: no rules are called {given:?}; choose one of {}", names())]
    BasedOn { given: String },
    #[error("methods: {0}")]
    Method(#[from] UnknownId),
    #[error("methods: name at least one, such as \"lbs\"")]
    NoMethod,
    #[error("range: {0}")]
    Range(#[from] RangeSourceError),
    #[error("frames_per_second: {given} is not from 1 to {MOST_FRAMES_PER_SECOND}")]
    FramesPerSecond { given: f64 },
    #[error("allowed_warnings: no warning has the code {given:?}; see docs/json.md")]
    Warning { given: String },
    #[error("joints: no kind of joint is called {given:?}; choose one of {}", kinds())]
    Kind { given: String },
    #[error("joints.{kind}: {} is not measured joint by joint, so it has one limit for all", .rule.id())]
    NotOfJoints { kind: String, rule: Rule },
    #[error("{}: a limit is a number, not {given}", .rule.id())]
    Limit { rule: Rule, given: f64 },
}

fn names() -> String {
    PROFILES.map(|profile| profile.name).join(", ")
}

fn kinds() -> String {
    JointKind::ALL.map(JointKind::name).join(", ")
}

impl Rules {
    /// Reads rules.
    ///
    /// # Errors
    /// If the text is not TOML of this format, or names something that does not exist.
    pub fn read(text: &str) -> Result<Self, RulesError> {
        let given: RulesText = toml_edit::de::from_str(text)?;
        Self::of(&given.over_base()?)
    }

    /// Bundled rules.
    ///
    /// # Errors
    /// If there are no rules of this name.
    pub fn bundled(name: &str) -> Result<Self, RulesError> {
        let profile = profile(name).ok_or_else(|| RulesError::BasedOn { given: name.to_owned() })?;
        Self::read(profile.text)
    }

    /// Understands a text without a base.
    fn of(text: &RulesText) -> Result<Self, RulesError> {
        let methods = text.methods.clone().unwrap_or_else(|| vec![SkinningMethod::Lbs.id().to_owned()]);
        let methods = methods.iter().map(|id| SkinningMethod::from_id(id)).collect::<Result<Vec<_>, _>>()?;
        if methods.is_empty() {
            return Err(RulesError::NoMethod);
        }
        let frames_per_second = text.frames_per_second.unwrap_or(30.0);
        if !(1.0..=MOST_FRAMES_PER_SECOND).contains(&frames_per_second) {
            return Err(RulesError::FramesPerSecond { given: frames_per_second });
        }
        let warning = |given: &String| {
            let code = WarningCode::ALL.iter().find(|code| code.id() == given);
            code.copied().ok_or_else(|| RulesError::Warning { given: given.clone() })
        };
        let mut joints = BTreeMap::new();
        for (given, limits) in &text.joints {
            let kind = JointKind::ALL.into_iter().map(JointKind::name).find(|name| name == given);
            let kind = kind.ok_or_else(|| RulesError::Kind { given: given.clone() })?;
            if let Some(&rule) = limits.keys().find(|rule| !rule.is_of_joints()) {
                return Err(RulesError::NotOfJoints { kind: given.clone(), rule });
            }
            joints.insert(kind, limits.clone());
        }
        let numbers = text.limits.iter().chain(text.joints.values().flatten());
        if let Some((&rule, &given)) = numbers.into_iter().find(|(_, limit)| !limit.is_finite()) {
            return Err(RulesError::Limit { rule, given });
        }
        let range: RangeSource = text.range.as_deref().unwrap_or("natural").parse()?;
        let mut allowed_warnings = text.allowed_warnings.clone();
        allowed_warnings.sort();
        allowed_warnings.dedup();
        let filled = text.joints.iter().filter(|(_, limits)| !limits.is_empty());
        let canonical = RulesText {
            allowed_warnings: allowed_warnings.clone(),
            joints: filled.map(|(kind, limits)| (kind.clone(), limits.clone())).collect(),
            skinscope_rules: VERSION,
            name: None,
            based_on: None,
            methods: Some(methods.iter().map(|method| method.id().to_owned()).collect()),
            range: Some(range.to_string()),
            frames_per_second: Some(frames_per_second),
            without: Vec::new(),
            ..text.clone()
        };
        // A struct of plain maps and lists always has JSON.
        let canonical = serde_json::to_vec(&canonical).unwrap_or_default();
        Ok(Self {
            name: text.name.clone().unwrap_or_else(|| "rules".to_owned()),
            methods,
            range,
            frames_per_second,
            allowed_warnings: allowed_warnings.iter().map(warning).collect::<Result<_, _>>()?,
            limits: text.limits.clone(),
            joints,
            hash: blake3::hash(&canonical),
        })
    }

    /// BLAKE3 of what is checked: equal for rules that give equal results, however they are written.
    pub fn hash(&self) -> String {
        self.hash.to_hex().to_string()
    }

    /// The limit of a number, at a kind of joint if it is measured joint by joint.
    pub fn limit(&self, rule: Rule, kind: Option<&str>) -> Option<f64> {
        let of_kind = kind.and_then(|kind| self.joints.get(kind)?.get(&rule));
        of_kind.or_else(|| self.limits.get(&rule)).copied()
    }

    /// Whether any limit is about this number.
    pub fn is_limited(&self, rule: Rule) -> bool {
        self.limits.contains_key(&rule) || self.joints.values().any(|limits| limits.contains_key(&rule))
    }
}

impl RulesText {
    /// These rules with those of their base where they have none.
    fn over_base(self) -> Result<Self, RulesError> {
        if self.skinscope_rules != VERSION {
            return Err(RulesError::Version { given: self.skinscope_rules });
        }
        let Some(base) = &self.based_on else { return Ok(self) };
        let base = profile(base).ok_or_else(|| RulesError::BasedOn { given: base.clone() })?;
        let base: Self = toml_edit::de::from_str::<Self>(base.text)?.over_base()?;
        let mut limits = base.limits;
        let mut joints = base.joints;
        limits.retain(|rule, _| !self.without.contains(rule));
        for of_kind in joints.values_mut() {
            // A limit for all joints of this file counts for those kinds too that only the base sets apart.
            of_kind.retain(|rule, _| !self.without.contains(rule) && !self.limits.contains_key(rule));
        }
        limits.extend(self.limits);
        for (kind, of_kind) in self.joints {
            joints.entry(kind).or_default().extend(of_kind);
        }
        let mut allowed_warnings = base.allowed_warnings;
        allowed_warnings.extend(self.allowed_warnings);
        Ok(Self {
            skinscope_rules: VERSION,
            name: self.name.or(base.name),
            based_on: None,
            methods: self.methods.or(base.methods),
            range: self.range.or(base.range),
            frames_per_second: self.frames_per_second.or(base.frames_per_second),
            allowed_warnings,
            without: Vec::new(),
            limits,
            joints,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::{CheckRequest, check_file};
    use crate::files::OpenOptions;
    use crate::work::Progress;
    use std::path::Path;

    fn error(text: &str) -> String {
        Rules::read(&format!("skinscope_rules = 1\n{text}")).unwrap_err().to_string()
    }

    #[test]
    fn every_bundled_profile_can_be_read_and_limits_something() {
        for profile in PROFILES {
            let rules = Rules::bundled(profile.name).unwrap_or_else(|error| panic!("{}: {error}", profile.name));
            assert!(!rules.limits.is_empty() && !rules.name.is_empty(), "{}", profile.name);
        }
        assert!(profile("nobody").is_none());
    }

    #[test]
    fn every_bundled_model_passes_the_default_rules() {
        let rules = Rules::bundled("default").unwrap();
        let request = CheckRequest { rules, options: OpenOptions::default(), measures_all: false, has_times: false };
        for model in crate::bundled::MODELS.iter().filter(|model| model.name != "mannequin") {
            let check = check_file(&request, Path::new(model.name), &Progress::default()).unwrap();
            assert_eq!((check.failures, check.error), (Vec::new(), None), "{}", model.name);
        }
    }

    #[test]
    fn rules_count_over_their_base() {
        let text = "skinscope_rules = 1\nbased_on = \"default\"\nwithout = [\"flips\"]\n[limits]\nsmallest_section = 0.9\n\
                    [joints.knee]\nbulge = 2\n";
        let (base, rules) = (Rules::bundled("default").unwrap(), Rules::read(text).unwrap());
        assert!(base.is_limited(Rule::Flips) && !rules.is_limited(Rule::Flips));
        assert_eq!(rules.limit(Rule::UnweightedVertices, None), base.limit(Rule::UnweightedVertices, None));
        // The own limit for all joints replaces those of the base for kinds of joints.
        assert_eq!(rules.limit(Rule::SmallestSection, Some("elbow")), Some(0.9));
        assert_eq!(rules.limit(Rule::Bulge, Some("knee")), Some(2.0));
        assert_eq!(rules.limit(Rule::Bulge, Some("elbow")), base.limit(Rule::Bulge, Some("elbow")));
        assert_ne!(rules.hash(), base.hash());
    }

    #[test]
    fn equal_rules_have_one_hash_however_they_are_written() {
        let hash = |text: &str| Rules::read(text).unwrap().hash();
        let plain = hash("skinscope_rules = 1\n[limits]\nflips = 0\njoints = 60\n");
        assert_eq!(plain, hash("skinscope_rules=1\nname='x'\nmethods=['lbs']\nlimits={joints=60.0, flips=0.0}\n"));
        assert_ne!(plain, hash("skinscope_rules = 1\n[limits]\nflips = 0\njoints = 61\n"));
        assert_ne!(plain, hash("skinscope_rules = 1\nrange = \"90\"\n[limits]\nflips = 0\njoints = 60\n"));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, said) in [
            ("[limits]\nflipps = 0", "flipps"),
            ("colour = 1", "colour"),
            ("methods = [\"lbz\"]", "lbz"),
            ("methods = []", "at least one"),
            ("range = \"far\"", "far"),
            ("frames_per_second = 0", "from 1 to"),
            ("allowed_warnings = [\"none\"]", "none"),
            ("[joints.tentacle]\nbulge = 2", "tentacle"),
            ("[joints.elbow]\njoints = 2", "joint by joint"),
            ("[limits]\nbulge = nan", "not NaN"),
            ("based_on = \"mine\"", "four-influences"),
        ] {
            let error = error(text);
            assert!(error.contains(said), "{text}: {error}");
        }
        assert!(Rules::read("skinscope_rules = 2").unwrap_err().to_string().contains("version 1"));
        assert!(Rules::read("").unwrap_err().to_string().contains("skinscope_rules"));
    }
}
