use crate::plots::page_colors;
use crate::style::{PLOT_FONTS, Palette};
use crate::view::Theme;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use egui::Color32;

const RULES: &str = include_str!("style.css");

/// Style of the page: fonts, the colors of both themes, and the rules. Paper is light.
pub(crate) fn style() -> String {
    let (light, dark) = (colors(Theme::Light), colors(Theme::Dark));
    format!(
        "{}:root {{ {light} }}\n@media screen and (prefers-color-scheme: dark) {{ :root {{ color-scheme: dark; {dark} }} }}\n{RULES}",
        fonts()
    )
}

/// The font Inter in the two weights of the page, so that digits are equally wide everywhere.
fn fonts() -> String {
    let face = |(bytes, weight): (&[u8], u32)| {
        let data = STANDARD.encode(bytes);
        format!(
            "@font-face {{ font-family: Inter; font-weight: {weight}; src: url(data:font/otf;base64,{data}) format(\"opentype\"); }}\n"
        )
    };
    PLOT_FONTS.into_iter().zip([400, 600]).map(face).collect()
}

fn colors(theme: Theme) -> String {
    let Palette { accent, bad, error, track, .. } = Palette::of(theme);
    // The ground of pictures, the ring around a vertex, and the filter that makes clay of the dark studio readable on
    // that ground.
    let [middle, edge, mark, clay] = match theme {
        Theme::Light => ["#FBFCFD", "#E9ECF0", "#1A1D23", "brightness(0.82) contrast(1.06)"],
        Theme::Dark => ["#2C3038", "#1F2228", "#E8EAEE", "none"],
    };
    let hex = |color: Color32| format!("#{:02X}{:02X}{:02X}", color.r(), color.g(), color.b());
    let more = [
        ("accent", hex(accent)),
        ("bad", hex(bad)),
        ("error", hex(error)),
        ("bar", hex(track)),
        ("ground-middle", middle.to_owned()),
        ("ground-edge", edge.to_owned()),
        ("mark", mark.to_owned()),
        ("clay", clay.to_owned()),
    ];
    let more = more.map(|(name, value)| (name.to_owned(), value));
    let all = page_colors(theme).into_iter().chain(more);
    all.map(|(name, value)| format!("--{name}: {value};")).collect::<Vec<_>>().join(" ")
}
