//! Centers of rotation for methods that need them, computed or from the cache, and the command that reports them.

use super::CliError;
use super::arguments::{CenterSearch, CentersArguments, SearchArguments};
use super::center_space::{CenterSpace, PrimitivePoints, SkinFrames, primitive_points, skin_frames};
use super::document::{JsonDocument, OneModel, ReportKind};
use super::given_flags::GivenFlags;
use super::output::{Messages, check_ending, write_output};
use super::progress_line::with_progress;
use super::provenance::{ModelReport, TimesReport};
use super::shared_arguments::CenterArguments;
use super::warnings::Warnings;
use crate::centers::{
    BreadthFirst, BreadthFirstCenters, CenterParts, CenterPath, CenterSettings, Centers, SearchErrors,
    breadth_first_centers, breadth_first_triangles,
};
use crate::export;
use crate::files::CenterOrigin;
use crate::gpu::GpuModel;
use crate::math::counted;
use crate::model::Model;
use crate::skinning::{PrimitiveCenters, SkinningMethod};
use crate::work::Progress;
use clap::Args;
use serde::Serialize;
use std::time::Instant;

/// The centers of every primitive. Empty if no method needs them. If a method needs the model's moments, the model has them
/// afterward.
pub(super) fn centers_for(
    model: &Model,
    methods: &[SkinningMethod],
    arguments: &CenterArguments,
) -> Vec<PrimitiveCenters> {
    if methods.iter().any(|method| method.reads_moments()) && !model.has_moments() {
        with_progress("Surroundings", |progress| arguments.store().moments(model, progress));
    }
    match methods.iter().filter_map(|&method| CenterParts::of_method(method)).max() {
        Some(parts) => compute(model, arguments, parts, CenterPath::Fast).0.of_primitives,
        None => vec![PrimitiveCenters::default(); model.primitives.len()],
    }
}

fn compute(
    model: &Model,
    arguments: &CenterArguments,
    parts: CenterParts,
    path: CenterPath,
) -> (Centers, CenterOrigin) {
    let store = arguments.store();
    let rest = || (Centers::at_rest(model, parts), CenterOrigin::Computed);
    let centers = |progress: &Progress| store.centers(model, &arguments.settings(), parts, path, progress);
    // This job is never canceled.
    with_progress("Centers of rotation", centers).unwrap_or_else(rest)
}

/// Adds the centers of rotation if a method needs them, as [`centers_for`] computes them.
pub(super) fn with_centers(
    mut gpu_model: GpuModel,
    methods: &[SkinningMethod],
    arguments: &CenterArguments,
) -> GpuModel {
    let centers = centers_for(&gpu_model.model(), methods, arguments);
    if methods.iter().any(|method| method.needs_centers()) {
        gpu_model.set_centers(&centers);
    }
    gpu_model
}

/// The output of `centers --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CentersReport<'a> {
    name: &'a str,
    /// The frame of the points in the file.
    space: CenterSpace,
    /// Primitives whose vertices the file has, in its order.
    primitives: Vec<PrimitivePoints<'a>>,
    skins: Vec<SkinFrames<'a>>,
    sigma: f64,
    epsilon: f64,
    similarity: &'static str,
    /// Whether every triangle was summed with every vertex.
    exact: bool,
    /// Search for similar triangles: "exact" or "breadth-first".
    search: &'static str,
    /// Parameters of a breadth-first search, and how far its centers lie from the exact ones.
    breadth_first: Option<SearchReport>,
    vertices: usize,
    /// Vertices with more than one influence.
    blended_vertices: usize,
    /// Count of computed sums: one for all vertices with the same weights.
    different_weights: usize,
    /// Vertices that the fast sum left to a sum triangle by triangle.
    summed_one_by_one: usize,
    /// Blended vertices that no triangle is similar to. They stay in position, as under LBS.
    without_center: usize,
    /// Time to compute the centers or to read the cache. With a breadth-first search: time for the exact sum, the
    /// search and their comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<TimesReport>,
    /// Longest distance of a blended vertex from its center, in scene units.
    largest_distance: f32,
}

