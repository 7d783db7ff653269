// Rigs with twist joints of each kind, moved by three.js with three-vrm's constraints, and by skinscope from the model
// that they were made of.
//   node twisted.mjs PROGRAM POSES MODEL...

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { TOLERANCE, compareRig, inFolder } from "./rigs.mjs";

const [program, poses, models] = [process.argv[2], Number(process.argv[3]), process.argv.slice(4)];
const KINDS = ["end", "own", "both"];
const STEPS = 3;
const MOST_BONES = 6;

/** Splits of the first bones that can be split this way. */
function splitsOf(model, kind, rig) {
  const { skins } = JSON.parse(execFileSync(program, ["info", model, "--json"], { stdio: "pipe" }));
  const joints = new Set(skins.flatMap((skin) => skin.joints.map((joint) => joint.node)));
  const splits = [];
  for (const node of joints) {
    if (splits.length === MOST_BONES) break;
    const split = ["--twist", `#${node}:${STEPS}:${kind}`];
    try {
      execFileSync(program, ["rig", model, ...split, "-o", rig], { stdio: "pipe" });
      splits.push(split);
    } catch (error) {
      // Status 2: the joint has no bone, or nothing above it.
      if (error.status !== 2) throw error;
    }
  }
  return splits.flat();
}

let [wrong, rigs] = [0, 0];
await inFolder(async (folder) => {
  const rig = join(folder, "rig.glb");
  for (const model of models) {
    for (const kind of KINDS) {
      const splits = splitsOf(model, kind, rig);
      if (splits.length === 0) {
        console.log(`${model}: no bone for ${kind}`);
        continue;
      }
      execFileSync(program, ["rig", model, ...splits, "-o", rig], { stdio: "pipe" });
      const { farthest, constrained } = await compareRig(program, rig, poses, model, splits);
      const told = `${constrained} constraints, ${poses} poses, farthest ${farthest.toExponential(2)} of the extent`;
      console.log(`${model}: ${kind} on ${splits.length / 2} bones, ${told}`);
      rigs += 1;
      if (!(farthest <= TOLERANCE) || constrained === 0) wrong += 1;
    }
  }
});
if (wrong > 0 || rigs === 0) {
  console.error(`${wrong} of ${rigs} rigs move differently, by more than ${TOLERANCE} of the extent`);
  process.exit(1);
}
