use super::SkinningMethod;

/// A human-readable description of a method, shown next to the pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodCard {
    /// The formula as computed, one line per step, with `_` before subscripts. v' is the skinned vertex, w_i a weight, C_i
    /// a joint's transform, which takes o_i to f_i, U_i its rotation, P_i its stretch, C'_i and C''_i its two phases, q_i
    /// and d_i the parts of its unit dual quaternion, R the rotation of the vertex.
    pub formula: &'static str,
    /// Kavan 2007, section 3.1: rigid joints give every vertex a rigid motion.
    pub rigid_result: bool,
    /// Same section: the result does not depend on the position of the origin.
    pub coordinate_invariant: bool,
    /// Same section: two rotations blend along the shortest path.
    pub shortest_path: bool,
    /// The cost per vertex in the shaders, from the figures of `docs/cost.md`. For the bytes per joint, see `gpu::palette_bytes_per_joint`.
    pub cost: &'static str,
    /// Known artifacts.
    pub breaks: &'static str,
    /// Paper and section.
    pub source: &'static str,
}

impl SkinningMethod {
    /// The method's card.
    pub fn card(self) -> MethodCard {
        match self {
            Self::Lbs => MethodCard {
                formula: "v' = (Σ w_i C_i) v\n\
                          n' = ± cof(Σ w_i C_i) n / |…|",
                rigid_result: false,
                coordinate_invariant: true,
                shortest_path: true,
                cost: "As little as any method",
                breaks: "Loses volume in twists and sharp bends, all of it at 180°",
                source: "Magnenat-Thalmann et al. 1988; eq. 1 of Kavan 2008",
            },
            Self::Dqs => MethodCard {
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
            Self::TwoPhaseDqs => MethodCard {
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
            Self::Cor => MethodCard {
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
            Self::CorProcrustes => MethodCard {
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
            Self::DirectQuaternion => MethodCard {
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
            Self::QuaternionTranslation => MethodCard {
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
            Self::LogMatrix => MethodCard {
                formula: "l_i = log C_i,  rigid part, up to 180°\n\
                          v' = exp(Σ w_i l_i) v",
                rigid_result: true,
                coordinate_invariant: true,
                shortest_path: false,
                cost: "A little more than DQS: one exponential per vertex",
                breaks: "Rotates the long way around beyond 90°, changes shape with the rotation of the whole rig, ignores scale",
                source: "Alexa 2002; Cordier & Magnenat-Thalmann 2005; Kavan et al. 2008, section 2.3",
            },
            Self::Spherical => MethodCard {
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
            Self::Dib => MethodCard {
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
            Self::LbsDqs => MethodCard {
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_full_and_agree_with_the_method_about_scale() {
        for method in SkinningMethod::ALL {
            let card = method.card();
            for text in [card.formula, card.cost, card.breaks, card.source] {
                assert!(text.len() > 8 && !text.ends_with('.'), "{}: {text}", method.id());
            }
            assert_eq!(card.breaks.contains("ignores scale"), !method.scales(), "{}", method.id());
        }
    }
}
