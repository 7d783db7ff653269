//! Draws the legend of a painted picture in a free corner, or in a strip below the scene if no corner is free.

use super::diagram_page::draw_with_diagram;
use super::egui_page;
use super::paint_report::PaintReport;
use crate::gpu::{GpuContext, GpuError};
use crate::style::{LEGEND_MARGIN, LegendCard, Palette};
use crate::view::{Camera, PaneLook, PictureSettings, Quality};
use crate::viewport::{PaneRenderer, PictureRequest};
use egui::{Pos2, Vec2, pos2, vec2};
use image::{Rgba, RgbaImage, imageops};

/// Size in pixels above which the type grows with the picture and is larger than in the viewer.
const PLAIN_SIZE: Vec2 = Vec2::new(900.0, 500.0);

/// Distance of a card from the edges of the picture when there is little room, in points.
const SMALLEST_MARGIN: f32 = 2.0;

/// Distance between a card and the content of the picture, in points.
const CLEARANCE: f32 = 6.0;

/// Limits of a strip as fractions of the picture's height. A strip exceeds the first only if no smaller card is
/// available, and never exceeds the second.
const STRIP_SHARES: [f32; 2] = [0.25, 0.55];

/// A picture with an explanation of its colors.
pub struct ExplainedPicture {
    pub picture: RgbaImage,
    /// The meaning of the colors as text. `None` for material colors.
    pub meaning: Option<String>,
    /// Whether the picture contains a legend. Some pictures are too small.
    pub has_legend: bool,
}

/// The position of a card in points, and the rows of pixels below the scene that are reserved for it.
struct CardPosition<'a> {
    card: &'a LegendCard,
    upper_left: Pos2,
    strip: u32,
}

/// Draws a picture of a painted skin, with a legend if requested. `camera` receives the size of the visible part of the
/// scene.
pub(super) fn draw_explained(
    context: &GpuContext,
    request: &PictureRequest<'_>,
    camera: impl Fn([u32; 2]) -> Camera,
    wants_legend: bool,
) -> Result<ExplainedPicture, GpuError> {
    let size = request.size;
    let mut renderer = PaneRenderer::new(context)?;
    let explained = |renderer: &PaneRenderer| {
        let summary = &renderer.paint_summary()?;
        let (model, beside) = (request.model.model(), request.beside.map(|other| other.surfaces));
        let report = PaintReport { model: &model, settings: request.settings, summary, beside };
        Some((report.line(), report.legend()))
    };
    if !wants_legend {
        let picture = draw_with_diagram(context, &mut renderer, request)?;
        let meaning = explained(&renderer).map(|(line, _)| line);
        return Ok(ExplainedPicture { picture, meaning, has_legend: false });
    }
    let shown = shown_part(context, &mut renderer, request)?;
    let (meaning, legend) = explained(&renderer).unzip();
    let page = vec2(size[0] as f32, size[1] as f32);
    let pixels_per_point = (page / PLAIN_SIZE).min_elem().max(1.0);
    let page = page / pixels_per_point;
    let palette = Palette::of(request.settings.theme);
    let (ctx, mut fonts) = egui_page::begin(context, request.settings.theme, page, pixels_per_point);
    let cards =
        legend.map_or_else(Vec::new, |legend| legend.cards(&ctx, &palette, page - Vec2::splat(2.0 * SMALLEST_MARGIN)));
    let Some(card_position) = card_position(&cards, &shown, page, pixels_per_point) else {
        // The fonts are not needed, because no page is painted.
        fonts.textures_delta.clear();
        let picture = draw_with_diagram(context, &mut renderer, request)?;
        return Ok(ExplainedPicture { picture, meaning, has_legend: false });
    };
    let scene = [size[0], size[1] - card_position.strip];
    let scene_request = PictureRequest { size: scene, camera: &camera(scene), ..*request };
    let drawn = draw_with_diagram(context, &mut renderer, &scene_request)?;
    let mut picture = RgbaImage::from_pixel(size[0], size[1], ground(request.settings));
    imageops::replace(&mut picture, &drawn, 0, 0);
    let card = card_picture(context, (ctx, fonts), card_position.card, pixels_per_point)?;
    let at = card_position.upper_left * pixels_per_point;
    imageops::overlay(&mut picture, &card, at.x.round() as i64, at.y.round() as i64);
    if !request.settings.transparent {
        // Blending rounds alpha down.
        picture.pixels_mut().for_each(|pixel| pixel.0[3] = 255);
    }
    Ok(ExplainedPicture { picture, meaning, has_legend: true })
}

