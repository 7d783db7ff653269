//! What would mend the selected joint: found in the background, and applied to both sides of the body.

use super::document::Document;
use super::figures::ShownSkin;
use super::file_request::FileRequest;
use super::panels::Section;
use super::state::State;
use super::stress::beside_the_window;
use crate::centers::Centers;
use crate::measure::StressMeasure;
use crate::mending::{Finding, FindingRequest, Remedy, find_remedies};
use crate::model::JointLimits;
use crate::panes::PaneModel;
use crate::posing::{RangeSource, TurnRanges};
use crate::stress::StressSkin;
use crate::work::{Job, Progress, Wake};
use std::sync::Arc;

/// Looks for remedies of one joint at a time: the latest.
pub struct MendDesk {
    job: Job<MendKey, Option<Finding>>,
    /// The last answer. `None` where nothing is measured, or after a failure, which is not repeated.
    found: Option<(MendKey, Option<Finding>)>,
}

/// Everything that decides what mends a joint.
#[derive(Clone, Debug, PartialEq)]
struct MendKey {
    /// The model with its twist joints.
    document: u64,
    joint: u32,
    skin: ShownSkin,
    /// Generation of the centers of rotation.
    centers: Option<u64>,
    measure: StressMeasure,
    source: RangeSource,
    limits: JointLimits,
}

/// What is known about mending a joint.
#[derive(Clone, Copy, Debug)]
pub enum Mending<'a> {
    /// No joint is selected, and no stress test has found a worst one.
    NoJoint,
    /// It is being found out, or waits until nothing moves.
    Pending(u32),
    /// The method of the pane waits for its centers of rotation.
    NoCenters(u32),
    /// The joint bends no skin, or no range turns it.
    Nothing(u32),
    Found(&'a Finding),
}

impl MendDesk {
    pub fn new(wake: Wake) -> Self {
        Self { job: Job::new("remedies", wake), found: None }
    }

    pub fn is_running(&self) -> bool {
        self.job.is_running()
    }
}

impl State {
    /// The joint that is to be mended: the selected one or, if none is selected, the worst of the stress test.
    fn joint_to_mend(&self) -> Option<u32> {
        let document = self.documents.first.as_ref()?;
        let worst = || {
            let (result, choice) = (self.stress_result()?, self.jobs.stress.choice);
            let by = if result.second.is_some() { Some(choice.skin) } else { choice.sorting_skin() };
            result.report.table(choice.measure, by).first().map(|row| row.node)
        };
        let joint = self.selection.joint.or_else(worst)?;
        Some(document.model.skeleton.twist_driver(joint).map_or(joint, |driver| driver.joint))
    }

    fn mend_key(&self) -> Option<(MendKey, Option<Arc<Centers>>)> {
        let document = self.documents.first.as_ref().filter(|document| document.model.has_skin())?;
        let joint = self.joint_to_mend()?;
        let settings = self.edit.pane(self.view.selected_pane);
        let skin = ShownSkin::new(settings.skinning, settings.centers).of(PaneModel::First);
        let (skins, centers) = self.with_centers(vec![skin], |skin| *skin);
        let generation = skins.first()?.1;
        let choice = self.jobs.stress.choice;
        let key = MendKey {
            document: document.id,
            joint,
            skin,
            centers: generation,
            measure: choice.measure,
            source: choice.source(&document.model),
            limits: self.edit.limits.clone(),
        };
        Some((key, centers.into_iter().next().flatten()))
    }

    /// Looks for what would mend the joint, if the user can see it, nothing moves, and it is not known yet.
    pub fn request_remedies(&mut self) {
        if !self.is_inspected(Section::Mend) || self.talk.stage.is_some() {
            return self.jobs.mending.job.cancel();
        }
        if self.interface.busy || self.playback.playing || self.is_in_transition() {
            return;
        }
        let Some((key, centers)) = self.mend_key() else { return self.jobs.mending.job.cancel() };
        let desk = &self.jobs.mending;
        let is_known = desk.found.as_ref().is_some_and(|(known, _)| *known == key);
        if is_known || desk.job.running().is_some_and(|(running, _)| *running == key) {
            return;
        }
        let Some(document) = self.documents.first.clone() else { return };
        let of_job = key.clone();
        self.jobs
            .mending
            .job
            .start(key, move |progress| beside_the_window(|| find(&document, &of_job, centers.as_deref(), progress)));
    }

