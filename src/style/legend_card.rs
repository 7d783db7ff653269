use super::paint_words::Mark;
use super::{Palette, regular};
use egui::{Color32, Context, CornerRadius, Galley, Mesh, Painter, Pos2, Rect, Shape, Vec2, pos2, vec2};
use std::sync::Arc;

/// Sizes in points.
pub(super) const BAR: Vec2 = Vec2::new(148.0, 8.0);
const PADDING: Vec2 = Vec2::new(12.0, 6.0);
/// Padding when there is little room.
const SMALL_PADDING: Vec2 = Vec2::new(5.0, 3.0);
const CHIP: f32 = 9.0;
/// Width of a chip before text.
const CHIP_ROOM: f32 = 15.0;
/// Height of a line of text.
const LINE: f32 = 15.0;
/// Gap between words on one line.
const BETWEEN: f32 = 8.0;

/// A laid-out legend: its size and shapes.
#[derive(Clone, Debug)]
pub struct LegendCard {
    size: Vec2,
    /// Shapes relative to the upper left corner.
    shapes: Vec<Shape>,
}

impl LegendCard {
    /// The size in points.
    pub fn size(&self) -> Vec2 {
        self.size
    }

    pub fn draw(&self, painter: &Painter, upper_left: Pos2) {
        for mut shape in self.shapes.iter().cloned() {
            shape.translate(upper_left.to_vec2());
            painter.add(shape);
        }
    }
}

/// A part of a card, from top to bottom. A width is the maximum width of the card.
#[derive(Clone, Copy)]
pub(super) enum Item<'a> {
    Title {
        text: &'a str,
        chip: Option<Color32>,
        width: f32,
    },
    Name {
        name: &'a str,
        chip: Option<Color32>,
    },
    /// Colors side by side with their meaning: `steps` colors, or a gradient if there are no steps.
    Bar {
        gradient: &'a dyn Fn(f32) -> Color32,
        steps: &'a [Color32],
        above: &'a [Mark],
        below: &'a [Mark],
        width: f32,
        /// Width of the bar if there is room.
        wanted: f32,
    },
}

/// Lays out cards with the program's fonts.
pub(super) struct Setter<'a> {
    pub ctx: &'a Context,
    pub palette: &'a Palette,
    /// Size of the type in points.
    pub type_size: f32,
}

