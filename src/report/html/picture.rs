use super::super::Picture;
use super::markup::escaped;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// A picture on its ground, with a ring around a point: fractions of the picture from its upper left corner.
pub(super) fn picture(picture: &Picture, alt: &str, mark: Option<[f32; 2]>) -> String {
    let [width, height] = picture.size.map(|side| side / 2);
    let class = if picture.is_clay { " class=\"clay\"" } else { "" };
    let mark = mark.map_or_else(String::new, |[x, y]| {
        format!("<i class=\"mark\" style=\"left:{:.2}%;top:{:.2}%\"></i>", 100.0 * x, 100.0 * y)
    });
    format!(
        "<div class=\"ground\"><img{class} alt=\"{}\" width=\"{width}\" height=\"{height}\" \
         src=\"data:image/png;base64,{}\">{mark}</div>",
        escaped(alt),
        STANDARD.encode(&picture.png)
    )
}
