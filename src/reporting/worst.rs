use super::painter::{Painter, shot_size};
use super::{ReportFailure, Subject};
use crate::defect_view::{ViewSearch, ViewSubject, camera_of, seen_vertex};
use crate::measure::{Figures, Measurements, StressEntry, StressMeasure, StressReport};
use crate::model::Skeleton;
use crate::posing::Mirror;
use crate::report::{Case, CaseGroup, Shot, Value, columns};
use crate::skinning::SkinningMethod;
use crate::stress::{StressCase, without_twins, worst_under_any};
use crate::work::Progress;

/// Least severity of a case that is shown. Smaller changes cannot be seen, and the viewer shows no figure for them. The
/// page mentions the limit.
const LEAST_SEVERITY: f64 = 0.025;

/// The worst joints of one defect.
pub(super) struct Chosen {
    pub measure: StressMeasure,
    /// The entries, each with the index of the method that does worst.
    pub entries: Vec<(StressEntry, usize)>,
}

/// The worst joints of each requested defect: one at least, then those that break, then others. The defects share them
/// evenly, and unused places of one defect go to the others. Defects without joints are left out.
pub(super) fn choose(subject: &Subject<'_>, found: &StressReport) -> Vec<Chosen> {
    let mirror = Mirror::of(&subject.model.skeleton);
    let top = subject.request.top;
    let ranked = |measure: StressMeasure| {
        let ranked = worst_under_any(found, measure).into_iter();
        let ranked = ranked.filter(|(entry, _)| entry.severity() >= LEAST_SEVERITY);
        let entries = without_twins(ranked, |(entry, _)| entry.node, |node| mirror.partner(node), top);
        Chosen { measure, entries }
    };
    let mut chosen: Vec<Chosen> = subject.request.measures.iter().copied().map(ranked).collect();
    // Each defect has its worst joint on the page. Then what breaks comes before what only changes.
    let breaks = |(entry, _): &&(StressEntry, usize)| entry.measure.figure().is_past_limit(entry.over_rest);
    let all: Vec<usize> = chosen.iter().map(|group| group.entries.len()).collect();
    let broken: Vec<usize> = chosen.iter().map(|group| group.entries.iter().filter(breaks).count()).collect();
    let worst: Vec<usize> = all.iter().map(|all| *all.min(&1)).collect();
    let mut taken = vec![0; chosen.len()];
    for wanted in [worst, broken, all] {
        let missing: Vec<usize> =
            wanted.iter().zip(&taken).map(|(wanted, taken)| wanted.saturating_sub(*taken)).collect();
        let left = top - taken.iter().sum::<usize>();
        taken.iter_mut().zip(shares(&missing, left)).for_each(|(taken, share)| *taken += share);
    }
    for (group, taken) in chosen.iter_mut().zip(taken) {
        group.entries.truncate(taken);
    }
    chosen.retain(|group| !group.entries.is_empty());
    chosen
}

/// Count of entries that each of several lists receives of a total: one at a time in turn, until all are taken.
fn shares(lengths: &[usize], total: usize) -> Vec<usize> {
    let mut shares = vec![0; lengths.len()];
    let mut left = total.min(lengths.iter().sum());
    while left > 0 {
        for (share, length) in shares.iter_mut().zip(lengths) {
            if *share < *length && left > 0 {
                *share += 1;
                left -= 1;
            }
        }
    }
    shares
}

/// Draws and measures the joints of one defect. `count` is the number of joints of all defects.
pub(super) fn group(
    subject: &Subject<'_>,
    chosen: &Chosen,
    count: usize,
    painter: &mut Painter<'_>,
    progress: &Progress,
) -> Result<CaseGroup, ReportFailure> {
    let size = shot_size(count, subject.request.skins.len());
    let case = |(entry, method): &(StressEntry, usize)| case(subject, (entry, *method), size, painter, progress);
    Ok(CaseGroup { measure: chosen.measure, cases: chosen.entries.iter().map(case).collect::<Result<_, _>>()? })
}

