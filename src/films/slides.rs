//! Scenes as slides: a PDF with one page per scene, which has the picture, and title and caption as text.

use super::scene_picture::draw_scene;
use super::{FilmFailure, FlatSlides, SceneFiles};
use crate::encode::{PlacedPicture, SlidePage, SlideWords, SlidesPdf, WordsAt};
use crate::files::{Access, CenterStore};
use crate::gpu::GpuContext;
use crate::panes::{Scene, ScenePair};
use crate::sheets::{SceneOptions, Typesetter};
use crate::style::{PLOT_FONTS, Palette};
use crate::view::Theme;
use crate::work::Progress;
use image::RgbaImage;
use std::sync::Arc;

/// Default size of a slide in pixels.
pub const SIZE_OF_SLIDE: [u32; 2] = [1920, 1080];

/// Approximate bytes of a slide of that size.
const BYTES_OF_SLIDE: u64 = 900_000;

/// Estimated bytes of a file with this many slides, to within a half.
pub fn estimated_slide_bytes(slides: usize) -> u64 {
    slides as u64 * BYTES_OF_SLIDE
}

/// Look of slides.
#[derive(Clone, Copy, Debug)]
pub struct SlideLook {
    /// Size of a whole slide. Its picture has as many pixels as its share of the slide.
    pub size: [u32; 2],
    pub theme: Theme,
    /// Whether panes have headers, legends and marks.
    pub labels: bool,
}

/// A file of slides.
#[derive(Clone, Debug)]
pub struct Slides {
    pub pdf: Vec<u8>,
    pub pages: usize,
    /// Notes for the user about the scenes.
    pub warnings: Vec<String>,
}

/// Width of a page in points: the same as of a 16:9 slide in common programs.
const PAGE_WIDTH: f32 = 960.0;
const MARGIN: f32 = 36.0;

/// Sizes of letters, in points.
const TITLE: f32 = 30.0;
const CAPTION: [f32; 3] = [15.0, 13.0, 11.0];
const FOOT: f32 = 10.0;
const MESSAGE: f32 = 18.0;

/// Height of a line, and of the part below its baseline, as multiples of the letters' size.
const LINE: f32 = 1.36;
const DESCENT: f32 = 0.3;

/// Gap between words and picture, in points.
const GAP: f32 = 10.0;

/// Largest share of a page that the caption takes, and also the title.
const MOST_OF_PAGE: f32 = 0.24;

/// Width over height of the flattest slides. Title and caption leave at least a fifth of them to the picture.
const FLATTEST: u32 = 4;

/// Least height of a picture, in pixels.
const LEAST_HEIGHT: f32 = 64.0;

/// Draws scenes as slides, in order. A scene that cannot be shown becomes a page with the reason, and causes a warning.
/// The progress counts slides.
///
/// # Errors
/// If the slides are too flat for their titles, no scene can be shown, memory runs out, the device is lost, or the progress
/// is canceled.
pub fn make_slides(
    context: &GpuContext,
    (title, scenes): (&str, &[Arc<Scene>]),
    look: SlideLook,
    access: &Access,
    progress: &Progress,
) -> Result<Slides, FilmFailure> {
    let least = look.size[0].div_ceil(FLATTEST);
    if look.size[1] < least {
        return Err(FlatSlides { size: look.size, least }.into());
    }
    progress.add_total(scenes.len() as u64);
    let [width, height] = look.size.map(|side| side.max(1) as f32);
    let page = [PAGE_WIDTH, PAGE_WIDTH * height / width];
    let [red, green, blue, _] = Palette::of(look.theme).app.to_array();
    let mut pdf = SlidesPdf::new(page, [red, green, blue], title, &PLOT_FONTS)?;
    let (letters, store) = (Typesetter::new(), CenterStore::of_user());
    let (mut files, mut warnings, mut failure, mut shown) = (SceneFiles::new(access), Vec::new(), None, 0);
    for (index, scene) in scenes.iter().enumerate() {
        if progress.is_canceled() {
            return Err(FilmFailure::Stopped);
        }
        progress.set_note(format!("slide {} of {}", index + 1, scenes.len()));
        let layout = SlideLayout::new(scene, [index, scenes.len()], page, look.theme, &letters);
        // A motion does not show, so a wrong one is in the way of nothing.
        let still = Scene { motion: None, ..Scene::clone(scene) };
        let opened = files.open_scene(scene, &mut warnings).and_then(|opened| opened.models(&still));
        match opened {
            Ok((model, pair)) => {
                warnings.extend(pair.iter().flat_map(ScenePair::notes));
                let scale = (width / PAGE_WIDTH).max(LEAST_HEIGHT / layout.picture_height());
                let size = [PAGE_WIDTH, layout.picture_height()].map(|side| (side * scale).round() as u32);
                let options = SceneOptions {
                    size: Some(size),
                    theme: look.theme,
                    labels: look.labels,
                    words_apart: true,
                    ..SceneOptions::default()
                };
                let drawn = draw_scene(
                    (context, &store),
                    (scene, &model, pair.as_ref()),
                    options,
                    None,
                    &progress.uncounted_part(),
                );
                pdf.add(&layout.page(Some(&drawn?.picture)))?;
                shown += 1;
            }
            Err(error) => {
                warnings.push(format!("the slide of the scene {} is empty: {error}", scene.id));
                pdf.add(&layout.saying(&error.words(), &letters).page(None))?;
                failure = failure.or(Some(error));
            }
        }
        progress.advance(1);
    }
    match failure {
        Some(failure) if shown == 0 => Err(FilmFailure::NoScene(Box::new(failure))),
        _ => Ok(Slides { pages: scenes.len(), pdf: pdf.finish(), warnings }),
    }
}

