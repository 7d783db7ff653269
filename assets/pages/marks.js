
// What lies over a picture: rings and arrows that say where to look, the words of a diagram, and a large figure.

const RING = 15;
const ARROW = { gap: 7, length: 34, head: 6 };
/** Around the words of a plate, in pixels. */
const PADDING = [6, 3];

// A word of a diagram stands so far from its point, turned by so much from the outer side: the first place that is free.
const GAPS = [11, 24, 40];
const TURNS = [0, 0.6, -0.6, 1.2, -1.2, 1.9, -1.9, 2.6, -2.6, 3.1];
/** Between words and the edge of the picture. */
const EDGE = 3;

function svg(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

function plateRect({ x, y, width, height }) {
  const [aside, above] = PADDING;
  return svg("rect", { x: x - aside, y: y - above, width: width + 2 * aside, height: height + 2 * above, rx: 5 });
}

/** Words on a dark plate, beside a point. */
function plate(text, [x, y], anchor, color) {
  const group = svg("g", { class: "words" });
  const words = svg("text", { x, y, "text-anchor": anchor, "dominant-baseline": "central", fill: color }, text);
  group.append(words);
  // The plate fits the words once they are laid out.
  requestAnimationFrame(() => {
    const box = group.isConnected ? words.getBBox() : null;
    if (box) group.prepend(plateRect(box));
  });
  return group;
}

function ring([x, y], label, color, width) {
  const circle = (stroke, thickness) => svg("circle", { cx: x, cy: y, r: RING, fill: "none", stroke, "stroke-width": thickness });
  const parts = [circle("#000a", 5), circle(color, 2.5)];
  const toTheRight = x + RING + 12 + 8 * label.length < width;
  const shift = (RING + 15) * (toTheRight ? 1 : -1);
  if (label) parts.push(plate(label, [x + shift, y], toTheRight ? "start" : "end", color));
  return parts;
}

function arrow([x, y], label, color, width) {
  const side = x < width / 2 ? 1 : -1;
  const length = Math.hypot(1, 0.8);
  const way = [side / length, -0.8 / length];
  const at = (along, across = 0) => [x + way[0] * along - way[1] * across, y + way[1] * along + way[0] * across];
  const { gap, length: shaft, head } = ARROW;
  const [tip, tail, neck] = [at(gap), at(gap + shaft), at(gap + 1.6 * head)];
  const corners = [tip, at(gap + 1.6 * head, head), at(gap + 1.6 * head, -head)].map((corner) => corner.join()).join(" ");
  const parts = [["#000a", 6], [color, 3]].flatMap(([ink, thickness]) => [
    svg("line", { x1: tail[0], y1: tail[1], x2: neck[0], y2: neck[1], stroke: ink, "stroke-width": thickness }),
    svg("polygon", { points: corners, fill: ink, stroke: ink, "stroke-width": thickness - 3 }),
  ]);
  if (label) parts.push(plate(label, [tail[0] + 15 * side, tail[1]], side > 0 ? "start" : "end", color));
  return parts;
}

/** A rectangle of this size beside a point that covers none of the others, if there is one. */
function freePlace([x, y], outward, size, picture, taken) {
  const start = Math.hypot(...outward) > 1 ? Math.atan2(outward[1], outward[0]) : 0;
  const place = (angle, gap) => {
    const [left, top] = [Math.cos(angle), Math.sin(angle)].map((along, axis) => {
      const wanted = [x, y][axis] + along * gap + 0.5 * (along - 1) * size[axis];
      return Math.max(EDGE, Math.min(wanted, picture[axis] - EDGE - size[axis]));
    });
    return { left, top, right: left + size[0], bottom: top + size[1] };
  };
  const isFree = (own) =>
    !taken.some((o) => o.left - 1 < own.right && own.left < o.right + 1 && o.top - 1 < own.bottom && own.top < o.bottom + 1);
  const places = GAPS.flatMap((gap) => TURNS.map((turn) => place(start + turn, gap)));
  return places.find(isFree) ?? places[0];
}

/** Draws the words of a diagram, each away from the middle, and none over another. `element` is on the page. */
function drawWords(element, labels, middle, picture) {
  const taken = [];
  for (const { point, text, ink } of labels) {
    const group = svg("g", { class: "words diagram" });
    const words = svg("text", { "dominant-baseline": "central", fill: ink }, text);
    group.append(words);
    element.append(group);
    const { width, height } = words.getBBox();
    const size = [width + 2 * PADDING[0], height + 2 * PADDING[1]];
    const free = freePlace(point, point.map((at, axis) => at - middle[axis]), size, picture, taken);
    taken.push(free);
    words.setAttribute("x", free.left + PADDING[0]);
    words.setAttribute("y", 0.5 * (free.top + free.bottom));
    group.prepend(plateRect(words.getBBox()));
  }
}

/** Draws an overlay into an element of SVG as large as its picture. */
function drawMarks(element, { marks, labels, middle }, view, color) {
  const { clientWidth: width, clientHeight: height } = element.parentElement;
  element.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const onPage = (point) => {
    const at = projected(point, view);
    return at && [at[0] * width, at[1] * height];
  };
  const place = (point) => {
    const at = onPage(point);
    return at && at[0] >= 0 && at[0] <= width && at[1] >= 0 && at[1] <= height ? at : null;
  };
  const parts = marks.flatMap(({ at, shape, label }) => {
    const point = place(at);
    return point ? (shape === "arrow" ? arrow : ring)(point, label, color, width) : [];
  });
  element.replaceChildren(...parts);
  const words = labels.map(({ at, text, color: ink }) => ({ point: place(at), text, ink })).filter(({ point }) => point);
  const mean = (axis) => words.reduce((sum, { point }) => sum + point[axis], 0) / Math.max(words.length, 1);
  drawWords(element, words, (middle && onPage(middle)) ?? [mean(0), mean(1)], [width, height]);
}
