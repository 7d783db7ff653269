use super::PlotError;
use super::canvas::{Anchor, Canvas, Letters, Weight, draw};
use super::letters::{shortened_to, width_of};
use super::method_line::{Dash, Marker, MethodLine};
use super::ticks::{Ticks, range_of};
use crate::skinning::SkinningMethod;

/// Values of several methods in rows, such as joints.
#[derive(Clone, Debug)]
pub struct DotPlot {
    pub title: String,
    /// What was measured and how, in one line.
    pub subtitle: String,
    /// What the values are, with their unit.
    pub label: String,
    /// A value with a meaning, such as that at rest.
    pub reference: Option<f64>,
    /// The names of the methods, in the order of the legend.
    pub methods: Vec<(SkinningMethod, String)>,
    pub rows: Vec<DotRow>,
}

#[derive(Clone, Debug)]
pub struct DotRow {
    pub name: String,
    pub dots: Vec<Dot>,
}

#[derive(Clone, Copy, Debug)]
pub struct Dot {
    /// Index into the plot's methods.
    pub method: usize,
    pub value: f64,
}

const WIDTH: f64 = 640.0;
/// The least height of a row. Dots that would cover each other need a higher one.
const ROW: f64 = 22.0;
const RIGHT_MARGIN: f64 = 28.0;
const BOTTOM_MARGIN: f64 = 52.0;
/// Where the legend begins, and the height of its lines.
const LEGEND_TOP: f64 = 66.0;
const LEGEND_LINE: f64 = 17.0;
/// Wide enough for the longest name of a method; the names of two models may need more.
const LEGEND_COLUMN: f64 = 148.0;
/// The longest name of a row, in letters.
const MOST_LETTERS: usize = 34;
const TITLE_SIZE: f64 = 15.0;
const TEXT_SIZE: f64 = 12.0;
const AT_EDGE: f64 = 16.0;
/// Dots nearer than this would cover each other, so they lie in different lanes of their row.
const DOT_ROOM: f64 = 8.5;
/// Between two lanes.
const LANE: f64 = 5.5;

/// A row with its position on the page.
struct PlacedRow<'a> {
    row: &'a DotRow,
    /// Its middle.
    y: f64,
    /// Where each of its dots lies.
    dots: Vec<(&'a Dot, [f64; 2])>,
}

impl DotPlot {
    /// As SVG, with text as text.
    ///
    /// # Errors
    /// The backend refuses to draw.
    pub fn svg(&self) -> Result<String, PlotError> {
        let width = self.width();
        let range =
            range_of(self.rows.iter().flat_map(|row| row.dots.iter().map(|dot| dot.value)).chain(self.reference));
        let [left, right] = [self.left(), width - RIGHT_MARGIN];
        let x_of = |value: f64| left + (value - range[0]) / (range[1] - range[0]) * (right - left);
        let (rows, bottom) = self.placed(x_of);
        draw([width, bottom + BOTTOM_MARGIN], |canvas| self.paint(canvas, [left, right, bottom], range, &rows))
    }

    /// Wide enough for the title.
    fn width(&self) -> f64 {
        let title = width_of(&self.title, TITLE_SIZE).max(width_of(&self.subtitle, TEXT_SIZE));
        WIDTH.max((title + 2.0 * AT_EDGE).ceil())
    }

    /// Where the rows begin.
    fn top(&self) -> f64 {
        LEGEND_TOP + LEGEND_LINE * self.methods.len().div_ceil(self.in_legend_line()) as f64 + 6.0
    }

    /// Where the values begin: the longest name fits beside them.
    fn left(&self) -> f64 {
        let names = self.rows.iter().map(|row| width_of(&shortened_to(&row.name, MOST_LETTERS), TEXT_SIZE));
        names.fold(80.0, |left, name| left.max(30.0 + name))
    }

    fn in_legend_line(&self) -> usize {
        (((WIDTH - 32.0) / self.legend_column()) as usize).max(1)
    }

    fn legend_column(&self) -> f64 {
        self.methods.iter().map(|(_, name)| width_of(name, TEXT_SIZE) + 24.0).fold(LEGEND_COLUMN, f64::max)
    }

    /// A method that is named again, for another model, has another marker.
    fn marker(&self, index: usize) -> Marker {
        let (method, _) = self.methods[index];
        let before = self.methods[..index].iter().filter(|(other, _)| *other == method).count();
        MethodLine::of_curve(method, before).marker
    }

