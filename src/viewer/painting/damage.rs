use egui::epaint::ClippedShape;
use egui::{Color32, Rect, TextureId};

/// Complete content of a frame of the window.
#[derive(Clone, Debug)]
pub struct WindowFrame {
    pub shapes: Vec<ClippedShape>,
    /// The color where there is no shape.
    pub background: Color32,
    pub size_in_pixels: [u32; 2],
    pub pixels_per_point: f32,
}

/// Changes in the window since the previous frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Damage {
    Everything,
    /// Rectangles of whole pixels, in points. They may overlap. Empty if nothing changed.
    Parts(Vec<Rect>),
}

/// Maximum count of parts. Each one requires a pass over everything that is painted.
const MOST_PARTS: usize = 12;

/// Fraction of the window above which the whole window is painted.
const WHOLE_SHARE: f32 = 0.9;

/// Distance by which a shape can extend beyond its bounds, in pixels: soft edges, text aligned to whole pixels,
/// underlines, the corners of strokes up to four points wide.
const REACH_PIXELS: f32 = 3.0;

impl Damage {
    /// The changes from one frame to the next. `is_new` says whether a texture holds another picture than before.
    ///
    /// Shapes that are equal and in the same order in both frames need no repaint where no other shape changed. All
    /// other shapes, of either frame, do.
    pub fn between(before: &WindowFrame, now: &WindowFrame, is_new: impl Fn(TextureId) -> bool) -> Self {
        let scene = |frame: &WindowFrame| (frame.background, frame.size_in_pixels, frame.pixels_per_point.to_bits());
        if scene(before) != scene(now) {
            return Self::Everything;
        }
        let stays = |(old, new): &(&ClippedShape, &ClippedShape)| old == new && !shows(&new.shape, &is_new);
        let mut changed: Vec<&ClippedShape> = Vec::new();
        if before.shapes.len() == now.shapes.len() {
            let pairs = before.shapes.iter().zip(&now.shapes).filter(|pair| !stays(pair));
            changed.extend(pairs.flat_map(|(old, new)| [old, new]));
        } else {
            // Added or removed shapes lie between the common start and the common end.
            let first = before.shapes.iter().zip(&now.shapes).take_while(stays).count();
            let (old, new) = (&before.shapes[first..], &now.shapes[first..]);
            let last = old.iter().rev().zip(new.iter().rev()).take_while(stays).count();
            changed.extend(&old[..old.len() - last]);
            changed.extend(&new[..new.len() - last]);
        }
        let window = Rect::from_min_size(egui::Pos2::ZERO, now.size_in_points());
        let mut parts = Vec::new();
        for shape in changed {
            match reach(shape, now.pixels_per_point) {
                Reach::Nothing => {}
                Reach::Unknown => return Self::Everything,
                Reach::Rect(rect) => add_part(&mut parts, rect.intersect(window)),
            }
        }
        if parts.iter().map(|part: &Rect| part.area()).sum::<f32>() > WHOLE_SHARE * window.area() {
            return Self::Everything;
        }
        Self::Parts(parts)
    }
}

impl WindowFrame {
    fn size_in_points(&self) -> egui::Vec2 {
        let [width, height] = self.size_in_pixels;
        egui::vec2(width as f32, height as f32) / self.pixels_per_point
    }
}

/// Whether a shape shows a texture for which `is_new` is true.
fn shows(shape: &egui::Shape, is_new: &impl Fn(TextureId) -> bool) -> bool {
    match shape {
        egui::Shape::Vec(shapes) => shapes.iter().any(|shape| shows(shape, is_new)),
        // Callbacks are equal if they are the same object, which paints the same.
        egui::Shape::Callback(_) => false,
        shape => is_new(shape.texture_id()),
    }
}

enum Reach {
    Nothing,
    Unknown,
    Rect(Rect),
}

/// The whole pixels that a shape can touch.
fn reach(shape: &ClippedShape, pixels_per_point: f32) -> Reach {
    let bounds = shape.transform_after_tessellation.mul_rect(shape.shape.visual_bounding_rect());
    if bounds.any_nan() {
        return Reach::Unknown;
    }
    let seen = bounds.expand(REACH_PIXELS / pixels_per_point).intersect(shape.clip_rect);
    if !seen.is_positive() {
        return Reach::Nothing;
    }
    let in_pixels = seen * pixels_per_point;
    let whole = Rect::from_min_max(in_pixels.min.floor(), in_pixels.max.ceil());
    if whole.is_finite() { Reach::Rect(whole / pixels_per_point) } else { Reach::Unknown }
}

