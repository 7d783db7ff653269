use super::PlotError;
use super::canvas::{Anchor, Canvas, Letters, Weight, draw};
use super::letters::{shortened_to, width_of};
use super::method_line::{LineModel, MethodLine};
use super::ticks::{Ticks, range_of};
use crate::skinning::SkinningMethod;
use crate::skinning::{Dash, Marker};

/// Values of several series, such as methods, in rows, such as joints.
#[derive(Clone, Debug)]
pub struct DotPlot {
    pub title: String,
    /// Measurement and method of measuring, in one line.
    pub subtitle: String,
    /// Name of the values, with their unit.
    pub label: String,
    /// A value with a meaning, such as the value at rest.
    pub reference: Option<f64>,
    /// Whether equal distances are equal factors. Values that are not positive are then left out.
    pub is_logarithmic: bool,
    /// Series in the order of the legend.
    pub series: Vec<DotSeries>,
    pub rows: Vec<DotRow>,
}

/// Common properties of dots in several rows.
#[derive(Clone, Debug)]
pub struct DotSeries {
    pub name: String,
    pub marker: Marker,
    /// Model of the values. Dots of a second model are hollow.
    pub model: LineModel,
    /// Method whose color the dots have; `None` for the color of their row.
    pub method: Option<SkinningMethod>,
}

impl DotSeries {
    /// Series of the values of one method.
    pub fn of_method(method: SkinningMethod, name: String) -> Self {
        Self::of_method_in_model(method, LineModel::First, name)
    }

    /// Series of the values of one method in one of two models.
    pub fn of_method_in_model(method: SkinningMethod, model: LineModel, name: String) -> Self {
        Self { name, marker: MethodLine::of(method).marker, model, method: Some(method) }
    }
}

#[derive(Clone, Debug)]
pub struct DotRow {
    pub name: String,
    /// Method whose color the dots of a series without one have.
    pub method: Option<SkinningMethod>,
    pub dots: Vec<Dot>,
}

#[derive(Clone, Copy, Debug)]
pub struct Dot {
    /// Index into the plot's series.
    pub series: usize,
    pub value: f64,
}

const WIDTH: f64 = 640.0;
/// Least height of a row. Dots that would cover each other need more height.
const ROW: f64 = 22.0;
const RIGHT_MARGIN: f64 = 28.0;
const BOTTOM_MARGIN: f64 = 52.0;
/// Top of the legend, and height of its lines.
const LEGEND_TOP: f64 = 66.0;
const LEGEND_LINE: f64 = 17.0;
/// Width of a column of the legend, for the longest name of a method. The names of two models may need more.
const LEGEND_COLUMN: f64 = 148.0;
/// Longest name of a row, in letters.
const MOST_LETTERS: usize = 34;
const TITLE_SIZE: f64 = 15.0;
const TEXT_SIZE: f64 = 12.0;
const AT_EDGE: f64 = 16.0;
/// Distance below which dots would cover each other, so that they lie in different lanes of their row.
const DOT_ROOM: f64 = 8.5;
/// Distance between two lanes.
const LANE: f64 = 5.5;

/// A row with its position on the page.
struct PlacedRow<'a> {
    row: &'a DotRow,
    /// Middle of the row.
    y: f64,
    /// Positions of its dots.
    dots: Vec<(&'a Dot, [f64; 2])>,
}

impl DotPlot {
    /// The plot as SVG, with text as text.
    ///
    /// # Errors
    /// If the backend refuses to draw.
    pub fn svg(&self) -> Result<String, PlotError> {
        let width = self.width();
        let values = self.rows.iter().flat_map(|row| row.dots.iter().map(|dot| dot.value)).chain(self.reference);
        let range = range_of(values.map(|value| self.scaled(value)));
        let [left, right] = [self.left(), width - RIGHT_MARGIN];
        let x_of = |value: f64| left + (self.scaled(value) - range[0]) / (range[1] - range[0]) * (right - left);
        let (rows, bottom) = self.placed(x_of);
        let ticks = match self.is_logarithmic {
            true => Ticks::of_factors(range.map(|end| 10f64.powf(end))),
            false => Ticks::within(range, 7),
        };
        draw([width, bottom + BOTTOM_MARGIN], |canvas| {
            self.paint(canvas, [left, right, bottom], (&ticks, &x_of), &rows)
        })
    }

    /// Position of a value along the axis.
    fn scaled(&self, value: f64) -> f64 {
        match self.is_logarithmic {
            true if value > 0.0 => value.log10(),
            true => f64::NAN,
            false => value,
        }
    }

    /// Width of the page, enough for the title.
    fn width(&self) -> f64 {
        let title = width_of(&self.title, TITLE_SIZE).max(width_of(&self.subtitle, TEXT_SIZE));
        WIDTH.max((title + 2.0 * AT_EDGE).ceil())
    }

