// Prints milliseconds of the core's steps as JSON, each ROUNDS times:
//   node times.mjs CORE.wasm MODEL.glb POSE ROUNDS

import { readFile } from "node:fs/promises";
import { openCore } from "./core.mjs";

const [path, model, pose, rounds] = process.argv.slice(2);
const bytes = await readFile(model);
const times = {};
function time(step, act) {
  const start = performance.now();
  const result = act();
  (times[step] ??= []).push(performance.now() - start);
  return result;
}

const core = await openCore(path);
for (let round = 0; round < Number(rounds); round++) {
  time("import", () => core("import", bytes));
  core("pose", pose);
  time("covariances", () => core("centers", "cor-procrustes"));
  time("centers", () => core("centers", "cor"));
  time("palette", () => core("palettes", "lbs"));
  for (const method of ["lbs", "dqs", "cor"]) time(method, () => core("deform", method));
}
console.log(JSON.stringify(times));
