use super::jobs::Loader;
use crate::centers::{CenterSettings, Centers};
use crate::model::Model;
use crate::work::Progress;
use std::sync::Arc;

/// The centers of rotation of the open model, for all settings that panes have: computed in the background when a pane
/// first wants them.
#[derive(Default)]
pub struct DocumentCenters {
    /// Id of the document that they belong to.
    document: u64,
    jobs: Vec<Job>,
    next_generation: u64,
}

struct Job {
    settings: CenterSettings,
    status: Status,
    /// Tells one result from the next, for what was uploaded.
    generation: u64,
}

enum Status {
    Computing(Arc<Progress>),
    Done(Arc<Centers>),
    /// The person stopped it; it starts again when asked to.
    Cancelled,
}

/// What a pane shows in place of its picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CentersWait {
    /// From 0 to 1.
    Computing(f32),
    Cancelled,
}

/// Results for settings that no pane has any more, kept so that going back is free.
const MOST_KEPT: usize = 12;

impl DocumentCenters {
    /// Starts the job unless it runs, is done or was stopped for these very settings.
    pub fn want(&mut self, loader: &Loader, document: u64, model: &Arc<Model>, settings: CenterSettings) {
        self.of_document(document);
        if self.job(settings).is_none() {
            self.start(loader, document, model, settings);
        }
    }

    /// Starts anew, whatever there was.
    pub fn start(&mut self, loader: &Loader, document: u64, model: &Arc<Model>, settings: CenterSettings) {
        self.of_document(document);
        self.cancel(settings);
        self.jobs.retain(|job| job.settings != settings);
        if self.jobs.len() >= MOST_KEPT {
            self.jobs.remove(0);
        }
        let progress = Arc::new(Progress::default());
        let generation = self.next_generation;
        self.next_generation += 1;
        loader.compute_centers(generation, Arc::clone(model), settings, Arc::clone(&progress));
        self.jobs.push(Job { settings, status: Status::Computing(progress), generation });
    }

    pub fn cancel(&mut self, settings: CenterSettings) {
        if let Some(job) = self.jobs.iter_mut().find(|job| job.settings == settings) {
            job.cancel();
        }
    }

    /// Stops what runs for settings that are not wanted any more.
    pub fn keep(&mut self, wanted: &[CenterSettings]) {
        self.jobs.retain(|job| {
            let stays = wanted.contains(&job.settings) || matches!(job.status, Status::Done(_));
            if let (false, Status::Computing(progress)) = (stays, &job.status) {
                progress.cancel();
            }
            stays
        });
    }

    /// Takes what a job brought, unless it was stopped meanwhile.
    pub fn take(&mut self, generation: u64, centers: Centers) {
        let job = self.jobs.iter_mut().find(|job| job.generation == generation);
        if let Some(job) = job.filter(|job| matches!(job.status, Status::Computing(_))) {
            job.status = Status::Done(Arc::new(centers));
        }
    }

    /// A job ended without a result: nothing is waited for any more, and a person may start it again.
    pub fn give_up(&mut self, generation: u64) {
        if let Some(job) = self.jobs.iter_mut().find(|job| job.generation == generation) {
            job.cancel();
        }
    }

    /// Of the document under these settings, with the number of their generation.
    pub fn get(&self, document: u64, settings: CenterSettings) -> Option<(&Arc<Centers>, u64)> {
        let job = self.job(settings).filter(|_| self.document == document)?;
        if let Status::Done(centers) = &job.status { Some((centers, job.generation)) } else { None }
    }

    /// None where the centers are there.
    pub fn wait(&self, document: u64, settings: CenterSettings) -> Option<CentersWait> {
        match self.job(settings).filter(|_| self.document == document).map(|job| &job.status) {
            None => Some(CentersWait::Computing(0.0)),
            Some(Status::Computing(progress)) => Some(CentersWait::Computing(progress.fraction())),
            Some(Status::Cancelled) => Some(CentersWait::Cancelled),
            Some(Status::Done(_)) => None,
        }
    }

    /// Whether any job runs.
    pub fn computing(&self) -> bool {
        self.jobs.iter().any(|job| matches!(job.status, Status::Computing(_)))
    }

    fn job(&self, settings: CenterSettings) -> Option<&Job> {
        self.jobs.iter().find(|job| job.settings == settings)
    }

    /// Forgets what belongs to another document.
    fn of_document(&mut self, document: u64) {
        if self.document != document {
            self.jobs.iter_mut().for_each(Job::cancel);
            self.jobs.clear();
            self.document = document;
        }
    }
}

impl Job {
    fn cancel(&mut self) {
        if let Status::Computing(progress) = &self.status {
            progress.cancel();
            self.status = Status::Cancelled;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{CenterStore, open_model};

    /// Or the window would show progress, frame after frame, of a job that ended long ago.
    #[test]
    fn a_job_that_failed_is_not_waited_for() {
        let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
        let model = open_model("bar").unwrap().asset.model;
        let (mut centers, settings) = (DocumentCenters::default(), CenterSettings::default());
        centers.want(&loader, 1, &model, settings);
        assert!(centers.computing());
        centers.give_up(centers.next_generation - 1);
        assert!(!centers.computing());
        assert_eq!(centers.wait(1, settings), Some(CentersWait::Cancelled), "a person may start it again");
    }
}
