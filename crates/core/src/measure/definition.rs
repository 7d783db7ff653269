//! The table of figures. All panels, tables, reports, sweeps and plots read it.

use super::figure::Statistic::{Largest, Mean, P1, P50, P99, Rms, Smallest, Value};
use super::figure::{Part, ROW, Row, Unit};
use super::volume::Volume;

/// Makes the enum and its table of the rows, so that each figure has exactly one. The definition documents the figure.
macro_rules! figures {
    ($($figure:ident => Row {
        id: $id:literal,
        $(flag: $flag:expr,)?
        title: $title:literal,
        $(limits: $limits:expr,)?
        $(subject: $subject:expr,)?
        $(unit: $unit:expr,)?
        $(is_costly: $is_costly:expr,)?
        definition: $definition:literal,
        $($rest:tt)*
    };)*) => {
        /// A measured figure. Its row in the table has its name, meaning and source, and takes it from what was
        /// measured.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Figure {
            $(#[doc = $definition] $figure,)*
        }

        impl Figure {
            /// All figures, in table order.
            pub const ALL: [Self; ROWS.len()] = [$(Self::$figure,)*];

            pub(super) fn row(self) -> &'static Row {
                &ROWS[self as usize]
            }
        }

        const ROWS: &[Row] = &[$(Row {
            id: $id,
            $(flag: $flag,)?
            title: $title,
            $(limits: $limits,)?
            $(subject: $subject,)?
            $(unit: $unit,)?
            $(is_costly: $is_costly,)?
            definition: $definition,
            $($rest)*
        },)*];
    };
}

