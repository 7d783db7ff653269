// Baked rigs, moved by three.js with three-vrm's constraints and by skinscope.
//   node baked.mjs PROGRAM POSES MODEL...

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as THREE from "three";
import { generator, load, longestSide, readNpy } from "./three.mjs";

const [program, poses, models] = [process.argv[2], Number(process.argv[3]), process.argv.slice(4)];
// Of the extent of the rest pose.
const TOLERANCE = 1e-4;
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

/** Positions of all vertices in the scene. */
function positionsOf({ gltf }, meshes) {
  gltf.scene.updateMatrixWorld(true);
  const point = new THREE.Vector3();
  return meshes.flatMap((mesh) => {
    mesh.skeleton.update();
    return [...Array(mesh.geometry.attributes.position.count).keys()].map((vertex) => {
      mesh.getVertexPosition(vertex, point);
      return point.applyMatrix4(mesh.matrixWorld).toArray();
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), "skinscope-baked-"));
const [rig, pose, skin] = ["rig.glb", "pose.json", "skin.npy"].map((name) => join(folder, name));
let wrong = 0;
for (const model of models) {
  execFileSync(program, ["bake", model, "--look", "dqs", "--helpers", "3", "-o", rig], { stdio: "pipe" });
  const loaded = await load(readFileSync(rig));
  const objects = objectsOf(loaded);
  const meshes = meshesOf(loaded, objects);
  const { nodes } = loaded.gltf.parser.json;
  const names = new Map();
  nodes.forEach(({ name }) => names.set(name, (names.get(name) ?? 0) + 1));
  const joints = loaded.gltf.parser.json.skins[0].joints;
  const helpers = joints.filter((node) => nodes[node].extensions?.VRMC_node_constraint).length;
  const turned = joints.filter((node) => !nodes[node].extensions && names.get(nodes[node].name) === 1);
  const extent = longestSide(positionsOf(loaded, meshes));
  const random = generator(7);
  let farthest = 0;
  for (let number = 0; number < poses; number++) {
    const posed = { skinscope_pose: 1, joints: {} };
    for (const node of turned) {
      const axis = new THREE.Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
      const turn = new THREE.Quaternion().setFromAxisAngle(axis, (random() * LARGEST_DEGREES * Math.PI) / 180);
      const rest = new THREE.Quaternion().fromArray(nodes[node].rotation ?? [0, 0, 0, 1]);
      objects[node].quaternion.copy(rest.multiply(turn).normalize());
      posed.joints[nodes[node].name] = { rotation: objects[node].quaternion.toArray() };
    }
    writeFileSync(pose, JSON.stringify(posed));
    const flags = ["--method", "lbs", "--backend", "cpu", "--no-cache"];
    execFileSync(program, ["deform", rig, "--pose", pose, ...flags, "-o", skin], { stdio: "pipe" });
    loaded.constraints.update();
    const [found, expected] = [readNpy(skin), positionsOf(loaded, meshes)];
    if (found.length !== expected.length) throw new Error(`${found.length} of ${expected.length} vertices`);
    expected.forEach((position, vertex) => {
      const distance = Math.hypot(...position.map((value, axis) => value - found[vertex][axis])) / extent;
      farthest = Math.max(farthest, distance);
    });
  }
  console.log(`${model}: ${helpers} helper joints, ${poses} poses, farthest ${farthest.toExponential(2)} of the extent`);
  if (!(farthest <= TOLERANCE) || helpers === 0) wrong += 1;
}
rmSync(folder, { recursive: true });
if (wrong > 0) {
  console.error(`${wrong} of ${models.length} rigs move differently, by more than ${TOLERANCE} of the extent`);
  process.exit(1);
}
