use glam::{DQuat, DVec3};

/// Random numbers by SplitMix64 (Steele, Lea and Flood 2014): the same on every machine. Holds the seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Number distributed uniformly in 0 to 1.
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Number distributed uniformly between two numbers.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Point distributed uniformly in the ball of this radius.
    pub fn point(&mut self, radius: f64) -> DVec3 {
        loop {
            let point = DVec3::from_array([0; 3].map(|_| self.between(-1.0, 1.0)));
            if point.length_squared() <= 1.0 {
                return point * radius;
            }
        }
    }

    /// Direction distributed uniformly, of unit length.
    pub fn direction(&mut self) -> DVec3 {
        loop {
            let point = self.point(1.0);
            if point.length_squared() > 1e-4 {
                return point.normalize();
            }
        }
    }

    /// Rotation distributed uniformly over all rotations (Shoemake 1992).
    pub fn rotation(&mut self) -> DQuat {
        let u = self.unit();
        let [(s1, c1), (s2, c2)] = [0; 2].map(|_| (std::f64::consts::TAU * self.unit()).sin_cos());
        let (a, b) = ((1.0 - u).sqrt(), u.sqrt());
        DQuat::from_xyzw(a * s1, a * c1, b * s2, b * c2)
    }

    /// Positive weights with sum one, none near zero.
    pub fn weights(&mut self, count: usize) -> Vec<f64> {
        let weights: Vec<f64> = (0..count).map(|_| self.between(0.05, 1.0)).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }
}
