// The core in WebAssembly: one model in one pose.

import { readFile } from "node:fs/promises";

/** A function that calls the core's functions: it takes text or bytes, and returns bytes. */
export async function openCore(path) {
  // It needs nothing of the page: an import would be missing here.
  const { instance } = await WebAssembly.instantiate(await readFile(path), {});
  const { memory, ...core } = instance.exports;
  return (name, input = "") => {
    const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
    const start = core.buffer_for(bytes.length);
    new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
    const isDone = core[name]();
    const result = new Uint8Array(memory.buffer, core.buffer_start(), core.buffer_length()).slice();
    if (!isDone) throw new Error(new TextDecoder().decode(result));
    return result;
  };
}
