use super::*;
use crate::export::ExportPrimitive;
use crate::model::{
    Channel, ChannelValues, Clip, Influence, Influences, Interpolation, Material, MaterialSurface, Model, ModelParts,
    Node, Primitive, Skeleton, Skin, SkinJoint, SkinKind, Texture, TextureUse, Trs,
};
use glam::{DAffine3, DMat3, DQuat, DVec3, Quat, Vec2, Vec3, Vec4};
use std::sync::Arc;

struct Read {
    gltf: gltf::Gltf,
}

impl Read {
    fn new(bytes: &[u8]) -> Self {
        Self { gltf: gltf::Gltf::from_slice(bytes).unwrap() }
    }

    fn positions(&self, mesh: usize) -> Vec<Vec3> {
        let mesh = self.gltf.meshes().nth(mesh).unwrap();
        let primitive = mesh.primitives().next().unwrap();
        let reader = primitive.reader(|_| self.gltf.blob.as_deref());
        reader.read_positions().unwrap().map(Vec3::from_array).collect()
    }
}

fn painted() -> Material {
    Material {
        name: "paint".to_owned(),
        base_color: Vec4::new(0.5, 0.25, 1.5, 1.0),
        base_color_texture: Some(0),
        alpha_cutoff: 0.25,
        is_default: false,
        ..Material::default()
    }
}

fn checkers() -> Texture {
    let rgba = vec![255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 9, 9, 128];
    Texture { width: 2, height: 2, rgba, repeat: [true, false] }
}

const TRIANGLE: [Vec3; 3] = [Vec3::ZERO, Vec3::X, Vec3::new(0.25, 2.5, -3.0)];

#[test]
fn a_static_mesh_comes_back_with_its_texture() {
    let primitive = ExportPrimitive {
        name: "Body",
        positions: &TRIANGLE,
        normals: &[Vec3::Z, Vec3::ZERO, Vec3::new(0.0, 3.0, 0.0)],
        texcoords: &[Vec2::ZERO, Vec2::X, Vec2::Y],
        second_texcoords: &[],
        colors: &[Vec4::ONE; 3],
        indices: &[0, 1, 2],
        material: Some(1),
    };
    let empty = ExportPrimitive::default();
    let materials = [Material::default(), painted()];
    let write = || write_mesh_glb(&[empty, primitive, primitive], &materials, &[checkers()]).unwrap();
    let bytes = write();
    assert_eq!(bytes, write());
    assert_eq!(bytes.len() % 4, 0);
    let read = Read::new(&bytes);
    // The empty primitive is left out; the other two share one material and one image.
    assert_eq!((read.gltf.nodes().len(), read.gltf.materials().len(), read.gltf.images().len()), (2, 1, 1));
    assert_eq!(read.positions(1), TRIANGLE);
    let mesh = read.gltf.meshes().next().unwrap();
    let primitive = mesh.primitives().next().unwrap();
    let reader = primitive.reader(|_| read.gltf.blob.as_deref());
    let normals: Vec<[f32; 3]> = reader.read_normals().unwrap().collect();
    assert_eq!(normals, [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]);
    assert_eq!(reader.read_indices().unwrap().into_u32().collect::<Vec<_>>(), [0, 1, 2]);
    let pbr = primitive.material().pbr_metallic_roughness();
    assert_eq!(pbr.base_color_factor(), [0.5, 0.25, 1.0, 1.0]);
    assert_eq!(primitive.material().alpha_cutoff(), Some(0.25));
    let texture = pbr.base_color_texture().unwrap().texture();
    assert_eq!(texture.sampler().wrap_s(), gltf::texture::WrappingMode::Repeat);
    assert_eq!(texture.sampler().wrap_t(), gltf::texture::WrappingMode::ClampToEdge);
    let gltf::image::Source::View { view, .. } = texture.source().source() else { panic!("the picture is outside") };
    let png = &read.gltf.blob.as_ref().unwrap()[view.offset()..][..view.length()];
    assert_eq!(image::load_from_memory(png).unwrap().to_rgba8().into_raw(), checkers().rgba);
}

