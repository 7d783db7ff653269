use super::flips::{FlipFrame, flips};
use super::frames::frame_times;
use super::signs::SignedTurns;
use super::snaps::snaps;
use super::{ClipCheck, ClipEntry, ClipFrame, ClipSkin};
use crate::measure::{
    DeformedSkin, Figure, Figures, Measurements, PosedBones, Reading, RestSkin, Scope, StressJoint, StressMeasure,
};
use crate::model::{Model, Pose, PoseOverrides, ScaleKind};
use crate::skinning::JointPalette;
use crate::stress::{StressSkin, deform_all};
use crate::work::{Progress, map_each};

/// Everything that decides what is checked in a clip.
#[derive(Clone, Copy, Debug)]
pub struct ClipRequest<'a> {
    /// Index of the clip in the model.
    pub clip: usize,
    /// What is posed on top of the clip.
    pub overrides: &'a PoseOverrides,
    /// Frames in a second, above 0.
    pub frames_per_second: f32,
    /// The figures of the whole skin to measure in every frame; others than those of [`Scope::Skin`] have no values.
    pub figures: &'a [Figure],
    /// Number of frames, evenly through the clip, in which costly figures are measured ([`Figure::is_costly`]). In the
    /// others they have no value.
    pub costly_frames: usize,
    /// Whether to count the signs that change ([`ClipFrame::signs_changed`]), which takes another palette for each frame.
    pub counts_signs: bool,
}

/// Checks clips of a model under some methods. What is the same for all clips is prepared once.
pub struct ClipChecker<'a> {
    model: &'a Model,
    rest: &'a RestSkin,
    skins: &'a [StressSkin<'a>],
    joints: Vec<(u32, StressJoint)>,
}

/// Frames that one thread checks in a row. It measures the one before, too, so fewer would cost more.
const FRAMES_IN_A_ROW: usize = 8;

/// Most rows of a clip, each of which keeps the worst of every joint until all are done.
const MOST_ROWS: usize = 200;

/// Most flips of a clip and method of which the time is searched for, largest first.
const MOST_LOCATED: usize = 100;

