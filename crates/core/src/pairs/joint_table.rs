use super::{JointMatch, MatchedBy};
use crate::model::{FindJointError, Skeleton, one_line};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toml_edit::{DocumentMut, Item};

/// Partners that the user sets, as joint addresses: a joint of the first model, and a joint of the second or nothing.
///
/// In TOML, a table `[joints]`: `"upper_arm.L" = "LeftArm"`, and `"tail" = ""` for a joint without a partner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JointTable {
    partners: BTreeMap<String, String>,
}

/// A joint of the first model and its partner in the second, as nodes; either may be missing.
pub(super) type TableLine = (Option<u32>, Option<u32>);

/// Reason why a table of partners cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JointTableError {
    /// The text is not TOML. Holds the parser's message.
    #[error("it is not TOML: {}", one_line(.0))]
    Toml(String),
    /// The text has no table `[joints]`.
    #[error("it has no table [joints] with lines such as \"upper_arm.L\" = \"LeftArm\"")]
    NoJoints,
    /// A partner is not a string. Holds the joint.
    #[error("the partner of {0:?} is not text in quotes; write \"\" for no partner")]
    NotText(String),
    /// A joint of the first model does not exist or is ambiguous.
    #[error("in the first model, {0}")]
    First(FindJointError),
    /// A joint of the second model does not exist or is ambiguous.
    #[error("in the second model, {0}")]
    Second(FindJointError),
    /// A joint of the second model is the partner of two. Holds its name.
    #[error("{0:?} of the second model is the partner of two joints")]
    Twice(String),
    /// Two lines are about a joint of the first model. Holds its name.
    #[error("two lines are about {0:?} of the first model")]
    TwiceFirst(String),
}

impl JointTable {
    /// Size of the largest file that is read: a hundred times the need of a large rig.
    pub const MOST_BYTES: u64 = 4 << 20;

    /// Reads a table.
    ///
    /// # Errors
    /// If the text is not such a table.
    pub fn read(text: &str) -> Result<Self, JointTableError> {
        let document: DocumentMut =
            text.parse().map_err(|error: toml_edit::TomlError| JointTableError::Toml(error.message().to_owned()))?;
        let joints = document.get("joints").and_then(Item::as_table_like).ok_or(JointTableError::NoJoints)?;
        let partner = |(joint, partner): (&str, &Item)| match partner.as_str() {
            Some(partner) => Ok((joint.to_owned(), partner.to_owned())),
            None => Err(JointTableError::NotText(joint.to_owned())),
        };
        Ok(Self { partners: joints.iter().map(partner).collect::<Result<_, _>>()? })
    }

    /// The table with these lines: joints of the first model and their partners, empty for none.
    pub fn of_lines(partners: BTreeMap<String, String>) -> Self {
        Self { partners }
    }

    /// Joints of the first model and their partners, empty for none.
    pub fn partners(&self) -> &BTreeMap<String, String> {
        &self.partners
    }

    /// Whether the table has no lines.
    pub fn is_empty(&self) -> bool {
        self.partners.is_empty()
    }

    /// Whether a table can give partners: both skeletons have joints.
    pub fn can_help(skeletons: [&Skeleton; 2]) -> bool {
        skeletons.into_iter().all(Skeleton::has_joints)
    }

    /// Checks that the table fits the skeletons.
    ///
    /// # Errors
    /// If a line does not fit the skeletons, or if two are about one joint.
    pub fn check(&self, first: &Skeleton, second: &Skeleton) -> Result<(), JointTableError> {
        self.nodes(first, second).map(|_| ())
    }

    /// The lines that fit these skeletons, in their order. If two lines are about one joint, the first counts.
    #[must_use]
    pub fn fitting(&self, first: &Skeleton, second: &Skeleton) -> Self {
        let mut fitting = Self::default();
        for (joint, partner) in &self.partners {
            fitting.partners.insert(joint.clone(), partner.clone());
            if fitting.check(first, second).is_err() {
                fitting.partners.remove(joint);
            }
        }
        fitting
    }

    /// The table with another line about a joint of the first skeleton: its partner, or `None` for no partner. A line
    /// that gave the same partner to another joint is dropped.
    #[must_use]
    pub fn with(&self, [first, second]: [&Skeleton; 2], joint: u32, partner: Option<u32>) -> Self {
        let mut table = self.without(first, joint);
        if let Some(partner) = partner {
            table.partners.retain(|_, other| second.find(other) != Ok(partner));
        }
        table
            .partners
            .insert(first.address(joint), partner.map_or_else(String::new, |partner| second.address(partner)));
        table
    }

    /// The table without its line about a joint of the first skeleton, which is then matched by its name.
    #[must_use]
    pub fn without(&self, first: &Skeleton, joint: u32) -> Self {
        let other = |address: &String| first.find(address) != Ok(joint);
        Self {
            partners: self.partners.iter().filter(|(own, _)| other(own)).map(|(a, b)| (a.clone(), b.clone())).collect(),
        }
    }

    /// The lines of the table as nodes.
    pub(super) fn nodes(&self, first: &Skeleton, second: &Skeleton) -> Result<Vec<TableLine>, JointTableError> {
        let mut lines: Vec<TableLine> = Vec::with_capacity(self.partners.len());
        for (joint, partner) in &self.partners {
            let a = first.find(joint).map_err(JointTableError::First)?;
            let b = match partner.as_str() {
                "" => None,
                partner => Some(second.find(partner).map_err(JointTableError::Second)?),
            };
            // A joint may be written both by name and by index.
            if lines.iter().any(|line| line.0 == Some(a)) {
                return Err(JointTableError::TwiceFirst(joint.clone()));
            }
            if b.is_some() && lines.iter().any(|line| line.1 == b) {
                return Err(JointTableError::Twice(partner.clone()));
            }
            lines.push((Some(a), b));
        }
        Ok(lines)
    }

