//! Colors, texture coordinates and textures.

use super::super::arm::{board, positions};
use super::super::gltf_file::{F32, GltfFile, U8, U16, base64_uri};
use super::super::manifest::GoodFixture;
use serde_json::{Value, json};

/// A PNG of 2 by 1 pixels, both (200, 100, 50), written once. Encoders change; these bytes do not.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 2, 0, 0, 0, 1, 8, 2,
    0, 0, 0, 0x7b, 0x40, 0xe8, 0xdd, 0x00, 0x00, 0x00, 0x12, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01, 0x01, 0x07, 0x00,
    0xf8, 0xff, 0x00, 0xc8, 0x64, 0x32, 0xc8, 0x64, 0x32, 0x0a, 0xc5, 0x02, 0xbd, 0xb2, 0x9d, 0xe8, 0xed, 0x00, 0x00,
    0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

/// The texture coordinates (x / 2, y) of the board.
fn texcoords() -> Vec<f64> {
    positions().as_chunks::<3>().0.iter().flat_map(|p| [p[0] / 2.0, p[1]]).collect()
}

pub fn all() -> Vec<GoodFixture> {
    let mut fixtures = colors();
    fixtures.extend(textures());
    fixtures.extend(without_pictures());
    fixtures
}

fn board_with(attribute: &str, accessor: impl FnOnce(&mut GltfFile) -> usize) -> GltfFile {
    let mut file = board();
    let accessor = accessor(&mut file);
    file.set(&format!("/meshes/0/primitives/0/attributes/{attribute}"), json!(accessor));
    file
}

fn colors() -> Vec<GoodFixture> {
    let expected = vec![[1.0, 0.0, 0.2, 1.0]; 6];
    let colored = |name: &str, about: &str, color: &dyn Fn(&mut GltfFile) -> usize| {
        GoodFixture::board(name, about, board_with("COLOR_0", color).glb())
            .with(|entry| entry.colors = expected.clone())
    };
    vec![
        colored("colors-f32.glb", "three float color components", &|file| {
            file.data(F32, "VEC3", &[1.0, 0.0, 0.2].repeat(6))
        }),
        colored("colors-u8.glb", "four 8-bit color components", &|file| {
            file.normalized(U8, "VEC4", &[255.0, 0.0, 51.0, 255.0].repeat(6))
        }),
        colored("colors-u16.glb", "three 16-bit color components", &|file| {
            file.padded_vec3s(U16, true, &[65535.0, 0.0, 13107.0].repeat(6))
        }),
        colored("colors-beyond-one.glb", "colors outside 0 to 1 are clamped", &|file| {
            file.data(F32, "VEC4", &[7.0, -1.0, 0.2, 1.0].repeat(6))
        }),
        GoodFixture::board(
            "colors-not-finite.glb",
            "a color that is not a number",
            board_with("COLOR_0", |file| file.data(F32, "VEC3", &[f64::NAN; 18])).glb(),
        )
        .warns(&["mesh \"board\": vertex colors are not usable and were ignored"]),
    ]
}

/// The board with a base color texture.
fn textured(image: Value, transform: &Value, texcoord: impl FnOnce(&mut GltfFile) -> usize) -> GltfFile {
    let mut file = board_with("TEXCOORD_1", texcoord);
    file.push("images", image);
    file.push("samplers", json!({"wrapS": 33071}));
    file.push("textures", json!({"source": 0, "sampler": 0}));
    let mut info = json!({"index": 0, "texCoord": 1});
    if !transform.is_null() {
        info["extensions"] = json!({"KHR_texture_transform": transform});
        file.json["extensionsUsed"] = json!(["KHR_texture_transform"]);
    }
    file.push("materials", json!({"name": "painted", "pbrMetallicRoughness": {"baseColorTexture": info}}));
    file.set("/meshes/0/primitives/0/material", json!(0));
    file
}

fn float_texcoords(file: &mut GltfFile) -> usize {
    file.data(F32, "VEC2", &texcoords())
}

