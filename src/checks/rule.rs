use crate::measure::StressMeasure;
use serde::{Deserialize, Serialize};

/// The side of a limit on which a number is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    AtMost,
    AtLeast,
}

impl Bound {
    pub fn is_met(self, value: f64, limit: f64) -> bool {
        match self {
            Self::AtMost => value <= limit,
            Self::AtLeast => value >= limit,
        }
    }

    /// The worse of two values.
    pub fn worse(self, a: f64, b: f64) -> f64 {
        match self {
            Self::AtMost => a.max(b),
            Self::AtLeast => a.min(b),
        }
    }

    /// For display, before a limit.
    pub fn words(self) -> &'static str {
        match self {
            Self::AtMost => "at most",
            Self::AtLeast => "at least",
        }
    }
}

/// What has to be done to know a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// The file is opened.
    Opening,
    /// Every joint is turned.
    Stress,
    /// Every joint is turned, and intersections are counted in the worst poses.
    Intersections,
    /// Every clip is played.
    Clips,
}

/// A number of a file that rules can limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    ImportProblems,
    UnnormalizedWeights,
    UnweightedVertices,
    NegativeWeights,
    Influences,
    Joints,
    Vertices,
    Triangles,
    IdleJoints,
    FarInfluence,
    UnpairedJoints,
    MissingBones,
    ScaledJoints,
    ShearedJoints,
    BindDifference,
    FlatTriangles,
    OpenSeams,
    SmallestSection,
    Bulge,
    Stretch,
    SelfIntersections,
    ClipSection,
    ClipBulge,
    ClipStretch,
    Flips,
    Snaps,
}

/// A row of the table of rules.
#[derive(Clone, Copy)]
struct Row {
    rule: Rule,
    id: &'static str,
    title: &'static str,
    bound: Bound,
    work: Work,
    /// Whether it is measured joint by joint, so that kinds of joints can have limits of their own.
    of_joints: bool,
    /// Whether it is a count, without decimals.
    is_count: bool,
    meaning: &'static str,
}

const fn count(rule: Rule, id: &'static str, title: &'static str, meaning: &'static str) -> Row {
    Row { rule, id, title, bound: Bound::AtMost, work: Work::Opening, of_joints: false, is_count: true, meaning }
}

const fn ratio(rule: Rule, id: &'static str, title: &'static str, meaning: &'static str) -> Row {
    Row { is_count: false, ..count(rule, id, title, meaning) }
}

const fn of_joints(row: Row, bound: Bound, work: Work) -> Row {
    Row { bound, work, of_joints: true, ..row }
}

const ROWS: [Row; 26] = [
    count(
        Rule::ImportProblems,
        "import_problems",
        "Problems of the import",
        "warnings of the import that say that the skin or a clip is not what its author meant, without those that \
         `allowed_warnings` names and those about weights, which have rules of their own",
    ),
    count(
        Rule::UnnormalizedWeights,
        "unnormalized_weights",
        "Vertices whose weights do not sum to 1",
        "vertices whose weights had to be normalized",
    ),
    count(
        Rule::UnweightedVertices,
        "unweighted_vertices",
        "Vertices without weights",
        "vertices that follow no joint, or weights that cancel out",
    ),
    count(
        Rule::NegativeWeights,
        "negative_weights",
        "Vertices with negative weights",
        "vertices with a negative weight",
    ),
    count(Rule::Influences, "influences", "Influences of a vertex", "most joints that one vertex follows"),
    count(Rule::Joints, "joints", "Joints", "distinct joints of all skins"),
    count(Rule::Vertices, "vertices", "Vertices", "vertices of all meshes that are drawn"),
    count(Rule::Triangles, "triangles", "Triangles", "triangles of all meshes that are drawn"),
    count(Rule::IdleJoints, "idle_joints", "Idle joints", "joints of skins that move no vertex"),
    ratio(
        Rule::FarInfluence,
        "far_influence",
        "Influence from afar",
        "how much farther a vertex is from the bones of a joint that it follows by a weight of 0.1 to 0.99 than from the \
         nearest bone, over the extent: a stray weight",
    ),
    count(
        Rule::UnpairedJoints,
        "unpaired_joints",
        "Joints without the other side",
        "joints with a side in their name while no joint has the name of the other side",
    ),
    count(
        Rule::MissingBones,
        "missing_bones",
        "Missing bones of a humanoid",
        "bones that VRM 1.0 requires and the humanoid of the avatar lacks; all 15 without a humanoid",
    ),
    count(
        Rule::ScaledJoints,
        "scaled_joints",
        "Joints scaled at rest",
        "joints of skins whose own scale at rest is not 1",
    ),
    count(
        Rule::ShearedJoints,
        "sheared_joints",
        "Joints sheared at rest",
        "joints of skins whose axes are not at right angles in the scene at rest",
    ),
    ratio(
        Rule::BindDifference,
        "bind_difference",
        "Bind pose unlike the rest pose",
        "how far linear blending moves a vertex from the bind pose to the rest pose, over the extent",
    ),
    count(
        Rule::FlatTriangles,
        "flat_triangles",
        "Triangles without area",
        "triangles of the skin without area at rest",
    ),
    count(
        Rule::OpenSeams,
        "open_seams",
        "Seams that open",
        "positions that several vertices share while they follow different joints by more than 2% of their weight",
    ),
    of_joints(
        ratio(
            Rule::SmallestSection,
            "smallest_section",
            "Smallest section",
            "smallest section around a joint while it is turned through its range, over rest, as by `stress`",
        ),
        Bound::AtLeast,
        Work::Stress,
    ),
    of_joints(
        ratio(Rule::Bulge, "bulge", "Bulge", "largest bulge while a joint is turned, over rest, as by `stress`"),
        Bound::AtMost,
        Work::Stress,
    ),
    of_joints(
        ratio(
            Rule::Stretch,
            "stretch",
            "Stretched edges",
            "99th percentile of the lengths of edges around a joint while it is turned, over rest, as by `stress`",
        ),
        Bound::AtMost,
        Work::Stress,
    ),
    Row {
        work: Work::Intersections,
        ..count(
            Rule::SelfIntersections,
            "self_intersections",
            "Self-intersections",
            "pairs of triangles that intersect and did not at rest, most of the poses in which the four worst joints have \
             their smallest section",
        )
    },
    of_joints(
        ratio(
            Rule::ClipSection,
            "clip_section",
            "Smallest section in clips",
            "smallest section around a joint in any frame of any clip, over rest, as by `clips`",
        ),
        Bound::AtLeast,
        Work::Clips,
    ),
    of_joints(
        ratio(Rule::ClipBulge, "clip_bulge", "Bulge in clips", "largest bulge in any frame of any clip, over rest"),
        Bound::AtMost,
        Work::Clips,
    ),
    of_joints(
        ratio(
            Rule::ClipStretch,
            "clip_stretch",
            "Stretched edges in clips",
            "99th percentile of the lengths of edges around a joint in any frame of any clip, over rest",
        ),
        Bound::AtMost,
        Work::Clips,
    ),
    Row {
        work: Work::Clips,
        ..count(Rule::Flips, "flips", "Flips", "times at which skin jumps in a clip, most of any clip under any method")
    },
    Row {
        work: Work::Clips,
        ..count(Rule::Snaps, "snaps", "Snaps", "times at which a joint of a clip snaps around, most of any clip")
    },
];

