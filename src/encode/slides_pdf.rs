//! Slides as PDF: each page has a picture, and words that can be selected and searched.

use super::slide::{SlideError, SlidePage, SlideWords, WordsAt};
use super::xml_text::printable_in_xml;
use super::zlib_strips::zlib_strips;
use image::RgbaImage;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use std::collections::BTreeMap;

/// Compression level of the pictures' zlib streams, as in PNG.
const LEVEL: u32 = 6;

/// A PDF to which pages are added.
pub struct SlidesPdf {
    pdf: Pdf,
    next: Ref,
    tree: Ref,
    pages: Vec<Ref>,
    size: [f32; 2],
    ground: [u8; 3],
    options: usvg::Options<'static>,
}

impl SlidesPdf {
    /// Creates a PDF with pages of this size in points, filled with a color. Letters come from `fonts`, of which the
    /// first family is used.
    ///
    /// # Errors
    /// Only in a program without the feature `pdf`.
    pub fn new(size: [f32; 2], ground: [u8; 3], title: &str, fonts: &[&[u8]]) -> Result<Self, SlideError> {
        let mut next = Ref::new(1);
        let [catalog, tree, info] = [next.bump(), next.bump(), next.bump()];
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree);
        pdf.document_info(info)
            .title(TextStr(title))
            .producer(TextStr(concat!("skinscope ", env!("CARGO_PKG_VERSION"))));
        let mut options = usvg::Options::default();
        fonts.iter().for_each(|font| options.fontdb_mut().load_font_data(font.to_vec()));
        let family = options.fontdb.faces().next().and_then(|face| Some(face.families.first()?.0.clone()));
        options.font_family = family.unwrap_or_default();
        Ok(Self { pdf, next, tree, pages: Vec::new(), size, ground, options })
    }

    /// Adds a page.
    ///
    /// # Errors
    /// If the libraries refuse its words.
    pub fn add(&mut self, page: &SlidePage<'_>) -> Result<(), SlideError> {
        let [width, height] = self.size;
        let error = |cause: &dyn std::fmt::Display| SlideError::Words(cause.to_string());
        let tree = usvg::Tree::from_str(&svg(self.size, page.words), &self.options).map_err(|cause| error(&cause))?;
        let options = svg2pdf::ConversionOptions::default();
        let (words, root) = svg2pdf::to_chunk(&tree, options).map_err(|cause| error(&cause))?;
        let mut new_of_old = BTreeMap::new();
        let next = &mut self.next;
        let words = words.renumber(|old| *new_of_old.entry(old).or_insert_with(|| next.bump()));
        let root = new_of_old.get(&root).copied().unwrap_or(root);
        self.pdf.extend(&words);

        let [id, content_id, picture_id] = [self.next.bump(), self.next.bump(), self.next.bump()];
        let mut content = Content::new();
        let [red, green, blue] = self.ground.map(|channel| f32::from(channel) / 255.0);
        content.set_fill_rgb(red, green, blue).rect(0.0, 0.0, width, height).fill_nonzero();
        if let Some(placed) = &page.picture {
            self.write_picture(picture_id, placed.picture);
            let ([x, y], [wide, high]) = (placed.at, placed.size);
            let matrix = [wide, 0.0, 0.0, high, x, height - y - high];
            content.save_state().transform(matrix).x_object(Name(b"Picture")).restore_state();
        }
        content.save_state().transform([width, 0.0, 0.0, height, 0.0, 0.0]).x_object(Name(b"Words")).restore_state();
        self.pdf.stream(content_id, &content.finish());
        let mut of_page = self.pdf.page(id);
        of_page.media_box(Rect::new(0.0, 0.0, width, height)).parent(self.tree).contents(content_id);
        let mut resources = of_page.resources();
        let mut objects = resources.x_objects();
        objects.pair(Name(b"Words"), root);
        if page.picture.is_some() {
            objects.pair(Name(b"Picture"), picture_id);
        }
        objects.finish();
        resources.finish();
        of_page.finish();
        self.pages.push(id);
        Ok(())
    }

    fn write_picture(&mut self, id: Ref, picture: &RgbaImage) {
        let rgb: Vec<u8> = picture.pixels().flat_map(|pixel| [pixel.0[0], pixel.0[1], pixel.0[2]]).collect();
        let data = zlib_strips(&rgb, LEVEL).concat();
        let [width, height] = [picture.width(), picture.height()].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        let mut image = self.pdf.image_xobject(id, &data);
        image.filter(Filter::FlateDecode);
        image.width(width).height(height).bits_per_component(8).interpolate(true);
        image.color_space().device_rgb();
    }

    /// Bytes of the file.
    pub fn finish(mut self) -> Vec<u8> {
        let count = i32::try_from(self.pages.len()).unwrap_or(i32::MAX);
        self.pdf.pages(self.tree).kids(self.pages.iter().copied()).count(count);
        self.pdf.finish()
    }
}

