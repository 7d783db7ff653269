use crate::cli::CliError;
use crate::cli::warnings::{Warning, Warnings};
use crate::model::{JointLimits, LimitExpression, Model};
use crate::posing::{RangeOrigin, RangeSource, TurnRanges};
use crate::report::WarningCode;
use clap::Args;

/// How far a stress test turns each joint.
#[derive(Clone, Debug, Args)]
pub struct RangeArguments {
    /// Range of the joints: natural (as far as the model's clips rotate each joint; if none does, as far as --limit
    /// allows; the others by their kind, so that elbows and knees bend the right way), clips (only as far as the clips),
    /// or degrees to either side about each axis, 5 to 180.
    #[arg(long, value_name = "natural|clips|DEGREES", value_parser = str::parse::<RangeSource>, default_value_t, allow_negative_numbers = true)]
    pub range: RangeSource,
    /// Range of a joint that no clip rotates, in degrees: forearm.L:ry=-5..140. Keys: rx ry rz. May be given several
    /// times.
    #[arg(long, value_name = "JOINT:KEY=LEAST..MOST,...", value_parser = str::parse::<LimitExpression>)]
    pub limit: Vec<LimitExpression>,
}

impl RangeArguments {
    /// The ranges of a model's joints. Warns of limits that change nothing.
    ///
    /// # Errors
    /// If the range is limited to the clips and none rotates a joint, if limits are given for ranges that do not use
    /// them, or if there is no such joint.
    pub(in crate::cli) fn turns(&self, model: &Model, warnings: &mut Warnings) -> Result<TurnRanges, CliError> {
        if !self.limit.is_empty() && self.range != RangeSource::Natural {
            return Err(CliError::LimitsOfOtherRange { range: self.range.to_string() });
        }
        let limits = limits_of(&self.limit, model, JointLimits::default())?;
        let turns = TurnRanges::of(model, self.range, &limits);
        if self.range == RangeSource::Clips && turns.ranges.is_empty() {
            return Err(CliError::NoClipRange);
        }
        let of_clips = limits.iter().filter(|(node, _)| turns.origin(*node) == RangeOrigin::Clips);
        let unused = |(node, _)| {
            let joint = model.skeleton.label(node);
            let text = format!("--limit {joint}: clips rotate it, and their range counts");
            Warning::new(WarningCode::LimitUnused, text).at(joint)
        };
        warnings.tell(of_clips.map(unused));
        Ok(turns)
    }
}

/// The given limits with those of each `--limit` in order.
///
/// # Errors
/// If there is no such joint.
pub(in crate::cli) fn limits_of(
    given: &[LimitExpression],
    model: &Model,
    mut limits: JointLimits,
) -> Result<JointLimits, CliError> {
    for expression in given {
        let applied = expression.apply(&model.skeleton, &mut limits);
        applied.map_err(|(given, cause)| CliError::LimitJoint { cause, given })?;
    }
    Ok(limits)
}
