// The handles round a board of quadrants: eight arrows that turn, or four knobs that exchange.

import { s } from "../dom.js";
import { QUADRANTS } from "../moves/parts.js";
import { badge } from "./badge.js";

/** @import { Geometry } from "./geometry.js" */
/** @import { Overlay } from "./grid.js" */

/** Where the arrows stand: for each turn, the edge of its quadrant it lies at and the way that edge moves.
 * @type {Record<string, {side: string, along: number, angle: number}>} */
const TURNS = {
  "tl+": { side: "top", along: .32, angle: 0 }, "tl-": { side: "left", along: .32, angle: 90 },
  "tr-": { side: "top", along: .68, angle: 180 }, "tr+": { side: "right", along: .32, angle: 90 },
  "bl+": { side: "left", along: .68, angle: -90 }, "bl-": { side: "bottom", along: .32, angle: 0 },
  "br-": { side: "right", along: .68, angle: -90 }, "br+": { side: "bottom", along: .68, angle: 180 },
};

/** @param {Geometry} geo @param {Overlay} overlay */
export function handles(geo, overlay) {
  const parts = [...overlay.choices.keys()].filter((part) => /^(turn|quadrant):/.test(part));
  const picked = overlay.parts.filter((part) => part.startsWith("quadrant:"));
  if (parts.length === 0 && picked.length === 0) return null;
  const order = Object.keys(TURNS).map((turn) => `turn:${turn}`);
  parts.sort((one, other) => order.indexOf(one) - order.indexOf(other));
  const group = s("g", { role: "rowgroup" });
  const row = s("g", { role: "row" });
  group.append(row);
  for (const part of [...parts, ...picked]) row.append(handle(geo, overlay, part));
  return group;
}

/** @param {Geometry} geo @param {Overlay} overlay @param {string} part */
function handle(geo, overlay, part) {
  const [kind, text] = part.split(":");
  const quadrant = text.slice(0, 2);
  const frame = geo.frame(quadrant);
  const shown = overlay.badges.get(part);
  let place;
  let words;
  let icon;
  if (kind === "turn") {
    const { side, along, angle } = TURNS[text];
    place = beside(frame, side, along);
    words = `turn the ${QUADRANTS[quadrant]} quadrant ${text[2] === "+" ? "clockwise" : "counter-clockwise"}`;
    const bend = ["tl+", "tr+", "bl+", "br+"].includes(text) ? 1 : -1;
    icon = s("path", { d: `M-17 ${8 * bend}Q-2 ${-20 * bend} 16 ${6 * bend}M18 ${-9 * bend}L16 ${6 * bend}L2 ${6 * bend}`, transform: `rotate(${angle})` });
  } else {
    place = beside(frame, quadrant[0] === "t" ? "top" : "bottom", .5);
    words = `exchange the ${QUADRANTS[quadrant]} quadrant`;
    icon = s("path", { d: "M-17-6H15M8-14l8 8-8 8M17 8H-15M-8 0l-8 8 8 8" });
  }
  const pressed = overlay.parts.includes(part);
  const label = [words, shown?.words].filter(Boolean).join(", ");
  const group = s("g", {
    class: "handle", role: "gridcell", tabindex: 0, "data-part": part, "aria-label": pressed ? `${label}, picked` : label,
    "aria-selected": pressed ? "true" : "false", transform: `translate(${place.x} ${place.y})`,
  }, s("circle", { r: 33 }), icon);
  if (shown) group.append(badge(shown, 0, place.y < geo.top ? -36 : 36));
  return group;
}

/** @param {{x: number, y: number, width: number, height: number}} frame @param {string} side @param {number} along */
function beside(frame, side, along) {
  const off = 44;
  switch (side) {
    case "top": return { x: frame.x + frame.width * along, y: frame.y - off };
    case "bottom": return { x: frame.x + frame.width * along, y: frame.y + frame.height + off };
    case "left": return { x: frame.x - off, y: frame.y + frame.height * along };
    default: return { x: frame.x + frame.width + off, y: frame.y + frame.height * along };
  }
}