#[test]
fn a_surface_comes_back_with_its_textures() {
    let used = |texture, uses_second_texcoords| Some(TextureUse { texture, uses_second_texcoords });
    let surface = MaterialSurface {
        metallic: 0.25,
        roughness: 0.75,
        metallic_roughness_texture: used(0, false),
        normal_texture: used(1, true),
        normal_scale: 0.5,
        occlusion_texture: used(1, true),
        occlusion_strength: 0.75,
        emissive: Vec3::new(4.0, 2.0, 0.0),
        emissive_texture: used(0, false),
    };
    let shiny = Material { alpha_cutoff: 0.0, is_blended: true, is_unlit: true, surface, ..painted() };
    let shiny = Material { base_color: Vec4::new(0.5, 0.25, 1.0, 1.0), ..shiny };
    let primitive = ExportPrimitive {
        positions: &TRIANGLE,
        normals: &[Vec3::Z; 3],
        texcoords: &[Vec2::ZERO, Vec2::X, Vec2::Y],
        second_texcoords: &[Vec2::X, Vec2::ZERO, Vec2::Y],
        indices: &[0, 1, 2],
        material: Some(0),
        ..ExportPrimitive::default()
    };
    let bytes = write_mesh_glb(&[primitive], std::slice::from_ref(&shiny), &[checkers(), checkers()]).unwrap();
    let read = crate::import::import_gltf(&bytes, "", &Nothing).unwrap();
    assert!(read.warnings.is_empty(), "{:?}", read.warnings);
    assert_eq!(read.model.materials[0], shiny);
    assert_eq!(read.model.primitives[0].second_texcoords, primitive.second_texcoords);
    assert_eq!(read.extensions_used, ["KHR_materials_emissive_strength", "KHR_materials_unlit"]);
}

struct Nothing;

impl crate::import::ResourceReader for Nothing {
    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("no such file".to_owned())
    }
}

#[test]
fn a_mesh_without_triangles_has_no_scene() {
    let read = Read::new(&write_mesh_glb(&[], &[], &[]).unwrap());
    assert_eq!(read.gltf.scenes().len(), 0);
}

#[test]
fn missing_materials_and_broken_textures_are_refused() {
    let primitive =
        ExportPrimitive { positions: &TRIANGLE, indices: &[0, 1, 2], material: Some(1), ..ExportPrimitive::default() };
    let message = |materials: &[Material], textures: &[Texture]| {
        write_mesh_glb(&[primitive], materials, textures).unwrap_err().to_string()
    };
    assert_eq!(message(&[], &[]), "primitive 0 names material 1, but there are 0");
    let materials = [painted(), painted()];
    assert_eq!(message(&materials, &[]), "material 1 names texture 0, but there are 0");
    let cropped = Texture { height: 3, ..checkers() };
    assert_eq!(message(&materials, &[cropped]), "texture 0 has 16 bytes for 2 x 3 pixels");
}

