//! The real program in a real window, on a display of its own: opened, clicked, closed.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
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

fn wait_for<T>(what: &str, mut probe: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = probe() {
            return found;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{what} did not come");
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

#[test]
fn a_window_opens_is_clicked_and_closes() {
    if !cfg!(target_os = "linux") {
        println!("skipped: the virtual display is Xvfb");
        return;
    }
    assert!(has("Xvfb") && has("xdotool"), "scripts/set-up test installs Xvfb and xdotool");
    let (_server, display) = display();
    let program = Command::new(env!("CARGO_BIN_EXE_skinscope"))
        .arg("bar")
        .env("DISPLAY", &display)
        .env_remove("WAYLAND_DISPLAY")
        // Its messages are read only when it fails.
        .env("SKINSCOPE_LOG", "warn")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut program = Running(program);
    let window = wait_for("the window", || {
        if let Some(status) = program.0.try_wait().unwrap() {
            let mut said = String::new();
            program.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            panic!("the program ended before its window came, with {status}: {said}");
        }
        xdotool(&display, &["search", "--onlyvisible", "--name", "skinscope"])
            .and_then(|found| found.lines().next().map(str::to_owned))
    });
    wait_for("the model", || title(&display, &window).contains("bar").then_some(()));
    xdotool(&display, &["windowmove", &window, "0", "0"]);
    xdotool(&display, &["windowsize", "--sync", &window, "1280", "800"]);
    xdotool(&display, &["windowfocus", &window]);
    // The model menu is the second button of the top bar; its second entry is the limb.
    std::thread::sleep(Duration::from_millis(1500));
    xdotool(&display, &["mousemove", "150", "22", "click", "1"]);
    std::thread::sleep(Duration::from_millis(800));
    xdotool(&display, &["mousemove", "180", "117", "click", "1"]);
    wait_for("the limb, chosen from the menu", || title(&display, &window).contains("limb").then_some(()));
    xdotool(&display, &["key", "--window", &window, "ctrl+q"]);
    let status = wait_for("the end", || program.0.try_wait().unwrap());
    assert!(status.success(), "it ended with {status}");
}
