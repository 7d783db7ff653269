// A written rig, moved by three.js with three-vrm's constraints and by skinscope.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as THREE from "three";
import { generator, load, longestSide, readNpy } from "./three.mjs";

// Of the extent of the rest pose.
export const TOLERANCE = 1e-4;
const LARGEST_DEGREES = 80;

/** The object of each node of the file, by the node's index. */
function objectsOf({ gltf }) {
  const objects = [];
  for (const [object, source] of gltf.parser.associations) {
    if (source?.nodes !== undefined && object.isObject3D) objects[source.nodes] = object;
  }
  return objects;
}

/** The skinned meshes in the order of their nodes. A node of several primitives is a group. */
function meshesOf({ gltf }, objects) {
  const skinned = gltf.parser.json.nodes.map((node, index) => (node.skin === undefined ? null : objects[index]));
  const meshes = skinned.filter((object) => object).flatMap((object) => (object.isMesh ? [object] : object.children));
  return meshes.filter((object) => object.isSkinnedMesh);
}

// The loader would scale the first four weights of a vertex to one, and leave the others.
THREE.SkinnedMesh.prototype.normalizeSkinWeights = () => {};

/** The joints and weights of a mesh, in sets of four. three.js draws the first set. */
function setsOf({ geometry: { attributes } }) {
  const sets = [[attributes.skinIndex, attributes.skinWeight]];
  for (let set = 1; attributes[`joints_${set}`]; set++) sets.push([attributes[`joints_${set}`], attributes[`weights_${set}`]]);
  return sets;
}

/** Positions of all vertices in the scene, by all of their weights. */
function positionsOf({ gltf }, meshes) {
  gltf.scene.updateMatrixWorld(true);
  const [point, part, sum] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  return meshes.flatMap((mesh) => {
    const { bones, boneInverses } = mesh.skeleton;
    const matrices = bones.map((bone, index) => bone.matrixWorld.clone().multiply(boneInverses[index]));
    const sets = setsOf(mesh);
    return [...Array(mesh.geometry.attributes.position.count).keys()].map((vertex) => {
      // With its morph targets.
      THREE.Mesh.prototype.getVertexPosition.call(mesh, vertex, point);
      sum.set(0, 0, 0);
      let whole = 0;
      for (const [joints, weights] of sets) {
        for (let component = 0; component < 4; component++) {
          const weight = weights.getComponent(vertex, component);
          if (weight === 0) continue;
          part.copy(point).applyMatrix4(matrices[joints.getComponent(vertex, component)]);
          sum.addScaledVector(part, weight);
          whole += weight;
        }
      }
      return sum.divideScalar(whole).toArray();
    });
  });
}

/**
 * Poses a rig at random. Returns the farthest distance of a vertex, as a fraction of the extent, and the number of
 * constrained nodes. skinscope poses `model` with `flags`, by default the rig.
 */
export async function compareRig(program, rig, poses, model = rig, flags = []) {
  const folder = mkdtempSync(join(tmpdir(), "skinscope-rig-"));
  const [pose, skin] = ["pose.json", "skin.npy"].map((name) => join(folder, name));
  const loaded = await load(readFileSync(rig));
  const objects = objectsOf(loaded);
  const meshes = meshesOf(loaded, objects);
  if (meshes.length === 0) throw new Error(`nothing moves in ${model}`);
  const { nodes, skins } = loaded.gltf.parser.json;
  const isConstrained = ({ extensions }) => extensions?.VRMC_node_constraint !== undefined;
  const joints = [...new Set(skins.flatMap((skin) => skin.joints))];
  // Twist joints with a frame of their own may have the constraint there.
  const isDriven = (node) => isConstrained(nodes[node]) || nodes[node].extras?.skinscope_twist !== undefined;
  const turned = joints.filter((node) => !isDriven(node));
  const extent = longestSide(positionsOf(loaded, meshes));
  const random = generator(7);
  let farthest = 0;
  for (let number = 0; number < poses; number++) {
    const posed = { skinscope_pose: 1, joints: {} };
    for (const node of turned) {
      const axis = new THREE.Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
      const turn = new THREE.Quaternion().setFromAxisAngle(axis, (random() * LARGEST_DEGREES * Math.PI) / 180);
      const rest = restOf(nodes[node]);
      objects[node].quaternion.copy(rest.multiply(turn).normalize());
      posed.joints[`#${node}`] = { rotation: objects[node].quaternion.toArray() };
    }
    writeFileSync(pose, JSON.stringify(posed));
    const all = [...flags, "--pose", pose, "--method", "lbs", "--backend", "cpu", "--no-cache"];
    execFileSync(program, ["deform", model, ...all, "-o", skin], { stdio: "pipe" });
    loaded.constraints?.update();
    const [found, expected] = [readNpy(skin), positionsOf(loaded, meshes)];
    if (found.length !== expected.length) throw new Error(`${found.length} of ${expected.length} vertices`);
    expected.forEach((position, vertex) => {
      const distance = Math.hypot(...position.map((value, axis) => value - found[vertex][axis])) / extent;
      farthest = Math.max(farthest, distance);
    });
  }
  rmSync(folder, { recursive: true });
  return { farthest, constrained: nodes.filter(isConstrained).length, joints: turned.length };
}

function restOf(node) {
  if (node.matrix === undefined) return new THREE.Quaternion().fromArray(node.rotation ?? [0, 0, 0, 1]);
  const rest = new THREE.Quaternion();
  new THREE.Matrix4().fromArray(node.matrix).decompose(new THREE.Vector3(), rest, new THREE.Vector3());
  return rest;
}

/** A folder for the time of a call. */
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "skinscope-written-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
