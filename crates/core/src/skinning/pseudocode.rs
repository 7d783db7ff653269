use super::SkinningMethod;

impl SkinningMethod {
    /// Computation of the shader for one vertex, line by line, for a monospaced font. `i` and `w` are joint and weight
    /// of an influence, the heaviest first; matrices and quaternions are applied by writing them before a point.
    pub fn pseudocode(self) -> &'static str {
        match self {
            Self::Lbs => LBS,
            Self::Dqs => DQS,
            Self::TwoPhaseDqs => TWO_PHASE_DQS,
            Self::Cor => COR,
            Self::CorProcrustes => COR_PROCRUSTES,
            Self::DirectQuaternion => DIRECT_QUATERNION,
            Self::QuaternionTranslation => QUATERNION_TRANSLATION,
            Self::LogMatrix => LOG_MATRIX,
            Self::Spherical => SPHERICAL,
            Self::Dib => DIB,
            Self::LbsDqs => LBS_DQS,
        }
    }

    /// The method's shader, relative to the repository.
    pub fn shader_path(self) -> String {
        format!("shaders/skinning/{}.wgsl", self.id().replace('-', "_"))
    }
}

const LBS: &str = "\
M = 0
for i, w in influences:
    M += w * C[i]
v' = M v
n' = normalize(sign(det M) * cof(M) n)";

const DQS: &str = "\
b = 0  # real and dual part
for i, w in influences:
    r = q[first].real  # or b.real
    s = dot(q[i].real, r) < 0 ? -1 : 1
    b.real += s * w * q[i].real
    b.dual += s * w * q[i].dual
if |b.real| < 1e-5: b = q[first]
c = b / |b.real|  # both parts
t = 2 * vec(c.dual * conj(c.real))
v' = rotate(c.real, v) + t
n' = rotate(c.real, n)";

const TWO_PHASE_DQS: &str = "\
M = sum of w * C'[i]  # scale and shear
v1 = M v
n1 = normalize(sign(det M) * cof(M) n)
b = sum of s * w * q''[i]  # s as in DQS
if |b.real| < 1e-5: b = q''[first]
c = b / |b.real|  # both parts
t = 2 * vec(c.dual * conj(c.real))
v' = rotate(c.real, v1) + t
n' = rotate(c.real, n1)";

const COR: &str = "\
M = sum of w * C'[i]  # scale and shear
v1 = M v
p1 = M p  # p is precomputed
n1 = normalize(sign(det M) * cof(M) n)
q = 0
for i, w in influences:
    s = dot(q[i], q) < 0 ? -1 : 1
    q += s * w * q[i]
if |q| < 1e-5: q = q[first]
p' = sum of w * (C''[i] p1)
v' = p' + rotate(q / |q|, v1 - p1)
n' = rotate(q / |q|, n1)";

const COR_PROCRUSTES: &str = "\
M = sum of w * C'[i]  # scale and shear
v1, p1, n1 as in CoR
A = sum of w * C''[i]
S = M K transpose(M)  # K is precomputed
S = S / trace(S) + 1e-4 I  # or I
B = A S
if |B| < 1e-6: B = U[first] S
N = Horn's matrix of B + sqrt(3) * |B|
repeat at most 18 times:
    N = N / trace(N); N = N N
    until 1 - trace(N) < 2e-4
R = normalize(longest column of N)
v' = A p1 + rotate(R, v1 - p1)
n' = rotate(R, n1)";

const DIRECT_QUATERNION: &str = "\
q = 0
for i, w in influences:
    s = dot(q[i], q[first]) < 0 ? -1 : 1
    q += s * w * q[i]
if |q| < 1e-5: q = q[first]
r = the o[i] nearest to v
r' = 0
for i, w in influences:
    r' += w * (f[i] + U[i] (r - o[i]))
v' = r' + rotate(q / |q|, v - r)
n' = rotate(q / |q|, n)";

const QUATERNION_TRANSLATION: &str = "\
q = 0
t = 0
for i, w in influences:
    s = dot(q[i], q[first]) < 0 ? -1 : 1
    q += s * w * q[i]
    t += w * (f[i] - U[i] o[i])
