use super::loader::Loader;
use super::pane_wait::PaneWait;
use crate::centers::{CenterParts, CenterSettings, Centers, Similarity, differs_only_in_weights};
use crate::model::Model;
use crate::work::Job;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The centers of rotation of the open model, for all settings of the panes. Computed in the background when a pane
/// first needs them.
#[derive(Default)]
pub struct DocumentCenters {
    /// Id of the document that the centers belong to.
    document: u64,
    /// The model of this document.
    model: Option<Arc<Model>>,
    /// Centers of the same surface with other weights, until there are those of the document.
    before: Vec<OtherWeights>,
    /// The centers under each settings that were requested, the oldest first.
    entries: Vec<Entry>,
    /// Settings in use by panes.
    wanted: Vec<CenterSettings>,
}

/// Centers of the same surface with other weights.
struct OtherWeights {
    settings: CenterSettings,
    model: Arc<Model>,
    centers: Arc<Centers>,
}

struct Entry {
    settings: CenterSettings,
    parts: CenterParts,
    status: Status,
    /// Whether the centers are updated from those of other weights. They differ from computed ones in their last bits,
    /// so that they are shown until those are computed.
    is_update: bool,
    /// Distinguishes results from each other, to decide whether to upload again.
    generation: u64,
    /// An earlier result with fewer parts, for panes that need no more, until the job is done.
    earlier: Option<(Arc<Centers>, u64)>,
}

enum Status {
    Computing(Job<(), Option<Centers>>),
    Done(Arc<Centers>),
    /// Stopped by the user. It starts again on request.
    Canceled,
}

/// Limit of results for settings that no pane uses anymore. They are kept so that going back is free.
const MOST_KEPT: usize = 12;

