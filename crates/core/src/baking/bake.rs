use super::motions::{ROUNDS, with_motions};
use super::{BakePose, BakeReport, FitCounts, Look, fit_look, helpable_joints, judge_look, judge_morphed};
use crate::model::Model;
use crate::rigging::{HelperError, HelperJoints, MOST_HELPERS, helper_nodes, with_helper_joints};
use crate::skinning::MissingInput;
use crate::work::Progress;
use std::str::FromStr;

/// Number of helpers of each joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HelperCount {
    /// The same for each joint, 0 to [`MOST_HELPERS`].
    Each(u32),
    /// As many as a joint needs.
    Auto {
        /// Largest distance from the look, as a fraction of the extent, below which a joint gets no more helpers.
        aim: f64,
        /// The least share of the remaining largest distance that a further helper must take away.
        least_gain: f64,
    },
}

/// The aim if none is given: two pixels of a picture of a thousand.
pub const DEFAULT_AIM: f64 = 0.002;

/// The least gain if none is given. Where three joints meet, a helper takes about this share.
pub const DEFAULT_GAIN: f64 = 0.1;

/// The text is not a number of helpers.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("write auto, or a number of helper joints from 0 to {MOST_HELPERS}")]
pub struct HelperCountError;

impl FromStr for HelperCount {
    type Err = HelperCountError;

    fn from_str(text: &str) -> Result<Self, HelperCountError> {
        if text == "auto" {
            return Ok(Self::default());
        }
        let count = text.parse().ok().filter(|count| *count <= MOST_HELPERS);
        count.map(Self::Each).ok_or(HelperCountError)
    }
}

impl Default for HelperCount {
    fn default() -> Self {
        Self::Auto { aim: DEFAULT_AIM, least_gain: DEFAULT_GAIN }
    }
}

/// What moves the helper joints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drive {
    /// Parts of their joint's turn, by a constraint: in any pose.
    #[default]
    Constraints,
    /// Keys of their own, fitted to each clip: nearer to the look there, and still in all other poses.
    Clips,
}

impl Drive {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Constraints, Self::Clips];

    /// The name in commands.
    pub fn id(self) -> &'static str {
        match self {
            Self::Constraints => "constraints",
            Self::Clips => "clips",
        }
    }
}

/// Everything that decides a bake.
#[derive(Clone, Copy, Debug)]
pub struct BakeRequest<'a> {
    /// The model, in its default shape.
    pub model: &'a Model,
    /// The look to imitate.
    pub look: Look<'a>,
    /// The joints that may get helpers, of those that can use them ([`helpable_joints`]).
    pub joints: &'a [u32],
    /// Helpers of each joint.
    pub helpers: HelperCount,
    /// What moves them. For [`Drive::Clips`], what is fitted must be keys of clips
    /// ([`BakePose::fitted_and_judged_in_clips`]).
    pub drive: Drive,
    /// Largest number of influences of a vertex that is fitted.
    pub most_influences: usize,
    /// The poses to fit.
    pub fitted: &'a [BakePose],
    /// Other poses, in which the result is judged.
    pub judged: &'a [BakePose],
}

/// A baked rig.
#[derive(Clone, Debug)]
pub struct Baked {
    /// The model with its helpers and its new weights. Nodes and vertices of the source have their indices.
    pub model: Model,
    /// The helpers, by joint.
    pub helpers: Vec<HelperJoints>,
    /// What the fit did.
    pub counts: FitCounts,
    /// Distances from the look before and after.
    pub report: BakeReport,
}

impl Baked {
    /// The number of helpers of a joint.
    pub fn helpers_of(&self, joint: u32) -> u32 {
        self.helpers.iter().find(|helpers| helpers.joint == joint).map_or(0, |helpers| helpers.count)
    }

    /// The number of helpers of all joints.
    pub fn helper_count(&self) -> usize {
        self.helpers.iter().map(|helpers| helpers.count as usize).sum()
    }
}

