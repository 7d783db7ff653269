//! Runs every command of the README and the other pages and compares every output.
//! `UPDATE_README=1 cargo test --test headless readme` rewrites the outputs; look at what changed before you commit it.

use super::command_line::{Folder, run_in, run_once, shell_in};
use super::pages::{pages, root};
use std::process::Output;

/// Lines of blocks that are not run, by how they begin, and why.
const NOT_RUN: [(&str, &str); 9] = [
    ("skinscope talk ", "opens a window"),
    ("skinscope --scene ", "opens a window"),
    ("skinscope mannequin", "opens a window"),
    ("skinscope character.glb", "opens a window"),
    ("scripts/", "installs packages, builds the program and opens a window"),
    ("cargo ", "builds the program, which is what runs this test"),
    ("skinscope measure limb --methods dqs,deformer", "its command is one word in quotes"),
    ("--morph ", "no bundled model has morph targets"),
    ("--variant ", "no bundled model has variants"),
];

/// Where a command line leaves a choice.
const PLACEHOLDERS: [(&str, &str); 5] =
    [("OTHER", "bar"), ("NAME", "limb"), ("ID", "kavan-fig-4"), ("COMMAND", "render"), ("WORDS", "bulge")];

/// Stands for lines of an output that a page leaves out.
const LEFT_OUT: &str = "...";

/// A fenced block of a page.
#[derive(Debug)]
struct Block {
    language: String,
    /// Number of the first line, from 0.
    start: usize,
    lines: Vec<String>,
}

