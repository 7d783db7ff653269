//! Figures, the sweep, the stress list, the check of the clips and the probe.

mod apart_rows;
pub(super) mod before_panel;
pub(super) mod clips_panel;
mod method_curve;
pub(super) mod figures_panel;
pub(super) mod probe_card;
pub(super) mod probe_marks;
pub(super) mod probe_panel;
pub(super) mod mend_panel;
mod stress_keys;
mod stress_list;
mod stress_pairs;
pub(super) mod stress_panel;
mod stress_table;
pub(super) mod sweep_labels;
pub(super) mod sweep_plot;