    /// Takes what was found since the last call.
    pub(super) fn take_remedies(&mut self) {
        if let Some((key, found)) = self.jobs.mending.job.poll() {
            if let Err(failure) = &found {
                tracing::error!("remedies of a joint: {failure}");
                let details = "This is a bug in skinscope. Please report it and attach the file. The panes still work.";
                self.show_error("Could not find what would mend the joint".to_owned(), details.to_owned());
            }
            self.jobs.mending.found = Some((key, found.ok().flatten()));
        }
    }

    /// What would mend the joint.
    pub fn mending(&self) -> Mending<'_> {
        let Some(joint) = self.joint_to_mend() else { return Mending::NoJoint };
        let Some(key) = self.mend_key() else { return Mending::NoCenters(joint) };
        let known = Some(key).zip(self.jobs.mending.found.as_ref());
        match known.filter(|((key, _), (known, _))| key == known) {
            Some((_, (_, Some(finding)))) => Mending::Found(finding),
            Some((_, (_, None))) => Mending::Nothing(joint),
            None => Mending::Pending(joint),
        }
    }

    /// A joint, and its partner on the other side if it has one.
    pub fn both_sides(&self, joint: u32) -> Vec<u32> {
        let partner = self.documents.first.as_ref().and_then(|document| document.mirror().partner(joint));
        std::iter::once(joint).chain(partner.filter(|&partner| partner != joint)).collect()
    }

    /// Applies a remedy to both sides of the body. Helper joints are saved as a file: their weights are fitted, which
    /// takes seconds.
    pub(super) fn mend(&mut self, remedy: Remedy) {
        let Some(document) = self.documents.first.as_ref().map(|document| document.id) else { return };
        self.end_preview();
        // The list of the stress test goes with the old rig.
        if self.selection.joint.is_none() {
            self.select_joint(self.joint_to_mend());
        }
        match remedy {
            Remedy::Twist(split) => {
                let sides = self.both_sides(split.joint);
                self.split_bones(sides.into_iter().filter_map(|joint| remedy.at(joint).split()));
            }
            Remedy::Helpers(helpers) => self.request_file(FileRequest::AddHelpers { helpers, document }),
        }
    }
}

fn find(document: &Document, key: &MendKey, centers: Option<&Centers>, progress: &Progress) -> Option<Finding> {
    let rest = document.default_rest();
    let model = rest.model();
    let turns = TurnRanges::of(model, key.source, &key.limits);
    let of_primitives = centers.map_or(&[][..], |centers| &centers.of_primitives);
    let request = FindingRequest {
        source: document.rig.weighted.in_default_shape(),
        splits: &document.edits.twists,
        model,
        rest: rest.skin(),
        joint: key.joint,
        skin: StressSkin { settings: key.skin.skinning, centers: of_primitives },
        centers: centers.map(|centers| (centers, key.skin.centers)),
        ranges: &turns.ranges,
        measure: key.measure,
    };
    find_remedies(&request, progress)
}

#[cfg(test)]
mod tests {
    use super::super::command::Command;
    use super::super::test_support::{wait_until, waking_state};
    use super::*;
    use crate::rigging::TwistSplit;
    use std::sync::mpsc::Receiver;

    fn open_mannequin() -> (State, Receiver<()>) {
        let (mut state, woken) = waking_state();
        state.show_document(crate::files::open_model("mannequin").unwrap());
        state.feed_history(0.0, false);
        state.apply(Command::FoldSection { section: Section::Mend, folded: false });
        (state, woken)
    }

    fn select(state: &mut State, woken: &Receiver<()>, name: &str) -> u32 {
        let node = state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap();
        state.apply(Command::SelectJoint(Some(node)));
        state.request_remedies();
        wait_until(state, woken, |state| !state.jobs.mending.is_running());
        node
    }