fn blocks_of(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        match (line.trim_start().strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(language), None) => {
                open = Some(Block { language: language.to_owned(), start: number + 1, lines: Vec::new() });
            }
            (None, Some(mut block)) => {
                block.lines.push(line.to_owned());
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// A line of a block without its comment.
fn without_comment(line: &str) -> &str {
    line.split(" #").next().unwrap_or("").trim()
}

/// With every part in brackets left out and taken in.
fn alternatives(line: &str) -> Vec<String> {
    let Some((before, rest)) = line.split_once('[') else { return vec![line.to_owned()] };
    let (optional, after) = rest.split_once(']').unwrap_or_else(|| panic!("a bracket is not closed: {line}"));
    let after = alternatives(after);
    ["", optional].iter().flat_map(|part| after.iter().map(move |after| format!("{before}{part}{after}"))).collect()
}

/// The words after the program's name, with names in place of the placeholders.
fn arguments_of(line: &str) -> Vec<String> {
    let model = if line.contains("forearm") || line.contains("--clip") { "mannequin" } else { "bar" };
    let filled = |word: &str| {
        let found = PLACEHOLDERS.iter().find(|(placeholder, _)| *placeholder == word);
        if word == "MODEL" { model } else { found.map_or(word, |(_, name)| name) }.to_owned()
    };
    line.split_whitespace().map(filled).collect()
}

/// Commands of a page that have no output beside them.
fn commands_of(text: &str) -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    for block in blocks_of(text).iter().filter(|block| block.language == "sh") {
        for line in block.lines.iter().map(|line| without_comment(line)).filter(|line| !line.is_empty()) {
            if NOT_RUN.iter().any(|(start, _)| line.starts_with(start)) {
                continue;
            }
            let of_program = line.strip_prefix("skinscope ").map(str::to_owned);
            // Flags alone are those of a pose.
            let of_flags = line.starts_with("--").then(|| format!("deform mannequin -o OUT.npy {line}"));
            let command = of_program.or(of_flags).unwrap_or_else(|| panic!("this test cannot run: {line}"));
            commands.extend(alternatives(&command).iter().map(|line| arguments_of(line)));
        }
    }
    // `skinscope ...` within a sentence.
    let sentences = text.split("```").step_by(2);
    let spans = sentences.flat_map(|sentence| sentence.split('`').skip(1).step_by(2));
    commands.extend(spans.filter_map(|span| span.strip_prefix("skinscope ")).map(arguments_of));
    commands
}

/// A temporary folder with what the commands of a page name.
fn folder_for(name: &str, text: &str) -> Folder {
    let folder = Folder::new(name);
    let blocks = blocks_of(text);
    let pose = blocks.iter().find(|block| block.language == "json" && block.lines[0].contains("skinscope_pose"));
    if let Some(pose) = pose {
        std::fs::write(folder.file("pose.json"), pose.lines.join("\n")).unwrap();
    }
    let talk = blocks.iter().find(|block| block.language == "toml" && block.lines[0].contains("skinscope_talk"));
    if let Some(talk) = talk {
        std::fs::write(folder.file("elbows.toml"), talk.lines.join("\n")).unwrap();
    }
    folder
}

/// Runs a command in the folder of its page. One that other tests run too, and that reads nothing there, is run once.
fn run_of_page(folder: &Folder, arguments: &[&str]) -> Output {
    let reads_a_file = |word: &&str| {
        let is_output = arguments.iter().zip(&arguments[1..]).any(|(flag, name)| *flag == "-o" && name == word);
        !is_output
            && [".json", ".jsonl", ".toml", ".png", ".glb", ".wgsl", ".npy"].iter().any(|ending| word.ends_with(ending))
    };
    if arguments.iter().any(|word| reads_a_file(word) || *word == "-") {
        return run_in(folder, arguments);
    }
    let ran = run_once(arguments);
    if let (Some(file), Some(flag)) = (&ran.file, arguments.iter().position(|word| *word == "-o")) {
        std::fs::write(folder.file(arguments[flag + 1]), file).unwrap();
    }
    ran.output.clone()
}

fn output_of(folder: &Folder, arguments: &[String]) -> String {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = match arguments.iter().any(|word| ["|", ">"].contains(word)) {
        true if cfg!(not(unix)) => return String::new(),
        true => shell_in(folder, &arguments.join(" ")),
        false => run_of_page(folder, &arguments),
    };
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "skinscope {}: {stderr}", arguments.join(" "));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_command_of_the_pages_runs() {
    let mut count = 0;
    for page in pages() {
        let text = std::fs::read_to_string(root().join(&page)).unwrap();
        let folder = folder_for("readme", &text);
        for arguments in commands_of(&text) {
            output_of(&folder, &arguments);
            count += 1;
        }
    }
    assert!(count >= 100, "only {count} commands were found");
}

/// Numbers before "s" and "ms" differ from run to run.
fn without_times(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_time = |place: usize| {
        let unit = words.get(place + 1).is_some_and(|unit| ["s", "ms"].contains(&unit.trim_end_matches([',', '.'])));
        unit && words[place].parse::<f64>().is_ok()
    };
    let word = |place: usize| if is_time(place) { "TIME" } else { words[place] };
    (0..words.len()).map(word).collect::<Vec<_>>().join(" ")
}

fn same(shown: &str, real: &str) -> bool {
    without_times(shown) == without_times(real)
}

/// Where in the real output the lines between two omissions are: for each such part its first line and how many.
fn parts_of(shown: &[String], real: &[&str], alike: fn(&str, &str) -> bool) -> Option<Vec<(usize, usize)>> {
    let mut parts = Vec::new();
    let mut from = 0;
    let shown: Vec<&[String]> = shown.split(|line| line == LEFT_OUT).collect();
    for (place, part) in shown.iter().enumerate() {
        let fits = |start: usize| {
            let found = real.get(start..start + part.len());
            found.is_some_and(|found| part.iter().zip(found).all(|(shown, real)| alike(shown, real)))
        };
        let is_last = place + 1 == shown.len();
        let start = match (place, part.is_empty()) {
            (0, _) => fits(0).then_some(0),
            (_, true) => Some(from),
            _ => (from..real.len()).find(|&start| fits(start) && (!is_last || start + part.len() == real.len())),
        }?;
        from = start + part.len();
        parts.push((start, part.len()));
    }
    // With nothing left out the whole output is shown.
    (shown.len() > 1 || from == real.len()).then_some(parts)
}

/// The output that the page should show: as many lines as before from the start of each part.
fn renewed(shown: &[String], real: &[&str]) -> Vec<String> {
    let letters = |line: &str| line.chars().filter(|c| !c.is_ascii_digit() && *c != ' ').collect::<String>();
    let parts: Vec<&[String]> = shown.split(|line| line == LEFT_OUT).collect();
    let mut lines: Vec<String> = Vec::new();
    let mut from = 0;
    for (place, part) in parts.iter().enumerate() {
        if place > 0 {
            lines.push(LEFT_OUT.to_owned());
        }
        let Some(first) = part.first() else { continue };
        let start = match place {
            0 => 0,
            _ => (from..real.len())
                .find(|&start| letters(real[start]) == letters(first))
                .unwrap_or_else(|| panic!("write this part by hand; no line of the output is like: {first}")),
        };
        let end = if parts.len() == 1 { real.len() } else { (start + part.len()).min(real.len()) };
        let kept = |(place, real): (usize, &&str)| match part.get(place) {
            Some(shown) if same(shown, real) => shown.clone(),
            _ => (*real).to_owned(),
        };
        lines.extend(real[start..end].iter().enumerate().map(kept));
        from = end;
    }
    lines
}

/// The commands of a block with the lines below each: (number of the first such line, command, lines).
fn sessions_of(block: &Block) -> Vec<(usize, Vec<String>, Vec<String>)> {
    let mut sessions: Vec<(usize, Vec<String>, Vec<String>)> = Vec::new();
    for (place, line) in block.lines.iter().enumerate() {
        match (line.strip_prefix("$ skinscope "), sessions.last_mut()) {
            (Some(command), _) => sessions.push((block.start + place + 1, arguments_of(command), Vec::new())),
            (None, Some((_, _, shown))) => shown.push(line.clone()),
            (None, None) => {}
        }
    }
    sessions
}

#[test]
fn every_output_of_the_pages_is_what_the_program_prints() {
    let update = std::env::var_os("UPDATE_README").is_some();
    let mut count = 0;
    for page in pages() {
        let text = std::fs::read_to_string(root().join(&page)).unwrap();
        let folder = folder_for("readme-output", &text);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        // From the end, so that numbers of lines stay right.
        let sessions: Vec<_> = blocks_of(&text).iter().flat_map(sessions_of).collect();
        for (start, arguments, shown) in sessions.into_iter().rev() {
            let real = output_of(&folder, &arguments);
            let real: Vec<&str> = real.trim_end().lines().map(str::trim_end).collect();
            count += 1;
            if parts_of(&shown, &real, same).is_some() {
                continue;
            }
            let renewed = renewed(&shown, &real);
            assert!(
                update,
                "{}:{start}: skinscope {} prints\n{}\nand the page shows\n{}\nUPDATE_README=1 writes it anew",
                page,
                arguments.join(" "),
                renewed.join("\n"),
                shown.join("\n")
            );
            lines.splice(start..start + shown.len(), renewed);
        }
        if update {
            std::fs::write(root().join(&page), lines.join("\n") + "\n").unwrap();
        }
    }
    assert!(count >= 2, "only {count} outputs were found");
}

#[test]
fn a_page_that_shows_something_else_is_found() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let real = ["bar: 2 joints, 12 poses and 0.6 s", "head", "  1  a  0.25", "  2  b  0.50", "end"];
    let fits = |text: &str| parts_of(&lines(text), &real, same).is_some();
    assert!(fits("bar: 2 joints, 12 poses and 9.1 s\n...\n  2  b  0.50\n..."));
    assert!(fits("...\nend") && fits(&real.join("\n")));
    for wrong in [
        "bar: 3 joints, 12 poses and 0.6 s\n...",
        "head\n...",
        "...\n  2  b  0.51\n...",
        "...\n  2  b  0.50",
        "...\nend\n...\nhead\n...",
        "bar: 2 joints, 12 poses and 0.6 s",
    ] {
        assert!(!fits(wrong), "{wrong}");
    }
    let stale = lines("bar: 2 joints, 11 poses and 0.7 s\n...\n  1  a  0.75\n  2  b  0.50\n...");
    let expected = lines("bar: 2 joints, 12 poses and 0.6 s\n...\n  1  a  0.25\n  2  b  0.50\n...");
    assert_eq!(renewed(&stale, &real), expected);
    assert_eq!(renewed(&lines("old"), &real), real);
}

#[test]
fn commands_are_found_wherever_they_stand() {
    let page = "Type `skinscope models`.\n```sh\nscripts/run\nskinscope render MODEL [--light] -o OUT.png   # a picture\n\
                --set forearm.L:rx=90\n```\n```\nno command\n```\n";
    let found: Vec<String> = commands_of(page).iter().map(|command| command.join(" ")).collect();
    assert_eq!(
        found,
        [
            "render bar -o OUT.png",
            "render bar --light -o OUT.png",
            "deform mannequin -o OUT.npy --set forearm.L:rx=90",
            "models"
        ]
    );
}
