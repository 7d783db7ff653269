use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options, Tree};

/// The program's icon, as an SVG of 256 units a side.
pub const ICON: &str = include_str!("../../../assets/icon/skinscope.svg");

/// The icon as a PNG with this many pixels a side.
///
/// # Panics
/// If the icon of the repository is no SVG, or for no pixels.
pub fn icon_png(side: u32) -> Vec<u8> {
    let tree = Tree::from_str(ICON, &Options::default()).expect("the icon is an SVG");
    let mut picture = Pixmap::new(side, side).expect("an icon has pixels");
    let scale = side as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    let colors = picture.pixels().iter().map(PremultipliedColorU8::demultiply);
    let straight: Vec<u8> = colors.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]).collect();
    skinscope::encode::write_png([side; 2], &straight, &[]).expect("a PNG in memory can be written")
}
