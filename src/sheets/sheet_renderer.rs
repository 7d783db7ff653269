//! Draws one sheet again and again, and makes everything that stays the same only once.

use super::compose::{compose, downsampled, paint_over, straight_from_page};
use super::egui_page;
use super::paint_report::PaintReport;
use super::sheet::{DrawnSheet, PaneView, Sheet, SheetPane, SidePicture};
use super::{PaneOrder, SheetCaption, SheetLayout};
use crate::gpu::{GpuContext, GpuError};
use crate::panes::{PaneLayout, pane_names, side_name};
use crate::style::{
    self, LabeledPicture, MarkBrush, PaintLegend, Palette, PaneTitle, SideName, draw_diagram_labels, draw_pane_header,
    method_color_in_hall,
};
use crate::view::{DiagramRequest, Hall, PaintRange, PaneLook, PictureSettings, Quality, Theme};
use crate::viewport::{PaneRenderer, PictureRequest, RestCache, TiledPicture, is_tiled, tiles_of};
use crate::work::Progress;
use egui::{Align2, Color32, CornerRadius, Rect, TextureId, Vec2, pos2};
use image::{Rgba, RgbaImage};
use std::borrow::Cow;

/// Size of a pane in points in which marks are as large as on the stage. They shrink and grow with the pane's area.
const FULL_PANE: Vec2 = Vec2::new(380.0, 300.0);
/// Largest factor by which marks in a narrow or low pane exceed the size that fits its shorter side.
const MOST_FOR_SIDE: f32 = 1.8;

/// The page around the pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageOptions {
    /// Whether panes have headers.
    pub titles: bool,
    /// Pixels drawn for each pixel of the sheet, along each side. Their mean is taken.
    pub supersample: u32,
    /// Theme of the page. `None` for the theme of the panes.
    pub theme: Option<Theme>,
    /// Order of panes without another layout.
    pub order: PaneOrder,
    /// Whether the page is read in a hall: type grows with the page, however many panes there are.
    pub for_a_hall: bool,
}

impl Default for PageOptions {
    fn default() -> Self {
        Self { titles: true, supersample: 1, theme: None, order: PaneOrder::Rows, for_a_hall: false }
    }
}

/// Mix of A and B in a pane that compares, instead of its own setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mix {
    /// Shows A to the left of this fraction of the width, B to its right.
    Divider(f32),
    /// Shows B over A, from 0 (A alone) to 1 (B alone).
    Fade(f32),
}

/// Parts that change from one drawing of a sheet to the next.
#[derive(Clone, Debug)]
pub struct SheetFrame<'a> {
    /// View of each pane, for pictures of [`SheetRenderer::picture_pixels`].
    pub views: Vec<PaneView<'a>>,
    /// Caption, with the same height as the sheet's.
    pub caption: SheetCaption<'a>,
    pub mix: Option<Mix>,
}

/// Draws a sheet. Fonts, textures and pipelines are made once; a picture is drawn only if its view has changed.
pub struct SheetRenderer<'a> {
    pub(super) context: &'a GpuContext,
    pub(super) sheet: Sheet<'a>,
    options: PageOptions,
    pub(super) page: Page,
    egui: egui_wgpu::Renderer,
    /// Pictures of each pane: A, and B if the pane mixes two.
    drawn: Vec<Vec<Drawn>>,
    pub(super) rest: RestCache,
    finds_free_corner: bool,
    /// Corner of legends and notes.
    pub(super) words_at: Align2,
    /// Corner of the panes' figures and their largest count, from the first drawing on.
    pub(super) figures_at: Option<(Align2, usize)>,
    /// Words in place of panes.
    words: String,
}

/// A picture, kept alive while egui shows it.
struct Drawn {
    renderer: PaneRenderer,
    shown: Shown,
}

enum Shown {
    /// Texture that the renderer keeps.
    Texture(TextureId),
    /// Picture that was read back, because the sheet is too large to be drawn at once.
    Image(RgbaImage),
}

/// A page with the program's fonts and colors.
pub(super) struct Page {
    pub ctx: egui::Context,
    pub layout: SheetLayout,
    pub palette: Palette,
    /// Output with the fonts, before anything is shown.
    fonts: Option<egui::FullOutput>,
}

