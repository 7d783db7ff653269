//! The compute passes of `delta-mush`: linear blending of a whole skin, and `smooth.wgsl` after it.

use super::chunks::{WORKGROUP_SIZE, largest_storage_binding, workgroups};
use super::mirrors::{
    DeformedVertexData, InfluenceData, MeshVertex, PosedVertexData, RestDetailData, SmoothedRestData, SmoothingData,
};
use super::{GpuContext, GpuError, GpuModel, InfluencePath, MethodPipeline};
use glam::DVec3;
use skinscope_core::model::{Primitive, RestDetail, SMOOTHING_PART, SMOOTHING_STEPS, SmoothSurface, StoredSkin};
use skinscope_core::skinning::{JointPalette, SignMode, SkinningMethod, SmoothingInput, mirrored_vertices};
use std::mem::size_of;
use std::sync::{Arc, Mutex, PoisonError};

// Points end where they began, so that the last pass finds them.
const _: () = assert!(SMOOTHING_STEPS.is_multiple_of(2));

/// The passes of `smooth.wgsl`, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SmoothingPass {
    /// The centers of the surface's pieces.
    Center,
    /// From vertices to points.
    Weld,
    /// A step.
    Smooth,
    /// From points to vertices.
    Restore,
}

impl SmoothingPass {
    /// The entry point.
    pub(super) fn entry_point(self) -> &'static str {
        match self {
            Self::Center => "find_centers",
            Self::Weld => "weld",
            Self::Smooth => "smooth_points",
            Self::Restore => "restore",
        }
    }

    /// The constants of the shader.
    pub(super) fn constants() -> [(&'static str, f64); 3] {
        [
            ("workgroup_size", f64::from(WORKGROUP_SIZE)),
            ("part", SMOOTHING_PART),
            ("large_piece", f64::from(LARGE_PIECE)),
        ]
    }
}

/// Points of a piece from which its center is any of its points. One invocation visits all points of a smaller one. Pieces
/// that smoothing all but removes, such as eyes and buttons, are smaller.
const LARGE_PIECE: u32 = 512;

/// The skins of a model that were smoothed last: one shape of each, for each way in which it is stored.
#[derive(Debug, Default)]
pub(super) struct SmoothedSkins(Mutex<Vec<SmoothedSkin>>);

/// Most of them, for each skin of the model: as many as there may be panes, and what they compare with.
const MOST_OF_EACH: usize = 32;

impl SmoothedSkins {
    /// Takes a skin out, which nobody else then smooths.
    fn take(&self, skin: u32, primitives: &[Arc<Primitive>]) -> Option<SmoothedSkin> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |own: &SmoothedSkin| {
            own.skin == skin
                && own.primitives.len() == primitives.len()
                && own.primitives.iter().zip(primitives).all(|(own, other)| Arc::ptr_eq(own, other))
        };
        let index = kept.iter().position(is_same)?;
        Some(kept.remove(index))
    }

    /// Keeps a skin in place of other shapes of it, and of those that were not used for the longest time.
    fn keep(&self, smoothed: SmoothedSkin, skins: usize) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|other| (other.skin, other.stored) != (smoothed.skin, smoothed.stored));
        kept.insert(0, smoothed);
        kept.truncate(MOST_OF_EACH * skins);
    }
}

/// A skin at rest, and memory in which it is smoothed.
#[derive(Debug)]
struct SmoothedSkin {
    skin: u32,
    stored: StoredSkin,
    /// The skin in its shape, as it is stored.
    primitives: Vec<Arc<Primitive>>,
    vertex_count: usize,
    point_count: usize,
    piece_count: usize,
    /// Group 1 of `deform.wgsl`: all vertices of the skin.
    vertices: wgpu::BindGroup,
    /// Group 0 of `deform.wgsl`.
    output: wgpu::BindGroup,
    buffers: SmoothingBuffers,
}

/// The buffers of `smooth.wgsl`, but for the result.
#[derive(Debug)]
struct SmoothingBuffers {
    uniform: wgpu::Buffer,
    blended: wgpu::Buffer,
    lists: wgpu::Buffer,
    rest_vertices: wgpu::Buffer,
    rest_details: wgpu::Buffer,
    points: [wgpu::Buffer; 2],
    mirrored: wgpu::Buffer,
}

