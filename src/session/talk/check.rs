//! Finding the scenes of a talk that cannot be shown: their models are opened in the background and searched for
//! everything that the scenes name.

use super::super::state::State;
use crate::files::{Access, OpenOptions, OpenedModel, SourceVariant, open_model_with};
use crate::math::counted;
use crate::model::Model;
use crate::panes::{Scene, SceneModel};
use crate::work::{Job, Wake};
use std::sync::Arc;

/// Reason why a scene cannot be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneProblem {
    /// The scene as it was checked.
    scene: Arc<Scene>,
    /// Its number in the talk, from 1.
    pub number: usize,
    /// Whether one of its models cannot be opened. Otherwise, the scene does not fit its model.
    pub is_missing: bool,
    /// Description in one line.
    pub text: String,
}

impl SceneProblem {
    /// Whether the problem belongs to this scene, regardless of changes to its words.
    fn concerns(&self, scene: &Scene) -> bool {
        scene.id == self.scene.id && scene.differs_only_in_words(&self.scene)
    }
}

/// The latest check of a talk.
pub struct TalkCheck {
    job: Job<(), Vec<SceneProblem>>,
    problems: Vec<SceneProblem>,
    /// Whether the user must still be informed.
    is_to_be_told: bool,
}

impl TalkCheck {
    pub fn new(wake: Wake) -> Self {
        Self { job: Job::new("talk check", wake), problems: Vec::new(), is_to_be_told: false }
    }
}

/// Finds the scenes that cannot be shown, sorted by number. Each model is opened once for all scenes that show it as
/// their first.
pub fn problems_of(scenes: &[Arc<Scene>], access: &Access) -> Vec<SceneProblem> {
    let open = |model: &SceneModel| -> Result<OpenedModel, String> {
        let wanted = SourceVariant::from(model);
        let options = OpenOptions::of(&wanted, access.clone());
        open_model_with(&wanted.source, &options).map_err(|error| error.to_string())
    };
    let mut problems: Vec<SceneProblem> = Vec::new();
    let mut left: Vec<(usize, &Arc<Scene>)> = scenes.iter().enumerate().collect();
    while let Some((_, first)) = left.first() {
        let model = first.wanted_model();
        let opened = open(&model);
        let is_of_model = |scene: &Scene| scene.model == model.file && scene.variant == model.variant;
        let (of_model, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, scene)| is_of_model(scene));
        left = others;
        for (index, scene) in of_model {
            let mut found = |is_missing, text| {
                problems.push(SceneProblem { scene: Arc::clone(scene), number: index + 1, is_missing, text });
            };
            let second = scene.second.as_ref().map(|second| open(&second.wanted_model())).transpose();
            match (&opened, second) {
                (Err(text), _) => found(true, text.clone()),
                (_, Err(text)) => found(true, text),
                (Ok(opened), Ok(second)) => {
                    let second: Option<&Arc<Model>> = second.as_ref().map(|second| &second.asset.model);
                    if let Err(error) = scene.fitted(&opened.asset.model, second) {
                        found(false, error.to_string());
                    }
                }
            }
        }
    }
    problems.sort_by_key(|problem| problem.number);
    problems
}

impl State {
    /// Checks in the background whether the scenes of the talk can be shown. If `tells`, problems are also reported in
    /// a message, in addition to the marks in the list.
    pub(in super::super) fn check_talk(&mut self, tells: bool) {
        let (scenes, access) = (self.talk().scenes.clone(), self.access_of_scenes());
        let TalkCheck { job, problems, is_to_be_told } = &mut self.talk.check;
        problems.clear();
        *is_to_be_told = tells;
        if scenes.is_empty() {
            job.cancel();
        } else {
            job.start((), move |_| problems_of(&scenes, &access));
        }
    }

    /// Takes the result of the check, and reports it once nothing is being opened.
    pub(in super::super) fn take_talk_check(&mut self) {
        match self.talk.check.job.poll() {
            Some((_, Ok(problems))) => self.talk.check.problems = problems,
            Some((_, Err(failure))) => tracing::warn!("the talk was not checked: {failure}"),
            None => {}
        }
        let waits =
            self.talk.check.job.is_running() || self.jobs.loader.opening.is_running() || self.talk.stage.is_some();
        if waits || !std::mem::take(&mut self.talk.check.is_to_be_told) {
            return;
        }
        const MOST: usize = 3;
        let problems = &self.talk.check.problems;
        let said = |problem: &SceneProblem| format!("Scene {}: {}.", problem.number, problem.text);
        let mut told: Vec<String> = problems.iter().take(MOST).map(said).collect();
        if let Some(more) = problems.len().checked_sub(MOST).filter(|more| *more > 0) {
            told.push(format!("The list marks {more} more."));
        }
        if !told.is_empty() {
            let title = format!("{} of this talk cannot be shown", counted(problems.len(), "scene", "scenes"));
            self.show_error(title, told.join(" "));
        }
    }

    /// The known problem of a scene of the talk.
    pub fn problem_of(&self, scene: &Scene) -> Option<&SceneProblem> {
        self.talk.check.problems.iter().find(|problem| problem.concerns(scene))
    }

    /// Forgets the problem of a scene that is shown, and so has none.
    pub(in super::super) fn forget_problem_of(&mut self, scene: &Scene) {
        self.talk.check.problems.retain(|problem| !problem.concerns(scene));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_support::waking_state;

    /// Otherwise every message of the check would wait forever.
    #[test]
    fn a_check_that_panics_is_over_and_a_talk_can_be_checked_again() {
        let (mut state, woken) = waking_state();
        state.talk.check.is_to_be_told = true;
        state.talk.check.job.start((), |_| panic!("a panic that a test has planned"));
        woken.recv().unwrap();
        state.take_talk_check();
        assert!(!state.talk.check.job.is_running() && !state.talk.check.is_to_be_told);
        state.talk.check.job.start((), |_| Vec::new());
        woken.recv().unwrap();
        state.take_talk_check();
        assert!(!state.talk.check.job.is_running() && state.interface.error.is_none());
    }
}
