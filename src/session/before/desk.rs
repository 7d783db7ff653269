use super::super::figures::{SecondKey, ShownSkin};
use super::super::stress::{StressRequest, StressResult, beside_the_window, test};
use crate::measure::StressChanges;
use crate::model::JointLimits;
use crate::posing::RangeSource;
use crate::work::{Job, Wake};
use std::sync::Arc;

/// Compares the open model with the one that is pinned as before by a stress test of both, one at a time.
pub struct BeforeDesk {
    job: Job<ComparedKey, Option<StressResult>>,
    result: Option<(ComparedKey, Arc<Compared>)>,
    /// What is not compared until the user asks for it: canceled, or failed.
    stopped: Option<ComparedKey>,
}

/// What a comparison depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ComparedKey {
    document: u64,
    before: SecondKey,
    skins: Vec<ShownSkin>,
    source: RangeSource,
    limits: JointLimits,
}

/// A finished comparison.
pub(super) struct Compared {
    pub changes: StressChanges,
    pub result: StressResult,
}

impl ComparedKey {
    /// `None` without a second model.
    pub fn of(request: &StressRequest) -> Option<Self> {
        let StressRequest { document, skins, source, limits, second, .. } = request;
        let (before, ..) = second.as_ref()?;
        Some(Self {
            document: *document,
            before: *before,
            skins: skins.clone(),
            source: *source,
            limits: limits.clone(),
        })
    }
}

impl BeforeDesk {
    pub fn new(wake: Wake) -> Self {
        Self { job: Job::new("comparison with the model before", wake), result: None, stopped: None }
    }

    /// Compares, unless that is done, in progress or stopped. A comparison of anything else ends.
    pub(super) fn want(&mut self, key: ComparedKey, request: StressRequest) {
        let is_running = self.job.running().is_some_and(|(running, _)| *running == key);
        let is_known = self.result.as_ref().is_some_and(|(known, _)| *known == key);
        if is_running || is_known || self.stopped.as_ref() == Some(&key) {
            return;
        }
        (self.result, self.stopped) = (None, None);
        self.job.start(key, |progress| beside_the_window(|| test(request, progress)));
    }

    /// Drops the result and the comparison in progress.
    pub(super) fn forget(&mut self) {
        self.job.cancel();
        (self.result, self.stopped) = (None, None);
    }

    /// Stops the comparison in progress, until the user asks for it.
    pub(in super::super) fn cancel(&mut self) {
        self.stopped = self.job.running().map(|(key, _)| key.clone());
        self.job.cancel();
    }

    /// Compares again after a stop.
    pub(in super::super) fn resume(&mut self) {
        self.stopped = None;
    }

    /// Takes the result that arrived since the last call. Returns whether the comparison failed.
    pub(super) fn poll(&mut self) -> bool {
        match self.job.poll() {
            Some((key, Ok(Some(result)))) => {
                let changes = result.second.as_ref().map(|second| {
                    let partner = |node| second.pair.joints.second_of(node);
                    StressChanges::of([&result.report, &second.report], partner)
                });
                let compared = Compared { changes: changes.unwrap_or_default(), result };
                self.result = Some((key, Arc::new(compared)));
                false
            }
            Some((key, Err(_))) => {
                self.stopped = Some(key);
                true
            }
            Some((_, Ok(None))) | None => false,
        }
    }

    /// Progress from 0 to 1 while a comparison runs.
    pub fn fraction(&self) -> Option<f32> {
        self.job.running().map(|(_, progress)| progress.fraction())
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    pub(super) fn compared(&self) -> Option<&Arc<Compared>> {
        self.result.as_ref().map(|(_, compared)| compared)
    }
}
