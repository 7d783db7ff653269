//! Results of importing the committed bad files.

use super::manifest::Bad;
use super::{bad_path, entries};
use crate::command_line::fail;
use rayon::prelude::*;
use skinscope::files::{OpenError, open_model};
use skinscope::import::{ContainerFault, Fault, ImportError};
use skinscope::model::InfluencesError;
use std::collections::BTreeSet;

fn bad_entries() -> Vec<Bad> {
    entries("bad.json")
}

fn error(entry: &Bad) -> Result<ImportError, String> {
    match open_model(&bad_path(&entry.file)) {
        Ok(_) => Err(format!("{} opened: {}", entry.file, entry.about)),
        Err(OpenError::Import { cause, .. }) => Ok(cause),
        Err(other) => Err(other.to_string()),
    }
}

#[test]
fn bad_fixtures_are_refused_with_their_messages() {
    let entries = bad_entries();
    assert!(entries.len() > 100, "{} files", entries.len());
    let check = |entry: &Bad| {
        let found = match error(entry) {
            Ok(error) => error.to_string(),
            Err(fault) => return Some(fault),
        };
        (found != entry.error || found.contains('\n'))
            .then(|| format!("{}\n     found: {found}\n  expected: {}", entry.file, entry.error))
    };
    let wrong: Vec<String> = entries.par_iter().filter_map(check).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn info_refuses_bad_fixtures_in_one_line() {
    let check = |entry: &Bad| {
        let path = bad_path(&entry.file);
        let path = path.to_str().unwrap();
        let stderr = fail(&["info", path], 3);
        let expected = format!("error: {}: {path}", entry.error);
        (!stderr.lines().any(|line| line == expected)).then(|| format!("{}: {stderr}", entry.file))
    };
    let wrong: Vec<String> = bad_entries().par_iter().filter_map(check).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The kind of an error. A new kind does not compile until it is listed here, and then needs a file.
fn kind(error: &ImportError) -> &'static str {
    match error {
        ImportError::NotGltf { .. } => "not glTF",
        ImportError::Container(fault) => match fault {
            ContainerFault::CutOff { .. } => "container cut off",
            ContainerFault::Converted(_) => "container converted",
            ContainerFault::Version(_) => "container version",
            ContainerFault::Length(_) => "container length",
            ContainerFault::NoJson => "container without JSON",
            ContainerFault::Chunk { .. } => "chunk",
            ContainerFault::Chunks(_) => "chunks",
        },
        ImportError::Json(_) => "JSON",
        ImportError::Malformed { .. } => "malformed",
        // Checks that come first find what makes no model.
        ImportError::Model(_) => "no model",
        ImportError::Version { .. } => "version",
        ImportError::Canceled => "canceled",
        ImportError::RequiredExtension { .. } => "required extension",
        ImportError::Hierarchy(_) => "hierarchy",
        ImportError::At { fault, .. } => match fault {
            Fault::NoSuch { .. } => "no such",
            Fault::OutOfBytes { .. } => "out of bytes",
            Fault::NotAllowed { .. } => "not allowed",
            Fault::NotAnIndex { .. } => "not an index",
            Fault::Count { .. } => "count",
            Fault::NoData => "no data",
            // Happens if a file changes while it is read.
            Fault::Unreadable { .. } => "unreadable",
            Fault::Decompress { .. } => "not decompressed",
            Fault::SparseIndex { .. } => "sparse index",
            Fault::NotFinite { .. } => "not finite",
            Fault::NoSuchVertex { .. } => "no such vertex",
            Fault::TooLarge { .. } => "too large",
            Fault::TooMany { .. } => "too many",
            Fault::JointIndex { .. } => "joint index",
            Fault::Influences(InfluencesError::NoSuchJoint { .. }) => "no such joint",
            Fault::Influences(InfluencesError::NotFinite { .. }) => "weight not finite",
            // 2^32 influences are beyond the limits of a file.
            Fault::Influences(InfluencesError::TooMany) => "too many influences",
            Fault::Morph(_) => "morph target",
            Fault::TwoParents { .. } => "two parents",
            Fault::NoJoints => "no joints",
            Fault::Resource { .. } => "resource",
            Fault::Overflow { .. } => "overflow",
        },
    }
}

#[test]
fn bad_fixtures_cover_every_kind_of_error() {
    let found: BTreeSet<&str> = bad_entries().par_iter().map(|entry| kind(&error(entry).unwrap())).collect();
    let expected = BTreeSet::from([
        "not glTF",
        "container cut off",
        "container converted",
        "container version",
        "container length",
        "container without JSON",
        "chunk",
        "chunks",
        "JSON",
        "malformed",
        "version",
        "required extension",
        "hierarchy",
        "no such",
        "out of bytes",
        "not allowed",
        "not an index",
        "count",
        "no data",
        "not decompressed",
        "sparse index",
        "not finite",
        "no such vertex",
        "too large",
        "too many",
        "joint index",
        "no such joint",
        "weight not finite",
        "two parents",
        "no joints",
        "resource",
        "overflow",
    ]);
    assert_eq!(found, expected);
}
