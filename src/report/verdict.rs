use crate::measure::StressMeasure;
use crate::skinning::SkinningMethod;

/// What to do about the joints of one kind that break under a method.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Part of the body, such as "Elbow", or the name of a joint.
    pub kind: String,
    pub measure: StressMeasure,
    /// The worst under any method.
    pub worst: VerdictValue,
    /// The method whose worst value is the least bad.
    pub best: VerdictValue,
    /// The worst under LBS, which most engines have. `None` if nothing is measured.
    pub lbs: Option<VerdictValue>,
    /// What would help LBS, the most effective first. `None` if LBS needs no help.
    pub gains: Option<Vec<Gain>>,
}

/// The worst value of a method.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictValue {
    pub method: SkinningMethod,
    pub over_rest: f64,
    pub joint: String,
    /// Turn in the syntax of `--set`.
    pub set: String,
}

/// What added joints would leave of a defect.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// The added joints, such as "2 twist joints".
    pub joints: String,
    /// Flags that add them.
    pub flags: String,
    /// Whether they take the place of twist joints that the rig has.
    pub replaces: bool,
    pub over_rest: f64,
}

impl Verdict {
    /// The verdict in sentences, each with its number. Words of the command line are between backticks.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let is_past = |over_rest: f64| self.measure.figure().is_past_limit(over_rest);
        if let Some(lbs) = &self.lbs {
            let state = if is_past(lbs.over_rest) { "breaks" } else { "holds" };
            sentences.push(format!(
                "Under linear blend skinning (LBS), as in most engines, the skin {state}: {} of rest at {} (`{}`).",
                percent(lbs.over_rest),
                lbs.joint,
                lbs.set
            ));
        }
        sentences.push(self.of_best(is_past(self.best.over_rest)));
        if self.worst.method != self.best.method && self.worst.method != SkinningMethod::Lbs {
            let VerdictValue { method, over_rest, joint, set } = &self.worst;
            let method = method.short_name();
            sentences.push(format!("{method} does worst, with {} at {joint} (`{set}`).", percent(*over_rest)));
        }
        match self.gains.as_deref() {
            Some([]) => {
                sentences
                    .push("Under LBS, neither twist joints nor helper joints take away 10% of the defect.".to_owned());
            }
            Some(gains) => {
                let gains: Vec<String> = gains.iter().map(of_gain).collect();
                sentences.push(format!("Under LBS, {}.", gains.join("; ")));
            }
            None => {}
        }
        sentences
    }

    fn of_best(&self, is_past: bool) -> String {
        let VerdictValue { method, over_rest, .. } = &self.best;
        let (name, best) = (method.short_name(), percent(*over_rest));
        let holds = if is_past { "comes closest, but breaks too" } else { "holds best" };
        let severity = |over_rest: f64| self.measure.severity(over_rest);
        // The difference of the numbers as they are written.
        let shown = |over_rest: f64| severity((100.0 * over_rest).round() / 100.0);
        let gain = self.lbs.as_ref().map(|lbs| 100.0 * (shown(lbs.over_rest) - shown(*over_rest)));
        match gain.filter(|_| *method != SkinningMethod::Lbs) {
            Some(points) if points >= 0.5 => {
                format!("{name} {holds}, with {best}: {points:.0} points better than LBS.")
            }
            Some(_) => format!("{name} {holds}, with {best}, no better than LBS."),
            None => format!("{name} {holds}, with {best}."),
        }
    }
}

fn of_gain(Gain { joints, flags, replaces, over_rest }: &Gain) -> String {
    let instead = if *replaces { " instead of its own" } else { "" };
    format!("{joints} would bring it to {} (`{flags}`{instead})", percent(*over_rest))
}

fn percent(over_rest: f64) -> String {
    format!("{:.0}%", 100.0 * over_rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(method: SkinningMethod, over_rest: f64) -> VerdictValue {
        VerdictValue { method, over_rest, joint: "forearm.L".to_owned(), set: "forearm.L:rz=118".to_owned() }
    }

    fn verdict(lbs: f64, best: VerdictValue, worst: VerdictValue, gains: Option<Vec<Gain>>) -> String {
        let lbs = Some(value(SkinningMethod::Lbs, lbs));
        let kind = "Elbow".to_owned();
        Verdict { kind, measure: StressMeasure::Collapse, worst, best, lbs, gains }.sentences().join(" ")
    }

    #[test]
    fn every_sentence_has_its_number() {
        let (joints, flags) = ("3 helper joints".to_owned(), "bake --helpers 3".to_owned());
        let gain = Gain { joints, flags, replaces: false, over_rest: 0.9 };
        let (best, worst) = (value(SkinningMethod::Cor, 0.97), value(SkinningMethod::Lbs, 0.51));
        assert_eq!(
            verdict(0.51, best, worst, Some(vec![gain])),
            "Under linear blend skinning (LBS), as in most engines, the skin breaks: 51% of rest at forearm.L (`forearm.L:rz=118`). CoR holds best, with \
             97%: 46 points better than LBS. Under LBS, 3 helper joints would bring it to 90% (`bake --helpers 3`)."
        );
        let (best, worst) = (value(SkinningMethod::Lbs, 0.98), value(SkinningMethod::Dqs, 0.6));
        assert_eq!(
            verdict(0.98, best, worst, None),
            "Under linear blend skinning (LBS), as in most engines, the skin holds: 98% of rest at forearm.L (`forearm.L:rz=118`). LBS holds best, with \
             98%. DQS does worst, with 60% at forearm.L (`forearm.L:rz=118`)."
        );
        let (best, worst) = (value(SkinningMethod::Dqs, 0.6), value(SkinningMethod::Lbs, 0.55));
        let all_break = verdict(0.55, best, worst, Some(vec![]));
        assert!(
            all_break.contains("DQS comes closest, but breaks too, with 60%: 5 points better than LBS."),
            "{all_break}"
        );
        assert!(all_break.ends_with("take away 10% of the defect."), "{all_break}");
    }
}
