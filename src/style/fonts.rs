use egui::{FontData, FontDefinitions, FontFamily, FontId};
use std::sync::{Arc, LazyLock};

const REGULAR: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.otf");
const MEDIUM: &[u8] = include_bytes!("../../assets/fonts/Inter-Medium.otf");
const SEMIBOLD: &[u8] = include_bytes!("../../assets/fonts/Inter-SemiBold.otf");
const ICONS: &[u8] = include_bytes!("../../assets/fonts/Phosphor.ttf");
const FILLED_ICONS: &[u8] = include_bytes!("../../assets/fonts/Phosphor-Fill.ttf");

// Every widget asks for its font in every frame, so the names are allocated once.
static MEDIUM_FAMILY: LazyLock<FontFamily> = LazyLock::new(|| FontFamily::Name("medium".into()));
static SEMIBOLD_FAMILY: LazyLock<FontFamily> = LazyLock::new(|| FontFamily::Name("semibold".into()));

/// Inter in the weights of plots, for libraries that read fonts themselves.
pub const PLOT_FONTS: [&[u8]; 2] = [REGULAR, SEMIBOLD];

/// Inter in three weights with tabular digits, and Phosphor for icons. egui's own fonts are the fallback.
pub fn font_definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let bundled = [
        ("inter", REGULAR),
        ("inter_medium", MEDIUM),
        ("inter_semibold", SEMIBOLD),
        ("phosphor", ICONS),
        ("phosphor_fill", FILLED_ICONS),
    ];
    for (name, bytes) in bundled {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let fallbacks = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let family = |first: &[&str]| {
        let first = first.iter().map(|&name| name.to_owned());
        first.chain(fallbacks.iter().cloned()).collect::<Vec<_>>()
    };
    fonts.families.insert(FontFamily::Proportional, family(&["inter", "phosphor"]));
    fonts.families.insert(MEDIUM_FAMILY.clone(), family(&["inter_medium", "phosphor"]));
    fonts.families.insert(SEMIBOLD_FAMILY.clone(), family(&["inter_semibold", "phosphor"]));
    fonts.families.insert(FontFamily::Name("icons".into()), family(&["phosphor"]));
    fonts.families.insert(FontFamily::Name("filled icons".into()), family(&["phosphor_fill"]));
    fonts
}

/// Weight 400, at a size in points.
pub fn regular(size: f32) -> FontId {
    FontId::proportional(size)
}

/// Weight 500: buttons and short labels.
pub fn medium(size: f32) -> FontId {
    FontId::new(size, MEDIUM_FAMILY.clone())
}

/// Weight 600: names and figures.
pub fn semibold(size: f32) -> FontId {
    FontId::new(size, SEMIBOLD_FAMILY.clone())
}
