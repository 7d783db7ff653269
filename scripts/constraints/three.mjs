// What the comparisons with three.js share.

import { VRMNodeConstraintLoaderPlugin } from "@pixiv/three-vrm-node-constraint";
import { readFileSync } from "node:fs";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";

// The loader looks for the browser's window.
globalThis.self = globalThis;

/** Numbers from 0 to 1, the same for one seed everywhere (mulberry32). */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export async function load(bytes) {
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMNodeConstraintLoaderPlugin(parser));
  const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const gltf = await loader.parseAsync(copy, "");
  let mesh = null;
  gltf.scene.traverse((object) => {
    if (object.isSkinnedMesh) mesh = object;
  });
  return { gltf, mesh, constraints: gltf.userData.vrmNodeConstraintManager };
}

export function longestSide(positions) {
  // Spread arguments would be too many.
  const side = (axis) => {
    const values = positions.map((position) => position[axis]);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  };
  return Math.max(side(0), side(1), side(2));
}

export function readNpy(path) {
  const bytes = readFileSync(path);
  const start = 10 + bytes.readUInt16LE(8);
  const floats = new Float32Array(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length));
  return Array.from({ length: floats.length / 3 }, (_, vertex) => [...floats.slice(3 * vertex, 3 * vertex + 3)]);
}
