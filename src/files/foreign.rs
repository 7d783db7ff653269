//! Other programs' formats, recognized so that a message can say how to convert them.

use std::path::Path;

/// A format that is not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignFormat {
    pub name: &'static str,
    /// Advice for such a file.
    pub advice: &'static str,
    /// Extensions in lower case.
    extensions: &'static [&'static str],
    /// First bytes of its files, if they identify the format.
    starts: &'static [&'static [u8]],
}

const FORMATS: [ForeignFormat; 15] = [
    ForeignFormat {
        name: "FBX",
        advice: "convert it, for example in Blender: File > Import > FBX, then File > Export > glTF 2.0",
        extensions: &["fbx"],
        starts: &[b"Kaydara FBX Binary", b"; FBX"],
    },
    ForeignFormat {
        name: "a Blender file",
        advice: "open it in Blender, then File > Export > glTF 2.0",
        extensions: &["blend"],
        starts: &[b"BLENDER"],
    },
    ForeignFormat {
        name: "USD",
        advice: "convert it, for example in Blender: File > Import > Universal Scene Description, then File > Export > glTF 2.0",
        extensions: &["usd", "usda", "usdc", "usdz"],
        starts: &[b"PXR-USDC", b"#usda"],
    },
    ForeignFormat {
        name: "OBJ",
        advice: "it holds no skeleton; give it one, for example in Blender: File > Import > Wavefront, then File > Export > glTF 2.0",
        extensions: &["obj"],
        starts: &[],
    },
    ForeignFormat {
        name: "Collada",
        advice: "convert it, for example in Blender 4: File > Import > Collada, then File > Export > glTF 2.0",
        extensions: &["dae"],
        starts: &[],
    },
    ForeignFormat {
        name: "STL",
        advice: "it holds no skeleton; give it one, for example in Blender: File > Import > STL, then File > Export > glTF 2.0",
        extensions: &["stl"],
        starts: &[],
    },
    ForeignFormat {
        name: "PLY",
        advice: "it holds no skeleton; give it one, for example in Blender: File > Import > Stanford PLY, then File > Export > glTF 2.0",
        extensions: &["ply"],
        starts: &[b"ply\n", b"ply\r\n"],
    },
    ForeignFormat {
        name: "Alembic",
        advice: "it holds no skeleton; export the character from its program as glTF 2.0",
        extensions: &["abc"],
        starts: &[b"Ogawa"],
    },
    ForeignFormat {
        name: "BVH",
        advice: "it holds motion without a skin; apply it to a character, for example in Blender: File > Import > Motion Capture, then File > Export > glTF 2.0",
        extensions: &["bvh"],
        starts: &[b"HIERARCHY"],
    },
    ForeignFormat {
        name: "3DS",
        advice: "convert it to glTF 2.0 with a program that reads it, such as Assimp or 3ds Max",
        extensions: &["3ds"],
        starts: &[],
    },
    ForeignFormat {
        name: "a 3ds Max file",
        advice: "export it from 3ds Max as glTF 2.0",
        extensions: &["max"],
        starts: &[],
    },
    ForeignFormat {
        name: "a Maya file",
        advice: "export it from Maya as FBX, then convert that, for example in Blender: File > Import > FBX, then File > Export > glTF 2.0",
        extensions: &["ma", "mb"],
        starts: &[b"//Maya ASCII"],
    },
    ForeignFormat {
        name: "a Cinema 4D file",
        advice: "export it from Cinema 4D as glTF 2.0",
        extensions: &["c4d"],
        starts: &[],
    },
    ForeignFormat {
        name: "an MMD model",
        advice: "convert it, for example in Blender with the add-on MMD Tools, then File > Export > glTF 2.0",
        extensions: &["pmx", "pmd"],
        starts: &[b"PMX "],
    },
    ForeignFormat {
        name: "DirectX",
        advice: "convert it to glTF 2.0 with a program that reads it, such as Assimp",
        extensions: &["x"],
        starts: &[b"xof 0"],
    },
];

/// Count of bytes of a file that determine its format.
pub(super) const HEAD_BYTES: usize = 1024;

/// Format of a file that begins with `head`. `None` for glTF, whatever its name, and for unknown formats.
pub fn foreign_format(path: &Path, head: &[u8]) -> Option<&'static ForeignFormat> {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if text.starts_with(b"glTF") || text.starts_with(b"{") {
        return None;
    }
    let by_content = FORMATS.iter().find(|format| format.starts.iter().any(|start| text.starts_with(start)));
    let is_collada = || head.windows(8).any(|window| window == b"<COLLADA");
    by_content.or_else(|| is_collada().then(|| by_extension("dae")).flatten()).or_else(|| {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        by_extension(&extension)
    })
}

fn by_extension(extension: &str) -> Option<&'static ForeignFormat> {
    FORMATS.iter().find(|format| format.extensions.contains(&extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_their_content_and_then_by_their_name() {
        let name = |path: &str, head: &[u8]| foreign_format(Path::new(path), head).map(|format| format.name);
        assert_eq!(name("a.bin", b"Kaydara FBX Binary  \0"), Some("FBX"));
        assert_eq!(name("a", b"<?xml version=\"1.0\"?>\n<COLLADA xmlns"), Some("Collada"));
        assert_eq!(name("a.glb", b"BLENDER-v300"), Some("a Blender file"));
        assert_eq!(name("a.OBJ", b"v 0 0 0"), Some("OBJ"));
        assert_eq!(name("a.usdz", b"PK\x03\x04"), Some("USD"));
        assert_eq!(name("a.fbx", b"  {\"asset\""), None, "glTF with another name");
        assert_eq!(name("a.fbx", b"glTF\x02"), None);
        assert_eq!(name("a.txt", b"hello"), None);
    }

    #[test]
    fn each_says_what_to_do() {
        for format in &FORMATS {
            assert!(format.advice.contains("glTF 2.0"), "{}", format.name);
            assert!(format.extensions.iter().all(|extension| extension.to_ascii_lowercase() == *extension));
        }
    }
}
