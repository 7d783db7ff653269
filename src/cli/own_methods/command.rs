//! A program that skins: it reads a pose as JSON, and writes positions as an array.

use crate::cli::joint_data::JointData;
use crate::files::positions_of;
use crate::model::SkinKind;
use crate::skinning::{PaletteList, PosedSkin, SkinInPose, SkinnedVertex, with_normals};
use serde::Serialize;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take for one skin in one pose. Starting one with a large library takes seconds.
const LONGEST: Duration = Duration::from_secs(120);

/// The most bytes of a header of an array.
const MOST_HEADER: usize = 4096;

/// The most bytes of a complaint that are read.
const MOST_COMPLAINT: u64 = 64 << 10;

/// Runs a command once for each skin and pose.
pub(super) struct CommandSkin {
    command: String,
    /// One at a time: programs of other people need not bear anything else.
    turn: Mutex<()>,
}

impl CommandSkin {
    pub fn new(command: String) -> Self {
        Self { command, turn: Mutex::default() }
    }
}

/// What the program reads. Fields are only ever added.
#[derive(Serialize)]
struct Input<'a> {
    skinscope_deformer: u32,
    model: &'a str,
    skin: u32,
    /// The vertices that are expected: those of the skin's primitives, one primitive after another.
    vertices: usize,
    /// The skin's joints in its order, as `palette --all` writes them.
    joints: Vec<JointInput<'a>>,
    morph_weights: &'a [f32],
}

#[derive(Serialize)]
struct JointInput<'a> {
    node: u32,
    name: &'a str,
    #[serde(flatten)]
    data: JointData,
}

impl PosedSkin for CommandSkin {
    fn vertices(&self, input: SkinInPose<'_>) -> Result<Vec<SkinnedVertex>, String> {
        let SkinInPose { model, skin, pose, palette, .. } = input;
        debug_assert!(model.skins[skin as usize].kind == SkinKind::Skinned);
        let joint = |(index, joint): (usize, &crate::model::SkinJoint)| JointInput {
            node: joint.node,
            name: &model.skeleton.nodes()[joint.node as usize].name,
            data: JointData::new(palette, index, &PaletteList::ALL),
        };
        let expected = model.vertices_of_skin(skin);
        let json = serde_json::to_vec(&Input {
            skinscope_deformer: 1,
            model: &model.name,
            skin,
            vertices: expected,
            joints: model.skins[skin as usize].joints.iter().enumerate().map(joint).collect(),
            morph_weights: &pose.morph_weights,
        });
        let json = json.map_err(|error| error.to_string())?;
        let _turn = self.turn.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // Positions and normals in double precision, and a header.
        let most_bytes = (expected * 48 + MOST_HEADER) as u64;
        let output = run(&self.command, json, (LONGEST, most_bytes))?;
        let given = positions_of(&output).map_err(|error| format!("of what the command writes, {error}"))?;
        with_normals(model, skin, given.into_parts())
    }
}

/// Runs a command of the shell with this input, and returns its output. It may take this long, and write this much.
fn run(command: &str, input: Vec<u8>, (longest, most_bytes): (Duration, u64)) -> Result<Vec<u8>, String> {
    let started = Instant::now();
    let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
    shell.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(command);
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    let mut child = shell.spawn().map_err(|error| format!("the command does not start: {error}"))?;
    let (Some(mut stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err("the command has no input and output".to_owned());
    };
    // A program that does not read its input is judged by its output.
    thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let complaint = thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stderr.take(MOST_COMPLAINT).read_to_end(&mut bytes);
        bytes
    });
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let result = stdout.take(most_bytes + 1).read_to_end(&mut bytes).map(|_| bytes);
        let _ = sender.send(result);
    });
    let too_long = || format!("the command took longer than {} seconds and was stopped", longest.as_secs());
    let ended = match receiver.recv_timeout(longest) {
        Ok(Ok(output)) if output.len() as u64 > most_bytes => {
            Err(format!("the command writes more than {most_bytes} bytes and was stopped"))
        }
        Ok(Ok(output)) => wait(&mut child, started + longest).ok_or_else(too_long).map(|status| (output, status)),
        Ok(Err(error)) => Err(format!("the output of the command cannot be read: {error}")),
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Err(too_long()),
    };
    let (output, status) = ended.inspect_err(|_| kill(&mut child))?;
    if !status.success() {
        let complaint = complaint.join().unwrap_or_default();
        let complaint = String::from_utf8_lossy(&complaint);
        let last = complaint.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
        return Err(format!("the command failed ({status}): {}", last.trim()));
    }
    Ok(output)
}

/// Waits for the end of a command that has closed its output. `None` if it goes on beyond the time.
fn wait(child: &mut Child, until: Instant) -> Option<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait().ok()? {
            return Some(status);
        }
        if Instant::now() >= until {
            return None;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Ends a command with all that it started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-9", "--", &group]).stderr(Stdio::null()).status();
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_command_gets_its_input_and_its_failures_are_told() {
        let longest = (Duration::from_secs(60), 1 << 10);
        assert_eq!(run("cat", b"pose".to_vec(), longest), Ok(b"pose".to_vec()));
        assert_eq!(run("echo x", vec![0; 1 << 20], longest), Ok(b"x\n".to_vec()), "one that does not read");
        let failed = run("echo first >&2; echo '  second' >&2; exit 4", Vec::new(), longest).unwrap_err();
        assert_eq!(failed, "the command failed (exit status: 4): second");
        assert!(run("exit 1", Vec::new(), longest).unwrap_err().ends_with("it said nothing"));
        let endless = run("yes", Vec::new(), longest).unwrap_err();
        assert_eq!(endless, "the command writes more than 1024 bytes and was stopped");
        for hangs in ["sleep 600 & sleep 600; echo", "exec >&-; sleep 600"] {
            let stopped = run(hangs, Vec::new(), (Duration::from_secs(1), 1 << 10)).unwrap_err();
            assert_eq!(stopped, "the command took longer than 1 seconds and was stopped", "{hangs}");
        }
    }
}
