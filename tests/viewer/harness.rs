//! The whole viewer in egui's test harness, drawing on the same GPU as the window would.

use crate::allocations;
use egui_kittest::Harness;
use egui_kittest::wgpu::{WgpuTestRenderer, create_render_state, default_wgpu_setup};
use skinscope::files::{CenterStore, open_model};
use skinscope::gpu::GpuContext;
use skinscope::panes::PaneSettings;
use skinscope::session::{Command, InspectorTab, Loader, PaneWait, State};
use skinscope::skinning::SkinningMethod;
use skinscope::view::Theme;
use skinscope::viewer::{Viewer, WindowSurface};
use std::path::Path;
use std::sync::{Arc, LazyLock};

pub const SIZE: [f32; 2] = [1280.0, 800.0];

/// The centers that the tests of one run compute, each once.
fn center_store() -> CenterStore {
    static STORE: LazyLock<CenterStore> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("centers");
        let _ = std::fs::remove_dir_all(&folder);
        CenterStore::in_folder(&folder, 64 << 20)
    });
    STORE.clone()
}

/// A viewer with a model open.
pub fn viewer_with(model: &str) -> Harness<'static, Viewer> {
    let loader = Loader::new(Arc::new(|| {}), center_store());
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
    state.show_document(open_model(model).unwrap());
    let mut harness = viewer_of(state);
    settle(&mut harness);
    harness
}

/// A viewer of this session, before its first frame.
pub fn viewer_of(state: State) -> Harness<'static, Viewer> {
    let render_state = create_render_state(default_wgpu_setup(), egui_wgpu::RendererOptions::PREDICTABLE);
    let context =
        GpuContext::from_parts(&render_state.adapter, render_state.device.clone(), render_state.queue.clone()).unwrap();
    let surface =
        WindowSurface { egui_renderer: Arc::clone(&render_state.renderer), format: render_state.target_format };
    let viewer = Viewer::of(Arc::new(context), surface, state);
    Harness::builder()
        .with_size(SIZE)
        .with_max_steps(30)
        .renderer(WgpuTestRenderer::from_render_state(render_state))
        .build_ui_state(|ui, viewer: &mut Viewer| allocations::of_frame(|| viewer.frame(ui)), viewer)
}

/// Shows a tab of the inspector, as a click on it does.
pub fn show_tab(harness: &mut Harness<'_, Viewer>, tab: InspectorTab) {
    harness.state_mut().state.apply(Command::ShowTab(tab));
    settle(harness);
}

/// Frames until nothing changes any more.
pub fn settle(harness: &mut Harness<'_, Viewer>) {
    harness.run_ok();
    // Outside the viewer, wgpu panics about these.
    let error = harness.state().state.interface.error.as_ref();
    assert!(error.is_none_or(|error| !error.title.contains("graphics card")), "{error:?}");
}

/// Whether centers of rotation that the panes need are being computed.
fn computes_centers(state: &State) -> bool {
    let mut skins = (0..state.edit.panes.len()).filter_map(|pane| state.skin_of_pane(pane));
    skins.any(|skin| matches!(state.wait_of_skin(&skin), Some(PaneWait::Computing(_))))
}

/// Until nothing more is computed: the centers that were not canceled are there, and the figures are those of all
/// skins. Returns whether that came to be.
pub fn is_measured_soon(harness: &mut Harness<'_, Viewer>) -> bool {
    for _ in 0..3000 {
        let waits = computes_centers(&harness.state().state);
        // The first frame with all centers requests the figures again.
        harness.run_steps(2);
        if !waits && harness.state().state.jobs.figures.is_settled() {
            return true;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    false
}

/// Until the figures are those of what is shown.
pub fn wait_for_figures(harness: &mut Harness<'_, Viewer>) {
    assert!(is_measured_soon(harness), "the figures never came");
    settle(harness);
}

/// Carries out a command, and draws until nothing changes.
pub fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    settle(harness);
}

/// Draws until a state comes.
pub fn run_until(harness: &mut Harness<'_, Viewer>, is_so: impl Fn(&State) -> bool) {
    for _ in 0..3000 {
        harness.run_steps(1);
        if is_so(&harness.state().state) {
            return settle(harness);
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the state that is waited for did not come within 30 seconds");
}

/// Frames until the centers of rotation that the panes need are there.
pub fn wait_for_centers(harness: &mut Harness<'_, Viewer>) {
    for _ in 0..600 {
        let state = &harness.state().state;
        let mut panes = state.edit.panes.iter().map(|pane| pane.settings);
        // Pictures that are saved take no centers that were updated from those of other weights.
        let (document, centers) =
            (state.documents.first.as_ref().map_or(0, |first| first.id), &state.documents.centers);
        let is_computed = |pane: &PaneSettings| {
            pane.center_parts()
                .is_none_or(|parts| !pane.model.is_first() || centers.computed(document, pane.centers, parts).is_some())
        };
        let is_there = |pane: PaneSettings| {
            state.wait_for_centers(pane.centers, pane.center_parts()).is_none() && is_computed(&pane)
        };
        if panes.all(is_there) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        harness.run_steps(1);
    }
    panic!("the centers never came");
}

/// Share of the pixels of a picture's area that differ between two screenshots.
pub fn difference(a: &image::RgbaImage, b: &image::RgbaImage, area: egui::Rect) -> f32 {
    let (mut differing, mut all) = (0, 0);
    for y in area.top() as u32..area.bottom() as u32 {
        for x in area.left() as u32..area.right() as u32 {
            let (a, b) = (a.get_pixel(x, y).0, b.get_pixel(x, y).0);
            all += 1;
            differing += u32::from((0..3).any(|channel| a[channel].abs_diff(b[channel]) > 12));
        }
    }
    differing as f32 / all.max(1) as f32
}
