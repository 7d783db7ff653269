//! `docs/methods.md` is made of the method cards. `UPDATE_DOCS=1 cargo test --test headless method_docs` rewrites it; look
//! at what changed before you commit it.

use skinscope::gpu::palette_bytes_per_joint;
use skinscope::skinning::{MethodCard, SkinningMethod};
use std::fmt::Write;
use std::path::Path;

const INTRODUCTION: &str = "\
# The methods, as computed

One section for each method: its formula, what the vertex shader computes line by line, and what is uploaded for each
pose. The viewer shows the same in *About* of the *Panes* tab.

`v` is a vertex at rest, `n` its normal, `v'` and `n'` the same after skinning. Influences are sorted, the heaviest
first, and `w_i` is the weight of joint `i`. `C_i` takes the joint's part of the skin from the bind pose to the current
one: it turns by `U_i`, stretches by `P_i`, and takes the bind origin `o_i` to the posed origin `f_i`. The methods with
two phases stretch first (`C'_i`) and move rigidly second (`C''_i`), with `o'_i` the origin in the stretched skeleton.
`q_i` is the unit quaternion of `U_i`, or the unit dual quaternion of the rigid part, with real and dual part.
A star is the conjugate of a quaternion and the transpose of a matrix, `vec` the vector part, `cof` the cofactor matrix.
In each shader, the antipodality mode decides what a quaternion's sign is compared with: the heaviest influence, the sum
so far, or nothing, if the signs were chosen on the CPU.

[Conventions](conventions.md) says how all of these come from the file and the pose, and in which frame they are. The
methods with two phases place a vertex of one joint exactly, mirrored or not; those that ignore scale turn by `U_i`.

## Displays of the papers

Two settings change these motions and no shader, so that every method shows them with its own code:

- The first phase alone (`--phases first`; Kavan 2008, fig. 12): C''_i is the identity for all joints of the methods with
  two phases. What is left is the blended first phase about the joints at rest.
- The whole mesh as one vertex (`--set JOINT:whole=T`; Kavan 2008, fig. 5): all joints get the motion that the method makes
  of the joint's parent with the weight 1 - T and the joint with the weight T. `cor` and `cor-procrustes` take the center
  and the covariance of the whole surface, since all of it is equally similar; `direct-quaternion` takes the heavier joint
  for the nearest, `bulge-free-dqs` moves all of the mesh as `dqs` does, `delta-mush` smooths what `lbs` does, and
  `direct-delta-mush` turns the surface as `cor-procrustes` does.

## What is uploaded
";

fn docs() -> String {
    let mut text = INTRODUCTION.to_owned();
    text += "\n| id | uploaded per joint | scale and shear |\n|---|---|---|\n";
    for method in SkinningMethod::ALL {
        let scales = if method.scales() { "affect the skin" } else { "ignored" };
        let _ = writeln!(text, "| `{}` | {} bytes | {scales} |", method.id(), palette_bytes_per_joint(method));
    }
    text += "\n`spherical` also uploads 16 bytes for every set of joints that influences a vertex, for each\n\
             pose. For `delta-mush`, compute passes write 32 bytes for every vertex. `direct-delta-mush` reads 32 bytes for every vertex and 48 for each joint of its surroundings, once.\n\
             The skins of rigid meshes are drawn with `lbs` under every method and take its 48 bytes.\n";
    for method in SkinningMethod::ALL {
        let MethodCard { formula, cost, breaks, source, .. } = method.row().card;
        let (name, id) = (method.long_name(), method.id());
        let _ = write!(text, "\n## {name}: `{id}`\n\n{}\n\n", method.row().summary);
        let _ = write!(text, "```text\n{formula}\n```\n\n");
        let _ = writeln!(text, "- Source: {source}.");
        let _ = writeln!(text, "- Shader: [`{0}`](../{0})", method.shader_path());
        let _ = writeln!(text, "- Cost: {cost}.");
        let _ = writeln!(text, "- Limitations: {breaks}.");
    }
    text
}

#[test]
fn the_page_of_the_methods_is_made_of_their_cards() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/methods.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, docs()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == docs(), "{} differs from the cards; UPDATE_DOCS=1 rewrites it", path.display());
}
