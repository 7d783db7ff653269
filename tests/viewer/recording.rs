//! Recording a film beside the window.

use crate::harness::{settle, viewer_with};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::panes::RecordFormat;
use skinscope::session::user_commands as rows;
use skinscope::session::{
    Command, HandoutKind, JointChannel, RangeChoice, RecordingCard, RecordingSubject, StressChoice, TalkEdit,
};
use skinscope::viewer::Viewer;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("skinscope recording {name} {}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn with_card() -> Harness<'static, Viewer> {
    let mut harness = viewer_with("bar");
    let mid = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    harness.state_mut().state.apply(Command::SelectJoint(Some(mid)));
    harness.state_mut().state.apply(Command::ShowRecordingCard(None));
    settle(&mut harness);
    harness
}

fn card(harness: &Harness<'_, Viewer>) -> RecordingCard {
    harness.state().state.interface.recording_card.unwrap()
}

fn small(card: RecordingCard, seconds: f32) -> RecordingCard {
    let format = RecordFormat::Apng;
    RecordingCard { format, size: [160, 96], frames_per_second: 10.0, seconds, transparent: true, ..card }
}

fn wait_for_end(harness: &mut Harness<'_, Viewer>) {
    for _ in 0..6000 {
        if harness.state().state.jobs.recording.is_none() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.run_steps(1);
    }
    panic!("the recording never ended");
}

fn frames(path: &std::path::Path) -> u32 {
    let bytes = std::fs::read(path).unwrap();
    let at = bytes.windows(4).position(|name| name == b"acTL").unwrap() + 4;
    u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap())
}

#[test]
fn the_card_says_what_is_recorded() {
    let mut harness = with_card();
    assert_eq!(card(&harness).subject, RecordingSubject::Joint);
    harness.get_by_label("A turntable").click();
    settle(&mut harness);
    assert_eq!((card(&harness).subject, card(&harness).seconds), (RecordingSubject::Turntable, 6.0));
    harness.get_by_label_contains("AV1 video");
    harness.get_by_label_contains("6.0 s, 180 frames, roughly");
    harness.get_by_label("Format: gif").click();
    settle(&mut harness);
    harness.get_by_label("Transparent background").click();
    settle(&mut harness);
    assert!(card(&harness).format == RecordFormat::Gif && card(&harness).transparent);
    harness.get_by_label("Format: mp4").click();
    settle(&mut harness);
    assert!(!card(&harness).transparent, "mp4 holds no transparency");
    assert!(harness.query_by_label("The whole talk").is_none(), "there is no talk");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(harness.state().state.interface.recording_card.is_none());
    assert!(harness.state().state.selection.joint.is_some(), "Escape closed the card alone");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    settle(&mut harness);
    harness.get_by_label_contains(rows::RECORD_FILM.text);
}