/// Draws the skin and its overlays, opaque on a transparent background.
pub(super) fn shown_part(
    context: &GpuContext,
    renderer: &mut PaneRenderer,
    request: &PictureRequest<'_>,
) -> Result<RgbaImage, GpuError> {
    let overlays = request.settings.look.overlays.iter().filter(|overlay| !overlay.row().is_on_ground).collect();
    let settings = PictureSettings {
        transparent: true,
        look: PaneLook { overlays, ..request.settings.look },
        ..*request.settings
    };
    renderer.draw_image(context, &PictureRequest { settings: &settings, quality: Quality::DRAFT, ..*request })
}

/// The background color of a strip below the scene.
fn ground(settings: &PictureSettings) -> Rgba<u8> {
    Rgba(if settings.transparent { [0; 4] } else { Palette::of(settings.theme).app.to_array() })
}

/// The first card that fits a free corner or a low strip, otherwise the first that fits any strip.
fn card_position<'a>(
    cards: &'a [LegendCard],
    shown: &RgbaImage,
    page: Vec2,
    pixels_per_point: f32,
) -> Option<CardPosition<'a>> {
    let in_strip = |card: &'a LegendCard, share: f32| {
        let margin = margin(card, page);
        let strip = ((card.size().y + 2.0 * margin) * pixels_per_point).ceil();
        let upper_left = pos2(margin, page.y - margin - card.size().y);
        (strip <= share * page.y * pixels_per_point).then_some(CardPosition { card, upper_left, strip: strip as u32 })
    };
    let in_corner = |card: &'a LegendCard| {
        let corner = corners(card, page).into_iter().find(|&at| is_free(shown, at, card.size(), pixels_per_point));
        corner.map(|upper_left| CardPosition { card, upper_left, strip: 0 })
    };
    let [low, high] = STRIP_SHARES;
    let first = cards.iter().find_map(|card| in_corner(card).or_else(|| in_strip(card, low)));
    first.or_else(|| cards.iter().find_map(|card| in_strip(card, high)))
}

fn margin(card: &LegendCard, page: Vec2) -> f32 {
    let room = (page - card.size()) / 2.0;
    LEGEND_MARGIN.min(room.min_elem()).max(0.0)
}

/// The corners to try. The lower left comes first, as in the viewer.
fn corners(card: &LegendCard, page: Vec2) -> [Pos2; 4] {
    let margin = margin(card, page);
    let far = page - card.size() - Vec2::splat(margin);
    [pos2(margin, far.y), pos2(far.x, far.y), pos2(margin, margin), pos2(far.x, margin)]
}

/// Whether a card would cover only background.
fn is_free(shown: &RgbaImage, upper_left: Pos2, size: Vec2, pixels_per_point: f32) -> bool {
    let low = (upper_left - Vec2::splat(CLEARANCE)) * pixels_per_point;
    let high = (upper_left + size + Vec2::splat(CLEARANCE)) * pixels_per_point;
    let range = |from: f32, to: f32, side: u32| (from.max(0.0) as u32)..(to.ceil().max(0.0) as u32).min(side);
    let columns = range(low.x, high.x, shown.width());
    range(low.y, high.y, shown.height()).all(|y| columns.clone().all(|x| shown.get_pixel(x, y).0[3] == 0))
}

