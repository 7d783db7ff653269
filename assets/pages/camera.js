"use strict";

// Cameras as the program has them (crates/gpu/src/view/camera.rs): right-handed, y up, infinite reverse depth. Matrices
// are columns, as WGSL has them.

/** The axes of a camera in the world: x to the right, y up, z toward the eye. */
function axesOf({ yaw, pitch }) {
  const [sinYaw, cosYaw, sinPitch, cosPitch] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return [
    [cosYaw, 0, -sinYaw],
    [-sinPitch * sinYaw, cosPitch, -sinPitch * cosYaw],
    [cosPitch * sinYaw, sinPitch, cosPitch * cosYaw],
  ];
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function product(a, b) {
  const of = (row, column) => [0, 1, 2, 3].reduce((sum, i) => sum + a[4 * i + row] * b[4 * column + i], 0);
  return Array.from({ length: 16 }, (_, index) => of(index % 4, Math.floor(index / 4)));
}

/** A matrix from its first three rows, each an axis with a shift. */
function fromRows(rows) {
  const columns = [0, 1, 2].map((i) => [...rows.map(([axis]) => axis[i]), 0]);
  return [...columns.flat(), ...rows.map(([, shift]) => shift), 1];
}

/** What a picture of this shape needs of a camera. */
function viewOf(camera, aspect) {
  const axes = axesOf(camera);
  const eye = camera.target.map((part, i) => part + axes[2][i] * camera.distance);
  const viewFromWorld = fromRows(axes.map((axis) => [axis, -dot(axis, eye)]));
  const zoom = 1 / Math.tan(camera.fov / 2);
  const near = camera.distance * camera.near;
  const clipFromView = [zoom / aspect, 0, 0, 0, 0, zoom, 0, 0, 0, 0, 0, -1, 0, 0, near, 0];
  const clipFromWorld = product(clipFromView, viewFromWorld);
  return { axes, eye, viewFromWorld, clipFromWorld, viewFromNdc: [aspect / zoom, 1 / zoom], near };
}

/** The key light's view of a sphere. Its direction is fixed in the view. */
function lightOf(axes, directionInView, center, radius) {
  const toLight = [0, 1, 2].map((i) => axes.reduce((sum, axis, j) => sum + axis[i] * directionInView[j], 0));
  const [x, y, z] = toLight;
  const sign = z < 0 ? -1 : 1;
  const a = -1 / (sign + z);
  const right = [1 + sign * x * x * a, sign * x * y * a, -sign * x];
  const up = [x * y * a, sign + y * y * a, -y];
  const row = (axis, scale, shift) => [axis.map((part) => part * scale), shift - dot(axis, center) * scale];
  const clipFromWorld = fromRows([row(right, 1 / radius, 0), row(up, 1 / radius, 0), row(toLight, -0.5 / radius, 0.5)]);
  const textureFromClip = [0.5, 0, 0, 0, 0, -0.5, 0, 0, 0, 0, 1, 0, 0.5, 0.5, 0, 1];
  return { clipFromWorld, textureFromWorld: product(textureFromClip, clipFromWorld) };
}

/** Where a point of the world is in a picture, as fractions of its width and height. Null behind the eye. */
function projected(point, view) {
  const [x, y, , w] = [0, 1, 2, 3].map((row) =>
    [...point, 1].reduce((sum, part, i) => sum + part * view.clipFromWorld[4 * i + row], 0),
  );
  return w < view.near ? null : [0.5 + (0.5 * x) / w, 0.5 - (0.5 * y) / w];
}

/** A camera turned around its target, in radians, and moved by a factor of its distance. */
function orbited(camera, toTheSide, above, factor = 1) {
  const quarter = Math.PI / 2;
  return {
    ...camera,
    yaw: camera.yaw + toTheSide,
    pitch: Math.min(quarter, Math.max(-quarter, camera.pitch + above)),
    distance: camera.distance * factor,
  };
}
