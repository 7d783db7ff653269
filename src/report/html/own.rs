use super::super::{OwnPose, Report};
use super::markup::{escaped, picture};
use crate::math::counted;

pub(super) fn section(report: &Report) -> String {
    let more = match report.own_left_out {
        0 => String::new(),
        more => format!(
            "<p class=\"quiet small\">{}</p>\n",
            counted(more, "more pose is left out", "more poses are left out")
        ),
    };
    let lead = match report.own.is_empty() {
        true => String::new(),
        false => {
            "<p>Chosen by the person who made this report. Everything below was found by the program.</p>\n".to_owned()
        }
    };
    std::iter::once(lead).chain(report.own.iter().map(pose)).chain([more]).collect()
}

fn pose(own: &OwnPose) -> String {
    let joints = own.joints.join(", ");
    let shown = own.picture.as_ref().map_or_else(String::new, |shown| {
        let alt = if joints.is_empty() { own.title.clone() } else { format!("{}: {joints}", own.title) };
        picture(shown, &alt, None)
    });
    let paragraph = |class: &str, text: &str| match text.trim() {
        "" => String::new(),
        text => format!("<p{class}>{}</p>\n", text.lines().map(escaped).collect::<Vec<_>>().join("<br>\n")),
    };
    let remarks: String = own.remarks.iter().map(|remark| paragraph(" class=\"quiet small\"", remark)).collect();
    format!(
        "<article class=\"own\">\n<header><h3>{}</h3>{}</header>\n{shown}\n{}{}{remarks}</article>\n",
        escaped(&own.title),
        paragraph("", &joints),
        paragraph("", &own.caption),
        paragraph(" class=\"notes\"", &own.notes),
    )
}
