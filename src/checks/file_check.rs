use super::{Bound, CheckRequest, Rule, Rules};
use crate::files::{Access, hash_of_file};
use crate::report::WarningCode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// How a file fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CheckOutcome {
    /// Every limit is met.
    Passed,
    /// A limit is not met.
    Failed,
    /// It could not be opened or measured.
    Broken,
}

impl CheckOutcome {
    pub fn id(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Broken => "broken",
        }
    }
}

/// The result of checking one file: one line of JSON. Fields are only ever added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FileCheck {
    /// Version of this layout.
    pub skinscope_check: u32,
    /// Version of the program.
    pub program_version: String,
    /// BLAKE3 of the rules, as they are understood.
    pub rules: String,
    /// Whether files outside the folder of a .gltf were read too.
    pub allows_outside: bool,
    /// The path as given, or as found in a given folder. Bytes that are not UTF-8 are written as \\xFF.
    pub path: String,
    /// BLAKE3 of the file's bytes. Null if it could not be read.
    pub blake3: Option<String>,
    /// Files that a .gltf refers to, in the order they were read.
    pub resources: Vec<CheckedResource>,
    pub outcome: CheckOutcome,
    /// Why it is broken. Null if it is not.
    pub error: Option<String>,
    /// The limits that are not met, each with the place that is farthest from it, in the order of the rules.
    pub failures: Vec<Failure>,
    /// Whether numbers without a limit were measured too.
    pub measured_all: bool,
    /// Every number that was measured, by its rule.
    pub numbers: BTreeMap<Rule, f64>,
    /// The numbers of joints, by the kind of joint and the rule.
    pub joints: BTreeMap<String, BTreeMap<Rule, f64>>,
    /// What the import warns of.
    pub warnings: Vec<CheckedWarning>,
    /// How long it took. Null without times.
    pub milliseconds: Option<f64>,
}

/// A file that belongs to a .gltf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckedResource {
    /// The path as written in the .gltf.
    pub path: String,
    pub blake3: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckedWarning {
    /// The code of the warning, as in other reports.
    pub code: String,
    pub text: String,
}

impl CheckedWarning {
    pub fn new(code: WarningCode, text: String) -> Self {
        Self { code: code.id().to_owned(), text }
    }
}

/// A limit that is not met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Failure {
    pub rule: Rule,
    /// The number that is farthest from its limit.
    pub value: f64,
    pub limit: f64,
    /// Count of joints, clips or methods that do not meet it.
    pub places: usize,
    /// Where that number is.
    #[serde(flatten)]
    pub place: Place,
}

/// Where a number was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Place {
    /// In words. Empty if the number is of the whole file.
    pub at: String,
    /// The joint's name for `--set`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// The kind of joint, such as "elbow".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The turn of that joint in the syntax of `--set`, such as "forearm.L:rx=90".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    /// The index of the clip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clip: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Index of the primitive in node order, and of the vertex in accessor order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertex: Option<[u32; 2]>,
}

impl FileCheck {
    pub const VERSION: u32 = 1;

    /// Whether a result was made by this version of the program against the same rules.
    pub fn is_of(&self, rules: &Rules) -> bool {
        self.rules == rules.hash() && self.program_version == env!("CARGO_PKG_VERSION")
    }

    /// Whether the result still stands: the file and the files that it refers to are as they were, and the request is the
    /// same. Reads them whole. Files that could not be opened, or lacked a picture, are always checked again: what they
    /// lacked may be there by now.
    pub fn is_current(&self, request: &CheckRequest, path: &Path) -> bool {
        let hash = |path: &Path| hash_of_file(path).map(|hash| hash.to_hex().to_string());
        let folder = path.parent().unwrap_or(Path::new(""));
        let is_same =
            |resource: &CheckedResource| hash(&folder.join(&resource.path)).as_ref() == Some(&resource.blake3);
        let lacks = |warning: &CheckedWarning| warning.code == WarningCode::ImageDropped.id();
        self.is_of(&request.rules)
            && self.outcome != CheckOutcome::Broken
            && !self.warnings.iter().any(lacks)
            && self.allows_outside == (request.options.access != Access::default())
            && (self.measured_all || !request.measures_all)
            && hash(path) == self.blake3
            && self.resources.iter().all(is_same)
    }
}

impl Failure {
    /// One line: the rule, the number, where, and the limit.
    pub fn to_text(&self) -> String {
        let Self { rule, value, limit, places, place } = self;
        let at = if place.at.is_empty() { String::new() } else { format!(" {}", place.at) };
        let more = if *places > 1 { format!(", {places} places in all") } else { String::new() };
        let bound = match rule.bound() {
            Bound::AtMost => "over",
            Bound::AtLeast => "under",
        };
        format!("{} {}{at}, {bound} {}{more}", rule.id(), rule.display(*value), rule.display(*limit))
    }
}
