//! A session without a window: commands go in, and the state says what came of them.

use crate::command_line::Folder;
use glam::Vec3;
use skinscope::files::{CenterStore, ModelSource, open_model};
use skinscope::session::{Command, Loader, State};
use skinscope::skinning::{SkinningMethod, deform_model};
use skinscope::view::Theme;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

struct Driver {
    state: State,
    woken: Receiver<()>,
    seconds: f64,
}

impl Driver {
    fn new() -> Self {
        let (wake, woken) = channel();
        let wake = Arc::new(move || {
            let _ = wake.send(());
        });
        let loader = Loader::new(wake, CenterStore::none());
        Self { state: State::new(SkinningMethod::Lbs, Theme::Dark, loader), woken, seconds: 0.0 }
    }

    /// A command, and the time that makes it a step of its own in the history.
    fn apply(&mut self, command: Command) {
        self.state.apply(command);
        for _ in 0..2 {
            self.seconds += 5.0;
            self.state.feed_history(self.seconds, false);
        }
    }

    fn wait_until(&mut self, done: impl Fn(&State) -> bool) {
        loop {
            self.state.take_results();
            self.seconds += 1.0;
            self.state.request_centers();
            self.state.request_figures(self.seconds);
            if done(&self.state) {
                return;
            }
            assert!(self.state.interface.error.is_none(), "{:?}", self.state.interface.error);
            self.woken.recv_timeout(Duration::from_secs(120)).expect("a job that ends");
        }
    }
}

#[test]
fn it_opens_poses_undoes_compares_and_exports_by_commands_alone() {
    let folder = Folder::new("session");
    let path = folder.path().join("own.glb");
    std::fs::write(&path, skinscope::bundled::glb_bytes("bar").unwrap()).unwrap();
    let mut driver = Driver::new();
    driver.apply(Command::Open(ModelSource::File(path.clone())));
    driver.wait_until(|state| state.documents.first.is_some());
    let mid = driver.state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();

    driver.apply(Command::SelectJoint(Some(mid)));
    driver.apply(Command::SetPaneCount(2));
    driver.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Lbs });
    driver.apply(Command::SetMethod { pane: 1, method: SkinningMethod::Dqs });
    let twist = Vec3::X * 150.0;
    driver.apply(Command::SetAngles { node: mid, angles_degrees: twist });
    let posed = driver.state.pose.clone();

    // The bar has the radius that theory says: cos(75 degrees) under LBS, all of it under DQS.
    let radius = |state: &State, pane: usize| {
        let skin = state.skin_of_pane(pane)?;
        let figures = state.figures_of(&skin)?.figures.joint.as_ref()?.minor_radius?;
        Some(figures.smallest)
    };
    driver.wait_until(|state| (0..2).all(|pane| radius(state, pane).is_some()));
    let radii = [0, 1].map(|pane| radius(&driver.state, pane).unwrap());
    assert!((radii[0] - 75_f64.to_radians().cos()).abs() < 0.01 && radii[1] > 0.99, "{radii:?}");

    driver.apply(Command::Undo);
    assert_ne!(driver.state.pose, posed);
    assert_eq!(driver.state.edit.panes[1].settings.skinning.method, SkinningMethod::Dqs, "one step, not two");
    driver.apply(Command::Redo);
    assert_eq!(driver.state.pose, posed);

    let written = folder.path().join("skin.glb");
    driver.apply(Command::SelectPane(1));
    driver.apply(Command::ExportSkin(written.clone()));
    assert!(driver.state.interface.error.is_none());
    let skin = open_model(&written).unwrap().asset.model;
    let model = &driver.state.documents.first.as_ref().unwrap().model;
    let settings = driver.state.edit.panes[1].settings.skinning;
    let expected = deform_model(model, &posed, settings, &[]).unwrap();
    let pairs = skin.primitives[0].positions.iter().zip(&expected[0]);
    assert_eq!(skin.primitives[0].positions.len(), expected[0].len());
    assert!(pairs.into_iter().all(|(written, expected)| written.distance(expected.position) < 1e-5));
}

/// A folder that is called like a bundled model is in nobody's way, and a path stays a path.
#[test]
fn folders_and_names_that_are_not_utf_8_open_what_was_meant() {
    let folder = Folder::new("shadows");
    std::fs::create_dir(folder.path().join("bar")).unwrap();
    let output = crate::command_line::run_in(&folder, &["info", "bar"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = crate::command_line::run_in(&folder, &["info", "./bar"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("not a file"));
    #[cfg(target_os = "linux")]
    {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let path = folder.path().join(OsStr::from_bytes(b"b\xFFr.glb"));
        std::fs::write(&path, skinscope::bundled::glb_bytes("bar").unwrap()).unwrap();
        let output = crate::command_line::output_of(crate::command_line::command(&["info"]).arg(&path));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut driver = Driver::new();
        driver.apply(Command::Open(ModelSource::File(path)));
        driver.wait_until(|state| state.documents.first.is_some());
    }
}
