//! Listings of D. Williamson's post as they are printed, on input that shows their behavior.

use super::dual::{about, pure};
use glam::{DQuat, DVec3};

/// The y coordinate of (1, 0, 0) turned by 90 degrees about z with the last listing.
pub(super) fn rotation() -> f64 {
    let q = about(DVec3::Z, 90.0);
    let v = DVec3::X;
    (v + 2.0 * (v * q.w + v.cross(q.xyz())).cross(q.xyz())).y
}

/// The x coordinate of a translation by (1, 2, 3) under 90 degrees about z, made by the formula of the text and read by
/// the listing of the shader.
pub(super) fn translation_mixed() -> f64 {
    let q = about(DVec3::Z, 90.0);
    let dual = pure(DVec3::new(1.0, 2.0, 3.0)) * q * 0.5;
    (2.0 * (dual.xyz() * q.w - q.xyz() * dual.w + dual.xyz().cross(q.xyz()))).x
}

/// The x coordinate of a translation by (1, 0, 0) with the first listing, which lacks the factor of two.
pub(super) fn half_translation() -> f64 {
    (pure(DVec3::X) * 0.5 * DQuat::IDENTITY.conjugate()).x
}