impl Page {
    fn new(context: &GpuContext, sheet: &Sheet<'_>, options: PageOptions, panes: Option<&PaneLayout>) -> Self {
        let of_panes = || sheet.panes.first().map_or(Theme::Dark, |pane| pane.picture.theme);
        let theme = options.theme.unwrap_or_else(of_panes);
        let palette = Palette::of(theme);
        let count = sheet.panes.len();
        let columns = panes.map(|panes| panes.shape(count).0).or(sheet.columns);
        let layout = SheetLayout::new(sheet.size, count, options.order, columns);
        let layout = if options.for_a_hall { layout.for_a_hall() } else { layout };
        let is_even = |panes: &&PaneLayout| {
            let (columns, rows) = panes.shape(count);
            columns * rows == count && panes.column_shares().is_empty() && panes.row_shares().is_empty()
        };
        let layout = match panes.filter(|panes| !is_even(panes)) {
            Some(panes) => layout.with_shares(panes.filled_rects(count)),
            None => layout,
        };
        let layout = if options.titles { layout } else { layout.without_headers() };
        let layout = layout.magnified(options.supersample);
        let (ctx, output) = egui_page::begin(context, theme, layout.points, layout.pixels_per_point);
        let [headline, caption] = sheet.caption.heights(&ctx, &palette, layout.points);
        Self { ctx, layout: layout.with_headline(headline).with_caption(caption), palette, fonts: Some(output) }
    }
}

impl Drop for Page {
    /// Discards the fonts' pending texture changes, which egui otherwise expects to be applied, when a sheet is
    /// canceled.
    fn drop(&mut self) {
        if let Some(fonts) = &mut self.fonts {
            fonts.textures_delta.clear();
        }
    }
}

impl<'a> SheetRenderer<'a> {
    /// Lays out the sheet.
    pub fn new(context: &'a GpuContext, sheet: Sheet<'a>, options: PageOptions) -> Self {
        Self::arranged(context, sheet, options, None)
    }

    /// Lays out the sheet with the panes arranged by `panes`. If it is `None`, all panes have the same size.
    pub fn arranged(
        context: &'a GpuContext,
        sheet: Sheet<'a>,
        options: PageOptions,
        panes: Option<&PaneLayout>,
    ) -> Self {
        let options = PageOptions { supersample: options.supersample.max(1), ..options };
        Self {
            context,
            sheet,
            options,
            page: Page::new(context, &sheet, options, panes),
            egui: egui_wgpu::Renderer::new(&context.device, egui_page::FORMAT, egui_wgpu::RendererOptions::default()),
            drawn: Vec::new(),
            rest: RestCache::default(),
            finds_free_corner: false,
            words_at: Align2::LEFT_BOTTOM,
            figures_at: None,
            words: String::new(),
        }
    }

    /// The same sheet with words in place of panes, which it does not have.
    #[must_use]
    pub fn saying(self, words: &str) -> Self {
        Self { words: words.to_owned(), ..self }
    }

    /// Size of the first pane's picture. All have it, unless the panes are arranged otherwise.
    pub fn picture_pixels(&self) -> [u32; 2] {
        self.page.layout.picture_pixels(0)
    }

    /// The sizes of the panes' pictures.
    pub fn picture_sizes(&self) -> Vec<[u32; 2]> {
        (0..self.sheet.panes.len()).map(|pane| self.page.layout.picture_pixels(pane)).collect()
    }

    /// The same sheet with legends and notes where they cover the least of the pictures, determined anew in each
    /// drawing.
    #[must_use]
    pub(super) fn with_words_in_a_free_corner(self) -> Self {
        Self { finds_free_corner: true, ..self }
    }

    /// Meaning of a pane's colors, if its skin is painted and legends are requested.
    pub(super) fn legend(&self, index: usize) -> Option<PaintLegend> {
        if self.sheet.legend { self.explained(index, |report| report.legend()) } else { None }
    }

