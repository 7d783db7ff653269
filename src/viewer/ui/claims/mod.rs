//! The page of the papers' claims: each claim with the paper's own words, whether it holds, the scene that shows it
//! and, folded, its checks.

mod filters;
mod row;

use crate::claims::{Claim, Paper, papers};
use crate::session::{Command, State};
use crate::style::{Palette, icon_button, icons, semibold};
use egui::{Frame, Id, Modal, RichText, ScrollArea, Ui};
use filters::Filters;

const WIDTH: f32 = 820.0;

/// State of the page, kept until the program ends.
#[derive(Clone, Default)]
struct Page {
    filters: Filters,
    /// The claim whose details are open, by paper and claim.
    open: Option<(usize, usize)>,
}

pub fn show(ui: &Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    if !state.transient.claims_shown {
        return;
    }
    let id = Id::unique("claims of the papers");
    let mut page: Page = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let window = ui.ctx().content_rect();
    let frame = Frame::popup(ui.style()).inner_margin(20);
    let modal = Modal::new(id.with("modal")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(window.width() - 88.0));
        header(ui, palette, commands);
        filters::show(ui, palette, &mut page.filters);
        ui.add_space(8.0);
        // The height does not change with the filters, so that the fields above stay where they are.
        let height = (window.height() - 270.0).max(120.0);
        let list = ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false);
        list.show(ui, |ui| rows(ui, palette, &mut page, commands));
    });
    if modal.backdrop_response.clicked() {
        commands.push(Command::ShowClaims(false));
    }
    ui.data_mut(|data| data.insert_temp(id, page));
}

fn header(ui: &mut Ui, palette: &Palette, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("What the papers say").font(semibold(15.0)).color(palette.text1));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if icon_button(ui, palette, icons::X, "Close", true).clicked() {
                commands.push(Command::ShowClaims(false));
            }
        });
    });
    let note = "Each claim with its place in the text, the text's own words and what we found. To measure all of it again: \
                skinscope claims --check";
    ui.add(egui::Label::new(super::hint(palette, note)).wrap());
    ui.add_space(10.0);
}

fn rows(ui: &mut Ui, palette: &Palette, page: &mut Page, commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let mut nothing = true;
    for (paper_index, paper) in papers().iter().enumerate() {
        let found: Vec<(usize, &Claim)> =
            paper.claims.iter().enumerate().filter(|(_, claim)| page.filters.take(paper, claim)).collect();
        if found.is_empty() {
            continue;
        }
        nothing = false;
        title(ui, palette, paper, found.len());
        for (claim_index, claim) in found {
            let at = (paper_index, claim_index);
            let is_open = page.open == Some(at);
            if row::show(ui, palette, (paper, claim), is_open, commands) {
                page.open = if is_open { None } else { Some(at) };
            }
        }
        ui.add_space(14.0);
    }
    if nothing {
        ui.label(super::label(palette, "No claim fits. Leave out a word or a filter."));
    }
}

fn title(ui: &mut Ui, palette: &Palette, paper: &Paper, found: usize) {
    let count = crate::math::counted(found, "claim", "claims");
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&paper.name).font(semibold(13.0)).color(palette.text1));
        ui.label(super::hint(palette, &format!("{}   {count}", paper.title)));
    });
    ui.add_space(4.0);
}
