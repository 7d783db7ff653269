use super::CliError;
use crate::files::{OpenedModel, open_model};
use crate::model::Skeleton;
use crate::rigging::{MOST_TWIST_JOINTS, TwistSplit, with_twist_joints};
use clap::Args;
use std::collections::BTreeSet;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// Changes to the rig before anything else, shared by every command that takes a model.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Rig")]
pub struct TwistArguments {
    /// Split the bone that begins at a joint among 1 to 8 twist joints, which spread the twist of the bone's end
    /// evenly (Le & Hodgins 2016, section 4): forearm.L:3. May be given several times.
    #[arg(long, value_name = "JOINT:COUNT", value_parser = str::parse::<TwistText>)]
    pub twist: Vec<TwistText>,
}

/// One `--twist` as written, before the joint is looked up in a skeleton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwistText {
    joint: String,
    count: u32,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TwistTextError {
    #[error("write JOINT:COUNT, such as forearm.L:3")]
    Shape,
    #[error("a bone can have 1 to {MOST_TWIST_JOINTS} twist joints, not {0}")]
    Count(String),
}

impl FromStr for TwistText {
    type Err = TwistTextError;

    /// The joint ends at the last colon, as in `--set`.
    fn from_str(text: &str) -> Result<Self, TwistTextError> {
        let (joint, count) =
            text.rsplit_once(':').filter(|(joint, _)| !joint.is_empty()).ok_or(TwistTextError::Shape)?;
        let number = count.trim().parse().ok().filter(|number| (1..=MOST_TWIST_JOINTS).contains(number));
        let count = number.ok_or_else(|| TwistTextError::Count(count.to_owned()))?;
        Ok(Self { joint: joint.to_owned(), count })
    }
}

impl TwistArguments {
    /// The requested splits, in their order.
    ///
    /// # Errors
    /// If a joint does not exist.
    pub fn splits(&self, skeleton: &Skeleton) -> Result<Vec<TwistSplit>, CliError> {
        let split = |TwistText { joint, count }: &TwistText| {
            let given = || format!("{joint}:{count}");
            let node = skeleton.find(joint).map_err(|cause| CliError::TwistJoint { cause, given: given() })?;
            Ok(TwistSplit { joint: node, count: *count })
        };
        self.twist.iter().map(split).collect()
    }

    /// Opens a model and gives it the twist joints.
    pub(super) fn open(&self, path_or_name: &Path) -> Result<OpenedModel, CliError> {
        let mut opened = open_model(path_or_name)?;
        self.rig(&mut opened)?;
        Ok(opened)
    }

    /// Gives an open model the twist joints.
    ///
    /// # Errors
    /// If a joint does not exist or has no bone to split.
    pub fn rig(&self, opened: &mut OpenedModel) -> Result<(), CliError> {
        if !self.twist.is_empty() {
            let model = &opened.asset.model;
            opened.asset.model = Arc::new(with_twist_joints(model, &self.splits(&model.skeleton)?)?);
        }
        Ok(())
    }
}

/// The bones of a model that have twist joints, as `--twist` names them.
pub(super) fn split_bones(skeleton: &Skeleton) -> Vec<String> {
    let drivers = skeleton.twist_drivers();
    let joints: BTreeSet<u32> = drivers.iter().map(|driver| driver.joint).collect();
    let count = |joint: u32| drivers.iter().filter(|driver| driver.joint == joint).count();
    joints.into_iter().map(|joint| format!("{}:{}", skeleton.address(joint), count(joint))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(model: &str, twist: &[&str]) -> Result<OpenedModel, CliError> {
        TwistArguments { twist: twist.iter().map(|text| text.parse().unwrap()).collect() }.open(Path::new(model))
    }

    #[test]
    fn joints_are_added_in_the_order_given() {
        let before = open("mannequin", &[]).unwrap().asset.model.skeleton.len();
        let model = open("mannequin", &["forearm.R:2", "forearm.L:1"]).unwrap().asset.model;
        let names: Vec<&str> = model.skeleton.nodes()[before..].iter().map(|node| node.name.as_str()).collect();
        assert_eq!(names, ["forearm_twist_1.R", "forearm_twist_2.R", "forearm_twist_1.L"]);
        assert_eq!(model.skeleton.label(model.skeleton.twist_drivers()[0].child), "hand.R");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for wrong in ["", "root", "forearm.L:", ":3", "forearm.L:x", "forearm.L:-1"] {
            assert!(wrong.parse::<TwistText>().is_err(), "{wrong}");
        }
        let text_error = "forearm.L:9".parse::<TwistText>().unwrap_err().to_string();
        assert_eq!(text_error, "a bone can have 1 to 8 twist joints, not 9");
        let error = |twist: &str| open("mannequin", &[twist]).unwrap_err().to_string();
        assert!(error("fourarm.L:2").contains("did you mean \"forearm.L\"?"), "{}", error("fourarm.L:2"));
        assert!(error("forearm_twist.L:2").contains("already a twist joint"));
    }
}
