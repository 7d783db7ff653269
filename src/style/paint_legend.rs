//! The meaning of the colors of a painted skin, as cards of several sizes.

use super::Palette;
use super::legend_card::{BAR, Item, LegendCard, Setter};
use super::legend_parts::{LegendBar, LegendParts};
use super::paint_words::{Mark, NO_DISTANCE, Words, words};
use crate::math::grouped;
use crate::view::{PaintScale, SkinPaint};
use egui::{Align2, Color32, Context, Painter, Rect, Vec2, vec2};

/// Distance between a card and the edges of its picture, in points.
pub const LEGEND_MARGIN: f32 = 10.0;

/// Type size of the cards over small pictures, and of the strip in the window.
const CARD_TYPE: f32 = 11.0;
const STRIP_TYPE: f32 = 12.0;

/// Width of a bar in a strip below the pictures.
const WIDE_BAR: f32 = 280.0;

/// Row counts for a list of joints, if not all joints fit.
const FEWER_ROWS: [usize; 4] = [24, 12, 8, 5];

/// The meaning of the colors of a picture.
#[derive(Clone, Debug)]
pub struct PaintLegend {
    title: String,
    key: Key,
}

/// A legend in one line.
#[derive(Clone, Debug, Default)]
pub struct LegendLine {
    pub title: String,
    /// The color that the title explains.
    pub chip: Option<Color32>,
    /// The bar with its marks, or the names. `None` without room.
    pub bar: Option<LegendCard>,
    /// The end of the bar in another unit.
    pub more: Option<String>,
}

#[derive(Clone, Debug)]
enum Key {
    /// A palette with the meaning of its parts.
    Bar { scale: PaintScale, words: Words },
    /// A color that some vertices have. The title explains it.
    Chip(Option<Color32>),
    /// One color per name.
    Names(Vec<(Color32, String)>),
}

impl PaintLegend {
    /// A legend for a scale. Lengths are shown in scene units and in percent of `extent`, the model's longest side.
    pub fn of_scale(paint: SkinPaint, scale: PaintScale, extent: f32) -> Self {
        let words = words(paint, scale, extent);
        let key = match scale {
            PaintScale::InvalidSigns(count) => {
                Key::Chip(count.filter(|&count| count > 0).map(|_| color_at(scale, 1.0)))
            }
            PaintScale::Similarity(None | Some(0.0)) => Key::Chip(None),
            _ => Key::Bar { scale, words: words.clone() },
        };
        Self { title: words.title, key }
    }

    /// A legend for colors between two models if one of them has no surface.
    pub fn of_no_distance() -> Self {
        Self { title: NO_DISTANCE.to_owned(), key: Key::Chip(None) }
    }

    /// A legend for colors that represent names. The colors are linear.
    pub fn of_names(title: impl Into<String>, named: impl IntoIterator<Item = ([f32; 3], String)>) -> Self {
        let named = named.into_iter().map(|(color, name)| (from_linear(color), name)).collect();
        Self { title: title.into(), key: Key::Names(named) }
    }

    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Cards that fit into the room in points, the most detailed first. Empty if none would be readable.
    pub fn cards(&self, ctx: &Context, palette: &Palette, room: Vec2) -> Vec<LegendCard> {
        let set = Setter { ctx, palette, type_size: CARD_TYPE };
        let cards = match &self.key {
            Key::Chip(chip) => vec![set.card(vec![Item::Title { text: &self.title, chip: *chip, width: room.x }])],
            Key::Bar { scale, words } => self.bars(&set, *scale, words, room),
            Key::Names(named) => self.lists(&set, named, room),
        };
        cards.into_iter().filter(|card| card.size().x <= room.x && card.size().y <= room.y).collect()
    }

    fn bars(&self, set: &Setter<'_>, scale: PaintScale, words: &Words, room: Vec2) -> Vec<LegendCard> {
        let colors = steps_of(scale);
        let gradient = |share: f32| color_at(scale, share);
        let bar = |above: &[Mark], below: &[Mark], is_titled: bool| {
            let title = is_titled.then(|| Item::Title { text: &self.title, chip: None, width: room.x });
            let bar = Item::Bar { gradient: &gradient, steps: &colors, above, below, width: room.x, wanted: BAR.x };
            set.card(title.into_iter().chain([bar]).collect())
        };
        let main = if words.above.is_empty() { &words.below } else { &words.above };
        vec![
            bar(&words.above, &words.below, true),
            bar(&[], main, true),
            bar(&[], main, false),
            bar(&[], &words.short, false),
        ]
    }

    /// The legend in one line, for a strip below the pictures.
    pub fn line(&self, ctx: &Context, palette: &Palette, room: Vec2) -> LegendLine {
        let set = Setter { ctx, palette, type_size: STRIP_TYPE };
        let mut line = LegendLine { title: self.title.clone(), ..LegendLine::default() };
        match &self.key {
            Key::Chip(chip) => line.chip = *chip,
            Key::Bar { scale, words } => {
                let colors = steps_of(*scale);
                let gradient = |share: f32| color_at(*scale, share);
                let main = if words.above.is_empty() { &words.below } else { &words.above };
                let bar = |below: &[Mark]| {
                    let (width, wanted) = (room.x, WIDE_BAR);
                    set.card(vec![Item::Bar { gradient: &gradient, steps: &colors, above: &[], below, width, wanted }])
                };
                let fits = |card: &LegendCard| card.size().x <= room.x && card.size().y <= room.y;
                line.bar = [bar(main), bar(&words.short)].into_iter().find(fits);
                line.more =
                    if words.above.is_empty() { None } else { words.below.last().map(|mark| mark.text.clone()) };
            }
            Key::Names(named) => line.bar = set.names_in_rows(named, 1, room.x),
        }
        line
    }

