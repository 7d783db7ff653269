use super::InfluenceCounts;
use super::advice::{Advice, of_warning};
use crate::health::{OpenSeams, RigHealth};
use crate::import::ImportWarning;
use crate::math::counted;
use crate::measure::Surface;
use crate::model::Model;
use crate::skinning::RestAndBind;

/// Importance of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The skin or a clip differs from the author's intention, or looks different in other programs.
    Problem,
    /// Allowed, and good to know.
    Note,
    Fine,
}

/// A finding about a file, its meaning, and the remedy.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub level: Level,
    pub what: String,
    pub means: String,
    /// Remedy. Empty if there is nothing to do.
    pub to_do: String,
}

/// Findings about a file, worst first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Health {
    pub findings: Vec<Finding>,
}

impl Health {
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    /// Verdict in one sentence.
    pub fn verdict(&self) -> String {
        let notes = counted(self.count(Level::Note), "note", "notes");
        match (self.count(Level::Problem), self.count(Level::Note)) {
            (0, 0) => "The file is sound.".to_owned(),
            (0, _) => format!("The file is sound, with {notes}."),
            (problems, 0) => format!("The file has {}.", counted(problems, "problem", "problems")),
            (problems, _) => format!("The file has {} and {notes}.", counted(problems, "problem", "problems")),
        }
    }
}

/// Examines a model as opened: repairs by the import, weights, joints, bind pose, surface. `notes` are sentences about
/// how the file was opened.
pub fn health(model: &Model, warnings: &[ImportWarning], notes: &[String], surface: &Surface) -> Health {
    let mut findings: Vec<Finding> = notes.iter().map(|note| about_opening(note)).collect();
    findings.extend(warnings.iter().map(repaired));
    if model.has_skin() {
        findings.extend(weights(model, warnings));
        let rig = RigHealth::of(model, surface);
        findings.push(idle_joints(model, &rig));
        findings.push(bind_pose(model, &rig.rest_and_bind));
        findings.extend(rest_scales(model, &rig.rest_and_bind));
        findings.extend(seams(&rig.open_seams));
        findings.push(triangles(rig.flat_triangles));
        findings.push(closedness(surface));
    }
    findings.sort_by_key(|finding| finding.level);
    Health { findings }
}

impl Finding {
    fn new(level: Level, what: impl Into<String>, means: impl Into<String>, to_do: impl Into<String>) -> Self {
        Self { level, what: what.into(), means: means.into(), to_do: to_do.into() }
    }
}

fn about_opening(note: &str) -> Finding {
    Finding::new(Level::Note, sentence(note), "", "")
}

fn repaired(warning: &ImportWarning) -> Finding {
    let Advice { level, means, to_do } = of_warning(&warning.kind);
    Finding::new(level, sentence(&crate::model::one_line(&warning.to_string())), means, to_do)
}

/// Text with a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

fn weights(model: &Model, warnings: &[ImportWarning]) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !warnings.iter().any(|warning| super::advice::is_about_weights(&warning.kind)) {
        let means = "Nothing had to be normalized, and every vertex follows at least one joint.";
        findings.push(Finding::new(Level::Fine, "The weights of every vertex sum to 1.", means, ""));
    }
    let Some(counts) = InfluenceCounts::of(model) else { return findings };
    let most = counts.vertices.len();
    let many = counts.beyond_engines();
    findings.push(if many > 0 {
        let what = format!(
            "{} more than four influences; the most is {most}.",
            if many == 1 { "1 vertex has".to_owned() } else { format!("{} have", counted(many, "vertex", "vertices")) }
        );
        let means = format!(
            "Many engines read four. Without the others, up to {:.0}% of the weight of a vertex changes hands.",
            100.0 * counts.beyond_four
        );
        let to_do = "Limit the influences to four before the export, or check that the engine reads more.";
        Finding::new(Level::Note, what, means, to_do)
    } else {
        let what = format!("No vertex has more than {}.", counted(most, "influence", "influences"));
        Finding::new(Level::Fine, what, "Most engines read four.", "")
    });
    findings
}

/// Joints of skins that move no vertex.
fn idle_joints(model: &Model, rig: &RigHealth) -> Finding {
    let (idle, joints) = (&rig.idle_joints, rig.joints);
    if idle.is_empty() {
        return Finding::new(Level::Fine, "Every joint of the skins moves a vertex.", "", "");
    }
    let what = format!(
        "{} of {} no vertex: {}.",
        crate::math::grouped(idle.len()),
        if joints == 1 { "1 joint moves".to_owned() } else { format!("{} joints move", crate::math::grouped(joints)) },
        some_names(model, idle)
    );
    let means =
        "This is usual for roots, the ends of chains and points of attachment. Each costs a matrix in an engine.";
    let to_do = "Leave out those that nothing is attached to, if every joint counts.";
    Finding::new(Level::Note, what, means, to_do)
}

