//! Diagrams of the papers, drawn into the picture of a model: how one vertex is blended, and how one joint moves.
//!
//! A diagram is computed from the model, its pose and the method by the same code that skins, so it is live: it follows
//! the pose, the selected joint and the pinned vertex.

mod drawing;
mod paths;
mod rotation_centers;
mod screw;
mod sphere;
mod sphere_axes;
mod subject;

pub use drawing::{DiagramDisc, DiagramDot, DiagramDrawing, DiagramLabel, DiagramLine, Ink};
pub use subject::{DiagramRequest, heaviest_vertex};

use serde::{Deserialize, Serialize};
use subject::Subject;

/// Subject of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Diagram {
    /// Positions to which each joint alone would take the vertex, and the paths from there to the blend (Kavan 2008,
    /// figs. 2, 5).
    Paths,
    /// The joints' rotations on the sphere of unit quaternions, and their blend (Kavan 2008, figs. 3, 22, 24).
    Sphere,
    /// The motion of the joint against its parent as a screw (Kavan 2008, fig. 21, bottom).
    Screw,
    /// The same motion as a rotation about an axis through the joint, followed by a translation (fig. 21, top).
    RotationTranslation,
    /// The centers of rotation of two joints and of their blend (Kavan 2008, fig. 9).
    RotationCenters,
    /// The same, with the path that linear interpolation of the centers gives (Kavan 2008, fig. 10).
    LinearCenters,
}

impl Diagram {
    /// All diagrams.
    pub const ALL: [Self; 6] =
        [Self::Paths, Self::Sphere, Self::Screw, Self::RotationTranslation, Self::RotationCenters, Self::LinearCenters];

    /// Name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Paths => "paths",
            Self::Sphere => "sphere",
            Self::Screw => "screw",
            Self::RotationTranslation => "rotation-translation",
            Self::RotationCenters => "rotation-centers",
            Self::LinearCenters => "linear-centers",
        }
    }

    /// The diagram with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|diagram| diagram.id() == id)
    }

    /// The label in menus.
    pub fn label(self) -> &'static str {
        match self {
            Self::Paths => "Paths of a vertex",
            Self::Sphere => "Sphere of rotations",
            Self::Screw => "Screw of a joint",
            Self::RotationTranslation => "Rotation and translation",
            Self::RotationCenters => "Centers of two joints",
            Self::LinearCenters => "Centers, interpolated linearly",
        }
    }

    /// Description for the tooltip in menus.
    pub fn description(self) -> &'static str {
        match self {
            Self::Paths => "Where each joint alone would take the vertex, and the path of the blend from there",
            Self::Sphere => "The joints' rotations as points on the sphere of unit quaternions, and their blend",
            Self::Screw => "The joint's motion against its parent as one screw: an axis, an angle and a shift along it",
            Self::RotationTranslation => {
                "The joint's motion as a rotation about an axis through the joint, followed by a translation"
            }
            Self::RotationCenters => "The points about which two joints rotate the vertex, and the path of their blend",
            Self::LinearCenters => "The path that the vertex would take if the centers were interpolated linearly",
        }
    }

    /// The lines, dots and labels of the diagram. Empty if the model has no vertex with two joints, or the motion has no
    /// such geometry.
    pub fn draw(self, request: &DiagramRequest<'_>) -> DiagramDrawing {
        let Some(subject) = Subject::of(request) else { return DiagramDrawing::default() };
        match self {
            Self::Paths => paths::draw(&subject),
            Self::Sphere => sphere::draw(&subject, request),
            Self::Screw => screw::draw_screw(&subject),
            Self::RotationTranslation => screw::draw_rotation_translation(&subject),
            Self::RotationCenters => rotation_centers::draw(&subject, false),
            Self::LinearCenters => rotation_centers::draw(&subject, true),
        }
    }
}