/// Six joints in a chain, the second with a sheared matrix; a skinned triangle with six influences per vertex, a rigid
/// one under a scaled and rotated node, one clip.
fn chain_model() -> Model {
    let shifted = Trs { translation: Vec3::X, ..Trs::IDENTITY };
    let mut nodes: Vec<Node> = (0..6u32).map(|i| Node::new(format!("j{i}"), i.checked_sub(1), shifted)).collect();
    nodes.iter_mut().for_each(|node| node.is_joint = true);
    nodes[1].residual = Some(DMat3::from_cols(DVec3::X, DVec3::new(0.5, 1.0, 0.0), DVec3::Z));
    nodes.push(Node::new("Body", None, Trs::IDENTITY));
    let hat = Trs { translation: Vec3::Y, rotation: Quat::from_xyzw(0.5, 0.5, 0.5, 0.5), scale: Vec3::splat(2.0) };
    nodes.push(Node::new("Hat", Some(0), hat));
    let joint = |i: u32| {
        let joint_from_bind = DAffine3::from_translation(DVec3::NEG_X * f64::from(i));
        SkinJoint::new(i, i.checked_sub(1), joint_from_bind)
    };
    let skinned = Skin {
        name: "chain".to_owned(),
        kind: SkinKind::Skinned,
        joints: (0..6).map(joint).collect(),
        bind_from_mesh: DAffine3::from_rotation_translation(DQuat::from_rotation_z(1.0), DVec3::Y),
    };
    let bind_from_mesh = DAffine3::from_translation(DVec3::X) * hat.to_affine();
    let rigid = Skin {
        name: String::new(),
        kind: SkinKind::Rigid,
        joints: vec![SkinJoint::new(7, None, bind_from_mesh.inverse())],
        bind_from_mesh,
    };
    let six: Vec<Influence> =
        (0..6).map(|i| Influence { joint: 5 - i, weight: [0.3, 0.25, 0.2, 0.1, 0.1, 0.05][i as usize] }).collect();
    let (influences, _) = Influences::normalized([&six[..], &six[..1], &six[2..4]].into_iter(), 6).unwrap();
    let body = Primitive {
        mesh_name: "Body".to_owned(),
        node: 6,
        skin: 0,
        material: 0,
        positions: TRIANGLE.to_vec(),
        normals: vec![Vec3::Z; 3],
        texcoords: Vec::new(),
        second_texcoords: Vec::new(),
        blend_factors: Vec::new(),
        colors: Vec::new(),
        indices: vec![0, 1, 2],
        influences,
        morphs: None,
    };
    let in_scene = |point: &Vec3| bind_from_mesh.transform_point3(point.as_dvec3()).as_vec3();
    let hat = Primitive {
        mesh_name: "Hat".to_owned(),
        node: 7,
        skin: 1,
        positions: TRIANGLE.iter().map(in_scene).collect(),
        normals: vec![hat.rotation * Vec3::Z; 3],
        influences: Influences::rigid(3),
        ..body.clone()
    };
    let turns = ChannelValues::Rotation(vec![Quat::IDENTITY, Quat::from_xyzw(0.0, 0.0, 1.0, 0.0)]);
    let lifts = ChannelValues::Translation([0.0, 1.0, 0.0, 0.0, 2.0, 0.0].map(|y| Vec3::new(0.0, y, 0.0)).to_vec());
    let channels = vec![
        Channel::new(2, Interpolation::Linear, vec![0.0, 1.5], turns).unwrap(),
        Channel::new(0, Interpolation::CubicSpline, vec![0.0, 1.5], lifts).unwrap(),
    ];
    Model::new(ModelParts {
        name: "chain".to_owned(),
        skeleton: Skeleton::new(nodes).unwrap(),
        skins: vec![skinned, rigid],
        primitives: vec![body.clone(), Primitive { material: 1, ..body }, hat],
        materials: vec![Material::default(), painted()],
        textures: vec![checkers()],
        clips: vec![Clip::new("wave".to_owned(), channels), Clip::new("still".to_owned(), Vec::new())],
    })
    .unwrap()
}

#[test]
fn a_model_keeps_nodes_skins_and_clips() {
    let model = chain_model();
    let bytes = write_model_glb(&model).unwrap();
    assert_eq!(bytes, write_model_glb(&model).unwrap());
    let read = Read::new(&bytes);
    let names: Vec<&str> = read.gltf.nodes().filter_map(|node| node.name()).collect();
    assert_eq!(names, ["j0", "j1", "j2", "j3", "j4", "j5", "Body", "Hat"]);
    let gltf::scene::Transform::Matrix { matrix } = read.gltf.nodes().nth(1).unwrap().transform() else {
        panic!("the shear is lost")
    };
    assert_eq!((matrix[1][0], matrix[3][0]), (0.5, 1.0));
    let skin = read.gltf.skins().next().unwrap();
    let blob = read.gltf.blob.as_deref();
    let matrices: Vec<[[f32; 4]; 4]> = skin.reader(|_| blob).read_inverse_bind_matrices().unwrap().collect();
    assert_eq!(matrices.len(), 6);
    assert_eq!(matrices[5][3], [-5.0, 0.0, 0.0, 1.0]);
    assert_eq!(read.gltf.skins().len(), 1, "rigid skins are no glTF skins");

    let animation = read.gltf.animations().next().unwrap();
    assert_eq!((read.gltf.animations().len(), animation.name()), (1, Some("wave")));
    let accessors: Vec<_> = animation.samplers().map(|sampler| sampler.input().index()).collect();
    assert_eq!(accessors[0], accessors[1], "equal times share an accessor");
    let lift = animation.channels().nth(1).unwrap().reader(|_| blob).read_outputs().unwrap();
    let gltf::animation::util::ReadOutputs::Translations(lift) = lift else { panic!("not a translation") };
    assert_eq!(lift.map(|value| value[1]).collect::<Vec<_>>(), [0.0, 1.0, 0.0, 0.0, 2.0, 0.0]);
}

