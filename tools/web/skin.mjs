// Writes the skins of a model to the standard output, one per method:
//   node skin.mjs CORE.wasm MODEL.glb POSE METHOD...

import { readFile } from "node:fs/promises";
import { openCore } from "./core.mjs";

const [path, model, pose, ...methods] = process.argv.slice(2);
try {
  const core = await openCore(path);
  core("import", await readFile(model));
  core("pose", pose);
  core("centers", "cor-procrustes");
  for (const method of methods) process.stdout.write(core("deform", method));
} catch (error) {
  process.stderr.write(error.message);
  process.exitCode = 1;
}
