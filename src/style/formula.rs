use super::regular;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Color32};

/// Lays out a formula. The character after a `_` is small and low, because the font has few subscripts of its own.
pub fn formula(text: &str, size: f32, color: Color32) -> LayoutJob {
    let plain = TextFormat { valign: Align::Center, ..TextFormat::simple(regular(size), color) };
    let low = TextFormat { valign: Align::BOTTOM, ..TextFormat::simple(regular(0.72 * size), color) };
    let mut job = LayoutJob::default();
    for (index, part) in text.split('_').enumerate() {
        let after_low = if index == 0 { 0 } else { part.chars().next().map_or(0, char::len_utf8) };
        let (subscript, rest) = part.split_at(after_low);
        job.append(subscript, 0.0, low.clone());
        job.append(rest, 0.0, plain.clone());
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_character_is_low() {
        let job = formula("v' = w_i C''_i v", 13.0, Color32::WHITE);
        assert_eq!(job.text, "v' = wi C''i v");
        let low: Vec<&str> = job
            .sections
            .iter()
            .filter(|section| section.format.font_id.size < 12.0)
            .map(|section| &job.text[section.byte_range.start.0..section.byte_range.end.0])
            .collect();
        assert_eq!(low.concat(), "ii");
    }
}
