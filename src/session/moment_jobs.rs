use super::loader::Loader;
use super::pane_wait::PaneWait;
use crate::model::Model;
use crate::work::Job;
use std::sync::Arc;

/// Computes the smoothed surroundings of vertices in the background, when a pane first needs them. The models keep them.
#[derive(Default)]
pub struct MomentJobs {
    /// Jobs that run, and those that failed, which are not started again.
    jobs: Vec<(Arc<Model>, Job<(), ()>)>,
}

impl MomentJobs {
    /// Starts the job of a model, unless it was started or nothing is left to do.
    pub fn request(&mut self, loader: &Loader, model: &Arc<Model>) {
        if !model.has_moments() && self.job(model).is_none() {
            self.jobs.push((Arc::clone(model), loader.compute_moments(model)));
        }
    }

    /// Stops the jobs of models that are no longer wanted.
    pub fn keep(&mut self, wanted: impl Fn(&Model) -> bool) {
        self.jobs.retain(|(model, _)| wanted(model));
    }

    /// Forgets the jobs that ended. Returns whether one failed, which only a defect can cause.
    pub fn poll(&mut self) -> bool {
        let failed = self
            .jobs
            .iter_mut()
            .fold(false, |failed, (_, job)| job.poll().is_some_and(|(_, result)| result.is_err()) || failed);
        self.jobs.retain(|(model, _)| !model.has_moments());
        failed
    }

    /// The reason why a model lacks what a pane needs. `None` if it has it.
    pub fn wait(&self, model: &Model) -> Option<PaneWait> {
        if model.has_moments() {
            return None;
        }
        let Some(job) = self.job(model) else { return Some(PaneWait::Smoothing(0.0)) };
        let running = job.running().map(|(_, progress)| PaneWait::Smoothing(progress.fraction()));
        Some(running.unwrap_or(PaneWait::NotSmoothed))
    }

    fn job(&self, model: &Model) -> Option<&Job<(), ()>> {
        self.jobs.iter().find(|(other, _)| other.shares_moments_with(model)).map(|(_, job)| job)
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::waking_loader;
    use super::*;
    use crate::files::open_model;

    #[test]
    fn a_job_runs_once_and_the_model_keeps_the_result() {
        let (loader, ended) = waking_loader();
        let model = Arc::clone(&open_model("bar").unwrap().asset.model);
        let mut jobs = MomentJobs::default();
        assert_eq!(jobs.wait(&model), Some(PaneWait::Smoothing(0.0)), "nobody asked for it");
        jobs.request(&loader, &model);
        jobs.request(&loader, &model);
        assert_eq!(jobs.jobs.len(), 1);
        ended.recv().unwrap();
        assert!(!jobs.poll());
        assert!(jobs.jobs.is_empty() && jobs.wait(&model).is_none());
        jobs.request(&loader, &model);
        assert!(jobs.jobs.is_empty(), "it has them");
    }

    #[test]
    fn a_job_that_nobody_wants_is_stopped() {
        let (loader, _ended) = waking_loader();
        let model = Arc::clone(&open_model("mannequin").unwrap().asset.model);
        let mut jobs = MomentJobs::default();
        jobs.request(&loader, &model);
        let progress = Arc::clone(jobs.jobs[0].1.running().unwrap().1);
        jobs.keep(|_| false);
        assert!(progress.is_canceled() && jobs.jobs.is_empty());
    }
}
