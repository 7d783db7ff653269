/// A measured figure, with its name, meaning and source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Figure {
    Volume,
    ZoneVolume,
    MinorRadius,
    MajorRadius,
    SmallestDistance,
    LargestDistance,
    Bulge,
    AreaStretch,
    EdgeStretch,
    PrincipalStretch,
    Flipped,
    DifferenceToLbs,
    DifferenceToDib,
    DistanceToModel,
    Step,
}

impl Figure {
    /// All figures, in table order.
    pub const ALL: [Self; 15] = [
        Self::Volume,
        Self::ZoneVolume,
        Self::MinorRadius,
        Self::MajorRadius,
        Self::SmallestDistance,
        Self::LargestDistance,
        Self::Bulge,
        Self::AreaStretch,
        Self::EdgeStretch,
        Self::PrincipalStretch,
        Self::Flipped,
        Self::DifferenceToLbs,
        Self::DifferenceToDib,
        Self::DistanceToModel,
        Self::Step,
    ];

    /// The name in JSON and in the columns of a sweep.
    pub fn id(self) -> &'static str {
        match self {
            Self::Volume => "volume",
            Self::ZoneVolume => "zone_volume",
            Self::MinorRadius => "minor_radius",
            Self::MajorRadius => "major_radius",
            Self::SmallestDistance => "smallest_distance",
            Self::LargestDistance => "largest_distance",
            Self::Bulge => "bulge",
            Self::AreaStretch => "area_stretch",
            Self::EdgeStretch => "edge_stretch",
            Self::PrincipalStretch => "principal_stretch",
            Self::Flipped => "flipped",
            Self::DifferenceToLbs => "difference_to_lbs",
            Self::DifferenceToDib => "difference_to_dib",
            Self::DistanceToModel => "distance_to_model",
            Self::Step => "step",
        }
    }

    /// The name that flags take. If it was another one in earlier versions, flags still take that too.
    pub fn flag(self) -> &'static str {
        if self == Self::MinorRadius { "smallest_section" } else { self.id() }
    }

    /// The figure of a flag's value, with hyphens or underscores.
    pub fn from_flag(text: &str) -> Option<Self> {
        let name = text.trim().replace('-', "_");
        Self::ALL.into_iter().find(|figure| figure.flag() == name || figure.id() == name)
    }

    /// The label in panels and tables.
    pub fn label(self) -> &'static str {
        match self {
            Self::Volume => "Volume",
            Self::ZoneVolume => "Blend zone volume",
            Self::MinorRadius => "Smallest section",
            Self::MajorRadius => "Major radius",
            Self::SmallestDistance => "Nearest to the bone",
            Self::LargestDistance => "Farthest from the bone",
            Self::Bulge => "Bulge",
            Self::AreaStretch => "Area stretch",
            Self::EdgeStretch => "Edge stretch",
            Self::PrincipalStretch => "Principal stretch",
            Self::Flipped => "Flipped triangles",
            Self::DifferenceToLbs => "Largest distance to LBS",
            Self::DifferenceToDib => "Largest distance to DIB",
            Self::DistanceToModel => "Farthest from the other model",
            Self::Step => "Largest step",
        }
    }

    /// The unit of the value.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Flipped => "triangles",
            Self::DifferenceToLbs | Self::DifferenceToDib | Self::DistanceToModel => "scene units",
            Self::Step => "scene units per degree",
            _ => "relative to rest",
        }
    }

    /// The definition in tooltips, `--help` and the documentation.
    pub fn definition(self) -> &'static str {
        match self {
            Self::Volume => {
                "Signed volume that all skinned meshes together enclose, relative to rest. Vertices at the same \
                 position are merged. There is no volume if the surface has open edges."
            }
            Self::ZoneVolume => {
                "Volume of the joint's blend zone, relative to rest. The zone consists of all triangles with a vertex \
                 that has at least two influences above 0.001, one of them the joint or a twist joint that spreads its \
                 own twist. Each rim of the zone is closed by a fan to the mean of the rim's vertices."
            }
            Self::MinorRadius => {
                "The smaller radius of the cross section that shrinks most, relative to the same section at rest. \
                 Sections are loops cut at rest by planes across the two bones that meet at the joint, within the blend \
                 zone. They move with the skin. Their two radii are the largest principal components of the loop, \
                 weighted by length at rest. Under LBS, a twist pinches both radii to cos(angle/2), and a bend pinches \
                 only the smaller one."
            }
            Self::MajorRadius => {
                "Smallest larger radius of a cross section, relative to the same section at rest. See the smallest section."
            }
            Self::SmallestDistance => {
                "Distance of a vertex from the nearest posed bone of its joints, relative to rest: the smallest value \
                 among the corners of the zone's triangles. The bone of a joint without children ends at the height \
                 of the farthest vertex that follows it. Below 1, the skin moved closer: it collapsed or folded."
            }
            Self::LargestDistance => {
                "Distance of a vertex from the nearest posed bone of its joints, relative to rest: the largest value \
                 among the corners of the zone's triangles. A single vertex decides it, and vertices near a bone at \
                 rest read high even without a visible bulge. Bulge measures visible bulges."
            }
            Self::Bulge => {
                "One plus how much farther the skin is from the bone than at rest, divided by the zone's thickness at \
                 rest, which is its largest distance from the bone; 1 if nothing bulges. It leaves out half of what \
                 linear blending adds, since any bend has it. It also leaves out the filling of a hollow by up to a \
                 quarter of its depth at rest. It is the 98th percentile in the joint's blend zone. Each vertex is \
                 weighted by its area at rest, times its weight of the joint, times the remaining weight. It counts \
                 only if at least 0.8 of its weight belongs to the joint and its neighbors: parent, children, and \
                 siblings at a fork."
            }
            Self::AreaStretch => "Area of a triangle, relative to rest: percentiles over all triangles.",
            Self::EdgeStretch => "Length of an edge, relative to rest: percentiles over all edges.",
            Self::PrincipalStretch => {
                "Singular values of the linear map from a triangle at rest to the posed one: percentiles of the \
                 smaller and of the larger one over all triangles. Their product is the area stretch."
            }
            Self::Flipped => {
                "Triangles whose geometric normal changed sides relative to the method's normals at their corners, \
                 compared with rest."
            }
            Self::DifferenceToLbs => {
                "Largest distance between the positions of a vertex under this method and under linear blend skinning, \
                 with mean and root mean square."
            }
            Self::DifferenceToDib => {
                "Largest distance between the positions of a vertex under this method and under iterative dual \
                 quaternion blending, with mean and root mean square."
            }
            Self::DistanceToModel => {
                "Largest distance of a vertex, rigid meshes included, from the other model under the same method, with \
                 mean and 99th percentile: from the vertex that rests at the same position where the meshes agree, and \
                 otherwise from the nearest point of the other surface."
            }
            Self::Step => {
                "Largest distance that a vertex moves from one angle of a sweep to the next, divided by the difference \
                 of the angles. Smooth methods move evenly; a flip shows as a peak."
            }
        }
    }

    /// The source of the figure's definition.
    pub fn source(self) -> &'static str {
        match self {
            Self::Volume | Self::ZoneVolume => {
                "the loss that Kavan 2008, figure 1, and Le & Hodgins 2016, figure 2, show; volume by the divergence \
                 theorem"
            }
            Self::MinorRadius | Self::MajorRadius => {
                "the candy wrapper of Kavan 2008, figures 4 and 14; cos(angle/2) follows from blending \
                 two rotation matrices with equal weights"
            }
            Self::SmallestDistance | Self::LargestDistance => {
                "the collapse and the bulge that Le & Hodgins 2016, section 1 and figures 8 and 9, describe"
            }
            Self::Bulge => {
                "the joint bulging of dual quaternions in Le & Hodgins 2016, sections 1 and 5 and figures 2 and 6; the \
                 definition is this program's"
            }
            Self::AreaStretch | Self::EdgeStretch | Self::PrincipalStretch => {
                "the deformation gradient of continuum mechanics, per triangle"
            }
            Self::Flipped => "the transformation of normals in Kavan 2008, section 4",
            Self::DifferenceToLbs => "the comparisons of Kavan 2008, section 5, and Le & Hodgins 2016, section 4",
            Self::DifferenceToDib => "the comparison of DLB with DIB in Kavan 2008, section 5, figure 25",
            Self::DistanceToModel => {
                "the usual comparison of meshes; one-sided Hausdorff distance, from vertices to a surface"
            }
            Self::Step => "the flip of Kavan 2008, section 4.1 and figure 20",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_says_what_it_is() {
        for (index, figure) in Figure::ALL.into_iter().enumerate() {
            for text in [figure.definition(), figure.label()] {
                assert!(text.chars().next().is_some_and(char::is_uppercase), "{text}");
            }
            assert!(figure.definition().ends_with('.') && !figure.source().is_empty() && !figure.unit().is_empty());
            assert!(Figure::ALL[..index].iter().all(|other| other.id() != figure.id()));
            assert_eq!([figure.flag(), figure.id()].map(Figure::from_flag), [Some(figure); 2]);
        }
    }
}