/// Words of a slide in their places, and the area that they leave for its picture. In points from the upper left.
struct SlideLayout {
    page: [f32; 2],
    palette: Palette,
    words: Vec<SlideWords>,
    top: f32,
    bottom: f32,
}

impl SlideLayout {
    /// Lays out a slide. `place` is the index of the slide, and the count of slides.
    fn new(scene: &Scene, place: [usize; 2], page: [f32; 2], theme: Theme, letters: &Typesetter) -> Self {
        let foot = page[1] - MARGIN * 0.5;
        let palette = Palette::of(theme);
        let mut slide = Self { page, palette, words: Vec::new(), top: MARGIN * 0.5, bottom: foot - 2.0 * FOOT };
        let title = if scene.title.is_empty() { scene.citation() } else { scene.title.clone() };
        slide.put_title(&title, letters);
        slide.put_caption(&scene.caption, letters);
        let (size, color) = ((FOOT, false), slide.palette.text3.to_array());
        let number = format!("{} / {}", place[0] + 1, place[1]);
        if scene.is_of_paper() {
            slide.put(scene.citation(), [MARGIN, foot], size, color, WordsAt::Start);
        }
        slide.put(number, [page[0] - MARGIN, foot], size, color, WordsAt::End);
        slide
    }

    fn put(&mut self, text: String, at: [f32; 2], (size, is_bold): (f32, bool), color: [u8; 4], anchor: WordsAt) {
        let [red, green, blue, _] = color;
        self.words.push(SlideWords { text, at, size, is_bold, color: [red, green, blue], anchor });
    }

    fn room(&self) -> f32 {
        self.page[0] - 2.0 * MARGIN
    }

    /// Most rows of letters that words may take at the top or at the bottom.
    fn most_rows(&self, size: f32) -> usize {
        (MOST_OF_PAGE * self.page[1] / (size * LINE)) as usize
    }

    fn put_title(&mut self, title: &str, letters: &Typesetter) {
        let color = self.palette.text1.to_array();
        for row in letters.rows(title, (TITLE, true), self.room(), self.most_rows(TITLE)) {
            self.put(row, [MARGIN, self.top + TITLE], (TITLE, true), color, WordsAt::Start);
            self.top += TITLE * LINE;
        }
        self.top += GAP;
    }

    /// Places the caption in the largest letters in which all of it fits, or cut off in the smallest.
    fn put_caption(&mut self, caption: &str, letters: &Typesetter) {
        let rows = |size: f32, most: usize| letters.rows(caption, (size, false), self.room(), most);
        let fits = |size: &f32| rows(*size, usize::MAX).len() <= self.most_rows(*size);
        let size = CAPTION.into_iter().find(fits).unwrap_or(CAPTION[CAPTION.len() - 1]);
        let color = self.palette.text2.to_array();
        for row in rows(size, self.most_rows(size)).into_iter().rev() {
            self.put(row, [MARGIN, self.bottom - DESCENT * size], (size, false), color, WordsAt::Start);
            self.bottom -= size * LINE;
        }
        self.bottom -= GAP;
    }

    /// The layout with words in place of the picture.
    fn saying(mut self, words: &str, letters: &Typesetter) -> Self {
        let color = self.palette.text2.to_array();
        let most = (self.picture_height() / 2.0 / (MESSAGE * LINE)) as usize;
        let mut baseline = (self.top + self.bottom) / 2.0;
        for row in letters.rows(words, (MESSAGE, false), self.room(), most.max(1)) {
            self.put(row, [self.page[0] / 2.0, baseline], (MESSAGE, false), color, WordsAt::Middle);
            baseline += MESSAGE * LINE;
        }
        self
    }