    #[test]
    fn a_wrist_is_mended_on_both_sides_and_the_gain_is_what_was_said() {
        let (mut state, woken) = open_mannequin();
        assert!(matches!(state.mending(), Mending::NoJoint));
        let hand = select(&mut state, &woken, "hand.L");
        let Mending::Found(found) = state.mending() else { panic!("{:?}", state.mending()) };
        let found = found.clone();
        assert!(found.worst.node == hand && found.worst.over_rest < 0.9, "{found:?}");
        let of_twist = |(remedy, _): &&(Remedy, _)| matches!(remedy, Remedy::Twist(_));
        let (remedy, after) = *found.remedies.iter().find(of_twist).unwrap();
        assert!(after.severity() < found.worst.severity());
        state.apply(Command::Mend(remedy));
        let skeleton = &state.documents.first.as_ref().unwrap().model.skeleton;
        let sides = ["forearm.L", "forearm.R"].map(|name| skeleton.find(name).unwrap());
        let Remedy::Twist(split) = remedy else { panic!("{remedy:?}") };
        assert_eq!(state.edit.rig.twists, sides.map(|joint| TwistSplit { joint, ..split }));
        state.settle_history();
        let words = remedy.joints_in_words();
        let step = format!("Add {words} to forearm.L and forearm.R");
        assert_eq!(state.history.undo_name(&state.edit), Some(step.as_str()));
        assert!(matches!(state.mending(), Mending::Pending(_)), "the rig is another one");
        state.request_remedies();
        wait_until(&mut state, &woken, |state| !state.jobs.mending.is_running());
        let Mending::Found(now) = state.mending() else { panic!("{:?}", state.mending()) };
        // What was said is the worse of two zones, the old one and the new one.
        assert!(now.worst.over_rest >= after.over_rest - 1e-9, "{now:?} {after:?}");
        state.apply(Command::Undo);
        assert!(state.edit.rig.twists.is_empty());
    }

    #[test]
    fn helpers_of_both_elbows_open_beside_the_pane() {
        let folder = tempfile::tempdir().unwrap();
        let (mut state, woken) = open_mannequin();
        let forearm = select(&mut state, &woken, "forearm.L");
        let Mending::Found(found) = state.mending() else { panic!("{:?}", state.mending()) };
        let of_helpers = found.remedies.iter().find_map(|(remedy, _)| match remedy {
            Remedy::Helpers(helpers) => Some(*helpers),
            Remedy::Twist(_) => None,
        });
        let helpers = of_helpers.unwrap();
        assert_eq!(helpers.joint, forearm);
        let document = state.documents.first.as_ref().unwrap().id;
        let path = folder.path().join("mended");
        state.apply(Command::AddHelpers { helpers, document: document + 1, path: path.clone() });
        assert!(state.interface.error.take().unwrap().details.contains("meanwhile"), "another model");
        state.apply(Command::AddHelpers { helpers, document, path });
        wait_until(&mut state, &woken, |state| state.second().is_some());
        let skeleton = &state.second().unwrap().document.model.skeleton;
        let helped: Vec<&str> =
            skeleton.constraints().iter().map(|constraint| skeleton.short_name(constraint.source)).collect();
        assert_eq!(helped.len(), 2 * helpers.count as usize);
        assert!(helped.contains(&"forearm.L") && helped.contains(&"forearm.R"), "{helped:?}");
        assert!(state.interface.notice.as_ref().unwrap().text.starts_with("Saved mended.glb, "));
    }

    #[test]
    fn a_folded_section_costs_nothing() {
        let (mut state, _woken) = open_mannequin();
        state.apply(Command::FoldSection { section: Section::Mend, folded: true });
        let node = state.documents.first.as_ref().unwrap().model.skeleton.find("hand.L").unwrap();
        state.apply(Command::SelectJoint(Some(node)));
        state.request_remedies();
        assert!(!state.jobs.mending.is_running() && matches!(state.mending(), Mending::Pending(_)));
    }
}
