//! Where widgets are, for whoever drives the window from outside: `SKINSCOPE_LOG=widgets=trace` asks for it.

use egui::accesskit::TreeUpdate;
use std::collections::BTreeMap;

/// Not one of the program's own: a log of everything does without it, since egui then names all widgets in every frame.
const TARGET: &str = "widgets";

/// Names of the widgets in the last frame, and their centers in pixels of the window.
#[derive(Debug, Default)]
pub struct WidgetLog {
    shown: BTreeMap<String, [i32; 2]>,
}

impl WidgetLog {
    /// Whether anybody asks. egui has to be told to name its widgets then.
    pub fn is_wanted() -> bool {
        tracing::enabled!(target: TARGET, tracing::Level::TRACE)
    }

    /// Logs every named widget that is new or elsewhere than in the frame before.
    pub fn log(&mut self, update: Option<&TreeUpdate>, pixels_per_point: f32) {
        let Some(update) = update.filter(|_| Self::is_wanted()) else { return };
        let named = update.nodes.iter().filter_map(|(_, node)| {
            let (name, bounds) = (node.label()?, node.bounds()?);
            let scale = f64::from(pixels_per_point);
            let center = [(bounds.x0 + bounds.x1) / 2.0, (bounds.y0 + bounds.y1) / 2.0];
            Some((name.replace('\n', " "), center.map(|at| (at * scale).round() as i32)))
        });
        let shown: BTreeMap<String, [i32; 2]> = named.collect();
        for (name, [x, y]) in shown.iter().filter(|(name, center)| self.shown.get(*name) != Some(center)) {
            tracing::trace!(target: TARGET, "widget at {x} {y}: {name}");
        }
        self.shown = shown;
    }
}
