//! Accessors, attributes, materials and clips.

use super::builder::{Builder, warnings};
use crate::import::{GltfFile, ImportError, ResourceReader, WarningKind, import_gltf_watched};
use crate::model::{MaterialSurface, Pose, TextureUse};
use glam::{Quat, Vec2, Vec3, Vec4};
use serde_json::json;

#[test]
fn sparse_values_replace_single_elements() {
    let mut file = Builder::new();
    let position = file.triangle();
    let indices = file.view(&[2, 0]);
    let values = file.view(&[0f32, 5.0, 1.0].map(f32::to_le_bytes).concat());
    file.json["accessors"][position as usize]["sparse"] = json!({"count": 1,
        "indices": {"bufferView": indices, "componentType": 5123}, "values": {"bufferView": values}});
    file.mesh(&json!({"attributes": {"POSITION": position}}));
    file.node(json!({"mesh": 0}));
    let asset = file.open();
    assert_eq!(asset.model.primitives[0].positions, [Vec3::ZERO, Vec3::X, Vec3::new(0.0, 5.0, 1.0)]);

    file.json["accessors"][position as usize]["sparse"]["indices"]["bufferView"] = json!(file.view(&[3, 0]));
    assert_eq!(file.refusal(), "mesh \"m\", primitive 0 has a sparse index 3 beyond its 3 elements");
}

#[test]
fn quantized_attributes_with_a_stride() {
    let mut file = Builder::new();
    // Three bytes and one byte of padding; -127 maps to -1.
    let position = file.raw("VEC3", 5120, true, 3, &[0, 0, 0, 9, 127, 0, 0, 9, 0, 0x81, 0, 9]);
    file.json["bufferViews"][0]["byteStride"] = json!(4);
    let normal = file.raw("VEC3", 5122, true, 3, &[0, 0, 0, 0, 255, 127].repeat(3));
    file.mesh(&json!({"attributes": {"POSITION": position, "NORMAL": normal}}));
    file.node(json!({"mesh": 0}));
    file.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let asset = file.open();
    assert_eq!(asset.model.primitives[0].positions, [Vec3::ZERO, Vec3::X, Vec3::NEG_Y]);
    assert_eq!(asset.model.primitives[0].normals, [Vec3::Z; 3]);
    assert!(asset.warnings.is_empty());

    file.json["accessors"][0]["normalized"] = json!(false);
    assert_eq!(file.open().model.primitives[0].positions[1], Vec3::X * 127.0);
}

#[test]
fn colors_of_all_formats_and_strips() {
    for (element_type, component, bytes, expected) in [
        ("VEC4", 5121, [255, 0, 51, 255].repeat(4), Vec4::new(1.0, 0.0, 0.2, 1.0)),
        ("VEC3", 5123, [255, 255, 0, 0, 0x33, 0x33].repeat(4), Vec4::new(1.0, 0.0, 0.2, 1.0)),
        ("VEC3", 5126, [2f32, 0.0, 0.2].map(f32::to_le_bytes).concat().repeat(4), Vec4::new(1.0, 0.0, 0.2, 1.0)),
    ] {
        let mut file = Builder::new();
        let position = file.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 0.]);
        let color = file.raw(element_type, component, false, 4, &bytes);
        file.mesh(&json!({"attributes": {"POSITION": position, "COLOR_0": color}, "mode": 5}));
        file.node(json!({"mesh": 0}));
        let model = file.open().model;
        let primitive = &model.primitives[0];
        assert!(primitive.colors.iter().all(|color| color.abs_diff_eq(expected, 1e-6)), "{:?}", primitive.colors);
        assert_eq!(primitive.indices, [0, 1, 2, 1, 3, 2]);
        assert!(model.materials[primitive.material as usize].is_default);
        // Computed normals: both triangles face z.
        assert_eq!(primitive.normals, [Vec3::Z; 4]);
    }
}

