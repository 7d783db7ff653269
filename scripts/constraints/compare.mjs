// Random rigs with constraints of all kinds, posed by skinscope and by three.js with three-vrm's constraints.
//   node compare.mjs PROGRAM RIGS

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as THREE from "three";
import { generator, load, longestSide, readNpy } from "./three.mjs";

const [program, rigs] = [process.argv[2], Number(process.argv[3])];
const JOINTS = 14;
const POSES = 3;
const VERTICES_OF_JOINT = 4;
// Of the extent of the rest pose.
const TOLERANCE = 1e-5;

class Random {
  constructor(seed) {
    this.next = generator(seed);
  }

  between(least, most) {
    return least + (most - least) * this.next();
  }

  below(count) {
    return Math.floor(this.next() * count);
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  vector(size) {
    return [0, 1, 2].map(() => Math.fround(this.between(-size, size)));
  }

  /** Any rotation, evenly. */
  rotation() {
    const quaternion = new THREE.Quaternion();
    do {
      quaternion.set(this.between(-1, 1), this.between(-1, 1), this.between(-1, 1), this.between(-1, 1));
    } while (quaternion.length() > 1 || quaternion.length() < 0.1);
    return quaternion.normalize().toArray().map(Math.fround);
  }

  scale() {
    const factor = Math.fround(this.between(0.7, 1.4));
    return [factor, factor, factor];
  }

  shuffled(list) {
    const left = [...list];
    return list.map(() => left.splice(this.below(left.length), 1)[0]);
  }

  constraint(source) {
    const weight = this.next() < 0.4 ? {} : { weight: this.next() };
    const sign = this.pick(["Positive", "Negative"]);
    const axis = this.pick(["X", "Y", "Z"]);
    return this.pick([
      { roll: { source, rollAxis: axis, ...weight } },
      { aim: { source, aimAxis: sign + axis, ...weight } },
      { rotation: { source, ...weight } },
    ]);
  }
}

/**
 * A tree of joints whose frames are turned, moved and scaled. Two of three have a constraint. Parents and sources are made
 * before what depends on them, so that nothing does on itself, and stand anywhere in the list.
 */
function randomNodes(random) {
  const order = random.shuffled([...Array(JOINTS).keys()]);
  const nodes = [];
  order.forEach((index, made) => {
    const node = { name: `j${index}`, translation: random.vector(1), rotation: random.rotation() };
    if (random.next() < 0.3) node.scale = random.scale();
    if (made > 0 && random.next() < 0.67) {
      const constraint = random.constraint(random.pick(order.slice(0, made)));
      node.extensions = { VRMC_node_constraint: { specVersion: "1.0", constraint } };
    }
    if (made > 0 && random.next() < 0.9) {
      const parent = nodes[random.pick(order.slice(Math.max(0, made - 4), made))];
      (parent.children ??= []).push(index);
    }
    nodes[index] = node;
  });
  return nodes;
}

/** A .glb whose vertices each follow one joint, at random positions in its frame. */
function glb(nodes, random) {
  const count = JOINTS * VERTICES_OF_JOINT;
  const positions = [];
  for (let vertex = 0; vertex < count; vertex++) positions.push(random.vector(0.5));
  const joints = positions.map((_, vertex) => [Math.floor(vertex / VERTICES_OF_JOINT), 0, 0, 0]);
  const indices = [...Array(count - 2).keys()].map((first) => [first, first + 1, first + 2]);
  const parts = [
    [Float32Array.from(positions.flat()), 5126, "VEC3", count],
    [Uint8Array.from(joints.flat()), 5121, "VEC4", count],
    [Float32Array.from(joints.flatMap(() => [1, 0, 0, 0])), 5126, "VEC4", count],
    [Uint16Array.from(indices.flat()), 5123, "SCALAR", indices.length * 3],
  ];
  const bufferViews = [];
  const accessors = [];
  const chunks = [];
  let length = 0;
  for (const [values, componentType, type, elements] of parts) {
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: values.byteLength });
    accessors.push({ bufferView: accessors.length, componentType, type, count: elements });
    const bytes = Buffer.from(values.buffer);
    chunks.push(bytes, Buffer.alloc(-bytes.length & 3));
    length += bytes.length + (-bytes.length & 3);
  }
  const bounds = (choose) => [0, 1, 2].map((axis) => choose(...positions.map((position) => position[axis])));
  [accessors[0].min, accessors[0].max] = [bounds(Math.min), bounds(Math.max)];
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  const document = {
    asset: { version: "2.0" },
    extensionsUsed: ["VRMC_node_constraint"],
    scene: 0,
    scenes: [{ nodes: [...nodes.keys()].filter((node) => !children.has(node)).concat(JOINTS) }],
    nodes: [...nodes, { name: "mesh", mesh: 0, skin: 0 }],
    skins: [{ joints: [...nodes.keys()] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 }, indices: 3 }] }],
    accessors,
    bufferViews,
    buffers: [{ byteLength: length }],
  };
  const json = Buffer.from(JSON.stringify(document));
  const padding = Buffer.alloc(-json.length & 3, " ");
  const word = (value) => Buffer.from(Uint32Array.of(value).buffer);
  const jsonLength = json.length + padding.length;
  return Buffer.concat([
    Buffer.from("glTF"), word(2), word(28 + jsonLength + length),
    word(jsonLength), Buffer.from("JSON"), json, padding,
    word(length), Buffer.from("BIN\0"), ...chunks,
  ]);
}

