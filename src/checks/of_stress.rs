use super::found::{Found, vertex};
use super::{Place, Rule, Rules};
use crate::centers::{CenterParts, CenterPath, CenterSettings, compute_centers_with};
use crate::measure::{RestSkin, StressEntry};
use crate::model::{JointLimits, Model, one_line};
use crate::posing::{JointKind, TurnRanges, joint_kinds};
use crate::skinning::{PrimitiveCenters, SkinningSettings};
use crate::stress::{StressSkin, intersections_in_worst_poses, stress_model};
use crate::work::Progress;
use std::sync::Arc;

/// Count of worst poses in which intersections are counted.
const INTERSECTED_POSES: usize = 4;

/// What the methods of the rules need of a model. `None` if canceled.
pub(super) fn centers_of(rules: &Rules, model: &Arc<Model>, progress: &Progress) -> Option<Vec<PrimitiveCenters>> {
    match rules.methods.iter().filter_map(|&method| CenterParts::of_method(method)).max() {
        Some(parts) => {
            let settings = CenterSettings::default();
            compute_centers_with(model, &settings, parts, CenterPath::Fast, progress)
                .map(|centers| centers.of_primitives)
        }
        None => Some(vec![PrimitiveCenters::default(); model.primitives.len()]),
    }
}

/// The methods of the rules, ready to deform.
pub(super) fn skins<'a>(rules: &Rules, centers: &'a [PrimitiveCenters]) -> Vec<StressSkin<'a>> {
    let skin = |&method| StressSkin { settings: SkinningSettings { method, ..SkinningSettings::default() }, centers };
    rules.methods.iter().map(skin).collect()
}

/// Turns every joint, as by `stress`. `None` if canceled.
pub(super) fn numbers(
    rules: &Rules,
    model: &Arc<Model>,
    rest: &RestSkin,
    skins: &[StressSkin<'_>],
    counts_intersections: bool,
    progress: &Progress,
) -> Option<Vec<Found>> {
    let turns = TurnRanges::of(model, rules.range, &JointLimits::default());
    let stress = stress_model(model, rest, skins, &turns.ranges, progress)?;
    let kinds = joint_kinds(&model.skeleton);
    let mut found = Vec::new();
    for joint in &stress.joints {
        for (worst, &method) in joint.worst.iter().zip(&rules.methods) {
            found.extend(worst.iter().flatten().map(|entry| Found {
                rule: Rule::of_stress(entry.measure),
                value: entry.over_rest,
                kind: kinds.get(entry.node as usize).copied(),
                place: place(model, &kinds, entry, method.id()),
            }));
        }
    }
    if counts_intersections {
        let most = (&stress, INTERSECTED_POSES);
        for pose in intersections_in_worst_poses(model, rest, skins, most, progress)? {
            for (pairs, method) in pose.pairs.iter().zip(&rules.methods) {
                let mut place = Place { vertex: None, ..place(model, &kinds, &pose.entry, method.id()) };
                // Counting gives up where all triangles lie in one place: there are more pairs than triangles.
                let least = rest.surface.triangles.len() as u64;
                if pairs.is_none() && least > 0 {
                    place.at += ", too many to count";
                }
                found.push(Found { place, ..Found::of_file(Rule::SelfIntersections, pairs.unwrap_or(least) as f64) });
            }
        }
    }
    Some(found)
}

fn place(model: &Model, kinds: &[JointKind], entry: &StressEntry, method: &str) -> Place {
    let skeleton = &model.skeleton;
    let key = entry.rotation_key();
    let kind = kinds.get(entry.node as usize).map(|kind| kind.name().to_owned());
    Place {
        at: format!(
            "at {} with {} {:.0} degrees under {method}",
            one_line(&skeleton.label(entry.node)),
            entry.axis_name(),
            entry.degrees
        ),
        joint: Some(skeleton.address(entry.node)),
        kind,
        set: Some(format!("{}:{key}={}", skeleton.address(entry.node), entry.degrees)),
        method: Some(method.to_owned()),
        vertex: vertex(entry.vertex_id),
        ..Place::default()
    }
}
