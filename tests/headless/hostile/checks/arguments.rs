use skinscope::cli::Arguments;
use std::ffi::OsString;

/// Command lines with a gap for a hostile value.
const LINES: &[&[&str]] = &[
    &["render", "bar", "-o", "a.png", "--size={}"],
    &["render", "bar", "-o", "a.png", "--camera={}"],
    &["render", "bar", "-o", "a.png", "--paint={}"],
    &["render", "bar", "-o", "a.png", "--paint-range={}"],
    &["render", "bar", "-o", "a.png", "--overlay={}"],
    &["render", "bar", "-o", "a.png", "--shading={}"],
    &["render", "bar", "-o", "a.png", "--diagram={}"],
    &["render", "bar", "-o", "a.png", "--isolate={}"],
    &["render", "bar", "-o", "a.png", "--set={}"],
    &["render", "bar", "-o", "a.png", "--limit={}"],
    &["render", "bar", "-o", "a.png", "--morph={}"],
    &["render", "bar", "-o", "a.png", "--limits={}"],
    &["render", "bar", "-o", "a.png", "--clip=0", "--time={}"],
    &["render", "bar", "-o", "a.png", "--blend={}"],
    &["render", "bar", "-o", "a.png", "--sigma={}"],
    &["render", "bar", "-o", "a.png", "--similarity={}"],
    &["render", "bar", "-o", "a.png", "--scale={}"],
    &["render", "bar", "-o", "a.png", "--antipodality={}"],
    &["render", "bar", "-o", "a.png", "--twist={}"],
    &["compare", "bar", "-o", "a.png", "--methods={}"],
    &["compare", "bar", "-o", "a.png", "--wipe={}"],
    &["compare", "bar", "-o", "a.png", "--columns={}"],
    &["deform", "bar", "-o", "a.npy", "--format={}"],
    &["centers", "bar", "--search=breadth-first", "--omega={}"],
    &["centers", "bar", "--search=breadth-first", "--cut-off={}"],
    &["measure", "bar", "--sweep={}"],
    &["measure", "bar", "--sweep=mid:rx=0..9", "--modes={}"],
    &["stress", "bar", "--range={}"],
    &["stress", "bar", "--top={}"],
    &["stress", "bar", "-o", "a.png", "--measure={}"],
    &["record", "bar", "-o", "a.gif", "--fps={}"],
    &["record", "bar", "-o", "a.gif", "--turntable={}"],
    &["record", "bar", "-o", "a.gif", "--sweep={}"],
    &["record", "bar", "-o", "a.gif", "--wipe=dqs", "--divider={}"],
    &["record", "bar", "-o", "a.gif", "--seconds={}"],
    &["record", "bar", "-o", "a.gif", "--ease={}"],
    &["record", "bar", "-o", "a.gif", "--hold={}"],
    &["record", "-o", "a.gif", "--scene={}"],
    &["probe", "bar", "--vertex={}"],
    &["claims", "--kind={}"],
    &["scenes", "1", "-o", "a.png", "--pane={}"],
    &["{}"],
];

/// The first byte chooses a command line with a gap; the rest fills it. In the last one, every line of the rest is a
/// word. Either the line is understood, or something is said about it.
pub fn arguments(bytes: &[u8]) -> bool {
    let Some((&first, value)) = bytes.split_first() else { return false };
    let template = LINES[usize::from(first) % LINES.len()];
    let mut line = vec![OsString::from("skinscope")];
    if template == ["{}"] {
        line.extend(value.split(|&byte| byte == b'\n').take(40).map(word));
    } else {
        line.extend(template.iter().map(|part| match part.split_once("{}") {
            Some((before, _)) => word(&[before.as_bytes(), value].concat()),
            None => OsString::from(part),
        }));
    }
    let read = Arguments::try_from_line(line);
    read.map_err(|error| assert!(!error.to_string().trim().is_empty())).is_ok()
}

/// A word of a command line, which need not be UTF-8 where the system allows that.
fn word(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    let word = std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec());
    #[cfg(not(unix))]
    let word = String::from_utf8_lossy(bytes).into_owned().into();
    word
}