fn textures() -> Vec<GoodFixture> {
    let plain: Vec<[f32; 2]> = texcoords().as_chunks::<2>().0.iter().map(|uv| [uv[0] as f32, uv[1] as f32]).collect();
    let data_uri = json!({"uri": base64_uri(PNG).replace("application/octet-stream", "image/png")});
    let mut in_view = textured(Value::Null, &Value::Null, float_texcoords);
    let view = in_view.view(PNG);
    in_view.json["images"] = json!([{"bufferView": view, "mimeType": "image/png"}]);
    let transform = json!({"offset": [0.5, 0], "scale": [2, 4], "rotation": 0, "texCoord": 1});
    let turned = json!({"rotation": std::f64::consts::FRAC_PI_2});
    let bytes: Vec<f64> = texcoords().iter().map(|value| (value * 255.0).round()).collect();
    let quantized = |file: &mut GltfFile| file.normalized(U8, "VEC2", &bytes);
    let with = |fixture: GoodFixture, texcoords: Vec<[f32; 2]>| {
        fixture.with(|entry| (entry.textures, entry.texcoords) = (1, texcoords))
    };
    let transformed =
        |fixture: GoodFixture| fixture.with(|entry| entry.extensions_used = vec!["KHR_texture_transform".to_owned()]);
    vec![
        with(GoodFixture::board("texture-in-view.glb", "a PNG in a buffer view", in_view.glb()), plain.clone()),
        with(
            GoodFixture::board(
                "texture-data-uri.gltf",
                "a PNG in a data: URI",
                textured(data_uri.clone(), &Value::Null, float_texcoords).gltf(),
            ),
            plain.clone(),
        ),
        with(
            GoodFixture::board(
                "texture-beside.gltf",
                "a PNG in a file whose name has spaces",
                textured(json!({"uri": "external/two%20%20spaces.png"}), &Value::Null, float_texcoords).gltf(),
            )
            .beside("external/two  spaces.png", PNG.to_vec()),
            plain.clone(),
        ),
        with(
            transformed(GoodFixture::board(
                "texture-transform.gltf",
                "KHR_texture_transform with offset and scale",
                textured(data_uri.clone(), &transform, float_texcoords).gltf(),
            )),
            plain.iter().map(|[u, v]| [0.5 + 2.0 * u, 4.0 * v]).collect(),
        ),
        with(
            transformed(GoodFixture::board(
                "texture-turned.gltf",
                "KHR_texture_transform with a quarter turn",
                textured(data_uri.clone(), &turned, float_texcoords).gltf(),
            )),
            plain.iter().map(|[u, v]| [*v, -u]).collect(),
        ),
        with(
            GoodFixture::board(
                "texcoords-u8.gltf",
                "8-bit normalized texture coordinates",
                textured(data_uri.clone(), &Value::Null, quantized).gltf(),
            ),
            bytes.as_chunks::<2>().0.iter().map(|uv| [uv[0] as f32 / 255.0, uv[1] as f32 / 255.0]).collect(),
        ),
        GoodFixture::board(
            "texcoords-not-finite.gltf",
            "texture coordinates that are not numbers",
            textured(data_uri, &Value::Null, |file| file.data(F32, "VEC2", &[f64::INFINITY; 12])).gltf(),
        )
        .with(|entry| entry.textures = 1)
        .warns(&["mesh \"board\": texture coordinates are not usable and were ignored"]),
    ]
}

fn without_pictures() -> [GoodFixture; 6] {
    let mut huge = PNG.to_vec();
    // 60000 by 60000 pixels. The checksum of the header follows it.
    huge[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    huge[29..33].copy_from_slice(&[0x0f, 0xb0, 0xe2, 0x15]);
    let mut too_large = textured(Value::Null, &Value::Null, float_texcoords);
    let view = too_large.view(&huge);
    too_large.json["images"] = json!([{"bufferView": view, "mimeType": "image/png", "name": "huge"}]);
    let mut unknown_image = textured(json!({}), &Value::Null, float_texcoords);
    unknown_image.set("/textures/0/source", json!(5));
    let mut unknown_texture = textured(json!({}), &Value::Null, float_texcoords);
    unknown_texture.set("/materials/0/pbrMetallicRoughness/baseColorTexture/index", json!(9));
    let mut no_source = textured(json!({}), &Value::Null, float_texcoords);
    no_source.json["textures"] = json!([{"extensions": {"KHR_texture_basisu": {"source": 0}}}]);
    [
        GoodFixture::board(
            "image-missing.gltf",
            "an image file that is not there",
            textured(json!({"uri": "external/missing.png", "name": "skin"}), &Value::Null, float_texcoords).gltf(),
        )
        .warns(&[
            "image \"skin\": cannot be used (cannot be read from \"external/missing.png\": there is no such file; put it \
             beside the model); drawn without it",
        ]),
        GoodFixture::board("image-huge.glb", "an image that claims 60,000 by 60,000 pixels", too_large.glb()).warns(&[
            "image \"huge\": cannot be used (60000 x 60000 pixels; the largest side read is 8192); drawn without it",
        ]),
        GoodFixture::board(
            "image-without-source.gltf",
            "an image that names neither a file nor a buffer view",
            textured(json!({}), &Value::Null, float_texcoords).gltf(),
        )
        .warns(&["image #0: cannot be used (it names neither a file nor a buffer view); drawn without it"]),
        GoodFixture::board("image-unknown.gltf", "a texture of an image that does not exist", unknown_image.gltf())
            .warns(&["image #5: cannot be used (the file has no such image); drawn without it"]),
        GoodFixture::board(
            "texture-unknown.gltf",
            "a material of a texture that does not exist",
            unknown_texture.gltf(),
        )
        .warns(&["texture #9: cannot be used (it names no PNG, JPEG or WebP image); drawn without it"]),
        GoodFixture::board("texture-without-source.gltf", "a texture that only an extension gives", no_source.gltf())
            .warns(&["image #0: cannot be used (it names neither a file nor a buffer view); drawn without it"]),
    ]
}
