use super::PlotError;
use super::canvas::{Anchor, Canvas, Letters, Weight, draw};
use super::letters::width_of;
use super::method_line::{LineModel, MethodLine, marker_positions};
use super::ticks::{Ticks, range_of, range_of_degrees};
use crate::measure::Figure;
use crate::skinning::Dash;
use crate::skinning::SkinningMethod;

/// Curves of several methods over an angle or a position.
#[derive(Clone, Debug)]
pub struct LinePlot {
    pub title: String,
    /// Measurement and method of measuring, in one line.
    pub subtitle: String,
    pub x: Axis,
    pub y: Axis,
    pub curves: Vec<Curve>,
}

#[derive(Clone, Debug)]
pub struct Axis {
    /// Label of the axis, with its unit.
    pub label: String,
    /// Whether values are angles in degrees.
    pub is_degrees: bool,
    /// A value with a meaning, such as the value at rest. It is always within the range and has a stronger line.
    pub reference: Option<f64>,
}

#[derive(Clone, Debug)]
pub struct Curve {
    /// Name, as in the viewer: the method, and the difference from other curves of that method.
    pub name: String,
    pub method: SkinningMethod,
    pub model: LineModel,
    /// Parts of the curve without a gap or a jump.
    pub parts: Vec<Vec<[f64; 2]>>,
}

/// Size of a plot, and the elements around its curves. In points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotPage {
    /// Size of the page. With words, it is the least size: long names need a wider page, and many curves a higher one.
    pub size: [f64; 2],
    /// Margins at the left, top, right and bottom. Names are at the right, where the margin may be wider.
    margins: [f64; 4],
    /// Approximate limits on the count of ticks along x and y.
    ticks: [usize; 2],
    /// Least range of values. In a smaller one, noise would look like a result.
    least_span: f64,
    /// Whether the title, the axis of values and the curves are named. If not, the page that shows the plot names them.
    has_words: bool,
}

impl PlotPage {
    /// Complete page, for papers and slides. Names are at the right.
    pub const PAPER: Self = Self {
        size: [640.0, 400.0],
        margins: [64.0, 66.0, 148.0, 52.0],
        ticks: [9, 6],
        least_span: 0.0,
        has_words: true,
    };
    /// Small plot within a page that has the title and the legend.
    pub const INLINE: Self = Self {
        size: [340.0, 220.0],
        margins: [40.0, 10.0, 14.0, 46.0],
        ticks: [6, 5],
        least_span: 0.05,
        has_words: false,
    };
}

const NAME_HEIGHT: f64 = 17.0;
/// Distance between the area of the curves and their names: a leader and a piece of the curve.
const BEFORE_NAMES: f64 = 40.0;
/// Distance by which names may extend below the area. The leaders to them must not cross the numbers there.
const BELOW_AREA: f64 = 4.0;
const AT_EDGE: f64 = 16.0;
/// Gap between the numbers of the vertical axis and the area.
const BEFORE_AREA: f64 = 8.0;
const TITLE_SIZE: f64 = 15.0;
const TEXT_SIZE: f64 = 12.0;
/// Distance in points between the markers of a curve.
const BETWEEN_MARKERS: f64 = 78.0;
const CURVE_WIDTH: f64 = 1.8;

struct Placed<'a> {
    plot: &'a LinePlot,
    /// Line style of each curve.
    lines: &'a [MethodLine],
    page: PlotPage,
    /// Area of the curves: left, top, right, bottom.
    area: [f64; 4],
    x: [f64; 2],
    y: [f64; 2],
}

impl LinePlot {
    /// The plot as SVG, with text as text.
    ///
    /// # Errors
    /// If the backend refuses to draw.
    pub fn svg(&self) -> Result<String, PlotError> {
        self.svg_on(PlotPage::PAPER)
    }