#[test]
fn a_model_keeps_positions_and_all_influences() {
    let model = chain_model();
    let read = Read::new(&write_model_glb(&model).unwrap());
    // Skinned positions are in the bind frame; the rigid mesh is in its node's frame, as created.
    assert_eq!(read.positions(0), TRIANGLE);
    for (read, made) in read.positions(1).iter().zip(TRIANGLE) {
        assert!(read.abs_diff_eq(made, 1e-6), "{read} should be {made}");
    }
    let nodes: Vec<_> = read.gltf.nodes().collect();
    assert!(nodes[6].skin().is_some() && nodes[7].mesh().is_some() && nodes[7].skin().is_none());
    let mesh = nodes[6].mesh().unwrap();
    assert_eq!(mesh.primitives().len(), 2);
    let primitive = mesh.primitives().next().unwrap();
    let reader = primitive.reader(|_| read.gltf.blob.as_deref());
    let mut vertices = vec![Vec::new(); 3];
    for set in 0..2 {
        let joints = reader.read_joints(set).unwrap().into_u16();
        for (vertex, (joints, weights)) in joints.zip(reader.read_weights(set).unwrap().into_f32()).enumerate() {
            let pairs = joints.into_iter().zip(weights).filter(|(_, weight)| *weight > 0.0);
            vertices[vertex].extend(pairs.map(|(joint, weight)| Influence { joint: u32::from(joint), weight }));
        }
    }
    for (read, made) in vertices.iter().zip(model.primitives[0].influences.iter()) {
        assert_eq!(read, made);
    }
    assert!(reader.read_joints(2).is_none());
    let hat = nodes[7].mesh().unwrap().primitives().next().unwrap();
    let hat = hat.reader(|_| read.gltf.blob.as_deref());
    assert!(hat.read_normals().unwrap().all(|normal| Vec3::from_array(normal).abs_diff_eq(Vec3::Z, 1e-6)));
    assert!(hat.read_joints(0).is_none());
}

#[test]
fn joint_numbers_widen_past_one_byte() {
    let mut model = chain_model();
    let nodes = (0..300).map(|i| Node::new(format!("j{i}"), None, Trs::IDENTITY)).collect();
    model.skeleton = Skeleton::new(nodes).unwrap();
    model.skins[0].joints = (0..300).map(|i| SkinJoint::new(i, None, DAffine3::IDENTITY)).collect();
    Arc::make_mut(&mut model.clips).clear();
    let last = [Influence { joint: 299, weight: 1.0 }];
    let (influences, _) = Influences::normalized([&last[..]; 3].into_iter(), 300).unwrap();
    model.primitives.truncate(1);
    Arc::make_mut(&mut model.primitives[0]).influences = influences;
    let read = Read::new(&write_model_glb(&model).unwrap());
    let mesh = read.gltf.meshes().next().unwrap();
    let primitive = mesh.primitives().next().unwrap();
    let reader = primitive.reader(|_| read.gltf.blob.as_deref());
    assert_eq!(reader.read_joints(0).unwrap().into_u16().next(), Some([299, 0, 0, 0]));
}

#[test]
fn what_gltf_cannot_say_is_refused() {
    let mut model = chain_model();
    Arc::make_mut(&mut model.primitives[2]).node = 6;
    assert_eq!(
        write_model_glb(&model).unwrap_err().to_string(),
        "node #6 carries meshes of several skins; glTF allows one"
    );
    let mut model = chain_model();
    Arc::make_mut(&mut model.clips)[0].channels[0].node = 1;
    assert!(write_model_glb(&model).unwrap_err().to_string().contains("moves node #1"));
}