    /// Explains a pane's colors, if its skin is painted.
    fn explained<T>(&self, index: usize, explain: impl FnOnce(PaintReport<'_>) -> T) -> Option<T> {
        let summary = &self.drawn.get(index)?.first()?.renderer.paint_summary()?;
        let pane = &self.sheet.panes[index];
        let (model, beside) = (pane.model.model(), pane.beside.map(|other| other.surfaces[0]));
        Some(explain(PaintReport { model: &model, settings: &pane.picture, summary, beside }))
    }

    /// Size of the page in pixels.
    fn page_size(&self) -> [u32; 2] {
        self.sheet.size.map(|side| side * self.options.supersample)
    }

    /// Draws the panes with their names above and the caption below. The progress counts pictures.
    ///
    /// # Errors
    /// If memory runs out, the device is lost, or the progress is canceled.
    pub fn draw(&mut self, frame: &SheetFrame<'_>, progress: &Progress) -> Result<DrawnSheet, GpuError> {
        self.draw_pictures(&frame.views, progress)?;
        if self.finds_free_corner {
            self.words_at = self.corner_of_words(std::slice::from_ref(frame))?;
        }
        if self.figures_at.is_none() {
            self.figures_at = Some(self.corner_of_figures(std::slice::from_ref(frame))?);
        }
        let see_through = self.sheet.panes.iter().any(|pane| pane.picture.transparent);
        let picture = if see_through || is_tiled(self.context, self.page_size()) {
            self.composed_page(frame, see_through)?
        } else {
            self.opaque_page(frame)?
        };
        let meaning = |index| self.explained(index, |report| report.line());
        let meanings = (0..self.drawn.len()).map(meaning).collect();
        Ok(DrawnSheet { picture: downsampled(picture, self.options.supersample), meanings })
    }

    /// Draws the pictures of every pane. Difference maps without a range of their own share the largest one.
    pub(super) fn draw_pictures(&mut self, views: &[PaneView<'_>], progress: &Progress) -> Result<(), GpuError> {
        let panes = self.sheet.panes;
        self.drawn.resize_with(panes.len(), Vec::new);
        let is_read_back = is_tiled(self.context, self.page_size());
        let tiles = |renderer: &Self, index: usize| {
            let size = renderer.page.layout.picture_pixels(index);
            if is_read_back { tiles_of(renderer.context, size).len() as u64 } else { 1 }
        };
        let all = panes.iter().enumerate().map(|(index, pane)| pane.pictures().len() as u64 * tiles(self, index));
        progress.add_total(all.sum());
        for (index, (pane, view)) in panes.iter().zip(views).enumerate() {
            for (side, shown) in pane.pictures().into_iter().enumerate() {
                self.draw_picture([index, side], view, shown, progress)?;
            }
        }
        let distances = self.drawn.iter().flatten().filter_map(|drawn| drawn.renderer.largest_distance());
        let Some(largest) = distances.reduce(f32::max) else { return Ok(()) };
        for (index, (pane, view)) in panes.iter().zip(views).enumerate() {
            for (side, shown) in pane.pictures().into_iter().enumerate() {
                if shown.settings.look.paint_range == PaintRange::Automatic {
                    let settings = PictureSettings {
                        look: PaneLook { paint_range: PaintRange::Fixed(largest), ..shown.settings.look },
                        ..shown.settings
                    };
                    // Drawn again, now that the range is known.
                    progress.add_total(tiles(self, index));
                    self.draw_picture([index, side], view, SidePicture { settings, ..shown }, progress)?;
                }
            }
        }
        Ok(())
    }

    /// Draws one side of a pane.
    fn draw_picture(
        &mut self,
        [pane, side]: [usize; 2],
        view: &PaneView<'_>,
        shown: SidePicture<'_>,
        progress: &Progress,
    ) -> Result<(), GpuError> {
        let context = self.context;
        let request = shown.request(
            view,
            PictureRequest {
                model: shown.model,
                pose: view.pose,
                camera: &view.camera,
                settings: &shown.settings,
                size: self.page.layout.picture_pixels(pane),
                pixels_per_point: self.page.layout.pixels_per_point,
                quality: Quality::FINE,
                rest: &self.rest,
                beside: None,
            },
        );
        let is_read_back = is_tiled(context, self.page_size());
        let drawn = &mut self.drawn[pane];
        let mut renderer = match drawn.len() > side {
            true => drawn.remove(side),
            false => Drawn { renderer: PaneRenderer::new(context)?, shown: Shown::Image(RgbaImage::new(0, 0)) },
        };
        if is_read_back {
            renderer.shown = Shown::Image(draw_in_tiles(context, &mut renderer.renderer, &request, progress)?);
            renderer.renderer.release_picture(context)?;
        } else {
            renderer.renderer.draw(context, &request)?;
            if let Shown::Image(_) = renderer.shown {
                let view = renderer.renderer.target().egui_view();
                let texture = self.egui.register_native_texture(&context.device, view, wgpu::FilterMode::Nearest);
                renderer.shown = Shown::Texture(texture);
            }
            progress.advance(1);
        }
        drawn.insert(side, renderer);
        if progress.is_canceled() { Err(GpuError::Canceled) } else { Ok(()) }
    }

    /// Page with the pictures on it.
    fn opaque_page(&mut self, frame: &SheetFrame<'_>) -> Result<RgbaImage, GpuError> {
        self.painted(frame, wgpu::Color::BLACK, |ui, renderer| {
            let layout = &renderer.page.layout;
            let whole = Rect::from_min_size(pos2(0.0, 0.0), layout.points);
            ui.painter().rect_filled(whole, CornerRadius::ZERO, renderer.page.palette.app);
            for (index, (pane, drawn)) in renderer.sheet.panes.iter().zip(&renderer.drawn).enumerate() {
                show_pictures(ui, layout.pane(index).1, frame.mix_of(pane), drawn);
            }
        })
    }

    /// Page with the pictures below egui's drawing: for sheets with transparent parts, which have straight alpha,
    /// because egui would blend the edges of the skin as encoded colors; and for sheets too large to be drawn at once.
    fn composed_page(&mut self, frame: &SheetFrame<'_>, see_through: bool) -> Result<RgbaImage, GpuError> {
        let page = self.painted(frame, wgpu::Color::TRANSPARENT, |ui, renderer| {
            let layout = &renderer.page.layout;
            let caption =
                Rect::from_min_max(pos2(0.0, layout.points.y - layout.caption_height()), layout.points.to_pos2());
            ui.painter().rect_filled(caption, CornerRadius::ZERO, renderer.page.palette.app);
        })?;
        let ground = if see_through { [0; 4] } else { self.page.palette.app.to_array() };
        let mut picture = RgbaImage::from_pixel(page.width(), page.height(), Rgba(ground));
        for (index, (pane, drawn)) in self.sheet.panes.iter().zip(&self.drawn).enumerate() {
            let images = drawn.iter().map(|drawn| drawn.image(self.context));
            let images = images.collect::<Result<Vec<RgbaImage>, _>>()?;
            let at = self.page.layout.pane(index).1.min * self.page.layout.pixels_per_point;
            compose(&mut picture, &images, frame.mix_of(pane), [at.x.round() as u32, at.y.round() as u32]);
        }
        if see_through {
            image::imageops::overlay(&mut picture, &straight_from_page(page), 0, 0);
        } else {
            paint_over(&mut picture, &page);
        }
        Ok(picture)
    }

    /// Paints the page: first `below`, then headers, legends, marks and the caption.
    fn painted(
        &mut self,
        frame: &SheetFrame<'_>,
        clear: wgpu::Color,
        below: impl Fn(&egui::Ui, &Self),
    ) -> Result<RgbaImage, GpuError> {
        let ctx = self.page.ctx.clone();
        let fonts = self.page.fonts.take();
        let layout = &self.page.layout;
        let input = egui_page::input(self.context, layout.points, layout.pixels_per_point);
        let shown = ctx.run_ui(input, |ui| {
            below(ui, self);
            self.show(ui, frame);
        });
        let output = match fonts {
            Some(mut fonts) => {
                fonts.append(shown);
                fonts
            }
            None => shown,
        };
        let size = self.page_size();
        egui_page::paint(self.context, &mut self.egui, &ctx, output, size, clear)
    }

    /// Draws the words of a pane's diagram; its lines are in the picture.
    fn show_diagram(
        &self,
        painter: &egui::Painter,
        pane: &SheetPane<'_>,
        view: &PaneView<'_>,
        index: usize,
        scale: f32,
    ) {
        let Some(diagram) = pane.picture.look.diagram.filter(|_| self.options.titles) else { return };
        let (layout, theme) = (&self.page.layout, pane.picture.theme);
        let pixels = layout.picture_pixels(index);
        let drawing = diagram.draw(&DiagramRequest {
            model: &pane.model.model(),
            pose: view.pose,
            skinning: pane.picture.skinning,
            centers: pane.model.centers_of_primitives(),
            joint: pane.picture.selected_joint,
            vertex: pane.picture.diagram_vertex,
            camera: &view.camera,
            size: pixels,
            pixels_per_point: layout.pixels_per_point,
        });
        let rect = layout.pane(index).1;
        draw_diagram_labels(painter, LabeledPicture { rect, camera: &view.camera, pixels, theme, scale }, &drawing);
    }

    fn show(&self, ui: &egui::Ui, frame: &SheetFrame<'_>) {
        let (layout, palette) = (&self.page.layout, &self.page.palette);
        let names = pane_names(self.sheet.panes.iter().map(|pane| &pane.settings));
        let panes = self.sheet.panes.iter().zip(&names);
        for (index, (((pane, name), view), drawn)) in panes.zip(&frame.views).zip(&self.drawn).enumerate() {
            let (header, picture) = layout.pane(index);
            if self.options.titles {
                let comparison = matches!(frame.mix, Some(Mix::Fade(_))).then_some("Cross-fade");
                let title = PaneTitle {
                    settings: &pane.settings,
                    name,
                    models: pane.names,
                    reserved: 0.0,
                    opens: false,
                    comparison,
                };
                draw_pane_header(ui.painter(), palette, header, title);
            }
            if let (Mix::Divider(divider), true) = (frame.mix_of(pane), drawn.len() > 1) {
                let x = picture.left() + divider * picture.width();
                ui.painter().vline(x, picture.y_range(), egui::Stroke::new(1.5, Color32::WHITE));
                if self.options.titles {
                    let names = side_names(pane);
                    let sides = names.each_ref().map(|(name, color)| SideName { name, color: *color });
                    style::draw_side_names(ui.painter(), picture, divider, sides);
                }
            }
            let legend = self.legend(index);
            if let Some(legend) = &legend {
                style::draw_paint_legend(ui.painter(), palette, (picture, self.words_at), legend);
            }
            view.show_ring_and_note(ui, palette, layout, (index, self.words_at));
            let figures_at = self.figures_at.unwrap_or((Align2::LEFT_BOTTOM, usize::MAX));
            let color = method_color_in_hall(pane.settings.skinning.method, hall_of(palette.theme));
            let scale = scale_of_marks(picture.size());
            let painter = ui.painter().with_clip_rect(picture);
            self.show_diagram(&painter, pane, view, index, scale);
            let brush = MarkBrush { painter: &painter, palette, color, scale };
            view.show_placed(brush, layout, index, figures_at);
        }
        if self.sheet.panes.is_empty() {
            let (header, picture) = layout.pane(0);
            show_words(ui, palette, header.union(picture), &self.words);
        }
        frame.caption.show(ui, palette, layout.points);
    }
}

/// The size of marks and figures in a picture of this size in points.
pub(super) fn scale_of_marks(picture: Vec2) -> f32 {
    let shares = picture / FULL_PANE;
    (shares.x * shares.y).sqrt().min(MOST_FOR_SIDE * shares.min_elem()).clamp(0.3, 1.6)
}

/// Names of both sides of a wipe, with their colors: the models if they differ, otherwise the methods.
fn side_names<'a>(pane: &SheetPane<'a>) -> [(Cow<'a, str>, Color32); 2] {
    let comparison = pane.settings.comparison;
    let models = pane.names.filter(|_| comparison.other_model);
    let both = [pane.settings.skinning, comparison.other];
    [0, 1].map(|index: usize| {
        let name = models.map_or_else(|| side_name(both[index]), |names| names[index].into());
        (name, style::method_color(both[index].method, pane.picture.theme))
    })
}

/// Shows words in place of panes.
fn show_words(ui: &egui::Ui, palette: &Palette, area: Rect, words: &str) {
    ui.painter().rect_filled(area, CornerRadius::ZERO, palette.field);
    let galley = ui.painter().layout(words.to_owned(), style::regular(18.0), palette.text1, 0.8 * area.width());
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), area).min;
    ui.painter().galley(at, galley, palette.text1);
}

