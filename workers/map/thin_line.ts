/**
 * Computes the lowest zoom at which each vertex of a line is written to a tile. The drawn line is off by at most half
 * a unit of a tile (Douglas and Peucker's rule, for all zooms at once). From ZOOM_WHOLE on all vertices are written.
 */
export const ZOOM_WHOLE = 14;

/** log2 of half a tile's unit at zoom 0, in steps. */
const HALF_UNIT_LOG2 = 19;

interface Line {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/** Writes the zooms of vertices `start` up to `end`. */
export function thinLine(
  line: Line,
  { start, end }: { readonly start: number; readonly end: number },
  zooms: Uint8Array,
): void {
  zooms.fill(ZOOM_WHOLE, start, end);
  zooms[start] = 0;
  zooms[end - 1] = 0;
  /** Stretches still to split: first and last vertex, and the zoom of the vertex that split it off. */
  const open: [number, number, number][] = [[start, end - 1, 0]];
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const [first, last, zoom_above] = stretch;
    const { at, distance } = farthest(line, first, last);
    if (at < 0 || distance === 0) continue;
    const zoom = Math.max(zoom_above, Math.floor(HALF_UNIT_LOG2 - Math.log2(distance)) + 1);
    if (zoom >= ZOOM_WHOLE) continue;
    zooms[at] = zoom;
    open.push([first, at, zoom], [at, last, zoom]);
  }
}

/** The vertex between two others that is farthest from their segment; -1: there is none between. */
function farthest({ x, y }: Line, first: number, last: number): { at: number; distance: number } {
  const [x0, y0] = [x[first] ?? 0, y[first] ?? 0];
  const [dx, dy] = [(x[last] ?? 0) - x0, (y[last] ?? 0) - y0];
  const squared = dx * dx + dy * dy;
  let at = -1;
  let most = -1;
  for (let i = first + 1; i < last; i++) {
    const px = (x[i] ?? 0) - x0;
    const py = (y[i] ?? 0) - y0;
    const along = squared === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / squared));
    const off_x = px - along * dx;
    const off_y = py - along * dy;
    const off = off_x * off_x + off_y * off_y;
    if (off <= most) continue;
    most = off;
    at = i;
  }
  return { at, distance: Math.sqrt(Math.max(0, most)) };
}