    /// Top of the rows.
    fn top(&self) -> f64 {
        LEGEND_TOP + LEGEND_LINE * self.series.len().div_ceil(self.in_legend_line()) as f64 + 6.0
    }

    /// Left end of the values: the longest name fits next to them.
    fn left(&self) -> f64 {
        let names = self.rows.iter().map(|row| width_of(&shortened_to(&row.name, MOST_LETTERS), TEXT_SIZE));
        names.fold(80.0, |left, name| left.max(30.0 + name))
    }

    fn in_legend_line(&self) -> usize {
        (((WIDTH - 32.0) / self.legend_column()) as usize).max(1)
    }

    fn legend_column(&self) -> f64 {
        self.series.iter().map(|series| width_of(&series.name, TEXT_SIZE) + 24.0).fold(LEGEND_COLUMN, f64::max)
    }

    /// The rows, and the lower end of the last one. Dots without a position are left out.
    fn placed(&self, x_of: impl Fn(f64) -> f64) -> (Vec<PlacedRow<'_>>, f64) {
        let mut bottom = self.top();
        let mut placed = Vec::new();
        for row in &self.rows {
            let dots: Vec<&Dot> = row.dots.iter().filter(|dot| x_of(dot.value).is_finite()).collect();
            let xs: Vec<f64> = dots.iter().map(|dot| x_of(dot.value)).collect();
            let lanes = lanes(&xs);
            let outermost = lanes.iter().fold(0.0, |most: f64, lane| most.max(lane.abs()));
            let height = ROW.max(2.0 * (outermost + LANE));
            let y = bottom + 0.5 * height;
            let at = xs.iter().zip(lanes).map(|(x, lane)| [*x, y + lane]);
            placed.push(PlacedRow { row, y, dots: dots.into_iter().zip(at).collect() });
            bottom += height;
        }
        (placed, bottom.max(self.top() + ROW))
    }

    fn paint(
        &self,
        canvas: &Canvas<'_>,
        [left, right, bottom]: [f64; 3],
        (ticks, at): (&Ticks, &dyn Fn(f64) -> f64),
        rows: &[PlacedRow<'_>],
    ) -> Result<(), PlotError> {
        let palette = &canvas.palette;
        let top = self.top();
        let small = Letters { size: TEXT_SIZE, weight: Weight::Regular, color: palette.text2 };
        let name = Letters { color: palette.text1, ..small };
        let title = Letters { size: TITLE_SIZE, weight: Weight::SemiBold, color: palette.text1 };
        canvas.text(&self.title, [AT_EDGE, 24.0], Anchor::Left, title)?;
        canvas.text(&self.subtitle, [AT_EDGE, 44.0], Anchor::Left, small)?;
        self.legend(canvas, name)?;
        for &tick in &ticks.values {
            canvas.line(&[[at(tick), top], [at(tick), bottom]], 0.75, palette.line, Dash::Solid)?;
            canvas.text(&ticks.text(tick), [at(tick), bottom + 14.0], Anchor::Middle, small)?;
        }
        if let Some(reference) = self.reference {
            canvas.line(&[[at(reference), top], [at(reference), bottom]], 0.75, palette.text3, Dash::Solid)?;
        }
        canvas.text(&self.label, [(left + right) / 2.0, bottom + 36.0], Anchor::Middle, small)?;
        for PlacedRow { row, y, dots } in rows {
            canvas.line(&[[left, *y], [right, *y]], 0.5, palette.line, Dash::Solid)?;
            canvas.text(&shortened_to(&row.name, MOST_LETTERS), [left - 10.0, *y], Anchor::Right, name)?;
            for (dot, at) in dots {
                let series = &self.series[dot.series];
                let color = series.method.or(row.method).map_or(palette.text2, |method| canvas.method_color(method));
                canvas.marker(*at, series.marker, series.model, color)?;
            }
        }
        Ok(())
    }

    fn legend(&self, canvas: &Canvas<'_>, letters: Letters) -> Result<(), PlotError> {
        let (in_line, column) = (self.in_legend_line(), self.legend_column());
        for (index, DotSeries { name, marker, model, method }) in self.series.iter().enumerate() {
            let x = 22.0 + column * (index % in_line) as f64;
            let y = LEGEND_TOP + LEGEND_LINE * (index / in_line) as f64;
            let color = method.map_or(canvas.palette.text2, |method| canvas.method_color(method));
            canvas.marker([x, y], *marker, *model, color)?;
            canvas.text(name, [x + 10.0, y], Anchor::Left, letters)?;
        }
        Ok(())
    }
}

/// Heights of dots at these positions, relative to the middle of their row: as near to it as the previous dots allow.
fn lanes(xs: &[f64]) -> Vec<f64> {
    let mut heights: Vec<f64> = Vec::new();
    for (index, x) in xs.iter().enumerate() {
        let taken = |lane: &f64| (0..index).any(|other| heights[other] == *lane && (xs[other] - x).abs() < DOT_ROOM);
        // The middle, then alternately above and below it. With one more lane than there are dots, one is free.
        let free = (0..=index).map(lane).find(|lane| !taken(lane));
        heights.push(free.unwrap_or(0.0));
    }
    heights
}

fn lane(index: usize) -> f64 {
    let distance = LANE * index.div_ceil(2) as f64;
    if index % 2 == 1 { -distance } else { distance }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_do_not_cover_each_other() {
        assert_eq!(lanes(&[10.0, 12.0, 40.0, 11.0]), [0.0, -LANE, 0.0, LANE]);
        let heights = lanes(&[10.0; 11]);
        for (index, height) in heights.iter().enumerate() {
            assert!(heights[..index].iter().all(|other| (other - height).abs() >= LANE), "{heights:?}");
        }
    }

    #[test]
    fn rows_are_as_high_as_their_dots_need() {
        let mut plot = plot(vec![row(vec![1.0]), row(vec![1.0; 8]), row(vec![1.0; 3])]);
        plot.rows[0].dots.push(Dot { series: 0, value: f64::INFINITY });
        let (rows, bottom) = plot.placed(|value| value);
        assert_eq!(rows[0].dots.len(), 1, "what is not finite has no position");
        let ends = |row: &PlacedRow<'_>| {
            let heights = row.dots.iter().map(|(_, at)| at[1]);
            [heights.clone().fold(f64::INFINITY, f64::min), heights.fold(f64::NEG_INFINITY, f64::max)]
        };
        assert!(rows.windows(2).all(|pair| ends(&pair[0])[1] + LANE < ends(&pair[1])[0]));
        assert!(ends(&rows[2])[1] + LANE <= bottom && plot.svg().is_ok());
    }