fn case(
    subject: &Subject<'_>,
    (entry, worst): (&StressEntry, usize),
    size: [u32; 2],
    painter: &mut Painter<'_>,
    progress: &Progress,
) -> Result<Case, ReportFailure> {
    let Subject { model, rest, .. } = *subject;
    let skins = subject.skins();
    let case = StressCase::of(model, rest, entry, &skins, Figures::measure);
    // One camera for all methods, so that they are comparable. It frames the skin of the first method: where a method
    // throws the skin far away, its own view would show nothing of the others.
    let view = ViewSubject { model, rest, front_yaw: subject.front_yaw };
    let camera = camera_of(&view, entry.into(), &case.pose, &case.deformed[0], size, ViewSearch::Thorough);
    let shot = |index: usize| -> Result<Shot, ReportFailure> {
        let picture = painter.shot(&case.pose, &camera, skins[index].settings, size)?;
        progress.advance(1);
        if progress.is_canceled() {
            return Err(ReportFailure::Stopped);
        }
        let deformed = &case.deformed[index];
        let at = deformed.positions[seen_vertex(&camera, rest, entry.into(), deformed) as usize].as_vec3();
        let at = camera.project(at, size).map(|at| [at.x / size[0] as f32, at.y / size[1] as f32]);
        let figures = &case.figures[index];
        let number = figures.joint.as_ref().and_then(|joint| entry.measure.value_of(joint));
        Ok(Shot {
            picture,
            mark: at.filter(|at| at.iter().all(|share| (0.0..=1.0).contains(share))),
            described: number.map_or_else(String::new, |number| entry.measure.described(number)),
            value: Value::of(entry.measure.figure(), number),
            figures: values(figures),
        })
    };
    Ok(Case {
        joint: model.skeleton.short_name(entry.node).to_owned(),
        axis: entry.axis_name(),
        degrees: entry.degrees,
        range: subject.request.turns.origin(entry.node).described(),
        set: set_of(&model.skeleton, entry),
        address: model.skeleton.address(entry.node),
        worst_under: skins[worst].settings.method,
        shots: (0..skins.len()).map(shot).collect::<Result<_, _>>()?,
    })
}

/// The turn of an entry in the syntax of `--set`.
pub(super) fn set_of(skeleton: &Skeleton, entry: &StressEntry) -> String {
    let key = entry.rotation_key();
    format!("{}:{key}={}", skeleton.address(entry.node), tidy(entry.degrees))
}

/// An angle without the rounding of a clip's range: a thousandth of a degree changes no ratio of the page.
fn tidy(degrees: f32) -> f64 {
    (f64::from(degrees) * 1e3).round() / 1e3 + 0.0
}

fn values(figures: &Figures) -> Vec<Value> {
    let measured = Measurements { figures: Some(figures), ..Measurements::default() };
    columns().into_iter().map(|column| Value::of(column.figure, column.value(&measured))).collect()
}

/// The values of a case under all methods, or under the worst and the best of many: "26% of rest under LBS and 100%
/// under DQS".
pub(super) fn in_words(case: &Case, measure: StressMeasure, methods: &[SkinningMethod]) -> String {
    const MANY: usize = 4;
    let known = methods.iter().zip(&case.shots).filter_map(|(method, shot)| Some((method, shot.value.number?)));
    let mut known: Vec<(&SkinningMethod, f64)> = known.collect();
    if known.len() > MANY {
        known.sort_by(|a, b| measure.severity(b.1).total_cmp(&measure.severity(a.1)));
        known.drain(1..known.len() - 1);
    }
    let part = |(index, (method, over_rest)): (usize, (&SkinningMethod, f64))| {
        let of = if index == 0 { " of rest" } else { "" };
        format!("{:.0}%{of} under {}", 100.0 * over_rest, method.short_name())
    };
    let parts: Vec<String> = known.into_iter().enumerate().map(part).collect();
    match parts.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => parts.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defects_share_evenly_and_leave_what_they_lack() {
        assert_eq!(shares(&[10, 10], 6), [3, 3]);
        assert_eq!(shares(&[10, 10], 5), [3, 2]);
        assert_eq!(shares(&[10, 1], 6), [5, 1]);
        assert_eq!(shares(&[0, 2], 6), [0, 2]);
        assert_eq!(shares(&[], 6), Vec::<usize>::new());
    }
}
