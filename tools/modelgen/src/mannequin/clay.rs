//! Solids for modeling, and the field of all of them together.

use super::loft::Loft;
use crate::field::smooth_union;
use glam::{DMat3, DVec3, USizeVec3};

/// A solid, given by its distance, which only needs to be exact near its surface. Meters.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Ellipsoid. The columns of `turn` are its axes.
    Ellipsoid {
        center: DVec3,
        radii: DVec3,
        turn: DMat3,
    },
    /// A rod with round ends whose radius changes evenly; `squash` stretches it across.
    Cone {
        from: DVec3,
        to: DVec3,
        radii: [f64; 2],
        squash: DVec3,
    },
    Loft(Loft),
}

impl Shape {
    fn distance(&self, point: DVec3) -> f64 {
        match self {
            Self::Ellipsoid { center, radii, turn } => {
                let local = turn.transpose() * (point - center);
                // First-order distance: the implicit function divided by the length of its gradient.
                let (near, gradient) = ((local / *radii).length(), (local / (*radii * *radii)).length());
                if gradient > 0.0 { near * (near - 1.0) / gradient } else { -radii.min_element() }
            }
            Self::Cone { from, to, radii: [first, last], squash } => {
                let axis = *to - *from;
                let along = ((point - *from).dot(axis) / axis.length_squared()).clamp(0.0, 1.0);
                let across = (point - (*from + axis * along)) / *squash;
                across.length() - (first + (last - first) * along)
            }
            Self::Loft(loft) => loft.distance(point),
        }
    }

