//! Logs the positions of widgets, for tools that drive the window from outside. Enabled by
//! `SKINSCOPE_LOG=widgets=trace`.

use egui::accesskit::TreeUpdate;
use std::collections::BTreeMap;

/// Target of the log. It is not one of the program's own targets, so that a general trace log leaves it out: egui would
/// name all widgets in every frame.
const TARGET: &str = "widgets";

/// Names of the widgets in the last frame, and their centers in pixels of the window.
#[derive(Debug, Default)]
pub struct WidgetLog {
    shown: BTreeMap<String, [i32; 2]>,
}

impl WidgetLog {
    /// Whether the log is enabled. If so, egui must be set to name its widgets.
    pub fn is_wanted() -> bool {
        tracing::enabled!(target: TARGET, tracing::Level::TRACE)
    }

    /// Logs every named widget that is new or has moved since the previous frame.
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
