//! The program's visual style: color tokens, fonts, icons and the few widgets that egui does not have. Depends on egui,
//! but not on windows or files, so that headless sheets and the viewer look the same.

mod colors;
mod diagram_labels;
mod elide;
mod fonts;
mod formula;
mod ghost;
mod hall;
mod headline;
mod legend_card;
mod legend_parts;
mod paint_legend;
mod paint_words;
mod pane_header;
mod pane_marks;
mod side_names;
pub mod icons;
mod widgets;

pub use colors::{Palette, method_color};
pub use diagram_labels::{LabeledPicture, draw_diagram_labels};
pub use elide::elided_middle;
pub use fonts::{PLOT_FONTS, font_definitions, medium, regular, semibold};
pub use formula::formula;
pub use ghost::{ghost_in_hall, ghost_of};
pub use hall::{LEAST_CONTRAST, contrast, method_color_in_hall};
pub use headline::headline;
pub use legend_card::LegendCard;
pub use legend_parts::{LegendBar, LegendParts};
pub use paint_legend::{LEGEND_MARGIN, LegendLine, PaintLegend, draw_paint_legend, paint_legend_size};
pub use paint_words::{NO_DISTANCE, paint_scale_in_words, paint_title};
pub use pane_header::{PaneTitle, draw_pane_header};
pub use pane_marks::{MarkBrush, draw_plate, value_job};
pub use side_names::{SideName, draw_side_names};
pub use widgets::{
    FieldLook, SliderLook, check_box, dot_button, explained_check_box, icon_button, number_field, paint_caret,
    primary_button, quiet_button, radio_button, segments, slider_trough,
};

use crate::view::Theme;
use egui::{CornerRadius, FontId, Margin, Shadow, Stroke, TextStyle, Vec2};

/// Sets fonts, sizes, spacing and colors for a theme.
pub fn install(ctx: &egui::Context, theme: Theme) {
    ctx.set_fonts(font_definitions());
    apply_theme(ctx, theme);
}

/// Clear color of the window. It is the color of the panels, which do not paint their own background.
pub fn window_background(theme: Theme) -> egui::Color32 {
    Palette::of(theme).panel
}

/// Applies only colors and spacing. Cheap, for a theme change.
pub fn apply_theme(ctx: &egui::Context, theme: Theme) {
    let palette = Palette::of(theme);
    ctx.set_theme(match theme {
        Theme::Dark => egui::ThemePreference::Dark,
        Theme::Light => egui::ThemePreference::Light,
    });
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, regular(12.0)),
            (TextStyle::Body, regular(13.0)),
            (TextStyle::Button, medium(13.0)),
            (TextStyle::Heading, semibold(14.0)),
            (TextStyle::Monospace, FontId::monospace(12.0)),
        ]
        .into();
        style.drag_value_text_style = TextStyle::Body;
        set_spacing(&mut style.spacing);
        set_visuals(&mut style.visuals, &palette);
        style.animation_time = 0.08;
    });
}

fn set_spacing(spacing: &mut egui::style::Spacing) {
    spacing.item_spacing = Vec2::new(8.0, 4.0);
    spacing.button_padding = Vec2::new(10.0, 4.0);
    spacing.interact_size = Vec2::new(28.0, 26.0);
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(12);
    spacing.combo_height = 360.0;
    spacing.tooltip_width = 320.0;
    spacing.icon_width = 16.0;
    spacing.icon_width_inner = 10.0;
    spacing.scroll = egui::style::ScrollStyle::thin();
}

fn set_visuals(visuals: &mut egui::Visuals, palette: &Palette) {
    visuals.dark_mode = palette.theme == Theme::Dark;
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(palette.text3);
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.popup;
    visuals.window_stroke = Stroke::new(1.0, palette.line_strong);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.extreme_bg_color = palette.field;
    visuals.text_edit_bg_color = Some(palette.field);
    visuals.faint_bg_color = palette.raised;
    visuals.code_bg_color = palette.field;
    visuals.hyperlink_color = palette.accent;
    visuals.error_fg_color = palette.error;
    visuals.warn_fg_color = palette.text2;
    visuals.selection.bg_fill = palette.accent_dim;
    visuals.selection.stroke = Stroke::new(1.0, palette.accent);
    let shadow = Shadow { offset: [0, 6], blur: 20, spread: 0, color: egui::Color32::from_black_alpha(90) };
    visuals.window_shadow = shadow;
    visuals.popup_shadow = shadow;
    visuals.button_frame = true;
    visuals.indent_has_left_vline = false;
    let widget = |fill, stroke: Stroke, text| egui::style::WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: stroke,
        corner_radius: CornerRadius::same(6),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let widgets = &mut visuals.widgets;
    widgets.noninteractive = widget(palette.panel, Stroke::new(1.0, palette.line), palette.text2);
    widgets.inactive = widget(palette.raised, Stroke::NONE, palette.text1);
    widgets.hovered = widget(palette.hover, Stroke::NONE, palette.text1);
    widgets.active = widget(palette.active, Stroke::NONE, palette.text1);
    widgets.open = widget(palette.active, Stroke::NONE, palette.text1);
}