    /// The plot as SVG, with text as text and with other elements around the curves.
    ///
    /// # Errors
    /// If the backend refuses to draw.
    pub fn svg_on(&self, page: PlotPage) -> Result<String, PlotError> {
        let all = || self.curves.iter().flat_map(|curve| curve.parts.iter().flatten());
        let x = match self.x.is_degrees {
            // Sweeps end at the ends of their range.
            true => range_of_degrees(all().map(|point| point[0]).chain(self.x.reference)),
            false => range_of(all().map(|point| point[0]).chain(self.x.reference)),
        };
        let y = range_of(all().map(|point| point[1]).chain(self.y.reference));
        let y = widened(y, page.least_span);
        let (size, right_margin) = self.size_and_right_margin(page);
        let [_, top, _, bottom] = page.margins;
        let left = self.left_margin(page, y);
        let area = [left, top, size[0] - right_margin, size[1] - bottom];
        let lines = self.method_lines();
        draw(size, |canvas| Placed { plot: self, lines: &lines, page, area, x, y }.paint(canvas))
    }

    pub(super) fn method_lines(&self) -> Vec<MethodLine> {
        MethodLine::of_each(&self.curves.iter().map(|curve| (curve.method, curve.model)).collect::<Vec<_>>())
    }

    fn ticks_along_y(&self, page: PlotPage, y: [f64; 2]) -> Ticks {
        let most = page.ticks[1];
        if self.y.is_degrees { Ticks::of_degrees(y, most) } else { Ticks::within(y, most) }
    }

    /// Left margin in which numbers with many digits do not touch the elements to their left.
    fn left_margin(&self, page: PlotPage, y: [f64; 2]) -> f64 {
        let ticks = self.ticks_along_y(page, y);
        let numbers = ticks.values.iter().map(|&tick| width_of(&ticks.text(tick), TEXT_SIZE));
        let before = if page.has_words { AT_EDGE + TEXT_SIZE } else { 4.0 };
        numbers.fold(page.margins[0], |left, number| left.max(before + number + BEFORE_AREA)).ceil()
    }

    fn size_and_right_margin(&self, page: PlotPage) -> ([f64; 2], f64) {
        let PlotPage { size: [width, height], margins: [_, top, right, bottom], .. } = page;
        if !page.has_words {
            return ([width, height], right);
        }
        let names = self.curves.iter().map(|curve| width_of(&curve.name, TEXT_SIZE));
        let wanted = names.fold(right, |right, name| right.max(BEFORE_NAMES + name + AT_EDGE));
        let title = width_of(&self.title, TITLE_SIZE).max(width_of(&self.subtitle, TEXT_SIZE)) + 2.0 * AT_EDGE;
        let names_height = NAME_HEIGHT * self.curves.len() as f64 - BELOW_AREA;
        let size = [(width - right + wanted).max(title), height.max(top + names_height + bottom)];
        (size.map(f64::ceil), wanted)
    }
}

impl Axis {
    /// Axis of a figure's values, with a line at their value at rest.
    pub fn of_figure(figure: Figure) -> Self {
        Self { label: figure.label_with_unit(), is_degrees: false, reference: Some(figure.unit().at_rest()) }
    }
}

fn width_of_curve(model: LineModel) -> f64 {
    CURVE_WIDTH * model.share_of_width()
}

/// A range of at least this span, with the same middle.
fn widened([low, high]: [f64; 2], least_span: f64) -> [f64; 2] {
    let missing = (least_span - (high - low)).max(0.0);
    [low - missing / 2.0, high + missing / 2.0]
}

