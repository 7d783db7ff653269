//! `docs/methods.md` and the page of each method are made of the method cards. `UPDATE_DOCS=1 cargo test --test headless
//! method_docs` rewrites them; look at what changed before you commit it.

use super::command_line::{Folder, succeed};
use skinscope::gpu::palette_bytes_per_joint;
use skinscope::skinning::{MethodCard, SkinningMethod};
use std::fmt::Write;
use std::path::Path;

const INTRODUCTION: &str = "\
# The methods, as computed

Each method has a page: pictures of three poses, what the vertex shader computes line by line, its properties, cost and
limits. The viewer shows the same in *About* of the *Panes* tab. This page says what the symbols mean.

`v` is a vertex at rest, `n` its normal, `v'` and `n'` the same after skinning. Influences are sorted, the heaviest
first, and `w_i` is the weight of joint `i`. `C_i` takes the joint's part of the skin from the bind pose to the current
one: it turns by `U_i`, stretches by `P_i`, and takes the bind origin `o_i` to the posed origin `f_i`. The methods with
two phases stretch first (`C'_i`) and move rigidly second (`C''_i`), with `o'_i` the origin in the stretched skeleton.
`q_i` is the unit quaternion of `U_i`, or the unit dual quaternion of the rigid part, with real and dual part.
`s_i` is the sign that its antipodality mode gives it, 1 or -1, and `R` the blended rotation. `v_1` is the vertex after a
first step, `p` a center and `p_1` the center after that step. `|…|` is the length of what it divides, and `±` keeps a
normal outward where a joint mirrors. Each page defines the other letters below the line that uses them, for that page alone.
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

/// A picture of each method's page.
struct Pictured {
    /// The last part of the file's name.
    part: &'static str,
    title: &'static str,
    /// Model, pose and camera.
    shown: &'static str,
}

const PICTURES: [Pictured; 3] = [
    Pictured {
        part: "twist",
        title: "the bar twisted by 135\u{b0}",
        shown: "bar --pose twist-135 --camera yaw=20,pitch=8,distance=4.8,target=1:0:0",
    },
    Pictured {
        part: "bend",
        title: "the bar bent by 120\u{b0}",
        shown: "bar --pose bend-120 --camera yaw=20,pitch=10,distance=4.2,target=0.72:0.42:0",
    },
    Pictured {
        part: "elbow",
        title: "the mannequin's elbow bent by 120\u{b0}",
        shown: "mannequin --pose elbow-120 --camera yaw=0,pitch=80,distance=0.62,target=0.43:1.43:0.04 --isolate forearm.L",
    },
];

/// The method whose outline a picture has.
fn outlined(method: SkinningMethod) -> SkinningMethod {
    if method == SkinningMethod::Lbs { SkinningMethod::Dqs } else { SkinningMethod::Lbs }
}

fn scale_and_shear(method: SkinningMethod) -> &'static str {
    if method.scales() { "affect the skin" } else { "ignored" }
}

/// The page that leads to the others.
fn overview() -> String {
    let mut text = INTRODUCTION.to_owned();
    text += "\n| method | id | uploaded per joint | scale and shear |\n|---|---|---|---|\n";
    for method in SkinningMethod::ALL {
        let (name, id) = (method.long_name(), method.id());
        let bytes = palette_bytes_per_joint(method);
        let _ = writeln!(text, "| [{name}](methods/{id}.md) | `{id}` | {bytes} bytes | {} |", scale_and_shear(method));
    }
    text += "\n`spherical` also uploads 16 bytes for every set of joints that influences a vertex, for each\n\
             pose. For `delta-mush`, compute passes write 32 bytes for every vertex. `direct-delta-mush` reads 32 bytes for every vertex and 48 for each joint of its surroundings, once.\n\
             The skins of rigid meshes are drawn with `lbs` under every method and take its 48 bytes.\n";
    text
}

