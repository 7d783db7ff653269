//! `skinscope bench`: how long skinning takes on this GPU under each method, compared with LBS and with copying memory.

mod arguments;
mod frames;
mod measured;
mod plot;
pub(super) mod report;
mod table;
mod tube;

use super::document::JsonDocument;
use super::plot_file::check_plot;
use super::progress_line::with_progress;
use super::provenance::{ModelReport, OptionsReport, PoseReport};
use super::text::{check_skinned, print};
use super::warnings::Warnings;
use super::{CliError, pose_model};
use crate::claims::{COST_CLAIMS, MethodShader};
use crate::gpu::timing::{Clock, MeasuredCopy, Stopwatch};
use crate::gpu::{GpuContext, GpuModel};
use crate::model::{Model, Pose};
use crate::skinning::{Antipodality, PrimitiveCenters, SkinningMethod, SkinningSettings};
use crate::viewport::{SkinToTime, SkinningBench};
use measured::Measured;
use std::sync::Arc;
use tube::Tube;

#[cfg(test)]
pub(in crate::cli) use arguments::FrameArguments;
pub use arguments::{BenchArguments, VertexCounts};

/// Meaning of the columns, for the help.
const DEFINITIONS: &str = "\
Columns:
  compute: milliseconds of the compute shader that deforms the skin and writes positions and normals, as `deform` does.
    The passes that smooth the skin for delta-mush come before and are not counted.
  drawing: milliseconds of the vertex shader that draws, for positions only, as the depth passes draw them: here into
    a depth map of 256 x 256 pixels.
  +-: half the distance between the quartiles of the rounds, in percent of the median.
  over LBS: the ratio to LBS on the same path. All cases are measured in turns, and the ratio is taken in each round.
  Mv/s: million vertices a second.
  B/vertex: bytes that must be read and written for a vertex. Joints and triangles are not counted.
  of copy: these bytes a second, in percent of the speed of a shader that only copies memory, in the same run. Data that
    fits the caches can exceed it.
  frames (with --panes): milliseconds from the first command of a frame until the GPU is done, by the wall clock, for a
    window of 1920 x 1080 with this count of panes, each under the next of the methods, while a joint turns. Nothing is
    shown or read back.

Two phases:
  if no joint has scale or shear, the methods with two phases leave the first one out. A row with \"scaled\" has it.
  One such row is always measured, because a paper's statement refers to it.

Signs:
  as-given is for the antipodality modes none, per-bone and continuous, which choose signs on the CPU.";

/// A workload to measure: a model in a pose.
struct Workload {
    model: Arc<Model>,
    pose: Pose,
    centers: Vec<PrimitiveCenters>,
    /// The tube. `None` for the file of a model.
    tube: Option<Tube>,
}

/// Makes a workload when its turn comes. Only one is in memory at a time.
type MakeWorkload = Box<dyn FnOnce() -> Result<Workload, CliError>>;

/// Everything that was measured.
struct Outcome<'a> {
    arguments: &'a BenchArguments,
    context: &'a GpuContext,
    clock: Clock,
    workloads: Vec<Measured>,
    /// The model's pose. `None` for tubes.
    pose: Option<PoseReport>,
}

