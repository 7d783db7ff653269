use super::CliError;
use crate::files::{Access, ModelSource, OpenOptions, OpenedModel, open_model_with};
use crate::mending::{EditedRig, RigEditError, RigEdits, WeightEdit};
use crate::model::{Model, Skeleton, TwistKind};
use crate::rigging::{MOST_TWIST_JOINTS, TwistSplit, likely_twist_kind};
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
    /// Edit the weights around a joint before anything else, where vertices follow it and another joint:
    /// smooth:JOINT[:TIMES] moves them by steps halfway to the mean of their neighbors, prune:JOINT:PERCENT removes
    /// influences below a percentage, limit:JOINT:COUNT keeps the heaviest ones (limit:COUNT of all vertices), and
    /// mirror:JOINT copies the joint's side of the body to the other side; release:JOINT gives the weights of its helper joints back. May be given several times; the order counts.
    #[arg(long, value_name = "EDIT:JOINT[:VALUE]", value_parser = str::parse::<WeightEdit<String>>)]
    pub weights: Vec<WeightEdit<String>>,
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

    /// The requested edits of the rig, in their order.
    ///
    /// # Errors
    /// If a joint does not exist.
    fn rig_edits(&self, skeleton: &Skeleton) -> Result<RigEdits, CliError> {
        let found = |edit: &WeightEdit<String>| {
            edit.found_in(skeleton).map_err(|cause| CliError::WeightJoint { cause, given: edit.to_string() })
        };
        let weights = self.version.weights.iter().map(found).collect::<Result<_, _>>()?;
        Ok(RigEdits { weights, twists: self.splits(skeleton)? })
    }

    /// Opens a model and edits its rig.
    ///
    /// # Errors
    /// If it cannot be opened, has no such variant, or an edit does not fit it.
    pub(super) fn open(&self, path_or_name: &Path) -> Result<OpenedModel, CliError> {
        Ok(self.open_edited(path_or_name)?.0)
    }

    /// Opens a model and edits its rig. Also returns the edits and their results.
    ///
    /// # Errors
    /// The same as `open`.
    pub(super) fn open_edited(&self, path_or_name: &Path) -> Result<(OpenedModel, RigEdits, EditedRig), CliError> {
        let mut opened = open_model_with(ModelSource::named(path_or_name), &self.options())?;
        self.check_variant(opened.asset.variant, &opened.asset.variants)?;
        let (edits, rig) = self.rig(&opened.asset.model)?;
        opened.asset.model = Arc::clone(&rig.model);
        Ok((opened, edits, rig))
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

    /// The edits of a model's rig, and their result.
    ///
    /// # Errors
    /// If a joint does not exist or an edit does not fit the model.
    pub fn rig(&self, model: &Arc<Model>) -> Result<(RigEdits, EditedRig), CliError> {
        let edits = self.rig_edits(&model.skeleton)?;
        let rig = edits.applied(model).map_err(|error| match error {
            RigEditError::Weights(cause) => CliError::Weights(cause),
            RigEditError::Twist(cause) => CliError::Twist(cause),
        })?;
        Ok((edits, rig))
    }
}

impl VersionArguments {
    /// The edits of weights as `--weights` reads them.
    pub(super) fn weights_in_words(&self) -> Vec<String> {
        self.weights.iter().map(ToString::to_string).collect()
    }

    /// Whether bones are split.
    pub(super) fn edits_bones(&self) -> bool {
        !self.twist.is_empty()
    }

    /// Whether the rig is edited.
    pub(super) fn edits_rig(&self) -> bool {
        !self.weights.is_empty() || !self.twist.is_empty()
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
    fn weights_are_edited_in_the_order_given() {
        let open = |weights: &[&str]| {
            let weights = weights.iter().map(|text| text.parse().unwrap()).collect();
            let version = VersionArguments { weights, ..VersionArguments::default() };
            ModelArguments { version, ..ModelArguments::default() }.open_edited(Path::new("mannequin"))
        };
        let largest = |weights: &[&str]| open(weights).unwrap().0.asset.model.max_influences();
        assert_eq!((largest(&["limit:2", "smooth:forearm.L:5"]), largest(&["smooth:forearm.L:5", "limit:2"])), (3, 2));
        let counts = open(&["smooth:forearm.L", "limit:9"]).unwrap().2.counts;
        assert!(counts.len() == 2 && counts[0].changed > 0 && counts[1].changed == 0, "{counts:?}");
        let error = |edit: &str| open(&[edit]).unwrap_err().to_string();
        let missing = error("mirror:fourarm.L");
        assert!(missing.starts_with("--weights mirror:fourarm.L:") && missing.contains("did you mean"), "{missing}");
        assert!(error("smooth:#61").starts_with("--weights: no skin moves with this node"), "{}", error("smooth:#61"));
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