#[test]
fn influences_of_every_set_are_read_and_repairs_reported() {
    let mut file = Builder::new();
    let position = file.triangle();
    let joints = file.raw("VEC4", 5123, false, 3, &[0, 0, 1, 0, 0, 0, 0, 0].repeat(3));
    let more = file.raw("VEC4", 5121, false, 3, &[2, 3, 0, 0].repeat(3));
    let weights = file.raw("VEC4", 5121, true, 3, &[26, 51, 0, 0].repeat(3));
    let rest = file.raw("VEC4", 5123, true, 3, &[0x65, 0x66, 0x4c, 0x4c, 0, 0, 0, 0].repeat(3));
    file.mesh(&json!({"attributes": {"POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights,
        "JOINTS_1": more, "WEIGHTS_1": rest, "JOINTS_2": more}}));
    for _ in 0..4 {
        file.node(json!({}));
    }
    file.node(json!({"mesh": 0, "skin": 0}));
    file.push("skins", json!({"joints": [0, 1, 2, 3]}));
    let asset = file.open();
    assert_eq!(warnings(&asset), ["mesh \"m\": JOINTS_2 or WEIGHTS_2 is missing; the set was ignored"]);
    let influences = &asset.model.primitives[0].influences;
    let found: Vec<u32> = influences.of(0).iter().map(|influence| influence.joint).collect();
    assert_eq!(found, [2, 3, 1, 0]);
    assert!((influences.of(0)[0].weight - 0.4).abs() < 2e-3);

    // A joint that does not exist in the skin.
    file.json["skins"][0]["joints"] = json!([0, 1, 2]);
    assert!(file.refusal().contains("names joint 3, but the skin has 3 joints"), "{}", file.refusal());
}