    /// The rows, and where the last one ends. Dots without a finite value are left out.
    fn placed(&self, x_of: impl Fn(f64) -> f64) -> (Vec<PlacedRow<'_>>, f64) {
        let mut bottom = self.top();
        let mut placed = Vec::new();
        for row in &self.rows {
            let dots: Vec<&Dot> = row.dots.iter().filter(|dot| dot.value.is_finite()).collect();
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
        range: [f64; 2],
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
        let at = |value: f64| left + (value - range[0]) / (range[1] - range[0]) * (right - left);
        let ticks = Ticks::within(range, 7);
        for &tick in &ticks.values {
            canvas.line(&[[at(tick), top], [at(tick), bottom]], 0.75, palette.line, Dash::Solid)?;
            canvas.text(&ticks.text(tick), [at(tick), bottom + 14.0], Anchor::Middle, small)?;
        }
        if let Some(reference) = self.reference {
            canvas.line(&[[at(reference), top], [at(reference), bottom]], 0.75, palette.text3, Dash::Solid)?;
        }
        canvas.text(&self.label, [(left + right) / 2.0, bottom + 36.0], Anchor::Middle, small)?;
        for PlacedRow { row, y, dots } in rows {
            canvas.line(&[[left, *y], [right, *y]], 0.5, palette.line, Dash::Dots)?;
            canvas.text(&shortened_to(&row.name, MOST_LETTERS), [left - 10.0, *y], Anchor::Right, name)?;
            for (dot, at) in dots {
                let (method, _) = &self.methods[dot.method];
                canvas.marker(*at, self.marker(dot.method), canvas.method_color(*method))?;
            }
        }
        Ok(())
    }

    fn legend(&self, canvas: &Canvas<'_>, letters: Letters) -> Result<(), PlotError> {
        let (in_line, column) = (self.in_legend_line(), self.legend_column());
        for (index, (method, name)) in self.methods.iter().enumerate() {
            let x = 22.0 + column * (index % in_line) as f64;
            let y = LEGEND_TOP + LEGEND_LINE * (index / in_line) as f64;
            canvas.marker([x, y], self.marker(index), canvas.method_color(*method))?;
            canvas.text(name, [x + 10.0, y], Anchor::Left, letters)?;
        }
        Ok(())
    }
}

/// The heights of dots at these positions, relative to the middle of their row: as near to it as the dots before allow.
fn lanes(xs: &[f64]) -> Vec<f64> {
    let mut heights: Vec<f64> = Vec::new();
    for (index, x) in xs.iter().enumerate() {
        let taken = |lane: &f64| (0..index).any(|other| heights[other] == *lane && (xs[other] - x).abs() < DOT_ROOM);
        // The middle, then above and below it in turns. Of one lane more than there are dots, one is free.
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
        let row = |count: usize| DotRow { name: "mid".to_owned(), dots: vec![Dot { method: 0, value: 1.0 }; count] };
        let methods = vec![(SkinningMethod::Lbs, "LBS".to_owned())];
        let [title, subtitle, label] = [(); 3].map(|()| String::new());
        let mut plot = DotPlot { title, subtitle, label, reference: None, methods, rows: vec![row(1), row(8), row(3)] };
        plot.rows[0].dots.push(Dot { method: 0, value: f64::INFINITY });
        let (rows, bottom) = plot.placed(|value| value);
        assert_eq!(rows[0].dots.len(), 1, "what is not finite has no position");
        let ends = |row: &PlacedRow<'_>| {
            let heights = row.dots.iter().map(|(_, at)| at[1]);
            [heights.clone().fold(f64::INFINITY, f64::min), heights.fold(f64::NEG_INFINITY, f64::max)]
        };
        assert!(rows.windows(2).all(|pair| ends(&pair[0])[1] + LANE < ends(&pair[1])[0]));
        assert!(ends(&rows[2])[1] + LANE <= bottom && plot.svg().is_ok());
    }

    #[test]
    fn rows_and_methods_are_named() {
        let methods = vec![(SkinningMethod::Lbs, "LBS".to_owned()), (SkinningMethod::Cor, "CoR".to_owned())];
        let dots = vec![Dot { method: 0, value: 0.6 }, Dot { method: 1, value: 0.9 }];
        let rows = vec![
            DotRow { name: "forearm.L".to_owned(), dots: dots.clone() },
            DotRow { name: "a joint with a name that is far too long for a plot".to_owned(), dots },
        ];
        let plot = DotPlot {
            title: "Collapse".to_owned(),
            subtitle: String::new(),
            label: "Smallest section over rest".to_owned(),
            reference: Some(1.0),
            methods,
            rows,
        };
        let svg = plot.svg().unwrap();
        for words in ["Collapse", "LBS", "CoR", "forearm.L", "a joint with a na\u{2026}", "Smallest section over rest"]
        {
            assert!(svg.contains(words), "{words} is missing");
        }
    }
}
