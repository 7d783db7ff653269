use super::found::{Found, vertex};
use super::{Place, Rule, Rules};
use crate::measure::RestSkin;
use crate::model::{Model, PoseOverrides, clip_label, one_line};
use crate::posing::{JointKind, joint_kinds};
use crate::stress::{ClipCheck, ClipChecker, ClipRequest, ClipSkin, StressSkin};
use crate::work::Progress;
use std::sync::Arc;

/// Plays every clip, as by `clips`. `None` if canceled.
pub(super) fn numbers(
    rules: &Rules,
    model: &Arc<Model>,
    rest: &RestSkin,
    skins: &[StressSkin<'_>],
    progress: &Progress,
) -> Option<Vec<Found>> {
    let checker = ClipChecker::new(model, rest, skins);
    let kinds = joint_kinds(&model.skeleton);
    let overrides = PoseOverrides::default();
    let mut found = Vec::new();
    for clip in 0..model.clips.len() {
        let request = ClipRequest {
            clip,
            overrides: &overrides,
            frames_per_second: rules.frames_per_second as f32,
            figures: &[],
            costly_frames: 0,
            counts_signs: false,
        };
        let checked = checker.check(&request, progress)?;
        found.push(snaps(model, &checked));
        for (skin, method) in checked.skins.iter().zip(&rules.methods) {
            found.extend(of_skin(model, &kinds, (clip, skin), method.id()));
        }
    }
    Some(found)
}

fn snaps(model: &Model, checked: &ClipCheck) -> Found {
    let clip = clip_label(&model.clips, checked.clip);
    let place = match checked.snaps.first() {
        Some(snap) => Place {
            at: format!(
                "in {clip}, first at {:.2} s: {} turns {:.0} degrees",
                snap.seconds,
                one_line(&model.skeleton.label(snap.node)),
                snap.degrees
            ),
            joint: Some(model.skeleton.address(snap.node)),
            clip: Some(checked.clip),
            seconds: Some(snap.seconds),
            ..Place::default()
        },
        None => Place::default(),
    };
    Found { place, ..Found::count(Rule::Snaps, checked.snaps.len()) }
}

fn of_skin(model: &Model, kinds: &[JointKind], (clip, skin): (usize, &ClipSkin), method: &str) -> Vec<Found> {
    let name = clip_label(&model.clips, clip);
    let in_clip = Place { clip: Some(clip), method: Some(method.to_owned()), ..Place::default() };
    let flips = match skin.flips.first() {
        Some(flip) => Place {
            at: format!(
                "in {name} under {method}, first at {:.2} s between {} and {}",
                flip.seconds,
                one_line(&model.skeleton.label(flip.nodes[0])),
                one_line(&model.skeleton.label(flip.nodes[1]))
            ),
            joint: Some(model.skeleton.address(flip.nodes[0])),
            seconds: Some(flip.seconds),
            vertex: vertex(flip.vertex_id),
            ..in_clip.clone()
        },
        None => Place::default(),
    };
    let mut found = vec![Found { place: flips, ..Found::count(Rule::Flips, skin.flips.len()) }];
    found.extend(skin.joints.iter().flatten().flatten().map(|entry| Found {
        rule: Rule::of_clip(entry.measure),
        value: entry.over_rest,
        kind: kinds.get(entry.node as usize).copied(),
        place: Place {
            at: format!(
                "at {} in {name} at {:.2} s under {method}",
                one_line(&model.skeleton.label(entry.node)),
                entry.seconds
            ),
            joint: Some(model.skeleton.address(entry.node)),
            kind: kinds.get(entry.node as usize).map(|kind| kind.name().to_owned()),
            seconds: Some(entry.seconds),
            vertex: vertex(entry.vertex_id),
            ..in_clip.clone()
        },
    }));
    found
}
