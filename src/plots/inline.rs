//! Plots within a page of HTML, which has a light and a dark theme.

use super::canvas::printable;
use crate::skinning::SkinningMethod;
use crate::style::{Palette, method_color};
use crate::view::Theme;
use egui::Color32;

/// The colors of plots in a page of HTML: names of custom properties without the dashes before them, and values.
pub fn page_colors(theme: Theme) -> Vec<(String, String)> {
    let Palette { panel, text1, text2, text3, line, line_strong, .. } = Palette::of(theme);
    let page = if theme == Theme::Light { Color32::WHITE } else { panel };
    let tokens = [
        ("page", page),
        ("text1", text1),
        ("text2", text2),
        ("text3", text3),
        ("line", line),
        ("line-strong", line_strong),
    ];
    let tokens = tokens.map(|(name, color)| (name.to_owned(), hex(color)));
    let methods = SkinningMethod::ALL.map(|method| (method.id().to_owned(), hex(method_color(method, theme))));
    tokens.into_iter().chain(methods).collect()
}

/// An SVG of a plot as an element of a page: as wide as there is room, on the ground of the page and in the colors of
/// [`page_colors`], with the page's font. `label` describes it to readers who do not see it.
pub fn inline_svg(svg: &str, label: &str) -> String {
    let view_box = svg.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(text, _)| text);
    let inner = svg.split_once("<svg").and_then(|(_, rest)| rest.split_once('>')).map_or("", |(_, inner)| inner);
    // The first element is the white ground.
    let inner = inner.split_once("/>").map_or(inner, |(_, rest)| rest);
    let mut inner = inner.replace("font-family=\"Inter\" ", "").replace(" opacity=\"1\"", "");
    for (name, color) in page_colors(Theme::Light) {
        inner = inner.replace(&format!("\"{color}\""), &format!("\"var(--{name})\""));
    }
    let label = printable(label).replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    format!("<svg class=\"plot\" viewBox=\"{view_box}\" role=\"img\" aria-label=\"{label}\">{}", inner.trim_start())
}

/// A color in the notation of plots and CSS.
fn hex(color: Color32) -> String {
    format!("#{:02X}{:02X}{:02X}", color.r(), color.g(), color.b())
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Curve, LineModel, LinePlot, PlotPage};
    use super::*;

    #[test]
    fn a_plot_takes_its_colors_from_the_page() {
        let curve = Curve {
            name: "LBS".to_owned(),
            method: SkinningMethod::Lbs,
            model: LineModel::First,
            parts: vec![vec![[0.0, 1.0], [90.0, 0.5]]],
        };
        let plot = LinePlot {
            title: "not shown".to_owned(),
            subtitle: String::new(),
            x: Axis { label: "Angle".to_owned(), is_degrees: true, reference: None },
            y: Axis { label: "Radius".to_owned(), is_degrees: false, reference: Some(1.0) },
            curves: vec![curve],
        };
        let svg = inline_svg(&plot.svg_on(PlotPage::INLINE).unwrap(), "Radius of \"a\" & <b>");
        assert!(svg.starts_with("<svg class=\"plot\" viewBox=\"0 0 6800 4400\""), "{}", &svg[..200]);
        assert!(
            svg.trim_end().ends_with("</svg>") && svg.contains("aria-label=\"Radius of &quot;a&quot; &amp; &lt;b>\"")
        );
        for color in ["var(--lbs)", "var(--page)", "var(--text2)", "var(--line)"] {
            assert!(svg.contains(color), "{color}");
        }
        assert!(svg.contains("Angle") && !svg.contains("not shown") && !svg.contains("Radius,"));
        assert!(!svg.contains('#') && !svg.contains("http") && !svg.contains("Inter"), "{svg}");
    }

    #[test]
    fn no_two_colors_of_the_light_theme_are_one() {
        let colors = page_colors(Theme::Light);
        let distinct: std::collections::HashSet<&String> = colors.iter().map(|(_, color)| color).collect();
        assert_eq!((distinct.len(), page_colors(Theme::Dark).len()), (colors.len(), colors.len()));
    }
}
