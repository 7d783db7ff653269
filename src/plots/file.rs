use super::PlotError;
use super::canvas::printable;
use crate::style::PLOT_FONTS;
use std::path::Path;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotFormat {
    Svg,
    Pdf,
}

/// Texts in a plot's file in addition to the plot. Only SVG has room for them.
#[derive(Clone, Copy, Debug)]
pub struct PlotText<'a> {
    pub title: &'a str,
    /// Description of how the plot was made.
    pub description: &'a str,
}

impl PlotFormat {
    /// Format for a file name, by its extension.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "svg" => Some(Self::Svg),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }

    /// Bytes of a file. `svg` has text as text; this becomes outlines in SVG, and embedded fonts in PDF, so that it
    /// looks the same everywhere.
    ///
    /// # Errors
    /// If the libraries refuse the plot.
    pub fn bytes(self, svg: &str, text: PlotText<'_>) -> Result<Vec<u8>, PlotError> {
        let mut options = usvg::Options { font_family: "Inter".to_owned(), ..usvg::Options::default() };
        let fonts = Arc::make_mut(&mut options.fontdb);
        PLOT_FONTS.iter().for_each(|font| fonts.load_font_data(font.to_vec()));
        let tree = usvg::Tree::from_str(svg, &options).map_err(|error| PlotError::Write(error.to_string()))?;
        match self {
            Self::Svg => Ok(described(&tree.to_string(&usvg::WriteOptions::default()), text).into_bytes()),
            #[cfg(not(feature = "pdf"))]
            Self::Pdf => Err(PlotError::WithoutPdf),
            #[cfg(feature = "pdf")]
            Self::Pdf => {
                let (conversion, page) = (svg2pdf::ConversionOptions::default(), svg2pdf::PageOptions::default());
                svg2pdf::to_pdf(&tree, conversion, page).map_err(|error| PlotError::Write(error.to_string()))
            }
        }
    }
}

/// Adds title and description, for screen readers and programs.
fn described(svg: &str, PlotText { title, description }: PlotText<'_>) -> String {
    let escaped = |text: &str| printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let at = svg.find("<svg").and_then(|start| svg[start..].find('>').map(|end| start + end + 1)).unwrap_or(0);
    let (title, description) = (escaped(title), escaped(description));
    format!("{}\n<title>{title}</title>\n<desc>{description}</desc>{}", &svg[..at], &svg[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = r#"<svg width="64" height="40" viewBox="0 0 640 400" xmlns="http://www.w3.org/2000/svg">
        <text x="30" y="100" font-family="Inter" font-size="120">LBS</text></svg>"#;

    #[test]
    fn endings_name_formats() {
        assert_eq!(PlotFormat::of(Path::new("a/b.SVG")), Some(PlotFormat::Svg));
        assert_eq!(PlotFormat::of(Path::new("b.pdf")), Some(PlotFormat::Pdf));
        assert_eq!(PlotFormat::of(Path::new("svg")), None);
    }

    #[test]
    fn letters_are_outlined_in_svg_and_embedded_in_pdf() {
        let text = PlotText { title: "A < B", description: "skinscope & more\u{1b}" };
        let svg = String::from_utf8(PlotFormat::Svg.bytes(SVG, text).unwrap()).unwrap();
        assert!(svg.contains("<path") && !svg.contains("<text"), "{svg}");
        assert!(svg.contains("<title>A &lt; B</title>") && svg.contains("skinscope &amp; more?</desc>"), "{svg}");
        assert!(svg.contains("width=\"64\" height=\"40\""), "{svg}");
        let pdf = PlotFormat::Pdf.bytes(SVG, text).unwrap();
        assert!(pdf.starts_with(b"%PDF-") && pdf.windows(5).any(|word| word == b"Inter"));
    }
}
