
// The page: scenes, panes, the slider, and what a reader does with them.

const page = JSON.parse(document.getElementById("page").textContent);
const element = (id) => document.getElementById(id);
const wantsLight = matchMedia("(prefers-color-scheme: light)");
const isNarrow = matchMedia("(max-width: 700px)");
/** Width below which panes are not compared, in points. More of them are scrolled through. */
const LEAST_PANE = 150;
const RADIANS_PER_POINT = 0.01;
const KEY_RADIANS = Math.PI / 36;
/** How far a finger sweeps to the side for the next scene, in points. */
const LEAST_SWIPE = 48;

/** Null until the GPU is there, and in browsers without WebGPU. */
let gpu = null;
/** What is shown. */
let shown = { scene: null, panes: [], value: 0 };
let frameRequest = 0;
let playing = null;

const made = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });

function valueText({ unit, decimals }, value) {
  return `${(value + 0).toFixed(decimals).replace(/^-(0(\.0+)?)$/, "$1").replace("-", "\u2212")}${unit}`;
}

/** Where a value is between the slider's steps. Between steps that are not near, the nearer one counts. */
function placeOf(slider, value) {
  if (!slider) return { low: 0, high: 0, share: 0 };
  const { values, is_near } = slider;
  const last = values.length - 1;
  const low = Math.max(0, Math.min(last - 1, values.findLastIndex((step) => step <= value)));
  const high = Math.min(last, low + 1);
  const way = values[high] - values[low];
  const share = way > 0 ? Math.max(0, Math.min(1, (value - values[low]) / way)) : 0;
  return { low, high, share: is_near[low] ? share : Math.round(share) };
}

/** A name with its method's color. */
function named(parent, name, [dark, light]) {
  const chip = made("i", "chip");
  chip.style.setProperty("--dark", dark);
  chip.style.setProperty("--light", light);
  parent.append(chip, made("b", "", name));
}

/** A row of words at their places along a bar. Those at the ends stay within it. */
function marksOf(marks) {
  const row = made("div", "marks-of-bar");
  for (const [share, text] of marks) {
    const mark = made("span", "", text);
    mark.style.left = `${100 * share}%`;
    mark.style.translate = `${-100 * (share > 0 && share < 1 ? 0.5 : share)}%`;
    row.append(mark);
  }
  return row;
}

/** What the colors of the skin mean, on a plate. */
function legendOf({ title, chip, bar, names, more }) {
  const plate = made("div", "legend");
  const line = (color, text) => {
    const row = made("p", "", text);
    if (color) row.prepend(Object.assign(made("i", "swatch"), { style: `background: ${color}` }));
    return row;
  };
  plate.append(line(chip, title));
  if (bar) {
    // Two stops for each step: a gradient needs as many.
    const colors = bar.is_stepped
      ? bar.colors.flatMap((color, i, { length }) => [i, i + 1].map((end) => `${color} ${(100 * end) / length}%`))
      : bar.colors;
    const strip = Object.assign(made("div", "bar"), { style: `background: linear-gradient(to right, ${colors})` });
    if (bar.above.length) plate.append(marksOf(bar.above));
    plate.append(strip, marksOf(bar.below));
  }
  plate.append(...names.map(([color, name]) => line(color, name)));
  if (more) plate.append(line(null, `and ${more} more`));
  return plate;
}

class Pane {
  constructor(data, index) {
    Object.assign(this, { data, index, camera: { ...data.camera }, pictures: null });
    this.root = made("section", "pane");
    const header = made("h2", "");
    named(header, data.name, data.colors);
    if (data.wiped) named(header, data.wiped.name, data.wiped.colors);
    else header.append(made("span", "long", data.long_name));
    header.append(made("span", "settings", data.settings));
    this.stage = made("div", "stage");
    this.stage.tabIndex = 0;
    this.stage.setAttribute("role", "application");
    const compared = data.wiped ? ` and ${data.wiped.name}` : "";
    this.stage.setAttribute("aria-label", `${data.name}${compared}: ${data.long_name}. Arrow keys turn the view.`);
    const sides = data.wiped ? ["", "wiped"] : [""];
    this.images = sides.map((side) => Object.assign(made("img", side), { alt: "" }));
    this.marks = svg("svg", { class: "marks", "aria-hidden": "true" });
    this.figure = made("div", "figure");
    this.figure.style.color = data.colors[2];
    this.stage.append(...this.images, this.marks, this.figure);
    if (data.wiped) this.stage.append(this.divider());
    if (data.legend) this.stage.append(legendOf(data.legend));
    this.root.append(header, this.stage);
    this.listen();
  }