    /// A table of all joints of the first model, for a user to edit. Joints that are found by their names are comments:
    /// a line without its `#` takes precedence over names. Joints without a partner come first.
    pub fn text(found: &JointMatch, [first, second]: [&Skeleton; 2], [first_name, second_name]: [&str; 2]) -> String {
        let [alone, free] = found.without_partner(first, second);
        let line = |node: u32, partner: &str| format!("{} = {}\n", quoted(&first.address(node)), quoted(partner));
        let mut text = format!(
            "# Joints of {} and their partners in {}. \"\" is no partner.\n\
             # Joints are matched by name; only lines without # at their beginning change that.\n",
            one_line(first_name),
            one_line(second_name)
        );
        if !free.is_empty() {
            let names: Vec<String> = free.iter().map(|&node| quoted(&second.address(node))).collect();
            text.push_str(&format!("# Joints of the second model that have no partner: {}\n", names.join(", ")));
        }
        text.push_str("\n[joints]\n");
        for pair in found.pairs().iter().filter(|pair| pair.by == MatchedBy::Table) {
            text.push_str(&line(pair.first, &second.address(pair.second)));
        }
        for &node in found.left_alone() {
            text.push_str(&line(node, ""));
        }
        for node in alone.into_iter().filter(|node| !found.left_alone().contains(node)) {
            text.push_str(&format!("# {}", line(node, "")));
        }
        for pair in found.pairs().iter().filter(|pair| pair.by != MatchedBy::Table) {
            if first.node(pair.first).is_joint {
                text.push_str(&format!("# {}", line(pair.first, &second.address(pair.second))));
            }
        }
        text
    }
}

/// A basic string of TOML, on one line.
fn quoted(text: &str) -> String {
    let escaped = |letter: char| match letter {
        '"' | '\\' => format!("\\{letter}"),
        letter if letter.is_control() => format!("\\u{:04X}", u32::from(letter)),
        letter => letter.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Node, Trs};

    fn skeleton(names: &[&str]) -> Skeleton {
        let node = |name: &&str| Node { is_joint: true, ..Node::new(*name, None, Trs::IDENTITY) };
        Skeleton::new(names.iter().map(node).collect()).unwrap()
    }

    #[test]
    fn lines_are_set_dropped_and_left_out_where_they_do_not_fit() {
        let (first, second) = (skeleton(&["hips", "arm \"L\"", "tail"]), skeleton(&["hips", "LeftArm", "#3"]));
        let both = [&first, &second];
        let table = JointTable::default().with(both, 1, Some(1)).with(both, 2, None);
        let lines = |table: &JointTable| {
            let line = |(joint, partner): (&String, &String)| format!("{joint} = {partner}");
            table.partners().iter().map(line).collect::<Vec<_>>()
        };
        assert_eq!(lines(&table), ["arm \"L\" = LeftArm", "tail = "]);
        let taken = table.with(both, 2, Some(1));
        assert_eq!(lines(&taken), ["tail = LeftArm"], "no joint has two");
        assert!(table.without(&first, 1).without(&first, 2).is_empty());
        // Another version of the second model without that joint.
        let other = skeleton(&["hips", "Arm"]);
        assert!(table.check(&first, &other).is_err());
        assert_eq!(lines(&table.fitting(&first, &other)), ["tail = "]);
        assert_eq!(table.fitting(&first, &second), table);
    }

    #[test]
    fn a_written_table_reads_the_same_and_an_edited_one_counts() {
        let (first, second) = (skeleton(&["hips", "arm \"L\"", "tail"]), skeleton(&["hips", "LeftArm", "#3"]));
        let names = [&first, &second];
        let found = JointMatch::of(&first, &second, &JointTable::default()).unwrap();
        let text = JointTable::text(&found, names, ["a.glb", "b.glb\n"]);
        assert!(JointTable::read(&text).unwrap().is_empty(), "{text}");
        let edited: String = text
            .lines()
            .map(|line| {
                line.strip_prefix(r##"# "arm \"L\"" = """##)
                    .map_or(line.to_owned(), |_| "'arm \"L\"' = \"LeftArm\"\nhips = \"\"".to_owned())
                    + "\n"
            })
            .collect();
        assert_ne!(edited, text, "{text}");
        let table = JointTable::read(&edited).unwrap();
        let found = JointMatch::of(&first, &second, &table).unwrap();
        assert_eq!((found.second_of(0), found.second_of(1)), (None, Some(1)));
        let again = JointTable::read(&JointTable::text(&found, names, ["a", "b"])).unwrap();
        assert_eq!(again, table);
    }

    #[test]
    fn a_table_that_cannot_be_meant_is_refused_in_one_line() {
        let (first, second) = (skeleton(&["hips", "arm"]), skeleton(&["hips", "arm"]));
        let error = |text: &str| {
            let table = JointTable::read(text);
            let error = table.and_then(|table| JointMatch::of(&first, &second, &table)).unwrap_err().to_string();
            assert!(!error.contains('\n'), "{error}");
            error
        };
        assert!(error("joints").starts_with("it is not TOML"));
        assert!(error("a = 1").contains("no table [joints]"));
        assert!(error("[joints]\nhips = 3").contains("the partner of \"hips\""));
        assert!(error("[joints]\nhip = \"arm\"").contains("first model, no joint is called \"hip\""));
        assert!(error("[joints]\nhips = \"leg\"").contains("second model, no joint is called \"leg\""));
        assert!(error("[joints]\nhips = \"arm\"\narm = \"arm\"").contains("\"arm\" of the second model"));
        assert!(error("[joints]\nhips = \"arm\"\n\"#0\" = \"\"").contains("two lines are about"));
    }
}
