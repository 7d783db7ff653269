use super::super::{PlottedFigure, PlottedSweep, Report};
use super::key::method_key;
use super::markup::{degrees, escaped};
use crate::measure::Figure;

/// Section of the sweeps. Empty without sweeps.
pub(super) fn section(report: &Report) -> String {
    let sweeps = report.stress.as_ref().map_or(&[][..], |part| &part.sweeps);
    if sweeps.is_empty() {
        return String::new();
    }
    let legend: String = report.methods.iter().map(|method| format!("<li>{}</li>", method_key(*method))).collect();
    let sweeps: String = sweeps.iter().map(|sweep| of_sweep(sweep, &legend)).collect();
    format!(
        "<p>The worst joints again, turned step by step from rest. All values are relative to rest, which is 1. The upright \
         line is the pose of the pictures.</p>\n{sweeps}"
    )
}

fn of_sweep(sweep: &PlottedSweep, legend: &str) -> String {
    let plots: String = sweep.plots.iter().map(of_plot).collect();
    format!(
        "<h3>{} about {}, {} to {}</h3>\n<ul class=\"legend\">{legend}</ul>\n<div class=\"plots\">\n{plots}</div>\n",
        escaped(&sweep.joint),
        sweep.axis,
        degrees(sweep.from_degrees),
        degrees(sweep.to_degrees)
    )
}

fn of_plot(PlottedFigure { figure, svg }: &PlottedFigure) -> String {
    let drawn = svg.clone().unwrap_or_else(|| format!("<p>{}</p>", why_none(*figure)));
    format!(
        "<figure><figcaption><a href=\"#figure-{}\">{}</a></figcaption>{drawn}</figure>\n",
        figure.id(),
        figure.label()
    )
}

/// Reason why a figure has no value anywhere.
fn why_none(figure: Figure) -> &'static str {
    match figure {
        Figure::MinorRadius => "No plane across the bones here cuts the skin in a closed loop.",
        Figure::ZoneVolume => "The skin around this joint encloses no volume.",
        _ => "This joint has no such value.",
    }
}
