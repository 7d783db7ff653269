//! Kinds of textures, and extensions of other programs.

use super::builder::{Builder, warnings};
use image::{DynamicImage, ImageFormat};
use serde_json::json;
use std::io::Cursor;

fn with_texture(image: &[u8]) -> Builder {
    let mut file = Builder::one_triangle();
    let view = file.view(image);
    file.push("images", json!({"bufferView": view}));
    file.push("textures", json!({"source": 0}));
    file.push("materials", json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}));
    file.json["meshes"][0]["primitives"][0]["material"] = json!(0);
    file
}

fn png_of(image: impl Into<DynamicImage>) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.into().write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn pixels(png: &[u8]) -> Vec<u8> {
    let asset = with_texture(png).open();
    assert_eq!(warnings(&asset), [""; 0]);
    asset.model.textures[0].rgba.clone()
}

#[test]
fn png_of_every_kind_becomes_eight_bit_rgba() {
    use image::{ImageBuffer, Luma, LumaA, Rgb, Rgba};
    let pixel = |bytes: &[u8]| pixels(bytes);
    // 16 bits are divided by 257, which maps 65535 to 255.
    let deep = ImageBuffer::from_pixel(1, 1, Rgba([65535u16, 257 * 100, 0, 257 * 7]));
    assert_eq!(pixel(&png_of(deep)), [255, 100, 0, 7]);
    let deep_rgb = ImageBuffer::from_pixel(1, 1, Rgb([257u16, 514, 65535]));
    assert_eq!(pixel(&png_of(deep_rgb)), [1, 2, 255, 255]);
    assert_eq!(pixel(&png_of(ImageBuffer::from_pixel(1, 1, Luma([90u8])))), [90, 90, 90, 255]);
    assert_eq!(pixel(&png_of(ImageBuffer::from_pixel(1, 1, Luma([257u16 * 90])))), [90, 90, 90, 255]);
    assert_eq!(pixel(&png_of(ImageBuffer::from_pixel(1, 1, LumaA([90u8, 30])))), [90, 90, 90, 30]);
    assert_eq!(pixel(&png_of(ImageBuffer::from_pixel(1, 1, LumaA([257u16 * 90, 257 * 30])))), [90, 90, 90, 30]);
}

#[test]
fn the_palette_of_a_png_is_looked_up_with_its_alpha() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 4, 1);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Two);
    encoder.set_palette(vec![10, 20, 30, 40, 50, 60, 70, 80, 90]);
    encoder.set_trns(vec![255, 128]);
    // Two bits per pixel: 0, 1, 2, 0.
    encoder.write_header().unwrap().write_image_data(&[0b0001_1000]).unwrap();
    assert_eq!(pixels(&bytes), [10, 20, 30, 255, 40, 50, 60, 128, 70, 80, 90, 255, 10, 20, 30, 255]);
}

#[test]
fn a_large_image_of_a_small_file_is_halved() {
    let png = png_of(image::RgbaImage::from_pixel(6000, 4000, image::Rgba([3, 7, 9, 255])));
    assert!(png.len() < 1_000_000, "it compresses well");
    let asset = with_texture(&png).open();
    let texture = &asset.model.textures[0];
    assert_eq!((texture.width, texture.height), (3000, 2000));
    assert!(texture.rgba.as_chunks::<4>().0.iter().all(|pixel| *pixel == [3, 7, 9, 255]));
    let warning = "image #0: 6000 x 4000 pixels take too much memory for the size of the file; drawn with 3000 x 2000";
    assert_eq!(warnings(&asset), [warning]);
}

#[test]
fn a_ktx2_texture_is_named_and_left_out() {
    let mut file = with_texture(b"\xabKTX 20\xbb\r\n\x1a\n and more");
    file.json["textures"] = json!([{"extensions": {"KHR_texture_basisu": {"source": 0}}}]);
    file.json["extensionsRequired"] = json!(["KHR_texture_basisu"]);
    let asset = file.open();
    assert_eq!(asset.model.textures.len(), 0);
    let told = warnings(&asset).join("\n");
    assert!(told.contains("image #0: cannot be used (KTX2 (KHR_texture_basisu) is not read"), "{told}");
    // A plain image next to it is used.
    let png = png_of(image::RgbaImage::new(1, 1));
    let view = file.view(&png);
    file.push("images", json!({"bufferView": view}));
    file.json["textures"][0]["source"] = json!(1);
    assert_eq!(file.open().model.textures.len(), 1);
}