#[test]
fn unusual_bindings_are_rigid() {
    let mut file = Builder::new();
    let position = file.triangle();
    let (joints, weights) = file.one_joint(0);
    file.mesh(&json!({"attributes": {"POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights}}));
    file.mesh(&json!({"attributes": {"POSITION": position}}));
    file.node(json!({"mesh": 0, "translation": [0, 0, 1]}));
    file.node(json!({"mesh": 1, "skin": 0, "translation": [0, 0, 2]}));
    file.push("skins", json!({"joints": [0]}));
    let asset = file.open();
    assert!(warnings(&asset)[0].contains("drawn rigidly"), "{:?}", warnings(&asset));
    assert_eq!(asset.model.skinned_primitives().count(), 0);
    assert_eq!((asset.skin_count, asset.model.skins.len()), (1, 3));
    assert_eq!(asset.model.primitives[0].positions[0].z, 1.0);
    assert_eq!(asset.model.primitives[1].positions[0].z, 2.0);
}

#[test]
fn morph_targets_at_default_weights() {
    let mut file = Builder::new();
    let position = file.triangle();
    let up = file.floats("VEC3", &[0., 0., 2.].repeat(3));
    let right = file.floats("VEC3", &[4., 0., 0.].repeat(3));
    file.push(
        "meshes",
        json!({"weights": [0.5, 0.25], "primitives": [
        {"attributes": {"POSITION": position}, "targets": [{"POSITION": up}, {"POSITION": right}]}]}),
    );
    file.node(json!({"mesh": 0}));
    file.node(json!({"mesh": 0, "weights": [1, 0]}));
    file.node(json!({"mesh": 0, "weights": [1]}));
    let asset = file.open();
    let first = |node: usize| asset.model.primitives[node].positions[0];
    assert_eq!((first(0), first(1), first(2)), (Vec3::new(1.0, 0.0, 1.0), Vec3::Z * 2.0, Vec3::Z * 2.0));
    assert_eq!(asset.morph_target_count, 2);
    assert!(warnings(&asset)[0].contains("1 morph weight for 2 morph targets"), "{:?}", warnings(&asset));
}

/// A triangle in a node that is scaled by two along X, with a sparse target, a dense one with normals, and a clip.
fn morphing_triangle() -> Builder {
    let mut file = Builder::new();
    let position = file.triangle();
    let normal = file.floats("VEC3", &[0., 0., 2.].repeat(3));
    let (indices, values) = (file.view(&[2]), file.view(bytemuck::cast_slice(&[1f32, 0., 3.])));
    let sparse = file.push(
        "accessors",
        json!({"componentType": 5126, "count": 3, "type": "VEC3", "sparse": {
            "count": 1, "indices": {"bufferView": indices, "componentType": 5121}, "values": {"bufferView": values}}}),
    );
    let lifted = file.floats("VEC3", &[0., 0., 0., 0., 0., 0., 1., 0., 0.]);
    let turned = file.floats("VEC3", &[0., 0., 0., 0., 0., 0., 6., 0., 0.]);
    file.push(
        "meshes",
        json!({"extras": {"targetNames": ["up", "turn"]}, "weights": [0, 0.25], "primitives": [{
            "attributes": {"POSITION": position, "NORMAL": normal},
            "targets": [{"POSITION": sparse}, {"POSITION": lifted, "NORMAL": turned}]}]}),
    );
    file.node(json!({"mesh": 0, "scale": [2, 1, 1]}));
    let times = file.floats("SCALAR", &[0., 1.]);
    let weights = file.floats("SCALAR", &[0., 0., 1., 0.5]);
    file.push(
        "animations",
        json!({"samplers": [{"input": times, "output": weights}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}]}),
    );
    file
}

#[test]
fn morph_targets_are_named_weighed_and_animated() {
    let asset = morphing_triangle().open();
    assert!(asset.warnings.is_empty(), "{:?}", warnings(&asset));
    let model = &asset.model;
    let targets: Vec<(u32, &str, f32)> =
        model.skeleton.morph_targets().map(|(node, target)| (node, target.name.as_str(), target.rest_weight)).collect();
    assert_eq!(targets, [(0, "up", 0.0), (0, "turn", 0.25)]);
    let morphs = model.primitives[0].morphs.as_ref().unwrap();
    // Nothing is kept for the vertices that stay.
    let counts: Vec<usize> = (0..3).map(|vertex| morphs.of(vertex).len()).collect();
    assert_eq!(counts[2], 2);
    // At rest, a quarter of the second target. The node doubles X.
    assert_eq!(model.primitives[0].positions[2], Vec3::new(0.5, 1.0, 0.0));
    // The file's normal (0, 0, 2) + 0.25 (6, 0, 0), with X halved: (0.75, 0, 2).
    assert!(model.primitives[0].normals[2].abs_diff_eq(Vec3::new(0.75, 0.0, 2.0).normalize(), 1e-6));
    let shape = model.in_shape(&[0.5, 0.0]);
    assert_eq!(shape.primitives[0].positions, [Vec3::ZERO, Vec3::X * 2.0, Vec3::new(1.0, 1.0, 1.5)]);
    assert_eq!(shape.shape_weights(), [0.5, 0.0]);
    assert!(std::sync::Arc::ptr_eq(shape.in_default_shape(), model));
    assert!(std::sync::Arc::ptr_eq(&shape.in_shape(&[0.0, 0.25]), model), "the default shape is not copied");
    let mut pose = Pose::rest(&model.skeleton);
    assert_eq!(pose.morph_weights, [0.0, 0.25]);
    model.clips[0].sample(0.5, &mut pose);
    assert_eq!(pose.morph_weights, [0.5, 0.25]);
}

/// The triangle tilts about its edge along X, and its normal with it, although the target has no normals.
#[test]
fn targets_without_normals_turn_them_with_the_surface() {
    let mut file = Builder::new();
    let position = file.triangle();
    let tilted = file.floats("VEC3", &[0., 0., 0., 0., 0., 0., 0., 0., 1.]);
    file.mesh(&json!({"attributes": {"POSITION": position}, "targets": [{"POSITION": tilted}]}));
    file.node(json!({"mesh": 0}));
    let shape = file.open().model.in_shape(&[1.0]);
    let tilted = Vec3::new(0.0, -1.0, 1.0).normalize();
    assert!(shape.primitives[0].normals.iter().all(|normal| normal.abs_diff_eq(tilted, 1e-6)), "{shape:?}");
}

#[test]
fn broken_morph_targets_are_refused() {
    let mut file = morphing_triangle();
    file.json["meshes"][0]["weights"] = json!([1e39, 0]);
    assert!(!file.refusal().is_empty());
    let mut file = morphing_triangle();
    let broken = file.floats("VEC3", &[0., 0., f32::NAN, 0., 0., 0., 0., 0., 0.]);
    file.json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = json!(broken);
    assert!(file.refusal().contains("morph target has values that are not finite"), "{}", file.refusal());
    // The same bytes as thousands of targets would take far more memory than the file.
    let mut file = Builder::new();
    let position = file.floats("VEC3", &[1.0; 3 * 2000]);
    file.mesh(&json!({"attributes": {"POSITION": position}, "targets": vec![json!({"POSITION": position}); 3000]}));
    file.node(json!({"mesh": 0}));
    assert!(file.refusal().contains("far more memory than its size justifies"), "{}", file.refusal());
    let mut file = morphing_triangle();
    let outside = file.view(&[9]);
    file.json["accessors"][2]["sparse"]["indices"]["bufferView"] = json!(outside);
    assert!(file.refusal().contains("sparse index 9 beyond its 3"), "{}", file.refusal());
}

/// `_BLEND` is a factor from 0 to 1 for each vertex, as floats or as normalized bytes. Anything else of that name is not.
#[test]
fn blend_factors_are_read_or_ignored() {
    let open = |attribute: &dyn Fn(&mut Builder) -> u32| {
        let mut file = Builder::new();
        let position = file.triangle();
        let blend = attribute(&mut file);
        file.mesh(&json!({"attributes": {"POSITION": position, "_BLEND": blend}}));
        file.node(json!({"mesh": 0}));
        let opened = file.open();
        let ignored = opened.warnings.iter().any(|warning| warning.kind == WarningKind::BlendFactorsIgnored);
        (opened.model.primitives[0].blend_factors.clone(), ignored)
    };
    assert_eq!(open(&|file| file.floats("SCALAR", &[0.0, 0.25, 1.0])), (vec![0.0, 0.25, 1.0], false));
    let bytes = open(&|file| file.raw("SCALAR", 5121, true, 3, &[0, 51, 255]));
    assert_eq!(bytes, (vec![0.0, 0.2, 1.0], false));
    assert_eq!(open(&|file| file.floats("SCALAR", &[0.0, 1.5, 1.0])), (vec![], true), "beyond 1");
    assert_eq!(open(&|file| file.floats("SCALAR", &[0.0, f32::NAN, 1.0])), (vec![], true));
    assert_eq!(open(&|file| file.raw("SCALAR", 5121, false, 3, &[0, 1, 1])), (vec![], true), "not fractions");
    assert_eq!(open(&|file| file.raw("SCALAR", 5125, false, 3, &[0; 12])), (vec![], true), "numbers");
    assert_eq!(open(&|file| file.floats("VEC3", &[0.0; 9])), (vec![], true), "not a scalar");
}

#[test]
fn normals_are_mended() {
    let mut file = Builder::new();
    let position = file.triangle();
    let normal = file.floats("VEC3", &[0., 0., 0., f32::NAN, 0., 0., 0., 3., 0.]);
    file.mesh(&json!({"attributes": {"POSITION": position, "NORMAL": normal}}));
    file.node(json!({"mesh": 0}));
    let asset = file.open();
    assert_eq!(asset.model.primitives[0].normals, [Vec3::Z, Vec3::Z, Vec3::Y]);
    assert_eq!(warnings(&asset), ["mesh \"m\": 2 vertices had no usable normal; it was computed"]);
}

#[test]
fn a_texture_is_decoded_once_and_its_transform_applied() {
    let mut file = Builder::new();
    let position = file.triangle();
    let texcoord = file.floats("VEC2", &[0., 0., 1., 0., 0., 1.]);
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(3, 2, image::Rgb([9, 8, 7])).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let view = file.view(&png.into_inner());
    file.push("images", json!({"bufferView": view}));
    file.push("samplers", json!({"wrapT": 33071}));
    file.push("textures", json!({"source": 0, "sampler": 0}));
    let info = json!({"index": 0, "texCoord": 7,
        "extensions": {"KHR_texture_transform": {"offset": [0.5, 0], "scale": [2, 2], "texCoord": 1}}});
    for _ in 0..2 {
        file.push("materials", json!({"pbrMetallicRoughness": {"baseColorTexture": info}, "alphaMode": "MASK"}));
    }
    let primitive =
        |material| json!({"attributes": {"POSITION": position, "TEXCOORD_1": texcoord}, "material": material});
    file.push("meshes", json!({"primitives": [primitive(0), primitive(1)]}));
    file.node(json!({"mesh": 0}));
    let model = file.open().model;
    assert_eq!(model.textures.len(), 1);
    assert_eq!((model.textures[0].width, model.textures[0].height), (3, 2));
    assert_eq!((model.textures[0].repeat, &model.textures[0].rgba[..4]), ([true, false], &[9, 8, 7, 255][..]));
    assert_eq!((model.materials[1].base_color_texture, model.materials[1].alpha_cutoff), (Some(0), 0.5));
    assert_eq!(model.primitives[0].texcoords, [Vec2::new(0.5, 0.0), Vec2::new(2.5, 0.0), Vec2::new(0.5, 2.0)]);

    file.json["images"][0] = json!({"uri": "missing.png", "name": "skin"});
    let asset = file.open();
    assert_eq!(
        warnings(&asset),
        ["image \"skin\": cannot be used (cannot be read from \"missing.png\": no such file); drawn without it"]
    );
    assert!(asset.model.primitives[0].texcoords.is_empty());
}

#[test]
fn a_texture_takes_its_webp_image() {
    let mut file = with_material(json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}));
    let mut webp = std::io::Cursor::new(Vec::new());
    image::RgbaImage::from_pixel(4, 2, image::Rgba([1, 2, 3, 250]))
        .write_to(&mut webp, image::ImageFormat::WebP)
        .unwrap();
    let view = file.view(&webp.into_inner());
    let image = file.push("images", json!({"bufferView": view, "mimeType": "image/webp"}));
    file.json["textures"][0] = json!({"source": 1, "extensions": {"EXT_texture_webp": {"source": image}}});
    file.json["extensionsRequired"] = json!(["EXT_texture_webp"]);
    let asset = file.open();
    assert!(asset.warnings.is_empty(), "{:?}", warnings(&asset));
    let texture = &asset.model.textures[0];
    assert_eq!((texture.width, &texture.rgba[..4]), (4, &[1, 2, 3, 250][..]));
    file.json["textures"][0]["extensions"]["EXT_texture_webp"]["source"] = json!(9);
    assert!(warnings(&file.open())[0].contains("no such image"));
}

/// A triangle with two sets of texture coordinates and a material with these members.
fn with_material(material: serde_json::Value) -> Builder {
    let mut file = Builder::new();
    let position = file.triangle();
    let texcoord = file.floats("VEC2", &[0., 0., 1., 0., 0., 1.]);
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(1, 1, image::Rgb([9, 8, 7])).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let view = file.view(&png.into_inner());
    file.push("images", json!({"bufferView": view}));
    file.push("images", json!({"uri": "missing.png", "name": "lost"}));
    file.push("textures", json!({"source": 0}));
    file.push("textures", json!({"source": 1}));
    file.push("materials", material);
    let attributes = json!({"POSITION": position, "TEXCOORD_0": texcoord, "TEXCOORD_1": texcoord});
    file.mesh(&json!({"attributes": attributes, "material": 0}));
    file.node(json!({"mesh": 0}));
    file
}

#[test]
fn a_surface_is_read_with_its_textures_and_two_mappings() {
    let turned = json!({"index": 0, "scale": 0.5, "extensions": {"KHR_texture_transform": {"offset": [0.5, 0]}}});
    let model = with_material(json!({
        "name": "skin",
        "alphaMode": "BLEND",
        "pbrMetallicRoughness": {"metallicFactor": 0.25, "metallicRoughnessTexture": {"index": 0},
            "baseColorTexture": {"index": 0}},
        "normalTexture": turned,
        "occlusionTexture": {"index": 0, "strength": 0.75},
        "emissiveFactor": [1, 0, 0.5],
        "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 2}, "KHR_materials_unlit": {}},
    }))
    .open()
    .model;
    let first = Some(TextureUse { texture: 0, uses_second_texcoords: false });
    let expected = MaterialSurface {
        metallic: 0.25,
        roughness: 1.0,
        metallic_roughness_texture: first,
        normal_texture: Some(TextureUse { texture: 0, uses_second_texcoords: true }),
        normal_scale: 0.5,
        occlusion_texture: first,
        occlusion_strength: 0.75,
        emissive: Vec3::new(2.0, 0.0, 1.0),
        emissive_texture: None,
    };
    let material = &model.materials[0];
    assert_eq!((material.is_blended, material.is_unlit, &material.surface), (true, true, &expected));
    assert_eq!(model.textures.len(), 1, "one image, decoded once");
    assert_eq!(model.primitives[0].texcoords[1], Vec2::X);
    assert_eq!(model.primitives[0].second_texcoords[1], Vec2::new(1.5, 0.0));
}

#[test]
fn textures_that_cannot_be_used_are_left_out_with_a_warning() {
    let scaled = |scale: f32| json!({"index": 0, "extensions": {"KHR_texture_transform": {"scale": [scale, 1]}}});
    let file = with_material(json!({
        "name": "skin",
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
        "normalTexture": {"index": 1},
        "occlusionTexture": {"index": "x"},
        "emissiveTexture": scaled(2.0),
    }));
    let asset = file.open();
    let surface = &asset.model.materials[0].surface;
    assert_eq!((surface.normal_texture, surface.occlusion_texture), (None, None));
    assert!(surface.emissive_texture.is_some());
    assert_eq!(
        warnings(&asset),
        [
            "material \"skin\": its occlusionTexture is malformed; drawn without it",
            "image \"lost\": cannot be used (cannot be read from \"missing.png\": no such file); drawn without it",
        ]
    );
    let third = with_material(json!({
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
        "normalTexture": scaled(2.0),
        "emissiveTexture": scaled(3.0),
    }));
    let warned = warnings(&third.open());
    assert_eq!(
        warned,
        ["material #0: its normalTexture needs texture coordinates besides the two that are drawn; drawn without it"]
    );
}

#[test]
fn clips_of_all_interpolations() {
    let mut file = Builder::new();
    file.node(json!({}));
    let times = file.floats("SCALAR", &[0.0, 1.0, 1.0]);
    let spline = file.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 0., 0.].repeat(3));
    let turn = [0, 0, 0, 127, 0, 0, 127, 0, 0, 0, 127, 0];
    let turn = file.raw("VEC4", 5120, true, 3, &turn);
    let scale = file.floats("VEC3", &[1., 1., 1., 2., 2., 2., 3., 3., 3.]);
    let target = |path: &str| json!({"node": 0, "path": path});
    file.push(
        "animations",
        json!({
            "samplers": [
                {"input": times, "output": spline, "interpolation": "CUBICSPLINE"},
                {"input": times, "output": turn},
                {"input": times, "output": scale, "interpolation": "STEP"},
                {"input": times, "output": scale, "interpolation": "QUADRATIC"}
            ],
            "channels": [
                {"sampler": 0, "target": target("translation")},
                {"sampler": 1, "target": target("rotation")},
                {"sampler": 2, "target": target("scale")},
                {"sampler": 3, "target": target("scale")},
                {"sampler": 0, "target": {"path": "pointer"}},
                {"sampler": 0, "target": target("weights")}
            ]
        }),
    );
    let asset = file.open();
    assert_eq!(asset.warnings.len(), 2, "{:?}", warnings(&asset));
    assert!(warnings(&asset)[0].contains("2 channels left out; the first (channel 3) has interpolation \"QUADRATIC\""));
    let clip = &asset.model.clips[0];
    assert_eq!((clip.name.as_str(), clip.channels.len(), clip.duration_seconds), ("Clip 1", 3, 1.0));
    let mut pose = Pose::rest(&asset.model.skeleton);
    clip.sample(0.5, &mut pose);
    assert_eq!((pose.joints[0].translation, pose.joints[0].scale), (Vec3::X, Vec3::ONE));
    assert!(pose.joints[0].rotation.abs_diff_eq(Quat::from_rotation_z(90f32.to_radians()), 1e-6));
    // If two keys have the same time, the later one continues the animation.
    clip.sample(1.0, &mut pose);
    assert_eq!(pose.joints[0].scale, Vec3::splat(3.0));
}

