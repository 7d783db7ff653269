//! Proposes limits from files that are known to be good.

use super::rules::RulesText;
use super::{Bound, CheckOutcome, FileCheck, Rule, Rules};
use crate::math::counted;
use std::collections::BTreeMap;

/// Share by which a proposed ratio is looser than the worst good file, so that the next good file is not refused for a
/// hair. Counts are taken as they are.
const SLACK: f64 = 0.05;

/// Least number of files with a kind of joint for which it gets limits of its own.
const LEAST_FILES: usize = 3;

/// Share by which a kind of joint has to be better than all joints together for limits of its own.
const WORTHWHILE: f64 = 0.1;

/// Limits that a set of files meets.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposedRules {
    pub text: RulesText,
    /// Count of files that it was made from: those that could be measured.
    pub files: usize,
}

/// Proposes rules that all of these files meet, with the settings of the rules under which they were measured. Sizes,
/// such as counts of joints and vertices, are limited too: delete what does not matter.
pub fn propose(checks: &[FileCheck], measured: &Rules) -> ProposedRules {
    let good: Vec<&FileCheck> = checks.iter().filter(|check| check.outcome != CheckOutcome::Broken).collect();
    let mut worst: BTreeMap<Rule, f64> = BTreeMap::new();
    let mut of_kinds: BTreeMap<&str, BTreeMap<Rule, (f64, usize)>> = BTreeMap::new();
    for check in &good {
        for (&rule, &value) in &check.numbers {
            worst.entry(rule).and_modify(|worst| *worst = rule.bound().worse(*worst, value)).or_insert(value);
        }
        for (kind, numbers) in &check.joints {
            for (&rule, &value) in numbers {
                let entry = of_kinds.entry(kind).or_default().entry(rule).or_insert((value, 0));
                *entry = (rule.bound().worse(entry.0, value), entry.1 + 1);
            }
        }
    }
    let limits: BTreeMap<Rule, f64> = worst.into_iter().map(|(rule, value)| (rule, loosened(rule, value))).collect();
    let mut joints: BTreeMap<String, BTreeMap<Rule, f64>> = BTreeMap::new();
    for (kind, numbers) in of_kinds {
        for (rule, (value, files)) in numbers {
            let (limit, general) = (loosened(rule, value), limits.get(&rule).copied().unwrap_or_default());
            if files >= LEAST_FILES && (limit - general).abs() > WORTHWHILE * general.abs() {
                joints.entry(kind.to_owned()).or_default().insert(rule, limit);
            }
        }
    }
    let text = RulesText {
        skinscope_rules: 1,
        name: Some(format!("as good as {}", counted(good.len(), "file", "files"))),
        methods: Some(measured.methods.iter().map(|method| method.id().to_owned()).collect()),
        range: Some(measured.range.to_string()),
        frames_per_second: Some(measured.frames_per_second),
        allowed_warnings: measured.allowed_warnings.iter().map(|code| code.id().to_owned()).collect(),
        limits,
        joints,
        ..RulesText::default()
    };
    ProposedRules { text, files: good.len() }
}

/// A limit that a value meets: rounded away from it to three decimals.
fn loosened(rule: Rule, value: f64) -> f64 {
    if rule.is_count() {
        return value;
    }
    match rule.bound() {
        Bound::AtMost => (1e3 * value * (1.0 + SLACK)).ceil() / 1e3,
        Bound::AtLeast => (1e3 * value * (1.0 - SLACK)).floor() / 1e3,
    }
}

impl ProposedRules {
    /// The rules as TOML.
    ///
    /// # Errors
    /// Only a defect causes one: every part has a form in TOML.
    pub fn toml(&self) -> Result<String, toml_edit::ser::Error> {
        let comment = format!(
            "# Limits that are met by {}. Ratios are {:.0}% looser than the worst; counts are those of the worst.\n",
            counted(self.files, "file", "files"),
            100.0 * SLACK
        );
        Ok(comment + &toml_edit::ser::to_string_pretty(&self.text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::{CheckRequest, check_file};
    use crate::files::OpenOptions;
    use crate::work::Progress;
    use std::path::Path;

    #[test]
    fn files_meet_what_is_proposed_from_them_and_no_worse_file_does() {
        let measured = Rules::read("skinscope_rules = 1\n[limits]\nflips = 0\n").unwrap();
        let options = OpenOptions::default();
        let check = |rules: &Rules, name: &str| {
            let request =
                CheckRequest { rules: rules.clone(), options: options.clone(), measures_all: true, has_times: false };
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(name);
            check_file(&request, &path, &Progress::default()).unwrap()
        };
        let proposed = propose(&[check(&measured, "limb.glb"), check(&measured, "hand.glb")], &measured);
        let rules = Rules::read(&proposed.toml().unwrap()).unwrap();
        assert_eq!(proposed.files, 2);
        for name in ["limb.glb", "hand.glb"] {
            assert_eq!(check(&rules, name).failures, [], "{name}");
        }
        // The mannequin has more joints than either.
        let mannequin = check(&rules, "mannequin.glb");
        assert!(mannequin.failures.iter().any(|failure| failure.rule == Rule::Joints), "{mannequin:?}");
        assert_eq!(loosened(Rule::SmallestSection, 0.5), 0.475);
        assert_eq!(loosened(Rule::Bulge, 1.0001), 1.051);
        assert_eq!(loosened(Rule::Joints, 7.0), 7.0);
    }
}
