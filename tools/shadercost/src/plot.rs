use crate::{GpuCosts, Row};
use skinscope::plots::{Dot, DotPlot, DotRow, DotSeries, LineModel, Marker, PlotError, PlotFormat, PlotText};
use skinscope::skinning::SkinningMethod;

/// Choices of signs by their names in tables and data, with the name and marker in the legend.
const SIGNS: [(&str, &str, Marker); 4] = [
    ("as-given", "signs as given", Marker::Circle),
    ("per-vertex", "signs per vertex", Marker::Square),
    ("running-sum", "signs by running sum", Marker::Triangle),
    ("-", "no signs", Marker::Diamond),
];

/// The inverse throughput of a GPU's compute shaders relative to LBS, as the bytes of a file.
///
/// # Errors
/// If the libraries refuse the plot.
pub fn plot(gpu: &GpuCosts, influences: u32, format: PlotFormat) -> Result<Vec<u8>, PlotError> {
    let in_words = match influences {
        0 => "influences in lists of any length".to_owned(),
        count => format!("{count} influences"),
    };
    let title = format!("Cost of skinning relative to LBS on {}", gpu.gpu);
    let plot = DotPlot {
        title: title.clone(),
        subtitle: format!("{}; compute shaders in full precision, {in_words}", gpu.driver),
        label: "Inverse throughput over that of LBS, logarithmic".to_owned(),
        reference: Some(1.0),
        is_logarithmic: true,
        series: SIGNS
            .map(|(_, name, marker)| DotSeries { name: name.to_owned(), marker, model: LineModel::First, method: None })
            .to_vec(),
        rows: rows(gpu, influences),
    };
    let description = "Made by scripts/cost --plot from docs/shader-cost.json";
    format.bytes(&plot.svg()?, PlotText { title: &title, description })
}

/// Whether there is data to plot: compute shaders with this count of influences.
pub fn has_plotted_rows(gpu: &GpuCosts, influences: u32) -> bool {
    plotted_rows(gpu, influences).next().is_some()
}

fn plotted_rows(gpu: &GpuCosts, influences: u32) -> impl Iterator<Item = &Row> {
    gpu.rows.iter().filter(move |row| row.stage == "deform" && row.influences == influences)
}

/// One row for each method and kind of pose, with a dot for each way to choose signs.
fn rows(gpu: &GpuCosts, influences: u32) -> Vec<DotRow> {
    let mut rows: Vec<DotRow> = Vec::new();
    for row in plotted_rows(gpu, influences) {
        let name = name(row);
        let index = rows.iter().position(|known| known.name == name).unwrap_or_else(|| {
            rows.push(DotRow { name, method: method(row), dots: Vec::new() });
            rows.len() - 1
        });
        let series = SIGNS.iter().position(|(signs, ..)| *signs == row.signs);
        let ratio = gpu.ratios(row).map(|(_, throughput)| throughput);
        rows[index].dots.extend(series.zip(ratio).map(|(series, value)| Dot { series, value }));
    }
    rows
}

fn method(row: &Row) -> Option<SkinningMethod> {
    SkinningMethod::ALL.into_iter().find(|method| method.id() == row.method)
}

fn name(row: &Row) -> String {
    let method = method(row).map_or(row.method.as_str(), |method| method.short_name());
    if row.poses == "any" { method.to_owned() } else { format!("{method}, {} poses", row.poses) }
}
