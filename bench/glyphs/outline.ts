/** The outline of a letter as straight segments, and how far a place is from it. */

type Point = readonly [number, number];

/** A command of an outline, as font readers tell it. */
export interface OutlineCommand {
  readonly command: string;
  readonly args: readonly number[];
}

/** From one place to another: x0, y0, x1, y1. */
export type Segment = readonly [number, number, number, number];

/** Straight pieces that a curve becomes. */
const CURVE_PIECES = 8;

/** The segments of all contours; `scale` turns the font's units into pixels, y grows upwards. */
export function flattenOutline(commands: readonly OutlineCommand[], scale: number): Segment[] {
  const segments: Segment[] = [];
  let start: Point = [0, 0];
  let at: Point = [0, 0];
  const lineTo = (to: Point): void => {
    segments.push([at[0], at[1], to[0], to[1]]);
    at = to;
  };
  for (const { command, args } of commands) {
    const points: Point[] = [];
    for (let i = 0; i < args.length; i += 2) {
      points.push([(args[i] ?? 0) * scale, (args[i + 1] ?? 0) * scale]);
    }
    const [first = at] = points;
    if (command === "moveTo") {
      start = first;
      at = first;
    } else if (command === "lineTo") lineTo(first);
    else if (command === "closePath") lineTo(start);
    else {
      const curve = [at, ...points];
      for (let i = 1; i <= CURVE_PIECES; i++) lineTo(bezierAt(curve, i / CURVE_PIECES));
    }
  }
  return segments;
}

/** De Casteljau's rule, for curves of any degree. */
function bezierAt(points: readonly Point[], part: number): Point {
  let level = points;
  while (level.length > 1) {
    level = level.slice(1).map(([x, y], i): Point => {
      const [x0, y0] = level[i] ?? [x, y];
      return [x0 + part * (x - x0), y0 + part * (y - y0)];
    });
  }
  return level[0] ?? [0, 0];
}

/** Distance to the outline, negative inside (contours that run against each other leave holes). */
export function signedDistance(segments: readonly Segment[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  let winding = 0;
  for (const [x0, y0, x1, y1] of segments) {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const length = dx * dx + dy * dy;
    const part = length === 0 ? 0 : ((x - x0) * dx + (y - y0) * dy) / length;
    const along = Math.max(0, Math.min(1, part));
    const [off_x, off_y] = [x - x0 - along * dx, y - y0 - along * dy];
    least = Math.min(least, off_x * off_x + off_y * off_y);
    const side = dx * (y - y0) - dy * (x - x0);
    if (y0 <= y && y1 > y && side > 0) winding++;
    else if (y0 > y && y1 <= y && side < 0) winding--;
  }
  return winding === 0 ? Math.sqrt(least) : -Math.sqrt(least);
}