impl GpuModel {
    /// Smooths a skin in the pose of a palette and in the shape that is shown. Writes a [`PosedVertexData`] for each of its
    /// vertices to `posed`. `palette_group` is group 2 of the shaders, with the palette's matrices.
    ///
    /// # Errors
    /// Out of memory, a lost device, or more vertices than a buffer holds.
    pub(super) fn smooth(
        &self,
        context: &GpuContext,
        (skin, stored): (u32, StoredSkin),
        palette: &JointPalette,
        palette_group: &wgpu::BindGroup,
        posed: &wgpu::Buffer,
    ) -> Result<(), GpuError> {
        let model = self.model();
        let primitives = SmoothingInput::primitives(&model, skin, stored);
        let smoothed = match self.smoothed.take(skin, &primitives) {
            Some(smoothed) => smoothed,
            None => {
                let Some(input) = SmoothingInput::of(&model, skin, primitives) else { return Ok(()) };
                SmoothedSkin::upload(context, (skin, stored), input)?
            }
        };
        let extent = self.rest_bounds().extent();
        let unit = if extent > 0.0 && extent.is_finite() { extent } else { 1.0 };
        let result = smoothed.run(context, palette, unit, palette_group, posed);
        self.smoothed.keep(smoothed, model.skins.len());
        result
    }

    /// Bytes of a skin's vertices in a pose.
    pub(super) fn posed_bytes_of_skin(&self, skin: u32) -> u64 {
        let own = self.primitives.iter().filter(|primitive| primitive.skin == skin);
        own.map(|primitive| (primitive.vertex_count * size_of::<PosedVertexData>()) as u64).sum()
    }
}