  /** The handle between both sides of a wipe. */
  divider() {
    const handle = made("input", "divider");
    Object.assign(handle, { type: "range", min: 0, max: 1, step: 0.01, value: this.data.wiped.divider });
    handle.setAttribute("aria-label", `Divider between ${this.data.name} and ${this.data.wiped.name}`);
    const move = () => this.stage.style.setProperty("--divider", handle.value);
    handle.addEventListener("input", move);
    move();
    return handle;
  }

  listen() {
    const pointers = new Map();
    this.stage.addEventListener("pointerdown", (event) => {
      if (event.target === this.stage.querySelector(".divider")) return;
      this.stage.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    this.stage.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const spread = () => {
        const [a, b] = [...pointers.values()];
        return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
      };
      const apart = spread();
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      const [x, y] = [event.clientX - before[0], event.clientY - before[1]].map((way) => way / pointers.size);
      turn(this, -x * RADIANS_PER_POINT, y * RADIANS_PER_POINT, apart && spread() ? apart / spread() : 1);
    });
    const release = (event) => pointers.delete(event.pointerId);
    this.stage.addEventListener("pointerup", release);
    this.stage.addEventListener("pointercancel", release);
    this.stage.addEventListener("dblclick", () => resetCameras());
    const zoom = (event) => {
      if (!event.ctrlKey && document.activeElement !== this.stage) return;
      event.preventDefault();
      turn(this, 0, 0, Math.exp(event.deltaY * 0.0015));
    };
    this.stage.addEventListener("wheel", zoom, { passive: false });
    this.stage.addEventListener("keydown", (event) => {
      if (event.target !== this.stage) return;
      const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (way) turn(this, way[0] * KEY_RADIANS, way[1] * KEY_RADIANS);
      else if (event.key === "+" || event.key === "=") turn(this, 0, 0, 0.9);
      else if (event.key === "-") turn(this, 0, 0, 1 / 0.9);
      else if (event.key === "Home") resetCameras();
      else return;
      event.preventDefault();
    });
  }

  /** Replaces the recorded pictures by canvases, once all pipelines are there. */
  async useGpu(lists) {
    const canvases = this.images.map((image) => made("canvas", image.className));
    const pictures = lists.map((list, side) => new Picture(gpu, list, canvases[side]));
    await Promise.all(pictures.map((picture) => picture.ready()));
    if (!this.root.isConnected) return pictures.forEach((picture) => picture.close());
    this.images.forEach((image, side) => image.replaceWith(canvases[side]));
    this.pictures = pictures;
    this.fit();
  }

  /** As many pixels as the screen has. */
  fit() {
    const most = gpu?.device.limits.maxTextureDimension2D;
    const pixels = (side) => Math.min(most, Math.max(1, Math.round(side * devicePixelRatio)));
    const size = [this.stage.clientWidth, this.stage.clientHeight].map(pixels);
    this.pictures?.forEach(({ canvas }) => {
      if (canvas.width !== size[0]) canvas.width = size[0];
      if (canvas.height !== size[1]) canvas.height = size[1];
    });
    draw();
  }

  draw(at) {
    const { overlays, recorded, colors } = this.data;
    const step = at.share < 0.5 ? at.low : at.high;
    const camera = this.pictures ? this.camera : this.data.camera;
    if (this.pictures) {
      const theme = wantsLight.matches ? "light" : "dark";
      this.pictures.forEach((picture) => picture.draw(camera, at, theme, devicePixelRatio));
    } else {
      const far = (one) => Math.abs(one.step - step);
      const { pictures } = recorded.reduce((best, one) => (far(one) < far(best) ? one : best));
      this.images.forEach((image, side) => {
        if (image.src !== pictures[side]) image.src = pictures[side];
      });
    }
    const overlay = overlays[Math.min(step, overlays.length - 1)];
    drawMarks(this.marks, overlay, viewOf(camera, this.stage.clientWidth / this.stage.clientHeight), colors[2]);
    const { value, caption } = overlay.figure ?? { value: "", caption: "" };
    this.figure.replaceChildren(...(value ? [made("b", "", value), made("span", "", caption)] : []));
  }
}

/** Draws all panes before the next frame, once. */
function draw() {
  if (frameRequest) return;
  frameRequest = requestAnimationFrame(() => {
    frameRequest = 0;
    const at = placeOf(shown.scene.slider, shown.value);
    shown.panes.forEach((pane) => pane.draw(at));
  });
}

/** Turns the views that move together: a view of a pane's own moves alone. */
function turn(pane, toTheSide, above, factor = 1) {
  if (!pane.pictures) return;
  const together = (other) => other === pane || !(other.data.has_own_view || pane.data.has_own_view);
  shown.panes.filter(together).forEach((other) => {
    other.camera = orbited(other.camera, toTheSide, above, factor);
  });
  draw();
}

