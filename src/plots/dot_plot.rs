use super::PlotError;
use super::canvas::{Anchor, Canvas, Letters, Weight, draw};
use super::method_line::{Dash, MethodLine};
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
const ROW: f64 = 22.0;
const RIGHT_MARGIN: f64 = 28.0;
const BOTTOM_MARGIN: f64 = 52.0;
/// Where the legend begins, and the height of its lines.
const LEGEND_TOP: f64 = 66.0;
const LEGEND_LINE: f64 = 17.0;
/// Wide enough for the longest name of a method.
const LEGEND_COLUMN: f64 = 148.0;
/// Of the letters of row names, on average.
const LETTER_WIDTH: f64 = 6.4;
/// Dots nearer than this would cover each other, so they lie in different lanes of their row.
const DOT_ROOM: f64 = 8.5;
/// Heights of the lanes, relative to the middle of the row.
const LANES: [f64; 3] = [0.0, -5.5, 5.5];

impl DotPlot {
    /// As SVG, with text as text.
    ///
    /// # Errors
    /// The backend refuses to draw.
    pub fn svg(&self) -> Result<String, PlotError> {
        let height = self.top() + ROW * self.rows.len().max(1) as f64 + BOTTOM_MARGIN;
        draw([WIDTH, height], |canvas| self.paint(canvas, height))
    }

    /// Where the rows begin.
    fn top(&self) -> f64 {
        LEGEND_TOP + LEGEND_LINE * self.methods.len().div_ceil(Self::in_legend_line()) as f64 + 6.0
    }

    /// Where the values begin: the longest name fits beside them.
    fn left(&self) -> f64 {
        let longest = self.rows.iter().map(|row| shortened(&row.name).chars().count()).max().unwrap_or(0);
        (30.0 + LETTER_WIDTH * longest as f64).max(80.0)
    }

    fn in_legend_line() -> usize {
        ((WIDTH - 32.0) / LEGEND_COLUMN) as usize
    }

    fn paint(&self, canvas: &Canvas<'_>, height: f64) -> Result<(), PlotError> {
        let palette = &canvas.palette;
        let [left, top, right, bottom] = [self.left(), self.top(), WIDTH - RIGHT_MARGIN, height - BOTTOM_MARGIN];
        let small = Letters { size: 12.0, weight: Weight::Regular, color: palette.text2 };
        let name = Letters { color: palette.text1, ..small };
        let title = Letters { size: 15.0, weight: Weight::SemiBold, color: palette.text1 };
        canvas.text(&self.title, [16.0, 24.0], Anchor::Left, title)?;
        canvas.text(&self.subtitle, [16.0, 44.0], Anchor::Left, small)?;
        self.legend(canvas, name)?;
        let values = self.rows.iter().flat_map(|row| row.dots.iter().map(|dot| dot.value));
        let range = range_of(values.chain(self.reference));
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
        for (index, row) in self.rows.iter().enumerate() {
            let y = top + ROW * (index as f64 + 0.5);
            canvas.line(&[[left, y], [right, y]], 0.5, palette.line, Dash::Dots)?;
            canvas.text(&shortened(&row.name), [left - 10.0, y], Anchor::Right, name)?;
            let xs: Vec<f64> = row.dots.iter().map(|dot| at(dot.value)).collect();
            for ((dot, x), lane) in row.dots.iter().zip(&xs).zip(lanes(&xs)) {
                let (method, _) = &self.methods[dot.method];
                let marker = MethodLine::of(*method).marker;
                canvas.marker([*x, y + lane], marker, canvas.method_color(*method))?;
            }
        }
        Ok(())
    }

    fn legend(&self, canvas: &Canvas<'_>, letters: Letters) -> Result<(), PlotError> {
        let in_line = Self::in_legend_line();
        for (index, (method, name)) in self.methods.iter().enumerate() {
            let x = 22.0 + LEGEND_COLUMN * (index % in_line) as f64;
            let y = LEGEND_TOP + LEGEND_LINE * (index / in_line) as f64;
            canvas.marker([x, y], MethodLine::of(*method).marker, canvas.method_color(*method))?;
            canvas.text(name, [x + 10.0, y], Anchor::Left, letters)?;
        }
        Ok(())
    }
}

/// The heights of dots at these positions, relative to the middle of their row.
fn lanes(xs: &[f64]) -> Vec<f64> {
    let mut heights: Vec<f64> = Vec::new();
    for (index, x) in xs.iter().enumerate() {
        let taken = |lane: f64| (0..index).any(|other| heights[other] == lane && (xs[other] - x).abs() < DOT_ROOM);
        heights.push(LANES.into_iter().find(|&lane| !taken(lane)).unwrap_or(0.0));
    }
    heights
}

/// Names of files may be of any length.
fn shortened(name: &str) -> String {
    const MOST: usize = 34;
    let count = name.chars().count();
    if count <= MOST {
        return name.to_owned();
    }
    let head: String = name.chars().take(MOST / 2).collect();
    let tail: String = name.chars().skip(count - MOST / 2 + 1).collect();
    format!("{head}\u{2026}{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_do_not_cover_each_other() {
        assert_eq!(lanes(&[10.0, 12.0, 40.0, 11.0]), [0.0, LANES[1], 0.0, LANES[2]]);
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
