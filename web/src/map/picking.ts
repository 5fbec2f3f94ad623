/** Picks the feature that a click means: the nearest one of the first kind within reach. */

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** A feature as it is on the screen: its lines, or one line a point. */
export interface Shape<Thing> {
  readonly thing: Thing;
  /** Which kind it is, by how soon it is meant. */
  readonly rank: number;
  readonly lines: readonly (readonly Pixel[])[];
}

/** Null: nothing is within reach. */
export function nearestShape<Thing>(
  shapes: readonly Shape<Thing>[],
  spot: Pixel,
  reach_px: number,
): Thing | null {
  let best: { readonly thing: Thing; readonly rank: number; readonly far: number } | null = null;
  for (const { thing, rank, lines } of shapes) {
    const far = Math.min(...lines.map((line) => farFromLine(line, spot)));
    if (far > reach_px) continue;
    if (best === null || rank < best.rank || (rank === best.rank && far < best.far)) {
      best = { thing, rank, far };
    }
  }
  return best === null ? null : best.thing;
}

function farFromLine(line: readonly Pixel[], { x, y }: Pixel): number {
  const [first] = line;
  if (first === undefined) return Infinity;
  let best = Math.hypot(first.x - x, first.y - y);
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1] ?? first, line[i] ?? first];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length2 = dx * dx + dy * dy;
    const raw = length2 === 0 ? 0 : ((x - a.x) * dx + (y - a.y) * dy) / length2;
    const part = Math.min(1, Math.max(0, raw));
    best = Math.min(best, Math.hypot(a.x + part * dx - x, a.y + part * dy - y));
  }
  return best;
}