/// Adds a rectangle, merged with others if that paints little more.
fn add_part(parts: &mut Vec<Rect>, part: Rect) {
    if !part.is_positive() {
        return;
    }
    let mut part = part;
    // A part that grew may now touch others.
    while let Some(near) = parts.iter().position(|other| waste(*other, part) <= 0.0) {
        part = part.union(parts.swap_remove(near));
    }
    parts.push(part);
    while parts.len() > MOST_PARTS {
        join_nearest(parts);
    }
}

/// The area that the merged rectangle covers beyond the two.
fn waste(a: Rect, b: Rect) -> f32 {
    a.union(b).area() - a.area() - b.area()
}

fn join_nearest(parts: &mut Vec<Rect>) {
    let mut best = (f32::INFINITY, 0, 1);
    for first in 0..parts.len() {
        for second in first + 1..parts.len() {
            let waste = waste(parts[first], parts[second]);
            if waste < best.0 {
                best = (waste, first, second);
            }
        }
    }
    let (_, first, second) = best;
    let joined = parts[first].union(parts[second]);
    parts.swap_remove(second);
    parts[first] = joined;
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::epaint::RectShape;
    use egui::{Shape, pos2, vec2};

    const EVERYWHERE: Rect = Rect::EVERYTHING;

    fn square(x: f32, y: f32, color: Color32) -> ClippedShape {
        let rect = Rect::from_min_size(pos2(x, y), vec2(10.0, 10.0));
        ClippedShape::new(EVERYWHERE, Shape::rect_filled(rect, 0.0, color))
    }

    fn picture(texture: TextureId) -> ClippedShape {
        let rect = Rect::from_min_size(pos2(40.0, 40.0), vec2(20.0, 20.0));
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let shape = RectShape::filled(rect, 0.0, Color32::WHITE).with_texture(texture, whole);
        ClippedShape::new(EVERYWHERE, shape)
    }

    fn frame(shapes: Vec<ClippedShape>) -> WindowFrame {
        WindowFrame { shapes, background: Color32::BLACK, size_in_pixels: [200, 100], pixels_per_point: 1.0 }
    }

    fn parts(before: Vec<ClippedShape>, now: Vec<ClippedShape>) -> Vec<Rect> {
        match Damage::between(&frame(before), &frame(now), |_| false) {
            Damage::Parts(parts) => parts,
            Damage::Everything => panic!("only parts changed"),
        }
    }

    fn around(min: [f32; 2], max: [f32; 2]) -> Rect {
        Rect::from_min_max(min.into(), max.into()).expand(REACH_PIXELS)
    }

    #[test]
    fn equal_frames_need_no_paint() {
        let shapes = vec![square(5.0, 5.0, Color32::RED), picture(TextureId::User(3))];
        assert_eq!(parts(shapes.clone(), shapes), Vec::new());
    }

    #[test]
    fn a_shape_that_moves_needs_paint_where_it_was_and_where_it_is() {
        let still = square(100.0, 80.0, Color32::GREEN);
        let before = vec![square(10.0, 10.0, Color32::RED), still.clone()];
        let now = vec![square(50.0, 10.0, Color32::RED), still];
        assert_eq!(parts(before, now), [around([10.0, 10.0], [20.0, 20.0]), around([50.0, 10.0], [60.0, 20.0])]);
    }

    #[test]
    fn a_shape_between_others_damages_only_its_own_area() {
        let (a, b) = (square(10.0, 10.0, Color32::RED), square(100.0, 60.0, Color32::GREEN));
        let new = square(60.0, 30.0, Color32::BLUE);
        let area = [around([60.0, 30.0], [70.0, 40.0])];
        assert_eq!(parts(vec![a.clone(), b.clone()], vec![a.clone(), new.clone(), b.clone()]), area);
        assert_eq!(parts(vec![a.clone(), new.clone(), b.clone()], vec![a, b]), area);
    }

    #[test]
    fn shapes_that_change_their_order_are_painted_anew() {
        let (a, b) = (square(10.0, 10.0, Color32::RED), square(15.0, 15.0, Color32::GREEN));
        assert_eq!(parts(vec![a.clone(), b.clone()], vec![b, a]), [around([10.0, 10.0], [25.0, 25.0])]);
    }

    #[test]
    fn a_redrawn_picture_damages_its_area() {
        // One of the pictures is within a group.
        let grouped = ClippedShape::new(EVERYWHERE, Shape::Vec(vec![picture(TextureId::User(3)).shape]));
        let shapes = frame(vec![square(5.0, 5.0, Color32::RED), grouped]);
        let damage = Damage::between(&shapes, &shapes, |texture| texture == TextureId::User(3));
        assert_eq!(damage, Damage::Parts(vec![around([40.0, 40.0], [60.0, 60.0])]));
        assert_eq!(Damage::between(&shapes, &shapes, |texture| texture == TextureId::User(4)), Damage::Parts(vec![]));
    }

    #[test]
    fn a_callback_is_itself_only() {
        let rect = Rect::from_min_size(pos2(40.0, 40.0), vec2(20.0, 20.0));
        let callback = || Shape::Callback(egui::PaintCallback { rect, callback: std::sync::Arc::new(()) });
        let (one, other) = (ClippedShape::new(EVERYWHERE, callback()), ClippedShape::new(EVERYWHERE, callback()));
        assert_eq!(parts(vec![one.clone()], vec![one.clone()]), Vec::new());
        assert_eq!(parts(vec![one], vec![other]), [around([40.0, 40.0], [60.0, 60.0])]);
    }

    #[test]
    fn what_lies_outside_its_clip_is_not_painted() {
        let clip_rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(14.0, 100.0));
        let clipped = |color| ClippedShape { clip_rect, ..square(10.0, 10.0, color) };
        let expected = Rect::from_min_max(pos2(7.0, 7.0), pos2(14.0, 23.0));
        assert_eq!(parts(vec![clipped(Color32::RED)], vec![clipped(Color32::BLUE)]), [expected]);
        let hidden = |color| ClippedShape { clip_rect, ..square(50.0, 10.0, color) };
        assert_eq!(parts(vec![hidden(Color32::RED)], vec![hidden(Color32::BLUE)]), Vec::new());
    }

    #[test]
    fn another_size_theme_or_scale_is_painted_whole() {
        let same = frame(vec![square(5.0, 5.0, Color32::RED)]);
        for other in [
            WindowFrame { size_in_pixels: [200, 101], ..same.clone() },
            WindowFrame { background: Color32::WHITE, ..same.clone() },
            WindowFrame { pixels_per_point: 2.0, ..same.clone() },
        ] {
            assert_eq!(Damage::between(&same, &other, |_| false), Damage::Everything);
        }
    }

    #[test]
    fn many_changes_are_joined_and_stay_covered() {
        let positions = |shift: f32| (0..40).map(move |k| (4.0 * k as f32 + shift, (k * 37 % 83) as f32));
        let shapes = |color| positions(0.0).map(|(x, y)| square(x, y, color)).collect::<Vec<_>>();
        let parts = parts(shapes(Color32::RED), shapes(Color32::BLUE));
        assert!(parts.len() <= MOST_PARTS);
        for (x, y) in positions(0.0) {
            let area = Rect::from_min_size(pos2(x, y), vec2(10.0, 10.0));
            let window = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 100.0));
            assert!(parts.iter().any(|part| part.contains_rect(area.intersect(window))), "{area:?}");
        }
    }

    #[test]
    fn parts_are_whole_pixels_of_the_screen() {
        let moved = |x| WindowFrame { pixels_per_point: 1.5, ..frame(vec![square(x, 5.3, Color32::RED)]) };
        let Damage::Parts(parts) = Damage::between(&moved(3.1), &moved(7.7), |_| false) else { panic!("parts") };
        for part in parts {
            let pixels = part * 1.5;
            for side in [pixels.min.x, pixels.min.y, pixels.max.x, pixels.max.y] {
                assert!((side - side.round()).abs() < 1e-4, "{side}");
            }
        }
    }
}