#[test]
fn what_is_shown_as_a_joint_without_a_skin() {
    let joints = |file: &Builder| file.open().model.skeleton.shown_joints().collect::<Vec<u32>>();
    let mut file = Builder::new();
    let position = file.triangle();
    file.mesh(&json!({"attributes": {"POSITION": position}}));
    file.node(json!({"children": [1, 2]}));
    file.node(json!({}));
    file.node(json!({"mesh": 0}));
    file.node(json!({}));
    file.push("scenes", json!({"nodes": [0]}));
    assert_eq!(joints(&file), [0, 1]);
    let times = file.floats("SCALAR", &[0.0]);
    let values = file.floats("VEC3", &[0.0; 3]);
    file.push(
        "animations",
        json!({"samplers": [{"input": times, "output": values}],
        "channels": [{"sampler": 0, "target": {"node": 2, "path": "translation"}}]}),
    );
    assert_eq!(joints(&file), [0, 2]);
}

#[test]
fn only_the_default_scene_is_drawn() {
    let mut file = Builder::new();
    let position = file.triangle();
    file.mesh(&json!({"attributes": {"POSITION": position}}));
    file.node(json!({"mesh": 0}));
    file.node(json!({"mesh": 0, "children": [2]}));
    file.node(json!({"mesh": 0}));
    let drawn = |file: &Builder| file.open().model.primitives.iter().map(|p| p.node).collect::<Vec<u32>>();
    assert_eq!(drawn(&file), [0, 1, 2]);
    file.json["scenes"] = json!([{"nodes": [0]}, {"nodes": [1]}]);
    assert_eq!(drawn(&file), [0]);
    file.json["scene"] = json!(1);
    assert_eq!(drawn(&file), [1, 2]);
    file.json["scene"] = json!(2);
    assert_eq!(file.refusal(), "the file names scene 2, but the last is 1");
}

