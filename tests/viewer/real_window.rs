//! The real program in a real window, on a display of its own: opened, clicked, closed.

use crate::skips::skip;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Ends a process with the test, however it goes; it may tidy up first, as a display does with its socket.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(Some(_))) {
            return;
        }
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(5) {
            if matches!(self.0.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn has(program: &str) -> bool {
    Command::new("which").arg(program).output().is_ok_and(|output| output.status.success())
}

/// A display that no one else has: the server takes a free number and tells it once it is ready.
fn display() -> (Running, String) {
    let server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
        // A server resets when its last client leaves, as xdotool does, and drops who connects meanwhile.
        .arg("-noreset")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut server = Running(server);
    let mut number = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut number).unwrap();
    assert!(!number.trim().is_empty(), "Xvfb ended before it was ready");
    (server, format!(":{}", number.trim()))
}

/// A busy machine with a GPU in software takes long for a window, and for the backtrace of a panic.
const LONGEST_WAIT: Duration = Duration::from_secs(240);

fn wait_for<T>(what: &str, mut probe: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = probe() {
            return found;
        }
        assert!(started.elapsed() < LONGEST_WAIT, "{what} did not come");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn xdotool(display: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new("xdotool").env("DISPLAY", display).args(arguments).output().unwrap();
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn title(display: &str, window: &str) -> String {
    xdotool(display, &["getwindowname", window]).unwrap_or_default()
}

/// The program in a window of its own that fills its display.
struct Opened {
    program: Running,
    display: String,
    window: String,
    /// Presented so far.
    frames: Arc<AtomicUsize>,
    /// Where the program says that its widgets are, by their names.
    widgets: Arc<Mutex<Widgets>>,
    /// The rest of what it says.
    said: Arc<Mutex<String>>,
    _server: Running,
}

type Widgets = BTreeMap<String, [String; 2]>;

/// The name and the position of a widget, where a line of the log is about one.
fn widget(line: &str) -> Option<(String, [String; 2])> {
    let (position, name) = line.split_once("widget at ")?.1.split_once(": ")?;
    let (x, y) = position.split_once(' ')?;
    Some((name.to_owned(), [x.to_owned(), y.to_owned()]))
}

/// A folder that stands in for the user's own, and is removed with the test.
struct UserFolder(PathBuf);

impl UserFolder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("skinscope-user-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for UserFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Opens a model in a window that fills the display. `None` where there is no virtual display to be had.
fn open(model: &str, user: &UserFolder) -> Option<Opened> {
    let opened = start(&[model], model, user)?;
    opened.xdotool(&["windowmove", &opened.window, "0", "0"]);
    opened.xdotool(&["windowsize", "--sync", &opened.window, "1280", "800"]);
    opened.xdotool(&["windowfocus", &opened.window]);
    Some(opened)
}

/// Starts the program and waits until it shows this model.
fn start(arguments: &[&str], model: &str, user: &UserFolder) -> Option<Opened> {
    start_with(arguments, model, user, "")
}

/// With faults on purpose, see `viewer/planned_faults.rs`.
fn start_with(arguments: &[&str], model: &str, user: &UserFolder, faults: &str) -> Option<Opened> {
    if !cfg!(target_os = "linux") {
        skip(format_args!("the virtual display is Xvfb"));
        return None;
    }
    assert!(has("Xvfb") && has("xdotool"), "scripts/set-up test installs Xvfb and xdotool");
    let (server, display) = display();
    let program = Command::new(env!("CARGO_BIN_EXE_skinscope"))
        .args(arguments)
        .env("SKINSCOPE_SESSION", &user.0)
        .env("SKINSCOPE_POSES", user.0.join("poses"))
        .env("SKINSCOPE_CACHE", user.0.join("cache"))
        .env("DISPLAY", &display)
        .env("SKINSCOPE_FAULTS", faults)
        .env_remove("WAYLAND_DISPLAY")
        // It traces each frame that it presents, and where its widgets are.
        .env("SKINSCOPE_LOG", "off,skinscope=trace,widgets=trace")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut program = Running(program);
    let (frames, said) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(String::new())));
    let messages = BufReader::new(program.0.stderr.take().unwrap());
    let widgets: Arc<Mutex<Widgets>> = Arc::default();
    let (count, rest, found) = (Arc::clone(&frames), Arc::clone(&said), Arc::clone(&widgets));
    std::thread::spawn(move || {
        for line in messages.lines().map_while(Result::ok) {
            if line.contains("frame presented") {
                count.fetch_add(1, Ordering::Relaxed);
            } else if let Some((name, position)) = widget(&line) {
                found.lock().unwrap().insert(name, position);
            } else {
                rest.lock().unwrap().push_str(&(line + "\n"));
            }
        }
    });
    let window = wait_for("the window", || {
        if let Some(status) = program.0.try_wait().unwrap() {
            panic!("the program ended before its window came, with {status}: {}", said.lock().unwrap());
        }
        xdotool(&display, &["search", "--onlyvisible", "--name", "skinscope"])
            .and_then(|found| found.lines().next().map(str::to_owned))
    });
    let opened = Opened { program, display, window, frames, widgets, said, _server: server };
    wait_for("the model", || opened.title().contains(model).then_some(()));
    Some(opened)
}

impl Opened {
    fn xdotool(&self, arguments: &[&str]) {
        assert!(xdotool(&self.display, arguments).is_some(), "xdotool {arguments:?}");
    }

    fn title(&self) -> String {
        title(&self.display, &self.window)
    }

    fn frames(&self) -> usize {
        self.frames.load(Ordering::Relaxed)
    }

    /// Waits until no frame was presented for some seconds on end.
    #[track_caller]
    fn comes_to_rest(&self, state: &str) {
        let began = Instant::now();
        let mut quiet = (self.frames(), Instant::now());
        while quiet.1.elapsed() < Duration::from_secs(4) {
            assert!(began.elapsed() < Duration::from_secs(90), "{state}: {} frames, and no rest", self.frames());
            std::thread::sleep(Duration::from_millis(50));
            if self.frames() != quiet.0 {
                quiet = (self.frames(), Instant::now());
            }
        }
    }

    /// Where the program says that a widget is; `name` is the end of its name, which icons may begin.
    #[track_caller]
    fn position(&self, name: &str) -> [String; 2] {
        wait_for(&format!("a widget called {name}"), || {
            let widgets = self.widgets.lock().unwrap();
            widgets.iter().find(|(widget, _)| widget.ends_with(name)).map(|(_, position)| position.clone())
        })
    }

    /// Does something to the window, which answers with frames and rests again.
    #[track_caller]
    fn answers(&self, what: &str, arguments: &[&str]) {
        let before = self.frames();
        self.xdotool(arguments);
        wait_for(&format!("a frame after {what}"), || (self.frames() > before).then_some(()));
        self.comes_to_rest(what);
    }

    /// Carries out a command by its name.
    fn command(&self, name: &str) {
        self.xdotool(&["key", "ctrl+k"]);
        self.xdotool(&["type", "--delay", "30", name]);
        self.xdotool(&["key", "Return"]);
    }
}

#[test]
fn a_window_opens_is_clicked_and_closes() {
    let user = UserFolder::new("clicks");
    let Some(mut opened) = open("bar", &user) else { return };
    opened.comes_to_rest("at the start");
    let [x, y] = opened.position(&format!("bar  {}", skinscope::style::icons::CARET_DOWN));
    opened.answers("a click on the menu", &["mousemove", &x, &y, "click", "1"]);
    let [x, y] = opened.position("Bundled models");
    opened.answers("the bundled models", &["mousemove", &x, &y, "click", "1"]);
    let [x, y] = opened.position("limb");
    opened.xdotool(&["mousemove", &x, &y, "click", "1"]);
    wait_for("the limb, chosen from the menu", || opened.title().contains("limb").then_some(()));
    opened.xdotool(&["key", "--window", &opened.window, "ctrl+q"]);
    let status = wait_for("the end", || opened.program.0.try_wait().unwrap());
    assert!(status.success(), "it ended with {status}");
}

/// The reason is on stderr too.
#[test]
fn a_broken_first_model_leaves_a_window_that_says_so() {
    let user = UserFolder::new("broken");
    std::fs::create_dir_all(&user.0).unwrap();
    let path = user.0.join("broken.glb");
    std::fs::write(&path, b"glTF").unwrap();
    let Some(mut opened) = start(&[path.to_str().unwrap()], "skinscope", &user) else { return };
    opened.position("Open another file");
    let is_told = |line: &str| line.contains("ERROR") && line.contains("broken.glb");
    wait_for("the reason", || opened.said.lock().unwrap().lines().any(is_told).then_some(()));
    assert_eq!(opened.title(), "skinscope");
    opened.xdotool(&["windowfocus", &opened.window]);
    opened.xdotool(&["key", "--window", &opened.window, "ctrl+q"]);
    let status = wait_for("the end", || opened.program.0.try_wait().unwrap());
    assert!(status.success(), "it ended with {status}");
}

/// The window system sends no paste event while Shift is held.
#[test]
fn a_pose_is_copied_and_pasted_on_the_other_side_by_keys() {
    let user = UserFolder::new("pastes");
    let Some(opened) = open("mannequin", &user) else { return };
    opened.comes_to_rest("at the start");
    opened.command("select upper_arm.L");
    opened.comes_to_rest("with a joint");
    opened.xdotool(&["key", "ctrl+c"]);
    // The button that undoes names what was done.
    wait_for("the pose on the other arm", || {
        opened.xdotool(&["key", "ctrl+shift+v"]);
        let asked = Instant::now();
        let pasted = || {
            let widgets = opened.widgets.lock().unwrap();
            widgets.keys().any(|name| name.contains("Undo: Paste pose onto the other side"))
        };
        while !pasted() && asked.elapsed() < Duration::from_secs(8) {
            std::thread::sleep(Duration::from_millis(50));
        }
        pasted().then_some(())
    });
}

/// Nothing is presented while nothing moves, whatever is open, and everything still is when something does.
#[test]
fn a_window_that_nobody_touches_presents_no_frames() {
    let user = UserFolder::new("rests");
    let Some(opened) = open("bar", &user) else { return };
    opened.comes_to_rest("at the start");
    // The pointer rests above the skin, and a click pins a vertex. Figures, small pictures, and all joints tried.
    let [x, y] = opened.position("Picture of pane 1, LBS");
    opened.answers("a vertex", &["mousemove", &x, &y, "click", "1"]);
    for command in ["select mid", "show pose library", "stress test", "keyboard and mouse"] {
        opened.command(command);
    }
    opened.comes_to_rest("with all panels open");
    opened.answers("another size", &["windowsize", "--sync", &opened.window, "1100", "700"]);
    opened.xdotool(&["windowunmap", "--sync", &opened.window]);
    opened.answers("coming back", &["windowmap", "--sync", &opened.window]);
    // On a busy machine the first letters can come before the palette has the keyboard.
    wait_for("the empty window", || {
        opened.xdotool(&["windowfocus", &opened.window]);
        opened.xdotool(&["key", "Escape"]);
        opened.command("close model");
        let asked = Instant::now();
        while opened.title() != "skinscope" && asked.elapsed() < Duration::from_secs(8) {
            std::thread::sleep(Duration::from_millis(50));
        }
        (opened.title() == "skinscope").then_some(())
    });
    opened.comes_to_rest("with no model");
}

/// The next window restores the state of the last one: model, pose, panes, theme, size and open inspector.
#[test]
fn the_next_window_is_as_the_last_one_was_left() {
    let user = UserFolder::new("restores");
    let Some(mut opened) = open("bar", &user) else { return };
    opened.xdotool(&["windowsize", "--sync", &opened.window, "1100", "720"]);
    opened.comes_to_rest("at the start");
    for command in ["apply pose twist-135", "show 3 panes", "light theme", "show model in the inspector"] {
        opened.command(command);
        opened.comes_to_rest(command);
    }
    opened.position("Switch to dark theme");
    opened.position("Picture of pane 3, CoR");
    opened.xdotool(&["key", "--window", &opened.window, "ctrl+q"]);
    let status = wait_for("the end", || opened.program.0.try_wait().unwrap());
    assert!(status.success(), "it ended with {status}");
    drop(opened);

    let Some(opened) = start(&[], "bar", &user) else { return };
    opened.comes_to_rest("at the second start");
    opened.position("Switch to dark theme");
    opened.position("Picture of pane 3, CoR");
    opened.position("Undo: Restore the last pose (Ctrl+Z)");
    // In a window of this width the inspector is open only because it was opened.
    opened.position("Inspector: Model");
    let geometry = xdotool(&opened.display, &["getwindowgeometry", &opened.window]).unwrap();
    assert!(geometry.contains("1100x720"), "{geometry}");
}

/// The device is lost twice. The window, the notes and the work stay, and each takes another device.
#[test]
fn a_window_survives_the_loss_of_its_device() {
    let user = UserFolder::new("loses");
    let Some(mut opened) = start_with(&["bar", "--set", "mid:rx=50"], "bar", &user, "lose-device@20,lose-device@30")
    else {
        return;
    };
    let recovered = |count: usize| {
        wait_for("another device", || {
            let said = opened.said.lock().unwrap();
            (said.matches("the windows draw with another device").count() >= count).then_some(())
        });
    };
    opened.comes_to_rest("at the start");
    opened.xdotool(&["windowfocus", &opened.window]);
    opened.xdotool(&["key", "F5"]);
    opened.comes_to_rest("on the stage");
    opened.xdotool(&["key", "w"]);
    let notes = || xdotool(&opened.display, &["search", "--onlyvisible", "--name", "Speaker notes"]);
    let window = wait_for("the notes", notes);
    recovered(1);
    assert_eq!(notes().as_ref(), Some(&window), "the same window");
    opened.xdotool(&["windowfocus", &opened.window]);
    opened.xdotool(&["key", "Escape"]);
    recovered(2);
    opened.answers("a command after it", &["key", "ctrl+k"]);
    opened.xdotool(&["key", "Escape"]);
    opened.xdotool(&["key", "--window", &opened.window, "ctrl+q"]);
    let status = wait_for("the end", || opened.program.0.try_wait().unwrap());
    assert!(status.success(), "it ended with {status}");
    assert!(std::fs::read_to_string(user.0.join("session.json")).unwrap().contains("\"mid\""), "the pose is saved");
    let log = std::fs::read_to_string(user.0.join("skinscope.log")).unwrap();
    assert_eq!(log.matches("the window's graphics failed: the graphics device was lost").count(), 2, "{log}");
    assert!(log.contains("skinscope ends"), "{log}");
}

/// A panic of another thread is only logged. One of the window's thread ends the program, after it saved the session.
#[test]
fn a_panic_saves_the_session_and_says_where_it_is() {
    let user = UserFolder::new("panics");
    let arguments = ["bar", "--set", "mid:rx=50"];
    let Some(mut opened) = start_with(&arguments, "bar", &user, "panic-beside@4,panic@8") else { return };
    let status = wait_for("the end", || opened.program.0.try_wait().unwrap());
    assert_eq!(status.code(), Some(3));
    let (session, log) = (user.0.join("session.json"), user.0.join("skinscope.log"));
    let text = wait_for("the message", || {
        let said = opened.said.lock().unwrap();
        // Drivers have errors of their own.
        said.lines().find(|line| line.starts_with("error: skinscope ")).map(str::to_owned)
    });
    assert!(
        text.starts_with("error: skinscope failed unexpectedly: a panic that a test has planned at src/"),
        "{text}"
    );
    assert!(text.contains(&format!("saved for the next start: {}", session.display())), "{text}");
    assert!(text.ends_with(&format!("attach the log: {}", log.display())), "{text}");
    assert!(std::fs::read_to_string(session).unwrap().contains("\"mid\""), "with the pose");
    let log = std::fs::read_to_string(log).unwrap();
    let beside = log.find("a panic beside that a test has planned").expect("both are in the log");
    assert!(log[beside..].contains("a panic that a test has planned"), "{log}");
    assert!(!log.contains(user.0.to_str().unwrap()), "files are named without their folders: {log}");
}

/// A second window comes with the notes, its keys step through the talk too, and it goes with the stage.
#[test]
fn the_speaker_s_notes_have_a_window_of_their_own() {
    let user = UserFolder::new("notes");
    let Some(opened) = open("bar", &user) else { return };
    opened.comes_to_rest("at the start");
    let notes = || {
        let found = xdotool(&opened.display, &["search", "--onlyvisible", "--name", "Speaker notes"])?;
        found.lines().next().map(str::to_owned)
    };
    assert_eq!(notes(), None);
    opened.xdotool(&["key", "F5"]);
    opened.position("Picture of pane 1, LBS");
    opened.xdotool(&["key", "w"]);
    let window = wait_for("the notes", notes);
    opened.xdotool(&["windowfocus", "--sync", &window]);
    let panes = skinscope::panes::Scene::of_papers().next().unwrap().panes();
    let last = panes.last().unwrap().skinning.method.short_name();
    let picture = format!("Picture of pane {}, {last}", panes.len());
    wait_for("the first scene", || {
        opened.xdotool(&["key", "Home"]);
        let asked = Instant::now();
        let is_shown = || opened.widgets.lock().unwrap().contains_key(&picture);
        while !is_shown() && asked.elapsed() < Duration::from_secs(8) {
            std::thread::sleep(Duration::from_millis(50));
        }
        is_shown().then_some(())
    });
    opened.xdotool(&["key", "w"]);
    wait_for("the end of the notes", || notes().is_none().then_some(()));
    opened.xdotool(&["windowfocus", &opened.window]);
    opened.xdotool(&["key", "w"]);
    wait_for("the notes again", notes);
    opened.xdotool(&["windowfocus", &opened.window]);
    opened.xdotool(&["key", "Escape"]);
    wait_for("the end of the stage", || notes().is_none().then_some(()));
}
