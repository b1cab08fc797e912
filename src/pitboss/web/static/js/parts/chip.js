// A chip: a disc with eight dashes and its value in the middle.

import { svg } from "../dom.js";

const FACES = ["#efe9d6", "#c2212f", "#2458c6", "#127a4f", "#202425", "#6b3fa0"];
const COLOURS = { white: "#efe9d6", yellow: "#f2c21a", orange: "#f07f1e", pink: "#ef7fb0", turquoise: "#25b9b4", lime: "#a4d233", brown: "#8a5a34", red: "#c2212f", blue: "#2458c6", green: "#127a4f", black: "#202425", purple: "#6b3fa0", grey: "#8b9490", gray: "#8b9490", lavender: "#b79ae0", tan: "#cfa873", peach: "#f5b48a", navy: "#1c2f6b", gold: "#d9a514" };
const LIGHT = new Set(["#efe9d6", "#f2c21a", "#a4d233", "#ef7fb0", "#f07f1e", "#25b9b4", "#b79ae0", "#cfa873", "#f5b48a", "#d9a514", "#8b9490"]);

/** Return the face of a value among a table's chips, the smallest first. @param {number} minor @param {number[]} chips */
export function faceOf(minor, chips) {
  const index = [...chips].sort((a, b) => a - b).filter((chip) => chip <= minor).length - 1;
  return FACES[Math.max(0, Math.min(index, FACES.length - 1))];
}

/** Return the face of a colour by its name. @param {string} colour */
export const colourFace = (colour) => COLOURS[colour] ?? "#5b6b8c";

/**
 * Draw a chip around the point 0, 0.
 * @param {{ face: string, text: string, radius?: number, pending?: boolean }} what
 */
export function chip({ face, text, radius = 17, pending = false }) {
  const dash = (2 * Math.PI * radius * 0.86) / 16;
  // One that waits is dark inside, whatever its face: dark figures would not be seen on it.
  const look = pending ? " is-pending" : LIGHT.has(face) ? " is-light" : "";
  return svg("g", { class: `chip${look}` },
    svg("circle", { r: radius, fill: face, class: "chip-disc" }),
    svg("circle", { r: radius * 0.86, class: "chip-edge", "stroke-width": radius * 0.24, "stroke-dasharray": `${dash} ${dash}` }),
    svg("circle", { r: radius * 0.66, class: "chip-inner" }),
    svg("text", { class: "chip-value", y: radius * 0.25, "font-size": radius * (text.length > 4 ? 0.5 : text.length > 3 ? 0.58 : text.length > 2 ? 0.66 : 0.78) }, text));
}

/**
 * Draw a chip as a picture of its own, for a button or a list.
 * @param {{ face: string, text: string, size?: number, pending?: boolean }} what
 */
export function chipPicture({ size = 54, ...what }) {
  return svg("svg", { viewBox: "-20 -20 40 40", width: size, height: size, "aria-hidden": "true", class: "chip-picture" }, chip({ radius: 18, ...what }));
}