#[test]
fn extensions_that_are_not_read() {
    let mut file = Builder::new();
    let position = file.triangle();
    file.mesh(&json!({"attributes": {"POSITION": position}, "extensions": {"KHR_draco_mesh_compression": {}}}));
    file.node(json!({"mesh": 0}));
    file.json["extensionsRequired"] = json!(["KHR_draco_mesh_compression", "KHR_materials_clearcoat"]);
    // Where the plain data is there too, the compressed data is not read.
    assert_eq!(file.open().warnings.len(), 1);
    file.json["extensionsRequired"] = json!(["EXT_mesh_gpu_instancing"]);
    assert!(file.refusal().contains("\"EXT_mesh_gpu_instancing\""));
}

#[test]
fn broken_compression_is_refused_where_it_is() {
    let mut file = Builder::new();
    let position = file.triangle();
    let compressed = |extension: serde_json::Value| json!({"attributes": {"POSITION": 0}, "extensions": {"KHR_draco_mesh_compression": extension}});
    file.mesh(&compressed(json!({})));
    file.node(json!({"mesh": 0}));
    file.json["accessors"][position as usize]["bufferView"] = json!(null);
    assert!(
        file.refusal().contains("mesh \"m\"") && file.refusal().contains("a compression of an object"),
        "{}",
        file.refusal()
    );
    file.json["meshes"][0]["primitives"][0] = compressed(json!({"bufferView": 9, "attributes": {"POSITION": 0}}));
    assert!(file.refusal().contains("names buffer view 9"), "{}", file.refusal());
    file.json["meshes"][0]["primitives"][0] = compressed(json!({"bufferView": 0, "attributes": {"POSITION": 0}}));
    assert!(file.refusal().contains("cannot be decompressed with KHR_draco_mesh_compression"), "{}", file.refusal());

    let mut file = Builder::new();
    let position = file.triangle();
    file.mesh(&json!({"attributes": {"POSITION": position}}));
    file.node(json!({"mesh": 0}));
    let refusal = |file: &Builder, extension: serde_json::Value| {
        let mut json = file.json.clone();
        json["buffers"] = json!([{"byteLength": 36}]);
        json["bufferViews"][0]["extensions"] = json!({"EXT_meshopt_compression": extension});
        let opened = super::super::import_gltf(json.to_string().as_bytes(), "", &super::builder::Nothing);
        opened.unwrap_err().to_string()
    };
    let error = refusal(&file, json!({"buffer": 0}));
    assert!(error.contains("compression mode \"NONE\""), "{error}");
    let error =
        refusal(&file, json!({"buffer": 0, "mode": "ATTRIBUTES", "byteLength": 9, "byteStride": 12, "count": 4}));
    assert!(error.contains("48 elements, but 36 are needed"), "{error}");
    let error =
        refusal(&file, json!({"buffer": 0, "mode": "ATTRIBUTES", "byteLength": 9, "byteStride": 12, "count": 3}));
    assert!(error.contains("has no data"), "{error}");
}

#[test]
fn a_canceled_import_decodes_nothing_more() {
    use crate::work::Progress;
    struct Cancels<'a>(&'a Progress);
    impl ResourceReader for Cancels<'_> {
        fn read(&self, _: &str) -> Result<Vec<u8>, String> {
            self.0.cancel();
            Ok(vec![0; 36])
        }
    }
    let json = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
        "buffers":[{"byteLength":36,"uri":"a.bin"}],"bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]}"#;
    let progress = Progress::default();
    let canceled = import_gltf_watched(GltfFile::Whole(json.as_bytes()), "a", None, &Cancels(&progress), &progress);
    assert!(matches!(canceled, Err(ImportError::Canceled)), "{canceled:?}");
    assert!(progress.note().is_empty(), "no stage began: {}", progress.note());
    let whole = Progress::default();
    let other = Progress::default();
    assert!(import_gltf_watched(GltfFile::Whole(json.as_bytes()), "a", None, &Cancels(&other), &whole).is_ok());
    assert_eq!(whole.note(), "checking");
}