impl SheetFrame<'_> {
    /// Mix of the pane's pictures: from the frame, or else from the pane's settings.
    pub(super) fn mix_of(&self, pane: &SheetPane<'_>) -> Mix {
        self.mix.unwrap_or(Mix::Divider(pane.settings.comparison.divider))
    }
}

/// The largest distance of the sheet's difference maps in these views, in scene units. `None` if all maps have ranges
/// of their own.
///
/// # Errors
/// The same as [`SheetRenderer::draw`].
pub fn largest_distance(
    context: &GpuContext,
    sheet: &Sheet<'_>,
    views: &[PaneView<'_>],
) -> Result<Option<f32>, GpuError> {
    let mut largest: Option<f32> = None;
    let rest = RestCache::default();
    for (pane, view) in sheet.panes.iter().zip(views) {
        let pictures = pane.pictures();
        for shown in pictures.iter().filter(|shown| shown.settings.look.paint_range == PaintRange::Automatic) {
            let mut renderer = PaneRenderer::new(context)?;
            // The picture itself is not needed, so a few pixels are enough.
            let request = shown.request(
                view,
                PictureRequest {
                    model: shown.model,
                    pose: view.pose,
                    camera: &view.camera,
                    settings: &shown.settings,
                    size: [8, 8],
                    pixels_per_point: 1.0,
                    quality: Quality::DRAFT,
                    rest: &rest,
                    beside: None,
                },
            );
            renderer.draw(context, &request)?;
            largest = renderer.largest_distance().into_iter().chain(largest).reduce(f32::max);
        }
    }
    Ok(largest)
}

impl Drawn {
    fn image(&self, context: &GpuContext) -> Result<RgbaImage, GpuError> {
        match &self.shown {
            Shown::Image(image) => Ok(image.clone()),
            Shown::Texture(_) => self.renderer.read_image(context),
        }
    }
}

fn draw_in_tiles(
    context: &GpuContext,
    renderer: &mut PaneRenderer,
    request: &PictureRequest<'_>,
    progress: &Progress,
) -> Result<RgbaImage, GpuError> {
    let mut picture = TiledPicture::new(context, request.size);
    while picture.waiting() > 0 {
        if progress.is_canceled() {
            return Err(GpuError::Canceled);
        }
        picture.draw_next(renderer, context, request)?;
        progress.advance(1);
    }
    Ok(picture.finish())
}

fn show_pictures(ui: &egui::Ui, picture: Rect, mix: Mix, drawn: &[Drawn]) {
    let show = |drawn: &Drawn, [from, to]: [f32; 2], tint: Color32| {
        let Shown::Texture(texture) = drawn.shown else { return };
        let x = |share: f32| picture.left() + share * picture.width();
        let rect = Rect::from_x_y_ranges(x(from)..=x(to), picture.y_range());
        let uv = Rect::from_min_max(pos2(from, 0.0), pos2(to, 1.0));
        ui.painter().image(texture, rect, uv, tint);
    };
    match (drawn, mix) {
        ([], _) => {}
        ([alone], _) => show(alone, [0.0, 1.0], Color32::WHITE),
        ([a, b, ..], Mix::Divider(divider)) => {
            show(a, [0.0, divider], Color32::WHITE);
            show(b, [divider, 1.0], Color32::WHITE);
        }
        ([a, b, ..], Mix::Fade(share)) => {
            show(a, [0.0, 1.0], Color32::WHITE);
            let share = (share.clamp(0.0, 1.0) * 255.0).round() as u8;
            show(b, [0.0, 1.0], Color32::from_rgba_premultiplied(share, share, share, share));
        }
    }
}

/// Hall whose light matches this theme. It gives the colors of marks.
fn hall_of(theme: Theme) -> Hall {
    match theme {
        Theme::Dark => Hall::Dark,
        Theme::Light => Hall::Bright,
    }
}
