
// What lies over a picture: rings and arrows that say where to look, the words of a diagram, and a large figure.

const RING = 15;
const ARROW = { gap: 7, length: 34, head: 6 };

function svg(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

/** Words on a dark plate, beside a point. */
function plate(text, [x, y], anchor, color) {
  const group = svg("g", { class: "words" });
  const words = svg("text", { x, y, "text-anchor": anchor, "dominant-baseline": "central", fill: color }, text);
  group.append(words);
  // The plate fits the words once they are laid out.
  requestAnimationFrame(() => {
    const box = group.isConnected ? words.getBBox() : null;
    if (box) group.prepend(svg("rect", { x: box.x - 6, y: box.y - 3, width: box.width + 12, height: box.height + 6, rx: 5 }));
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

/** Draws an overlay into an element of SVG as large as its picture. */
function drawMarks(element, { marks, labels }, view, color) {
  const { clientWidth: width, clientHeight: height } = element.parentElement;
  element.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const place = (point) => {
    const at = projected(point, view);
    return at && at.every((part) => part >= 0 && part <= 1) ? [at[0] * width, at[1] * height] : null;
  };
  const parts = marks.flatMap(({ at, shape, label }) => {
    const point = place(at);
    return point ? (shape === "arrow" ? arrow : ring)(point, label, color, width) : [];
  });
  const words = labels.flatMap(({ at, text, color: ink }) => {
    const point = place(at);
    return point ? [plate(text, [point[0] + 11, point[1] - 11], "start", ink)] : [];
  });
  element.replaceChildren(...parts, ...words);
}