fn bind_pose(model: &Model, rest_and_bind: &RestAndBind) -> Finding {
    let Some(difference) = &rest_and_bind.difference else {
        let means = "Programs that take the one for the other show the same skin.";
        return Finding::new(Level::Fine, "The bind pose is the rest pose.", means, "");
    };
    let what = sentence(&format!("the bind pose {}", difference.to_text(model)));
    let means = "Both are allowed to differ. This program shows and measures from the rest pose, as glTF says.";
    Finding::new(
        Level::Note,
        what,
        means,
        "Apply the rest pose to mesh and skeleton if another program shows something else.",
    )
}

fn rest_scales(model: &Model, rest_and_bind: &RestAndBind) -> Option<Finding> {
    let scaled = &rest_and_bind.scaled_joints;
    if scaled.is_empty() {
        return None;
    }
    let what = format!(
        "{} scaled at rest: {}.",
        if scaled.len() == 1 {
            "1 joint is".to_owned()
        } else {
            format!("{} joints are", crate::math::grouped(scaled.len()))
        },
        some_names(model, scaled)
    );
    let means = "Methods that ignore scale keep the size that the skin has at rest. Joints below inherit the scale.";
    let to_do = "Apply the scale in the program that made the rig, unless it is meant.";
    Some(Finding::new(Level::Note, what, means, to_do))
}

fn seams(seams: &OpenSeams) -> Option<Finding> {
    let (share, _) = seams.worst?;
    let what = format!(
        "Vertices at {} share it and follow different joints, by up to {:.0}% of their weight.",
        counted(seams.positions, "position", "positions"),
        100.0 * share
    );
    let means = "The skin opens there when the joints turn, unless the parts are meant to come apart.";
    let to_do = "Give vertices at one position equal weights, or copy them from one side of the seam to the other.";
    Some(Finding::new(Level::Note, what, means, to_do))
}

fn triangles(flat: usize) -> Finding {
    match flat {
        0 => Finding::new(Level::Fine, "Every triangle of the skin has an area at rest.", "", ""),
        count => Finding::new(
            Level::Note,
            format!(
                "{} of the skin {} no area at rest.",
                counted(count, "triangle", "triangles"),
                if count == 1 { "has" } else { "have" }
            ),
            "Such triangles are not drawn, and no stretch is measured on them.",
            "Merge vertices by distance, or dissolve degenerate faces, before the export.",
        ),
    }
}

fn closedness(surface: &Surface) -> Finding {
    match surface.open_edges.len() {
        0 => Finding::new(Level::Fine, "The skin is closed, so that it has a volume.", "", ""),
        count => Finding::new(
            Level::Note,
            format!("The skin has {}, so that it has no volume as a whole.", counted(count, "open edge", "open edges")),
            "This is usual for clothes, hair and eyes. Around a joint, a volume is measured where the rims of its skin are closed loops.",
            "",
        ),
    }
}

/// The first few joints, and how many more there are.
fn some_names(model: &Model, nodes: &[u32]) -> String {
    const MOST: usize = 8;
    let names: Vec<&str> = nodes.iter().take(MOST).map(|&node| model.skeleton.short_name(node)).collect();
    let more = nodes.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {} more", crate::math::grouped(more)) } else { String::new() };
    format!("{}{more}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_tube_is_sound_and_its_faults_are_found() {
        let mut model = Model::clone(&crate::files::open_model("bar").unwrap().asset.model);
        let found = |model: &Model| health(model, &[], &[], &Surface::of(model));
        let sound = found(&model);
        assert_eq!(sound.verdict(), "The file is sound.", "{:?}", sound.findings);
        assert!(sound.findings.len() >= 5 && sound.findings.iter().any(|finding| finding.what.contains("sum to 1")));
        let primitive = std::sync::Arc::make_mut(&mut model.primitives[0]);
        let [a, b] = [primitive.indices[0], primitive.indices[1]];
        primitive.indices.splice(0..3, [a, b, b]);
        let broken = found(&model);
        let notes: Vec<&str> =
            broken.findings.iter().filter(|f| f.level == Level::Note).map(|f| f.what.as_str()).collect();
        assert_eq!(
            notes,
            [
                "1 triangle of the skin has no area at rest.",
                "The skin has 3 open edges, so that it has no volume as a whole."
            ]
        );
    }

    #[test]
    fn a_verdict_counts_what_matters() {
        let health = |levels: &[Level]| Health {
            findings: levels.iter().map(|&level| Finding::new(level, "x", "", "")).collect(),
        };
        assert_eq!(health(&[Level::Fine]).verdict(), "The file is sound.");
        assert_eq!(health(&[Level::Note, Level::Fine]).verdict(), "The file is sound, with 1 note.");
        assert_eq!(health(&[Level::Problem; 2]).verdict(), "The file has 2 problems.");
        assert_eq!(health(&[Level::Problem, Level::Note]).verdict(), "The file has 1 problem and 1 note.");
    }

    #[test]
    fn sentences_begin_and_end_as_sentences_do() {
        assert_eq!(sentence("mesh \"a\": x"), "Mesh \"a\": x.");
        assert_eq!(sentence("Ends."), "Ends.");
        assert_eq!(sentence(""), ".");
    }
}