#[test]
fn a_film_is_recorded_while_the_window_goes_on() {
    let folder = folder("film");
    let mut harness = with_card();
    for (subject, seconds, expected) in [
        // 0.2 s one way, and rests of half a second at both ends.
        (RecordingSubject::Joint, 0.2, 14),
        (RecordingSubject::Turntable, 0.5, 5),
    ] {
        let state = &mut harness.state_mut().state;
        state.apply(Command::ShowRecordingCard(None));
        let chosen = small(state.interface.recording_card.unwrap().showing(subject), seconds);
        state.apply(Command::EditRecording(Some(chosen)));
        // The extension follows the card.
        state.apply(Command::Record(folder.join(format!("{subject:?}"))));
        assert!(state.jobs.recording.is_some() && state.interface.recording_card.is_none());
        harness.run_steps(2);
        harness.get_by_label_contains("Recording");
        wait_for_end(&mut harness);
        let name = format!("{subject:?}.apng");
        let notice = harness.state().state.interface.notice.clone().unwrap().text;
        assert_eq!(notice, format!("Saved {name}, {expected} frames"));
        assert_eq!(frames(&folder.join(name)), expected);
    }
    // A talk of one scene without a motion is held.
    let state = &mut harness.state_mut().state;
    state.apply(Command::EditTalk(TalkEdit::Keep));
    state.apply(Command::ShowRecordingCard(None));
    assert!(state.recording_subjects().contains(&RecordingSubject::Talk));
    let chosen = small(state.interface.recording_card.unwrap().showing(RecordingSubject::Talk), 1.0);
    state.apply(Command::EditRecording(Some(chosen)));
    state.apply(Command::Record(folder.join("talk.apng")));
    harness.run_steps(2);
    wait_for_end(&mut harness);
    assert_eq!(frames(&folder.join("talk.apng")), 40);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_canceled_film_leaves_no_file() {
    let folder = folder("canceled");
    let mut harness = with_card();
    let long = RecordingCard { frames_per_second: 20.0, ..small(card(&harness), 500.0) };
    let state = &mut harness.state_mut().state;
    state.apply(Command::EditRecording(Some(long)));
    state.apply(Command::Record(folder.join("long.apng")));
    harness.run_steps(2);
    harness.get_by_label("Cancel recording").click();
    harness.run_steps(2);
    wait_for_end(&mut harness);
    assert!(harness.state().state.interface.notice.as_ref().unwrap().text.contains("was stopped"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    // A format that cannot hold the film says so before anything is drawn.
    let state = &mut harness.state_mut().state;
    state.apply(Command::ShowRecordingCard(None));
    let clear = small(state.interface.recording_card.unwrap(), 1.0);
    state.apply(Command::EditRecording(Some(clear)));
    state.apply(Command::Record(folder.join("clear.mp4")));
    assert!(
        state.jobs.recording.is_none() && state.interface.error.as_ref().unwrap().details.contains("no transparency")
    );
    // A film without end is refused too.
    let endless = RecordingCard { frames_per_second: 90.0, ..small(clear, 500.0) };
    state.apply(Command::EditRecording(Some(endless)));
    state.apply(Command::Record(folder.join("endless.apng")));
    harness.run_steps(2);
    wait_for_end(&mut harness);
    let error = harness.state().state.interface.error.as_ref().map(|error| error.details.clone()).unwrap_or_default();
    assert!(error.contains("at most 36000 frames"), "{error}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn closing_the_window_leaves_no_half_film() {
    let folder = folder("closed");
    let mut harness = with_card();
    let long = small(card(&harness), 500.0);
    let state = &mut harness.state_mut().state;
    state.apply(Command::EditRecording(Some(long)));
    state.apply(Command::Record(folder.join("long.apng")));
    while std::fs::read_dir(&folder).unwrap().count() == 0 {
        assert!(harness.state().state.jobs.recording.is_some());
        harness.run_steps(1);
    }
    drop(harness);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The commands on a report of the window can be run, and make the numbers of the page.
#[test]
fn a_report_of_the_window_says_how_to_make_it_again() {
    let folder = folder("report");
    let mut harness = viewer_with("limb");
    settle(&mut harness);
    let state = &mut harness.state_mut().state;
    state.apply(Command::SelectJoint(Some(1)));
    state.apply(Command::SetChannel { channel: JointChannel::Rotation, axis: 2, value: 60.0 });
    let choice = StressChoice { range: RangeChoice::Fixed, degrees: 70.0, ..state.jobs.stress.choice };
    state.apply(Command::SetStressChoice(choice));
    state.apply(Command::ShowHandoutCard { kind: HandoutKind::Report, whole_talk: false });
    harness.run_steps(2);
    harness.get_by_label("Your own poses, notes and marks (1)");
    harness.get_by_label_contains("keep it as a scene in the Talk tab");
    let path = folder.join("limb.html");
    harness.state_mut().state.apply(Command::HandOut(HandoutKind::Report, path.clone()));
    harness.run_steps(2);
    wait_for_end(&mut harness);
    let html = std::fs::read_to_string(&path).unwrap();
    let own = html.split("<section id=\"own\">").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(own.matches("<img").count() == 1 && own.contains("rotated by 60.0\u{b0} about Z"));
    let commands = html.split("<section id=\"made\">").nth(1).unwrap();
    let lines: Vec<&str> =
        commands.split("<code>skinscope ").skip(1).map(|line| line.split("</code>").next().unwrap()).collect();
    assert!(lines.len() > 3 && lines[0].starts_with("report limb ") && lines[0].contains("--range 70"), "{lines:?}");
    for line in &lines {
        let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_skinscope"));
        let ran = run.args(line.split(' ')).current_dir(&folder).output().unwrap();
        assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
    }
    // The page of the command has the same verdicts and tables.
    let again = std::fs::read_to_string(folder.join("report.html")).unwrap();
    for id in ["verdict", "joints", "sweeps"] {
        let part = |page: &str| {
            page.split(&format!("<section id=\"{id}\">"))
                .nth(1)
                .map(|part| part.split("</section>").next().unwrap().to_owned())
        };
        assert!(part(&html).is_some() && part(&html) == part(&again), "{id}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_page_and_slides_are_written_while_the_window_goes_on() {
    let folder = folder("handouts");
    let mut harness = with_card();
    harness.state_mut().state.apply(Command::EditRecording(None));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    settle(&mut harness);
    harness.get_by_label_contains("Save slides as PDF");
    harness.get_by_label_contains("Share as a web page").click();
    settle(&mut harness);
    assert!(harness.query_all_by_label_contains("About ").any(|_| true), "what it will weigh");
    let kinds = [
        (HandoutKind::Page, "bar.html", &b"<!DOCTYPE html>"[..]),
        (HandoutKind::Slides, "bar.pdf", &b"%PDF-"[..]),
        (HandoutKind::Report, "bar.report.html", &b"<!doctype html>"[..]),
    ];
    for (kind, name, begins) in kinds {
        let state = &mut harness.state_mut().state;
        state.apply(Command::ShowHandoutCard { kind, whole_talk: false });
        state.apply(Command::HandOut(kind, folder.join(name)));
        harness.run_steps(2);
        harness.get_by_label_contains("Writing bar.");
        wait_for_end(&mut harness);
        let notice = harness.state().state.interface.notice.clone().unwrap().text;
        let bytes = std::fs::read(folder.join(name)).unwrap();
        assert!(notice.starts_with(&format!("Saved {name}, ")) && bytes.starts_with(begins), "{notice}");
    }
    // Canceled ones leave nothing.
    let state = &mut harness.state_mut().state;
    state.apply(Command::ShowHandoutCard { kind: HandoutKind::Page, whole_talk: false });
    state.apply(Command::HandOut(HandoutKind::Page, folder.join("canceled")));
    harness.run_steps(2);
    harness.get_by_label("Cancel writing").click();
    harness.run_steps(2);
    wait_for_end(&mut harness);
    assert!(harness.state().state.interface.notice.as_ref().unwrap().text.contains("was stopped"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3);
    std::fs::remove_dir_all(&folder).unwrap();
}