if |q| < 1e-5: q = q[first]
v' = rotate(q / |q|, v) + t
n' = rotate(q / |q|, n)";

const LOG_MATRIX: &str = "\
# per pose, on the CPU:
l[i] = log(q[i])  # half angle and shift
# per vertex:
x = 0
for i, w in influences:
    x.turn += w * l[i].turn
    x.shift += w * l[i].shift
b = exp(x)  # unit dual quaternion
v' = b v
n' = rotate(b.real, n)";

const SPHERICAL: &str = "\
# per pose and joint set, on the CPU:
r = argmin of sum over a < b of
    |C[a] r - C[b] r|^2
# per vertex:
q = sum of s * w * q[i]  # s as in DQS
if |q| < 1e-5: q = q[first]
r' = 0
for i, w in influences:
    r' += w * (f[i] + U[i] (r - o[i]))
v' = r' + rotate(q / |q|, v - r)
n' = rotate(q / |q|, n)";

const DIB: &str = "\
b = c of DQS, normalized
repeat at most 40 times:
    x = 0
    for i, w in influences:
        s = sign as in DQS
        x += w * log(conj(b) * s * q[i])
    b = normalize(b * exp(x))
    until |x.turn| < 2e-6 and
          |x.shift| is rounding
v' = b v
n' = rotate(b.real, n)";

const LBS_DQS: &str = "\
M = sum of w * C[i]  # LBS
L = sum of w * C'[i]  # two-phase DQS
b = sum of s * w * q''[i]  # s as in DQS
if |b.real| < 1e-5: b = q''[first]
v1 = M v
v2 = (b / |b.real|) L v
v' = (1 - t) * v1 + t * v2
W = (1 - t) * M + t * R L  # R of b.real
n' = normalize(sign(det W) * cof(W) n)";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skinning::{
        LEAST_COVARIANCE, MOST_SQUARINGS, MOST_STEPS, SHORTEST_BLEND, SMALLEST_BLEND, SQUARED_ENOUGH,
    };

    /// Number of characters that the inspector shows between its margins.
    const WIDEST: usize = 40;

    #[test]
    fn pseudocode_is_short_and_ends_with_position_and_normal() {
        for method in SkinningMethod::ALL {
            let lines: Vec<&str> = method.pseudocode().lines().collect();
            assert!((5..=14).contains(&lines.len()), "{}: {} lines", method.id(), lines.len());
            for line in &lines {
                assert!(line.chars().count() <= WIDEST && line.trim_end() == *line, "{}: {line}", method.id());
            }
            assert!(lines.iter().any(|line| line.starts_with("v' = ")), "{}", method.id());
            assert!(lines[lines.len() - 1].starts_with("n' = "), "{}", method.id());
        }
    }

    #[test]
    fn numbers_are_those_of_the_shader() {
        let shortest = format!("< {SHORTEST_BLEND:e}: ");
        for method in SkinningMethod::ALL.into_iter().filter(|method| method.blends_quaternions()) {
            let has_it = method.pseudocode().contains(&shortest);
            assert!(has_it || method == SkinningMethod::Dib, "{}", method.id());
        }
        for (method, number) in [
            (SkinningMethod::Dib, format!("at most {MOST_STEPS} times")),
            (SkinningMethod::Dib, format!("|x.turn| < {:e}", crate::skinning::STEP_PRECISION)),
            (SkinningMethod::CorProcrustes, format!("at most {MOST_SQUARINGS} times")),
            (SkinningMethod::CorProcrustes, format!("+ {LEAST_COVARIANCE:e}")),
            (SkinningMethod::CorProcrustes, format!("|B| < {SMALLEST_BLEND:e}")),
            (SkinningMethod::CorProcrustes, format!("trace(N) < {SQUARED_ENOUGH:e}")),
        ] {
            assert!(method.pseudocode().contains(&number), "{}: {number}", method.id());
        }
    }

    #[test]
    fn every_method_has_its_shader() {
        for method in SkinningMethod::ALL {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(method.shader_path());
            assert!(path.is_file(), "{}", path.display());
        }
    }
}
