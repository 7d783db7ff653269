//! A person at work for a long time: nothing panics, undo leads back to the start bit for bit, and memory stays steady.
//!
//! The tests run a few hundred commands. `scripts/soak` runs the same for as long as it is told to and plots the memory.

mod memory;
mod person;
mod replay;

use crate::harness::viewer_with;
use crate::lost_device;
use egui_kittest::Harness;
use glam::Vec3;
use person::{Deed, Person};
use skinscope::session::{Command, StageKey};
use skinscope::viewer::Viewer;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::time::{Duration, Instant};

/// Deeds between two returns to the start. Undo keeps 300 steps, and no deed makes more than two.
const DEEDS_IN_A_CHAPTER: usize = 120;

/// Every so many deeds a frame is drawn. Frames of a GPU in software take most of the time.
const DEEDS_IN_A_FRAME: usize = 4;

/// Chapters until the same deeds begin again. Caches are filled by then, so that only leaks grow.
const CHAPTERS_IN_A_LIFE: usize = 8;

/// State that undo must restore, to the last bit of every number. Text tells positive from negative zero, as equality
/// does not.
#[derive(Debug, PartialEq)]
struct Start {
    /// Not its id: a rig that was changed and changed back is another document.
    model: String,
    skin_hash: u64,
    edit: String,
    pose: String,
}

impl Start {
    fn of(viewer: &Viewer) -> Self {
        let state = &viewer.state;
        let mut hasher = DefaultHasher::new();
        let model = state.documents.first.as_ref().map(|document| {
            for primitive in &document.model.primitives {
                primitive
                    .positions
                    .iter()
                    .flat_map(Vec3::to_array)
                    .for_each(|number| number.to_bits().hash(&mut hasher));
                primitive.influences.flat().iter().for_each(|one| (one.joint, one.weight.to_bits()).hash(&mut hasher));
            }
            format!("{}, {} nodes", document.origin.label(), document.model.skeleton.len())
        });
        Self {
            model: model.unwrap_or_default(),
            skin_hash: hasher.finish(),
            edit: format!("{:?}", state.edit),
            pose: format!("{:?}", state.pose),
        }
    }
}

fn do_deed(harness: &mut Harness<'_, Viewer>, deed: Deed) {
    match deed {
        Deed::Command(command) => harness.state_mut().state.apply(*command),
        Deed::Resize(size) => drop(harness.set_size(size)),
        Deed::Rest => harness.run_steps(3),
    }
}

/// Waits for a model that is being opened. Its frames are part of the work.
fn wait_for_model(harness: &mut Harness<'_, Viewer>) {
    let asked = Instant::now();
    while harness.state().state.jobs.loader.opening.is_running() {
        assert!(asked.elapsed() < Duration::from_secs(120), "a model never opened");
        std::thread::sleep(Duration::from_millis(2));
        harness.run_steps(1);
    }
}

/// Works for one chapter. `after` is called after each deed.
fn live_a_chapter(
    harness: &mut Harness<'_, Viewer>,
    person: &mut Person,
    mut after: impl FnMut(&Harness<'_, Viewer>, &Deed),
) {
    person.begin_chapter();
    for index in 0..DEEDS_IN_A_CHAPTER {
        let deed = person.next_deed(&harness.state().state);
        do_deed(harness, deed.clone());
        wait_for_model(harness);
        if index % DEEDS_IN_A_FRAME == 0 {
            harness.run_steps(1);
        }
        // The clipboard holds the pose that was copied last; there is no other program.
        let clipboard = harness.state().state.copied_pose();
        harness.state_mut().answer_requests(|| clipboard, |_| Ok(()));
        // Failures are shown in the window; the person dismisses them.
        harness.state_mut().state.apply(Command::DismissError);
        after(harness, &deed);
    }
}

/// Works for one chapter, undoes everything and compares with the start.
fn live_and_undo(harness: &mut Harness<'_, Viewer>, person: &mut Person, start: &Start) {
    live_a_chapter(harness, person, |_, _| {});
    go_back(harness);
    let reached = Start::of(harness.state());
    assert!(reached == *start, "undo led to {reached:#?}\ninstead of {start:#?}\nafter {:?}", person.last_deeds());
}

/// Leaves the stage, and undoes all.
fn go_back(harness: &mut Harness<'_, Viewer>) {
    harness.state_mut().state.apply(Command::PressOnStage(StageKey::GoBack));
    harness.run_steps(1);
    harness.state_mut().state.apply(Command::SetPlaying(false));
    for _ in 0..400 {
        let state = &mut harness.state_mut().state;
        if state.history.current() == 0 && !state.history.has_undo(&state.edit) {
            break;
        }
        state.apply(Command::Undo);
    }
    harness.run_steps(2);
}

fn begin(harness: &mut Harness<'_, Viewer>) -> Start {
    harness.set_size(egui::vec2(700.0, 500.0));
    harness.run_steps(2);
    Start::of(harness.state())
}

/// One chapter by a fixed seed; `scripts/soak` and `scripts/replay` live through hundreds.
#[test]
fn a_hundred_commands_are_undone_to_the_last_bit() {
    let mut harness = viewer_with("bar");
    let start = begin(&mut harness);
    let mut person = Person::new(5);
    live_and_undo(&mut harness, &mut person, &start);
    assert!(person.kinds() > 30, "only {} kinds of commands", person.kinds());
}

/// The long run of `scripts/soak`: `SKINSCOPE_SOAK` is a file for the memory over time, `SKINSCOPE_SOAK_MINUTES` its
/// length. A life of work is repeated, and between two lives the graphics device is lost.
#[test]
#[ignore = "runs for minutes; scripts/soak starts it"]
fn memory_stays_steady() {
    let path = std::env::var_os("SKINSCOPE_SOAK").expect("SKINSCOPE_SOAK names a file");
    let minutes: f64 = std::env::var("SKINSCOPE_SOAK_MINUTES").unwrap().parse().unwrap();
    let seed = std::env::var("SKINSCOPE_SOAK_SEED").map_or(1, |seed| seed.parse().unwrap());
    let mut table = std::fs::File::create(path).unwrap();
    // The program does the same.
    skinscope::work::keep_freed_memory();
    writeln!(table, "seconds,deeds,resident_mib").unwrap();
    let (mut harness, device) = lost_device::open("bar");
    let start = begin(&mut harness);
    let (began, mut deeds, mut resident, mut kinds) = (Instant::now(), 0, Vec::new(), 0);
    while began.elapsed().as_secs_f64() < 60.0 * minutes {
        let mut person = Person::new(seed);
        for _ in 0..CHAPTERS_IN_A_LIFE {
            live_and_undo(&mut harness, &mut person, &start);
            deeds += DEEDS_IN_A_CHAPTER;
            let now = memory::resident_mib();
            writeln!(table, "{:.1},{deeds},{now:.1}", began.elapsed().as_secs_f64()).unwrap();
        }
        kinds = person.kinds();
        resident.push(memory::resident_mib());
        lost_device::lose(&device);
        harness.run_steps(2);
        lost_device::recover(&mut harness, &device);
        harness.run_steps(2);
        assert!(Start::of(harness.state()) == start, "the lost device took something with it");
    }
    let lives = resident.len();
    let Some(growth) = memory::growth(&resident) else {
        let least = memory::LEAST_VALUES;
        return println!(
            "{deeds} deeds of {kinds} kinds, {lives} lives: memory is judged after {least} lives; run longer"
        );
    };
    println!("{deeds} deeds of {kinds} kinds, {lives} lives: {growth}");
    assert!(growth.is_steady(), "memory grows: {growth}");
}