/// Returns a new generation. Generations are unique across documents, because they distinguish results and uploads.
fn next_generation() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl DocumentCenters {
    /// Starts the job unless it runs, is done or was canceled for these exact settings, with at least these parts.
    pub fn request(
        &mut self,
        loader: &Loader,
        document: u64,
        model: &Arc<Model>,
        settings: CenterSettings,
        parts: CenterParts,
    ) {
        self.of_document(document, model);
        let is_updated = |entry: &Entry| entry.is_update && matches!(entry.status, Status::Done(_));
        if self.lacks(settings, parts) || self.entry(settings).is_some_and(is_updated) {
            self.start(loader, document, model, settings, parts);
        }
    }

    /// Starts the job again, regardless of an existing one, whose parts the new job computes too.
    pub fn start(
        &mut self,
        loader: &Loader,
        document: u64,
        model: &Arc<Model>,
        settings: CenterSettings,
        parts: CenterParts,
    ) {
        self.of_document(document, model);
        let index = self.entries.iter().position(|entry| entry.settings == settings);
        let before = index.map(|index| self.entries.remove(index));
        let parts = before.as_ref().map_or(parts, |entry| entry.parts.max(parts));
        let earlier = before.and_then(Entry::into_result);
        self.make_room();
        // The other similarities are not updated but computed.
        let other = self.before.iter().position(|other| other.settings == settings && other.centers.parts() >= parts);
        let other = other.filter(|_| earlier.is_none() && settings.similarity == Similarity::JointPairs);
        let (job, parts) = match other.map(|index| &self.before[index]) {
            Some(OtherWeights { model: before, centers, .. }) => {
                let parts = centers.parts();
                (loader.update_centers(model, (Arc::clone(before), Arc::clone(centers)), settings), parts)
            }
            None => (loader.compute_centers(model, settings, parts), parts),
        };
        let (is_update, status) = (other.is_some(), Status::Computing(job));
        self.entries.push(Entry { settings, parts, status, is_update, generation: next_generation(), earlier });
    }

    /// Whether no job computes all these parts.
    pub fn lacks(&self, settings: CenterSettings, parts: CenterParts) -> bool {
        self.entry(settings).is_none_or(|entry| entry.parts < parts)
    }

    pub fn cancel(&mut self, settings: CenterSettings) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.settings == settings) {
            entry.cancel();
        }
    }

    /// Stops jobs for settings that are no longer wanted.
    pub fn keep(&mut self, wanted: &[CenterSettings]) {
        self.wanted = wanted.to_vec();
        self.entries.retain_mut(|entry| {
            if wanted.contains(&entry.settings) {
                return true;
            }
            entry.cancel();
            entry.go_back();
            matches!(entry.status, Status::Done(_))
        });
    }

    /// Whether a pane uses these settings.
    pub fn is_wanted(&self, settings: CenterSettings) -> bool {
        self.wanted.contains(&settings)
    }

    /// Takes the results that arrived since the last call. Returns whether a job failed, which only a defect can cause:
    /// nothing waits for it anymore, and the user may start it again.
    pub fn poll(&mut self) -> bool {
        let mut failed = false;
        for entry in &mut self.entries {
            let Status::Computing(job) = &mut entry.status else { continue };
            let Some((_, result)) = job.poll() else { continue };
            failed |= result.is_err();
            if let Ok(Some(centers)) = result {
                entry.status = Status::Done(Arc::new(centers));
                entry.earlier = None;
                self.before.retain(|other| other.settings != entry.settings);
            } else {
                entry.status = Status::Canceled;
            }
        }
        failed
    }

    /// The centers of the document under these settings, with at least these parts, and their generation.
    pub fn get(&self, document: u64, settings: CenterSettings, parts: CenterParts) -> Option<(&Arc<Centers>, u64)> {
        let entry = self.entry(settings).filter(|_| self.document == document)?;
        let (centers, generation) = entry.result()?;
        (centers.parts() >= parts).then_some((centers, generation))
    }

    /// The centers as they are computed anew for the document, which every run finds to the last bit.
    pub fn computed(&self, document: u64, settings: CenterSettings, parts: CenterParts) -> Option<&Arc<Centers>> {
        let entry = self.entry(settings).filter(|entry| self.document == document && !entry.is_update)?;
        let Status::Done(centers) = &entry.status else { return None };
        (centers.parts() >= parts).then_some(centers)
    }

    /// The reason why the centers with these parts are missing, or `None` if they exist.
    pub fn wait(&self, document: u64, settings: CenterSettings, parts: CenterParts) -> Option<PaneWait> {
        if self.get(document, settings, parts).is_some() {
            return None;
        }
        Some(match self.entry(settings).filter(|_| self.document == document).map(|entry| &entry.status) {
            Some(Status::Computing(job)) => {
                PaneWait::Computing(job.running().map_or(0.0, |(_, progress)| progress.fraction()))
            }
            Some(Status::Canceled) => PaneWait::Canceled,
            // A job for more parts has not been requested yet.
            Some(Status::Done(_)) | None => PaneWait::Computing(0.0),
        })
    }

    /// Whether any job runs.
    pub fn computing(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry.status, Status::Computing(_)))
    }

    fn entry(&self, settings: CenterSettings) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.settings == settings)
    }

    /// Drops the oldest unused results above the limit. Wanted results always stay.
    fn make_room(&mut self) {
        let is_unwanted = |entry: &Entry| !self.wanted.contains(&entry.settings);
        if self.entries.len() >= MOST_KEPT
            && let Some(oldest) = self.entries.iter().position(is_unwanted)
        {
            self.entries.remove(oldest);
        }
    }

    /// Drops everything that belongs to a document other than this one, or keeps it for an update if only weights
    /// differ.
    fn of_document(&mut self, document: u64, model: &Arc<Model>) {
        if self.document == document {
            return;
        }
        let entries = std::mem::take(&mut self.entries);
        if let Some(before) = self.model.replace(Arc::clone(model)) {
            for entry in entries {
                let settings = entry.settings;
                let Some((centers, _)) = entry.into_result() else { continue };
                self.before.retain(|other| other.settings != settings);
                self.before.push(OtherWeights { settings, model: Arc::clone(&before), centers });
            }
        }
        let is_same =
            |other: &OtherWeights| differs_only_in_weights(model.default_shape(), other.model.default_shape());
        self.before.retain(is_same);
        self.document = document;
    }
}