    fn row(values: Vec<f64>) -> DotRow {
        let dots = values.into_iter().map(|value| Dot { series: 0, value }).collect();
        DotRow { name: "mid".to_owned(), method: None, dots }
    }

    fn plot(rows: Vec<DotRow>) -> DotPlot {
        let methods = [(SkinningMethod::Lbs, "LBS"), (SkinningMethod::Cor, "CoR")];
        DotPlot {
            title: "Worst joints".to_owned(),
            subtitle: String::new(),
            label: "Smallest section over rest".to_owned(),
            reference: Some(1.0),
            is_logarithmic: false,
            series: methods.map(|(method, name)| DotSeries::of_method(method, name.to_owned())).to_vec(),
            rows,
        }
    }

    #[test]
    fn equal_factors_are_equal_distances_on_a_logarithmic_axis() {
        let plot = DotPlot { is_logarithmic: true, ..plot(vec![row(vec![1.0, 4.0, 16.0, 0.0, -3.0])]) };
        let (rows, _) = plot.placed(|value| plot.scaled(value));
        let x: Vec<f64> = rows[0].dots.iter().map(|(_, at)| at[0]).collect();
        assert_eq!(x.len(), 3, "zero has no position");
        assert!((x[2] - x[1] - (x[1] - x[0])).abs() < 1e-9);
        let svg = plot.svg().unwrap();
        for tick in [1, 2, 5, 10] {
            assert!(svg.contains(&format!("\n{tick}\n")), "{tick}");
        }
    }

    #[test]
    fn a_series_without_a_color_takes_that_of_the_row() {
        let mut plot = plot(vec![row(vec![1.0])]);
        let (marker, model) = (Marker::Circle, LineModel::First);
        plot.series = vec![DotSeries { name: "signs".to_owned(), marker, model, method: None }];
        assert!(!plot.svg().unwrap().contains("#0B3AA0"));
        plot.rows[0].method = Some(SkinningMethod::TwoPhaseDqs);
        assert!(plot.svg().unwrap().contains("#0B3AA0"));
    }

    #[test]
    fn rows_and_methods_are_named() {
        let dots = vec![Dot { series: 0, value: 0.6 }, Dot { series: 1, value: 0.9 }];
        let row = |name: &str| DotRow { name: name.to_owned(), method: None, dots: dots.clone() };
        let rows = vec![row("forearm.L"), row("a joint with a name that is far too long for a plot")];
        let svg = plot(rows).svg().unwrap();
        for words in
            ["Worst joints", "LBS", "CoR", "forearm.L", "a joint with a na\u{2026}", "Smallest section over rest"]
        {
            assert!(svg.contains(words), "{words} is missing");
        }
    }
}
