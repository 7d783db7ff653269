//! Headless sheets with labeled panes of one pose: the pictures of `viewport/` on a page laid out by egui.

use super::SheetCaption;
use super::SheetLayout;
use super::egui_page;
use super::paint_report::PaintReport;
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::model::Pose;
use crate::panes::{ComparisonKind, PaneSettings};
use crate::style::{self, Palette, PaneTitle, draw_pane_header};
use crate::view::{Camera, PaintRange, PaintSummary, PictureSettings, Quality, Theme};
use crate::viewport::{PaneRenderer, PictureRequest, RestCache};
use crate::work::Progress;
use egui::{Color32, CornerRadius, Rect, TextureId, pos2, vec2};
use glam::Vec3;
use image::RgbaImage;

/// The content of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    pub pose: &'a Pose,
    /// In row-major order from the upper left. All panes use the same theme.
    pub panes: &'a [SheetPane<'a>],
    pub caption: SheetCaption<'a>,
    /// Size of the whole sheet, in pixels.
    pub size: [u32; 2],
    /// Panes side by side. If `None`, chosen to fit the size.
    pub columns: Option<usize>,
    /// Whether painted panes explain their colors.
    pub legend: bool,
}

/// A rendered sheet.
#[derive(Clone, Debug)]
pub struct DrawnSheet {
    pub picture: RgbaImage,
    /// The explanation of each pane's colors. `None` for material colors.
    pub paints: Vec<Option<PaintSummary>>,
}

/// One pane of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct SheetPane<'a> {
    /// Must have the centers of rotation that the pane needs.
    pub model: &'a GpuModel,
    /// The text of its header, and what it is compared with.
    pub settings: PaneSettings,
    pub picture: PictureSettings,
}

impl SheetPane<'_> {
    /// A, and B if the pane compares by a wipe.
    fn pictures(&self) -> Vec<PictureSettings> {
        let wiped = self.settings.comparison.kind == ComparisonKind::Wipe;
        let other = self.settings.compared_with().filter(|_| wiped);
        let other = other.map(|skinning| PictureSettings { skinning, ..self.picture });
        std::iter::once(self.picture).chain(other).collect()
    }
}

/// The content of one pane of a sheet.
#[derive(Clone, Debug)]
pub struct PaneView<'a> {
    pub pose: &'a Pose,
    pub camera: Camera,
    /// A line in the picture's lower left corner, and a muted one below it. Either may be empty.
    pub note: [String; 2],
    /// A point of the scene marked with a ring.
    pub mark: Option<Vec3>,
}

/// A rendered picture, kept alive while egui shows it.
struct Drawn {
    renderer: PaneRenderer,
    texture: TextureId,
}

/// A page with the program's fonts and colors.
struct Page {
    ctx: egui::Context,
    layout: SheetLayout,
    palette: Palette,
    /// Carries the fonts, before anything is shown.
    output: egui::FullOutput,
}

impl Page {
    fn new(context: &GpuContext, sheet: &Sheet<'_>) -> Self {
        let theme = sheet.panes.first().map_or(Theme::Dark, |pane| pane.picture.theme);
        let palette = Palette::of(theme);
        let layout = SheetLayout::new(sheet.size, sheet.panes.len(), sheet.columns);
        let (ctx, output) = egui_page::begin(context, theme, layout.points, layout.pixels_per_point);
        let height = sheet.caption.height(&ctx, &palette, layout.points.x);
        Self { ctx, layout: layout.with_caption(height), palette, output }
    }
}

/// Draws the panes with their names above and the caption below. `camera` receives the size of the panes' pictures.
/// Progress counts pictures.
///
/// # Errors
/// If memory runs out, the device is lost, or the sheet is larger than the device can draw.
pub fn render_sheet(
    context: &GpuContext,
    sheet: &Sheet<'_>,
    camera: impl FnOnce([u32; 2]) -> Camera,
    progress: &Progress,
) -> Result<DrawnSheet, GpuError> {
    let views = |pixels| {
        let camera = camera(pixels);
        let view = |_: &SheetPane<'_>| PaneView { pose: sheet.pose, camera, note: Default::default(), mark: None };
        sheet.panes.iter().map(view).collect()
    };
    render_views(context, sheet, views, progress)
}

