use super::Remedy;
use crate::baking::{BakePose, BakeRequest, Drive, HelperCount, Look, PoseCounts, bake_look, helpable_joints};
use crate::centers::{CenterSettings, Centers, update_centers};
use crate::measure::{
    PosedPositions, RestSkin, StressEntry, StressMeasure, StressRanges, StressTest, VertexId, stress_pose,
};
use crate::model::{Model, Pose, PoseOverrides};
use crate::rigging::{HelperJoints, MOST_HELPERS, TwistSplit, bone_for_twist_of, split_of, with_twist_joints};
use crate::skinning::{PrimitiveCenters, SkinningMethod, SkinningSettings, VertexSelection};
use crate::stress::StressSkin;
use crate::work::Progress;
use glam::DVec3;

/// Part of a joint's severity that a remedy must take away to be one. Less cannot be seen.
pub const LEAST_GAIN: f64 = 0.1;

/// Severity that one more joint must take away: a hundredth of the radius.
const WORTH_A_JOINT: f64 = 0.01;

/// Largest number of influences with helper joints: one set of joints and weights, which every program reads.
pub const ONE_SET: usize = 4;

/// Number of twist joints that are tried. Four keep 99 % of a radius at half a turn.
const MOST_TRIED: u32 = 4;

/// A joint to mend.
#[derive(Clone, Copy, Debug)]
pub struct FindingRequest<'a> {
    /// The model without the splits.
    pub source: &'a Model,
    /// The bones that are split in `model`.
    pub splits: &'a [TwistSplit],
    /// The model as it is, in its default shape.
    pub model: &'a Model,
    /// The rest state of `model`.
    pub rest: &'a RestSkin,
    /// The joint.
    pub joint: u32,
    /// The method that shows the defect.
    pub skin: StressSkin<'a>,
    /// All centers of rotation of `model`, those of `skin` among them, and their settings. `None` if the method needs none.
    pub centers: Option<(&'a Centers, CenterSettings)>,
    /// The ranges in which joints turn.
    pub ranges: &'a StressRanges,
    /// The defect.
    pub measure: StressMeasure,
}

/// The worst of a joint, and what mends it.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The joint in its worst pose.
    pub worst: StressEntry,
    /// The remedies, each with the joint in the pose that is then its worst. The most effective comes first. Empty if
    /// nothing helps, or if the worst is no defect.
    pub remedies: Vec<(Remedy, StressEntry)>,
}

/// Finds what mends a joint. Every remedy is applied to a copy of the model, and the joint is turned through its ranges again.
///
/// Twist joints are tried under any method. Where it needs centers of rotation, those that the split weights move are
/// computed again. Helper joints are tried under linear blending, for which they are made. Of each kind, the fewest joints are taken after which one more
/// takes away less than a hundredth. The skin is measured where it blends across the joint now and, with twist joints, also
/// where it blends then; the worse of both counts.
///
/// `None` if canceled, or if nothing is measured at the joint: it bends no skin, or no range turns it.
pub fn find_remedies(request: &FindingRequest<'_>, progress: &Progress) -> Option<Finding> {
    let FindingRequest { model, joint, skin, measure, .. } = *request;
    let worst = worst_in(request, model, skin.centers, progress)?;
    let mut finding = Finding { worst, remedies: Vec::new() };
    if !measure.is_defect(worst.over_rest) {
        return Some(finding);
    }
    // Centers of the split weights follow from those of the model.
    let lacks_centers = skin.settings.method.needs_centers() && request.centers.is_none();
    let twists = if lacks_centers { Vec::new() } else { twist_remedies(model, joint) };
    // Not needed where nothing can have helpers.
    let fitted = std::cell::OnceCell::new();
    let fitted = || {
        let poses = fitted.get_or_init(|| BakePose::within(model, request.ranges, PoseCounts::FITTED, 1));
        poses.as_slice()
    };
    let tried = [
        fewest(twists, progress, |remedy| of_twist(request, remedy, progress)),
        // Helper joints are made for linear blending, and cannot help where something else is blended.
        match skin.settings.method {
            SkinningMethod::Lbs => fewest(helper_remedies(model, joint), progress, |remedy| {
                of_helpers(request, remedy, fitted(), progress)
            }),
            _ => None,
        },
    ];
    if progress.is_canceled() {
        return None;
    }
    let helps = |(_, after): &(Remedy, StressEntry)| after.severity() <= (1.0 - LEAST_GAIN) * worst.severity();
    finding.remedies = tried.into_iter().flatten().filter(helps).collect();
    finding.remedies.sort_by(|(_, a), (_, b)| a.severity().total_cmp(&b.severity()));
    Some(finding)
}

/// The twist joints to try, from few to many.
fn twist_remedies(model: &Model, joint: u32) -> Vec<Remedy> {
    let Some((bone, kind)) = bone_for_twist_of(model, joint) else { return Vec::new() };
    let present = split_of(&model.skeleton, bone).map_or(0, |split| split.count);
    (present + 1..=MOST_TRIED).map(|count| Remedy::Twist(TwistSplit { joint: bone, count, kind })).collect()
}

/// The helper joints to try, from few to many.
fn helper_remedies(model: &Model, joint: u32) -> Vec<Remedy> {
    if !helpable_joints(model).contains(&joint) {
        return Vec::new();
    }
    (1..=MOST_HELPERS).map(|count| Remedy::Helpers(HelperJoints { joint, count })).collect()
}

