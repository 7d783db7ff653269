use super::super::figures::ShownSkin;
use super::worker::{Inbox, News, Order, Report, work};
use crate::centers::Centers;
use crate::model::{Model, Pose};
use crate::work::Progress;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// Requests measurements of the shown skins and receives them. One runs at a time.
pub struct SpeedDesk {
    meter: Option<Arc<MeasureSpeed>>,
    inbox: Arc<Inbox>,
    /// The thread that measures. It starts with the first request.
    worker: Option<JoinHandle<()>>,
    sender: Sender<Report>,
    receiver: Receiver<Report>,
    /// Wakes the window when a result arrives.
    wake: Arc<dyn Fn() + Send + Sync>,
    next_ticket: u64,
    is_on: bool,
    run: Option<Run>,
    /// The latest result, with the key of its request.
    result: Option<(SpeedKey, SpeedResult)>,
}

/// Measures a request and passes on the result of every round, until it has enough of them or is canceled. It ends with a
/// reason if it cannot measure. The window provides it.
pub type MeasureSpeed =
    dyn Fn(&SpeedRequest, &Progress, &mut dyn FnMut(SpeedResult)) -> Result<(), String> + Send + Sync;

/// Everything that the speed depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeedKey {
    pub document: u64,
    pub pose_generation: u64,
    /// The skins, each with the generation of its centers of rotation.
    pub skins: Vec<(ShownSkin, Option<u64>)>,
    pub full_precision: bool,
}

/// A measurement to make.
pub struct SpeedRequest {
    pub model: Arc<Model>,
    pub pose: Pose,
    pub skins: Vec<ShownSkin>,
    /// Centers of rotation, one entry per skin, `None` for skins that do not need them.
    pub centers: Vec<Option<Arc<Centers>>>,
    /// Whether vertices have full precision instead of being packed.
    pub full_precision: bool,
}

/// Measurements so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeedResult {
    pub adapter: String,
    pub is_software: bool,
    pub vertices: usize,
    pub rounds: usize,
    pub copy_bytes_per_second: Option<f64>,
    pub skins: Vec<SkinSpeed>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SkinSpeed {
    pub skin: ShownSkin,
    /// Speed of the shader that deforms.
    pub compute: PathSpeed,
    /// Speed of the shader that draws.
    pub drawing: PathSpeed,
}

/// Medians of the rounds; `None` if the clock did not move.
#[derive(Clone, Debug, PartialEq)]
pub struct PathSpeed {
    pub milliseconds: Option<f64>,
    /// Half the distance between the quartiles, as a fraction of the median.
    pub spread: Option<f64>,
    pub over_lbs: Option<f64>,
    pub vertices_per_second: Option<f64>,
    pub bytes_per_vertex: f64,
    pub share_of_copy: Option<f64>,
}

struct Run {
    key: SpeedKey,
    ticket: u64,
    progress: Arc<Progress>,
    has_ended: bool,
}

impl SpeedDesk {
    pub fn new(wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        let (sender, receiver) = channel();
        Self {
            meter: None,
            inbox: Arc::default(),
            worker: None,
            sender,
            receiver,
            wake,
            next_ticket: 0,
            is_on: false,
            run: None,
            result: None,
        }
    }

    /// Sets the function that measures.
    pub fn measure_with(&mut self, meter: Arc<MeasureSpeed>) {
        self.stop();
        self.result = None;
        self.meter = Some(meter);
    }

    /// Whether the user has turned measuring on.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    pub fn set_on(&mut self, on: bool) {
        self.is_on = on;
        if !on {
            self.stop();
        }
    }

    /// Whether a measurement is running.
    pub fn is_measuring(&self) -> bool {
        self.run.as_ref().is_some_and(|run| !run.has_ended)
    }

    /// The latest result, if it belongs to this document.
    pub fn result(&self, document: u64) -> Option<&SpeedResult> {
        self.result.as_ref().filter(|(key, _)| key.document == document).map(|(_, result)| result)
    }

    /// Whether the latest result belongs to the shown skins. Only known while measuring is on.
    pub fn is_current(&self) -> bool {
        self.run.as_ref().map(|run| &run.key) == self.result.as_ref().map(|(key, _)| key)
    }

    /// Measures the skins of `key`, unless that was done or is running.
    pub fn follow(&mut self, key: SpeedKey, request: impl FnOnce(&SpeedKey) -> SpeedRequest) {
        if self.run.as_ref().is_some_and(|run| run.key == key) {
            return;
        }
        let Some(meter) = self.meter.clone() else { return };
        self.stop();
        let request = request(&key);
        let (ticket, progress) = (self.next_ticket, Arc::new(Progress::default()));
        self.next_ticket += 1;
        self.run = Some(Run { key, ticket, progress: Arc::clone(&progress), has_ended: false });
        self.inbox.put(Order { meter, request, ticket, progress });
        if self.worker.is_none() {
            let (inbox, sender, wake) = (Arc::clone(&self.inbox), self.sender.clone(), Arc::clone(&self.wake));
            self.worker = Some(std::thread::spawn(move || work(&inbox, &sender, &*wake)));
        }
    }

    /// Stops a running measurement. The shown skins are measured again once that is requested.
    pub fn hold(&mut self) {
        if self.is_measuring() {
            self.stop();
        }
    }

    /// Takes the results that arrived since the last call. If nothing can be measured, returns the reason.
    pub fn poll(&mut self) -> Option<String> {
        let mut failure = None;
        for Report { ticket, news } in self.receiver.try_iter() {
            let Some(run) = self.run.as_mut().filter(|run| run.ticket == ticket) else { continue };
            match news {
                News::Measured(result) => self.result = Some((run.key.clone(), result)),
                News::Ended => run.has_ended = true,
                News::Failed(reason) => failure = Some(reason),
            }
        }
        if failure.is_some() {
            self.set_on(false);
        }
        failure
    }

    /// Stops the measurement. The last result stays, and the shown skins are measured again once that is requested.
    fn stop(&mut self) {
        if let Some(run) = self.run.take() {
            run.progress.cancel();
        }
    }
}

