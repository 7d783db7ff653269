use super::Location;
use super::location::{quoted, unquoted};
use crate::math::grouped;
use crate::model::{InfluencesError, ModelError, MorphDeltasError, SkeletonError, json_error_text};

/// Reason why a file cannot be opened, in one line: the location, the cause and, if possible, a remedy. A caller that
/// knows the file name prepends it.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Reading was canceled through the progress.
    #[error("reading was canceled")]
    Canceled,
    #[error("not a glTF file: expected a .glb or the JSON of a .gltf, found {found}")]
    NotGltf { found: &'static str },
    #[error("the .glb container {0}")]
    Container(#[from] ContainerFault),
    #[error("the JSON does not follow glTF 2.0: {0}")]
    Json(serde_json::Error),
    /// `path` is the location in the JSON; empty for the document itself.
    #[error("the JSON does not follow glTF 2.0: {}{}", before_cause(.path), shortened(.cause))]
    Malformed { path: String, cause: serde_json::Error },
    #[error("glTF version {} is not supported; export the file as glTF 2.0", quoted(.version))]
    Version { version: String },
    #[error("the file requires the extension {}, which is not supported; export the file without it", quoted(.extension))]
    RequiredExtension { extension: String },
    #[error("{location} {fault}")]
    At { location: Location, fault: Fault },
    /// The parts do not make a model: an earlier check is missing.
    #[error("the file does not make a model: {0}")]
    Model(#[from] ModelError),
    #[error("the node hierarchy is broken: {0}")]
    Hierarchy(#[from] SkeletonError),
}

/// Fault in the chunk structure of a .glb.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ContainerFault {
    #[error("is cut off: its header states {announced} bytes, but the file has {present}; copy or download it again")]
    CutOff { announced: u64, present: u64 },
    /// Changed by a program that took the bytes for text; the field names the change.
    #[error("was changed by a text conversion ({0}); copy or download it again as a binary file")]
    Converted(&'static str),
    #[error("has version {0}; export the file as glTF 2.0")]
    Version(u32),
    #[error("states a length of {0} bytes, which is less than its own header")]
    Length(u32),
    #[error("has no JSON where its first chunk should be")]
    NoJson,
    #[error("has a chunk of {announced} bytes, but only {left} are left")]
    Chunk { announced: u64, left: u64 },
    #[error("has {0}")]
    Chunks(&'static str),
}

/// Fault at a location, phrased to follow the location's name.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("names {what} {index}, but {}", existing(.what, .count))]
    NoSuch { what: &'static str, index: u32, count: usize },
    #[error(
        "reaches beyond its end: it needs {needed} bytes, but only {present} are there; the file is damaged or cut off"
    )]
    OutOfBytes { needed: u64, present: u64 },
    #[error("has {what} {value}, which glTF does not allow here")]
    NotAllowed { what: &'static str, value: String },
    #[error("is {value}, which is not an index")]
    NotAnIndex { value: String },
    #[error("has {found} elements, but {wanted} are needed")]
    Count { found: u64, wanted: u64 },
    #[error("has no data: its buffer names no file")]
    NoData,
    #[error("cannot be read: {cause}")]
    Unreadable { cause: String },
    #[error("cannot be decompressed with {extension}: {cause}; export the file again, or without compression")]
    Decompress { extension: &'static str, cause: String },
    #[error("has a sparse index {index} beyond its {count} elements")]
    SparseIndex { index: u32, count: usize },
    #[error("has {what} that is not a finite number, at element {element}")]
    NotFinite { what: &'static str, element: usize },
    #[error("names vertex {index}, but has {count} vertices")]
    NoSuchVertex { index: u32, count: usize },
    #[error("has {} {what}, but at most {} are read; export only the character and its skeleton", grouped(*.found), grouped(*.most))]
    TooMany { found: usize, what: &'static str, most: usize },
    #[error("is too large: {what}")]
    TooLarge { what: &'static str },
    #[error("has a joint index that is negative or has a fraction, at vertex {vertex}")]
    JointIndex { vertex: usize },
    #[error("{0}")]
    Influences(#[from] InfluencesError),
    #[error("{0}")]
    Morph(#[from] MorphDeltasError),
    #[error("is a child of two nodes, #{first} and #{second}")]
    TwoParents { first: u32, second: u32 },
    #[error("names no joints")]
    NoJoints,
    #[error("cannot be read from {}: {cause}", quoted(.uri))]
    Resource { uri: String, cause: String },
    #[error("has {what} that overflows")]
    Overflow { what: &'static str },
}

fn before_cause(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{}: ", unquoted(path)) }
}

/// A message about a JSON value, which may repeat text from the file, in one line.
pub(super) fn shortened(cause: &serde_json::Error) -> String {
    const LONGEST: usize = 160;
    let text = json_error_text(cause);
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
    }
}

fn existing(what: &str, count: &usize) -> String {
    match count {
        0 => format!("there is no {what}"),
        1 => "the only one is 0".to_owned(),
        _ => format!("the last is {}", count - 1),
    }
}

impl ImportError {
    /// A value that has the wrong type or is missing. `path` is its location in the JSON.
    pub(super) fn malformed(path: &str, cause: serde_json::Error) -> Self {
        Self::Malformed { path: path.to_owned(), cause }
    }

    pub(super) fn missing_field(name: &'static str, path: &str) -> Self {
        Self::malformed(path, serde::de::Error::missing_field(name))
    }
}

impl Fault {
    pub(super) fn at(self, location: &Location) -> ImportError {
        ImportError::At { location: location.clone(), fault: self }
    }
}