impl ReportKind for CentersReport<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_centers";
    const VERSION: u32 = 2;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SearchReport {
    omega: f64,
    cut_off: f64,
    /// Largest distance from the exact centers, in scene units, over the vertices that have one.
    largest_distance_to_exact: f32,
    median_distance_to_exact: f32,
    /// Vertices with an exact center for which the search found none.
    lost_centers: usize,
    /// Vertices near in weights at which the searches started, over all different weights.
    seeds: usize,
    /// Seeds at which a search ended at once, because all their triangles are below the cut-off.
    lost_seeds: usize,
    /// Distances of weights that were taken to find the seeds, and how many there would be without clusters.
    distances: usize,
    distances_without_clusters: usize,
}

impl SearchReport {
    fn new(options: BreadthFirst, errors: SearchErrors) -> Self {
        let BreadthFirst { omega, cut_off } = options;
        let SearchErrors { largest, median, lost_centers, seeds, lost_seeds, .. } = errors;
        let SearchErrors { distances, distances_without_clusters, .. } = errors;
        Self {
            omega,
            cut_off,
            largest_distance_to_exact: largest,
            median_distance_to_exact: median,
            lost_centers,
            seeds,
            lost_seeds,
            distances,
            distances_without_clusters,
        }
    }
}

/// The options of the paper's search, or `None` for the exact sum.
fn search_options(arguments: &CentersArguments) -> Option<BreadthFirst> {
    let SearchArguments { omega, cut_off } = arguments.breadth_first;
    let default = BreadthFirst::default();
    let options = BreadthFirst { omega: omega.unwrap_or(default.omega), cut_off: cut_off.unwrap_or(default.cut_off) };
    (arguments.search == CenterSearch::BreadthFirst).then_some(options)
}

impl CentersArguments {
    /// Refuses flags that would change nothing.
    ///
    /// # Errors
    /// If such flags are given.
    pub(super) fn check_flags(&self, given: &GivenFlags) -> Result<(), CliError> {
        match given.among(&[SearchArguments::group_id]) {
            Some(flags) if self.search != CenterSearch::BreadthFirst => Err(CliError::FlagsOfSearch { flags }),
            _ => Ok(()),
        }
    }
}

/// Most triangles that are searched. The search keeps all small ones in memory, at about 250 bytes each.
const MOST_SEARCHED_TRIANGLES: u64 = 8_000_000;

fn search(model: &Model, arguments: &CenterArguments, options: BreadthFirst) -> Result<BreadthFirstCenters, CliError> {
    let triangles = breadth_first_triangles(model, &arguments.settings());
    if triangles > MOST_SEARCHED_TRIANGLES {
        let epsilon = arguments.similarity.epsilon;
        return Err(CliError::SearchTooLarge { triangles, most: MOST_SEARCHED_TRIANGLES, epsilon });
    }
    let found = with_progress("Centers of rotation", |progress| {
        breadth_first_centers(model, &arguments.settings(), options, progress)
    });
    // This job is never canceled.
    Ok(found.unwrap_or_else(|| BreadthFirstCenters {
        centers: Centers::at_rest(model, CenterParts::Points),
        errors: SearchErrors::default(),
    }))
}

