use crate::math::grouped;
use crate::view::{LARGEST_NORMAL_ERROR, LARGEST_RATIO, PaintScale, SkinPaint, significant};

/// The text of a scale.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub title: String,
    /// Marks with lengths in scene units if the row below shows percent, otherwise empty.
    pub above: Vec<Mark>,
    pub below: Vec<Mark>,
    /// The shortest row that still labels the ends.
    pub short: Vec<Mark>,
}

#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// Position along the bar, from 0 to 1.
    pub share: f32,
    pub text: String,
}

fn mark(share: f32, text: impl Into<String>) -> Mark {
    Mark { share, text: text.into() }
}

/// Words of a scale. `extent` is the model's longest side, in scene units.
pub(super) fn words(paint: SkinPaint, scale: PaintScale, extent: f32) -> Words {
    let one_row = |title: &str, below: Vec<Mark>| Words {
        title: title.to_owned(),
        above: Vec::new(),
        short: below.clone(),
        below,
    };
    match scale {
        PaintScale::Weight => {
            let label = paint.label();
            let title = if paint == SkinPaint::WeightDifference { label.as_str() } else { "Weight of the joint" };
            one_row(title, vec![mark(0.0, "0"), mark(1.0, "1")])
        }
        PaintScale::Influences(largest) => {
            let steps = scale.influence_steps();
            let step = |count: usize| {
                let more = if count == steps && largest > steps { "+" } else { "" };
                mark((count as f32 - 0.5) / steps as f32, format!("{count}{more}"))
            };
            let marks: Vec<Mark> = (1..=steps).map(step).collect();
            let short = marks.first().into_iter().chain(marks.last().filter(|_| steps > 1)).cloned().collect();
            Words { short, ..one_row("Influences per vertex", marks) }
        }
        PaintScale::Distance(end) => Words {
            title: paint.label(),
            above: vec![mark(0.0, "0"), mark(1.0, in_units(end))],
            below: vec![mark(0.0, "0"), mark(1.0, in_percent(end, extent))],
            short: vec![mark(0.0, "0"), mark(1.0, significant(end))],
        },
        PaintScale::Ratio => {
            let [low, high] = [1.0 / LARGEST_RATIO, LARGEST_RATIO].map(|end| format!("{end} ×"));
            let marks = vec![mark(0.0, low), mark(0.5, "1 ×"), mark(1.0, high)];
            let ends = marks.iter().filter(|mark| mark.share != 0.5).cloned().collect();
            Words { short: ends, ..one_row(paint.row().ratio, marks) }
        }
        PaintScale::NormalError => {
            let end = format!("{LARGEST_NORMAL_ERROR}°");
            let marks = vec![mark(0.0, "0°"), mark(1.0, format!("{end} or more"))];
            Words { short: vec![mark(0.0, "0°"), mark(1.0, end)], ..one_row("Normal error", marks) }
        }
        PaintScale::Similarity(None) => one_row("No vertex is chosen", Vec::new()),
        PaintScale::Similarity(Some(0.0)) => one_row("The vertex follows one joint: none is similar", Vec::new()),
        PaintScale::Similarity(Some(largest)) => {
            one_row("Similarity to the vertex", vec![mark(0.0, "0"), mark(1.0, significant(largest))])
        }
        PaintScale::InvalidSigns(count) => {
            let title = match count {
                None => "The method blends no quaternions".to_owned(),
                Some(0) => "No vertex has invalid signs".to_owned(),
                Some(1) => "1 vertex has invalid signs".to_owned(),
                Some(count) => format!("{} vertices have invalid signs", grouped(count)),
            };
            one_row(&title, Vec::new())
        }
    }
}

fn in_units(distance: f32) -> String {
    format!("{} units", significant(distance))
}

fn in_percent(distance: f32, extent: f32) -> String {
    format!("{}% of extent", significant(100.0 * distance / extent.max(f32::MIN_POSITIVE)))
}

/// Text in place of a scale of the distance to a model without a surface.
pub const NO_DISTANCE: &str = "No distance to the other model is known";

/// The title of a scale.
pub fn paint_title(paint: SkinPaint, scale: PaintScale) -> String {
    words(paint, scale, 1.0).title
}

/// The meaning of a scale's colors and the range on the skin, in a line without a period. `found` is the smallest and
/// the largest value on the skin.
pub fn paint_scale_in_words(title: &str, scale: PaintScale, found: Option<[f32; 2]>, extent: f32) -> String {
    let (colors, skin): (String, fn(f32) -> String) = match scale {
        PaintScale::Weight => ("0 to 1".to_owned(), significant),
        PaintScale::Influences(largest) => {
            let steps = scale.influence_steps();
            let more = if largest > steps { " or more" } else { "" };
            (format!("1 to {steps}{more}"), |count| format!("{count}"))
        }
        PaintScale::Distance(end) => {
            let range = |[from, to]: [f32; 2]| {
                let percent = [from, to].map(|at| significant(100.0 * at / extent.max(f32::MIN_POSITIVE)));
                let [low, high] = [from, to].map(significant);
                format!("{low} to {high} units ({} to {}% of extent)", percent[0], percent[1])
            };
            let found = found.map_or_else(String::new, |found| format!(", skin {}", range(found)));
            return format!("{title}: colors {}{found}", range([0.0, end]));
        }
        PaintScale::Ratio => {
            (format!("{} × to {LARGEST_RATIO} ×", 1.0 / LARGEST_RATIO), |ratio| format!("{} ×", significant(ratio)))
        }
        PaintScale::NormalError => {
            (format!("0° to {LARGEST_NORMAL_ERROR}° or more"), |angle| format!("{}°", significant(angle)))
        }
        PaintScale::Similarity(Some(largest)) if largest > 0.0 => {
            (format!("0 to {}", significant(largest)), significant)
        }
        PaintScale::InvalidSigns(_) | PaintScale::Similarity(_) => return title.to_owned(),
    };
    let found = found.map_or_else(String::new, |[from, to]| format!(", skin {} to {}", skin(from), skin(to)));
    format!("{title}: colors {colors}{found}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_shown_in_units_and_in_percent() {
        let words = words(SkinPaint::NormalError, PaintScale::Distance(0.05), 2.0);
        assert_eq!((words.above[1].text.as_str(), words.below[1].text.as_str()), ("0.0500 units", "2.50% of extent"));
        assert_eq!(words.short[1].text, "0.0500");
    }

    #[test]
    fn a_line_tells_the_colors_and_the_skin() {
        let line = |paint, scale, found| paint_scale_in_words(&paint_title(paint, scale), scale, Some(found), 2.0);
        let dqs = SkinPaint::DifferenceTo(crate::skinning::SkinningMethod::Dqs);
        assert_eq!(
            line(dqs, PaintScale::Distance(0.05), [0.0, 0.2]),
            "Distance to DQS: colors 0 to 0.0500 units (0 to 2.50% of extent), \
             skin 0 to 0.200 units (0 to 10.0% of extent)"
        );
        assert_eq!(
            line(SkinPaint::AreaStretch, PaintScale::Ratio, [0.25, 3.0]),
            "Area relative to rest: colors 0.5 × to 2 ×, skin 0.250 × to 3.00 ×"
        );
        assert_eq!(
            line(SkinPaint::InfluenceCount, PaintScale::Influences(4), [1.0, 4.0]),
            "Influences per vertex: colors 1 to 4, skin 1 to 4"
        );
        assert_eq!(
            line(SkinPaint::InfluenceCount, PaintScale::Influences(12), [1.0, 12.0]),
            "Influences per vertex: colors 1 to 8 or more, skin 1 to 12"
        );
    }
}