pub(super) fn run(arguments: &BenchArguments) -> Result<(), CliError> {
    arguments.output.as_deref().map_or(Ok(()), check_plot)?;
    let methods = arguments.methods();
    let mut warnings = Warnings::default();
    let (context, workloads, made) = prepare(arguments, &methods, &mut warnings)?;
    context.set_full_precision(arguments.full_precision);
    let stopwatch = Stopwatch::new(&context)?;
    let copy = MeasuredCopy::new(&context)?;
    let skins = skins(arguments, &methods);
    let rounds = usize::from(arguments.rounds);
    let (measured, failure) = with_progress("Measuring", |progress| {
        progress.add_total((workloads.len() * rounds) as u64);
        let measure = |make: MakeWorkload| {
            let workload = make()?;
            let Workload { model, pose, centers, tube } = &workload;
            let mut uploaded = GpuModel::for_measuring(&context, model, progress)?;
            uploaded.set_centers(centers);
            let instruments = (&context, &stopwatch, &copy);
            let mut bench = SkinningBench::new(instruments, &uploaded, pose, &skins, progress)?;
            for _ in 0..rounds {
                bench.run_round(progress)?;
                progress.advance(1);
            }
            let frames = frames::measure(&context, &workload, arguments)?;
            Ok(Measured {
                tube: *tube,
                name: model.name.clone(),
                triangles: model.triangle_count(),
                joints: model.skins.iter().map(|skin| skin.joints.len()).sum(),
                max_influences: model.max_influences(),
                is_packed: uploaded.is_packed(),
                times: bench.times().clone(),
                frames,
            })
        };
        until_failure(workloads.into_iter().map(measure))
    });
    // Results before a failure took their time, and are shown.
    let failure = match failure {
        Some(failure) if measured.is_empty() => return Err(failure),
        failure => failure,
    };
    let (model, pose) = made.unzip();
    let outcome = Outcome { arguments, context: &context, clock: stopwatch.clock(), workloads: measured, pose };
    if arguments.json {
        let report = report::BenchReport::new(&outcome, OptionsReport::of(&arguments.pose()));
        print(&JsonDocument::new(model, report, warnings.all()).pretty()?)?;
    } else {
        print(&table::text(&outcome))?;
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    arguments.output.as_deref().map_or(Ok(()), |output| plot::write(output, &outcome))
}

/// The device, the workloads to measure on it, and the reports of the model and its pose.
type Prepared = (GpuContext, Vec<MakeWorkload>, Option<(ModelReport, PoseReport)>);

fn prepare(
    arguments: &BenchArguments,
    methods: &[SkinningMethod],
    warnings: &mut Warnings,
) -> Result<Prepared, CliError> {
    let device = || pollster::block_on(GpuContext::headless());
    let Some(path) = &arguments.model else {
        let make = |tube| Box::new(move || workload_of(tube)) as MakeWorkload;
        return Ok((device()?, tubes(arguments).into_iter().map(make).collect(), None));
    };
    let opened = arguments.pose().opening.open(path)?;
    let posed = pose_model(&opened, &arguments.pose())?;
    *warnings = Warnings::of(&opened, &posed);
    let made = (ModelReport::of(&opened), PoseReport::of(&opened, &posed, &arguments.pose()));
    let model = posed.model;
    check_skinned(&model, path)?;
    // Opened before the centers, which may take minutes.
    let context = device()?;
    let centers = super::centers::centers_for(&model, methods, &arguments.pose().centers);
    let workload = Workload { model, pose: posed.pose, centers, tube: None };
    Ok((context, vec![Box::new(move || Ok(workload))], Some(made)))
}

/// All results before the first failure, and that failure.
fn until_failure<T, E>(results: impl Iterator<Item = Result<T, E>>) -> (Vec<T>, Option<E>) {
    let mut done = Vec::new();
    for result in results {
        match result {
            Ok(result) => done.push(result),
            Err(failure) => return (done, Some(failure)),
        }
    }
    (done, None)
}

/// Every requested number of vertices with every number of influences.
fn tubes(arguments: &BenchArguments) -> Vec<Tube> {
    let mut tubes = Vec::new();
    for &vertices in arguments.tube.vertices.iter().flat_map(|VertexCounts(counts)| counts) {
        for &influences in &arguments.tube.influences {
            let tube = Tube { vertices, joints: arguments.tube.joints, influences, scaled: arguments.tube.scaled };
            if !tubes.contains(&tube) {
                tubes.push(tube);
            }
        }
    }
    tubes
}

fn workload_of(tube: Tube) -> Result<Workload, CliError> {
    let model = tube.model()?;
    Ok(Workload { pose: tube.pose(&model), centers: tube.centers(&model), tube: Some(tube), model })
}

/// Each method with every way to choose signs in its shader, or with the chosen one. After these, the shaders with a
/// first phase to which the papers' sentences refer, whether or not the pose needs one.
fn skins(arguments: &BenchArguments, methods: &[SkinningMethod]) -> Vec<SkinToTime> {
    // One of the modes for each of the shader's ways.
    const WAYS: [Antipodality; 3] = [Antipodality::None, Antipodality::PerVertex, Antipodality::RunningSum];
    let mut skins: Vec<SkinningSettings> = Vec::new();
    for &method in methods {
        let own = arguments.pose().skinning(method);
        if arguments.pose().blending.antipodality.is_none() && method.blends_quaternions() {
            skins.extend(WAYS.map(|mode| SkinningSettings { chosen_antipodality: Some(mode), ..own }));
        } else {
            skins.push(own);
        }
    }
    let of_papers: Vec<MethodShader> =
        COST_CLAIMS.iter().flat_map(|claim| claim.ours).map(|&(first, _)| first).collect();
    let with_first_phase = |settings: &&SkinningSettings| {
        let shader = MethodShader::of(**settings, false);
        shader.poses() == "scaled" && of_papers.contains(&shader)
    };
    let first_phases = skins.iter().filter(with_first_phase);
    let first_phases = first_phases.map(|&settings| SkinToTime { settings, with_first_phase: true });
    skins.iter().map(|&settings| settings.into()).chain(first_phases).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_before_a_failure_is_kept() {
        let results = |failing: usize| (0..4).map(move |index| if index == failing { Err(index) } else { Ok(index) });
        assert_eq!(until_failure(results(2)), (vec![0, 1], Some(2)));
        assert_eq!(until_failure(results(9)), (vec![0, 1, 2, 3], None));
    }
}
