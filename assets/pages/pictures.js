
// Draws pictures by the lists that the program recorded: buffers, bind groups, pipelines and passes. All that depends
// on the pose is in the lists; only the camera is added here.

/** The data of the GPU: JSON, and sections of bytes. */
async function unpacked(text) {
  const deflated = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = await new Response(stream).arrayBuffer();
  const length = new DataView(bytes).getUint32(0, true);
  const data = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  const start = Math.ceil((length + 4) / 8) * 8;
  const sections = new Map();
  // Each is brought into order once. What already is stays a view.
  const section = (index) => {
    if (!sections.has(index)) {
      const [from, length, order] = data.sections[index];
      sections.set(index, inOrder(new Uint8Array(bytes, start + from, length), order));
    }
    return sections.get(index);
  };
  return { data, section };
}

/** The bytes of words that were written one byte of all words after another, as differences to an earlier word. */
function inOrder(planes, order) {
  if (order === 0) return planes;
  const [count, distance] = [planes.length / 4, order - 1];
  const bytes = new Uint8Array(planes.length);
  for (let plane = 0; plane < 4; plane++) {
    for (let word = 0; word < count; word++) bytes[4 * word + plane] = planes[plane * count + word];
  }
  const words = new Uint32Array(bytes.buffer);
  for (let word = distance; distance > 0 && word < count; word++) words[word] += words[word - distance];
  return bytes;
}

/** Numbers between those of two near steps. Quaternions take the side of the nearer step, and keep their length. */
function blendedSteps({ stride, blend }, floats, { low, high, share }) {
  const words = stride / 4;
  const step = (index) => floats.subarray(index * words, (index + 1) * words);
  const [from, to] = [step(low), step(high)];
  if (share === 0 || share === 1 || blend === "nearest") return share < 0.5 ? from : to;
  const out = from.map((value, i) => value * (1 - share) + to[i] * share);
  const group = { quaternions: 4, "dual-quaternions": 8 }[blend];
  for (let at = 0; group && at < words; at += group) {
    let cosine = 0;
    for (let i = at; i < at + 4; i++) cosine += from[i] * to[i];
    const [a, b] = cosine >= 0 ? [1, 1] : share < 0.5 ? [1, -1] : [-1, 1];
    let square = 0;
    for (let i = at; i < at + group; i++) {
      out[i] = a * from[i] * (1 - share) + b * to[i] * share;
      if (i < at + 4) square += out[i] * out[i];
    }
    for (let i = at; i < at + group; i++) out[i] /= Math.sqrt(square);
  }
  return out;
}

/** A device with everything that pictures share. */
class Gpu {
  constructor(device, { data, section }) {
    Object.assign(this, { device, data, section });
    this.canvasFormat = navigator.gpu.getPreferredCanvasFormat();
    const made = (names, make) => Object.fromEntries(Object.entries(names).map(([name, value]) => [name, make(value)]));
    this.layouts = made(data.layouts, (entries) => device.createBindGroupLayout({ entries }));
    this.samplers = made(data.samplers, (descriptor) => device.createSampler(descriptor));
    this.shaders = data.shaders.map(() => null);
    this.pipelines = data.pipelines.map(() => null);
    this.fixed = new Map();
    this.textures = new Map();
    this.unwoven = new Map();
  }

  static async open(text) {
    const adapter = await navigator.gpu?.requestAdapter();
    if (!adapter) return null;
    const [device, unpackedData] = await Promise.all([adapter.requestDevice(), unpacked(text)]);
    return new Gpu(device, unpackedData);
  }

  /** The format of what is drawn: that of pictures is the one that the canvas prefers. */
  drawnFormat(format) {
    return format === this.data.textures.picture.format ? `${this.canvasFormat}-srgb` : format;
  }

  floats(index) {
    const bytes = this.section(index);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }

  /** The steps of a list, one after another. They are woven: the first word of all steps, then the second. */
  steps({ section, stride }) {
    if (!this.unwoven.has(section)) {
      const bytes = this.section(section);
      const woven = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
      const [words, out] = [stride / 4, new Uint32Array(woven.length)];
      const count = woven.length / words;
      for (let step = 0; step < count; step++) {
        for (let word = 0; word < words; word++) out[step * words + word] = woven[word * count + step];
      }
      this.unwoven.set(section, new Float32Array(out.buffer));
    }
    return this.unwoven.get(section);
  }

  /** Compiles a pipeline, once. */
  async compile(index) {
    this.pipelines[index] ??= this.compiled(this.data.pipelines[index]);
    return this.pipelines[index];
  }