impl<'a> ClipChecker<'a> {
    /// Prepares all joints that bend skin. `rest` is the model's in its default shape.
    pub fn new(model: &'a Model, rest: &'a RestSkin, skins: &'a [StressSkin<'a>]) -> Self {
        let nodes: Vec<u32> = (0..model.skeleton.len() as u32).filter(|node| rest.is_joint(*node)).collect();
        let joint = |index: usize| Some((nodes[index], StressJoint::of(rest, &model.skeleton, nodes[index])?));
        let joints = map_each(nodes.len(), joint).into_iter().flatten().collect();
        Self { model, rest, skins, joints }
    }

    /// Number of frames of a request, which is its part of the progress. 0 if there is no such clip.
    pub fn frame_count(&self, request: &ClipRequest<'_>) -> usize {
        self.times(request).map_or(0, |times| times.len())
    }

    fn times(&self, request: &ClipRequest<'_>) -> Option<Vec<f32>> {
        let clip = self.model.clips.get(request.clip)?;
        Some(frame_times(clip.duration_seconds, request.frames_per_second))
    }

    /// Checks one clip. `None` if canceled, or if there is no such clip.
    ///
    /// The cost of a frame is that of skinning the model under all methods, plus that of the stress test's figures at
    /// every joint.
    pub fn check(&self, request: &ClipRequest<'_>, progress: &Progress) -> Option<ClipCheck> {
        let Self { model, rest, .. } = *self;
        let clip = model.clips.get(request.clip)?;
        let seconds = self.times(request)?;
        let pose = |seconds: f32| {
            let mut pose = Pose::rest(&model.skeleton);
            clip.sample(seconds, &mut pose);
            request.overrides.apply(&model.skeleton, &mut pose);
            // What morph targets do, and a demonstration on the whole mesh, is not what skinning does.
            Pose { morph_weights: model.skeleton.rest_morph_weights(), whole_mesh: None, ..pose }
        };
        let is_wanted = |reading: &Reading| request.figures.contains(&reading.figure);
        let readings: Vec<Reading> = Figure::readings_of([Scope::Skin]).filter(is_wanted).collect();
        let is_costly = readings.iter().any(|reading| reading.figure.is_costly());
        let costly_frames = if is_costly { request.costly_frames.min(seconds.len()) } else { 0 };
        let is_costly_frame = |frame: usize| {
            // The first of each of so many parts.
            let part = |frame: usize| frame * costly_frames / seconds.len();
            costly_frames > 0 && (frame == 0 || part(frame) != part(frame - 1))
        };
        let run = Run { checker: self, request, readings: &readings, seconds: &seconds, pose: &pose };
        let in_a_row = FRAMES_IN_A_ROW.max(seconds.len().div_ceil(MOST_ROWS));
        let rows = map_each(seconds.len().div_ceil(in_a_row), |row| {
            let first = row * in_a_row;
            run.frames(first..(first + in_a_row).min(seconds.len()), &is_costly_frame, progress)
        });
        let rows = rows.into_iter().collect::<Option<Vec<Vec<ClipSkin>>>>()?;
        let mut skins = vec![ClipSkin::default(); self.skins.len()];
        for row in rows {
            for (skin, more) in skins.iter_mut().zip(row) {
                skin.append(more);
            }
        }
        for (skin, of) in skins.iter_mut().zip(self.skins) {
            let mut order: Vec<usize> = (0..skin.flips.len()).collect();
            order.sort_by(|a, b| skin.flips[*b].distance.total_cmp(&skin.flips[*a].distance));
            for index in order.into_iter().take(MOST_LOCATED) {
                if progress.is_canceled() {
                    return None;
                }
                let flip = skin.flips[index];
                skin.flips[index] =
                    flip.located((model, rest), of, [seconds[flip.frame], seconds[flip.frame + 1]], pose);
            }
        }
        let snaps = snaps(&model.skeleton, rest, (clip, request.overrides), progress)?;
        let costly_frames = (0..seconds.len()).filter(|frame| is_costly_frame(*frame)).count();
        Some(ClipCheck { clip: request.clip, seconds, readings, skins, snaps, costly_frames })
    }
}

impl ClipSkin {
    /// Adds later frames.
    fn append(&mut self, more: Self) {
        self.frames.extend(more.frames);
        self.flips.extend(more.flips);
        if self.joints.is_empty() {
            self.joints = more.joints;
            return;
        }
        for (joint, more) in self.joints.iter_mut().zip(more.joints) {
            for (worst, other) in joint.iter_mut().zip(more) {
                *worst = ClipEntry::worse(*worst, other);
            }
        }
    }
}

/// One check of one clip.
struct Run<'a, P: Fn(f32) -> Pose + Sync> {
    checker: &'a ClipChecker<'a>,
    request: &'a ClipRequest<'a>,
    readings: &'a [Reading],
    seconds: &'a [f32],
    pose: &'a P,
}

/// A frame under all methods.
struct Deformed {
    /// By the meaning of scale.
    bones: Vec<(ScaleKind, PosedBones)>,
    skins: Vec<DeformedSkin>,
    signs: Vec<Option<SignedTurns>>,
}

impl Deformed {
    fn bones(&self, kind: ScaleKind) -> &PosedBones {
        let own = self.bones.iter().find(|(other, _)| *other == kind);
        &own.unwrap_or(&self.bones[0]).1
    }
}

