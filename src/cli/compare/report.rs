//! The differences of two models as JSON and as text.

use super::pair::{MethodDifference, Pair};
use crate::cli::document::{ReportKind, TwoModels};
use crate::cli::fail_limits::LimitReport;
use crate::cli::provenance::{OptionsReport, PoseReport};
use crate::cli::shared_arguments::PoseArguments;
use crate::math::{counted, grouped};
use crate::pairs::{MatchedBy, PairDifference};
use serde::Serialize;

/// The output of `compare --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct CompareReport {
    pose: PoseReport,
    options: OptionsReport,
    /// Longest side of the first model's rest bounding box, in scene units.
    extent: f64,
    /// Factor by which the second model was scaled.
    second_scale: f64,
    /// Angle by which it was turned about the vertical, counterclockwise as seen from above.
    second_turn_degrees: u32,
    joints: JointsReport,
    /// `vertices` if each vertex was compared with the vertex that rests at the same position, otherwise `surfaces`.
    compared: &'static str,
    first_vertices: usize,
    second_vertices: usize,
    /// The limits of `--fail-under` and `--fail-over`, where there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<LimitReport>,
    methods: Vec<MethodReport>,
}

impl ReportKind for CompareReport {
    type Models = TwoModels;
    const KIND: &'static str = "skinscope_compare";
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct JointsReport {
    by_table: usize,
    by_name: usize,
    by_plain_name: usize,
    /// Count of joints without names that are at the same place in skeletons that agree.
    by_place: usize,
    /// Addresses of joints without a partner.
    only_in_first: Vec<String>,
    only_in_second: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MethodReport {
    method: &'static str,
    /// The largest distance in either direction, divided by the extent; null if no distance is known.
    largest_over_extent: Option<f64>,
    /// Distances from the vertices of the first model to the second skin.
    from_first: Option<DifferenceReport>,
    from_second: Option<DifferenceReport>,
}

/// Distances, in scene units.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DifferenceReport {
    largest: f64,
    mean: f64,
    p99: f64,
    /// The vertex with the largest distance. Null if nothing differs.
    at: Option<VertexReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct VertexReport {
    /// Index of the primitive in node order, including rigid ones.
    primitive: u32,
    mesh: String,
    /// Index of the vertex in accessor order.
    vertex: u32,
}

impl CompareReport {
    pub(super) fn new(
        pair: &Pair,
        arguments: &PoseArguments,
        differences: &[MethodDifference],
        limits: Vec<LimitReport>,
    ) -> Self {
        let extent = pair.extent();
        let method = |difference: &MethodDifference| MethodReport {
            method: difference.method.id(),
            largest_over_extent: difference.largest().map(|largest| over(largest, extent)),
            from_first: difference.from_first.map(|found| DifferenceReport::of(pair, 0, found)),
            from_second: difference.from_second.map(|found| DifferenceReport::of(pair, 1, found)),
        };
        Self {
            pose: PoseReport::of(&pair.opened[0], &pair.posed, arguments),
            options: OptionsReport::of(arguments),
            extent,
            second_scale: pair.placement.factor,
            second_turn_degrees: pair.placement.turn_degrees(),
            joints: JointsReport::of(pair),
            compared: compared(pair),
            first_vertices: pair.surface(0).vertex_count(),
            second_vertices: pair.surface(1).vertex_count(),
            limits,
            methods: differences.iter().map(method).collect(),
        }
    }
}

impl JointsReport {
    pub fn of(pair: &Pair) -> Self {
        let skeletons = [&pair.models[0].skeleton, &pair.models[1].skeleton];
        let joints = &pair.shown.matched.joints;
        let count = |by| joints.joints_matched_by(skeletons[0], skeletons[1], by);
        let [first, second] = joints.without_partner(skeletons[0], skeletons[1]);
        let addresses =
            |side: usize, nodes: Vec<u32>| nodes.into_iter().map(|node| skeletons[side].address(node)).collect();
        Self {
            by_table: count(MatchedBy::Table),
            by_name: count(MatchedBy::Name),
            by_plain_name: count(MatchedBy::PlainName),
            by_place: count(MatchedBy::Place),
            only_in_first: addresses(0, first),
            only_in_second: addresses(1, second),
        }
    }
}

/// Word for the compared elements: vertices or surfaces.
pub(super) fn compared(pair: &Pair) -> &'static str {
    if pair.is_by_vertex() { "vertices" } else { "surfaces" }
}

impl DifferenceReport {
    fn of(pair: &Pair, side: usize, found: PairDifference) -> Self {
        let at = found.at.map(|vertex| {
            let id = pair.surface(side).id_of(vertex);
            let mesh = pair.models[side].primitives[id.primitive as usize].mesh_name.clone();
            VertexReport { primitive: id.primitive, mesh, vertex: id.vertex }
        });
        Self { largest: found.largest, mean: found.mean, p99: found.p99, at }
    }
}

/// A distance as a fraction of the extent. A model without an extent has no differences in size, either.
pub(super) fn over(distance: f64, extent: f64) -> f64 {
    if extent > 0.0 { distance / extent } else { distance }
}

/// A distance in percent of the extent, as text.
pub(super) fn percent(distance: f64, extent: f64) -> String {
    significant(100.0 * over(distance, extent))
}

/// A user's fraction as a percentage, with as few digits as possible.
pub(super) fn plain_percent(fraction: f64) -> String {
    // Six digits, so that the product shows no rounding error.
    let percent = 100.0 * fraction;
    format!("{percent:.5e}").parse().unwrap_or(percent).to_string()
}

/// A fraction as a percentage, with as many digits as distinguish it from a smaller limit.
pub(super) fn percent_over(fraction: f64, limit: f64) -> String {
    let texts = [percent(fraction, 1.0), plain_percent(fraction)];
    let is_told_apart = |text: &String| text.parse::<f64>().is_ok_and(|shown| shown > 100.0 * limit);
    texts.into_iter().find(is_told_apart).unwrap_or_else(|| (100.0 * fraction).to_string())
}

/// Most names in a list of the text. The JSON has all.
const MOST_NAMES: usize = 8;

/// The report as text: joints, vertices, and a row for each method.
pub(super) fn text(pair: &Pair, differences: &[MethodDifference]) -> String {
    let extent = pair.extent();
    let row = |name: &str, value: String| format!("  {name:<21}{value}\n");
    let mut text = format!("{} and {}\n", pair.names[0], pair.names[1]);
    let joints = JointsReport::of(pair);
    let matched = joints.by_table + joints.by_name + joints.by_plain_name + joints.by_place;
    let mut how = vec![format!("{} by name", grouped(joints.by_name))];
    if joints.by_plain_name > 0 {
        how.push(format!("{} without prefix, case and separators", grouped(joints.by_plain_name)));
    }
    if joints.by_place > 0 {
        how.push(format!("{} without a name by their place", grouped(joints.by_place)));
    }
    if joints.by_table > 0 {
        how.push(format!("{} by the table", grouped(joints.by_table)));
    }
    text += &row("joints matched", format!("{}: {}", grouped(matched), how.join(", ")));
    for (name, alone) in [("only in the first", &joints.only_in_first), ("only in the second", &joints.only_in_second)]
    {
        if !alone.is_empty() {
            text += &row(name, listed(alone));
        }
    }
    let [first, second] = [0, 1].map(|side| pair.surface(side).vertex_count());
    text += &row(
        "compared",
        match pair.is_by_vertex() {
            true => format!("{}, one by one", counted(first, "vertex", "vertices")),
            false => format!(
                "surfaces of {} and {}",
                counted(first, "vertex", "vertices"),
                counted(second, "vertex", "vertices")
            ),
        },
    );
    if pair.is_scaled() {
        text += &row("scaled", format!("{} by {:.6}", pair.names[1], pair.placement.factor));
    }
    if pair.placement.turn_degrees() > 0 {
        text += &row("turned", format!("{} by {} degrees", pair.names[1], pair.placement.turn_degrees()));
    }
    text += &format!(
        "\n{:<24}{:>12}{:>13}{:>12}{:>12}   at\n",
        "distance (scene units)", "largest", "% of extent", "mean", "99%"
    );
    for difference in differences {
        text += &method_rows(pair, difference, extent);
    }
    text
}

/// Rows of a method: one where vertices are compared, and one for each direction between surfaces.
fn method_rows(pair: &Pair, difference: &MethodDifference, extent: f64) -> String {
    let id = difference.method.id();
    let row = |label: &str, side: usize, found: Option<PairDifference>| match found {
        None => format!("{label:<24}{:>12}\n", "-"),
        Some(found) => {
            let at = found.at.map_or_else(|| "-".to_owned(), |vertex| vertex_name(pair, side, vertex));
            let PairDifference { largest, mean, p99, .. } = found;
            let of_extent = percent(largest, extent);
            let [largest, mean, p99] = [largest, mean, p99].map(significant);
            format!("{label:<24}{largest:>12}{of_extent:>13}{mean:>12}{p99:>12}   {at}\n")
        }
    };
    if pair.is_by_vertex() {
        return row(id, 0, difference.from_first);
    }
    row(&format!("{id} from first"), 0, difference.from_first)
        + &row(&format!("{id} from second"), 1, difference.from_second)
}

/// A vertex for people: its number and its mesh, unless the mesh has the model's name.
pub(super) fn vertex_name(pair: &Pair, side: usize, vertex: u32) -> String {
    let id = pair.surface(side).id_of(vertex);
    let mesh = &pair.models[side].primitives[id.primitive as usize].mesh_name;
    match mesh.as_str() {
        mesh if mesh == pair.models[side].name => format!("vertex {}", id.vertex),
        "" => format!("vertex {} of primitive {}", id.vertex, id.primitive),
        mesh => format!("vertex {} of {}", id.vertex, crate::model::one_line(mesh)),
    }
}

/// A number with three significant digits; very small and very large numbers have an exponent.
pub(super) fn significant(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        _ if value.abs() < 1e-4 || value.abs() >= 1e6 => format!("{value:.2e}"),
        _ => {
            let decimals = (2.0 - value.abs().log10().floor()).clamp(0.0, 6.0) as usize;
            format!("{value:.decimals$}")
        }
    }
}

fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MOST_NAMES).map(|name| crate::model::one_line(name)).collect();
    let more = names.len().saturating_sub(MOST_NAMES);
    let more = if more > 0 { format!(" and {}", counted(more, "other", "others")) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_over_its_limit_reads_so() {
        assert_eq!((percent_over(0.0208, 0.001), plain_percent(0.001)), ("2.08".to_owned(), "0.1".to_owned()));
        assert_eq!(percent_over(0.020_839_7, 0.0208).parse::<f64>().unwrap(), 2.083_97);
        assert_eq!(plain_percent(0.003), "0.3");
    }
}
