use super::jobs::Loader;
use crate::centers::{CenterSettings, Centers, Progress};
use crate::model::Model;
use std::sync::Arc;

/// The centers of rotation of the open model: computed in the background when a pane first wants them, and again when
/// their settings change.
pub struct DocumentCenters {
    /// Id of the document that they belong to.
    document: u64,
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

impl DocumentCenters {
    /// Nothing is known yet.
    pub fn unknown() -> Self {
        Self { document: 0, settings: CenterSettings::default(), status: Status::Cancelled, generation: 0 }
    }

    /// Starts the job unless it runs, is done or was stopped for these very settings.
    pub fn want(&mut self, loader: &Loader, document: u64, model: &Arc<Model>, settings: CenterSettings) {
        if self.document != document || self.settings != settings {
            self.start(loader, document, model, settings);
        }
    }

    pub fn start(&mut self, loader: &Loader, document: u64, model: &Arc<Model>, settings: CenterSettings) {
        self.cancel();
        let progress = Arc::new(Progress::default());
        self.generation += 1;
        loader.compute_centers(self.generation, Arc::clone(model), settings, Arc::clone(&progress));
        (self.document, self.settings, self.status) = (document, settings, Status::Computing(progress));
    }

    pub fn cancel(&mut self) {
        if let Status::Computing(progress) = &self.status {
            progress.cancel();
            self.status = Status::Cancelled;
        }
    }

    /// Takes what a job brought, unless a newer one was started meanwhile.
    pub fn take(&mut self, generation: u64, centers: Centers) {
        if generation == self.generation && matches!(self.status, Status::Computing(_)) {
            self.status = Status::Done(Arc::new(centers));
        }
    }

    /// Of the document, with the number of their generation.
    pub fn get(&self, document: u64) -> Option<(&Arc<Centers>, u64)> {
        match &self.status {
            Status::Done(centers) if self.document == document => Some((centers, self.generation)),
            _ => None,
        }
    }

    /// None where the centers are there.
    pub fn wait(&self, document: u64) -> Option<CentersWait> {
        match &self.status {
            _ if self.document != document => Some(CentersWait::Computing(0.0)),
            Status::Computing(progress) => Some(CentersWait::Computing(progress.fraction())),
            Status::Cancelled => Some(CentersWait::Cancelled),
            Status::Done(_) => None,
        }
    }
}
