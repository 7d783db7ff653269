use egui::{Color32, FontId, Painter};

/// Shortens text in the middle until it fits a width in points, because the ends of names distinguish them as often as
/// the beginnings. Returns the text and whether it was shortened.
pub fn elided_middle(painter: &Painter, text: &str, font: &FontId, width: f32) -> (String, bool) {
    let fits = |text: &str| painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE).size().x <= width;
    if fits(text) {
        return (text.to_owned(), false);
    }
    let characters: Vec<char> = text.chars().collect();
    let keeping = |kept: usize| -> String {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        let end = &characters[characters.len() - tail..];
        characters[..head].iter().chain(&['\u{2026}']).chain(end).collect()
    };
    // Finds the largest count that fits. Names are short, and egui keeps the layouts of a frame for the next one.
    let (mut least, mut most) = (0, characters.len().saturating_sub(1));
    while least < most {
        let middle = (least + most).div_ceil(2);
        if fits(&keeping(middle)) {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    (keeping(least), true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::regular;

    #[test]
    fn both_ends_of_a_long_name_stay() {
        let ctx = egui::Context::default();
        crate::style::install(&ctx, crate::view::Theme::Dark);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let font = regular(12.0);
            let width =
                |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE).size().x;
            let name = "wrist-twist-170-twist-joints-off";
            assert_eq!(elided_middle(ui.painter(), name, &font, 400.0), (name.to_owned(), false));
            let (short, is_short) = elided_middle(ui.painter(), name, &font, 100.0);
            assert!(is_short && short.starts_with("wrist") && short.ends_with("off"), "{short}");
            assert!(width(&short) <= 100.0 && width(&short) > 80.0, "{short}");
            assert_eq!(elided_middle(ui.painter(), name, &font, 1.0).0, "\u{2026}");
            assert_eq!(elided_middle(ui.painter(), "", &font, 0.0), (String::new(), false));
        });
        output.textures_delta.clear();
    }
}
