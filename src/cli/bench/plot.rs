use super::Outcome;
use super::measured::{Measured, label, shader};
use crate::cli::CliError;
use crate::cli::plot_file::write_plot;
use crate::math::counted;
use crate::plots::{Dot, DotPlot, DotRow, DotSeries, shortened};
use crate::skinning::SkinningMethod;
use crate::viewport::SkinningPath;
use std::path::Path;

/// Plots the ratios to LBS of the compute shaders, for the largest workload.
pub(super) fn write(path: &Path, outcome: &Outcome<'_>) -> Result<(), CliError> {
    let Some(measured) = outcome.workloads.iter().max_by_key(|measured| measured.times.vertices) else { return Ok(()) };
    let mut methods: Vec<SkinningMethod> = Vec::new();
    for skin in &measured.times.skins {
        if !methods.contains(&skin.settings.method) {
            methods.push(skin.settings.method);
        }
    }
    let title = format!("Time of skinning relative to LBS, {}", shortened(&measured.name));
    let plot = DotPlot {
        subtitle: format!(
            "{}; {}, {}; medians of {} rounds",
            outcome.context.adapter_info.name,
            counted(measured.times.vertices, "vertex", "vertices"),
            counted(measured.max_influences, "influence", "influences"),
            outcome.arguments.rounds
        ),
        label: "Time of the compute shader over that of LBS".to_owned(),
        reference: Some(1.0),
        rows: rows(measured, &methods),
        is_logarithmic: false,
        series: methods.iter().map(|own| DotSeries::of_method(*own, own.short_name().to_owned())).collect(),
        title: title.clone(),
    };
    write_plot(path, &title, plot.svg())
}

/// One row for each shader. A clock that did not move leaves a row empty.
fn rows(measured: &Measured, methods: &[SkinningMethod]) -> Vec<DotRow> {
    let row = |skin| {
        let shader = shader(skin);
        let ratio = measured.times.over_lbs(skin, SkinningPath::Compute);
        let series = methods.iter().position(|method| *method == shader.method);
        let dots = ratio.zip(series).map(|(ratio, series)| Dot { series, value: ratio.median });
        let signs = if shader.signs() == "-" { "" } else { shader.signs() };
        let name = format!("{} {signs}", label(shader.method.short_name(), shader));
        DotRow { name: name.trim_end().to_owned(), method: None, dots: dots.into_iter().collect() }
    };
    measured.times.skins.iter().map(row).collect()
}
