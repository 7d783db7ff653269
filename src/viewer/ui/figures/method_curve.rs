//! Curves and markers of methods in the window, in the style of saved plots.

use crate::plots::{MarkerInk, MarkerShape, MethodLine, dash_pattern, marker_shape};
use egui::{Color32, Pos2, Shape, Stroke, vec2};

const WIDTH: f32 = 2.0;

/// Colors of a curve.
#[derive(Clone, Copy, Debug)]
pub struct CurveInks {
    pub method: Color32,
    /// The color behind the plot.
    pub page: Color32,
}

/// A curve without a gap.
pub fn curve_shapes(points: &[Pos2], line: MethodLine, color: Color32) -> Vec<Shape> {
    let stroke = Stroke::new(WIDTH * line.model.share_of_width() as f32, color);
    let pattern = dash_pattern(line.dash);
    if pattern.is_empty() {
        return vec![Shape::line(points.to_vec(), stroke)];
    }
    let lengths = |first: usize| pattern.iter().skip(first).step_by(2).map(|length| *length as f32);
    let (dashes, gaps): (Vec<f32>, Vec<f32>) = (lengths(0).collect(), lengths(1).collect());
    Shape::dashed_line_with_offset(points, stroke, &dashes, &gaps, 0.0)
}

/// A marker of a curve, `scale` times as large as usual.
pub fn marker_shapes(at: Pos2, line: MethodLine, inks: CurveInks, scale: f32) -> impl Iterator<Item = Shape> {
    let MarkerShape { radius, corners } = marker_shape(line.marker);
    line.model.marker_layers().iter().map(move |&(grown, ink)| {
        let color = if ink == MarkerInk::Method { inks.method } else { inks.page };
        let radius = radius as f32 * scale + grown as f32;
        if corners.is_empty() {
            return Shape::circle_filled(at, radius, color);
        }
        let corner = |[right, up]: &[f64; 2]| at + radius * vec2(*right as f32, -*up as f32);
        Shape::convex_polygon(corners.iter().map(corner).collect(), color, Stroke::NONE)
    })
}

/// A short piece of a curve with a marker, for legends.
pub fn curve_sample(ends: [Pos2; 2], line: MethodLine, inks: CurveInks) -> Vec<Shape> {
    let mut shapes = curve_shapes(&ends, line, inks.method);
    shapes.extend(marker_shapes(ends[0].lerp(ends[1], 0.5), line, inks, 1.0));
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plots::{Dash, LineModel};
    use crate::skinning::SkinningMethod;
    use egui::pos2;

    const INKS: CurveInks = CurveInks { method: Color32::RED, page: Color32::WHITE };

    #[test]
    fn a_curve_has_the_dash_of_its_method() {
        let points = [pos2(0.0, 0.0), pos2(100.0, 0.0)];
        let pieces = |method| curve_shapes(&points, MethodLine::of(method), INKS.method).len();
        assert_eq!(pieces(SkinningMethod::Lbs), 1);
        let pattern = MethodLine::of(SkinningMethod::Dib).dash;
        assert_eq!(pattern, Dash::Dots);
        let every: f64 = dash_pattern(pattern).iter().sum();
        assert_eq!(pieces(SkinningMethod::Dib), (100.0 / every).ceil() as usize);
    }

    #[test]
    fn a_marker_of_the_second_model_is_hollow_and_its_line_thinner() {
        let [first, second] =
            [LineModel::First, LineModel::Second].map(|model| MethodLine::of_curve(SkinningMethod::Dqs, 0, model));
        let inner = |line| marker_shapes(pos2(0.0, 0.0), line, INKS, 1.0).last().unwrap();
        let Shape::Path(filled) = inner(first) else { panic!("a square") };
        let Shape::Path(hole) = inner(second) else { panic!("a square") };
        assert_eq!((filled.fill, hole.fill), (INKS.method, INKS.page));
        assert!(hole.visual_bounding_rect().width() < 0.6 * filled.visual_bounding_rect().width());
        let width = |line| match &curve_shapes(&[pos2(0.0, 0.0), pos2(9.0, 0.0)], line, INKS.method)[0] {
            Shape::LineSegment { stroke, .. } => stroke.width,
            Shape::Path(path) => path.stroke.width,
            _ => 0.0,
        };
        assert!(width(second) > 0.0 && width(second) < width(first));
    }
}