/// Like [`render_sheet`], with a pose and a camera for each pane: `views` has one entry per pane, for pictures of the
/// size that it receives.
///
/// # Errors
/// The same as for [`render_sheet`].
pub fn render_views<'a>(
    context: &GpuContext,
    sheet: &Sheet<'_>,
    views: impl FnOnce([u32; 2]) -> Vec<PaneView<'a>>,
    progress: &Progress,
) -> Result<DrawnSheet, GpuError> {
    let mut page = Page::new(context, sheet);
    let mut renderer =
        egui_wgpu::Renderer::new(&context.device, egui_page::FORMAT, egui_wgpu::RendererOptions::default());
    let views = views(page.layout.picture_pixels());
    let mut register = |picture: PaneRenderer| {
        let view = picture.target().egui_view();
        let texture = renderer.register_native_texture(&context.device, view, wgpu::FilterMode::Nearest);
        Drawn { renderer: picture, texture }
    };
    let drawn = draw_panes(context, sheet, &page.layout, &views, progress)?;
    let drawn: Vec<Vec<Drawn>> =
        drawn.into_iter().map(|pictures| pictures.into_iter().map(&mut register).collect()).collect();
    let (layout, palette) = (&page.layout, &page.palette);
    let input = egui_page::input(context, layout.points, layout.pixels_per_point);
    let shown = page.ctx.run_ui(input, |ui| {
        let whole = Rect::from_min_size(pos2(0.0, 0.0), layout.points);
        ui.painter().rect_filled(whole, CornerRadius::ZERO, palette.app);
        for (index, ((pane, view), drawn)) in sheet.panes.iter().zip(&views).zip(&drawn).enumerate() {
            show_pane(ui, palette, layout.pane(index), pane, drawn);
            if sheet.legend {
                show_legend(ui, palette, layout.pane(index).1, pane, drawn);
            }
            view.show_marks(ui, palette, layout, layout.pane(index).1);
        }
        sheet.caption.show(ui, palette, layout.points);
    });
    page.output.append(shown);
    let picture = egui_page::paint(context, &mut renderer, &page.ctx, page.output, sheet.size, wgpu::Color::BLACK)?;
    let paint = |drawn: &Vec<Drawn>| drawn.first().and_then(|drawn| drawn.renderer.paint_summary());
    Ok(DrawnSheet { picture, paints: drawn.iter().map(paint).collect() })
}

