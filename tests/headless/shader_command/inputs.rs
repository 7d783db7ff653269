//! A bundled model in a pose, as the buffers that a shader of our own reads, and as the program deforms it.

use crate::gpu_support::{Random, context};
use bytemuck::bytes_of;
use glam::{Mat3, Vec3};
use skinscope::files::open_model;
use skinscope::gpu::{GpuModel, deform, packed_list};
use skinscope::model::{Model, Pose, SkinKind};
use skinscope::skinning::{
    BlendFactor, Covariance, ElementOf, JointPalette, PaletteList, PrimitiveCenters, SetsOfSkins, SkinningSettings,
    listed_data,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Contents of buffers, by group and binding.
pub type Buffers = BTreeMap<(u32, u32), Vec<u8>>;

pub struct Posed {
    pub model: Arc<Model>,
    gpu_model: GpuModel,
    centers: Vec<PrimitiveCenters>,
}

/// A vertex of the result: position and normal.
pub type Skinned = [Vec3; 2];

impl Posed {
    /// The bundled limb, whose vertices have up to four influences, with centers of rotation that no mesh gave.
    pub fn limb() -> Self {
        let model = open_model("limb").unwrap().asset.model;
        let mut random = Random::new(11);
        let mut center = |at: &Vec3| {
            let spread = Mat3::IDENTITY + Mat3::from_cols_array(&[(); 9].map(|()| random.between(-0.2, 0.2)));
            let spread = spread.as_dmat3();
            (*at + random.vector(0.2), Covariance::of_moments(spread * spread.transpose()))
        };
        let mut of_primitive = |positions: &[Vec3]| {
            let (points, covariances) = positions.iter().map(&mut center).unzip();
            PrimitiveCenters::with_covariances(points, covariances)
        };
        let centers: Vec<_> = model.primitives.iter().map(|own| of_primitive(&own.positions)).collect();
        let mut gpu_model = GpuModel::for_deforming(context(), &model).unwrap();
        gpu_model.set_centers(&centers);
        Self { model, gpu_model, centers }
    }

    /// Turned joints, with scale if `scaled`.
    pub fn pose(&self, scaled: bool) -> Pose {
        let mut random = Random::new(5);
        let mut pose = Pose::rest(&self.model.skeleton);
        for joint in &mut pose.joints {
            joint.rotation = (joint.rotation * random.rotation(80.0)).normalize();
            joint.translation += random.vector(0.1);
            if scaled {
                joint.scale *= Vec3::splat(1.0) + random.vector(0.2);
            }
        }
        pose
    }

    fn palettes(&self, settings: SkinningSettings) -> impl Fn(bool) -> Vec<JointPalette> {
        move |scaled| JointPalette::all(&self.model, &self.pose(scaled), settings)
    }

    /// The skin as the program deforms it.
    pub fn deformed(&self, settings: SkinningSettings, scaled: bool) -> Vec<Vec<Skinned>> {
        let palettes = self.palettes(settings)(scaled);
        let deformed = deform(context(), &self.gpu_model, &palettes, settings).unwrap();
        deformed.iter().map(|own| own.iter().map(|vertex| [vertex.position, vertex.normal]).collect()).collect()
    }

    /// What a shader reads to skin a primitive. `influences_per_vertex` is zero for lists of any length.
    pub fn buffers(
        &self,
        primitive: usize,
        settings: SkinningSettings,
        scaled: bool,
        influences_per_vertex: usize,
    ) -> Buffers {
        let source = &self.model.primitives[primitive];
        let skin = source.skin as usize;
        assert_eq!(self.model.skins[skin].kind, SkinKind::Skinned);
        let palette = &self.palettes(settings)(scaled)[skin];
        let (vertices, influences) = self.vertices(primitive, influences_per_vertex);
        let blend = [settings.blend.get(), 0.0, 0.0, 0.0];
        let mut buffers = Buffers::from([
            ((0, 0), vec![0; source.positions.len() * 32]),
            ((1, 0), vertices),
            ((1, 1), influences),
            ((2, 4), bytemuck::cast_slice(&blend).to_vec()),
        ]);
        if let Some(data) = settings.method.rest_data() {
            let mut sets = SetsOfSkins::default();
            let append = data.elements(&self.model, primitive, self.centers.get(primitive), &mut sets);
            let vertices = 0..source.positions.len();
            let bytes = if data.element_of() == ElementOf::VertexList {
                listed_data(vertices, &append)
            } else {
                let mut bytes = Vec::new();
                vertices.for_each(|vertex| append(vertex, &mut bytes));
                bytes
            };
            buffers.insert((1, 2), bytes);
        }
        for (binding, list) in (0..).zip(PaletteList::read_by(settings.method, SkinKind::Skinned)) {
            if let Some(list) = list {
                buffers.insert((2, binding), packed_list(list, palette));
            }
        }
        buffers
    }

    /// `MeshVertex` and `Influence` as the header of a shader describes them.
    fn vertices(&self, primitive: usize, influences_per_vertex: usize) -> (Vec<u8>, Vec<u8>) {
        let source = &self.model.primitives[primitive];
        let (mut vertices, mut influences) = (Vec::new(), Vec::new());
        for (index, (position, normal)) in source.positions.iter().zip(&source.normals).enumerate() {
            let own = source.influences.of(index);
            vertices.extend(bytes_of(position));
            vertices.extend(bytes_of(&((influences.len() / 8) as u32)));
            vertices.extend(bytes_of(normal));
            vertices.extend(bytes_of(&(own.len() as u32)));
            for influence in own {
                influences.extend(bytes_of(&influence.joint));
                influences.extend(bytes_of(&influence.weight));
            }
            let padding = influences_per_vertex.saturating_sub(own.len());
            influences.extend(std::iter::repeat_n([0; 8], padding).flatten());
        }
        (vertices, influences)
    }
}

/// The vertices of a `DeformedVertex` buffer.
pub fn skinned(bytes: &[u8]) -> Vec<Skinned> {
    let floats: Vec<f32> = bytemuck::pod_collect_to_vec(bytes);
    let vertices = floats.as_chunks::<8>().0.iter();
    vertices.map(|v| [Vec3::new(v[0], v[1], v[2]), Vec3::new(v[4], v[5], v[6])]).collect()
}

/// The settings of the program for a shader.
pub fn program_settings(shader: &skinscope::gpu::standalone::StandaloneSettings) -> SkinningSettings {
    SkinningSettings {
        method: shader.method,
        chosen_antipodality: Some(shader.antipodality),
        blend: BlendFactor::nearest(0.3),
        ..SkinningSettings::default()
    }
}
