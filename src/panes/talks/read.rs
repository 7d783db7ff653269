use super::error::TalkError;
use super::scene_text::SceneText;
use super::talk::Talk;
use serde::Deserialize;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use toml_edit::Document;

/// The only format version so far.
pub(super) const VERSION: i64 = 1;
/// The key of the version.
pub(super) const VERSION_KEY: &str = "skinscope_talk";
/// The key of the list of scenes.
pub(super) const SCENES_KEY: &str = "scene";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TalkText {
    /// Checked before anything else is read.
    #[serde(rename = "skinscope_talk")]
    _version: i64,
    #[serde(default)]
    title: String,
    #[serde(default, rename = "scene")]
    scenes: Vec<SceneText>,
}

/// Reads a talk. Files of models are relative to `folder`. A scene without an id gets one.
///
/// # Errors
/// If the text is not TOML, or not a talk of this version. See [`TalkError`].
pub fn parse_talk(text: &str, folder: &Path) -> Result<Talk, TalkError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let error = |message: &str, span: Option<Range<usize>>| TalkError::Text {
        line: span.map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count()),
        message: message.lines().collect::<Vec<_>>().join("; "),
    };
    let document = Document::parse(text).map_err(|wrong| error(wrong.message(), wrong.span()))?;
    match document.get(VERSION_KEY).and_then(toml_edit::Item::as_integer) {
        None => return Err(TalkError::NoVersion),
        Some(VERSION) => {}
        Some(other) => return Err(TalkError::Version(other)),
    }
    let read = TalkText::deserialize(toml_edit::de::Deserializer::from(document));
    let read = read.map_err(|wrong| error(wrong.message(), wrong.span()))?;
    let mut talk = Talk { title: read.title, scenes: Vec::new() };
    let given: Vec<String> = read.scenes.iter().map(|scene| scene.id.clone()).collect();
    for (index, scene) in read.scenes.into_iter().enumerate() {
        let id = scene.id.clone();
        let wrong = |problem: String| TalkError::Scene { number: index + 1, id: id.clone(), problem };
        check_id(&id, &given[..index]).map_err(wrong)?;
        let mut scene = scene.scene(folder).map_err(wrong)?;
        if scene.id.is_empty() {
            let wanted = if scene.title.is_empty() { "scene" } else { &scene.title };
            scene.id = unused_id(&talk, wanted, &given);
        }
        talk.scenes.push(Arc::new(scene));
    }
    Ok(talk)
}

/// An id that neither the talk nor the rest of its file has.
fn unused_id(talk: &Talk, wanted: &str, given: &[String]) -> String {
    let id = talk.unused_id(wanted);
    if given.contains(&id) { unused_id(talk, &format!("{id}-{}", talk.scenes.len() + 1), given) } else { id }
}

fn check_id(id: &str, before: &[String]) -> Result<(), String> {
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if !id.chars().all(is_plain) {
        return Err("an id has lowercase letters, digits and hyphens only".to_owned());
    }
    if !id.is_empty() && before.iter().any(|other| other == id) {
        return Err("the id is given twice".to_owned());
    }
    Ok(())
}