impl SmoothedSkin {
    fn upload(
        context: &GpuContext,
        (skin, stored): (u32, StoredSkin),
        input: SmoothingInput<'_>,
    ) -> Result<Self, GpuError> {
        let SmoothingInput { primitives, surface, detail } = input;
        let (mut vertices, mut influences, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        let mut points = surface.points_of_vertices().iter();
        for primitive in &primitives {
            for (vertex, (&position, &normal)) in primitive.positions.iter().zip(&primitive.normals).enumerate() {
                let own = primitive.influences.of(vertex);
                let (first_influence, influence_count) = (influences.len() as u32, own.len() as u32);
                vertices.push(MeshVertex { position, first_influence, normal, influence_count });
                influences.extend(own.iter().map(|&influence| InfluenceData::from(influence)));
                rest.push(SmoothedRestData { normal, point: points.next().copied().unwrap_or(0) });
            }
        }
        let (lists, piece_count) = lists(surface, &vertices);
        let (vertex_count, point_count) = (vertices.len(), surface.point_count());
        let limit = largest_storage_binding(&context.limits);
        let storage = |label: &'static str, bytes: &[u8]| match bytes.len() as u64 {
            bytes if bytes > limit => Err(GpuError::PaletteTooLarge { bytes, limit }),
            _ => Ok(context.buffer_of(label, bytes, wgpu::BufferUsages::STORAGE)),
        };
        let written = |label: &'static str, size: usize, usage: wgpu::BufferUsages| {
            let usage = usage | wgpu::BufferUsages::COPY_DST;
            let size = size as u64;
            context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size,
                usage,
                mapped_at_creation: false,
            })
        };
        let memory = |label: &'static str, size: usize| written(label, size, wgpu::BufferUsages::STORAGE);
        context.checked("the skin to smooth", || {
            let influences = storage("influences to smooth", bytemuck::cast_slice(&influences))?;
            let vertices = storage("vertices to smooth", bytemuck::cast_slice(&vertices))?;
            let buffers = SmoothingBuffers {
                uniform: written("smoothing", size_of::<SmoothingData>(), wgpu::BufferUsages::UNIFORM),
                blended: memory("blended vertices", vertex_count * size_of::<DeformedVertexData>()),
                lists: storage("surface", bytemuck::cast_slice(&lists))?,
                rest_vertices: storage("vertices at rest", bytemuck::cast_slice(&rest))?,
                rest_details: storage("detail", bytemuck::cast_slice(&details(&detail, point_count)))?,
                points: [(); 2].map(|()| memory("points", (point_count + piece_count) * size_of::<[f32; 4]>())),
                mirrored: memory("mirrored vertices", vertex_count.div_ceil(32) * size_of::<u32>()),
            };
            // The deforming shader reads neither data nor looks.
            let chunk = [&vertices, &influences, &influences, &influences];
            Ok(Self {
                skin,
                stored,
                primitives,
                vertex_count,
                point_count,
                piece_count,
                vertices: group(context, "vertices to smooth", &context.layouts.chunk, &chunk),
                output: group(context, "blended vertices", &context.layouts.deformed, &[&buffers.blended]),
                buffers,
            })
        })?
    }

    fn run(
        &self,
        context: &GpuContext,
        palette: &JointPalette,
        extent: f32,
        palette_group: &wgpu::BindGroup,
        posed: &wgpu::Buffer,
    ) -> Result<(), GpuError> {
        let Self { primitives, vertex_count, point_count, piece_count, vertices, output, buffers, .. } = self;
        let linear = MethodPipeline {
            method: SkinningMethod::Lbs,
            sign_mode: SignMode::AsGiven,
            influence_path: InfluencePath::Listed,
            palette_is_rigid: false,
        };
        let blend = context.pipelines.deform(context, linear)?;
        let center = context.pipelines.smoothing(context, SmoothingPass::Center)?;
        let weld = context.pipelines.smoothing(context, SmoothingPass::Weld)?;
        let smooth = context.pipelines.smoothing(context, SmoothingPass::Smooth)?;
        let restore = context.pipelines.smoothing(context, SmoothingPass::Restore)?;
        let mirrored = bits(&mirrored_vertices(primitives, palette));
        let smoothing = SmoothingData {
            extent,
            vertex_count: *vertex_count as u32,
            point_count: *point_count as u32,
            piece_count: *piece_count as u32,
            has_mirrored: u32::from(!mirrored.is_empty()),
        };
        context.checked("the smoothed skin", || {
            context.queue.write_buffer(&buffers.uniform, 0, bytemuck::bytes_of(&smoothing));
            if !mirrored.is_empty() {
                context.queue.write_buffer(&buffers.mirrored, 0, bytemuck::cast_slice(&mirrored));
            }
            let [there, back] = [[0, 1], [1, 0]].map(|points| buffers.group(context, points, posed));
            let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                pass.set_pipeline(&blend);
                pass.set_bind_group(0, output, &[]);
                pass.set_bind_group(1, vertices, &[]);
                pass.set_bind_group(2, palette_group, &[]);
                pass.dispatch_workgroups(workgroups(*vertex_count), 1, 1);
            }
            {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                // Writes after the second list of points, which keeps it.
                pass.set_pipeline(&center);
                pass.set_bind_group(0, &there, &[]);
                pass.dispatch_workgroups(workgroups(*piece_count), 1, 1);
                pass.set_pipeline(&weld);
                pass.set_bind_group(0, &back, &[]);
                pass.dispatch_workgroups(workgroups(*point_count), 1, 1);
                pass.set_pipeline(&smooth);
                for step in 0..SMOOTHING_STEPS {
                    pass.set_bind_group(0, if step.is_multiple_of(2) { &there } else { &back }, &[]);
                    pass.dispatch_workgroups(workgroups(*point_count), 1, 1);
                }
                pass.set_pipeline(&restore);
                pass.set_bind_group(0, &there, &[]);
                pass.dispatch_workgroups(workgroups(*vertex_count), 1, 1);
            }
            context.queue.submit([encoder.finish()]);
        })
    }
}

impl SmoothingBuffers {
    /// Group 0 of `smooth.wgsl` for a pass that reads one of the lists of points and writes the other.
    fn group(&self, context: &GpuContext, [before, after]: [usize; 2], posed: &wgpu::Buffer) -> wgpu::BindGroup {
        let Self { uniform, blended, lists, rest_vertices, rest_details, points, mirrored } = self;
        let bound =
            [uniform, blended, lists, rest_vertices, rest_details, &points[before], &points[after], posed, mirrored];
        group(context, "smoothing", &context.layouts.smoothing, &bound)
    }
}

fn group(
    context: &GpuContext,
    label: &'static str,
    layout: &wgpu::BindGroupLayout,
    buffers: &[&wgpu::Buffer],
) -> wgpu::BindGroup {
    let entries: Vec<wgpu::BindGroupEntry<'_>> = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
        .collect();
    context.device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(label), layout, entries: &entries })
}

/// 32 in a word, the first in the lowest bit.
fn bits(all: &[bool]) -> Vec<u32> {
    all.chunks(32).map(|bits| bits.iter().rev().fold(0, |word, &bit| (word << 1) | u32::from(bit))).collect()
}

