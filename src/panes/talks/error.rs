use super::read::VERSION;
use crate::model::one_line;

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
