/// A point of the stage, in fractions of its width and height.
pub type StagePoint = [f32; 2];

/// Step of drawing over the stage by hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StrokeStep {
    /// Continues the line, or begins one.
    Draw(StagePoint),
    /// Ends the line.
    Lift,
}

/// Freehand lines over the stage. They vanish with the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strokes {
    lines: Vec<Vec<StagePoint>>,
    /// Whether the last line still grows.
    is_drawing: bool,
    /// Whether the left mouse button draws too. The right one always does.
    pub has_pen: bool,
}

/// Smallest distance from the previous point; a nearer point would change nothing visible.
const NEAREST: f32 = 0.001;

/// Limit of points, in case the button stays pressed. It is enough for an hour of drawing.
const MOST_POINTS: usize = 200_000;

impl Strokes {
    pub fn lines(&self) -> &[Vec<StagePoint>] {
        &self.lines
    }

    /// Whether the mouse is drawing a line.
    pub fn is_drawing(&self) -> bool {
        self.is_drawing
    }

    /// Number of points, which changes whenever a line does.
    pub fn points(&self) -> usize {
        self.lines.iter().map(Vec::len).sum()
    }

    pub(in super::super) fn step(&mut self, step: StrokeStep) {
        match step {
            StrokeStep::Draw(point) => self.draw(point),
            StrokeStep::Lift => self.is_drawing = false,
        }
    }

    fn draw(&mut self, point: StagePoint) {
        if !point.iter().all(|part| part.is_finite()) || self.points() >= MOST_POINTS {
            return;
        }
        if !std::mem::replace(&mut self.is_drawing, true) {
            self.lines.push(Vec::new());
        }
        let Some(line) = self.lines.last_mut() else { return };
        let is_near = |last: &StagePoint| (0..2).all(|axis| (last[axis] - point[axis]).abs() < NEAREST);
        if !line.last().is_some_and(is_near) {
            line.push(point);
        }
    }

    /// Removes all lines. The pen stays in the hand.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.is_drawing = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_lasts_from_the_first_point_to_the_lift() {
        let mut strokes = Strokes::default();
        for step in [
            StrokeStep::Draw([0.1, 0.1]),
            StrokeStep::Draw([0.1, 0.1004]),
            StrokeStep::Draw([0.2, 0.1]),
            StrokeStep::Draw([f32::NAN, 0.1]),
            StrokeStep::Lift,
            StrokeStep::Lift,
            StrokeStep::Draw([0.5, 0.5]),
        ] {
            strokes.step(step);
        }
        assert_eq!(strokes.lines(), [vec![[0.1, 0.1], [0.2, 0.1]], vec![[0.5, 0.5]]]);
        strokes.has_pen = true;
        strokes.clear();
        assert!(strokes.points() == 0 && strokes.has_pen);
        strokes.step(StrokeStep::Draw([0.3, 0.3]));
        assert_eq!(strokes.lines().len(), 1, "a line that was cleared does not go on");
    }
}
