use crate::skinning::{Dash, Marker, SkinningMethod};

/// Style of a method's curve in addition to its color: color alone cannot distinguish the methods, and papers are
/// printed in gray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodLine {
    pub dash: Dash,
    pub marker: Marker,
    pub model: LineModel,
}

/// Model whose values a line shows. A second model's line is thinner, and its markers are hollow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineModel {
    First,
    Second,
}

impl LineModel {
    /// Width of a line as a fraction of the first model's width.
    pub fn share_of_width(self) -> f64 {
        match self {
            Self::First => 1.0,
            Self::Second => 0.6,
        }
    }

    /// Layers of a marker from back to front: the growth of the shape in points, and the ink. The border separates a
    /// marker from lines and other markers.
    pub fn marker_layers(self) -> &'static [(f64, MarkerInk)] {
        // A ring stays visible in print, and its hole is visible at the size of text.
        const LAYERS: [(f64, MarkerInk); 3] =
            [(1.0, MarkerInk::Page), (0.0, MarkerInk::Method), (-1.5, MarkerInk::Page)];
        match self {
            Self::First => &LAYERS[..2],
            Self::Second => &LAYERS,
        }
    }
}

impl MethodLine {
    pub fn of(method: SkinningMethod) -> Self {
        let (dash, marker) = method.row().line;
        Self { dash, marker, model: LineModel::First }
    }

    /// Styles of the curves of a plot: a further curve of the same method and model has another dash and marker.
    pub fn of_each(curves: &[(SkinningMethod, LineModel)]) -> Vec<Self> {
        let line = |(index, &curve): (usize, &(SkinningMethod, LineModel))| {
            let before = curves[..index].iter().filter(|other| **other == curve).count();
            Self::of_curve(curve.0, before, curve.1)
        };
        curves.iter().enumerate().map(line).collect()
    }

    /// Style of a curve if `before` other curves of the model show the same method. The first sixteen differ from each
    /// other.
    pub fn of_curve(method: SkinningMethod, before: usize, model: LineModel) -> Self {
        let Self { dash, marker, .. } = Self::of(method);
        let (dash, marker) = (dash as usize + before + before / Marker::ALL.len(), marker as usize + before);
        Self { dash: Dash::ALL[dash % Dash::ALL.len()], marker: Marker::ALL[marker % Marker::ALL.len()], model }
    }
}

/// Shape of a marker. It is a circle if there are no corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkerShape {
    /// Radius in points.
    pub radius: f64,
    /// Corners around the position in multiples of the radius, to the right and up. They surround a convex area.
    pub corners: &'static [[f64; 2]],
}

/// Shape of a marker, in a size at which all look equally large.
pub fn marker_shape(marker: Marker) -> MarkerShape {
    let (radius, corners): (f64, &[[f64; 2]]) = match marker {
        Marker::Circle => (3.0, &[]),
        Marker::Square => (2.6, &[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]),
        Marker::Triangle => (3.6, &[[-0.95, -0.75], [0.95, -0.75], [0.0, 0.95]]),
        Marker::Diamond => (3.8, &[[-1.0, 0.0], [0.0, -1.0], [1.0, 0.0], [0.0, 1.0]]),
    };
    MarkerShape { radius, corners }
}

/// Ink of a part of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerInk {
    /// The color of the method.
    Method,
    /// Color behind the plot.
    Page,
}

/// Positions along the horizontal axis of the markers of one of `count` curves: at equal distances, and not above those
/// of the other curves, which may coincide with it.
pub fn marker_positions(
    [left, right]: [f64; 2],
    between: f64,
    index: usize,
    count: usize,
) -> impl Iterator<Item = f64> {
    let first = left + between * (index as f64 + 0.5) / count as f64;
    (0..).map(move |step| first + between * f64::from(step)).take_while(move |x| *x <= right)
}

/// Lengths in points that are alternately drawn and left out. Empty means a solid line.
pub fn dash_pattern(dash: Dash) -> &'static [f64] {
    match dash {
        Dash::Solid => &[],
        Dash::Long => &[9.0, 4.0],
        Dash::LongDot => &[9.0, 3.5, 1.5, 3.5],
        Dash::Dots => &[1.5, 3.5],
    }
}

/// The drawn pieces of a line with a pattern. A line without an end is not divided.
pub fn dashes(points: &[[f64; 2]], pattern: &[f64]) -> Vec<Vec<[f64; 2]>> {
    if pattern.is_empty() || points.iter().flatten().any(|value| !value.is_finite()) {
        return vec![points.to_vec()];
    }
    let mut pieces = Vec::new();
    let (mut index, mut left) = (0, pattern[0]);
    let mut piece: Vec<[f64; 2]> = points.first().copied().into_iter().collect();
    for ends in points.windows(2) {
        let [from, to] = [ends[0], ends[1]];
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let share = done / length;
            let at = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
            if index % 2 == 0 {
                piece.push(at);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![at];
            }
            index = (index + 1) % pattern.len();
            left = pattern[index];
        }
        left -= length - done;
        if index % 2 == 0 {
            piece.push(to);
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skinning::Antipodality;
    use std::collections::HashSet;

    #[test]
    fn no_two_methods_look_alike_in_gray() {
        let all: HashSet<String> =
            SkinningMethod::ALL.iter().map(|&method| format!("{:?}", MethodLine::of(method))).collect();
        assert_eq!(all.len(), SkinningMethod::ALL.len());
    }

    #[test]
    fn dashes_go_around_corners() {
        let corner = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]];
        let pieces = dashes(&corner, &[6.0, 2.0]);
        assert_eq!(pieces[0], [[0.0, 0.0], [6.0, 0.0]]);
        assert_eq!(pieces[1], [[8.0, 0.0], [10.0, 0.0], [10.0, 4.0]]);
        assert_eq!(pieces[2], [[10.0, 6.0], [10.0, 10.0]]);
        assert_eq!(dashes(&corner, &[]), [corner.to_vec()]);
        assert!(dashes(&[], &[1.0, 1.0]).is_empty() && dashes(&[[1.0, 1.0]], &[1.0, 1.0]).is_empty());
    }

    #[test]
    fn a_line_without_an_end_is_not_divided() {
        for far in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            let pieces = dashes(&[[0.0, 0.0], [far, 1.0], [2.0, 2.0]], &[6.0, 2.0]);
            assert!(pieces.len() == 1 && pieces[0].len() == 3, "{far}: {pieces:?}");
        }
    }

    #[test]
    fn curves_of_one_method_are_told_apart() {
        for method in SkinningMethod::ALL {
            let of = |before| MethodLine::of_curve(method, before, LineModel::First);
            let modes: HashSet<String> =
                (0..Antipodality::ALL.len()).map(|before| format!("{:?}", of(before))).collect();
            assert_eq!((modes.len(), of(0)), (Antipodality::ALL.len(), MethodLine::of(method)));
            let all: HashSet<String> = (0..16).map(|before| format!("{:?}", of(before))).collect();
            assert_eq!(all.len(), 16);
        }
    }

    #[test]
    fn a_second_model_has_the_markers_of_the_methods() {
        for method in SkinningMethod::ALL {
            let [first, second] = [LineModel::First, LineModel::Second].map(|m| MethodLine::of_curve(method, 0, m));
            assert_eq!((first.dash, first.marker), (second.dash, second.marker));
            assert_ne!(first, second);
        }
    }
}
