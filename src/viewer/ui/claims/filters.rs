use crate::claims::{Claim, ClaimState, Paper, papers};
use crate::style::{Palette, icons, regular, segments};
use egui::{RichText, TextEdit, Ui};

/// Filters for the claims that the page shows.
#[derive(Clone, Default)]
pub(super) struct Filters {
    words: String,
    /// The id of the paper; `None` for all.
    paper: Option<&'static str>,
    state: Option<ClaimState>,
}

impl Filters {
    pub fn take(&self, paper: &Paper, claim: &Claim) -> bool {
        self.paper.is_none_or(|id| id == paper.id)
            && self.state.is_none_or(|state| state == claim.state)
            && claim.matches(paper, &self.words)
    }
}

/// Draws the search field, the papers and the states.
pub(super) fn show(ui: &mut Ui, palette: &Palette, filters: &mut Filters) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(icons::MAGNIFYING_GLASS).font(icons::font(16.0)).color(palette.text3));
        let hint = RichText::new("Search claims, figures and sections, such as \"fig. 4\"").color(palette.text3);
        let edit = TextEdit::singleline(&mut filters.words).hint_text(hint).font(regular(13.0));
        let field = ui.add(edit.desired_width(f32::INFINITY));
        ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Search claims"));
    });
    ui.add_space(8.0);
    let width = ui.available_width();
    let mut of_papers = vec![(None, "All", "Claims of all papers")];
    of_papers.extend(papers().iter().map(|paper| (Some(paper.id.as_str()), paper.name.as_str(), paper.title.as_str())));
    if let Some(paper) = segments(ui, palette, "Paper", width, &of_papers, filters.paper) {
        filters.paper = paper;
    }
    ui.add_space(6.0);
    let mut counted = vec![(None, format!("All {}", count(filters.paper, None)))];
    counted.extend(ClaimState::ALL.map(|state| {
        let label = format!("{} {}", state.label(), count(filters.paper, Some(state)));
        (Some(state), label)
    }));
    let choices: Vec<(Option<ClaimState>, &str, &str)> =
        counted.iter().map(|(state, label)| (*state, label.as_str(), "")).collect();
    if let Some(state) = segments(ui, palette, "State", width, &choices, filters.state) {
        filters.state = state;
    }
}

fn count(paper: Option<&str>, state: Option<ClaimState>) -> usize {
    let papers = papers().iter().filter(|one| paper.is_none_or(|id| id == one.id));
    papers.flat_map(|paper| &paper.claims).filter(|claim| state.is_none_or(|state| state == claim.state)).count()
}
