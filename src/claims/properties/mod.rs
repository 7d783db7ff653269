//! Properties that no command prints: computations on the program's own mathematics, by name.

mod algebra;
mod blending;
mod centers;
mod dual;
mod listings;
mod precision;
mod signs;

use crate::model::Influence;
use crate::skinning::RestVertex;
use glam::Vec3;

/// A computation that a check of a claim names.
#[derive(Debug)]
pub struct Property {
    pub id: &'static str,
    /// Description of the computed number and its input.
    pub what: &'static str,
    pub measure: fn() -> f64,
}

impl PartialEq for Property {
    /// Compares ids, which are unique.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

const fn property(id: &'static str, what: &'static str, measure: fn() -> f64) -> Property {
    Property { id, what, measure }
}

/// All computations.
pub const PROPERTIES: &[Property] = &[
    property(
        "algebra-associative-distributive",
        "how far products of dual quaternions are from being associative and distributive",
        algebra::associativity_and_distributivity,
    ),
    property("algebra-commutator", "how far p q is from q p, for quarter turns about x and y", algebra::commutator),
    property(
        "angle-of-eq-5",
        "the angle between a vector and its image, for a real part with half an angle of 45 degrees",
        precision::angle_of_the_screw,
    ),
    property(
        "axis-beside-the-origin",
        "how far a point moves that lies on the axis of a dual quaternion beside the origin",
        algebra::axis_beside_the_origin,
    ),
    property(
        "axis-through-the-origin",
        "the same with its quaternion alone, without the dual part",
        algebra::axis_through_the_origin,
    ),
    property(
        "bi-invariance-of-dlb",
        "how far DLB(p q) is from p DLB(q), and DLB(q p) from DLB(q) p",
        blending::bi_invariance_of_dlb,
    ),
    property("bi-invariance-of-sclerp", "the same for ScLERP", blending::bi_invariance_of_sclerp),
    property("blend-of-opposites", "the length of the mean of q and -q", signs::blend_of_opposites),
    property(
        "both-conjugations-shift",
        "the distance of the translations of a motion and of its conjugation by both conjugations",
        precision::both_conjugations_shift,
    ),
    property(
        "center-off-the-axis",
        "how far a center beside the axis of a twist of 120 degrees moves toward it",
        centers::center_off_the_axis,
    ),
    property("dib-rounds-of-two", "rounds of DIB in the program for two joints", precision::dib_rounds_of_two),
    property("dib-rounds-of-three-90", "rounds of DIB for three joints 90 degrees apart", blending::steps_of_three_90),
    property(
        "dib-rounds-of-three-170",
        "rounds of DIB for three joints 170 degrees apart",
        blending::steps_of_three_170,
    ),
    property(
        "dlb-against-dib-of-three",
        "the angle between DLB and DIB of three rotations, in degrees",
        blending::dlb_against_dib_of_three,
    ),
    property(
        "dlb-against-sclerp-angle",
        "the largest angle between DLB and ScLERP of two motions up to 180 degrees apart, in degrees",
        blending::largest_angle_from_sclerp,
    ),
    property(
        "dlb-against-sclerp-angle-90",
        "the same for two motions 90 degrees apart",
        blending::angle_from_sclerp_90,
    ),
    property(
        "dlb-against-sclerp-angle-170",
        "the same for two motions 170 degrees apart",
        blending::angle_from_sclerp_170,
    ),
    property(
        "dlb-against-sclerp-angle-270",
        "the same for two motions 270 degrees apart, the long way",
        blending::angle_from_sclerp_270,
    ),
    property(
        "dlb-against-sclerp-shift",
        "the largest difference of DLB and ScLERP along the screw axis, in percent of the translation",
        blending::largest_shift_from_sclerp,
    ),
    property(
        "dlb-speed-90",
        "the speed of DLB at its middle over that at its ends, for 90 degrees",
        blending::middle_speed_90,
    ),
    property("dlb-speed-180", "the same for 180 degrees", blending::middle_speed_180),
    property(
        "dlb-speed-ratio",
        "the largest over the smallest step of DLB over 170 degrees in equal steps of t",
        blending::dlb_speed_ratio,
    ),
    property("sclerp-speed-ratio", "the same for ScLERP", blending::sclerp_speed_ratio),
    property("eq-1-similarity", "equation 1 for weights (0.5, 0.5) and (0.6, 0.4)", centers::similarity_by_hand),
    property(
        "eq-1-small-shares",
        "the Gaussian factor of equation 1 for weights (0.05, 0.05) and (0.45, 0.05)",
        centers::share_of_small_weights,
    ),
    property(
        "eq-2b-own-weights",
        "the distance of the translations of equation 3a with the weights of the center and with each vertex's own",
        centers::translation_by_own_weights,
    ),
    property(
        "equation-9-against-dlb",
        "the distance of equation 9's center from the fixed point of DLB",
        centers::equation_9_against_dlb,
    ),
    property(
        "half-normalization",
        "how far division by the norm of the real part alone is from the full normalization",
        precision::half_normalization,
    ),
    property(
        "half-of-270-short",
        "the angle halfway to 270 degrees, with signs against the heaviest",
        signs::half_of_270_short,
    ),
    property("half-of-270-long", "the angle halfway to 270 degrees, with signs as given", signs::half_of_270_long),
    property(
        "hemisphere-of-0-160-320",
        "the smallest dot product of the quaternions of 0, 160 and 320 degrees with the middle one",
        signs::hemisphere_of_0_160_320,
    ),
    property("lemma-1-center", "how far the center of lemma 1 moves", centers::lemma_1),
    property(
        "linearity-gap-dqs",
        "how far a point at equal weights is from the mean of its places at weights 1/4 and 3/4, DQS",
        algebra::linearity_gap_of_dqs,
    ),
    property("linearity-gap-lbs", "the same with LBS", algebra::linearity_gap_of_lbs),
    property(
        "logs-of-two",
        "the angle between halfway by blended logarithms and by the screw, turns of -91 and 91 degrees",
        algebra::plain_logs_of_two,
    ),
    property(
        "logs-of-two-relative",
        "the same with logarithms in the coordinate system of the first",
        algebra::relative_logs_of_two,
    ),
    property(
        "logs-of-three-relative",
        "the angle between blends of three motions in the coordinate systems of the first and of the second",
        algebra::relative_logs_of_three,
    ),
    property(
        "lemma-5-found",
        "the share of sets with valid signs for which algorithm 2 finds them",
        signs::lemma_5_found,
    ),
    property(
        "lemma-5-half-turn",
        "the smallest dot product after algorithm 2 where one rotation is a half turn",
        signs::lemma_5_half_turn,
    ),
    property(
        "linear-centers-off-arc",
        "how far a point leaves its arc if centers are blended linearly",
        centers::linear_centers_off_arc,
    ),
    property("listing-3-4", "how far the matrix of section 3.4 is from the full normalization", precision::listing_3_4),
    property(
        "log-matrix-left-invariance",
        "how far a vertex moves if the rig is turned before logarithms are blended instead of after",
        precision::log_matrix_left_invariance,
    ),
    property(
        "matrix-exp-of-pitch",
        "the translation of the matrix that equation 3 is the logarithm of, for the pitch of a quarter turn that rises by 4",
        precision::matrix_exp_of_pitch,
    ),
    property(
        "mean-of-two-shears",
        "the determinant of the mean of two shears of determinant one",
        precision::mean_of_two_shears,
    ),
    property(
        "negative-weights-vanish",
        "the length of a blend with one negative weight",
        blending::negative_weights_vanish,
    ),
    property(
        "no-valid-signs-of-three",
        "percent of sets of three random rotations without valid signs",
        signs::no_valid_signs_of_three,
    ),
    property(
        "normal-blend-error-90",
        "the error of a blend of two normals a quarter turn apart, in degrees",
        precision::normal_blend_error,
    ),
    property(
        "numbers-per-joint-lbs",
        "numbers per joint that the program uploads for LBS",
        precision::numbers_per_joint_lbs,
    ),
    property(
        "numbers-per-joint-dqs",
        "numbers per joint that the program uploads for DQS",
        precision::numbers_per_joint_dqs,
    ),
    property(
        "numbers-per-joint-two-phase-dqs",
        "numbers per joint that the program uploads for two-phase DQS",
        precision::numbers_per_joint_two_phase_dqs,
    ),
    property(
        "pair-algebra-gap",
        "the distance of both sides of right distributivity for pairs of quaternion and translation",
        blending::pair_algebra_gap,
    ),
    property(
        "qlerp-angle",
        "the largest angle between a linear blend of quaternions and SLERP over 180 degrees",
        blending::angle_from_sclerp_180,
    ),
    property(
        "running-sum-0-170-184",
        "the angle of the running sum over 0, 170 and 184 degrees",
        signs::running_sum_0_170_184,
    ),
    property("running-sum-0-184-170", "the same in the order 0, 184 and 170", signs::running_sum_0_184_170),
    property("signs-against-first-0", "the angle of the same blend with signs against 0 degrees", signs::against_0),
    property("signs-against-first-170", "the same with signs against 170 degrees", signs::against_170),
    property(
        "sandwich-one-conjugation",
        "what the quaternion conjugation alone leaves of a translation",
        precision::sandwich_one_conjugation,
    ),
    property(
        "screw-round-trip",
        "the largest difference of a component of exp(log q) from q",
        precision::screw_round_trip,
    ),
    property(
        "williamson-half-translation",
        "a translation by one, read by the first listing",
        listings::half_translation,
    ),
    property(
        "williamson-rotation-listing",
        "the y of (1, 0, 0) turned by 90 degrees about z with the last listing",
        listings::rotation,
    ),
    property(
        "williamson-translation-mixed",
        "the x of a translation by (1, 2, 3), made by the formula and read by the listing",
        listings::translation_mixed,
    ),
];

/// A vertex at the origin with these influences. Blends do not read its other data.
fn vertex_with(influences: &[Influence]) -> RestVertex<'_> {
    RestVertex::new(Vec3::ZERO, Vec3::X, influences)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_are_unique_and_every_computation_gives_a_number() {
        let ids: HashSet<&str> = PROPERTIES.iter().map(|property| property.id).collect();
        assert_eq!(ids.len(), PROPERTIES.len());
        for property in PROPERTIES {
            assert!((property.measure)().is_finite(), "{}", property.id);
        }
    }
}