impl Drop for SpeedDesk {
    /// Stops the measurement when the window closes, and waits until the graphics driver has finished it.
    fn drop(&mut self) {
        self.stop();
        self.inbox.quit();
        if let Some(worker) = self.worker.take() {
            // Panics of measurements were caught, and have been reported.
            let _ = worker.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::worker::SETTLED;
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    fn key(pose_generation: u64) -> SpeedKey {
        SpeedKey { document: 1, pose_generation, skins: Vec::new(), full_precision: false }
    }

    fn request(_: &SpeedKey) -> SpeedRequest {
        let model = crate::files::open_model("bar").unwrap().asset.model;
        let pose = Pose::rest(&model.skeleton);
        SpeedRequest { model, pose, skins: Vec::new(), centers: Vec::new(), full_precision: false }
    }

    fn result(rounds: usize) -> SpeedResult {
        let adapter = "a GPU".to_owned();
        SpeedResult { adapter, is_software: true, vertices: 3, rounds, copy_bytes_per_second: None, skins: Vec::new() }
    }

    /// A desk whose measurements take two rounds, and a receiver of its wake-ups.
    fn desk(fails: bool) -> (SpeedDesk, Receiver<()>) {
        let (sender, woken) = channel();
        let mut desk = SpeedDesk::new(Arc::new(move || {
            let _ = sender.send(());
        }));
        desk.measure_with(Arc::new(move |_, _, publish| {
            if fails {
                return Err("no memory".to_owned());
            }
            (1..=2).for_each(|round| publish(result(round)));
            Ok(())
        }));
        desk.set_on(true);
        (desk, woken)
    }

    #[test]
    fn rounds_arrive_until_the_measurement_ends() {
        let (mut desk, woken) = desk(false);
        desk.follow(key(0), request);
        assert!(desk.is_measuring() && desk.result(1).is_none());
        (0..3).for_each(|_| woken.recv().unwrap());
        assert_eq!(desk.poll(), None);
        assert!(!desk.is_measuring());
        assert_eq!(desk.result(1), Some(&result(2)));
        assert_eq!(desk.result(2), None, "another model");
        // The same key is not measured twice.
        desk.follow(key(0), |_| panic!("it was measured"));
        // The result stays, but whether it still holds is unknown.
        assert!(desk.is_current());
        desk.set_on(false);
        assert!(desk.result(1).is_some() && !desk.is_current());
    }

    #[test]
    fn a_new_pose_takes_the_place_of_the_last() {
        let (mut desk, woken) = desk(false);
        desk.follow(key(0), request);
        desk.follow(key(1), request);
        // Only the second run reports: the first was canceled while it waited.
        (0..3).for_each(|_| woken.recv().unwrap());
        desk.poll();
        assert!(!desk.is_measuring() && desk.result(1).is_some());
        assert!(woken.recv_timeout(2 * SETTLED).is_err());
    }

    #[test]
    fn a_change_while_one_is_measured_waits_for_its_end_and_none_is_left_behind() {
        let (mut desk, woken) = desk(false);
        let ended = Arc::new(AtomicBool::new(false));
        let (watched, (began, begun)) = (Arc::clone(&ended), channel());
        desk.measure_with(Arc::new(move |_, progress, _| {
            let _ = began.send(());
            while !progress.is_cancelled() {
                std::thread::yield_now();
            }
            // Stands for the work that a driver finishes after it was told to stop.
            std::thread::sleep(SETTLED);
            watched.store(true, Ordering::SeqCst);
            Ok(())
        }));
        desk.follow(key(0), request);
        begun.recv().unwrap();
        desk.hold();
        assert!(!desk.is_measuring());
        (1..5).for_each(|generation| desk.follow(key(generation), request));
        assert!(begun.try_recv().is_err(), "one at a time");
        begun.recv().unwrap();
        ended.store(false, Ordering::SeqCst);
        drop(desk);
        assert!(ended.load(Ordering::SeqCst), "the thread was still measuring");
        assert_eq!(begun.try_iter().count(), 0, "the poses between were measured");
        drop(woken);
    }

    #[test]
    fn what_cannot_be_measured_is_told_once() {
        let (mut desk, woken) = desk(true);
        desk.follow(key(0), request);
        woken.recv().unwrap();
        assert_eq!(desk.poll().as_deref(), Some("no memory"));
        assert!(!desk.is_on() && desk.poll().is_none());
    }
}