/// Words of a page.
fn svg([width, height]: [f32; 2], words: &[SlideWords]) -> String {
    let row = |words: &SlideWords| {
        let SlideWords { text, at: [x, y], size, is_bold, color: [red, green, blue], anchor } = words;
        let weight = if *is_bold { 600 } else { 400 };
        let anchor = match anchor {
            WordsAt::Start => "start",
            WordsAt::Middle => "middle",
            WordsAt::End => "end",
        };
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" text-anchor=\"{anchor}\" \
             fill=\"#{red:02x}{green:02x}{blue:02x}\">{}</text>",
            escaped(text)
        )
    };
    let rows: String = words.iter().map(row).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">{rows}</svg>"
    )
}

fn escaped(text: &str) -> String {
    printable_in_xml(text, ' ').replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::slide::PlacedPicture;
    use super::*;

    const FONT: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.otf");

    fn count(bytes: &[u8], wanted: &str) -> usize {
        bytes.windows(wanted.len()).filter(|window| *window == wanted.as_bytes()).count()
    }

    fn words(text: &str) -> SlideWords {
        let (at, color) = ([36.0, 60.0], [1, 2, 3]);
        SlideWords { text: text.to_owned(), at, size: 30.0, is_bold: false, color, anchor: WordsAt::Start }
    }

    #[test]
    fn every_page_has_its_picture_and_words_as_text() {
        let picture = RgbaImage::from_pixel(4, 2, image::Rgba([10, 20, 30, 255]));
        let mut pdf = SlidesPdf::new([960.0, 540.0], [0; 3], "Elbows", &[FONT]).unwrap();
        for (text, has_picture) in [("LBS < DQS & \u{1b}", true), ("Missing", false), ("", true)] {
            let placed = PlacedPicture { picture: &picture, at: [0.0, 80.0], size: [960.0, 300.0] };
            let words = [words(text)];
            pdf.add(&SlidePage { picture: has_picture.then_some(placed), words: &words }).unwrap();
        }
        let bytes = pdf.finish();
        assert!(bytes.starts_with(b"%PDF-"));
        assert_eq!(count(&bytes, "/Type /Page\n"), 3);
        assert_eq!(count(&bytes, "/Subtype /Image"), 2);
        assert!(count(&bytes, "/Width 4") == 2 && count(&bytes, "/Height 2") == 2);
        // Searchable text: letters of an embedded font, and the characters that they represent.
        assert_eq!(count(&bytes, "/ToUnicode"), 2, "the page without words has no font");
        assert!(count(&bytes, "Inter") > 0 && count(&bytes, "(Elbows)") == 1);
    }

    /// Controls, marks of direction, lone combining marks, private letters, and noncharacters of every plane.
    #[test]
    fn no_character_of_a_title_stops_a_page() {
        let of_planes = (0..=16u32).flat_map(|plane| [0xFFFE, 0xFFFF].map(|low| plane << 16 | low));
        let ranges = [0..=0x2FF, 0x300..=0x36F, 0x200B..=0x206F, 0xD7A4..=0xD7FF, 0xE000..=0xE010, 0xFDD0..=0xFDEF];
        let more = [0xFE00..=0xFE0F, 0xFFF0..=0xFFFF, 0x1F3FB..=0x1F3FF, 0xE0000..=0xE007F, 0x10FF00..=0x10FFFF];
        let letters = ranges.into_iter().chain(more).flatten().chain(of_planes).filter_map(char::from_u32);
        let letters: Vec<char> = letters.collect();
        let mut pdf = SlidesPdf::new([960.0, 540.0], [0; 3], &letters.iter().collect::<String>(), &[FONT]).unwrap();
        for some in letters.chunks(64) {
            let words = [words(&some.iter().collect::<String>())];
            pdf.add(&SlidePage { picture: None, words: &words }).unwrap();
        }
        // A character that comes first and alone is laid out differently.
        for letter in ['\u{0}', '\u{301}', '\u{202E}', '\u{FEFF}', '\u{FFFD}', '\u{FFFE}', '\u{FFFF}', '\u{1FFFE}'] {
            pdf.add(&SlidePage { picture: None, words: &[words(&letter.to_string())] }).unwrap();
        }
    }
}