/// `rest_details` of `smooth.wgsl`.
fn details(detail: &RestDetail, points: usize) -> Vec<RestDetailData> {
    let of_point = |point: usize| {
        let (frame, delta) = (detail.frame(point).as_mat3(), detail.delta(point).as_vec3());
        RestDetailData {
            tangent: frame.x_axis,
            delta_along_tangent: delta.x,
            binormal: frame.y_axis,
            delta_along_binormal: delta.y,
            normal: frame.z_axis,
            delta_along_normal: delta.z,
        }
    };
    (0..points).map(of_point).collect()
}

/// `lists` of `smooth.wgsl`, and the number of pieces.
fn lists(surface: &SmoothSurface, rest: &[MeshVertex]) -> (Vec<u32>, usize) {
    let points = surface.point_count();
    let (mut vertices, mut corners) = (vec![Vec::new(); points], vec![Vec::new(); points]);
    for (vertex, &point) in (0..).zip(surface.points_of_vertices()) {
        vertices[point as usize].push(vertex);
    }
    for &[a, b, c] in surface.triangles() {
        for [own, next, last] in [[a, b, c], [b, c, a], [c, a, b]] {
            corners[own as usize].extend([next, last]);
        }
    }
    let position = |point: u32| rest[vertices[point as usize][0] as usize].position.as_dvec3();
    let pieces: Vec<Vec<u32>> = pieces(surface).into_iter().map(|piece| middle_first(piece, &position)).collect();
    let neighbors = (0..points).map(|point| surface.neighbors_of(point));
    let of_points: [Vec<&[u32]>; 3] = [
        vertices.iter().map(Vec::as_slice).collect(),
        neighbors.collect(),
        corners.iter().map(Vec::as_slice).collect(),
    ];
    let first_of_pieces = WORDS * (points + 1);
    let mut lists = vec![0; first_of_pieces + pieces.len() + 1];
    for (kind, of_points) in of_points.into_iter().enumerate() {
        for (point, list) in of_points.into_iter().enumerate() {
            lists[WORDS * point + kind] = lists.len() as u32;
            lists.extend_from_slice(list);
        }
        lists[WORDS * points + kind] = lists.len() as u32;
    }
    for (piece, list) in pieces.iter().enumerate() {
        lists[first_of_pieces + piece] = lists.len() as u32;
        lists.extend_from_slice(list);
        list.iter().for_each(|&point| lists[WORDS * point as usize + 4] = piece as u32);
    }
    lists[first_of_pieces + pieces.len()] = lists.len() as u32;
    for point in 0..points {
        lists[WORDS * point + 3] = surface.tangent_toward(point);
    }
    (lists, pieces.len())
}

/// A piece with the point first that is nearest to its mean, about which large pieces are smoothed.
fn middle_first(mut piece: Vec<u32>, position: &dyn Fn(u32) -> DVec3) -> Vec<u32> {
    let mean = piece.iter().map(|&point| position(point)).sum::<DVec3>() / piece.len() as f64;
    let distance = |point: u32| position(point).distance_squared(mean);
    let nearest = (0..piece.len()).min_by(|&a, &b| distance(piece[a]).total_cmp(&distance(piece[b])));
    piece.swap(0, nearest.unwrap_or(0));
    piece
}

/// Words of a point before the lists.
const WORDS: usize = 5;

/// The points of each piece of a surface that no edge connects with the others.
fn pieces(surface: &SmoothSurface) -> Vec<Vec<u32>> {
    let mut is_found = vec![false; surface.point_count()];
    let mut pieces = Vec::new();
    for point in 0..surface.point_count() {
        if is_found[point] {
            continue;
        }
        is_found[point] = true;
        let mut piece = vec![point as u32];
        let mut visited = 0;
        while let Some(&next) = piece.get(visited) {
            visited += 1;
            for &neighbor in surface.neighbors_of(next as usize) {
                if !is_found[neighbor as usize] {
                    is_found[neighbor as usize] = true;
                    piece.push(neighbor);
                }
            }
        }
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_stands_for_each_vertex() {
        let mut all = vec![false; 34];
        (all[0], all[5], all[33]) = (true, true, true);
        assert_eq!(bits(&all), [0b10_0001, 0b10]);
        assert!(bits(&[]).is_empty());
    }
}