impl Placed<'_> {
    fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [left, top, right, bottom] = self.area;
        let share = |value: f64, [low, high]: [f64; 2]| (value - low) / (high - low);
        [left + share(x, self.x) * (right - left), bottom - share(y, self.y) * (bottom - top)]
    }

    fn paint(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        self.grid(canvas)?;
        for (index, curve) in self.plot.curves.iter().enumerate() {
            self.curve(canvas, index, curve)?;
        }
        if self.page.has_words { self.names(canvas) } else { Ok(()) }
    }

    fn grid(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let palette = &canvas.palette;
        let [left, top, right, bottom] = self.area;
        let small = Letters { size: TEXT_SIZE, weight: Weight::Regular, color: palette.text2 };
        if self.page.has_words {
            let title = Letters { size: TITLE_SIZE, weight: Weight::SemiBold, color: palette.text1 };
            canvas.text(&self.plot.title, [AT_EDGE, 24.0], Anchor::Left, title)?;
            canvas.text(&self.plot.subtitle, [AT_EDGE, 44.0], Anchor::Left, small)?;
            canvas.text(&self.plot.y.label, [AT_EDGE, (top + bottom) / 2.0], Anchor::Upward, small)?;
        }
        let [most_along_x, _] = self.page.ticks;
        let ticks = self.plot.ticks_along_y(self.page, self.y);
        for &tick in &ticks.values {
            let [_, y] = self.at([self.x[0], tick]);
            canvas.line(&[[left, y], [right, y]], 0.75, palette.line, Dash::Solid)?;
            canvas.text(&ticks.text(tick), [left - BEFORE_AREA, y], Anchor::Right, small)?;
        }
        if let Some(reference) = self.plot.y.reference {
            let [_, y] = self.at([self.x[0], reference]);
            canvas.line(&[[left, y], [right, y]], 0.75, palette.text3, Dash::Solid)?;
        }
        if let Some(reference) = self.plot.x.reference {
            let [x, _] = self.at([reference, self.y[0]]);
            canvas.line(&[[x, top], [x, bottom]], 0.75, palette.text3, Dash::Solid)?;
        }
        let ticks = if self.plot.x.is_degrees {
            Ticks::of_degrees(self.x, most_along_x)
        } else {
            Ticks::within(self.x, most_along_x - 1)
        };
        for &tick in &ticks.values {
            let [x, _] = self.at([tick, self.y[0]]);
            canvas.line(&[[x, bottom], [x, bottom + 4.0]], 0.75, palette.text3, Dash::Solid)?;
            if self.plot.x.is_degrees && (tick.abs() - 180.0).abs() < 1e-6 {
                canvas.line(&[[x, top], [x, bottom]], 0.75, palette.line_strong, Dash::Dots)?;
            }
            let unit = if self.plot.x.is_degrees { "\u{b0}" } else { "" };
            canvas.text(&format!("{}{unit}", ticks.text(tick)), [x, bottom + 14.0], Anchor::Middle, small)?;
        }
        canvas.text(&self.plot.x.label, [(left + right) / 2.0, bottom + 36.0], Anchor::Middle, small)
    }

    fn curve(&self, canvas: &Canvas<'_>, index: usize, curve: &Curve) -> Result<(), PlotError> {
        let (line, color) = (self.lines[index], canvas.method_color(curve.method));
        for part in &curve.parts {
            let points: Vec<[f64; 2]> = part.iter().map(|&point| self.at(point)).collect();
            canvas.line(&points, width_of_curve(line.model), color, line.dash)?;
        }
        let [left, _, right, _] = self.area;
        for x in marker_positions([left, right], BETWEEN_MARKERS, index, self.plot.curves.len()) {
            if let Some(y) = self.height_at(curve, x) {
                canvas.marker([x, y], line.marker, line.model, color)?;
            }
        }
        let lone = curve.parts.iter().filter(|part| part.len() == 1);
        lone.flatten().try_for_each(|&point| canvas.marker(self.at(point), line.marker, line.model, color))
    }

    /// Height of a curve at a position of the page.
    fn height_at(&self, curve: &Curve, x: f64) -> Option<f64> {
        curve.parts.iter().flat_map(|part| part.windows(2)).find_map(|ends| {
            let [from, to] = [self.at(ends[0]), self.at(ends[1])];
            let share = (x - from[0]) / (to[0] - from[0]);
            ((0.0..=1.0).contains(&share)).then(|| from[1] + (to[1] - from[1]) * share)
        })
    }

    /// Draws the names at the right, each as near to the end of its curve as the others allow.
    fn names(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let [_, top, right, bottom] = self.area;
        let ends: Vec<Option<[f64; 2]>> = self
            .plot
            .curves
            .iter()
            .map(|curve| curve.parts.last().and_then(|part| part.last()).map(|&end| self.at(end)))
            .collect();
        let wanted: Vec<f64> = ends.iter().map(|end| end.map_or(bottom, |end| end[1])).collect();
        let heights = spread_apart(&wanted, NAME_HEIGHT, [top, bottom + BELOW_AREA]);
        for (index, (curve, y)) in self.plot.curves.iter().zip(heights).enumerate() {
            let (line, color) = (self.lines[index], canvas.method_color(curve.method));
            if let Some(end) = ends[index].filter(|end| (end[1] - y).abs() > 2.0 && end[0] > right - 1.0) {
                canvas.line(
                    &[[right + 2.0, end[1]], [right + 8.0, y]],
                    0.5,
                    canvas.palette.line_strong,
                    Dash::Solid,
                )?;
            }
            let width = width_of_curve(line.model);
            canvas.line(&[[right + 10.0, y], [right + 34.0, y]], width, color, line.dash)?;
            canvas.marker([right + 22.0, y], line.marker, line.model, color)?;
            let letters = Letters { size: TEXT_SIZE, weight: Weight::Regular, color: canvas.palette.text1 };
            canvas.text(&curve.name, [right + BEFORE_NAMES, y], Anchor::Left, letters)?;
        }
        Ok(())
    }
}