/// Draws a card alone, with straight alpha.
fn card_picture(
    context: &GpuContext,
    (ctx, mut output): (egui::Context, egui::FullOutput),
    card: &LegendCard,
    pixels_per_point: f32,
) -> Result<RgbaImage, GpuError> {
    let pixels = (card.size() * pixels_per_point).ceil();
    let input = egui_page::input(context, card.size(), pixels_per_point);
    output.append(ctx.run_ui(input, |ui| card.draw(ui.painter(), Pos2::ZERO)));
    let mut renderer =
        egui_wgpu::Renderer::new(&context.device, egui_page::FORMAT, egui_wgpu::RendererOptions::default());
    let size = [pixels.x as u32, pixels.y as u32];
    let mut picture = egui_page::paint(context, &mut renderer, &ctx, output, size, wgpu::Color::TRANSPARENT)?;
    for Rgba([red, green, blue, alpha]) in picture.pixels_mut() {
        for channel in [red, green, blue] {
            let straight = u32::from(*channel) * 255 / u32::from((*alpha).max(1));
            *channel = straight.min(255) as u8;
        }
    }
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::PaintLegend;
    use crate::view::{PaintScale, SkinPaint, Theme};

    fn cards(page: Vec2) -> Vec<LegendCard> {
        let ctx = egui::Context::default();
        crate::style::install(&ctx, Theme::Dark);
        ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        let legend = PaintLegend::of_scale(SkinPaint::AreaStretch, PaintScale::Distance(0.05), 2.0);
        legend.cards(&ctx, &Palette::of(Theme::Dark), page - Vec2::splat(2.0 * SMALLEST_MARGIN))
    }

    /// A page with one covered rectangle.
    fn shown(page: Vec2, [left, top, right, bottom]: [u32; 4]) -> RgbaImage {
        RgbaImage::from_fn(page.x as u32, page.y as u32, |x, y| {
            Rgba([0, 0, 0, if (left..right).contains(&x) && (top..bottom).contains(&y) { 255 } else { 0 }])
        })
    }

    #[test]
    fn the_first_free_corner_is_taken() {
        let page = vec2(640.0, 480.0);
        let cards = cards(page);
        let at = |covered| {
            let shown = shown(page, covered);
            card_position(&cards, &shown, page, 1.0)
                .map(|card_position| (card_position.upper_left, card_position.strip))
                .unwrap()
        };
        let (lower_left, strip) = at([250, 0, 400, 480]);
        assert!((1.0..20.0).contains(&lower_left.x) && lower_left.y > 400.0 && strip == 0);
        let (lower_right, _) = at([0, 300, 400, 480]);
        assert!(lower_right.x > 400.0 && lower_right.y == lower_left.y);
        let (upper_left, _) = at([0, 300, 640, 480]);
        assert!(upper_left == pos2(LEGEND_MARGIN, LEGEND_MARGIN));
    }

    #[test]
    fn what_fills_the_picture_is_not_covered() {
        for page in [vec2(640.0, 480.0), vec2(200.0, 120.0), vec2(64.0, 64.0)] {
            let cards = cards(page);
            let shown = shown(page, [0, 0, 4096, 4096]);
            let card_position = card_position(&cards, &shown, page, 1.0).unwrap_or_else(|| panic!("{page}"));
            assert!(
                card_position.strip > 0 && card_position.strip as f32 <= STRIP_SHARES[1] * page.y,
                "{page}: {}",
                card_position.strip
            );
            assert!(card_position.upper_left.y >= page.y - card_position.strip as f32);
            let end = card_position.upper_left + card_position.card.size();
            assert!(end.x <= page.x && end.y <= page.y);
        }
        let page = vec2(40.0, 30.0);
        assert!(card_position(&cards(page), &shown(page, [0, 0, 4096, 4096]), page, 1.0).is_none());
    }
}