impl Setter<'_> {
    fn words(&self, text: &str, color: Color32, width: f32) -> Arc<Galley> {
        self.ctx.fonts_mut(|fonts| fonts.layout(text.to_owned(), regular(self.type_size), color, width))
    }

    /// Lays out a card. A card with only a bar has narrow edges.
    pub fn card(&self, items: Vec<Item<'_>>) -> LegendCard {
        let padding = if let [Item::Bar { .. }] = items[..] { SMALL_PADDING } else { PADDING };
        let width = items.iter().map(|item| self.width(item, padding)).fold(0.0, f32::max);
        let mut shapes = Vec::new();
        let mut top = padding.y;
        for item in items {
            top = self.set(&mut shapes, item, pos2(padding.x, top), width, padding);
        }
        self.plate(vec2(width + 2.0 * padding.x, top + padding.y), shapes)
    }

    fn plate(&self, size: Vec2, shapes: Vec<Shape>) -> LegendCard {
        let rect = Rect::from_min_size(Pos2::ZERO, size);
        let plate = Shape::rect_filled(rect, CornerRadius::same(6), self.palette.panel.gamma_multiply(0.86));
        LegendCard { size, shapes: std::iter::once(plate).chain(shapes).collect() }
    }

    /// The width of an item without the padding.
    fn width(&self, item: &Item<'_>, padding: Vec2) -> f32 {
        match item {
            Item::Title { text, chip, width } => {
                let before = chip.map_or(0.0, |_| CHIP_ROOM);
                before + self.words(text, Color32::WHITE, width - before - 2.0 * padding.x).size().x
            }
            Item::Name { name, .. } => CHIP_ROOM + self.words(name, Color32::WHITE, f32::INFINITY).size().x,
            Item::Bar { above, below, width, wanted, .. } => {
                let row = |marks: &[Mark]| self.width_of_marks(marks);
                row(above).max(row(below)).max(wanted.min(width - 2.0 * padding.x))
            }
        }
    }

    /// The width that a row of marks needs so that none touches another.
    fn width_of_marks(&self, marks: &[Mark]) -> f32 {
        let widths: Vec<f32> =
            marks.iter().map(|mark| self.words(&mark.text, Color32::WHITE, f32::INFINITY).size().x).collect();
        let needed = |pair: usize| {
            let apart = marks[pair + 1].share - marks[pair].share;
            // Distance by which a mark's text extends toward its neighbor.
            let beside = |mark: usize, right: bool| {
                widths[mark] * if right { 1.0 - anchor(marks[mark].share) } else { anchor(marks[mark].share) }
            };
            (beside(pair, true) + BETWEEN / 2.0 + beside(pair + 1, false)) / apart.max(0.01)
        };
        (0..marks.len().saturating_sub(1)).map(needed).fold(0.0, f32::max)
    }

    /// Adds an item's shapes and returns where the item ends.
    fn set(&self, shapes: &mut Vec<Shape>, item: Item<'_>, at: Pos2, width: f32, padding: Vec2) -> f32 {
        match item {
            Item::Title { text, chip, width: most } => {
                let before = chip.map_or(0.0, |_| CHIP_ROOM);
                let galley = self.words(text, self.palette.text2, most - before - 2.0 * padding.x);
                let height = galley.size().y.max(LINE);
                shapes.extend(chip.map(|color| chip_shape(at, color)));
                let top = at.y + (height - galley.size().y) / 2.0;
                shapes.push(Shape::galley(pos2(at.x + before, top), galley, self.palette.text2));
                at.y + height
            }
            Item::Name { name, chip } => {
                shapes.extend(chip.map(|color| chip_shape(at, color)));
                let galley = self.words(name, self.palette.text1, f32::INFINITY);
                let top = at.y + (LINE - galley.size().y) / 2.0;
                shapes.push(Shape::galley(pos2(at.x + CHIP_ROOM, top), galley, self.palette.text1));
                at.y + LINE
            }
            Item::Bar { gradient, steps, above, below, .. } => {
                let top = if above.is_empty() { at.y + 1.0 } else { at.y + LINE + 1.0 };
                let bar = Rect::from_min_size(pos2(at.x, top), vec2(width, BAR.y));
                match steps {
                    [] => shapes.push(Shape::mesh(gradient_mesh(bar, gradient))),
                    _ => shapes.extend(step_shapes(bar, steps)),
                }
                self.marks(shapes, above, bar, bar.top() - LINE, self.palette.text1);
                let quiet = if above.is_empty() { self.palette.text1 } else { self.palette.text3 };
                self.marks(shapes, below, bar, bar.bottom(), quiet);
                bar.bottom() + LINE
            }
        }
    }

    fn marks(&self, shapes: &mut Vec<Shape>, marks: &[Mark], bar: Rect, top: f32, color: Color32) {
        for mark in marks {
            let galley = self.words(&mark.text, color, f32::INFINITY);
            let left = bar.left() + mark.share * bar.width() - anchor(mark.share) * galley.size().x;
            let top = top + (LINE - galley.size().y) / 2.0;
            shapes.push(Shape::galley(pos2(left, top), galley, color));
        }
    }

    /// Lists as many names as fit into the rows, side by side. `None` if not one fits.
    pub fn names_in_rows(&self, named: &[(Color32, String)], rows: usize, width: f32) -> Option<LegendCard> {
        let right = width - 2.0 * SMALL_PADDING.x;
        let mut shapes = Vec::new();
        let (mut x, mut row, mut widest, mut set) = (0.0, 0, 0.0f32, 0);
        for (color, name) in named {
            let galley = self.words(name, self.palette.text1, f32::INFINITY);
            let takes = CHIP_ROOM + galley.size().x;
            // The last row reserves space for the count of names left out.
            let kept = if row + 1 == rows && set + 1 < named.len() { 3.0 * BETWEEN + CHIP_ROOM } else { 0.0 };
            if x > 0.0 && x + takes + kept > right && row + 1 < rows {
                (x, row) = (0.0, row + 1);
            }
            let kept = if row + 1 == rows && set + 1 < named.len() { 3.0 * BETWEEN + CHIP_ROOM } else { 0.0 };
            if x + takes + kept > right {
                break;
            }
            let at = pos2(SMALL_PADDING.x + x, SMALL_PADDING.y + row as f32 * LINE);
            shapes.push(chip_shape(at, *color));
            let top = at.y + (LINE - galley.size().y) / 2.0;
            shapes.push(Shape::galley(pos2(at.x + CHIP_ROOM, top), galley, self.palette.text1));
            widest = widest.max(x + takes);
            x += takes + BETWEEN;
            set += 1;
        }
        if set == 0 {
            return None;
        }
        if set < named.len() {
            let more = self.words(&format!("+{}", named.len() - set), self.palette.text3, f32::INFINITY);
            let at = pos2(SMALL_PADDING.x + x, SMALL_PADDING.y + row as f32 * LINE);
            widest = widest.max(x + more.size().x);
            let top = at.y + (LINE - more.size().y) / 2.0;
            shapes.push(Shape::galley(pos2(at.x, top), more, self.palette.text3));
        }
        let size = vec2(widest, (row + 1) as f32 * LINE) + 2.0 * SMALL_PADDING;
        Some(self.plate(size, shapes))
    }
}

/// The fraction of a mark's text to the left of its position. Text at the ends stays within the bar.
fn anchor(share: f32) -> f32 {
    match share {
        share if share <= 0.0 => 0.0,
        share if share >= 1.0 => 1.0,
        _ => 0.5,
    }
}

fn chip_shape(line: Pos2, color: Color32) -> Shape {
    let chip = Rect::from_min_size(line + vec2(0.0, (LINE - CHIP) / 2.0), Vec2::splat(CHIP));
    Shape::rect_filled(chip, CornerRadius::same(2), color)
}

fn step_shapes(bar: Rect, steps: &[Color32]) -> Vec<Shape> {
    let width = bar.width() / steps.len() as f32;
    let step = |(index, color): (usize, &Color32)| {
        let left = bar.left() + index as f32 * width;
        let rect = Rect::from_x_y_ranges(left..=left + width, bar.y_range());
        Shape::rect_filled(rect.shrink2(vec2(0.5, 0.0)), CornerRadius::ZERO, *color)
    };
    steps.iter().enumerate().map(step).collect()
}

fn gradient_mesh(bar: Rect, color_at: &dyn Fn(f32) -> Color32) -> Mesh {
    const STEPS: u32 = 64;
    let mut mesh = Mesh::default();
    for step in 0..=STEPS {
        let value = step as f32 / STEPS as f32;
        let color = color_at(value);
        let x = bar.left() + value * bar.width();
        mesh.colored_vertex(pos2(x, bar.top()), color);
        mesh.colored_vertex(pos2(x, bar.bottom()), color);
        if step > 0 {
            let last = 2 * step;
            mesh.add_triangle(last - 2, last - 1, last);
            mesh.add_triangle(last - 1, last, last + 1);
        }
    }
    mesh
}