/// Draws the pictures of every pane. Difference maps without a range of their own share the largest one.
fn draw_panes(
    context: &GpuContext,
    sheet: &Sheet<'_>,
    layout: &SheetLayout,
    views: &[PaneView<'_>],
    progress: &Progress,
) -> Result<Vec<Vec<PaneRenderer>>, GpuError> {
    let rest = RestCache::default();
    progress.add_total(sheet.panes.iter().map(|pane| pane.pictures().len() as u64).sum());
    let draw =
        |renderer: &mut PaneRenderer, (pane, view): (&SheetPane<'_>, &PaneView<'_>), settings: &PictureSettings| {
            let request = PictureRequest {
                model: pane.model,
                pose: view.pose,
                camera: &view.camera,
                settings,
                size: layout.picture_pixels(),
                pixels_per_point: layout.pixels_per_point,
                quality: Quality::FINE,
                rest: &rest,
            };
            renderer.draw(context, &request)
        };
    let mut drawn: Vec<Vec<PaneRenderer>> = Vec::new();
    for (pane, view) in sheet.panes.iter().zip(views) {
        let mut pictures = Vec::new();
        for settings in pane.pictures() {
            let mut renderer = PaneRenderer::new(context)?;
            draw(&mut renderer, (pane, view), &settings)?;
            pictures.push(renderer);
            progress.advance(1);
        }
        drawn.push(pictures);
    }
    let Some(largest) = drawn.iter().flatten().filter_map(PaneRenderer::largest_distance).reduce(f32::max) else {
        return Ok(drawn);
    };
    for ((pane, view), pictures) in sheet.panes.iter().zip(views).zip(&mut drawn) {
        for (renderer, settings) in pictures.iter_mut().zip(pane.pictures()) {
            if settings.paint_range == PaintRange::Automatic {
                draw(renderer, (pane, view), &PictureSettings { paint_range: PaintRange::Fixed(largest), ..settings })?;
            }
        }
    }
    Ok(drawn)
}

fn show_pane(ui: &egui::Ui, palette: &Palette, (header, picture): (Rect, Rect), pane: &SheetPane<'_>, drawn: &[Drawn]) {
    let painter = ui.painter();
    draw_pane_header(painter, palette, header, PaneTitle { settings: &pane.settings, reserved: 0.0, opens: false });
    let divider = pane.settings.comparison.divider;
    let parts = if drawn.len() > 1 { vec![0.0..=divider, divider..=1.0] } else { vec![0.0..=1.0] };
    for (drawn, part) in drawn.iter().zip(parts) {
        let x = |share: f32| picture.left() + share * picture.width();
        let rect = Rect::from_x_y_ranges(x(*part.start())..=x(*part.end()), picture.y_range());
        let uv = Rect::from_min_max(pos2(*part.start(), 0.0), pos2(*part.end(), 1.0));
        painter.image(drawn.texture, rect, uv, Color32::WHITE);
    }
    if drawn.len() > 1 {
        let x = picture.left() + divider * picture.width();
        painter.vline(x, picture.y_range(), egui::Stroke::new(1.5, Color32::WHITE));
    }
}

fn show_legend(ui: &egui::Ui, palette: &Palette, picture: Rect, pane: &SheetPane<'_>, drawn: &[Drawn]) {
    if let Some(summary) = drawn.first().and_then(|drawn| drawn.renderer.paint_summary()) {
        let report = PaintReport { model: pane.model.model(), settings: &pane.picture, summary: &summary };
        style::draw_paint_legend(ui.painter(), palette, picture, &report.legend());
    }
}

impl PaneView<'_> {
    fn show_marks(&self, ui: &egui::Ui, palette: &Palette, layout: &SheetLayout, picture: Rect) {
        let painter = ui.painter().with_clip_rect(picture);
        let at = self.mark.and_then(|mark| self.camera.project(mark, layout.picture_pixels()));
        if let Some(at) = at {
            let at = picture.min + vec2(at.x, at.y) / layout.pixels_per_point;
            painter.circle_stroke(at, 11.0, egui::Stroke::new(4.0, palette.app.gamma_multiply(0.7)));
            painter.circle_stroke(at, 11.0, egui::Stroke::new(1.75, palette.text1));
        }
        let [first, second] = &self.note;
        if first.is_empty() {
            return;
        }
        let first = painter.layout_no_wrap(first.clone(), style::semibold(13.0), palette.text1);
        let second = painter.layout_no_wrap(second.clone(), style::regular(12.0), palette.text2);
        let size = vec2(first.size().x.max(second.size().x), first.size().y + second.size().y);
        let min = pos2(picture.left() + 16.0, picture.bottom() - 14.0 - size.y);
        let plate = Rect::from_min_size(min, size).expand2(vec2(8.0, 6.0));
        painter.rect_filled(plate, CornerRadius::same(5), palette.panel.gamma_multiply(0.88));
        let below = min + vec2(0.0, first.size().y);
        painter.galley(min, first, palette.text1);
        painter.galley(below, second, palette.text2);
    }
}