#[test]
fn hidden_nodes_hide_the_meshes_below_them() {
    let mut file = Builder::one_triangle();
    let hidden = json!({"KHR_node_visibility": {"visible": false}});
    file.json["nodes"] = json!([
        {"mesh": 0, "extensions": {"KHR_node_visibility": {"visible": true}}},
        {"children": [2], "extensions": hidden},
        {"mesh": 0, "children": [3]},
        {"mesh": 0},
    ]);
    file.json["extensionsRequired"] = json!(["KHR_node_visibility"]);
    let asset = file.open();
    assert_eq!(asset.model.primitives.len(), 1);
    assert_eq!(warnings(&asset), ["the file: 2 meshes not drawn: hidden by KHR_node_visibility in the file"]);
}

#[test]
fn channels_with_a_pointer_are_counted_and_the_others_play() {
    let mut file = Builder::one_triangle();
    let times = file.floats("SCALAR", &[0.0, 1.0]);
    let moves = file.floats("VEC3", &[0., 0., 0., 1., 0., 0.]);
    let pointer = json!({"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/materials/0"}}});
    file.push(
        "animations",
        json!({"name": "walk", "samplers": [{"input": times, "output": moves}], "channels": [
            {"sampler": 0, "target": pointer},
            {"sampler": 0, "target": {"node": 0, "path": "translation"}},
            {"sampler": 0, "target": pointer},
        ]}),
    );
    let asset = file.open();
    assert_eq!(asset.model.clips[0].channels.len(), 1);
    let warning = "animation \"walk\": 2 channels of KHR_animation_pointer ignored; clips move only nodes";
    assert_eq!(warnings(&asset), [warning]);
}

#[test]
fn a_variant_replaces_materials_and_reads_only_its_textures() {
    let mut file = with_texture(&png_of(image::RgbaImage::new(1, 1)));
    let white = png_of(image::RgbaImage::from_pixel(2, 2, image::Rgba([255; 4])));
    let view = file.view(&white);
    file.push("images", json!({"bufferView": view}));
    file.push("textures", json!({"source": 1}));
    file.push("materials", json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 1}}}));
    file.push("materials", json!({"name": "night"}));
    file.json["extensionsRequired"] = json!(["KHR_materials_variants"]);
    file.json["extensions"] = json!({"KHR_materials_variants": {"variants": [{"name": "day"}, {}, {"name": "night"}]}});
    let mappings = json!([{"material": 1, "variants": [0, 7]}, {"material": 2, "variants": [2]}, {"material": 9}]);
    let extension = json!({"KHR_materials_variants": {"mappings": mappings}});
    file.json["meshes"][0]["primitives"][0]["extensions"] = extension;

    // The material of the only primitive, and the side of the only texture.
    let drawn = |variant: Option<&str>| {
        let asset = file.open_variant(variant);
        assert_eq!(asset.variants, ["day", "Variant 2", "night"]);
        let texture = asset.model.textures.first().map(|texture| texture.width);
        (asset.variant, asset.model.primitives[0].material, texture, warnings(&asset).len())
    };
    assert_eq!(drawn(None), (None, 0, Some(1), 0));
    assert_eq!(drawn(Some("day")), (Some(0), 1, Some(2), 0));
    assert_eq!(drawn(Some("Variant 2")), (Some(1), 0, Some(1), 0), "it has no mapping");
    assert_eq!(drawn(Some("night")), (Some(2), 2, None, 0));
    assert_eq!(drawn(Some("noon")), (None, 0, Some(1), 1));
    let told = warnings(&file.open_variant(Some("noon")));
    assert_eq!(told, ["the file: has no material variant \"noon\"; drawn with its default materials"]);
}

#[test]
fn avatars_of_both_versions_open_with_one_line() {
    for name in ["VRM", "VRMC_vrm"] {
        let mut file = Builder::one_triangle();
        file.json["extensionsUsed"] = json!([name, "VRMC_springBone"]);
        file.json["extensionsRequired"] = json!([name]);
        let told = warnings(&file.open());
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("is a VRM avatar, opened as the glTF it is"), "{told:?}");
    }
}