/// The first of the remedies after which the next ones take away too little to be worth their joints.
fn fewest(
    remedies: Vec<Remedy>,
    progress: &Progress,
    mut after: impl FnMut(Remedy) -> Option<StressEntry>,
) -> Option<(Remedy, StressEntry)> {
    let mut taken: Option<(Remedy, StressEntry)> = None;
    for (more, remedy) in (1..).zip(remedies) {
        if progress.is_canceled() {
            return None;
        }
        let Some(entry) = after(remedy) else { continue };
        let worth = |(_, before): &(Remedy, StressEntry)| before.severity() - entry.severity() >= WORTH_A_JOINT;
        if taken.as_ref().is_none_or(worth) {
            taken = Some((remedy, entry));
        } else if more > 2 {
            break;
        }
    }
    taken
}

pub(super) fn of_twist(request: &FindingRequest<'_>, remedy: Remedy, progress: &Progress) -> Option<StressEntry> {
    let Remedy::Twist(split) = remedy else { return None };
    let others = request.splits.iter().filter(|other| other.joint != split.joint).copied();
    let splits: Vec<TwistSplit> = others.chain([split]).collect();
    // A bone that cannot be split has no such remedy.
    let split = with_twist_joints(request.source, &splits).ok()?;
    // Where the skin blends now, and where it blends then.
    let centers = match request.centers {
        Some((centers, settings)) => {
            Some(update_centers(&split, request.model, centers, &settings, &progress.uncounted_part())?)
        }
        None => None,
    };
    let centers = centers.as_ref().map_or(&[][..], |centers| &centers.of_primitives);
    let now = worst_in(request, &split, centers, progress)?;
    let then = worst_where_it_blends(request, &split, centers, progress);
    Some(then.filter(|then| then.severity() > now.severity()).unwrap_or(now))
}

fn of_helpers(
    request: &FindingRequest<'_>,
    remedy: Remedy,
    fitted: &[BakePose],
    progress: &Progress,
) -> Option<StressEntry> {
    let Remedy::Helpers(helpers) = remedy else { return None };
    let FindingRequest { model, joint, .. } = *request;
    let settings = SkinningSettings { method: SkinningMethod::TwoPhaseDqs, ..SkinningSettings::default() };
    let bake = BakeRequest {
        model,
        look: Look { settings, centers: &[] },
        joints: &[joint],
        helpers: HelperCount::Each(helpers.count),
        drive: Drive::Constraints,
        most_influences: ONE_SET,
        fitted,
        judged: &[],
    };
    // A skin with too many joints has no such remedy.
    let baked = bake_look(&bake, &progress.uncounted_part()).ok()??;
    worst_in(request, &baked.model, &[], progress)
}

/// The joint's worst in a changed model, measured where the skin of the requested one blends. Both have the same vertices,
/// and the added nodes follow others and come last.
fn worst_in(
    request: &FindingRequest<'_>,
    changed: &Model,
    centers: &[PrimitiveCenters],
    progress: &Progress,
) -> Option<StressEntry> {
    worst(request, (request.model, request.rest), (changed, centers), progress)
}

/// The joint's worst in a changed model, measured where its own skin blends.
fn worst_where_it_blends(
    request: &FindingRequest<'_>,
    changed: &Model,
    centers: &[PrimitiveCenters],
    progress: &Progress,
) -> Option<StressEntry> {
    worst(request, (changed, &RestSkin::of(changed)), (changed, centers), progress)
}

/// The joint's worst in the skin of one model, with its centers, measured in the rest state of another that has all or fewer
/// of its nodes.
fn worst(
    request: &FindingRequest<'_>,
    (measured, rest): (&Model, &RestSkin),
    (changed, centers): (&Model, &[PrimitiveCenters]),
    progress: &Progress,
) -> Option<StressEntry> {
    let FindingRequest { joint, skin, ranges, measure, .. } = *request;
    let deform = |vertex_ids: &[VertexId]| -> Box<PosedPositions<'_>> {
        let selection = VertexSelection::new(changed, vertex_ids.iter().map(|id| (id.primitive, id.vertex)));
        let at_rest = Pose::rest(&changed.skeleton);
        let is_driven: Vec<bool> =
            (0..changed.skeleton.len() as u32).map(|node| changed.skeleton.is_driven(node)).collect();
        Box::new(move |pose| {
            let mut own = at_rest.clone();
            let of_file = own.joints.iter_mut().zip(&pose.joints).zip(&is_driven);
            // Twist joints of another split are at other places.
            of_file.filter(|(_, is_driven)| !**is_driven).for_each(|((own, posed), _)| *own = *posed);
            // Turns the joints that follow others.
            PoseOverrides::default().apply(&changed.skeleton, &mut own);
            let palettes = selection.palettes(&own, skin.settings);
            let positions = selection.positions(&palettes, skin.settings, centers);
            vec![positions.unwrap_or_else(|_| vec![DVec3::NAN; selection.len()])]
        })
    };
    let pose = |node, axis, degrees| stress_pose(measured, node, axis, degrees).1;
    let scale_kinds = &[skin.settings.scale_kind];
    let test = StressTest { model: measured, rest, ranges, pose: &pose, scale_kinds };
    let found = test.run_joint(joint, &deform, &progress.uncounted_part())?;
    found.worst.first()?[measure as usize]
}
