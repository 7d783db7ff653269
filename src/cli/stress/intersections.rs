//! `stress --intersections`: self-intersections in the worst poses, which take longer than the test itself.

use super::Outcome;
use crate::cli::fail_limits::Limited;
use crate::cli::progress_line::with_progress;
use crate::math::grouped;
use crate::measure::{Figure, RestSkin, StressEntry};
use crate::model::{Skeleton, one_line};
use crate::skinning::SkinningSettings;
use crate::stress::{IntersectedPose, StressSkin, intersections_in_worst_poses};
use crate::work::Progress;
use serde::Serialize;
use std::fmt::Write;

/// Self-intersections in the poses with the smallest sections.
pub(super) struct Intersections(Vec<IntersectedPose>);

/// A joint in its worst pose, and what goes through itself there.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct IntersectionReport {
    node: u32,
    joint: String,
    /// "rx", "ry" or "rz", in the syntax of `--set`.
    key: &'static str,
    degrees: f32,
    /// Pairs of triangles that intersect and did not at rest, for each method. Null if there are too many to count.
    self_intersections: Vec<Option<u64>>,
}

impl Intersections {
    /// Counts in the worst poses of the `top` joints that collapse most under any method.
    pub(super) fn find(outcome: &Outcome<'_>, rest: &RestSkin, skins: &[StressSkin<'_>], top: usize) -> Self {
        let find = |progress: &Progress| {
            intersections_in_worst_poses(outcome.model, rest, skins, (&outcome.found, top), progress)
        };
        // This job is never canceled.
        Self(with_progress("Self-intersections", find).unwrap_or_default())
    }

    pub(super) fn report(&self, skeleton: &Skeleton) -> Vec<IntersectionReport> {
        let report = |IntersectedPose { entry, pairs }: &IntersectedPose| IntersectionReport {
            node: entry.node,
            joint: skeleton.address(entry.node),
            key: entry.rotation_key(),
            degrees: entry.degrees,
            self_intersections: pairs.clone(),
        };
        self.0.iter().map(report).collect()
    }

    /// The numbers that can be limited. Counting gives up where there are more pairs than `triangles`.
    pub(super) fn numbers(&self, skeleton: &Skeleton, skins: &[SkinningSettings], triangles: usize) -> Vec<Limited> {
        let of_pose = |IntersectedPose { entry, pairs }: &IntersectedPose| {
            let number = |(pairs, settings): (&Option<u64>, &SkinningSettings)| Limited {
                name: Figure::SelfIntersections.id().to_owned(),
                value: pairs.map_or(triangles as f64, |pairs| pairs as f64),
                at: match pairs {
                    Some(_) => super::limits::place(entry, skeleton, settings.method),
                    None => super::limits::place(entry, skeleton, settings.method) + ", too many to count",
                },
            };
            pairs.iter().zip(skins).map(number).collect::<Vec<_>>()
        };
        self.0.iter().flat_map(of_pose).collect()
    }

    /// A line for each pose, with a column for each method.
    pub(super) fn text(&self, outcome: &Outcome<'_>) -> String {
        let label = |entry: &StressEntry| one_line(&outcome.model.skeleton.label(entry.node));
        let names = self.0.iter().map(|pose| label(&pose.entry).chars().count());
        let width = names.max().unwrap_or(0).max("joint".len());
        let heads: Vec<&str> = outcome.skins.iter().map(|settings| settings.method.short_name()).collect();
        let columns = heads.iter().map(|head| format!("  {head:>9}")).collect::<String>();
        let mut text = "\nSelf-intersections in the poses with the smallest sections, pairs of triangles\n".to_owned();
        if self.0.is_empty() {
            text.push_str("       none\n");
            return text;
        }
        let _ = writeln!(text, "  {:width$}                {columns}", "joint");
        for IntersectedPose { entry, pairs } in &self.0 {
            let joint = label(entry);
            let padding = " ".repeat(width.saturating_sub(joint.chars().count()));
            let value =
                |pairs: &Option<u64>| pairs.map_or_else(|| "too many".to_owned(), |pairs| grouped(pairs as usize));
            let values: String = pairs.iter().map(|pairs| format!("  {:>9}", value(pairs))).collect();
            let _ = writeln!(text, "  {joint}{padding}   {} {:>7.1}    {values}", entry.axis_name(), entry.degrees);
        }
        text
    }
}