figures! {
    Volume => Row {
        id: "volume",
        title: "Volume",
        limits: Some([0.9, 1.1]),
        definition:
            "Signed volume that all skinned meshes together enclose, relative to rest. Vertices at the same position \
             are merged. There is no volume if the surface has open edges.",
        source:
            "the loss that Kavan 2008, figure 1, and Le & Hodgins 2016, figure 2, show; volume by the divergence \
             theorem",
        parts: &[Part::skin(Value, |skin| skin.volume.ok().map(Volume::over_rest)).reported()],
        ..ROW
    };
    ZoneVolume => Row {
        id: "zone_volume",
        title: "Blend zone volume",
        limits: Some([0.9, 1.1]),
        definition:
            "Volume of the joint's blend zone, relative to rest. The zone consists of all triangles with a vertex that \
             has at least two influences above 0.001, one of them the joint or a twist joint that spreads its own \
             twist. Each rim of the zone is closed by a fan to the mean of the rim's vertices.",
        source:
            "the loss that Kavan 2008, figure 1, and Le & Hodgins 2016, figure 2, show; volume by the divergence \
             theorem",
        parts: &[Part::joint(Value, |joint| joint.zone_volume.ok().map(Volume::over_rest)).reported()],
        ..ROW
    };
    MinorRadius => Row {
        id: "minor_radius",
        flag: Some("smallest_section"),
        title: "Smallest section",
        limits: Some([0.75, f64::INFINITY]),
        definition:
            "The smaller radius of the cross section that shrinks most, relative to the same section at rest. Sections \
             are loops cut at rest by planes across the two bones that meet at the joint, within the blend zone. They \
             move with the skin. Their two radii are the largest principal components of the loop, weighted by length \
             at rest. Under LBS, a twist pinches both radii to cos(angle/2), and a bend pinches only the smaller one.",
        source:
            "the candy wrapper of Kavan 2008, figures 4 and 14; cos(angle/2) follows from blending two rotation \
             matrices with equal weights",
        parts: &[Part::joint(Value, |joint| joint.minor_radius.map(|range| range.smallest)).reported()],
        ..ROW
    };
    MajorRadius => Row {
        id: "major_radius",
        title: "Major radius",
        definition:
            "Smallest larger radius of a cross section, relative to the same section at rest. See the smallest \
             section.",
        source:
            "the candy wrapper of Kavan 2008, figures 4 and 14; cos(angle/2) follows from blending two rotation \
             matrices with equal weights",
        parts: &[Part::joint(Smallest, |joint| joint.major_radius.map(|range| range.smallest))],
        ..ROW
    };
    SmallestDistance => Row {
        id: "smallest_distance",
        title: "Nearest to the bone",
        definition:
            "Distance of a vertex from the nearest posed bone of its joints, relative to rest: the smallest value \
             among the corners of the zone's triangles. The bone of a joint without children ends at the height of the \
             farthest vertex that follows it. Below 1, the skin moved closer: it collapsed or folded.",
        source: "the collapse and the bulge that Le & Hodgins 2016, section 1 and figures 8 and 9, describe",
        parts: &[Part::joint(Value, |joint| joint.bone_distance.map(|range| range.smallest))],
        ..ROW
    };
    LargestDistance => Row {
        id: "largest_distance",
        title: "Farthest from the bone",
        definition:
            "Distance of a vertex from the nearest posed bone of its joints, relative to rest: the largest value among \
             the corners of the zone's triangles. A single vertex decides it, and vertices near a bone at rest read \
             high even without a visible bulge. Bulge measures visible bulges.",
        source: "the collapse and the bulge that Le & Hodgins 2016, section 1 and figures 8 and 9, describe",
        parts: &[Part::joint(Value, |joint| joint.bone_distance.map(|range| range.largest))],
        ..ROW
    };
    Bulge => Row {
        id: "bulge",
        title: "Bulge",
        limits: Some([0.0, 1.25]),
        definition:
            "One plus how much farther the skin is from the bone than at rest, divided by the zone's thickness at \
             rest, which is its largest distance from the bone; 1 if nothing bulges. It leaves out half of what linear \
             blending adds, since any bend has it. It also leaves out the filling of a hollow by up to a quarter of \
             its depth at rest. It is the 98th percentile in the joint's blend zone. Each vertex is weighted by its \
             area at rest, times its weight of the joint, times the remaining weight. It counts only if at least 0.8 \
             of its weight belongs to the joint and its neighbors: parent, children, and siblings at a fork.",
        source:
            "the joint bulging of dual quaternions in Le & Hodgins 2016, sections 1 and 5 and figures 2 and 6; the \
             definition is this program's",
        parts: &[Part::joint(Value, |joint| joint.bulge.map(|bulge| bulge.over_rest)).reported()],
        ..ROW
    };
    AreaStretch => Row {
        id: "area_stretch",
        title: "Area stretch",
        definition: "Area of a triangle, relative to rest: percentiles over all triangles.",
        source: "the deformation gradient of continuum mechanics, per triangle",
        parts: &[
            Part::joint(P1, |joint| joint.stretch.area.map(|found| found.p1)).reported(),
            Part::joint(P99, |joint| joint.stretch.area.map(|found| found.p99)),
            Part::skin(P1, |skin| skin.stretch.area.map(|found| found.p1)),
            Part::skin(P50, |skin| skin.stretch.area.map(|found| found.p50)),
            Part::skin(P99, |skin| skin.stretch.area.map(|found| found.p99)),
        ],
        ..ROW
    };
    EdgeStretch => Row {
        id: "edge_stretch",
        title: "Edge stretch",
        definition: "Length of an edge, relative to rest: percentiles over all edges.",
        source: "the deformation gradient of continuum mechanics, per triangle",
        parts: &[
            Part::joint(P1, |joint| joint.stretch.edge.map(|found| found.p1)),
            Part::joint(P99, |joint| joint.stretch.edge.map(|found| found.p99)).reported(),
            Part::skin(P1, |skin| skin.stretch.edge.map(|found| found.p1)),
            Part::skin(P99, |skin| skin.stretch.edge.map(|found| found.p99)),
        ],
        ..ROW
    };
    PrincipalStretch => Row {
        id: "principal_stretch",
        title: "Principal stretch",
        definition:
            "Singular values of the linear map from a triangle at rest to the posed one: percentiles of the smaller \
             and of the larger one over all triangles. Their product is the area stretch.",
        source: "the deformation gradient of continuum mechanics, per triangle",
        parts: &[
            Part::joint(P1, |joint| joint.stretch.smaller_principal.map(|found| found.p1)),
            Part::joint(P99, |joint| joint.stretch.larger_principal.map(|found| found.p99)),
            Part::skin(P1, |skin| skin.stretch.smaller_principal.map(|found| found.p1)),
            Part::skin(P99, |skin| skin.stretch.larger_principal.map(|found| found.p99)),
        ],
        ..ROW
    };
    AngleDistortion => Row {
        id: "angle_distortion",
        title: "Angle distortion",
        definition:
            "Larger principal stretch of a triangle, divided by the smaller one: the largest value and the 99th \
             percentile over all triangles. It is 1 where angles are unchanged. It is 1000 where a triangle collapses \
             to a line or a point, and never more. Triangles that are thinner at rest than a hundred-thousandth of the \
             extent do not count.",
        source:
            "the quasiconformal distortion of mesh parameterization, from the deformation gradient of continuum \
             mechanics, per triangle",
        parts: &[
            Part::skin(Largest, |skin| skin.angle_distortion.map(|found| found.max)),
            Part::skin(P99, |skin| skin.angle_distortion.map(|found| found.p99)),
        ],
        ..ROW
    };
    Crease => Row {
        id: "crease",
        title: "Sharpest crease",
        subject: Some("Crease"),
        unit: Unit::Degrees,
        definition:
            "Change of the dihedral angle between two triangles that share an edge, from rest to the pose: the largest \
             value, and the 99th percentile over all edges. Vertices at the same position are merged. Edges of more \
             than two triangles are left out, and so are triangles without an area.",
        source: "the bending energy of Grinspun et al. 2003, section 3; the definition is this program's",
        parts: &[
            Part::joint(Value, |joint| joint.crease.map(|found| found.max)),
            Part::joint(P99, |joint| joint.crease.map(|found| found.p99)),
            Part::skin(Value, |skin| skin.crease.map(|found| found.max)),
            Part::skin(P99, |skin| skin.crease.map(|found| found.p99)),
        ],
        ..ROW
    };
    Flipped => Row {
        id: "flipped",
        title: "Flipped triangles",
        unit: Unit::Count("triangles"),
        definition:
            "Triangles whose geometric normal changed sides relative to the method's normals at their corners, \
             compared with rest.",
        source: "the transformation of normals in Kavan 2008, section 4",
        parts: &[
            Part::skin(Value, |skin| skin.flipped.known()).reported(),
            Part::joint(Value, |joint| joint.flipped.known()),
        ],
        ..ROW
    };
    SelfIntersections => Row {
        id: "self_intersections",
        title: "Self-intersections",
        unit: Unit::Count("triangle pairs"),
        is_costly: true,
        definition:
            "Pairs of triangles of which an edge of one passes through the inside of the other, and did not at rest. \
             Triangles that share a vertex are not compared, and touching does not count. Those of the zone have at \
             least one triangle there.",
        source:
            "the self-intersection that Le & Hodgins 2016, section 5, name as a limit of skinning; the definition is \
             this program's",
        parts: &[
            Part::skin(Value, |skin| skin.self_intersections.map(|pairs| pairs as f64)).reported(),
            Part::joint(Value, |joint| joint.self_intersections.map(|pairs| pairs as f64)),
        ],
        ..ROW
    };
    DifferenceToLbs => Row {
        id: "difference_to_lbs",
        title: "Largest distance to LBS",
        subject: Some("To LBS"),
        unit: Unit::Length,
        definition:
            "Largest distance between the positions of a vertex under this method and under linear blend skinning, \
             with mean and root mean square.",
        source: "the comparisons of Kavan 2008, section 5, and Le & Hodgins 2016, section 4",
        parts: &[
            Part::to_lbs(Value, |found| found.largest),
            Part::to_lbs(Mean, |found| found.mean),
            Part::to_lbs(Rms, |found| found.rms),
        ],
        ..ROW
    };
    DifferenceToDib => Row {
        id: "difference_to_dib",
        title: "Largest distance to DIB",
        subject: Some("To DIB"),
        unit: Unit::Length,
        definition:
            "Largest distance between the positions of a vertex under this method and under iterative dual quaternion \
             blending, with mean and root mean square.",
        source: "the comparison of DLB with DIB in Kavan 2008, section 5, figure 25",
        parts: &[
            Part::to_dib(Value, |found| found.largest),
            Part::to_dib(Mean, |found| found.mean),
            Part::to_dib(Rms, |found| found.rms),
        ],
        ..ROW
    };
    DistanceToModel => Row {
        id: "distance_to_model",
        title: "Farthest from the other model",
        subject: Some("To the other model"),
        unit: Unit::Length,
        definition:
            "Largest distance of a vertex, rigid meshes included, from the other model under the same method, with \
             mean and 99th percentile: from the vertex that rests at the same position where the meshes agree, and \
             otherwise from the nearest point of the other surface.",
        source: "the usual comparison of meshes; one-sided Hausdorff distance, from vertices to a surface",
        parts: &[
            Part::to_model(Value, |found| found.largest),
            Part::to_model(Mean, |found| found.mean),
            Part::to_model(P99, |found| found.p99),
        ],
        ..ROW
    };
    Step => Row {
        id: "step",
        title: "Largest step",
        unit: Unit::LengthPerDegree,
        definition:
            "Largest distance that a vertex moves from one angle of a sweep to the next, divided by the difference of \
             the angles. Smooth methods move evenly; a flip shows as a peak.",
        source: "the flip of Kavan 2008, section 4.1 and figure 20",
        parts: &[Part::STEP],
        ..ROW
    };
}

