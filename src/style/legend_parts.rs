use super::paint_legend::{color_at, steps_of};
use super::paint_words::Mark;
use crate::view::PaintScale;
use egui::Color32;

/// Count of intervals of a gradient. Within an interval, encoded colors may be blended without a visible difference.
const INTERVALS: u8 = 24;

/// Contents of a [`super::PaintLegend`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LegendParts {
    pub title: String,
    /// The color that the title explains.
    pub chip: Option<Color32>,
    pub bar: Option<LegendBar>,
    /// Colors that stand for names, the most important ones first.
    pub names: Vec<(Color32, String)>,
}

/// A palette with the meaning of its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendBar {
    /// Colors from left to right: steps side by side, or evenly spaced colors of a gradient.
    pub colors: Vec<Color32>,
    pub is_stepped: bool,
    /// Positions from 0 to 1 with their meaning, above the bar. May be empty.
    pub above: Vec<(f32, String)>,
    pub below: Vec<(f32, String)>,
}

impl LegendBar {
    pub(super) fn of(scale: PaintScale, above: &[Mark], below: &[Mark]) -> Self {
        let steps = steps_of(scale);
        let is_stepped = !steps.is_empty();
        let gradient = (0..=INTERVALS).map(|index| color_at(scale, f32::from(index) / f32::from(INTERVALS)));
        let marks = |marks: &[Mark]| marks.iter().map(|mark| (mark.share, mark.text.clone())).collect();
        Self {
            colors: if is_stepped { steps } else { gradient.collect() },
            is_stepped,
            above: marks(above),
            below: marks(below),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PaintLegend;
    use super::*;
    use crate::view::SkinPaint;

    #[test]
    fn the_parts_are_those_of_the_cards() {
        let distance = PaintLegend::of_scale(SkinPaint::NormalError, PaintScale::Distance(0.05), 2.0).parts();
        let bar = distance.bar.unwrap();
        assert!(!bar.is_stepped && bar.colors[0] != bar.colors[12] && bar.colors[12] != bar.colors[24]);
        assert_eq!((bar.above[1].1.as_str(), bar.below[1].0), ("0.0500 units", 1.0));
        let influences = PaintLegend::of_scale(SkinPaint::InfluenceCount, PaintScale::Influences(4), 2.0).parts();
        let bar = influences.bar.unwrap();
        assert!(bar.is_stepped && bar.above.is_empty());
        assert_eq!((bar.colors.len(), bar.below.len()), (4, 4));
        let signs = PaintLegend::of_scale(SkinPaint::InvalidSigns, PaintScale::InvalidSigns(Some(3)), 2.0).parts();
        assert!(signs.chip.is_some() && signs.bar.is_none() && signs.title.starts_with("3 vertices"));
        let named = PaintLegend::of_names("Dominant joint", [([0.5; 3], "elbow".to_owned())]).parts();
        assert_eq!((named.names.len(), named.names[0].1.as_str()), (1, "elbow"));
    }
}