pub(super) fn run(arguments: &CentersArguments) -> Result<(), CliError> {
    if let Some(path) = &arguments.output {
        check_ending(path, "npy", "*.npy")?;
    }
    let options = search_options(arguments);
    let messages = Messages::beside(arguments.output.as_deref());
    let opened = arguments.opening.open(&arguments.model)?;
    let warnings = Warnings::of_file(&opened);
    let model = &opened.asset.model;
    if !model.has_skin() {
        return Err(CliError::NothingSkinned);
    }
    let path = if arguments.exact { CenterPath::BruteForce } else { CenterPath::Fast };
    let started = Instant::now();
    let (centers, origin, breadth_first) = match options {
        Some(options) => {
            let BreadthFirstCenters { centers, errors } = search(model, &arguments.centers, options)?;
            (centers, CenterOrigin::Computed, Some(SearchReport::new(options, errors)))
        }
        None => {
            let (centers, origin) = compute(model, &arguments.centers, CenterParts::Points, path);
            (centers, origin, None)
        }
    };
    let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
    let times = TimesReport::new(milliseconds, Some(origin == CenterOrigin::Cache));
    if let Some(path) = &arguments.output {
        write_output(path, &export::write_positions_npy(&arguments.space.points(model, &centers.of_primitives)))?;
    }
    let CenterSettings { sigma, epsilon, similarity } = arguments.centers.settings();
    let report = CentersReport {
        name: &model.name,
        space: arguments.space,
        primitives: primitive_points(model),
        skins: skin_frames(model),
        sigma,
        epsilon,
        similarity: similarity.id(),
        exact: arguments.exact,
        search: if breadth_first.is_some() { "breadth-first" } else { "exact" },
        breadth_first,
        vertices: centers.counts.vertices,
        blended_vertices: centers.counts.blended,
        different_weights: centers.counts.sums,
        summed_one_by_one: centers.counts.summed_one_by_one,
        without_center: centers.counts.without_center,
        times: (!arguments.no_times).then_some(times),
        largest_distance: largest_distance(model, &centers),
    };
    if arguments.json {
        return messages.print(&JsonDocument::new(ModelReport::of(&opened), report, warnings.all()).lines()?);
    }
    messages.print(&report.text(arguments.output.is_some(), times))
}

impl CentersReport<'_> {
    fn text(&self, is_written: bool, times: TimesReport) -> String {
        let origin = match (times.from_cache == Some(true), self.exact, &self.breadth_first) {
            (true, ..) => "from the cache",
            (_, true, _) => "summed triangle by triangle",
            (.., Some(_)) => "found by breadth-first search and compared with the exact sum",
            (.., None) => "computed",
        };
        let vertices = counted(self.blended_vertices, "center", "centers");
        let mut text = format!("{}: {vertices} {origin} in {:.1} ms\n", self.name, times.milliseconds);
        let row = |name: &str, value: String| format!("  {name:<22}{value}\n");
        text += &row("sigma, epsilon", format!("{}, {}  ({})", self.sigma, self.epsilon, self.similarity));
        text += &row("vertices", counted(self.vertices, "vertex", "vertices"));
        text += &row("different weights", crate::math::grouped(self.different_weights));
        text += &row("without a center", crate::math::grouped(self.without_center));
        text += &row("farthest from vertex", format!("{:.4} units", self.largest_distance));
        if is_written {
            text += &row("frame of the file", self.space.name().to_owned());
        }
        if let Some(found) = &self.breadth_first {
            let (largest, median) = (found.largest_distance_to_exact, found.median_distance_to_exact);
            text += &row("omega, cut-off", format!("{}, {:e}", found.omega, found.cut_off));
            text += &row("distance to exact", format!("{largest:.6} units at most, median {median:.6}"));
            text += &row("lost centers", crate::math::grouped(found.lost_centers));
            let of_seeds = crate::math::grouped(found.seeds);
            text += &row("lost seeds", format!("{} of {of_seeds}", crate::math::grouped(found.lost_seeds)));
        }
        text
    }
}

fn largest_distance(model: &Model, centers: &Centers) -> f32 {
    let of = model.primitives.iter().zip(&centers.of_primitives);
    of.flat_map(|(primitive, centers)| primitive.positions.iter().zip(centers.iter()).map(|(a, b)| a.distance(*b)))
        .fold(0.0, f32::max)
}
