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
/// Left, top, right, bottom.
const MARGINS: [f64; 4] = [148.0, 94.0, 28.0, 52.0];

impl DotPlot {
    /// As SVG, with text as text.
    ///
    /// # Errors
    /// The backend refuses to draw.
    pub fn svg(&self) -> Result<String, PlotError> {
        let height = MARGINS[1] + ROW * self.rows.len().max(1) as f64 + MARGINS[3];
        draw([WIDTH, height], |canvas| self.paint(canvas, height))
    }

    fn paint(&self, canvas: &Canvas<'_>, height: f64) -> Result<(), PlotError> {
        let palette = &canvas.palette;
        let [left, top, right, bottom] = [MARGINS[0], MARGINS[1], WIDTH - MARGINS[2], height - MARGINS[3]];
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
            // The first method lies on top.
            for dot in row.dots.iter().rev() {
                let (method, _) = &self.methods[dot.method];
                let marker = MethodLine::of(*method).marker;
                canvas.marker([at(dot.value), y], marker, canvas.method_color(*method))?;
            }
        }
        Ok(())
    }

    /// In one line above the rows, or in two.
    fn legend(&self, canvas: &Canvas<'_>, letters: Letters) -> Result<(), PlotError> {
        const IN_LINE: usize = 6;
        let width = (WIDTH - 32.0) / self.methods.len().clamp(1, IN_LINE) as f64;
        for (index, (method, name)) in self.methods.iter().enumerate() {
            let x = 22.0 + width * (index % IN_LINE) as f64;
            let y = 66.0 + 16.0 * (index / IN_LINE) as f64;
            canvas.marker([x, y], MethodLine::of(*method).marker, canvas.method_color(*method))?;
            canvas.text(name, [x + 10.0, y], Anchor::Left, letters)?;
        }
        Ok(())
    }
}

/// Names of files may be of any length.
fn shortened(name: &str) -> String {
    const MOST: usize = 20;
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
    fn rows_and_methods_are_named() {
        let methods = vec![(SkinningMethod::Lbs, "LBS".to_owned()), (SkinningMethod::Cor, "CoR".to_owned())];
        let dots = vec![Dot { method: 0, value: 0.6 }, Dot { method: 1, value: 0.9 }];
        let rows = vec![
            DotRow { name: "forearm.L".to_owned(), dots: dots.clone() },
            DotRow { name: "a joint with a name that is far too long".to_owned(), dots },
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
        for words in ["Collapse", "LBS", "CoR", "forearm.L", "a joint wi\u{2026}", "Smallest section over rest"] {
            assert!(svg.contains(words), "{words} is missing");
        }
    }
}