  compiled({ shader, layouts, constants, vertex, fragment, topology, depth, samples }) {
    this.shaders[shader] ??= this.device.createShaderModule({ code: this.data.shaders[shader].wgsl });
    const module = this.shaders[shader];
    const targets = fragment && [{ ...fragment.target, format: this.drawnFormat(fragment.target.format) }];
    return this.device.createRenderPipelineAsync({
      layout: this.device.createPipelineLayout({ bindGroupLayouts: layouts.map((name) => this.layouts[name]) }),
      vertex: { module, entryPoint: vertex, constants },
      fragment: fragment ? { module, entryPoint: fragment.entryPoint, constants, targets } : undefined,
      primitive: { topology },
      depthStencil: depth ?? undefined,
      multisample: { count: samples },
    });
  }

  buffer(size) {
    const { STORAGE, INDEX, COPY_DST, UNIFORM } = GPUBufferUsage;
    const usage = STORAGE | INDEX | COPY_DST | UNIFORM;
    return this.device.createBuffer({ size: Math.max(48, Math.ceil(size / 4) * 4), usage });
  }

  /** A buffer that never changes, shared by all pictures. */
  fixedBuffer(index) {
    if (!this.fixed.has(index)) {
      const bytes = this.section(index);
      const buffer = this.buffer(bytes.length);
      this.device.queue.writeBuffer(buffer, 0, bytes, 0, bytes.length - (bytes.length % 4));
      this.fixed.set(index, buffer);
    }
    return this.fixed.get(index);
  }

  /** A texture of a material, shared by all pictures, from its levels. */
  materialTexture({ format, levels }) {
    const key = levels[0][2] + format;
    if (!this.textures.has(key)) {
      const { TEXTURE_BINDING, COPY_DST } = GPUTextureUsage;
      const [width, height] = levels[0];
      const usage = TEXTURE_BINDING | COPY_DST;
      const texture = this.device.createTexture({ size: [width, height], mipLevelCount: levels.length, format, usage });
      levels.forEach(([width, height, index], mipLevel) => {
        const bytes = this.section(index);
        this.device.queue.writeTexture({ texture, mipLevel }, bytes, { bytesPerRow: width * 4 }, [width, height]);
      });
      this.textures.set(key, texture.createView());
    }
    return this.textures.get(key);
  }

  /** The texture of one white texel. */
  static WHITE = "white";
}

/** One picture on a canvas. */
class Picture {
  constructor(gpu, list, canvas) {
    Object.assign(this, { gpu, list, canvas });
    this.frameFloats = gpu.steps(list.frames);
    this.frames = Object.fromEntries(["picture", "light", "footprint"].map((of) => [of, gpu.buffer(gpu.data.frame.size)]));
    this.buffers = list.buffers.map(({ fixed, frame, posed }) => {
      if (frame) return this.frames[frame];
      return posed ? gpu.buffer(posed.stride) : gpu.fixedBuffer(fixed);
    });
    this.context = canvas.getContext("webgpu");
    // Pictures are copied to the canvas: not every browser resolves samples into an sRGB view of it.
    const [device, format, usage] = [gpu.device, gpu.canvasFormat, GPUTextureUsage.COPY_DST];
    this.context.configure({ device, format, usage, alphaMode: "opaque" });
    this.size = [0, 0];
  }

  /** Compiles what the picture needs. */
  async ready() {
    const used = [...new Set(this.list.passes.flatMap(({ draws }) => draws.map(({ pipeline }) => pipeline)))];
    const pipelines = await Promise.all(used.map((index) => this.gpu.compile(index)));
    this.pipelines = new Map(used.map((index, i) => [index, pipelines[i]]));
  }

  /** Makes the textures for a canvas of this size, and what binds them. */
  fit(width, height) {
    if (this.size[0] === width && this.size[1] === height) return;
    this.size = [width, height];
    Object.values(this.own ?? {}).forEach((texture) => texture.destroy());
    const { device, data, layouts, samplers } = this.gpu;
    const used = new Set(this.list.passes.flatMap(({ color, depth }) => [color?.texture, color?.resolve, depth?.texture]));
    this.list.groups.forEach(({ resources }) => resources.forEach(({ texture }) => used.add(texture)));
    this.own = {};
    this.views = {};
    for (const id of used) {
      if (this.list.textures[id]) this.views[id] = this.gpu.materialTexture(this.list.textures[id]);
      if (!data.textures[id]) continue;
      const { size, samples } = data.textures[id];
      const format = id === Gpu.WHITE ? data.textures[id].format : this.gpu.drawnFormat(data.textures[id].format);
      const shape = { picture: this.size, half: this.size.map((side) => Math.ceil(side / 2)) }[size] ?? [size, size];
      const { RENDER_ATTACHMENT, TEXTURE_BINDING, COPY_SRC, COPY_DST } = GPUTextureUsage;
      const usage = samples > 1 ? RENDER_ATTACHMENT : RENDER_ATTACHMENT | TEXTURE_BINDING | COPY_SRC | COPY_DST;
      const texture = device.createTexture({ size: shape, format, sampleCount: samples, usage });
      if (id === Gpu.WHITE) device.queue.writeTexture({ texture }, new Uint8Array(4).fill(255), {}, [1, 1]);
      this.own[id] = texture;
      this.views[id] = texture.createView();
    }
    this.groups = this.list.groups.map(({ layout, resources }) => {
      const entries = resources.map(({ buffer, texture, sampler }, binding) => {
        if (buffer !== undefined) return { binding, resource: { buffer: this.buffers[buffer] } };
        return { binding, resource: texture ? this.views[texture] : samplers[sampler] };
      });
      return device.createBindGroup({ layout: layouts[layout], entries });
    });
  }

