use super::semibold;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Color32, Context, Galley};
use std::sync::Arc;

/// Least scale of a headline that is too long for its line. A longer one is cut off.
const LEAST: f32 = 0.6;

/// A scene's headline in one line of this width, in letters of this size. The context must have its fonts.
pub fn headline(ctx: &Context, text: &str, size: f32, color: Color32, width: f32) -> Arc<Galley> {
    let line = |size: f32, max_width: f32| {
        let mut job = LayoutJob::single_section(text.to_owned(), TextFormat::simple(semibold(size), color));
        job.wrap = TextWrapping::truncate_at_width(max_width);
        ctx.fonts_mut(|fonts| fonts.layout_job(job))
    };
    let whole = line(size, f32::INFINITY);
    if whole.size().x <= width {
        return whole;
    }
    // Letters are placed on whole pixels, so a line does not shrink exactly in proportion.
    let share = (0.98 * width / whole.size().x).max(LEAST);
    line(size * share, width.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Theme;

    #[test]
    fn a_long_headline_is_smaller_and_a_longer_one_is_cut_off() {
        let ctx = Context::default();
        crate::style::install(&ctx, Theme::Dark);
        ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        let line = |text: &str| headline(&ctx, text, 24.0, Color32::WHITE, 400.0);
        let [short, long, longer] = [
            line("DQS keeps the volume"),
            line("Dual quaternions keep the elbow's volume"),
            line(&"Dual quaternions keep the elbow's volume ".repeat(4)),
        ];
        assert!(short.size().y > long.size().y && long.size().y > longer.size().y);
        assert!([&short, &long, &longer].iter().all(|line| line.size().x <= 400.0 && line.rows.len() == 1));
        assert!(!long.elided && longer.elided);
    }
}
