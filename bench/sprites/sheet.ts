/** Drawings side by side in one picture, and the index that maps read: where each is. */
import type { Drawing } from "./shapes.ts";

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

export interface Sheet {
  readonly svg: string;
  readonly index: Readonly<Record<string, Place>>;
}

/** As square as whole rows of equal cells are; equal drawings are one. */
export function layOut(drawings: readonly Drawing[], ratio: number): Sheet {
  const drawn = new Map(drawings.map(({ shapes, size }) => [shapes, size]));
  const cell = Math.max(...drawn.values()) * ratio;
  const columns = Math.ceil(Math.sqrt(drawn.size));
  const rows = Math.ceil(drawn.size / columns);
  const places = new Map<string, Place>();
  const parts: string[] = [];
  for (const [shapes, size] of drawn) {
    const x = (places.size % columns) * cell;
    const y = Math.floor(places.size / columns) * cell;
    const [width, height] = [size * ratio, size * ratio];
    places.set(shapes, { x, y, width, height, pixelRatio: ratio });
    parts.push(`<g transform="translate(${x} ${y}) scale(${ratio})">${shapes}</g>`);
  }
  const [width, height] = [columns * cell, rows * cell];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join("")}</svg>`;
  const index = Object.fromEntries(drawings.map(({ name, shapes }) => [name, places.get(shapes)]));
  // A place was made for each drawing.
  return { svg, index: index as Sheet["index"] };
}
