use super::talk::{Talk, slug};
use crate::model::one_line;
use crate::panes::Scene;
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use toml_edit::Document;

/// Only format version so far.
pub(super) const VERSION: i64 = 1;
/// Most scenes of a talk: as many as numbers of four digits can select.
const MOST_SCENES: usize = 9999;
/// The key of the version.
pub(super) const VERSION_KEY: &str = "skinscope_talk";
/// The key of the list of scenes.
pub(super) const SCENES_KEY: &str = "scene";

/// Reason why a text is not a talk. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TalkError {
    #[error("line {line}: {message}")]
    Text { line: usize, message: String },
    #[error("not a talk: a talk begins with skinscope_talk = {VERSION}")]
    NoVersion,
    #[error("version {0} is not known; this program reads version {VERSION} of talks")]
    Version(i64),
    #[error("scene {number}{}: {}", one_line(&quoted(.id)), one_line(.problem))]
    Scene { number: usize, id: String, problem: String },
}

fn quoted(id: &str) -> String {
    if id.is_empty() { String::new() } else { format!(" ({id})") }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TalkText {
    /// Version of the format. Checked before anything else is read.
    #[serde(rename = "skinscope_talk")]
    _version: i64,
    #[serde(default)]
    title: String,
    #[serde(default, rename = "scene")]
    scenes: Vec<Scene>,
}

/// Reads a talk. Files of models are relative to `folder`. A scene without an id is given one.
///
/// # Errors
/// If the text is not TOML, or not a talk of this version. See [`TalkError`].
pub fn parse_talk(text: &str, folder: &Path) -> Result<Talk, TalkError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let error = |message: &str, span: Option<Range<usize>>| TalkError::Text {
        line: span.map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count()),
        message: one_line(&message.lines().collect::<Vec<_>>().join("; ")),
    };
    let document = Document::parse(text).map_err(|wrong| error(wrong.message(), wrong.span()))?;
    match document.get(VERSION_KEY).and_then(toml_edit::Item::as_integer) {
        None => return Err(TalkError::NoVersion),
        Some(VERSION) => {}
        Some(other) => return Err(TalkError::Version(other)),
    }
    let read = TalkText::deserialize(toml_edit::de::Deserializer::from(document));
    let read = read.map_err(|wrong| error(wrong.message(), wrong.span()))?;
    if read.scenes.len() > MOST_SCENES {
        let message = format!("a talk has up to {MOST_SCENES} scenes, not {} scenes", read.scenes.len());
        return Err(TalkError::Text { line: 1, message });
    }
    let mut ids: HashSet<String> = HashSet::new();
    for (index, scene) in read.scenes.iter().enumerate() {
        let wrong = |problem| TalkError::Scene { number: index + 1, id: scene.id.clone(), problem };
        check_id(&scene.id, &mut ids).map_err(wrong)?;
    }
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut talk = Talk { title: read.title, scenes: Vec::new() };
    for (index, scene) in read.scenes.into_iter().enumerate() {
        let id = scene.id.clone();
        let mut scene = scene.read_in(folder).map_err(|problem| TalkError::Scene { number: index + 1, id, problem })?;
        if scene.id.is_empty() {
            scene.id = unused_id(&scene.title, &mut ids, &mut numbers);
        }
        talk.scenes.push(Arc::new(scene));
    }
    Ok(talk)
}

/// Makes an id from a title that no scene has. `numbers` are the last ones that were tried.
fn unused_id(title: &str, ids: &mut HashSet<String>, numbers: &mut HashMap<String, usize>) -> String {
    let slug = slug(title);
    let number = numbers.entry(slug.clone()).or_insert(0);
    loop {
        *number += 1;
        let id = if *number == 1 { slug.clone() } else { format!("{slug}-{number}") };
        if ids.insert(id.clone()) {
            return id;
        }
    }
}

fn check_id(id: &str, before: &mut HashSet<String>) -> Result<(), String> {
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if !id.chars().all(is_plain) {
        return Err("an id has lowercase letters, digits and hyphens only".to_owned());
    }
    if !id.is_empty() && !before.insert(id.to_owned()) {
        return Err("the id is given twice".to_owned());
    }
    Ok(())
}