function resetCameras() {
  shown.panes.forEach((pane) => (pane.camera = { ...pane.data.camera }));
  draw();
}

function setValue(value) {
  const { slider } = shown.scene;
  if (!slider) return;
  shown.value = Math.min(slider.values.at(-1), Math.max(slider.values[0], value));
  const text = valueText(slider, shown.value);
  element("slider").value = shown.value;
  element("slider").setAttribute("aria-valuetext", text);
  element("value").textContent = text;
  const [first, last] = [slider.values[0], slider.values.at(-1)];
  const share = (shown.value - first) / (last - first);
  element("slider").style.setProperty("--share", slider.falls ? 1 - share : share);
  draw();
}

/** Moves the slider to its end and back, or a clip again and again, until it is touched. */
function play() {
  const { slider } = shown.scene;
  if (playing || !slider) return stop();
  const [first, last] = [slider.values[0], slider.values.at(-1)];
  const at = Math.min(1, (shown.value - first) / (last - first));
  const phase = slider.is_clip ? at : Math.acos(1 - 2 * at) / Math.PI;
  const start = performance.now() - phase * slider.seconds * 1000;
  const tick = (now) => {
    const ways = Math.max(0, now - start) / 1000 / slider.seconds;
    const share = slider.is_clip ? ways % 1 : 0.5 - 0.5 * Math.cos(Math.PI * ways);
    setValue(first + (last - first) * share);
    playing = requestAnimationFrame(tick);
  };
  playing = requestAnimationFrame(tick);
  element("play").classList.add("playing");
  element("play").setAttribute("aria-label", "Pause");
}

function stop() {
  cancelAnimationFrame(playing);
  playing = null;
  element("play").classList.remove("playing");
  element("play").setAttribute("aria-label", "Play");
}

/**
 * Lays out the panes. A narrow window has as many in a row as make them largest, so that all are on the screen at once, as
 * far as they stay large enough to be compared.
 */
function arrange() {
  const { scene, panes } = shown;
  const grid = element("panes");
  const aspect = scene.size[0] / scene.size[1];
  const count = panes.length;
  const rowsOf = (columns) => Math.ceil(count / columns);
  let columns = scene.columns;
  if (isNarrow.matches) {
    const full = document.documentElement.clientWidth - 8;
    const others = [...document.querySelectorAll("header, #headline, #about, #motion")];
    const taken = others.reduce((sum, other) => sum + other.offsetHeight, 24);
    const room = Math.max(innerHeight - taken, 0.6 * innerHeight);
    const widthOf = (columns) => Math.min((full + 4) / columns - 4, (room / rowsOf(columns) - 40) * aspect);
    const choices = panes.map((_, index) => index + 1);
    columns = choices.reduce((best, next) => (widthOf(next) > widthOf(best) ? next : best), 1);
    const isSmall = widthOf(columns) < LEAST_PANE;
    if (isSmall) columns = Math.min(2, count);
    const width = isSmall ? full / columns - 4 : widthOf(columns);
    grid.style.setProperty("--narrow", `${Math.floor((width + 4) * columns - 4)}px`);
  }
  grid.style.setProperty("--columns", columns);
  grid.style.setProperty("--rows", rowsOf(columns));
  grid.style.setProperty("--aspect", aspect);
}

/** Shows a scene, at a value of its slider or in its own pose. */
function show(index, value) {
  stop();
  shown.panes.forEach((pane) => pane.pictures?.forEach((picture) => picture.close()));
  const scene = page.scenes[index];
  const panes = scene.panes.map((data, pane) => new Pane(data, pane));
  shown = { scene, index, panes, value: 0 };
  const grid = element("panes");
  grid.replaceChildren(...panes.map((pane) => pane.root));
  panes.forEach((pane) => sizes.observe(pane.stage));
  element("headline").textContent = scene.title;
  // The title of a page of one scene says the scene's citation and title, unless another one was given.
  const isAlone = page.scenes.length === 1;
  element("headline").hidden = !scene.title || (isAlone && page.title.endsWith(scene.title));
  element("citation").textContent = scene.citation;
  element("citation").hidden = !scene.citation || (isAlone && page.title.startsWith(scene.citation));
  element("caption").textContent = scene.caption;
  element("about").hidden = element("citation").hidden && !scene.caption;
  element("scenes").value = index;
  element("before").disabled = index === 0;
  element("after").disabled = index === page.scenes.length - 1;
  const { slider } = scene;
  element("motion").hidden = !slider;
  if (slider) {
    Object.assign(element("slider"), { min: slider.values[0], max: slider.values.at(-1), step: "any" });
    element("slider").dir = slider.falls ? "rtl" : "ltr";
    element("joint").textContent = slider.label;
    setValue(value ?? slider.values[slider.start]);
  }
  arrange();
  draw();
  useGpu().catch(useRecorded);
}