impl Rule {
    /// All rules, in the order of their table.
    pub const ALL: [Self; ROWS.len()] = {
        let mut all = [Self::ImportProblems; ROWS.len()];
        let mut index = 0;
        while index < ROWS.len() {
            all[index] = ROWS[index].rule;
            index += 1;
        }
        all
    };

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name in rules and results. It never changes.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The name for display.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// What the number is, without a capital and a full stop.
    pub fn meaning(self) -> &'static str {
        self.row().meaning
    }

    pub fn bound(self) -> Bound {
        self.row().bound
    }

    pub(super) fn work(self) -> Work {
        self.row().work
    }

    /// Whether kinds of joints can have limits of their own.
    pub fn is_of_joints(self) -> bool {
        self.row().of_joints
    }

    pub(super) fn is_count(self) -> bool {
        self.row().is_count
    }

    /// A value for display: counts without decimals, others with three.
    pub fn display(self, value: f64) -> String {
        if self.is_count() { format!("{value:.0}") } else { format!("{value:.3}") }
    }

    pub(super) fn of_stress(measure: StressMeasure) -> Self {
        match measure {
            StressMeasure::Collapse => Self::SmallestSection,
            StressMeasure::Bulge => Self::Bulge,
            StressMeasure::Stretch => Self::Stretch,
        }
    }

    pub(super) fn of_clip(measure: StressMeasure) -> Self {
        match measure {
            StressMeasure::Collapse => Self::ClipSection,
            StressMeasure::Bulge => Self::ClipBulge,
            StressMeasure::Stretch => Self::ClipStretch,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_row_and_the_name_that_files_use() {
        for (index, rule) in Rule::ALL.into_iter().enumerate() {
            assert_eq!(rule as usize, index, "the rows are in the order of the cases");
            assert_eq!(serde_json::to_string(&rule).unwrap(), format!("\"{}\"", rule.id()));
        }
    }

    #[test]
    fn the_page_has_a_row_for_every_rule() {
        let page = include_str!("../../docs/checking.md");
        for rule in Rule::ALL {
            let row = format!("| `{}` | {} | {} |\n", rule.id(), rule.bound().words(), rule.meaning());
            assert!(page.contains(&row), "docs/checking.md lacks {row}");
        }
    }

    #[test]
    fn a_limit_itself_is_met() {
        assert!(Bound::AtMost.is_met(1.0, 1.0) && Bound::AtLeast.is_met(1.0, 1.0));
        assert!(!Bound::AtMost.is_met(1.01, 1.0) && !Bound::AtLeast.is_met(0.99, 1.0));
        assert!(!Bound::AtMost.is_met(f64::NAN, 1.0), "what is not a number meets nothing");
        assert_eq!((Bound::AtMost.worse(1.0, 2.0), Bound::AtLeast.worse(1.0, 2.0)), (2.0, 1.0));
    }
}
