//! What to do about the kinds of joints that break.

use super::worst::set_of;
use super::{ReportFailure, Subject};
use crate::measure::{StressEntry, StressMeasure, StressReport, StressRow};
use crate::mending::{FindingRequest, Remedy, find_remedies};
use crate::posing::{JointKind, Mirror, joint_kinds};
use crate::report::{Gain, Verdict, VerdictValue};
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::stress::{StressSkin, stress_model};
use crate::work::Progress;

/// Most kinds of joints that a page tells of.
const MOST: usize = 8;

/// Count of the worst kinds of which a page says what would mend them. Each takes seconds.
const MENDED: usize = 4;

/// The joints of one kind by one measure: their name, and the worst of each method.
struct Kind {
    name: String,
    row: StressRow,
}

/// The verdicts on the kinds of joints that break under a method, worst first.
pub(super) fn of_kinds(
    subject: &Subject<'_>,
    found: &StressReport,
    progress: &Progress,
) -> Result<Vec<Verdict>, ReportFailure> {
    let plain = StressSkin { settings: SkinningSettings::default(), centers: &[] };
    let mut methods = subject.request.methods();
    let mut found = found.clone();
    if !methods.contains(&SkinningMethod::Lbs) {
        progress.begin_stage("stress test of LBS", 0);
        let of_lbs = stress_model(subject.model, subject.rest, &[plain], &subject.request.turns.ranges, progress);
        let of_lbs = of_lbs.ok_or(ReportFailure::Stopped)?;
        // The same joints are turned, in the same order.
        for (joint, lbs) in found.joints.iter_mut().zip(of_lbs.joints) {
            joint.worst.extend(lbs.worst);
        }
        methods.push(SkinningMethod::Lbs);
    }
    let mut kinds: Vec<(Kind, StressMeasure, (usize, StressEntry))> = Vec::new();
    for &measure in &subject.request.measures {
        let broken = kinds_of(subject, &found, measure).into_iter().filter_map(|kind| {
            let worst = kind.row.worst()?;
            measure.figure().is_past_limit(worst.1.over_rest).then_some((kind, measure, worst))
        });
        kinds.extend(broken);
    }
    kinds.sort_by(|(_, _, (_, a)), (_, _, (_, b))| b.severity().total_cmp(&a.severity()));
    kinds.truncate(MOST);
    progress.begin_stage("remedies", kinds.len() as u64);
    let verdict = |(rank, (kind, measure, worst)): (usize, (Kind, StressMeasure, (usize, StressEntry)))| {
        let mends = rank < MENDED;
        let verdict = verdict(subject, (kind, measure, worst), (&methods, plain), mends, progress);
        progress.advance(1);
        if progress.is_canceled() { Err(ReportFailure::Stopped) } else { Ok(verdict) }
    };
    kinds.into_iter().enumerate().filter_map(|kind| verdict(kind).transpose()).collect()
}

/// The joints with a defect by their kinds, worst first. Joints whose names tell nothing are a kind of their own, with
/// their other side.
fn kinds_of(subject: &Subject<'_>, found: &StressReport, measure: StressMeasure) -> Vec<Kind> {
    let skeleton = &subject.model.skeleton;
    let (of_node, mirror) = (joint_kinds(skeleton), Mirror::of(skeleton));
    let name = |node: u32| match of_node.get(node as usize) {
        None | Some(JointKind::Unknown | JointKind::Loose | JointKind::Face) => {
            let first = mirror.partner(node).map_or(node, |partner| partner.min(node));
            skeleton.short_name(first).to_owned()
        }
        Some(kind) => capital(kind.name()),
    };
    let mut kinds: Vec<Kind> = Vec::new();
    for row in found.table(measure, None) {
        let name = name(row.node);
        match kinds.iter_mut().find(|kind| kind.name == name) {
            Some(kind) => kind.row = StressRow::of_all([&kind.row, &row].into_iter()).unwrap_or(row),
            None => kinds.push(Kind { name, row }),
        }
    }
    kinds
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn verdict(
    subject: &Subject<'_>,
    (Kind { name, row }, measure, worst): (Kind, StressMeasure, (usize, StressEntry)),
    (methods, plain): (&[SkinningMethod], StressSkin<'_>),
    mends: bool,
    progress: &Progress,
) -> Option<Verdict> {
    let model = subject.model;
    let skeleton = &model.skeleton;
    let value = |(method, entry): (usize, StressEntry)| VerdictValue {
        method: methods[method],
        over_rest: entry.over_rest,
        joint: skeleton.short_name(entry.node).to_owned(),
        set: set_of(skeleton, &entry),
    };
    let known = || row.cells.iter().enumerate().filter_map(|(method, cell)| Some((method, (*cell)?)));
    let best = known().reduce(|best, other| if best.1.is_worse_than(&other.1) { other } else { best })?;
    let lbs = known().find(|(method, _)| methods[*method] == SkinningMethod::Lbs);
    let to_mend = lbs.filter(|(_, entry)| mends && measure.figure().is_past_limit(entry.over_rest));
    let gains = to_mend.and_then(|(_, entry)| {
        let request = FindingRequest {
            source: subject.request.source.in_default_shape(),
            splits: &subject.request.splits,
            model,
            rest: subject.rest,
            joint: entry.node,
            skin: plain,
            centers: None,
            ranges: &subject.request.turns.ranges,
            measure,
        };
        let splits = &subject.request.splits;
        let found = find_remedies(&request, &progress.uncounted_part())?;
        let gain = |(remedy, after): &(Remedy, StressEntry)| Gain {
            joints: remedy.joints_in_words(),
            flags: remedy.in_flags(skeleton),
            replaces: remedy.split().is_some_and(|new| splits.iter().any(|split| split.joint == new.joint)),
            over_rest: after.over_rest,
        };
        Some(found.remedies.iter().map(gain).collect())
    });
    Some(Verdict { kind: name, measure, worst: value(worst), best: value(best), lbs: lbs.map(value), gains })
}

/// The worst value of all measures in one sentence, for a page on which nothing breaks.
pub(super) fn worst_of_all(subject: &Subject<'_>, found: &StressReport) -> String {
    let of_measure = |measure| found.table(measure, None).first().and_then(StressRow::worst);
    let worst = subject.request.measures.iter().filter_map(|&measure| of_measure(measure));
    let worst = worst.max_by(|(_, a), (_, b)| a.severity().total_cmp(&b.severity()));
    worst.map_or_else(
        || "Nothing changes by 0.5% or more.".to_owned(),
        |(method, entry)| {
            let joint = subject.model.skeleton.short_name(entry.node);
            let method = subject.request.skins.get(method).map_or("", |skin| skin.method.short_name());
            format!("The worst is {} at {joint} under {method}.", entry.measure.described(entry.over_rest))
        },
    )
}
