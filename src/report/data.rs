use super::{Health, InfluenceCounts, Value, Verdict};
use crate::measure::{Figure, StressMeasure};
use crate::skinning::SkinningMethod;

/// Contents of a page. Text is plain; the writer escapes it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The model's name.
    pub name: String,
    /// Program that wrote the model, if the file names it.
    pub generator: Option<String>,
    /// The rest pose.
    pub hero: Picture,
    pub summary: Vec<String>,
    /// The user's own poses.
    pub own: Vec<OwnPose>,
    /// Count of own poses that have no room on the page.
    pub own_left_out: usize,
    pub facts: Vec<Fact>,
    pub meshes: Vec<MeshRow>,
    pub clips: Vec<Clip>,
    pub health: Health,
    /// Counts of influences. `None` if nothing is skinned.
    pub influences: Option<InfluenceCounts>,
    /// Methods in the order of all pictures and tables.
    pub methods: Vec<SkinningMethod>,
    /// The worst joints, or the reason why there are none.
    pub stress: Result<StressPart, String>,
    pub made: Made,
}

/// A pose that the user kept, as panes show it.
#[derive(Clone, Debug)]
pub struct OwnPose {
    pub title: String,
    /// Words below the picture. May be empty.
    pub caption: String,
    /// The user's notes. May be empty.
    pub notes: String,
    /// The clip, and the joints that differ from it or from rest, in words.
    pub joints: Vec<String>,
    /// What the reader should know about the picture, or why there is none; sentences.
    pub remarks: Vec<String>,
    /// Panes with their names, figures and marks, on a dark ground of its own.
    pub picture: Option<Picture>,
}

/// A number of the file, or a word about it.
#[derive(Clone, Debug)]
pub struct Fact {
    pub label: &'static str,
    pub value: String,
}

/// A primitive of a mesh.
#[derive(Clone, Debug)]
pub struct MeshRow {
    pub mesh: String,
    pub material: String,
    pub vertices: usize,
    pub triangles: usize,
    /// Largest count of influences of a vertex. Zero if the mesh is rigid.
    pub influences: usize,
}

#[derive(Clone, Debug)]
pub struct Clip {
    pub name: String,
    pub duration_seconds: f32,
}

/// A picture with a transparent ground, as the bytes of a PNG file.
#[derive(Clone, Debug)]
pub struct Picture {
    pub png: Vec<u8>,
    /// Size in pixels. It is shown at half this size.
    pub size: [u32; 2],
    /// Whether it shows clay, which the page may darken on a light ground. Materials keep their colors.
    pub is_clay: bool,
}

/// The joints that deform worst.
#[derive(Clone, Debug)]
pub struct StressPart {
    /// Range of the joints' turns, in one sentence.
    pub range: String,
    pub groups: Vec<CaseGroup>,
    /// What to do about the kinds of joints that break, worst first.
    pub verdicts: Vec<Verdict>,
    /// The worst value of all, in one sentence.
    pub worst: String,
    /// All joints with a defect, one table per measure.
    pub tables: Vec<JointTable>,
    pub sweeps: Vec<PlottedSweep>,
}

impl StressPart {
    /// The cases of all groups, each pose once.
    pub fn distinct_cases(&self) -> Vec<&Case> {
        let mut distinct: Vec<&Case> = Vec::new();
        for case in self.groups.iter().flat_map(|group| &group.cases) {
            if distinct.iter().all(|other| other.set != case.set) {
                distinct.push(case);
            }
        }
        distinct
    }
}

/// The joints that have one defect under any method, worst first.
#[derive(Clone, Debug)]
pub struct JointTable {
    pub measure: StressMeasure,
    pub rows: Vec<JointRow>,
}

#[derive(Clone, Debug)]
pub struct JointRow {
    pub joint: String,
    /// Whether the row is of the joint of the other side too, and shows the worse of both.
    pub both_sides: bool,
    /// The worst of each method. `None` if there is nothing to measure.
    pub cells: Vec<Option<JointCell>>,
}

#[derive(Clone, Debug)]
pub struct JointCell {
    pub value: Value,
    /// As of [`StressMeasure::severity`].
    pub severity: f64,
    /// Turn in the syntax of `--set`.
    pub set: String,
}

/// The worst cases of one defect.
#[derive(Clone, Debug)]
pub struct CaseGroup {
    pub measure: StressMeasure,
    pub cases: Vec<Case>,
}

/// A joint in its worst pose.
#[derive(Clone, Debug)]
pub struct Case {
    pub joint: String,
    /// Axis of the turn: X, Y or Z.
    pub axis: &'static str,
    pub degrees: f32,
    /// Range of the joint's turn, to be read after "rotated".
    pub range: String,
    /// Joint in the syntax of `--joint`.
    pub address: String,
    /// Turn in the syntax of `--set`.
    pub set: String,
    /// The method that does worst.
    pub worst_under: SkinningMethod,
    /// Pictures, one per method.
    pub shots: Vec<Shot>,
}

/// A case under one method.
#[derive(Clone, Debug)]
pub struct Shot {
    pub picture: Picture,
    /// Vertex that shows the defect, as fractions of the picture from its upper left corner. `None` if it is outside.
    pub mark: Option<[f32; 2]>,
    /// Value of the figure by which the case was chosen, in words.
    pub described: String,
    pub value: Value,
    pub figures: MethodFigures,
}

/// Figures of a method, one per column of [`super::columns`].
pub type MethodFigures = Vec<Value>;

/// Figures of one joint over its angle.
#[derive(Clone, Debug)]
pub struct PlottedSweep {
    pub joint: String,
    pub axis: &'static str,
    pub from_degrees: f64,
    pub to_degrees: f64,
    /// Joint in the syntax of `--joint`.
    pub address: String,
    /// Range in the syntax of `--sweep`.
    pub sweep: String,
    pub plots: Vec<PlottedFigure>,
}

#[derive(Clone, Debug)]
pub struct PlottedFigure {
    pub figure: Figure,
    /// Plot from [`crate::plots::inline_svg`]. `None` if there is no value at any angle.
    pub svg: Option<String>,
}

/// Description of how the page was made.
#[derive(Clone, Debug)]
pub struct Made {
    pub command: String,
    /// Whether the window made the page, whose own poses the command leaves out.
    pub is_of_window: bool,
    pub program: String,
    pub adapter: String,
    /// Name and BLAKE3 of each file of the model.
    pub files: Vec<(String, String)>,
    /// Date. Present only if requested, so that the same command writes the same bytes.
    pub date: Option<String>,
    /// Commands that produce the parts of this page, with the part of each.
    pub commands: Vec<CommandLine>,
}

#[derive(Clone, Debug)]
pub struct CommandLine {
    pub gives: String,
    pub line: String,
}