    /// Contents of the legend, for callers that lay it out without egui.
    pub fn parts(&self) -> LegendParts {
        let mut parts = LegendParts { title: self.title.clone(), ..LegendParts::default() };
        match &self.key {
            Key::Chip(chip) => parts.chip = *chip,
            Key::Bar { scale, words } => parts.bar = Some(LegendBar::of(*scale, &words.above, &words.below)),
            Key::Names(named) => parts.names.clone_from(named),
        }
        parts
    }

    /// Lists with one name per row, of all names or of the most important ones, followed by lists with names side by
    /// side.
    fn lists(&self, set: &Setter<'_>, named: &[(Color32, String)], room: Vec2) -> Vec<LegendCard> {
        let list = |rows: usize| {
            let more = named.len() - rows;
            let more = (more > 0).then(|| format!("and {} more", grouped(more)));
            let title = Item::Title { text: &self.title, chip: None, width: room.x };
            let rows = named[..rows].iter().map(|(color, name)| Item::Name { name, chip: Some(*color) });
            let more = more.as_deref().map(|name| Item::Name { name, chip: None });
            set.card(std::iter::once(title).chain(rows).chain(more).collect())
        };
        let mut cards = vec![list(named.len())];
        cards.extend(FEWER_ROWS.into_iter().filter(|&rows| rows < named.len()).map(list));
        cards.extend([3, 2, 1].into_iter().filter_map(|rows| set.names_in_rows(named, rows, room.x)));
        cards
    }
}

/// Largest fraction of a picture's height for names.
const LARGEST_SHARE: f32 = 0.4;

/// Draws a legend in a corner of a picture, if there is room.
pub fn draw_paint_legend(
    painter: &Painter,
    palette: &Palette,
    (picture, corner): (Rect, Align2),
    legend: &PaintLegend,
) {
    if let Some(card) = card_over(painter.ctx(), palette, picture.size(), legend) {
        card.draw(painter, corner.align_size_within_rect(card.size(), picture.shrink(LEGEND_MARGIN)).min);
    }
}

/// Size in points of the legend that [`draw_paint_legend`] draws over a picture of this size; zero if none fits. The
/// context must have its fonts.
pub fn paint_legend_size(ctx: &Context, palette: &Palette, picture: Vec2, legend: &PaintLegend) -> Vec2 {
    card_over(ctx, palette, picture, legend).map_or(Vec2::ZERO, |card| card.size())
}

fn card_over(ctx: &Context, palette: &Palette, picture: Vec2, legend: &PaintLegend) -> Option<LegendCard> {
    let room = picture - Vec2::splat(2.0 * LEGEND_MARGIN);
    let room = match legend.key {
        Key::Names(_) => vec2(room.x, room.y.min(LARGEST_SHARE * picture.y)),
        _ => room,
    };
    legend.cards(ctx, palette, room).into_iter().next()
}

/// The colors of a scale of steps. Empty for a gradient.
pub(super) fn steps_of(scale: PaintScale) -> Vec<Color32> {
    let steps = scale.influence_steps();
    let share = |step: usize| step as f32 / steps.saturating_sub(1).max(1) as f32;
    (0..steps).map(|step| color_at(scale, share(step))).collect()
}

pub(super) fn color_at(scale: PaintScale, share: f32) -> Color32 {
    let linear = scale.color_at(share);
    from_linear([linear.x, linear.y, linear.z])
}

fn from_linear([red, green, blue]: [f32; 3]) -> Color32 {
    Color32::from(egui::Rgba::from_rgb(red, green, blue))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Theme;

    fn cards(legend: &PaintLegend, room: [f32; 2]) -> Vec<LegendCard> {
        let ctx = Context::default();
        crate::style::install(&ctx, Theme::Dark);
        ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        legend.cards(&ctx, &Palette::of(Theme::Dark), vec2(room[0], room[1]))
    }

    fn names(count: usize) -> PaintLegend {
        PaintLegend::of_names("Dominant joint", (0..count).map(|n| ([0.5; 3], format!("forearm.{n}"))))
    }

    #[test]
    fn cards_shrink_with_the_room_and_never_leave_it() {
        let distance = PaintLegend::of_scale(SkinPaint::NormalError, PaintScale::Distance(0.05), 2.0);
        let influences = PaintLegend::of_scale(SkinPaint::InfluenceCount, PaintScale::Influences(8), 2.0);
        for legend in [&distance, &influences, &names(40)] {
            let mut last = usize::MAX;
            for room in [[600.0, 900.0], [300.0, 120.0], [200.0, 90.0], [120.0, 40.0], [64.0, 32.0], [20.0, 10.0]] {
                let found = cards(legend, room);
                assert!(found.iter().all(|card| card.size().x <= room[0] && card.size().y <= room[1]), "{room:?}");
                assert!(found.len() <= last, "{room:?}");
                last = found.len();
            }
            assert_eq!(last, 0, "nothing can be read in 20 by 10 points");
        }
        assert!(!cards(&distance, [64.0, 32.0]).is_empty());
    }

    #[test]
    fn a_list_of_joints_is_whole_where_there_is_room() {
        let heights = |count: usize, room: [f32; 2]| {
            cards(&names(count), room).iter().map(|card| card.size().y).collect::<Vec<_>>()
        };
        let all = heights(40, [600.0, 900.0]);
        assert!(all[0] > 40.0 * 12.0 && all.len() == 8, "{all:?}");
        assert!(heights(3, [600.0, 900.0])[0] < 90.0);
    }
}