/// The page of a method.
fn page(method: SkinningMethod) -> String {
    let MethodCard { formula, cost, breaks, source, .. } = method.row().card;
    let (name, id) = (method.long_name(), method.id());
    let mut text = format!("# {name}: `{id}`\n\n{}\n\n", method.row().summary);
    let titles = PICTURES.map(|picture| picture.title).join(" | ");
    let pictures = PICTURES.map(|Pictured { part, title, .. }| {
        format!("![{name}: {title}](../../assets/pictures/methods/{id}-{part}.png)")
    });
    let _ = write!(text, "| {titles} |\n|---|---|---|\n| {} |\n\n", pictures.join(" | "));
    let _ =
        write!(text, "The outline is that of `{}` in the same pose, where the two differ.\n\n", outlined(method).id());
    let _ = write!(text, "## As computed\n\n```text\n{formula}\n```\n\n");
    text += "[The methods](../methods.md) says what the symbols mean, and [Conventions](../conventions.md) in which frame they are.\n\n";
    text += "## Properties\n\n| | |\n|---|---|\n";
    for property in method.row().card.properties() {
        let _ = writeln!(text, "| {} | {} |", property.meaning, if property.holds { "yes" } else { "no" });
    }
    let _ = writeln!(text, "| Scale and shear | {} |", scale_and_shear(method));
    let _ = writeln!(text, "| Cost | {cost} ([figures](../cost.md)) |");
    let _ = writeln!(text, "| Uploaded for each pose | {} bytes per joint |", palette_bytes_per_joint(method));
    let _ = write!(text, "\n## Limitations\n\n{breaks}.\n\n");
    let twin = format!("crates/core/src/skinning/{}.rs", id.replace('-', "_"));
    let _ = writeln!(text, "## Sources\n\n- {source}.");
    let _ = writeln!(text, "- Shader: [`{0}`](../../{0})", method.shader_path());
    let _ = writeln!(text, "- The same on the CPU: [`{twin}`](../../{twin})");
    text
}

/// Every page, by its path.
fn docs() -> Vec<(String, String)> {
    let of = |method: SkinningMethod| (format!("docs/methods/{}.md", method.id()), page(method));
    std::iter::once(("docs/methods.md".to_owned(), overview())).chain(SkinningMethod::ALL.into_iter().map(of)).collect()
}

#[test]
fn the_pages_of_the_methods_are_made_of_their_cards() {
    let mut wrong = Vec::new();
    for (path, text) in docs() {
        let at = Path::new(env!("CARGO_MANIFEST_DIR")).join(&path);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::create_dir_all(at.parent().unwrap()).unwrap();
            std::fs::write(&at, &text).unwrap();
        }
        if std::fs::read_to_string(&at).unwrap_or_default() != text {
            wrong.push(path);
        }
    }
    assert!(wrong.is_empty(), "differ from the cards; UPDATE_DOCS=1 rewrites them: {}", wrong.join(", "));
}

/// The elbow tells the methods apart best. `UPDATE_PICTURES=1` draws all three pictures of each method again.
#[test]
fn the_pictures_of_the_pages_are_what_the_program_draws() {
    let folder = Folder::new("method pictures");
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/pictures/methods");
    let updates = std::env::var_os("UPDATE_PICTURES").is_some();
    let compared = |picture: &&Pictured| updates || picture.part == "elbow";
    for (method, picture) in SkinningMethod::ALL
        .into_iter()
        .flat_map(|one| PICTURES.iter().filter(compared).map(move |picture| (one, picture)))
    {
        let name = format!("{}-{}.png", method.id(), picture.part);
        let (drawn, kept) = (folder.file(&name), pictures.join(&name));
        let look = ["--size", "360x270", "--overlay", "none", "-o", &drawn];
        let methods = ["--method", method.id(), "--ghost", outlined(method).id()];
        let shown: Vec<&str> = picture.shown.split(' ').collect();
        succeed(&[&["render"], &shown[..], &methods, &look].concat());
        if updates {
            std::fs::copy(&drawn, &kept).unwrap();
        }
        let pixels = |path: &Path| match image::open(path) {
            Ok(picture) => picture.into_rgb8(),
            Err(error) => panic!("{error}; UPDATE_PICTURES=1 draws it: {}", path.display()),
        };
        let (old, new) = (pixels(&kept), pixels(Path::new(&drawn)));
        assert_eq!(old.dimensions(), new.dimensions(), "{name}");
        let changed = old.pixels().zip(new.pixels()).filter(|(a, b)| {
            let steps = a.0.iter().zip(b.0).map(|(a, b)| a.abs_diff(b));
            steps.max().unwrap_or_default() > 24
        });
        // Edges differ between graphics drivers.
        let share = changed.count() as f64 / f64::from(old.width() * old.height());
        assert!(share < 0.004, "{name}: {share} of the picture changed; UPDATE_PICTURES=1 draws it again");
    }
}
