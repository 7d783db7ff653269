//! The methods as a table: what a method is called, what it reads, what it looks like in plots. A per-vertex method is
//! its shader, the twin of the shader, and a row here.

use super::cor::Cor;
use super::dib_many::Dib;
use super::dqs::Dqs;
use super::lbs::Lbs;
use super::method_row::{Dash, Marker, MethodCard, MethodIdea, MethodRow};
use super::own_method::OwnMethod;
use super::palette_list::PaletteList as List;
use super::rest_data::RestData;
use super::settings::Antipodality;
use super::skin_many::{Kept, RestVertices, each, skin_many};
use super::two_phase_dqs::TwoPhaseDqs;
use super::{
    BlendFactor, JointPalette, SignMode, bulge_free_dqs, cor_procrustes, delta_mush, direct_delta_mush,
    direct_quaternion, lbs_dqs, log_matrix, preserve_volume, quaternion_translation, spherical, weighted_lbs_dqs,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A skinning method, in menu order. The ids are the names on the command line. [`Self::row`] describes each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Cow<'_, str>", into = "&'static str")]
pub enum SkinningMethod {
    /// Linear blend skinning: eq. 1 of Kavan 2008.
    #[default]
    Lbs,
    /// Dual quaternion linear blending of the joints' rigid parts: Kavan 2008, algorithm 1.
    Dqs,
    /// Scale and shear blended linearly at rest, then dual quaternions: Kavan 2008, section 4.2.
    TwoPhaseDqs,
    /// Optimized centers of rotation: Le & Hodgins 2016, algorithm 1.
    Cor,
    /// Optimized centers of rotation, with rotations optimized too: Le & Hodgins 2016, section 5.
    CorProcrustes,
    /// Quaternion and translation blended separately, about the nearest influencing joint: Hejl 2004, in Kavan 2008,
    /// section 2.3.
    DirectQuaternion,
    /// Quaternions and translations blended separately: Kavan 2008, sections 2.3 and 3.3.
    QuaternionTranslation,
    /// Blended matrix logarithms of the joints' rigid parts: Alexa 2002, Cordier & Magnenat-Thalmann 2005.
    LogMatrix,
    /// Spherical blend skinning, one center of rotation for each set of joints: Kavan & Zara 2005.
    Spherical,
    /// Dual quaternion iterative blending: Kavan 2008, algorithm 3.
    Dib,
    /// An interpolation between LBS and two-phase DQS.
    LbsDqs,
    /// DQS, with vertices brought back to their distance from the bone: Kim & Han 2014.
    BulgeFreeDqs,
    /// Blender's dual quaternions: each joint takes the vertex to its place under the full transform.
    PreserveVolume,
    /// An interpolation between LBS and two-phase DQS with a factor for each vertex.
    WeightedLbsDqs,
    /// LBS, smoothed, with the detail of the rest shape added again: Mancewicz et al. 2014.
    DeltaMush,
    /// Delta mush without smoothing in the pose: Le & Lewis 2019, variant 0.
    DirectDeltaMush,
    /// A method that is not built in.
    Own(OwnMethod),
}

/// One row per method, in the order of the enum, which is that of menus.
pub(super) static METHODS: [MethodRow; 16] = [
    MethodRow {
        method: SkinningMethod::Lbs,
        id: "lbs",
        short_name: "LBS",
        long_name: "Linear blend skinning",
        idea: MethodIdea::Linear,
        summary: "Blends the joints' matrices. Twists pinch the skin like a candy wrapper, and bends collapse it. At \
                  180°, the cross section shrinks to a point.",
        card: MethodCard {
            formula: "v' = (Σ w_i C_i) v\n\
                      n' = ± cof(Σ w_i C_i) n / |…|",
            rigid_result: false,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "As little as any method",
            breaks: "Loses volume in twists and sharp bends, all of it at 180°",
            source: "Magnenat-Thalmann et al. 1988; eq. 1 of Kavan 2008",
        },
        scales: true,
        has_first_phase: false,
        takes_blend: false,
        signs: None,
        reads: None,
        lists: [Some(List::Matrices), None, None, None],
        dark_rgb: 0xE69F00,
        light_rgb: 0xC47A00,
        line: (Dash::Solid, Marker::Circle),
    },
    MethodRow {
        method: SkinningMethod::Dqs,
        id: "dqs",
        short_name: "DQS",
        long_name: "Dual quaternion skinning",
        idea: MethodIdea::DualQuaternions,
        summary: "Blends the joints' rigid motions as dual quaternions and ignores scale. Preserves volume in \
                  twists, bulges on the outside of bends, and flips beyond 180°.",
        card: MethodCard {
            formula: "q_i + ε d_i the rigid part of C_i\n\
                      s_i = −1 if q_i · r < 0, else 1\n\
                      r = q of the heaviest, or the sum so far\n\
                      b = Σ s_i w_i q_i,  d = Σ s_i w_i d_i\n\
                      c = b / |b|,  e = d / |b|\n\
                      v' = c v c* + 2 vec(e c*)",
            rigid_result: true,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "About as much as LBS",
            breaks: "Bulges in bends, flips where a rotation passes 180°, ignores scale",
            source: "Kavan et al. 2008, algorithm 1",
        },
        scales: false,
        has_first_phase: false,
        takes_blend: false,
        signs: Some(Antipodality::PerVertex),
        reads: None,
        lists: [None, Some(List::Motions), None, None],
        dark_rgb: 0x5FB8EE,
        light_rgb: 0x1C82C4,
        line: (Dash::Solid, Marker::Square),
    },
    MethodRow {
        method: SkinningMethod::TwoPhaseDqs,
        id: "two-phase-dqs",
        short_name: "Two-phase DQS",
        long_name: "Linear scale, then dual quaternions",
        idea: MethodIdea::DualQuaternions,
        summary: "Blends scale and shear linearly in the rest pose, then the rigid motions as dual quaternions. \
                  Bulges and flips as DQS does.",
        card: MethodCard {
            formula: "C'_i x = o'_i + P_i (x − o_i)\n\
                      C''_i x = f_i + U_i (x − o'_i)\n\
                      q_i + ε d_i the dual quaternion of C''_i\n\
                      v_1 = (Σ w_i C'_i) v\n\
                      s_i as in DQS\n\
                      b = Σ s_i w_i q_i,  d = Σ s_i w_i d_i\n\
                      c = b / |b|,  e = d / |b|\n\
                      v' = c v_1 c* + 2 vec(e c*)",
            rigid_result: true,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "As DQS without scale, about twice LBS with it",
            breaks: "Same as DQS; where a mirrored joint blends with another one, the skin becomes flat",
            source: "Kavan et al. 2008, section 4.2",
        },
        scales: true,
        has_first_phase: true,
        takes_blend: false,
        signs: Some(Antipodality::PerVertex),
        reads: None,
        lists: [None, Some(List::SecondPhase), Some(List::FirstPhase), None],
        dark_rgb: 0x3F74E6,
        light_rgb: 0x0B3AA0,
        line: (Dash::Long, Marker::Square),
    },
    MethodRow {
        method: SkinningMethod::Cor,
        id: "cor",
        short_name: "CoR",
        long_name: "Optimized centers of rotation",
        idea: MethodIdea::Centers,
        summary: "Blends rotations as quaternions and rotates each vertex about its own precomputed center. Bulges \
                  less than DQS in bends, and flips beyond 180°.",
        card: MethodCard {
            formula: "C'_i x = o'_i + P_i (x − o_i)\n\
                      C''_i x = f_i + U_i (x − o'_i)\n\
                      v_1 = (Σ w_i C'_i) v,  p_1 = (Σ w_i C'_i) p\n\
                      R = Σ s_i w_i q_i / |…|,  q_i of U_i\n\
                      s_i = −1 if q_i · (sum so far) < 0, else 1\n\
                      v' = R (v_1 − p_1) + Σ w_i C''_i p_1\n\
                      p = ∫ s x dA / ∫ s dA  over the rest pose\n\
                      s = Σ w_j w_k u_j u_k exp(−(w_j u_k − w_k u_j)²/σ²)\n\
                      over j ≠ k, with the weights u of x",
            rigid_result: true,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "About 1.4 times LBS without scale, 2.3 times with it, and 3 values per vertex; centers are computed once per model",
            breaks: "Flips beyond 180°; where weights change quickly, neighboring centers can be far apart",
            source: "Le & Hodgins 2016, algorithm 1",
        },
        scales: true,
        has_first_phase: true,
        takes_blend: false,
        signs: Some(Antipodality::RunningSum),
        reads: Some(RestData::Centers),
        lists: [None, Some(List::Rotations), Some(List::FirstPhase), Some(List::SecondPhaseMatrices)],
        dark_rgb: 0x0FA070,
        light_rgb: 0x00664A,
        line: (Dash::Solid, Marker::Triangle),
    },
    MethodRow {
        method: SkinningMethod::CorProcrustes,
        id: "cor-procrustes",
        short_name: "CoR Procrustes",
        long_name: "Optimized centers and rotations",
        idea: MethodIdea::Centers,
        summary: "Like CoR, but fits each rotation to the linearly blended skin around the vertex. Large rotations \
                  gather where the weights are equal; flips beyond 180°.",
        card: MethodCard {
            formula: "v_1, p_1, p, s as in CoR\n\
                      L = the linear part of Σ w_i C'_i\n\
                      K = ∫ s (x − p) (x − p)* dA / trace\n\
                      M = L K L* / trace + 0.0001 I\n\
                      R makes tr R* (Σ w_i U_i) M largest\n\
                      v' = R (v_1 − p_1) + Σ w_i C''_i p_1",
            rigid_result: true,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "Three to four times the instructions of LBS, which loop and take ten to twelve times as long, and 9 values per vertex; centers and covariances are computed once per model",
            breaks: "Flips beyond 180°; large rotations gather where the weights are equal",
            source: "Le & Hodgins 2016, section 5",
        },
        scales: true,
        has_first_phase: true,
        takes_blend: false,
        signs: None,
        reads: Some(RestData::Covariances),
        lists: [None, None, Some(List::FirstPhase), Some(List::SecondPhaseMatrices)],
        dark_rgb: 0x9ADB8C,
        light_rgb: 0x4C8A2C,
        line: (Dash::Solid, Marker::Diamond),
    },
    MethodRow {
        method: SkinningMethod::DirectQuaternion,
        id: "direct-quaternion",
        short_name: "Direct quaternion",
        long_name: "Rotation about the nearest joint",
        idea: MethodIdea::Historic,
        summary: "Blends rotations as quaternions about the nearest influencing joint and ignores scale. The skin \
                  cracks where the nearest joint changes.",
        card: MethodCard {
            formula: "R = Σ s_i w_i q_i / |…|,  s_i as in DQS\n\
                      r = the o_i nearest to v\n\
                      v' = R (v − r) + Σ w_i (f_i + U_i (r − o_i))",
            rigid_result: true,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "About twice LBS",
            breaks: "Cracks where the nearest joint changes, ignores scale",
            source: "Hejl 2004; Kavan et al. 2008, section 2.3",
        },
        scales: false,
        has_first_phase: false,
        takes_blend: false,
        signs: Some(Antipodality::PerVertex),
        reads: None,
        lists: [Some(List::RigidMatrices), Some(List::Rotations), None, Some(List::BindOrigins)],
        dark_rgb: 0x727781,
        light_rgb: 0x868C96,
        line: (Dash::Dots, Marker::Circle),
    },
    MethodRow {
        method: SkinningMethod::QuaternionTranslation,
        id: "quaternion-translation",
        short_name: "Quaternion-translation",
        long_name: "Rotation and translation blended separately",
        idea: MethodIdea::Historic,
        summary: "Blends quaternions and translations separately, so that vertices rotate about the origin and drift \
                  away. Ignores scale.",
        card: MethodCard {
            formula: "R = Σ s_i w_i q_i / |…|,  s_i as in DQS\n\
                      t_i = f_i − U_i o_i\n\
                      v' = R v + Σ w_i t_i",
            rigid_result: true,
            coordinate_invariant: false,
            shortest_path: true,
            cost: "About as much as LBS",
            breaks: "Rotates everything about the origin, so that the skin drifts off the bones; ignores scale",
            source: "Kavan et al. 2008, sections 2.3 and 3.3",
        },
        scales: false,
        has_first_phase: false,
        takes_blend: false,
        signs: Some(Antipodality::PerVertex),
        reads: None,
        lists: [None, Some(List::Rotations), None, Some(List::Translations)],
        dark_rgb: 0xD6ECF8,
        light_rgb: 0x2E93AC,
        line: (Dash::Dots, Marker::Square),
    },
    MethodRow {
        method: SkinningMethod::LogMatrix,
        id: "log-matrix",
        short_name: "Log-matrix",
        long_name: "Blended matrix logarithms",
        idea: MethodIdea::Historic,
        summary: "Blends matrix logarithms and ignores scale. Beyond 90°, the skin may rotate the long way around, \
                  and rotating the whole rig changes the shape.",
        card: MethodCard {
            formula: "l_i = log C_i,  rigid part, up to 180°\n\
                      v' = exp(Σ w_i l_i) v",
            rigid_result: true,
            coordinate_invariant: true,
            shortest_path: false,
            cost: "A little more than DQS: one exponential per vertex",
            breaks: "Rotates the long way around beyond 90°, changes shape with the rotation of the whole rig, ignores scale",
            source: "Alexa 2002; Cordier & Magnenat-Thalmann 2005; Kavan et al. 2008, section 2.3",
        },
        scales: false,
        has_first_phase: false,
        takes_blend: false,
        signs: None,
        reads: None,
        lists: [None, None, None, Some(List::Logarithms)],
        dark_rgb: 0xE2502A,
        light_rgb: 0xB04000,
        line: (Dash::Long, Marker::Triangle),
    },
    MethodRow {
        method: SkinningMethod::Spherical,
        id: "spherical",
        short_name: "Spherical",
        long_name: "One center of rotation per joint set",
        idea: MethodIdea::Historic,
        summary: "Rotates all vertices with the same set of joints about one center, computed for each pose. Ignores \
                  scale. The skin tears where the set changes.",
        card: MethodCard {
            formula: "r minimizes Σ |C_a r − C_b r|²\n\
                      over the pairs of joints of the vertex\n\
                      R = Σ s_i w_i q_i / |…|,  s_i as in DQS\n\
                      v' = R (v − r) + Σ w_i (f_i + U_i (r − o_i))",
            rigid_result: true,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "Less than twice LBS, and on the CPU a small decomposition per joint set and pose",
            breaks: "Tears between joint sets, even if the differing weight is small; ignores scale",
            source: "Kavan & Žára 2005; Kavan et al. 2008, section 2.3",
        },
        scales: false,
        has_first_phase: false,
        takes_blend: false,
        signs: Some(Antipodality::PerVertex),
        reads: Some(RestData::JointSets),
        lists: [Some(List::RigidMatrices), Some(List::Rotations), Some(List::RotationCenters), None],
        dark_rgb: 0xF2E65A,
        light_rgb: 0x5C6400,
        line: (Dash::LongDot, Marker::Circle),
    },
    MethodRow {
        method: SkinningMethod::Dib,
        id: "dib",
        short_name: "DIB",
        long_name: "Iterative dual quaternion blending",
        idea: MethodIdea::DualQuaternions,
        summary: "Blends screw motions exactly, by iteration. DQS approximates it. Ignores scale and flips beyond \
                  180°.",
        card: MethodCard {
            formula: "b = the unit dual quaternion of DQS\n\
                      repeat x = Σ w_i log(b* s_i q_i),  b = b exp(x)\n\
                      until x vanishes\n\
                      v' = b v",
            rigid_result: true,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "A logarithm per joint and an exponential per step. Two joints take one or two steps, whole limbs bent by 90° a few more",
            breaks: "Same as DQS, which looks nearly identical; converges slowly if joints are far apart, ignores scale",
            source: "Kavan et al. 2008, algorithm 3",
        },
        scales: false,
        has_first_phase: false,
        takes_blend: false,
        signs: Some(Antipodality::PerVertex),
        reads: None,
        lists: [None, Some(List::Motions), None, None],
        dark_rgb: 0xE27DB3,
        light_rgb: 0xA83A80,
        line: (Dash::Dots, Marker::Diamond),
    },
    MethodRow {
        method: SkinningMethod::LbsDqs,
        id: "lbs-dqs",
        short_name: "LBS to DQS",
        long_name: "Mix of linear and dual quaternion skinning",
        idea: MethodIdea::DualQuaternions,
        summary: "A slider between LBS and two-phase DQS, with some of the collapse and some of the bulge.",
        card: MethodCard {
            formula: "v_1 = (Σ w_i C_i) v\n\
                      v_2 = two-phase DQS of v\n\
                      v' = (1 − t) v_1 + t v_2,  t the slider",
            rigid_result: false,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "LBS and two-phase DQS together: about twice LBS without scale, three times with it",
            breaks: "Some of the collapse, some of the bulge and half of the flip remain",
            source: "As in Maya and Houdini",
        },
        scales: true,
        has_first_phase: true,
        takes_blend: true,
        signs: Some(Antipodality::PerVertex),
        reads: None,
        lists: [Some(List::Matrices), Some(List::SecondPhase), Some(List::FirstPhase), None],
        dark_rgb: 0xA9834F,
        light_rgb: 0x5E4630,
        line: (Dash::LongDot, Marker::Square),
    },
    MethodRow {
        method: SkinningMethod::BulgeFreeDqs,
        id: "bulge-free-dqs",
        short_name: "Bulge-free DQS",
        long_name: "DQS kept at its distance from the bone",
        idea: MethodIdea::DualQuaternions,
        summary: "DQS, but a vertex that comes to lie farther from its bone than at rest goes back to that distance. \
                  Ignores scale. The skin cracks where neighbors have different bones.",
        card: MethodCard {
            formula: "v_1 = DQS of v\n\
                      at rest, s the point of the bone nearest to v\n\
                      d = |v − s|\n\
                      s' the point of the posed bone nearest to v_1\n\
                      v' = s' + d (v_1 − s') / |v_1 − s'|  if |v_1 − s'| > d\n\
                      v' = v_1  otherwise",
            rigid_result: false,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "Less than twice LBS, and 4 values per vertex; bones are found once per model",
            breaks: "Cracks where neighbors have different bones, flips as DQS does, ignores scale",
            source: "Kim & Han 2014. A bone ends at the child that continues it or with the skin; its ends move rigidly. A vertex takes the nearer of the bones of its heaviest joint and of that joint's parent; where bind and rest pose differ, it may move at rest",
        },
        scales: false,
        has_first_phase: false,
        takes_blend: false,
        signs: Some(Antipodality::PerVertex),
        reads: Some(RestData::Bones),
        lists: [None, Some(List::Motions), Some(List::Bones), None],
        dark_rgb: 0xA682F5,
        light_rgb: 0x6B35C2,
        line: (Dash::Long, Marker::Diamond),
    },
    MethodRow {
        method: SkinningMethod::PreserveVolume,
        id: "preserve-volume",
        short_name: "Preserve volume",
        long_name: "Blender's preserve volume",
        idea: MethodIdea::DualQuaternions,
        summary: "Blends rigid motions as dual quaternions, each of which takes the vertex to its place under the \
                  joint's full transform. Without scale it is DQS.",
        card: MethodCard {
            formula: "X, Y, Z the axes of joint i at rest, taken by C_i\n\
                      Z = X × Y,  X = Y × Z,  all of length 1\n\
                      R_i turns the axes at rest to these\n\
                      q_i + ε d_i turns by R_i and takes v to C_i v\n\
                      s_i as in DQS\n\
                      b = Σ s_i w_i q_i,  d = Σ s_i w_i d_i\n\
                      c = b / |b|,  e = d / |b|\n\
                      v' = c v c* + 2 vec(e c*)",
            rigid_result: true,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "About two and a half times LBS, with scale or without",
            breaks: "Bulges and flips as DQS does; where a mirrored joint blends with another one, the skin may turn over",
            source: "Blender 4.5, rebuilt from its results",
        },
        scales: true,
        has_first_phase: false,
        takes_blend: false,
        signs: Some(Antipodality::RunningSum),
        reads: None,
        lists: [None, Some(List::PointMotions), None, None],
        dark_rgb: 0xF58A6C,
        light_rgb: 0xA8452A,
        line: (Dash::Dots, Marker::Triangle),
    },
    MethodRow {
        method: SkinningMethod::WeightedLbsDqs,
        id: "weighted-lbs-dqs",
        short_name: "Weighted LBS–DQS",
        long_name: "LBS and DQS, weighted for each vertex",
        idea: MethodIdea::DualQuaternions,
        summary: "A factor for each vertex between LBS and two-phase DQS: that of the file's attribute _BLEND or, without \
                  it, DQS for twists and LBS for bends.",
        card: MethodCard {
            formula: "v_1 = (Σ w_i C_i) v\n\
                      v_2 = two-phase DQS of v\n\
                      v' = (1 − b) v_1 + b v_2\n\
                      b of the file; without it, of the two heaviest joints,\n\
                      q their relative rotation, t half its twist\n\
                      about the line from o_1 to o_2, s half its swing;\n\
                      t = 0 if both joints are in one place\n\
                      b = 1/2 + (t² − s²) / 2 max(t² + s², (1°/2)²)",
            rigid_result: false,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "Three times LBS without scale, nearly four times with it, and one value per vertex",
            breaks: "By the rule, bends collapse as under LBS, and so do twists between joints in one place; the skin may crack where the second heaviest joint changes; some of the flip remains",
            source: "As in Maya and Houdini; the rule is ours",
        },
        scales: true,
        has_first_phase: true,
        takes_blend: false,
        signs: Some(Antipodality::PerVertex),
        reads: Some(RestData::Blends),
        lists: [Some(List::Matrices), Some(List::SecondPhase), Some(List::FirstPhase), Some(List::BindOrigins)],
        dark_rgb: 0xC9B2E8,
        light_rgb: 0x7A4F9A,
        line: (Dash::LongDot, Marker::Triangle),
    },
    MethodRow {
        method: SkinningMethod::DeltaMush,
        id: "delta-mush",
        short_name: "Delta mush",
        long_name: "Linear blending, smoothed",
        idea: MethodIdea::Smoothing,
        summary: "Smooths the linearly blended skin and adds the detail that smoothing takes from the rest shape. Rounds off \
                  collapse and folds whatever the weights are, and rounds bends too.",
        card: MethodCard {
            formula: "v_1 = LBS of v, for all vertices\n\
                      20 times: v_1 = (v_1 + mean of its neighbors) / 2\n\
                      F the tangent, binormal and normal of that surface\n\
                      v_0, F_0 the same at rest\n\
                      d = F_0* (v − v_0)\n\
                      v' = v_1 + F d",
            rigid_result: false,
            coordinate_invariant: true,
            shortest_path: true,
            cost: "A lookup in the shader, which reads 32 bytes per vertex and pose, after 24 compute passes over the whole skin for each pose",
            breaks: "Cannot restore the volume of wide zones in which LBS collapses; moves skin that no bent joint moves; the detail keeps its size under scale",
            source: "Mancewicz et al. 2014. Vertices at one position with the same weights are one; a vertex without triangles keeps LBS",
        },
        scales: true,
        has_first_phase: false,
        takes_blend: false,
        signs: None,
        reads: Some(RestData::SkinVertices),
        lists: [None, None, None, Some(List::PosedVertices)],
        dark_rgb: 0x8FD6C4,
        light_rgb: 0x3F7D6E,
        line: (Dash::Long, Marker::Circle),
    },
    MethodRow {
        method: SkinningMethod::DirectDeltaMush,
        id: "direct-delta-mush",
        short_name: "Direct delta mush",
        long_name: "Delta mush, precomputed",
        idea: MethodIdea::Smoothing,
        summary: "Turns the smoothed surroundings of each vertex, which are computed once at rest, rigidly with the joints that \
                  move them. Smooth like delta mush, without smoothing in the pose; rounds bends and loses some volume.",
        card: MethodCard {
            formula: "v_1 = (Σ w_i C'_i) v,  r its linear part\n\
                      of joint i, about v: weight a_i, moments b_i and B_i\n\
                      q = Σ (a_i C''_i v_1 + U_i r b_i),  p = Σ b_i\n\
                      Q = Σ (U_i r B_i + C''_i v_1 b_i*)\n\
                      R the rotation nearest to (Q − q p*) r*\n\
                      v' = q − R r p",
            rigid_result: true,
            coordinate_invariant: true,
            shortest_path: false,
            cost: "Three times the instructions of LBS, four times with scale, in longer loops: 48 bytes for each joint of the surroundings, which are computed once per model",
            breaks: "Rounds bends, moves skin that no bent joint moves, loses part of the volume of twists, flips between rotations 180° apart",
            source: "Le & Lewis 2019, variant 0 (p = 20, λ = 3, κ = 1, α = 0.8), by one polynomial of the Laplacian instead of 20 systems of equations; a vertex keeps its 32 heaviest joints, or as many as `--surrounding-joints` says. Scale is ours: as in two-phase DQS, the surroundings stretch with the vertex",
        },
        scales: true,
        has_first_phase: true,
        takes_blend: false,
        signs: None,
        reads: Some(RestData::Moments),
        lists: [None, None, Some(List::FirstPhase), Some(List::SecondPhaseMatrices)],
        dark_rgb: 0xD14F73,
        light_rgb: 0x85153A,
        line: (Dash::LongDot, Marker::Diamond),
    },
];

// A row is found by the number of its method.
const _: () = {
    let mut index = 0;
    while index < METHODS.len() {
        assert!(
            matches!(METHODS[index].method.place(), Some(place) if place == index),
            "the rows are in the order of the enum"
        );
        index += 1;
    }
};

impl SkinningMethod {
    /// Skins many vertices with the twin of the method's shader. Each method has a loop of its own.
    #[inline(always)]
    pub(super) fn skin<'a, O: Kept>(
        self,
        palette: &'a JointPalette,
        sign_mode: SignMode,
        blend: BlendFactor,
        out: &mut [O],
        rest: impl RestVertices<'a>,
    ) {
        match self {
            Self::Lbs => skin_many(Lbs { palette }, rest, out),
            Self::Dqs => skin_many(Dqs { palette, sign_mode }, rest, out),
            Self::TwoPhaseDqs => skin_many(TwoPhaseDqs { palette, sign_mode }, rest, out),
            Self::Cor => skin_many(Cor { palette, sign_mode }, rest, out),
            Self::CorProcrustes => each(out, rest, |v| cor_procrustes::skin_vertex(v, palette)),
            Self::DirectQuaternion => {
                each(out, rest, |v| direct_quaternion::skin_vertex(v, palette, sign_mode));
            }
            Self::QuaternionTranslation => {
                each(out, rest, |v| quaternion_translation::skin_vertex(v, palette, sign_mode));
            }
            Self::LogMatrix => each(out, rest, |v| log_matrix::skin_vertex(v, palette)),
            Self::Spherical => each(out, rest, |v| spherical::skin_vertex(v, palette, sign_mode)),
            Self::Dib => skin_many(Dib { palette, sign_mode }, rest, out),
            Self::LbsDqs => {
                each(out, rest, |v| lbs_dqs::skin_vertex(v, palette, sign_mode, blend));
            }
            Self::PreserveVolume => each(out, rest, |v| preserve_volume::skin_vertex(v, palette, sign_mode)),
            Self::WeightedLbsDqs => each(out, rest, |v| weighted_lbs_dqs::skin_vertex(v, palette, sign_mode)),
            // What is not built in was skinned before.
            Self::DeltaMush | Self::Own(_) => each(out, rest, |v| delta_mush::skin_vertex(v, palette)),
            Self::DirectDeltaMush => each(out, rest, |v| direct_delta_mush::skin_vertex(v, palette)),
            Self::BulgeFreeDqs => each(out, rest, |v| bulge_free_dqs::skin_vertex(v, palette, sign_mode)),
        }
    }
}
