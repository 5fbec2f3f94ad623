/** A triangle for a conflict and a square for a work, drawn when the map first asks for them. */
import type { Palette } from "../../graph/drawing/palette.ts";
import { MARK_IMAGES } from "./traffic_layers.ts";

/** Pixels of a picture to one of the map. */
export const IMAGE_RATIO = 2;
const SIDE_PX = 28;

/** Null: it is none of these. */
export function drawMarkImage(name: string, palette: Palette): ImageData | null {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE_PX * IMAGE_RATIO;
  const ctx = canvas.getContext("2d");
  if (ctx === null) return null;
  ctx.scale(IMAGE_RATIO, IMAGE_RATIO);
  ctx.beginPath();
  if (name === MARK_IMAGES.work) ctx.rect(4, 8, 20, 20);
  else if (name === MARK_IMAGES.conflict) {
    ctx.moveTo(14, 2);
    ctx.lineTo(27, 27);
    ctx.lineTo(1, 27);
    ctx.closePath();
  } else return null;
  ctx.fillStyle = name === MARK_IMAGES.work ? palette.work : palette.conflict;
  ctx.strokeStyle = palette.background;
  ctx.fill();
  ctx.stroke();
  return ctx.getImageData(0, 0, canvas.width, canvas.height);
}