/// Reason why a look cannot be baked.
#[derive(Debug, thiserror::Error)]
pub enum BakeError {
    /// The look needs centers of rotation that are missing.
    #[error(transparent)]
    Look(#[from] MissingInput),
    /// A joint cannot have helpers.
    #[error(transparent)]
    Helpers(#[from] HelperError),
}

/// Turns the look of a skinning method into a rig for linear blending: adds helper joints and fits the weights. `None` if
/// canceled.
///
/// # Errors
/// If the look lacks centers of rotation, or a skin would have too many joints.
pub fn bake_look(request: &BakeRequest<'_>, progress: &Progress) -> Result<Option<Baked>, BakeError> {
    let (rounds, keys) = match request.drive {
        Drive::Clips => (ROUNDS, BakePose::keys_of_clips(request.model).len()),
        Drive::Constraints => (0, 0),
    };
    let bake = |fitted: usize| ((1 + rounds) * fitted + keys + request.judged.len()) as u64;
    let trials = match request.helpers {
        HelperCount::Auto { .. } => u64::from(MOST_HELPERS) * bake(fewer(request.fitted).count()),
        HelperCount::Each(_) => 0,
    };
    progress.add_total(trials + bake(request.fitted.len()));
    let helpers = match request.helpers {
        HelperCount::Each(count) => same_for_all(request, count),
        HelperCount::Auto { aim, least_gain } => match as_needed(request, aim, least_gain, progress)? {
            Some(helpers) => helpers,
            None => return Ok(None),
        },
    };
    let Some(mut baked) = with_helpers(request, helpers, progress)? else { return Ok(None) };
    let BakeRequest { model, look, judged, .. } = *request;
    baked.report.morphed = judge_morphed(model, &baked.model, look, judged, progress)?;
    Ok((!progress.is_canceled()).then_some(baked))
}

fn able(request: &BakeRequest<'_>) -> Vec<u32> {
    let mut able = helpable_joints(request.model);
    able.retain(|joint| request.joints.contains(joint));
    able
}

fn same_for_all(request: &BakeRequest<'_>, count: u32) -> Vec<HelperJoints> {
    if count == 0 {
        return Vec::new();
    }
    able(request).into_iter().map(|joint| HelperJoints { joint, count }).collect()
}

/// Half of the poses in which one joint turns alone, with those at the far end, and all others: enough to choose by.
fn fewer(poses: &[BakePose]) -> impl Iterator<Item = &BakePose> {
    let of_joint = |poses: &'_ [BakePose]| {
        let count = poses.len();
        // Two of four, so that no axis is left out where they take turns.
        (0..count).filter(move |index| ((count - 1 - index) / 2).is_multiple_of(2))
    };
    let groups = poses.chunk_by(|a, b| a.joint.is_some() && a.joint == b.joint);
    groups.flat_map(move |group| of_joint(group).map(move |index| &group[index]))
}

/// Bakes with every number of helpers, and takes for each joint the smallest that is enough, or after which more gain too
/// little.
fn as_needed(
    request: &BakeRequest<'_>,
    aim: f64,
    least_gain: f64,
    progress: &Progress,
) -> Result<Option<Vec<HelperJoints>>, BakeError> {
    let fitted: Vec<BakePose> = fewer(request.fitted).cloned().collect();
    let trial = BakeRequest { fitted: &fitted, ..*request };
    let mut reports = Vec::new();
    for count in 1..=MOST_HELPERS {
        let Some(baked) = with_helpers(&trial, same_for_all(request, count), progress)? else { return Ok(None) };
        reports.push(baked.report);
    }
    let needed = |joint: u32| {
        // A joint at which no vertex was judged has the distances of all.
        let largest = |count: u32| {
            let report = &reports[count.max(1) as usize - 1];
            let judged = report.of_joints.get(&joint).unwrap_or(&report.together);
            // New weights alone gain nothing.
            if count == 0 { judged.before.largest } else { judged.after.largest }
        };
        let mut enough = 0;
        for count in 1..=MOST_HELPERS {
            let (before, after) = (largest(enough), largest(count));
            if before > aim && after < (1.0 - least_gain * f64::from(count - enough)) * before {
                enough = count;
            }
        }
        enough
    };
    let helpers = able(request).into_iter().map(|joint| HelperJoints { joint, count: needed(joint) });
    Ok(Some(helpers.filter(|helpers| helpers.count > 0).collect()))
}

fn with_helpers(
    request: &BakeRequest<'_>,
    helpers: Vec<HelperJoints>,
    progress: &Progress,
) -> Result<Option<Baked>, BakeError> {
    let BakeRequest { model, look, fitted, judged, most_influences, .. } = *request;
    let mut helped = with_helper_joints(model, &helpers)?;
    let nodes = helper_nodes(&helped.skeleton);
    if request.drive == Drive::Clips {
        let moved = with_motions(model, &helped, &nodes, (look, fitted), most_influences, progress)?;
        let Some(moved) = moved else { return Ok(None) };
        helped = moved;
    }
    let fit = fit_look(model, &helped, &nodes, look, fitted, most_influences, progress)?;
    let Some((baked, counts)) = fit else { return Ok(None) };
    let report = judge_look(model, &baked, look, judged, progress)?;
    Ok(report.map(|report| Baked { model: baked, helpers, counts, report }))
}
