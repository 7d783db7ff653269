use glam::DVec3;

/// Axis along which a loft runs, which also determines the directions in its sections.
#[derive(Clone, Copy, Debug)]
pub(super) enum Along {
    /// Axis X, with sections in (y, z): up, down, front, back.
    X,
    /// Axis Y, with sections in (x, z): out, in, front, back.
    Y,
    /// Axis Z, with sections in (x, y): out, in, up, down.
    Z,
}

/// One section: its position on the axis, its center across the axis, and its reach from there to four sides.
pub(super) type Section = (f64, [f64; 2], [f64; 4]);

/// A body through sections of four quarter ellipses each, with cubic interpolation between them. It describes a limb's
/// outline with few values.
#[derive(Clone, Debug)]
pub(super) struct Loft {
    along: Along,
    /// Squareness: zero for ellipses, one for the rounder rectangles `u^4 + v^4 = 1`.
    squareness: f64,
    stations: Vec<[f64; 7]>,
    slopes: Vec<[f64; 6]>,
}

impl Loft {
    /// Makes a loft of at least two sections, in ascending order along the axis.
    pub fn new(along: Along, squareness: f64, sections: &[Section]) -> Self {
        let stations: Vec<[f64; 7]> =
            sections.iter().map(|&(at, [cu, cv], [a, b, c, d])| [at, cu, cv, a, b, c, d]).collect();
        let last = stations.len() - 1;
        let slopes = (0..stations.len())
            .map(|index| {
                let (before, after) = (stations[index.saturating_sub(1)], stations[(index + 1).min(last)]);
                let here = stations[index];
                [1, 2, 3, 4, 5, 6].map(|channel| {
                    let slope = (after[channel] - before[channel]) / (after[0] - before[0]);
                    let turns_around = (after[channel] - here[channel]) * (here[channel] - before[channel]) < 0.0;
                    if turns_around && channel >= 3 { 0.0 } else { slope }
                })
            })
            .collect();
        Self { along, squareness, stations, slopes }
    }

    /// Local coordinates: position along the axis, then across.
    fn local(&self, point: DVec3) -> [f64; 3] {
        match self.along {
            Along::X => [point.x, point.y, point.z],
            Along::Y => [point.y, point.x, point.z],
            Along::Z => [point.z, point.x, point.y],
        }
    }

    fn section(&self, at: f64) -> [f64; 6] {
        let last = self.stations.len() - 1;
        let next = self.stations.iter().position(|station| station[0] > at).unwrap_or(last).clamp(1, last);
        let (from, to) = (&self.stations[next - 1], &self.stations[next]);
        let length = to[0] - from[0];
        let t = ((at - from[0]) / length).clamp(0.0, 1.0);
        let (t2, t3) = (t * t, t * t * t);
        [0, 1, 2, 3, 4, 5].map(|channel| {
            from[channel + 1] * (2.0 * t3 - 3.0 * t2 + 1.0)
                + to[channel + 1] * (3.0 * t2 - 2.0 * t3)
                + self.slopes[next - 1][channel] * length * (t3 - 2.0 * t2 + t)
                + self.slopes[next][channel] * length * (t3 - t2)
        })
    }

    /// Distance to the surface within the section's plane, and beyond the ends to the flat caps.
    pub fn distance(&self, point: DVec3) -> f64 {
        let [at, u, v] = self.local(point);
        let [cu, cv, plus_u, minus_u, plus_v, minus_v] = self.section(at);
        let (u, v) = (u - cu, v - cv);
        let radius_u = if u > 0.0 { plus_u } else { minus_u };
        let radius_v = if v > 0.0 { plus_v } else { minus_v };
        let (p, q) = (u / radius_u, v / radius_v);
        let (p2, q2) = (p * p, q * q);
        let ellipse = (p2 + q2).sqrt();
        let rectangle = (p2 * p2 + q2 * q2).sqrt().sqrt();
        let scaled = ellipse + (rectangle - ellipse) * self.squareness;
        let length = (u * u + v * v).sqrt();
        let inside = radius_u.min(radius_v);
        let across = if scaled > 1e-9 { (scaled - 1.0) * length / scaled } else { -inside };
        // Deep inside, the direction to the nearest side no longer matters.
        let across = across.max(-inside);
        let beyond = (self.stations[0][0] - at).max(at - self.stations[self.stations.len() - 1][0]);
        if across > 0.0 && beyond > 0.0 { (across * across + beyond * beyond).sqrt() } else { across.max(beyond) }
    }

    pub fn bounds(&self) -> (DVec3, DVec3) {
        // Cubics overshoot slightly.
        const SPARE: f64 = 0.004;
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for [at, cu, cv, plus_u, minus_u, plus_v, minus_v] in &self.stations {
            let (from, to) = ([*at, cu - minus_u, cv - minus_v], [*at, cu + plus_u, cv + plus_v]);
            for axis in 0..3 {
                low[axis] = low[axis].min(from[axis] - SPARE);
                high[axis] = high[axis].max(to[axis] + SPARE);
            }
        }
        let point = |[at, u, v]: [f64; 3]| match self.along {
            Along::X => DVec3::new(at, u, v),
            Along::Y => DVec3::new(u, at, v),
            Along::Z => DVec3::new(u, v, at),
        };
        (point(low), point(high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_loft_is_a_cylinder() {
        let radius = [0.5; 4];
        let loft = Loft::new(Along::Y, 0.0, &[(0.0, [1.0, 0.0], radius), (4.0, [1.0, 0.0], radius)]);
        assert!((loft.distance(DVec3::new(2.0, 1.0, 0.0)) - 0.5).abs() < 1e-12);
        assert!((loft.distance(DVec3::new(1.0, 3.0, -0.25)) + 0.25).abs() < 1e-12);
        assert!((loft.distance(DVec3::new(1.0, 6.0, 0.0)) - 2.0).abs() < 1e-12);
        assert!((loft.distance(DVec3::new(4.5, 8.0, 0.0)) - 5.0).abs() < 1e-12);
    }
}
