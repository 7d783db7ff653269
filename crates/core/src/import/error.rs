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
    /// The bytes are neither a .glb nor JSON.
    #[error("not a glTF file: expected a .glb or the JSON of a .gltf, found {found}")]
    NotGltf {
        /// Actual kind of the file, for display.
        found: &'static str,
    },
    /// The chunks of a .glb are broken.
    #[error("the .glb container {0}")]
    Container(#[from] ContainerFault),
    /// The text is not JSON.
    #[error("the JSON does not follow glTF 2.0: {0}")]
    Json(serde_json::Error),
    /// A value has the wrong type or is missing.
    #[error("the JSON does not follow glTF 2.0: {}{}", before_cause(.path), shortened(.cause))]
    Malformed {
        /// Location in the JSON; empty for the document itself.
        path: String,
        /// Error of the parser.
        cause: serde_json::Error,
    },
    /// The document needs a version of glTF that is not read.
    #[error("glTF version {} is not supported; export the file as glTF 2.0", quoted(.version))]
    Version {
        /// The version, as the file states it.
        version: String,
    },
    /// `extensionsRequired` lists an extension that is not read.
    #[error("the file requires the extension {}, which is not supported; export the file without it", quoted(.extension))]
    RequiredExtension {
        /// Name of the extension.
        extension: String,
    },
    /// A part of the file is faulty.
    #[error("{location} {fault}")]
    At {
        /// The part.
        location: Location,
        /// Fault that was found there.
        fault: Fault,
    },
    /// The parts do not make a model: an earlier check is missing.
    #[error("the file does not make a model: {0}")]
    Model(#[from] ModelError),
    /// The nodes do not form a forest.
    #[error("the node hierarchy is broken: {0}")]
    Hierarchy(#[from] SkeletonError),
}

/// Fault in the chunk structure of a .glb.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ContainerFault {
    /// The file is shorter than its header states.
    #[error("is cut off: its header states {announced} bytes, but the file has {present}; copy or download it again")]
    CutOff {
        /// Length in bytes by the header.
        announced: u64,
        /// Length of the file in bytes.
        present: u64,
    },
    /// Changed by a program that took the bytes for text; the field names the change.
    #[error("was changed by a text conversion ({0}); copy or download it again as a binary file")]
    Converted(&'static str),
    /// The version of the container is not 2. Holds the version.
    #[error("has version {0}; export the file as glTF 2.0")]
    Version(u32),
    /// The length in the header is less than the header's own. Holds the length in bytes.
    #[error("states a length of {0} bytes, which is less than its own header")]
    Length(u32),
    /// The first chunk is not JSON.
    #[error("has no JSON where its first chunk should be")]
    NoJson,
    /// A chunk reaches beyond the end of the file.
    #[error("has a chunk of {announced} bytes, but only {left} are left")]
    Chunk {
        /// Length of the chunk in bytes.
        announced: u64,
        /// Count of bytes after the chunk's header.
        left: u64,
    },
    /// There are too many chunks, or they are repeated or in the wrong order. Holds what is wrong.
    #[error("has {0}")]
    Chunks(&'static str),
}

/// Fault at a location, phrased to follow the location's name.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// An index refers to nothing.
    #[error("names {what} {index}, but {}", existing(.what, .count))]
    NoSuch {
        /// Kind of the part that the index refers to, such as `accessor`.
        what: &'static str,
        /// The index.
        index: u32,
        /// Count of parts that exist.
        count: usize,
    },
    /// A range of bytes is longer than its source.
    #[error(
        "reaches beyond its end: it needs {needed} bytes, but only {present} are there; the file is damaged or cut off"
    )]
    OutOfBytes {
        /// Count of bytes up to the end of the range.
        needed: u64,
        /// Length of the source in bytes.
        present: u64,
    },
    /// A property has a value that glTF does not allow.
    #[error("has {what} {value}, which glTF does not allow here")]
    NotAllowed {
        /// The property, for display.
        what: &'static str,
        /// The value.
        value: String,
    },
    /// A JSON value in place of an index is not a whole number from 0 up to 2^32 - 1.
    #[error("is {value}, which is not an index")]
    NotAnIndex {
        /// The value.
        value: String,
    },
    /// Two counts that must agree do not.
    #[error("has {found} elements, but {wanted} are needed")]
    Count {
        /// Count in the file.
        found: u64,
        /// Count that is needed.
        wanted: u64,
    },
    /// A buffer that is needed has neither a URI nor the binary chunk of a .glb.
    #[error("has no data: its buffer names no file")]
    NoData,
    /// The bytes of the file cannot be read.
    #[error("cannot be read: {cause}")]
    Unreadable {
        /// Reason, for display.
        cause: String,
    },
    /// Compressed data are damaged, or their decoder is not built in.
    #[error("cannot be decompressed with {extension}: {cause}; export the file again, or without compression")]
    Decompress {
        /// Name of the extension that compresses.
        extension: &'static str,
        /// Reason, for display.
        cause: String,
    },
    /// A sparse accessor replaces an element that does not exist.
    #[error("has a sparse index {index} beyond its {count} elements")]
    SparseIndex {
        /// Index of the element.
        index: u32,
        /// Count of elements of the accessor.
        count: usize,
    },
    /// A value is infinite or NaN.
    #[error("has {what} that is not a finite number, at element {element}")]
    NotFinite {
        /// The kind of value, for display.
        what: &'static str,
        /// Index of the element, such as a vertex or a matrix.
        element: usize,
    },
    /// A triangle refers to a vertex that does not exist.
    #[error("names vertex {index}, but has {count} vertices")]
    NoSuchVertex {
        /// Index of the vertex.
        index: u32,
        /// Count of vertices of the primitive.
        count: usize,
    },
    /// The file has more parts of a kind than are read.
    #[error("has {} {what}, but at most {} are read; export only the character and its skeleton", grouped(*.found), grouped(*.most))]
    TooMany {
        /// Count of parts.
        found: usize,
        /// The kind of part, in the plural.
        what: &'static str,
        /// Largest count that is read.
        most: usize,
    },
    /// There is more data than is read: too many values, or too much memory for the size of the file.
    #[error("is too large: {what}")]
    TooLarge {
        /// Clause that says which size is too large.
        what: &'static str,
    },
    /// A joint index stored as a float is not a whole number from 0.
    #[error("has a joint index that is negative or has a fraction, at vertex {vertex}")]
    JointIndex {
        /// Index of the vertex.
        vertex: usize,
    },
    /// The joints and weights of a primitive cannot be used.
    #[error("{0}")]
    Influences(#[from] InfluencesError),
    /// The morph targets of a primitive cannot be used.
    #[error("{0}")]
    Morph(#[from] MorphDeltasError),
    /// Two nodes list the same child.
    #[error("is a child of two nodes, #{first} and #{second}")]
    TwoParents {
        /// Index of the first parent.
        first: u32,
        /// Index of the second parent.
        second: u32,
    },
    /// A skin lists no joints.
    #[error("names no joints")]
    NoJoints,
    /// A file that the document refers to cannot be read.
    #[error("cannot be read from {}: {cause}", quoted(.uri))]
    Resource {
        /// The URI in the document.
        uri: String,
        /// Reason, for display.
        cause: String,
    },
    /// Transforms or positions are too large for their number format.
    #[error("has {what} that overflows")]
    Overflow {
        /// Name of the quantity that overflows, for display.
        what: &'static str,
    },
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
