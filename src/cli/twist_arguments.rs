use super::{CliError, OpenedModel, open_model};
use crate::model::Skeleton;
use crate::rigging::{TwistSplit, with_twist_joints};
use clap::Args;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is changed about the rig before anything else, the same for every command that takes a model.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Rig")]
pub struct TwistArguments {
    /// Split the bone that begins at a joint among 1 to 8 twist joints, which turn by even shares of the twist of the
    /// bone's end (Le & Hodgins 2016, section 4): forearm.L:3. May be given several times.
    #[arg(long, value_name = "JOINT:COUNT")]
    pub twist: Vec<String>,
}

impl TwistArguments {
    /// The splits that they ask for, in their order.
    ///
    /// # Errors
    /// What is not JOINT:COUNT, and joints that are not there.
    pub fn splits(&self, skeleton: &Skeleton) -> Result<Vec<TwistSplit>, CliError> {
        let split = |given: &String| {
            let parts = given.rsplit_once(':').and_then(|(joint, count)| Some((joint, count.trim().parse().ok()?)));
            let (joint, count) = parts.ok_or_else(|| CliError::TwistText { given: given.clone() })?;
            let joint = skeleton.find(joint).map_err(|cause| CliError::TwistJoint { cause, given: given.clone() })?;
            Ok(TwistSplit { joint, count })
        };
        self.twist.iter().map(split).collect()
    }

    /// Opens a model and gives it the twist joints.
    pub(super) fn open(&self, path_or_name: &str) -> Result<OpenedModel, CliError> {
        let mut opened = open_model(path_or_name)?;
        self.rig(&mut opened)?;
        Ok(opened)
    }

    /// Gives a model that is open the twist joints.
    ///
    /// # Errors
    /// Joints that are not there or have no bone to split.
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
        TwistArguments { twist: twist.iter().map(|&text| text.to_owned()).collect() }.open(model)
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
    fn what_is_wrong_is_told() {
        let error = |twist: &str| open("mannequin", &[twist]).unwrap_err().to_string();
        assert!(error("forearm.L").starts_with("--twist forearm.L: write JOINT:COUNT"), "{}", error("forearm.L"));
        assert!(error("fourarm.L:2").contains("did you mean \"forearm.L\"?"), "{}", error("fourarm.L:2"));
        assert!(error("forearm.L:9").starts_with("--twist: 9 twist joints; a bone may have 1 to 8"));
        assert!(error("forearm_twist.L:2").contains("a twist joint itself"));
    }
}