  /** Draws the picture for a camera, at a place between two steps, in the colors of a theme. */
  draw(camera, at, theme, pixelsPerPoint) {
    const { width, height } = this.canvas;
    this.fit(width, height);
    this.writeFrames(viewOf(camera, width / height), at, theme, pixelsPerPoint);
    this.writePose(at);
    const encoder = this.gpu.device.createCommandEncoder();
    this.list.passes.forEach((pass) => this.encode(encoder, pass));
    encoder.copyTextureToTexture({ texture: this.own.picture }, { texture: this.context.getCurrentTexture() }, this.size);
    this.gpu.device.queue.submit([encoder.finish()]);
  }

  writeFrames(view, at, theme, pixelsPerPoint) {
    const { size, offsets, of_theme } = this.gpu.data.frame;
    const posed = blendedSteps(this.list.frames, this.frameFloats, at);
    const frame = posed.slice(0, size / 4);
    const more = posed.subarray(size / 4);
    const colors = this.gpu.floats(this.list.themes[theme]);
    for (const [offset, length] of of_theme) {
      frame.set(colors.subarray(offset / 4, (offset + length) / 4), offset / 4);
    }
    const set = (name, values) => frame.set(values, offsets[name] / 4);
    const direction = frame.subarray(offsets.key_direction_in_view / 4).subarray(0, 3);
    const light = lightOf(view.axes, direction, [...more.subarray(16, 19)], more[19]);
    set("view_from_world", view.viewFromWorld);
    set("key_shadow_from_world", light.textureFromWorld);
    set("eye_in_world", view.eye);
    set("pixels_per_point", [pixelsPerPoint]);
    set("size_in_pixels", this.size);
    set("picture_size", this.size);
    set("view_from_ndc", view.viewFromNdc);
    set("near_plane", [view.near]);
    const matrices = { picture: view.clipFromWorld, light: light.clipFromWorld, footprint: more.subarray(0, 16) };
    for (const [of, matrix] of Object.entries(matrices)) {
      set("clip_from_world", matrix);
      this.gpu.device.queue.writeBuffer(this.frames[of], 0, frame);
    }
  }

  writePose(at) {
    const key = `${at.low} ${at.high} ${at.share}`;
    if (this.pose === key) return;
    this.pose = key;
    this.list.buffers.forEach(({ posed }, index) => {
      if (!posed?.stride) return;
      const values = blendedSteps(posed, this.gpu.steps(posed), at);
      this.gpu.device.queue.writeBuffer(this.buffers[index], 0, values);
    });
  }

  encode(encoder, { label, color, depth, draws }) {
    const descriptor = { label, colorAttachments: [] };
    if (color) {
      const resolveTarget = color.resolve ? this.views[color.resolve] : undefined;
      const storeOp = color.resolve ? "discard" : "store";
      const view = this.views[color.texture];
      descriptor.colorAttachments = [{ view, resolveTarget, clearValue: color.clear, loadOp: "clear", storeOp }];
    }
    if (depth) {
      const [view, depthClearValue] = [this.views[depth.texture], depth.clear];
      const depthStoreOp = color ? "discard" : "store";
      descriptor.depthStencilAttachment = { view, depthClearValue, depthLoadOp: "clear", depthStoreOp };
    }
    const pass = encoder.beginRenderPass(descriptor);
    for (const { pipeline, groups, indices, count, instances } of draws) {
      pass.setPipeline(this.pipelines.get(pipeline));
      groups.forEach((group, index) => pass.setBindGroup(index, this.groups[group]));
      if (indices === null) {
        pass.draw(count, instances);
      } else {
        pass.setIndexBuffer(this.buffers[indices], "uint32");
        pass.drawIndexed(count, instances);
      }
    }
    pass.end();
  }

  /** Frees what the picture alone has. */
  close() {
    Object.values(this.own ?? {}).forEach((texture) => texture.destroy());
    Object.values(this.frames).forEach((buffer) => buffer.destroy());
    this.list.buffers.forEach(({ posed }, index) => posed && this.buffers[index].destroy());
    this.context.unconfigure();
  }
}