/** Draws the shown scene with the GPU, if there is one. */
async function useGpu() {
  const { panes, index } = shown;
  if (gpu) await Promise.all(panes.map((pane, i) => pane.useGpu(gpu.data.scenes[index].panes[i].pictures)));
}

/** Back to the recorded pictures. */
function useRecorded() {
  gpu = null;
  document.body.classList.replace("live", "recorded");
  show(shown.index, shown.value);
}

/**
 * Sweeping the words aside with one finger leads to the next scene, or back. On the panes, a finger turns the view, and on
 * a page that is zoomed in, it moves the page.
 */
function addSwipe(move) {
  let start = null;
  addEventListener("touchstart", ({ touches, target }) => {
    const isOnWords = touches.length === 1 && target.closest("#headline, #about");
    start = isOnWords && visualViewport.scale < 1.01 ? touches[0] : null;
  });
  addEventListener("touchcancel", () => (start = null));
  addEventListener("touchend", ({ changedTouches: [end] }) => {
    if (!start) return;
    const [across, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
    start = null;
    if (Math.abs(across) >= LEAST_SWIPE && Math.abs(across) > 2 * Math.abs(down)) move(across < 0 ? 1 : -1);
  });
}

/** #scene=2&value=90: the second scene, with its slider at 90. */
function showAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const index = Math.min(page.scenes.length, Math.max(1, parseInt(wanted.get("scene"), 10) || 1)) - 1;
  const value = parseFloat(wanted.get("value"));
  show(index, Number.isFinite(value) ? value : undefined);
}

const keepAddress = () => {
  const value = shown.scene.slider ? `&value=${+shown.value.toFixed(3)}` : "";
  history.replaceState(null, "", `#scene=${shown.index + 1}${value}`);
};

const sizes = new ResizeObserver(() => shown.panes.forEach((pane) => pane.fit()));

function begin() {
  element("list").hidden = page.scenes.length < 2;
  element("scenes").replaceChildren(
    ...page.scenes.map(({ id, citation, title }, index) =>
      Object.assign(made("option", "", [citation, title].filter(Boolean).join(": ") || id), { value: index }),
    ),
  );
  const go = (index) => {
    if (!page.scenes[index]) return;
    show(index);
    keepAddress();
  };
  element("scenes").addEventListener("change", (event) => go(Number(event.target.value)));
  element("before").addEventListener("click", () => go(shown.index - 1));
  element("after").addEventListener("click", () => go(shown.index + 1));
  element("slider").addEventListener("input", (event) => {
    stop();
    setValue(Number(event.target.value));
  });
  element("slider").addEventListener("change", keepAddress);
  element("slider").addEventListener("keydown", (event) => {
    const { values, falls } = shown.scene.slider;
    const right = falls ? -1 : 1;
    const ways = { ArrowLeft: -right, ArrowDown: -1, ArrowRight: right, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    const steps = ways[event.key];
    if (!steps) return;
    event.preventDefault();
    stop();
    setValue(shown.value + (steps * (values.at(-1) - values[0])) / 100);
    keepAddress();
  });
  addSwipe((step) => go(shown.index + step));
  element("play").addEventListener("click", play);
  addEventListener("keydown", (event) => {
    if (event.target !== document.body) return;
    if (event.key === "PageDown") go(shown.index + 1);
    if (event.key === "PageUp") go(shown.index - 1);
  });
  addEventListener("hashchange", showAddress);
  addEventListener("resize", arrange);
  wantsLight.addEventListener("change", draw);
  showAddress();
}

/** Draws with the GPU from now on, if there is one. */
async function goLive() {
  try {
    gpu = await Gpu.open(element("gpu").textContent);
    gpu?.device.lost.then(useRecorded);
    await useGpu();
  } catch {
    gpu = null;
  }
  document.body.classList.toggle("live", Boolean(gpu));
  document.body.classList.toggle("recorded", !gpu);
}

begin();
if (page.own_shaders.length) {
  // Shaders of a stranger run when the reader says so.
  document.body.classList.add("recorded");
  element("own-names").textContent = page.own_shaders.join(", ");
  element("own").hidden = false;
  element("run").addEventListener("click", () => {
    element("own").hidden = true;
    goLive();
  });
} else {
  await goLive();
}
