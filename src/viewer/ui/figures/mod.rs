//! Figures, the sweep, the stress list, the speed and the probe.

pub(super) mod figures_panel;
pub(super) mod probe_card;
pub(super) mod probe_marks;
pub(super) mod probe_panel;
pub(super) mod speed_panel;
pub(super) mod stress_panel;
pub(super) mod sweep_labels;
pub(super) mod sweep_plot;
