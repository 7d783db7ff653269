//! The line above the picture that describes the effect of a held handle: subject, axis and amount.

use crate::posing::AxisFrame;
use crate::session::{Documents, GizmoAmount, GizmoDrag};
use crate::style::{medium, regular};
use crate::view::{GizmoHandle, GizmoTool, angle_text, with_minus_sign};
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

const KEYS: &str = "X, Y, Z: axis   0\u{2013}9: amount   Enter: apply   Escape: cancel";

pub fn show(ui: &Ui, documents: &Documents, drag: &GizmoDrag, picture: Rect) {
    let typed = super::gizmo_keys::typed(ui.ctx());
    let whole = format!("{}   {}", subject(documents, drag), action(drag, &typed));
    let line = fitting(ui, picture.width() - 44.0, &[whole, action(drag, &typed), amount(drag, &typed)]);
    let keys = if drag.by_key { KEYS } else { "Shift: snap   Escape: cancel" };
    let mut job = LayoutJob::default();
    job.append(&line, 0.0, TextFormat::simple(medium(13.0), Color32::WHITE));
    let with_keys = ui.painter().layout_no_wrap(keys.to_owned(), regular(12.0), Color32::WHITE);
    let least = ui.painter().layout_job(job.clone()).size().x + with_keys.size().x + 18.0 + 32.0;
    if least <= picture.width() {
        job.append(keys, 18.0, TextFormat::simple(regular(12.0), Color32::from_white_alpha(190)));
    }
    job.wrap = egui::text::TextWrapping::truncate_at_width(picture.width() - 24.0);
    let galley = ui.painter().layout_job(job);
    let size = galley.size() + vec2(20.0, 10.0);
    let pill = Rect::from_min_size(pos2(picture.center().x - size.x / 2.0, picture.top() + 8.0), size);
    ui.painter().rect_filled(pill, CornerRadius::same(8), Color32::from_black_alpha(210));
    ui.painter().galley(pill.min + vec2(10.0, 5.0), galley, Color32::WHITE);
    let response = ui.interact(pill, egui::Id::unique("held handle"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &line));
}

/// The first of the texts that fits, or the last. A narrow pane keeps the amount.
fn fitting(ui: &Ui, width: f32, texts: &[String; 3]) -> String {
    let fits =
        |text: &String| ui.painter().layout_no_wrap(text.clone(), medium(13.0), Color32::WHITE).size().x <= width;
    let [.., shortest] = &texts;
    texts.iter().find(|text| fits(text)).unwrap_or(shortest).clone()
}

/// The tool and the joints that it turns, moves or scales: `Rotate forearm.L`, `Scale 3 joints`.
fn subject(documents: &Documents, drag: &GizmoDrag) -> String {
    let verb = match drag.settings.tool {
        GizmoTool::Rotate => "Rotate",
        GizmoTool::Move => "Move",
        GizmoTool::Scale => "Scale",
    };
    let joints = match (drag.nodes(), &documents.first) {
        ([node], Some(document)) => document.joint_name(*node).to_owned(),
        (nodes, _) => format!("{} joints", nodes.len()),
    };
    format!("{verb} {joints}")
}

/// The axis and the amount: `X local, 90_` while a number is typed, `X local, 42.5°` otherwise.
fn action(drag: &GizmoDrag, typed: &str) -> String {
    let axis = match drag.handle {
        GizmoHandle::Axis(axis) => {
            let frame = match drag.settings.frame {
                _ if drag.settings.tool == GizmoTool::Scale => AxisFrame::Local,
                frame => frame,
            };
            format!("{} {}", ["X", "Y", "Z"][axis], frame.label().to_lowercase())
        }
        GizmoHandle::View if drag.settings.tool == GizmoTool::Rotate => "in the view plane".to_owned(),
        GizmoHandle::Free if drag.settings.tool == GizmoTool::Rotate => "freely".to_owned(),
        GizmoHandle::View | GizmoHandle::Free if drag.settings.tool == GizmoTool::Scale => "all axes".to_owned(),
        GizmoHandle::View | GizmoHandle::Free => "in the view plane".to_owned(),
    };
    format!("{axis}, {}", amount(drag, typed))
}

fn amount(drag: &GizmoDrag, typed: &str) -> String {
    if !typed.is_empty() {
        return with_minus_sign(&format!("{typed}_"));
    }
    match (drag.amount, drag.handle) {
        (GizmoAmount::Degrees(degrees), _) => angle_text(degrees),
        (GizmoAmount::Shift(shift), GizmoHandle::Axis(axis)) => {
            let along = shift.dot(drag.gizmo.axes[axis]);
            with_minus_sign(&format!("{along:.3} units"))
        }
        (GizmoAmount::Shift(shift), _) => format!("{:.3} units", shift.length()),
        (GizmoAmount::Factor(factor), _) => format!("{factor:.2} \u{d7}"),
    }
}
