//! The line that says better or worse by joint.

use super::super::figures::names;
use super::super::state::State;
use super::SinceBefore;
use crate::math::{counted, grouped};
use crate::measure::{JointChange, StressChange};

impl State {
    /// What changed since the model was pinned, in one line. `None` if none is.
    pub fn since_before_in_words(&self) -> Option<String> {
        Some(match self.since_before()? {
            SinceBefore::Same => "Nothing has changed since the pin.".to_owned(),
            SinceBefore::NoSkin => "The model has no skin that bends.".to_owned(),
            SinceBefore::NoCenters => "The methods of the panes wait for their centers of rotation.".to_owned(),
            SinceBefore::Comparing(fraction) => format!("Comparing with the model before: {:.0}%", 100.0 * fraction),
            SinceBefore::Stopped => "The comparison with the model before was stopped.".to_owned(),
            SinceBefore::Changed(changes) if changes.joints.is_empty() => self.unchanged_in_words(),
            SinceBefore::Changed(changes) => {
                let joints: Vec<String> = changes.joints.iter().map(|joint| self.change_in_words(joint)).collect();
                let rest = self.unchanged_in_words();
                let end = if rest.is_empty() { "." } else { "; " };
                format!("Since the pin: {}{end}{rest}", joints.join("; "))
            }
        })
    }

    /// How many joints became better or worse, in one line. Empty before they are compared.
    pub fn since_before_in_brief(&self) -> String {
        let Some(SinceBefore::Changed(changes)) = self.since_before() else { return String::new() };
        let worse = changes.joints.iter().filter(|joint| joint.worse.is_some()).count();
        let parts = [(worse, "worse"), (changes.joints.len() - worse, "better"), (changes.unchanged, "as before")];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts
            .enumerate()
            .map(|(index, (count, verdict))| match index {
                0 => format!("{} {verdict}", counted(count, "joint", "joints")),
                _ => format!("{} {verdict}", grouped(count)),
            })
            .collect();
        format!("{}.", parts.join(", "))
    }

    /// A joint and what became of it, such as "forearm.R worse (smallest section 90% \u{2192} 72% under LBS)".
    pub fn change_in_words(&self, joint: &JointChange) -> String {
        let name = self.documents.first.as_ref().map_or("", |document| document.joint_name(joint.node));
        let told = |change: &StressChange| self.values_in_words(change);
        match (&joint.worse, &joint.better) {
            (Some(worse), Some(better)) => format!("{name} worse ({}) and better ({})", told(worse), told(better)),
            (Some(worse), None) => format!("{name} worse ({})", told(worse)),
            (None, Some(better)) => format!("{name} better ({})", told(better)),
            (None, None) => name.to_owned(),
        }
    }

    /// Both values of a change, with the method.
    pub fn values_in_words(&self, change: &StressChange) -> String {
        let StressChange { method, before, now } = change;
        let skins = self.jobs.before.compared().map_or(&[][..], |compared| &compared.result.skins);
        let method = names(skins).get(*method).cloned().unwrap_or_default();
        let figure = now.measure.label().to_lowercase();
        format!("{figure} {:.0}% \u{2192} {:.0}% under {method}", 100.0 * before, 100.0 * now.over_rest)
    }

    /// How many joints did not change, or cannot be compared. Empty if all did.
    pub fn unchanged_in_words(&self) -> String {
        let Some(SinceBefore::Changed(changes)) = self.since_before() else { return String::new() };
        let alone = Some(changes.without_partner).filter(|alone| *alone > 0);
        let alone = alone.map(|alone| format!("{} in one version only", counted(alone, "joint", "joints")));
        let as_before = match (changes.joints.is_empty(), changes.unchanged) {
            (true, 0) => Some("No joint can be compared".to_owned()),
            (true, _) => Some("No joint bends better or worse than before".to_owned()),
            (false, 0) => None,
            (false, unchanged) => Some(format!("{} as before", counted(unchanged, "joint", "joints"))),
        };
        let parts: Vec<String> = as_before.into_iter().chain(alone).collect();
        if parts.is_empty() { String::new() } else { format!("{}.", parts.join("; ")) }
    }
}