/// Positions at least `gap` apart, each as near as possible to its wanted position, in the same order.
fn spread_apart(wanted: &[f64], gap: f64, [first, last]: [f64; 2]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    // Neighbors that are too near form a group, which lies around the mean of its members' wanted positions.
    let mut groups: Vec<(f64, Vec<usize>)> = Vec::new();
    let room = (last - first).max(0.0);
    let top_of = |members: &[usize]| {
        let height = gap * (members.len() - 1) as f64;
        let mean = members.iter().map(|&member| wanted[member]).sum::<f64>() / members.len() as f64;
        (mean - height / 2.0).clamp(first, first + (room - height).max(0.0))
    };
    for &index in &order {
        let mut members = vec![index];
        while let Some((top, others)) = groups.pop() {
            if top + gap * others.len() as f64 <= top_of(&members) + 1e-9 {
                groups.push((top, others));
                break;
            }
            members.splice(0..0, others);
        }
        groups.push((top_of(&members), members));
    }
    let mut positions = vec![0.0; wanted.len()];
    for (top, members) in groups {
        for (index, member) in members.into_iter().enumerate() {
            positions[member] = top + gap * index as f64;
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_near_their_curves_and_apart() {
        assert_eq!(spread_apart(&[50.0, 10.0], 10.0, [0.0, 100.0]), [50.0, 10.0]);
        assert_eq!(spread_apart(&[50.0, 52.0], 10.0, [0.0, 100.0]), [46.0, 56.0]);
        // A group does not leave the page, and merges with groups that it meets.
        assert_eq!(spread_apart(&[99.0, 100.0, 88.0], 10.0, [0.0, 100.0]), [90.0, 100.0, 80.0]);
        assert!(spread_apart(&[], 10.0, [0.0, 1.0]).is_empty());
        let crowded = spread_apart(&[5.0; 4], 10.0, [0.0, 20.0]);
        assert_eq!(crowded, [0.0, 10.0, 20.0, 30.0]);
    }

    #[test]
    fn a_small_plot_does_not_magnify_noise() {
        assert_eq!(widened([1.0, 1.5], 0.05), [1.0, 1.5]);
        assert_eq!(widened([1.0, 1.0], 0.5), [0.75, 1.25]);
        let noise = Curve { parts: vec![vec![[0.0, 1.0], [90.0, 1.0002]]], ..plot().curves.remove(0) };
        let noise = LinePlot { curves: vec![noise], ..plot() };
        assert!(
            noise.svg().unwrap().contains("1.00010") && !noise.svg_on(PlotPage::INLINE).unwrap().contains("1.0001")
        );
    }

    fn plot() -> LinePlot {
        let curve = |method: SkinningMethod, height: f64| Curve {
            name: method.short_name().to_owned(),
            method,
            model: LineModel::First,
            parts: vec![vec![[-180.0, height], [0.0, 1.0]], vec![[20.0, 1.0], [180.0, height]]],
        };
        LinePlot {
            title: "Volume & sections <b>".to_owned(),
            subtitle: "bar".to_owned(),
            x: Axis { label: "Angle".to_owned(), is_degrees: true, reference: None },
            y: Axis { label: "Volume over rest".to_owned(), is_degrees: false, reference: Some(1.0) },
            curves: vec![curve(SkinningMethod::Lbs, 0.4), curve(SkinningMethod::Dqs, 0.9)],
        }
    }

    #[test]
    fn a_plot_says_what_it_shows() {
        let svg = plot().svg().unwrap();
        for words in ["Angle", "Volume over rest", "LBS", "DQS", "90°", "\u{2212}180°", "1.0"] {
            assert!(svg.contains(words), "{words} is missing");
        }
        assert!(svg.contains("&amp; sections &lt;b&gt;"), "text is escaped");
        assert!(svg.contains("width=\"640\" height=\"400\" viewBox=\"0 0 12800 8000\""), "{}", &svg[..300]);
    }

    #[test]
    fn a_plot_of_nothing_is_empty_and_names_may_be_anything() {
        let empty = LinePlot { curves: Vec::new(), ..plot() };
        assert!(empty.svg().unwrap().contains("Angle"));
        let named = LinePlot { title: "a\u{1b}\nb".to_owned(), ..plot() };
        assert!(named.svg().unwrap().contains("a??b"));
    }

    #[test]
    fn long_numbers_move_the_area_to_the_right() {
        for page in [PlotPage::PAPER, PlotPage::INLINE] {
            assert_eq!(plot().left_margin(page, [0.0, 1.0]), page.margins[0]);
            let left = plot().left_margin(page, [1.0, 1.00005]);
            let before = if page.has_words { AT_EDGE + TEXT_SIZE } else { 0.0 };
            assert!(left - BEFORE_AREA - width_of("1.00005", TEXT_SIZE) >= before, "{left}");
        }
    }

    #[test]
    fn the_page_grows_with_names_and_curves() {
        let many = LinePlot { curves: vec![plot().curves[0].clone(); 40], ..plot() };
        let page = PlotPage::PAPER;
        let ([width, height], right) = many.size_and_right_margin(page);
        let [_, top, least_right, bottom] = page.margins;
        let last = spread_apart(&[0.0; 40], NAME_HEIGHT, [top, height - bottom + BELOW_AREA]);
        assert_eq!([width, right], [page.size[0], least_right]);
        assert!(last[39] < height - 0.5 * NAME_HEIGHT, "{} of {height}", last[39]);
        let mut long = plot();
        long.curves[0].name = "a name of forty letters, give or take one".to_owned();
        let ([width, height], right) = long.size_and_right_margin(page);
        assert!(right > 300.0 && (width - right - 492.0).abs() < 1.0, "{width} {right}");
        assert_eq!([height], [page.size[1]]);
        let titled = LinePlot { title: "m".repeat(100), ..plot() };
        assert!(titled.size_and_right_margin(page).0[0] > 800.0);
    }
}
