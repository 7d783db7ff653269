// Baked rigs, moved by three.js with three-vrm's constraints and by skinscope.
//   node baked.mjs PROGRAM POSES MODEL...

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { TOLERANCE, compareRig, inFolder } from "./rigs.mjs";

const [program, poses, models] = [process.argv[2], Number(process.argv[3]), process.argv.slice(4)];
let wrong = 0;
await inFolder(async (folder) => {
  const rig = join(folder, "rig.glb");
  for (const model of models) {
    execFileSync(program, ["bake", model, "--look", "dqs", "--helpers", "3", "-o", rig], { stdio: "pipe" });
    const { farthest, constrained } = await compareRig(program, rig, poses);
    const told = `${constrained} helper joints, ${poses} poses, farthest ${farthest.toExponential(2)} of the extent`;
    console.log(`${model}: ${told}`);
    if (!(farthest <= TOLERANCE) || constrained === 0) wrong += 1;
  }
});
if (wrong > 0) {
  console.error(`${wrong} of ${models.length} rigs move differently, by more than ${TOLERANCE} of the extent`);
  process.exit(1);
}
