use super::PlotError;
use super::method_line::{LineModel, MarkerInk, MarkerShape, dash_pattern, dashes, marker_shape};
use crate::encode::printable_in_xml;
use crate::skinning::SkinningMethod;
use crate::skinning::{Dash, Marker};
use crate::style::{Palette, method_color};
use crate::view::Theme;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Units per point. The backend rounds to whole units, so it draws in twentieths of a point.
const UNITS: f64 = 20.0;

/// A white page, measured in points from its upper left corner.
pub struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
    pub palette: Palette,
}

#[derive(Clone, Copy)]
pub enum Weight {
    Regular,
    SemiBold,
}

/// Look of a text.
#[derive(Clone, Copy)]
pub struct Letters {
    pub size: f64,
    pub weight: Weight,
    pub color: egui::Color32,
}

/// The part of a text that lies at its position.
#[derive(Clone, Copy)]
pub enum Anchor {
    Left,
    Middle,
    Right,
    /// The middle, with the text turned by a quarter, to be read from bottom to top.
    Upward,
}

/// Draws on a page of this size in points. Returns the SVG, with text as text.
pub fn draw(
    [width, height]: [f64; 2],
    paint: impl FnOnce(&Canvas<'_>) -> Result<(), PlotError>,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    let units = [width, height].map(|side| (side * UNITS).round() as u32);
    {
        let area = SVGBackend::with_string(&mut svg, (units[0], units[1])).into_drawing_area();
        area.fill(&WHITE).map_err(wrong)?;
        paint(&Canvas { area: area.clone(), palette: Palette::of(Theme::Light) })?;
        area.present().map_err(wrong)?;
    }
    // The page has its size in points; its contents are in units.
    let of_units = format!("width=\"{}\" height=\"{}\"", units[0], units[1]);
    Ok(svg.replacen(&of_units, &format!("width=\"{width}\" height=\"{height}\""), 1))
}

fn wrong(error: impl std::fmt::Display) -> PlotError {
    PlotError::Draw(error.to_string())
}

/// Text with question marks, which every font has, in place of characters that XML refuses. Names in files may contain
/// them.
pub(super) fn printable(text: &str) -> String {
    printable_in_xml(text, '?')
}

fn rgb(color: egui::Color32) -> RGBColor {
    RGBColor(color.r(), color.g(), color.b())
}

fn units([x, y]: [f64; 2]) -> (i32, i32) {
    ((x * UNITS).round() as i32, (y * UNITS).round() as i32)
}

impl Canvas<'_> {
    pub fn method_color(&self, method: SkinningMethod) -> egui::Color32 {
        method_color(method, self.palette.theme)
    }

    pub fn line(&self, points: &[[f64; 2]], width: f64, color: egui::Color32, dash: Dash) -> Result<(), PlotError> {
        let style = rgb(color).stroke_width((width * UNITS).round() as u32);
        for piece in dashes(points, dash_pattern(dash)) {
            let piece: Vec<(i32, i32)> = piece.into_iter().map(units).collect();
            self.area.draw(&PathElement::new(piece, style)).map_err(wrong)?;
        }
        Ok(())
    }

    /// Draws a marker: filled or, for a second model, hollow.
    pub fn marker(
        &self,
        [x, y]: [f64; 2],
        marker: Marker,
        model: LineModel,
        color: egui::Color32,
    ) -> Result<(), PlotError> {
        let MarkerShape { radius, corners } = marker_shape(marker);
        for &(grown, ink) in model.marker_layers() {
            let color = if ink == MarkerInk::Method { rgb(color) } else { WHITE };
            let style = ShapeStyle { color: color.to_rgba(), filled: true, stroke_width: 0 };
            let radius = radius + grown;
            if corners.is_empty() {
                self.area.draw(&Circle::new(units([x, y]), (radius * UNITS) as i32, style)).map_err(wrong)?;
            } else {
                let corner = |[right, up]: &[f64; 2]| units([x + right * radius, y - up * radius]);
                let points: Vec<(i32, i32)> = corners.iter().map(corner).collect();
                self.area.draw(&Polygon::new(points, style)).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// Draws text. `at` is at half its height.
    pub fn text(&self, text: &str, at: [f64; 2], anchor: Anchor, letters: Letters) -> Result<(), PlotError> {
        let style = match letters.weight {
            Weight::Regular => FontStyle::Normal,
            Weight::SemiBold => FontStyle::Bold,
        };
        let font = FontDesc::new(FontFamily::Name("Inter"), letters.size * UNITS, style);
        let (horizontal, font) = match anchor {
            Anchor::Left => (HPos::Left, font),
            Anchor::Middle => (HPos::Center, font),
            Anchor::Right => (HPos::Right, font),
            Anchor::Upward => (HPos::Center, font.transform(FontTransform::Rotate270)),
        };
        let color = rgb(letters.color);
        let style = TextStyle::from(font).color(&color).pos(Pos::new(horizontal, VPos::Center));
        self.area.draw(&Text::new(printable(text), units(at), style)).map_err(wrong)
    }
}