    fn bounds(&self) -> (DVec3, DVec3) {
        match self {
            Self::Ellipsoid { center, radii, turn } => {
                let half = DVec3::from_array([0, 1, 2].map(|row| (turn.row(row) * *radii).length()));
                (*center - half, *center + half)
            }
            Self::Cone { from, to, radii: [first, last], squash } => {
                let thickest = DVec3::splat(first.max(*last)) * squash.max(DVec3::ONE);
                (from.min(*to) - thickest, from.max(*to) + thickest)
            }
            Self::Loft(loft) => loft.bounds(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Action {
    Add,
    Carve,
}

#[derive(Clone, Debug)]
struct Step {
    shape: Shape,
    action: Action,
    /// Width of the fillet toward the previous solids.
    fillet: f64,
    /// Width of the fillet toward its own mirror image, where they meet; `None` away from the middle.
    seam: Option<f64>,
}

/// A figure as a list of solids, each added to or carved from the previous ones. It is symmetric in x: a solid modeled
/// at x > 0 also exists at x < 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Clay {
    steps: Vec<Step>,
}

/// Distance from the surface up to which the field is exact.
const BAND: f64 = 0.012;

impl Clay {
    pub fn add(&mut self, fillet: f64, shape: Shape) {
        self.push(Action::Add, fillet, fillet, shape);
    }

    /// Adds a solid that meets its mirror image in a fillet of another width. Narrow fillets leave a groove.
    pub fn add_with_seam(&mut self, fillet: f64, seam: f64, shape: Shape) {
        self.push(Action::Add, fillet, seam, shape);
    }

    pub fn carve(&mut self, fillet: f64, shape: Shape) {
        self.push(Action::Carve, fillet, fillet, shape);
    }

    fn push(&mut self, action: Action, fillet: f64, seam: f64, shape: Shape) {
        let reaches_middle = shape.bounds().0.x < fillet + BAND;
        self.steps.push(Step { shape, action, fillet, seam: reaches_middle.then_some(seam) });
    }

    /// Prepares the field for fast evaluation.
    pub fn fire(self) -> Figure {
        let reach: Vec<(DVec3, DVec3)> = self
            .steps
            .iter()
            .map(|step| {
                let (mut low, high) = step.shape.bounds();
                if step.seam.is_some() {
                    low.x = low.x.min(-high.x);
                }
                let margin = DVec3::splat(step.fillet + BAND);
                (low - margin, high + margin)
            })
            .collect();
        let low = reach.iter().fold(DVec3::splat(f64::INFINITY), |low, reach| low.min(reach.0));
        let high = reach.iter().fold(DVec3::splat(f64::NEG_INFINITY), |high, reach| high.max(reach.1));
        let size = ((high - low) / BIN).max(DVec3::ZERO).as_usizevec3() + 1;
        let mut bins = vec![Vec::new(); size.element_product()];
        for (index, (from, to)) in reach.iter().enumerate() {
            let [from, to] = [*from, *to].map(|corner| ((corner - low) / BIN).max(DVec3::ZERO).as_usizevec3());
            for z in from.z..=to.z {
                for y in from.y..=to.y {
                    for x in from.x..=to.x {
                        bins[(z * size.y + y) * size.x + x].push(index as u16);
                    }
                }
            }
        }
        Figure { steps: self.steps, low, size, bins }
    }
}

/// Edge of the cubes in which the relevant solids are listed.
const BIN: f64 = 0.03;

/// The finished field.
pub(super) struct Figure {
    steps: Vec<Step>,
    low: DVec3,
    size: USizeVec3,
    bins: Vec<Vec<u16>>,
}

impl Figure {
    /// Signed distance, negative inside. Near the surface it is approximately exact; farther away than [`BAND`] only
    /// its sign is valid.
    pub fn distance(&self, point: DVec3) -> f64 {
        let point = DVec3::new(point.x.abs(), point.y, point.z);
        let at = (point - self.low) / BIN;
        if at.min_element() < 0.0 {
            return BAND;
        }
        let at = at.as_usizevec3();
        if at.cmpge(self.size).any() {
            return BAND;
        }
        let steps = &self.bins[(at.z * self.size.y + at.y) * self.size.x + at.x];
        let solid = steps.iter().fold(BAND + 1.0, |solid, &index| {
            let step = &self.steps[usize::from(index)];
            let mut distance = step.shape.distance(point);
            if let Some(seam) = step.seam {
                let mirrored = step.shape.distance(point * DVec3::new(-1.0, 1.0, 1.0));
                distance = smooth_union(distance, mirrored, seam);
            }
            match step.action {
                Action::Add => smooth_union(solid, distance, step.fillet),
                Action::Carve => -smooth_union(-solid, distance, step.fillet),
            }
        });
        // The ground, against which the soles are flat.
        const SOLE_FILLET: f64 = 0.008;
        -smooth_union(-solid, point.y, SOLE_FILLET)
    }
}

pub(super) fn point(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

pub(super) fn ellipsoid(center: [f64; 3], radii: [f64; 3]) -> Shape {
    turned(center, radii, [0.0; 3])
}

/// An ellipsoid turned about its own x, then y, then z, in degrees.
pub(super) fn turned(center: [f64; 3], radii: [f64; 3], degrees: [f64; 3]) -> Shape {
    let [x, y, z] = degrees.map(|angle| (libm::sin(angle.to_radians()), libm::cos(angle.to_radians())));
    let about_x = DMat3::from_cols(DVec3::X, point(0.0, x.1, x.0), point(0.0, -x.0, x.1));
    let about_y = DMat3::from_cols(point(y.1, 0.0, -y.0), DVec3::Y, point(y.0, 0.0, y.1));
    let about_z = DMat3::from_cols(point(z.1, z.0, 0.0), point(-z.0, z.1, 0.0), DVec3::Z);
    Shape::Ellipsoid {
        center: DVec3::from_array(center),
        radii: DVec3::from_array(radii),
        turn: about_z * about_y * about_x,
    }
}

pub(super) fn cone(from: [f64; 3], to: [f64; 3], radii: [f64; 2]) -> Shape {
    squashed(from, to, radii, [1.0; 3])
}

pub(super) fn squashed(from: [f64; 3], to: [f64; 3], radii: [f64; 2], squash: [f64; 3]) -> Shape {
    Shape::Cone { from: DVec3::from_array(from), to: DVec3::from_array(to), radii, squash: DVec3::from_array(squash) }
}
