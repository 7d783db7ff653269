use super::CliError;
use crate::files::{Access, ModelSource, OpenOptions, OpenedModel, open_model_with};
use crate::model::{Model, Skeleton, TwistKind};
use crate::rigging::{MOST_TWIST_JOINTS, TwistSplit, likely_twist_kind, with_twist_joints};
use clap::Args;
use std::collections::BTreeSet;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// How a model is opened. Shared by every command that takes a model.
#[derive(Clone, Debug, Default, Args)]
pub struct ModelArguments {
    #[command(flatten)]
    pub version: VersionArguments,
    #[command(flatten)]
    pub access: AccessArguments,
}

/// Changes to a model before anything else.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Model")]
pub struct VersionArguments {
    /// Split the bone that begins at a joint among 1 to 8 twist joints, which spread a twist evenly along it (Le &
    /// Hodgins 2016, section 4). KIND is the twist to spread: end (forearm.L:3:end spreads the hand's), own
    /// (upper_arm.L:3:own keeps the shoulder from pinching), or both, which takes one joint more. The default is own for
    /// the upper bone of a limb that exists on both sides of the body, such as an upper arm or thigh, and otherwise end.
    /// A limb is two bones of similar length with at most a shorter one behind them; joint names do not matter. May be
    /// given several times.
    #[arg(long, value_name = "JOINT:COUNT[:KIND]", value_parser = str::parse::<TwistText>)]
    pub twist: Vec<TwistText>,
    /// Draw this look of a file that has several (KHR_materials_variants); `skinscope info MODEL` lists their names.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}

/// The files that may be read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Model")]
pub struct AccessArguments {
    /// Also read files that a .gltf names outside its folder.
    #[arg(long)]
    pub allow_outside: bool,
}

impl AccessArguments {
    pub fn access(&self) -> Access {
        Access::outside_if(self.allow_outside)
    }
}

/// One `--twist` as written, before the joint is looked up in a skeleton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwistText {
    joint: String,
    count: u32,
    /// Kind of twist. `None` for the likely one.
    kind: Option<TwistKind>,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TwistTextError {
    #[error("write JOINT:COUNT or JOINT:COUNT:KIND, such as forearm.L:3 or upper_arm.L:3:own")]
    Shape,
    #[error("the kind of twist is end, own or both, not {0}")]
    Kind(String),
    #[error("a bone can have 1 to {MOST_TWIST_JOINTS} twist joints, not {0}")]
    Count(String),
}

impl FromStr for TwistText {
    type Err = TwistTextError;

    /// Parses `JOINT:COUNT[:KIND]`. The joint ends at the last colon before the count, so that its name may contain
    /// colons, as in `--set`.
    fn from_str(text: &str) -> Result<Self, TwistTextError> {
        let at_last_colon = |text: &str| -> Option<(String, String)> {
            let (front, last) = text.rsplit_once(':').filter(|(front, _)| !front.is_empty())?;
            Some((front.to_owned(), last.trim().to_owned()))
        };
        let (front, last) = at_last_colon(text).ok_or(TwistTextError::Shape)?;
        let is_count = |text: &str| text.parse::<i64>().is_ok();
        let kind = TwistKind::find(&last);
        let (joint, count) = match at_last_colon(&front) {
            Some((_, count)) if kind.is_none() && !is_count(&last) && is_count(&count) => {
                return Err(TwistTextError::Kind(last));
            }
            Some(before) if kind.is_some() => before,
            None if kind.is_some() => return Err(TwistTextError::Shape),
            _ => (front, last),
        };
        let number = count.parse().ok().filter(|number| (1..=MOST_TWIST_JOINTS).contains(number));
        let count = number.ok_or(TwistTextError::Count(count))?;
        Ok(Self { joint, count, kind })
    }
}

impl ModelArguments {
    /// The requested splits, in their order.
    ///
    /// # Errors
    /// If a joint does not exist.
    fn splits(&self, skeleton: &Skeleton) -> Result<Vec<TwistSplit>, CliError> {
        let split = |TwistText { joint, count, kind }: &TwistText| {
            let given = || format!("{joint}:{count}");
            let node = skeleton.find(joint).map_err(|cause| CliError::TwistJoint { cause, given: given() })?;
            let kind = kind.unwrap_or_else(|| likely_twist_kind(skeleton, node));
            Ok(TwistSplit { joint: node, count: *count, kind })
        };
        self.version.twist.iter().map(split).collect()
    }

    /// Options with which models are opened.
    pub fn options(&self) -> OpenOptions {
        OpenOptions { access: self.access.access(), variant: self.version.variant.clone() }
    }

