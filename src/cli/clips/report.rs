use super::Outcome;
use crate::cli::document::{OneModel, ReportKind};
use crate::cli::fail_limits::LimitReport;
use crate::cli::model_arguments::split_bones;
use crate::cli::provenance::{CPU, OptionsReport, TimesReport};
use crate::measure::StressMeasure;
use crate::model::Skeleton;
use crate::skinning::SkinningSettings;
use crate::stress::{ClipCheck, ClipEntry, ClipSkin, Flip, Snap};
use serde::Serialize;
use std::collections::BTreeMap;

/// The output of `clips --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct ClipsReport<'a> {
    /// Clips are always checked on the CPU.
    adapter: &'static str,
    options: OptionsReport,
    name: &'a str,
    /// Edits of weights, as `--weights` reads them.
    weights: Vec<String>,
    /// Bones split among twist joints, as `--twist` names them.
    twist: Vec<String>,
    frames_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<TimesReport>,
    /// The limits of `--fail-under` and `--fail-over`.
    limits: Vec<LimitReport>,
    /// The clips, in the requested order.
    clips: Vec<ClipReport<'a>>,
}

impl ReportKind for ClipsReport<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_clips";
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ClipReport<'a> {
    name: &'a str,
    index: usize,
    /// Times of the frames.
    seconds: &'a [f32],
    /// Count of frames in which costly figures were measured.
    costly_frames: usize,
    /// Joints that turn much farther from one frame to the next than before and after.
    snaps: Vec<SnapReport>,
    /// Results of the methods, in the requested order.
    methods: Vec<MethodReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SnapReport {
    node: u32,
    joint: String,
    seconds: f32,
    degrees: f64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MethodReport {
    method: &'static str,
    /// Antipodality mode. Null if the method does not blend quaternions.
    antipodality: Option<&'static str>,
    /// The worst frame of each joint that collapses, worst first.
    collapse: Vec<EntryReport>,
    bulge: Vec<EntryReport>,
    stretch: Vec<EntryReport>,
    /// Vertices that jump, by time.
    flips: Vec<FlipReport>,
    /// A value for each frame, by its name. Null where nothing was measured.
    frames: BTreeMap<String, Vec<Option<f64>>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct EntryReport {
    node: u32,
    joint: String,
    /// The figure over rest: below 1 for a collapse, otherwise above 1.
    over_rest: f64,
    seconds: f32,
    /// Index of the primitive in node order, including rigid ones.
    primitive: u32,
    /// Index in accessor order of the vertex with this value.
    vertex: u32,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FlipReport {
    /// The two joints between which the skin flips.
    joints: [String; 2],
    /// Angle between them.
    degrees_apart: f64,
    seconds: f32,
    /// Whether the skin jumps at one instant. Otherwise it whips around between two frames. Null beyond the 100 largest of
    /// a clip, whose times are those of the frames before.
    instant: Option<bool>,
    /// Count of vertices.
    vertices: usize,
    /// Largest move, over the extent.
    distance: f64,
    /// Index of the primitive in node order of the vertex that moves farthest.
    primitive: u32,
    /// Index of that vertex in accessor order.
    vertex: u32,
}

impl<'a> ClipsReport<'a> {
    /// Report of an outcome. `times` says whether it contains values that differ from run to run.
    pub(super) fn new(outcome: &'a Outcome<'a>, options: OptionsReport, limits: Vec<LimitReport>, times: bool) -> Self {
        let Outcome { model, weights, frames_per_second, skins, found, milliseconds } = outcome;
        let skeleton = &model.skeleton;
        let clip = |found: &'a ClipCheck| ClipReport {
            name: &model.clips[found.clip].name,
            index: found.clip,
            seconds: &found.seconds,
            costly_frames: found.costly_frames,
            snaps: found.snaps.iter().map(|snap| SnapReport::new(skeleton, snap)).collect(),
            methods: found.skins.iter().zip(skins).map(|pair| MethodReport::new(skeleton, found, pair)).collect(),
        };
        Self {
            adapter: CPU,
            options,
            name: &model.name,
            weights: weights.clone(),
            twist: split_bones(skeleton),
            frames_per_second: *frames_per_second,
            times: times.then(|| TimesReport::new(*milliseconds, None)),
            limits,
            clips: found.iter().map(clip).collect(),
        }
    }
}

impl SnapReport {
    fn new(skeleton: &Skeleton, &Snap { node, seconds, degrees, .. }: &Snap) -> Self {
        Self { node, joint: skeleton.address(node), seconds, degrees }
    }
}

impl MethodReport {
    fn new(skeleton: &Skeleton, found: &ClipCheck, (skin, settings): (&ClipSkin, &SkinningSettings)) -> Self {
        let list = |measure| skin.ranked(measure).iter().map(|entry| EntryReport::new(skeleton, entry)).collect();
        let column = |value: &dyn Fn(usize) -> Option<f64>| (0..skin.frames.len()).map(value).collect::<Vec<_>>();
        let mut frames = BTreeMap::new();
        for measure in StressMeasure::ALL {
            let worst = |frame: usize| skin.frames[frame].worst[measure as usize].map(|entry| entry.over_rest);
            frames.insert(measure.id().to_owned(), column(&worst));
        }
        for (index, reading) in found.readings.iter().enumerate() {
            frames.insert(reading.id(), column(&|frame| skin.frames[frame].values[index]));
        }
        if settings.method.blends_quaternions() {
            let signs = |frame: usize| skin.frames[frame].signs_changed.map(|count| count as f64);
            frames.insert("signs_changed".to_owned(), column(&signs));
        }
        Self {
            method: settings.method.id(),
            antipodality: settings.method.blends_quaternions().then(|| settings.antipodality().id()),
            collapse: list(StressMeasure::Collapse),
            bulge: list(StressMeasure::Bulge),
            stretch: list(StressMeasure::Stretch),
            flips: skin.flips.iter().map(|flip| FlipReport::new(skeleton, flip)).collect(),
            frames,
        }
    }
}

impl EntryReport {
    fn new(skeleton: &Skeleton, entry: &ClipEntry) -> Self {
        Self {
            node: entry.node,
            joint: skeleton.address(entry.node),
            over_rest: entry.over_rest,
            seconds: entry.seconds,
            primitive: entry.vertex_id.primitive,
            vertex: entry.vertex_id.vertex,
        }
    }
}

impl FlipReport {
    fn new(skeleton: &Skeleton, flip: &Flip) -> Self {
        Self {
            joints: flip.nodes.map(|node| skeleton.address(node)),
            degrees_apart: flip.degrees_apart,
            seconds: flip.seconds,
            instant: flip.is_instant,
            vertices: flip.vertices,
            distance: flip.distance,
            primitive: flip.vertex_id.primitive,
            vertex: flip.vertex_id.vertex,
        }
    }
}