#[cfg(test)]
mod tests {
    use super::super::figure::{Reading, Scope};
    use super::*;

    #[test]
    fn every_figure_says_what_it_is() {
        for (index, figure) in Figure::ALL.into_iter().enumerate() {
            for text in [figure.definition(), figure.label()] {
                assert!(text.chars().next().is_some_and(char::is_uppercase), "{text}");
            }
            assert!(figure.definition().ends_with('.') && !figure.source().is_empty());
            assert!(Figure::ALL[..index].iter().all(|other| other.id() != figure.id()));
            assert_eq!([figure.flag(), figure.id()].map(Figure::from_flag), [Some(figure); 2]);
        }
    }

    #[test]
    fn no_two_readings_of_one_scope_share_an_id() {
        for scope in [Scope::Joint, Scope::Skin, Scope::Methods, Scope::Models, Scope::Sweep] {
            let mut ids: Vec<String> = Figure::readings_of([scope]).map(Reading::id).collect();
            let count = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert!(count > 0 && ids.len() == count, "{scope:?}: {ids:?}");
        }
    }

    #[test]
    fn names_of_readings_say_the_part_and_the_statistic() {
        let names = |figure: Figure| figure.readings().map(Reading::name).collect::<Vec<_>>();
        assert_eq!(names(Figure::Bulge), ["Bulge"]);
        assert_eq!(names(Figure::MajorRadius), ["Major radius, smallest"]);
        assert_eq!(names(Figure::AngleDistortion), ["Angle distortion, largest", "Angle distortion, 99%"]);
        assert_eq!(names(Figure::Flipped), ["Flipped triangles, all", "Flipped triangles, zone"]);
        assert_eq!(names(Figure::EdgeStretch)[..2], ["Edge stretch, zone, 1%", "Edge stretch, zone, 99%"]);
        assert_eq!(names(Figure::DifferenceToLbs), ["Largest distance to LBS", "To LBS, mean", "To LBS, rms"]);
        let with_units = |figure: Figure| figure.readings().map(Reading::name_with_unit).collect::<Vec<_>>();
        assert_eq!(with_units(Figure::Flipped), ["Flipped triangles"; 2]);
        assert_eq!(with_units(Figure::EdgeStretch)[0], "Edge stretch, relative to rest, 1%");
        assert_eq!(with_units(Figure::Crease)[..2], ["Sharpest crease, degrees", "Crease, degrees, 99%"]);
        assert_eq!(with_units(Figure::DifferenceToDib)[1], "To DIB, scene units, mean");
    }

    #[test]
    fn limits_by_hand() {
        assert!(Figure::MinorRadius.is_past_limit(0.51) && !Figure::MinorRadius.is_past_limit(0.96));
        assert!(Figure::Bulge.is_past_limit(1.32) && !Figure::Bulge.is_past_limit(1.16));
        for volume in [Figure::Volume, Figure::ZoneVolume] {
            assert!(volume.is_past_limit(0.88) && volume.is_past_limit(1.2) && !volume.is_past_limit(0.98));
        }
        assert!(!Figure::Step.is_past_limit(1e9), "it has no limit");
    }
}
