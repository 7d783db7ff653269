//! The file of a page: its template with words, style, script and data.

use super::ShareFailure;
use super::draw_lists::{DrawLists, MOST_CENTERS};
use super::page_data::{PageData, PageScene};
use super::page_size::{LeftOut, MOST_BYTES, thin_out};
use super::pictures::{MANY_PANES, MOST_RECORDED, recorded_of_each};
use super::scene::{RecordingSettings, SharedScene, share_scene};
use crate::gpu::GpuContext;
use crate::skinning::SkinningMethod;
use crate::style::Palette;
use crate::view::Theme;
use crate::work::Progress;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

const TEMPLATE: &str = include_str!("../../assets/pages/share.html");
const STYLE: &str = include_str!("../../assets/pages/share.css");
const SCRIPT: [&str; 4] = [
    include_str!("../../assets/pages/camera.js"),
    include_str!("../../assets/pages/pictures.js"),
    include_str!("../../assets/pages/marks.js"),
    include_str!("../../assets/pages/share.js"),
];

/// The font Inter with Latin letters, by weight.
const FONTS: [(u32, &[u8]); 2] = [
    (400, include_bytes!("../../assets/fonts/Inter-Regular.otf")),
    (600, include_bytes!("../../assets/fonts/Inter-SemiBold.otf")),
];

/// A page that needs no other file.
#[derive(Clone, Debug)]
pub struct SharedPage {
    pub html: String,
    /// Count of steps of all sliders.
    pub steps: usize,
    pub panes: usize,
    pub left_out: LeftOut,
}

/// Makes a page of scenes. `theme` applies to the recorded pictures; the page itself follows the reader's system. The
/// progress counts panes.
///
/// # Errors
/// If a scene does not fit its model, memory runs out, the device is lost, or the progress is canceled.
pub fn share_page(
    context: &GpuContext,
    title: &str,
    scenes: &[SharedScene],
    theme: Theme,
    progress: &Progress,
) -> Result<SharedPage, ShareFailure> {
    let panes = scenes.iter().map(|shared| shared.scene.panes.len()).sum();
    progress.add_total(panes as u64);
    let is_large = panes > MANY_PANES;
    let most_centers = is_large.then_some(MOST_CENTERS);
    let mut lists = DrawLists::of_models(scenes.iter().map(|shared| &*shared.model), most_centers);
    let recording = RecordingSettings { theme, of_each: recorded_of_each(panes), is_large };
    let mut page = PageData { title: title.to_owned(), own_shaders: own_shaders(scenes), scenes: Vec::new() };
    let mut gpu = Vec::new();
    for shared in scenes {
        let (of_page, of_gpu) = share_scene(context, shared, recording, &mut lists, progress)?;
        page.scenes.push(of_page);
        gpu.push(of_gpu);
    }
    let (texture_side, fewer_centers) = (lists.smaller_textures(), lists.has_fewer_centers());
    let gpu = lists.text(&gpu)?;
    let html = |page: &PageData| -> Result<String, ShareFailure> {
        Ok(filled(&[
            ("title", &escaped(title)),
            ("version", env!("CARGO_PKG_VERSION")),
            ("style", &[&fonts(), &tokens(), STYLE].concat()),
            // A text in a script ends at the first "</script".
            ("page", &serde_json::to_string(page)?.replace('<', "\\u003c")),
            ("gpu", &gpu),
            ("script", &SCRIPT.concat()),
        ]))
    };
    let pictures = page.recorded_bytes();
    let others = html(&page)?.len() - pictures;
    thin_out(&mut page.scenes, MOST_BYTES.saturating_sub(others));
    let of_recorded = page.scenes.iter().map(|scene| scene.recorded_with(MOST_RECORDED)).sum();
    let recorded: usize = page.scenes.iter().map(PageScene::recorded).sum();
    Ok(SharedPage {
        html: html(&page)?,
        steps: page.scenes.iter().map(PageScene::steps).sum(),
        panes,
        left_out: LeftOut { of_recorded, recorded: of_recorded - recorded, texture_side, fewer_centers },
    })
}

/// Names of the methods of scenes whose shaders are not ours.
fn own_shaders(scenes: &[SharedScene]) -> Vec<&'static str> {
    let skinning = scenes.iter().flat_map(|shared| shared.scene.all_skinning());
    let has_shader = |method: &SkinningMethod| match method {
        SkinningMethod::Own(own) => own.definition().is_some_and(|definition| definition.shader.is_some()),
        _ => false,
    };
    let mut names: Vec<&str> =
        skinning.map(|one| one.method).filter(has_shader).map(SkinningMethod::short_name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The template with texts in place of names in double braces.
fn filled(texts: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page.push_str(texts.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text));
        rest = after;
    }
    page + rest
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Bytes of a page without scenes.
pub(super) fn frame_bytes() -> usize {
    let script: usize = SCRIPT.iter().map(|part| part.len()).sum();
    TEMPLATE.len() + STYLE.len() + script + fonts().len()
}

/// The font of the program, as data.
fn fonts() -> String {
    let font = |(weight, bytes): (u32, &[u8])| {
        format!(
            "@font-face {{ font-family: Inter; font-weight: {weight}; src: url(data:font/otf;base64,{}) }}\n",
            STANDARD.encode(bytes)
        )
    };
    FONTS.map(font).concat()
}

/// The program's colors as variables of both themes.
fn tokens() -> String {
    let of = |theme| {
        let palette = Palette::of(theme);
        let named = [
            ("app", palette.app),
            ("panel", palette.panel),
            ("raised", palette.raised),
            ("hover", palette.hover),
            ("active", palette.active),
            ("line", palette.line),
            ("line-strong", palette.line_strong),
            ("track", palette.track),
            ("text1", palette.text1),
            ("text2", palette.text2),
            ("text3", palette.text3),
            ("accent", palette.accent),
            ("accent-fill", palette.accent_fill),
        ];
        named.map(|(name, color)| format!("--{name}: {}; ", hex(color.to_array()))).concat()
    };
    format!(
        ":root {{ {}}}\n@media (prefers-color-scheme: light) {{ :root {{ {}}} }}\n",
        of(Theme::Dark),
        of(Theme::Light)
    )
}

/// Opaque color in CSS.
pub(super) fn hex([red, green, blue, _]: [u8; 4]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_filled_in_once_and_escaped() {
        let page = filled(&[("title", "a {{script}} b"), ("script", "let x;")]);
        assert!(page.contains("<title>a {{script}} b</title>") && page.contains("let x;"));
        assert!(!page.contains("{{page}}"));
        assert_eq!(escaped("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
        assert!(tokens().contains("--app: #121317; ") && tokens().contains("--app: #cbd0d7; "));
    }
}