impl<P: Fn(f32) -> Pose + Sync> Run<'_, P> {
    /// The frames of a range, one after the other. `None` if canceled.
    fn frames(
        &self,
        range: std::ops::Range<usize>,
        is_costly_frame: &impl Fn(usize) -> bool,
        progress: &Progress,
    ) -> Option<Vec<ClipSkin>> {
        let ClipChecker { model, rest, skins, ref joints } = *self.checker;
        let mut found = vec![ClipSkin { joints: vec![[None; 3]; joints.len()], ..ClipSkin::default() }; skins.len()];
        let mut before = range.start.checked_sub(1).map(|frame| self.deformed(frame));
        for frame in range {
            if progress.is_canceled() {
                return None;
            }
            let now = self.deformed(frame);
            for (index, skin) in skins.iter().enumerate() {
                let (bones, deformed) = (now.bones(skin.settings.scale_kind), &now.skins[index]);
                let mut own =
                    ClipFrame { values: self.values(deformed, bones, is_costly_frame(frame)), ..ClipFrame::default() };
                for (&(node, ref joint), worst_of_joint) in joints.iter().zip(&mut found[index].joints) {
                    for (found, measure) in
                        joint.measure(rest, deformed, bones, None).into_iter().zip(StressMeasure::ALL)
                    {
                        let entry = found.map(|(over_rest, vertex)| ClipEntry {
                            node,
                            measure,
                            frame,
                            seconds: self.seconds[frame],
                            over_rest,
                            vertex_id: rest.surface.id_of(vertex),
                        });
                        for worst in [&mut worst_of_joint[measure as usize], &mut own.worst[measure as usize]] {
                            *worst = ClipEntry::worse(*worst, entry);
                        }
                    }
                }
                if let Some(before) = &before {
                    let pair = [before, &now].map(|frame| FlipFrame {
                        skin: &frame.skins[index],
                        bones: frame.bones(skin.settings.scale_kind),
                    });
                    found[index].flips.extend(flips(rest, (frame - 1, self.seconds[frame - 1]), &pair[0], &pair[1]));
                    let signs = now.signs[index].as_ref().zip(before.signs[index].as_ref());
                    own.signs_changed = signs.map(|(now, before)| now.changed_from(model, before));
                } else {
                    own.signs_changed = now.signs[index].as_ref().map(|_| 0);
                }
                found[index].frames.push(own);
            }
            before = Some(now);
            progress.advance(1);
        }
        Some(found)
    }

    fn deformed(&self, frame: usize) -> Deformed {
        let ClipChecker { model, rest, skins, .. } = *self.checker;
        let pose = (self.pose)(self.seconds[frame]);
        let surface = &rest.surface;
        let mut bones: Vec<(ScaleKind, PosedBones)> = Vec::new();
        for kind in skins.iter().map(|skin| skin.settings.scale_kind) {
            if bones.iter().all(|(other, _)| *other != kind) {
                bones.push((kind, rest.bones.posed(model, &pose, kind)));
            }
        }
        let signs = |skin: &StressSkin<'_>| {
            let is_wanted = self.request.counts_signs && skin.settings.method.blends_quaternions();
            is_wanted
                .then(|| JointPalette::all(model, &pose, skin.settings))
                .and_then(|palettes| SignedTurns::of(model, &palettes, skin.settings))
        };
        Deformed {
            bones,
            skins: skins.iter().map(|skin| deform_all(model, surface, &pose, skin)).collect(),
            signs: skins.iter().map(signs).collect(),
        }
    }

    /// The values of the readings in a frame.
    fn values(&self, skin: &DeformedSkin, bones: &PosedBones, with_costly: bool) -> Vec<Option<f64>> {
        let is_wanted = |figure: &Figure| with_costly || !figure.is_costly();
        let wanted: Vec<Figure> = self.request.figures.iter().copied().filter(is_wanted).collect();
        let figures = Figures::measure_some(self.checker.rest, &wanted, skin, bones);
        let measured = Measurements { figures: Some(&figures), ..Measurements::default() };
        self.readings
            .iter()
            .map(|reading| is_wanted(&reading.figure).then(|| reading.value(&measured)).flatten())
            .collect()
    }
}