impl Entry {
    /// The centers that exist now, with their generation.
    fn result(&self) -> Option<(&Arc<Centers>, u64)> {
        match &self.status {
            Status::Done(centers) => Some((centers, self.generation)),
            Status::Computing(_) | Status::Canceled => {
                self.earlier.as_ref().map(|(centers, generation)| (centers, *generation))
            }
        }
    }

    /// Returns to the earlier result, if there is one.
    fn go_back(&mut self) {
        if let Some((centers, generation)) = self.earlier.take() {
            (self.parts, self.generation) = (centers.parts(), generation);
            self.status = Status::Done(centers);
        }
    }

    fn into_result(self) -> Option<(Arc<Centers>, u64)> {
        match self.status {
            Status::Done(centers) => Some((centers, self.generation)),
            Status::Computing(_) | Status::Canceled => self.earlier,
        }
    }

    fn cancel(&mut self) {
        // Dropping the job stops it.
        if matches!(self.status, Status::Computing(_)) {
            self.status = Status::Canceled;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::waking_loader;
    use super::*;
    use crate::files::open_model;

    fn bar() -> Arc<Model> {
        open_model("bar").unwrap().asset.model
    }

    fn sigma(index: usize) -> CenterSettings {
        CenterSettings { sigma: 0.05 + 0.01 * index as f64, ..CenterSettings::default() }
    }

    /// Otherwise the window would keep showing the progress of a job that ended long ago.
    #[test]
    fn a_job_that_panicked_is_over_and_can_be_started_again() {
        let (loader, ended) = waking_loader();
        let mut broken = Model::clone(&bar());
        Arc::make_mut(&mut broken.primitives[0]).indices = vec![u32::MAX; 3];
        let (mut centers, settings) = (DocumentCenters::default(), CenterSettings::default());
        centers.request(&loader, 1, &Arc::new(broken), settings, CenterParts::Points);
        assert!(centers.computing());
        ended.recv().unwrap();
        assert!(centers.poll(), "the user is informed");
        assert!(!centers.computing() && !centers.poll());
        let wait = |centers: &DocumentCenters| centers.wait(1, settings, CenterParts::Points);
        assert_eq!(wait(&centers), Some(PaneWait::Canceled), "the user can start it again");
        centers.start(&loader, 1, &bar(), settings, CenterParts::Points);
        ended.recv().unwrap();
        assert!(!centers.poll(), "this model is whole");
        assert_eq!(wait(&centers), None);
    }

    #[test]
    fn the_oldest_job_that_no_pane_uses_makes_room() {
        let ((loader, _ended), model) = (waking_loader(), bar());
        let mut centers = DocumentCenters::default();
        let wanted = [sigma(0), sigma(2)];
        centers.keep(&wanted);
        let mut running = Vec::new();
        for index in 0..MOST_KEPT + 2 {
            centers.start(&loader, 1, &model, sigma(index), CenterParts::Points);
            if let Some(Entry { status: Status::Computing(job), .. }) = centers.entries.last() {
                running.push(Arc::clone(job.running().unwrap().1));
            }
        }
        assert_eq!(centers.entries.len(), MOST_KEPT);
        for settings in wanted {
            assert!(centers.entry(settings).is_some(), "a pane shows it");
        }
        let stopped: Vec<usize> = (0..running.len()).filter(|&index| running[index].is_canceled()).collect();
        assert_eq!(stopped, [1, 3], "the oldest two that no pane uses");
    }

    #[test]
    fn covariances_are_computed_when_a_pane_first_needs_them() {
        let ((loader, ended), model) = (waking_loader(), bar());
        let (mut centers, settings) = (DocumentCenters::default(), CenterSettings::default());
        let computed = |centers: &mut DocumentCenters, parts| {
            centers.request(&loader, 1, &model, settings, parts);
            if centers.wait(1, settings, parts).is_some() {
                ended.recv().unwrap();
            }
            assert!(!centers.poll(), "this model is whole");
            let (found, generation) = centers.get(1, settings, parts).unwrap();
            (found.parts(), generation)
        };
        let (points, first) = computed(&mut centers, CenterParts::Points);
        let (all, second) = computed(&mut centers, CenterParts::PointsAndCovariances);
        assert_eq!((points, all), (CenterParts::Points, CenterParts::PointsAndCovariances));
        assert_ne!(first, second);
        assert_eq!(computed(&mut centers, CenterParts::Points), (all, second), "they include the points");
    }

    #[test]
    fn centers_of_other_weights_are_updated_and_then_computed() {
        let (loader, ended) = waking_loader();
        let source = open_model("mannequin").unwrap().asset.model;
        let joint = source.skeleton.find("index_1.L").unwrap();
        let edits = [crate::mending::WeightEdit::Smooth { joint, times: 2 }];
        let edited = Arc::new(crate::mending::with_weight_edits(&source, &edits).unwrap().model);
        let (mut centers, settings) = (DocumentCenters::default(), CenterSettings::default());
        let parts = CenterParts::Points;
        let wait = |centers: &mut DocumentCenters, id: u64, model: &Arc<Model>| {
            centers.request(&loader, id, model, settings, parts);
            ended.recv().unwrap();
            assert!(!centers.poll(), "this model is whole");
            let (found, generation) = centers.get(id, settings, parts).unwrap();
            (Arc::clone(found), generation)
        };
        let (of_source, _) = wait(&mut centers, 1, &source);
        assert!(centers.computed(1, settings, parts).is_some());
        let (updated, first) = wait(&mut centers, 2, &edited);
        assert!(updated.counts.sums < of_source.counts.sums / 2, "{:?}", updated.counts);
        assert!(centers.computed(2, settings, parts).is_none());
        // The next request computes them, while the updated ones are shown.
        centers.request(&loader, 2, &edited, settings, parts);
        assert!(centers.computing() && centers.get(2, settings, parts).is_some_and(|(_, now)| now == first));
        assert!(centers.wait(2, settings, parts).is_none() && centers.computed(2, settings, parts).is_none());
        let (computed, second) = wait(&mut centers, 2, &edited);
        assert!(second != first && centers.computed(2, settings, parts).is_some());
        for (a, b) in updated.of_primitives.iter().zip(&computed.of_primitives) {
            assert!(a.iter().zip(b.iter()).all(|(a, b)| a.abs_diff_eq(*b, 1e-5)));
        }
        // Another surface is not updated.
        let (of_bar, _) = wait(&mut centers, 3, &bar());
        assert!(centers.computed(3, settings, parts).is_some() && of_bar.of_primitives.len() == 1);
    }

    /// Otherwise a finished `cor` pane would freeze when a `cor-procrustes` pane is added.
    #[test]
    fn points_stay_while_covariances_are_computed_and_after_that_is_canceled() {
        let ((loader, ended), model) = (waking_loader(), bar());
        let (mut centers, settings) = (DocumentCenters::default(), CenterSettings::default());
        let (points, all) = (CenterParts::Points, CenterParts::PointsAndCovariances);
        centers.request(&loader, 1, &model, settings, points);
        ended.recv().unwrap();
        assert!(!centers.poll(), "this model is whole");
        let (_, first) = centers.get(1, settings, points).unwrap();
        assert!(centers.get(1, settings, all).is_none());
        centers.request(&loader, 1, &model, settings, all);
        let is_first =
            |centers: &DocumentCenters| centers.get(1, settings, points).is_some_and(|(_, now)| now == first);
        assert!(is_first(&centers) && centers.wait(1, settings, points).is_none());
        assert!(matches!(centers.wait(1, settings, all), Some(PaneWait::Computing(_))));
        centers.cancel(settings);
        assert!(is_first(&centers) && centers.wait(1, settings, points).is_none());
        assert_eq!(centers.wait(1, settings, all), Some(PaneWait::Canceled));
    }
}