/** Positions of all vertices in the scene, in double precision. */
function positionsOf({ gltf, mesh }) {
  gltf.scene.updateMatrixWorld(true);
  const { position, skinIndex } = mesh.geometry.attributes;
  const positions = [];
  for (let vertex = 0; vertex < position.count; vertex++) {
    const joint = skinIndex.getX(vertex);
    const point = new THREE.Vector3().fromBufferAttribute(position, vertex);
    point.applyMatrix4(mesh.skeleton.boneInverses[joint]).applyMatrix4(mesh.skeleton.bones[joint].matrixWorld);
    positions.push(point.toArray());
  }
  return positions;
}

/** A pose of the joints without a constraint; the others may be moved and scaled. */
function randomPose(nodes, random) {
  const joints = {};
  for (const node of nodes) {
    const joint = {};
    if (!node.extensions) joint.rotation = random.rotation();
    if (random.next() < 0.3) joint.translation = random.vector(1);
    if (random.next() < 0.3) joint.scale = random.scale();
    joints[node.name] = joint;
  }
  return { skinscope_pose: 1, joints };
}

const folder = mkdtempSync(join(tmpdir(), "skinscope-constraints-"));
const [rig, pose, skin] = ["rig.glb", "pose.json", "skin.npy"].map((name) => join(folder, name));
const kinds = { roll: 0, aim: 0, rotation: 0 };
let [compared, poses, chained, wrong] = [0, 0, 0, 0];
let worst = { distance: 0 };
for (let seed = 0; seed < rigs; seed++) {
  const random = new Random(seed);
  const nodes = randomNodes(random);
  const bytes = glb(nodes, random);
  const loaded = await load(bytes);
  writeFileSync(rig, bytes);
  const extent = longestSide(positionsOf(loaded));
  for (const node of nodes.filter((node) => node.extensions)) {
    const [kind, { source }] = Object.entries(node.extensions.VRMC_node_constraint.constraint)[0];
    kinds[kind] += 1;
    chained += nodes[source].extensions ? 1 : 0;
  }
  for (let number = 0; number < POSES; number++) {
    const posed = randomPose(nodes, random);
    writeFileSync(pose, JSON.stringify(posed));
    const flags = ["--method", "lbs", "--backend", "cpu", "--no-cache"];
    execFileSync(program, ["deform", rig, "--pose", pose, ...flags, "-o", skin], { stdio: "pipe" });
    const found = readNpy(skin);
    for (const node of nodes) {
      const object = loaded.gltf.scene.getObjectByName(node.name);
      const { rotation, translation, scale } = posed.joints[node.name];
      object.quaternion.fromArray(rotation ?? node.rotation);
      object.position.fromArray(translation ?? node.translation);
      object.scale.fromArray(scale ?? node.scale ?? [1, 1, 1]);
    }
    loaded.constraints.update();
    const expected = positionsOf(loaded);
    if (found.length !== expected.length) throw new Error(`${found.length} of ${expected.length} vertices`);
    poses += 1;
    expected.forEach((position, vertex) => {
      const distance = Math.hypot(...position.map((value, axis) => value - found[vertex][axis])) / extent;
      compared += 1;
      if (!(distance <= TOLERANCE)) wrong += 1;
      if (!(distance <= worst.distance)) worst = { distance, seed, number, joint: Math.floor(vertex / VERTICES_OF_JOINT) };
    });
  }
}
rmSync(folder, { recursive: true });
console.log(`${rigs} rigs, ${poses} poses, ${compared} vertices`);
console.log(`constraints: ${JSON.stringify(kinds)}, of these ${chained} of a constrained source`);
console.log(`farthest: ${worst.distance.toExponential(2)} of the extent, ${JSON.stringify(worst)}`);
if (wrong > 0) {
  console.error(`${wrong} vertices are farther than ${TOLERANCE} of the extent`);
  process.exit(1);
}