    /// Opens a model and gives it the twist joints.
    ///
    /// # Errors
    /// If it cannot be opened, has no such variant, or no such bone to split.
    pub(super) fn open(&self, path_or_name: &Path) -> Result<OpenedModel, CliError> {
        let mut opened = open_model_with(ModelSource::named(path_or_name), &self.options())?;
        self.check_variant(opened.asset.variant, &opened.asset.variants)?;
        self.rig(&mut opened.asset.model)?;
        Ok(opened)
    }

    /// Checks whether a model that was opened with these arguments has the variant. `shown` is its index among the
    /// names of all variants.
    ///
    /// # Errors
    /// If it does not.
    pub(super) fn check_variant(&self, shown: Option<usize>, variants: &[String]) -> Result<(), CliError> {
        match &self.version.variant {
            Some(given) if shown.is_none() => {
                let known = match variants {
                    [] => "the file has no variants".to_owned(),
                    names => format!("its variants are {}", names.join(", ")),
                };
                Err(CliError::NoSuchVariant { given: given.clone(), known })
            }
            _ => Ok(()),
        }
    }

    /// Gives a model the twist joints, and returns them.
    ///
    /// # Errors
    /// If a joint does not exist or has no bone to split.
    pub fn rig(&self, model: &mut Arc<Model>) -> Result<Vec<TwistSplit>, CliError> {
        let splits = self.splits(&model.skeleton)?;
        if !splits.is_empty() {
            *model = Arc::new(with_twist_joints(model, &splits)?);
        }
        Ok(splits)
    }
}

/// The bones of a model that have twist joints, in the syntax of `--twist`. The kind is left out where it is `end` and
/// `--twist` would choose it.
pub(super) fn split_bones(skeleton: &Skeleton) -> Vec<String> {
    let joints: BTreeSet<u32> = skeleton.twist_drivers().iter().map(|driver| driver.joint).collect();
    let text = |joint: u32| {
        let drivers = || skeleton.twist_drivers().iter().filter(|driver| driver.joint == joint);
        let kind = drivers().next().map_or_else(TwistKind::default, |driver| driver.kind);
        // `both` has one joint more than its count.
        let count = drivers().count() as u32 - (kind.joint_count(1) - 1);
        let name = skeleton.address(joint);
        let is_plain = kind == TwistKind::End && likely_twist_kind(skeleton, joint) == kind;
        if is_plain { format!("{name}:{count}") } else { format!("{name}:{count}:{}", kind.id()) }
    };
    joints.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(model: &str, twist: &[&str]) -> Result<OpenedModel, CliError> {
        let twist = twist.iter().map(|text| text.parse().unwrap()).collect();
        let version = VersionArguments { twist, ..VersionArguments::default() };
        ModelArguments { version, ..ModelArguments::default() }.open(Path::new(model))
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
    fn the_kind_is_given_or_likely() {
        let splits = |texts: &[&str]| split_bones(&open("mannequin", texts).unwrap().asset.model.skeleton);
        assert_eq!(splits(&["forearm.L:3", "thigh.R:2"]), ["forearm.L:3", "thigh.R:2:own"]);
        assert_eq!(splits(&["forearm.L:3:end", "thigh.R:2:end"]), ["forearm.L:3", "thigh.R:2:end"]);
        assert_eq!(splits(&["upper_arm.L:8:both"]), ["upper_arm.L:8:both"]);
        let whole = "mixamorig:LeftArm:4:own".parse::<TwistText>().unwrap();
        assert_eq!((whole.joint.as_str(), whole.count, whole.kind), ("mixamorig:LeftArm", 4, Some(TwistKind::Own)));
        let plain = "mixamorig:own:4".parse::<TwistText>().unwrap();
        assert_eq!((plain.joint.as_str(), plain.count, plain.kind), ("mixamorig:own", 4, None));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for wrong in ["", "root", "forearm.L:", ":3", "forearm.L:x", "forearm.L:-1", "forearm.L:own", ":3:own", "own"] {
            assert!(wrong.parse::<TwistText>().is_err(), "{wrong}");
        }
        let text_error = "forearm.L:9".parse::<TwistText>().unwrap_err().to_string();
        assert_eq!(text_error, "a bone can have 1 to 8 twist joints, not 9");
        let kind_error = "forearm.L:3:roll".parse::<TwistText>().unwrap_err().to_string();
        assert_eq!(kind_error, "the kind of twist is end, own or both, not roll");
        let error = |twist: &str| open("mannequin", &[twist]).unwrap_err().to_string();
        assert!(error("fourarm.L:2").contains("did you mean \"forearm.L\"?"), "{}", error("fourarm.L:2"));
        assert!(error("forearm_twist.L:2").contains("already a twist joint"));
        assert!(open("bar", &["root:2:own"]).unwrap_err().to_string().contains("no joint above this one"));
    }
}
