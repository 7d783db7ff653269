//! The fonts in `assets/fonts/` load in egui and hold what the interface writes.

use egui::{FontData, FontDefinitions, FontFamily, FontId};
use skinscope::gpu::method_shader;
use skinscope::skinning::SkinningMethod;
use std::path::Path;
use std::sync::Arc;

const FILES: [&str; 5] =
    ["Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "Phosphor.ttf", "Phosphor-Fill.ttf"];

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/fonts")
}

/// Each file as a family of its own, without any fallback.
fn context() -> egui::Context {
    let mut fonts = FontDefinitions::empty();
    for file in FILES {
        let bytes = std::fs::read(folder().join(file)).unwrap();
        fonts.font_data.insert(file.to_owned(), Arc::new(FontData::from_owned(bytes)));
        fonts.families.insert(FontFamily::Name(file.into()), vec![file.to_owned()]);
    }
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.insert(family, vec![FILES[0].to_owned()]);
    }
    let context = egui::Context::default();
    context.set_fonts(fonts);
    // Nobody draws: without this egui complains about textures that were never uploaded.
    context.run_ui(egui::RawInput::default(), |_ui| {}).textures_delta.clear();
    context
}

fn id(file: &str) -> FontId {
    FontId::new(13.0, FontFamily::Name(file.into()))
}

#[test]
fn text_has_all_its_characters() {
    let context = context();
    for file in &FILES[..3] {
        for c in "Skinning ÄÖÜßéñçŁőž 0123456789 − × · ± ° ² µ … – — ‘’ “” « » ← ↑ → ↓ ↔ π σ ε ≤ ≥ ≈ ≠ √ ∞".chars()
        {
            assert!(context.fonts_mut(|fonts| fonts.has_glyph(&id(file), c)), "{file} lacks {c}");
        }
    }
}

/// With the program's own fallbacks: a character that none of them has is a box on the screen.
#[test]
fn all_that_is_said_of_methods_can_be_written() {
    let context = egui::Context::default();
    context.set_fonts(skinscope::style::font_definitions());
    context.run_ui(egui::RawInput::default(), |_ui| {}).textures_delta.clear();
    let font = FontId::proportional(13.0);
    assert!(!context.fonts_mut(|fonts| fonts.has_glyph(&font, 'ᵢ')), "subscripts are set by `style::formula`");
    for method in SkinningMethod::ALL {
        let card = method.row().card;
        for text in [card.formula, card.cost, card.breaks, card.source, method.row().summary, method.long_name()] {
            for c in text.chars().filter(|&c| c != '\n') {
                assert!(context.fonts_mut(|fonts| fonts.has_glyph(&font, c)), "{}: {c} is missing", method.id());
            }
        }
        for c in method_shader(method).text.chars().filter(|&c| c != '\n') {
            let monospace = FontId::monospace(11.0);
            assert!(context.fonts_mut(|fonts| fonts.has_glyph(&monospace, c)), "{}: {c} is missing", method.id());
        }
    }
}

#[test]
fn all_words_of_scenes_can_be_written() {
    let context = egui::Context::default();
    context.set_fonts(skinscope::style::font_definitions());
    context.run_ui(egui::RawInput::default(), |_ui| {}).textures_delta.clear();
    let font = FontId::proportional(13.0);
    let mut texts: Vec<&str> = Vec::new();
    for scene in skinscope::panes::Scene::of_papers() {
        texts.extend([&scene.title, &scene.caption, &scene.figure].map(String::as_str));
    }
    assert!(texts.len() > 200, "{}", texts.len());
    for text in texts {
        for c in text.chars().filter(|&c| c != '\n') {
            assert!(context.fonts_mut(|fonts| fonts.has_glyph(&font, c)), "{c} is missing: {text}");
        }
    }
}

#[test]
fn numbers_of_equal_length_are_equally_wide() {
    let context = context();
    for file in &FILES[..3] {
        let width = |text: &str| {
            let text = text.to_owned();
            context.fonts_mut(|fonts| fonts.layout_no_wrap(text, id(file), egui::Color32::WHITE).size().x)
        };
        let wanted = width("\u{2212}000.00°");
        for digit in 0..10 {
            for text in [
                format!("\u{2212}{digit}{digit}{digit}.{digit}{digit}°"),
                format!("\u{2212}1{digit}7.4{digit}°"),
                format!("\u{2212}{digit}17.{digit}1°"),
            ] {
                assert!((width(&text) - wanted).abs() < 0.01, "{file}: {text} is {} wide, not {wanted}", width(&text));
            }
        }
    }
}

#[test]
fn every_icon_of_the_table_is_in_its_file() {
    let context = context();
    let table = std::fs::read_to_string(folder().join("icons.txt")).unwrap();
    let mut file = "";
    let mut count = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((_style, name)) = line.split_once("] ") {
            file = name;
            continue;
        }
        let (name, code) = line.split_once(" = U+").unwrap();
        let icon = char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap();
        assert!(context.fonts_mut(|fonts| fonts.has_glyph(&id(file), icon)), "{file} lacks {name}");
        count += 1;
    }
    assert!(count > 120, "{count}");
}
