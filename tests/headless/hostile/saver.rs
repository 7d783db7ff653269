//! Saves for as long as it lives, for `scripts/kill-9` to end it at any moment.

use skinscope::files::{CenterStore, PoseStore, SessionStore, open_model};
use skinscope::model::Pose;
use skinscope::session::{Command, Loader, PoseLibrary, Restoring, State, TalkEdit};
use skinscope::skinning::SkinningMethod;
use skinscope::view::Theme;
use std::path::Path;
use std::sync::Arc;

/// A session with two contents that it saves in turn: another pose, another title of the talk, another count of panes.
struct Saver {
    state: State,
    folder: std::path::PathBuf,
}

impl Saver {
    fn new(folder: &Path) -> Self {
        let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
        let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
        state.documents.library = PoseLibrary::in_store(PoseStore::in_folder(&folder.join("poses")));
        state.restoring = Restoring::in_store(SessionStore::in_folder(&folder.join("session")), true);
        state.show_document(open_model("mannequin").unwrap());
        state.apply(Command::EditTalk(TalkEdit::Keep));
        Self { state, folder: folder.to_owned() }
    }

    fn save(&mut self, version: usize) {
        let state = &mut self.state;
        let joints = Pose::rest(&state.documents.first.as_ref().unwrap().model.skeleton).joints.len() as u32;
        for node in 0..joints {
            let angles_degrees = glam::Vec3::new(10.0, version as f32, node as f32);
            state.apply(Command::SetAngles { node, angles_degrees });
        }
        state.apply(Command::EditTalk(TalkEdit::Title(format!("Version {version}"))));
        state.apply(Command::SetPaneCount(2 + version));
        state.apply(Command::SavePose(self.folder.join("saved.pose.json")));
        state.apply(Command::ReplacePose("kept".to_owned()));
        state.apply(Command::SaveTalkAs(self.folder.join("saved.toml")));
        // Closing saves the session.
        state.apply(Command::Quit);
        state.interface.quit = false;
        if let Some(error) = &state.interface.error {
            panic!("{}: {}", error.title, error.details);
        }
    }
}

/// Writes each of two versions once and says so, then both in turn until it is killed.
#[test]
#[ignore = "never ends; scripts/kill-9 starts and kills it"]
fn saves_until_it_is_killed() {
    let folder = std::env::var_os("SKINSCOPE_KILLED").expect("SKINSCOPE_KILLED names a folder");
    let mut saver = Saver::new(Path::new(&folder));
    for version in [0, 1] {
        saver.save(version);
        std::fs::write(Path::new(&folder).join(format!("ready-{version}")), "").unwrap();
        // The script copies what was saved, and removes the mark.
        while Path::new(&folder).join(format!("ready-{version}")).exists() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
    for version in (0..2).cycle() {
        saver.save(version);
    }
}
