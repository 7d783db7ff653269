use super::Outcome;
use super::frames::FrameTimes;
use super::measured::{Comparison, Measured, shader};
use crate::claims::MethodShader;
use crate::cli::document::{OneModel, ReportKind};
use crate::cli::provenance::{OptionsReport, PoseReport};
use crate::gpu::timing::{Clock, Spread};
use crate::viewport::{SkinTimes, SkinningPath, SkinningTimes};
use serde::Serialize;

/// The output of `bench --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct BenchReport<'a> {
    adapter: &'a str,
    /// "vulkan", "metal", "dx12" or "gl".
    backend: &'static str,
    driver: String,
    /// Whether the GPU is emulated on the CPU.
    software: bool,
    /// "timestamps" or "wall-clock".
    clock: &'static str,
    rounds: u16,
    /// The model's pose. Null for tubes.
    pose: Option<&'a PoseReport>,
    options: OptionsReport,
    workloads: Vec<WorkloadReport<'a>>,
    /// Comparisons with the papers. Null if nothing was measured.
    comparisons: Option<ComparisonsReport>,
}

impl ReportKind for BenchReport<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_bench";
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ComparisonsReport {
    /// Vertices of the workload that is compared.
    vertices: usize,
    max_influences: usize,
    rows: Vec<ComparisonReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ComparisonReport {
    /// Addresses of the claims that state the comparison.
    claims: &'static [&'static str],
    source: String,
    quote: &'static str,
    /// The ratio that the paper states, in a few words.
    claimed: &'static str,
    /// Shader whose time is divided by the time of the second one.
    first: ShaderReport,
    second: ShaderReport,
    compute: Option<SpreadReport>,
    drawing: Option<SpreadReport>,
}

/// One of a method's shaders.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ShaderReport {
    method: &'static str,
    /// Choice of signs: "as-given", "per-vertex" or "running-sum". Null if the method blends no quaternions.
    signs: Option<&'static str>,
    /// Poses that it serves: "rigid" or "scaled". Null if one shader serves both.
    poses: Option<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WorkloadReport<'a> {
    name: &'a str,
    vertices: usize,
    triangles: usize,
    joints: usize,
    max_influences: usize,
    /// Whether the joints of a tube are scaled. Null for a model.
    scaled: Option<bool>,
    /// Whether vertices are packed into 32 bytes.
    packed: bool,
    /// Bytes read and written per second by a shader that only copies. Null if the clock did not move.
    copy_bytes_per_second: Option<SpreadReport>,
    /// Size in bytes of the buffers that are copied.
    copy_set_bytes: u64,
    cases: Vec<CaseReport>,
    /// Frames without a window, for every requested number of panes.
    frames: Vec<FrameReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FrameReport {
    panes: usize,
    /// Width and height of each pane, in pixels.
    pane_size: [u32; 2],
    milliseconds: Option<SpreadReport>,
}

impl From<&FrameTimes> for FrameReport {
    fn from(FrameTimes { panes, size, times }: &FrameTimes) -> Self {
        let milliseconds = times.spread().map(|times| SpreadReport::new(times, 1e3));
        Self { panes: *panes, pane_size: *size, milliseconds }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CaseReport {
    #[serde(flatten)]
    shader: ShaderReport,
    compute: PathReport,
    drawing: PathReport,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PathReport {
    milliseconds: Option<SpreadReport>,
    over_lbs: Option<SpreadReport>,
    vertices_per_second: Option<f64>,
    bytes_per_vertex: f64,
    share_of_copy: Option<f64>,
}

/// Median and quartiles.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SpreadReport {
    low: f64,
    median: f64,
    high: f64,
}

impl SpreadReport {
    fn new(Spread { low, median, high }: Spread, factor: f64) -> Self {
        Self { low: low * factor, median: median * factor, high: high * factor }
    }
}

impl<'a> BenchReport<'a> {
    pub(super) fn new(outcome: &'a Outcome<'_>, options: OptionsReport) -> Self {
        let info = &outcome.context.adapter_info;
        Self {
            adapter: &info.name,
            backend: info.backend.to_str(),
            driver: [info.driver.as_str(), info.driver_info.as_str()].join(" ").trim().to_owned(),
            software: outcome.context.is_software(),
            clock: match outcome.clock {
                Clock::Timestamps => "timestamps",
                Clock::WallClock => "wall-clock",
            },
            rounds: outcome.arguments.rounds,
            pose: outcome.pose.as_ref(),
            options,
            workloads: outcome.workloads.iter().map(WorkloadReport::new).collect(),
            comparisons: Measured::compared(&outcome.workloads).map(ComparisonsReport::new),
        }
    }
}

impl<'a> WorkloadReport<'a> {
    fn new(measured: &'a Measured) -> Self {
        Self {
            name: &measured.name,
            vertices: measured.times.vertices,
            triangles: measured.triangles,
            joints: measured.joints,
            max_influences: measured.max_influences,
            scaled: measured.tube.map(|tube| tube.scaled),
            packed: measured.is_packed,
            copy_bytes_per_second: measured.times.copy_speed().map(|copy| SpreadReport::new(copy, 1.0)),
            copy_set_bytes: measured.times.copy_set_bytes,
            cases: measured.times.skins.iter().map(|skin| CaseReport::new(&measured.times, skin)).collect(),
            frames: measured.frames.iter().map(FrameReport::from).collect(),
        }
    }
}

impl ComparisonsReport {
    fn new(measured: &Measured) -> Self {
        let row = |Comparison { claim, shaders: [first, second], ratios }| {
            let [compute, drawing] = ratios.map(|ratio| ratio.map(|ratio| SpreadReport::new(ratio, 1.0)));
            ComparisonReport {
                claims: claim.claims,
                source: claim.source(),
                quote: claim.quote(),
                claimed: claim.ratio,
                first: ShaderReport::new(first),
                second: ShaderReport::new(second),
                compute,
                drawing,
            }
        };
        Self {
            vertices: measured.times.vertices,
            max_influences: measured.max_influences,
            rows: measured.comparisons().into_iter().map(row).collect(),
        }
    }
}

impl ShaderReport {
    fn new(shader: MethodShader) -> Self {
        let named = |name: &'static str, none: &str| (name != none).then_some(name);
        Self { method: shader.method.id(), signs: named(shader.signs(), "-"), poses: named(shader.poses(), "any") }
    }
}

impl CaseReport {
    fn new(times: &SkinningTimes, skin: &SkinTimes) -> Self {
        let path = |path: SkinningPath| {
            let own = &skin.paths[path as usize];
            PathReport {
                milliseconds: own.times.spread().map(|times| SpreadReport::new(times, 1e3)),
                over_lbs: times.over_lbs(skin, path).map(|ratio| SpreadReport::new(ratio, 1.0)),
                vertices_per_second: times.vertices_per_second(own),
                bytes_per_vertex: own.vertex_bytes,
                share_of_copy: times.share_of_copy(own),
            }
        };
        Self {
            shader: ShaderReport::new(shader(skin)),
            compute: path(SkinningPath::Compute),
            drawing: path(SkinningPath::Drawing),
        }
    }
}