    fn picture_height(&self) -> f32 {
        self.bottom - self.top
    }

    fn page<'a>(&'a self, picture: Option<&'a RgbaImage>) -> SlidePage<'a> {
        let size = [self.page[0], self.picture_height()];
        let picture = picture.map(|picture| PlacedPicture { picture, at: [0.0, self.top], size });
        SlidePage { picture, words: &self.words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(title: &str, caption: &str) -> SlideLayout {
        layout_on([960.0, 540.0], title, caption)
    }

    fn layout_on(page: [f32; 2], title: &str, caption: &str) -> SlideLayout {
        let scene = Scene::of_papers().next().unwrap();
        let scene = Scene { title: title.to_owned(), caption: caption.to_owned(), ..(**scene).clone() };
        SlideLayout::new(&scene, [2, 7], page, Theme::Dark, &Typesetter::new())
    }

    /// Rows of words of one size, from first to last.
    fn rows(slide: &SlideLayout, size: f32) -> Vec<&SlideWords> {
        let mut rows: Vec<&SlideWords> = slide.words.iter().filter(|words| words.size == size).collect();
        rows.sort_by(|a, b| a.at[1].total_cmp(&b.at[1]));
        rows
    }

    #[test]
    fn words_keep_to_their_places_however_long_they_are() {
        let short = layout("DQS keeps the elbow's volume", "LBS collapses.");
        assert_eq!(rows(&short, TITLE).len(), 1);
        assert!(rows(&short, FOOT).iter().any(|words| words.text == "3 / 7" && words.anchor == WordsAt::End));
        assert!(short.picture_height() > 0.7 * 540.0, "{}", short.picture_height());
        let long = layout(&"Much too long a title ".repeat(20), &"And a caption that never ends. ".repeat(300));
        assert!(long.picture_height() > 0.4 * 540.0, "{}", long.picture_height());
        for words in &long.words {
            let [x, baseline] = words.at;
            assert!(x >= MARGIN - 0.1 && baseline < 540.0, "{words:?}");
            let is_in_picture = baseline > long.top && baseline - words.size < long.bottom;
            assert!(!is_in_picture, "{words:?} in {}..{}", long.top, long.bottom);
        }
        let last = rows(&long, CAPTION[2]).last().unwrap().text.clone();
        assert!(last.ends_with('\u{2026}'), "what is cut off says so: {last}");
    }

    #[test]
    fn the_flattest_slides_have_a_title_a_caption_and_a_picture() {
        let page = [PAGE_WIDTH, PAGE_WIDTH / FLATTEST as f32];
        let flat = layout_on(page, &"A long title ".repeat(20), &"A caption that never ends. ".repeat(90));
        let title = rows(&flat, TITLE);
        assert!(title.len() == 1 && title[0].text.ends_with('\u{2026}'), "{title:?}");
        assert!(!rows(&flat, CAPTION[2]).is_empty());
        assert!(flat.picture_height() > 0.2 * page[1], "{}", flat.picture_height());
    }

    /// The reason may be longer than a row.
    #[test]
    fn words_in_place_of_a_picture_keep_to_the_page() {
        let letters = Typesetter::new();
        for words in ["The model of this scene could not be opened:\nelbow.glb", &"no joint has this name ".repeat(200)]
        {
            let slide = layout("A title", "A caption.");
            let (top, bottom) = (slide.top, slide.bottom);
            let slide = slide.saying(words, &letters);
            let said = rows(&slide, MESSAGE);
            assert!(said.len() >= 2, "{said:?}");
            for row in said {
                assert!(letters.rows(&row.text, (MESSAGE, false), 960.0 - 2.0 * MARGIN, 9).len() == 1, "{row:?}");
                assert!(row.at[1] - MESSAGE > top && row.at[1] < bottom, "{row:?} in {top}..{bottom}");
            }
        }
    }

    #[test]
    fn captions_are_smaller_only_where_they_must_be() {
        let index_of = |size: f32| CAPTION.iter().position(|own| *own == size);
        let used = |caption: &str| layout("A", caption).words.iter().find_map(|words| index_of(words.size));
        assert_eq!(used("One row."), Some(0));
        assert_eq!(used(&"Eighty letters and some more of a caption that goes on. ".repeat(15)), Some(1));
    }
}
