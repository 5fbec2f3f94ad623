/** Lines on the map: pieces of them, and how long they are. */

export type LonLat = [lon: number, lat: number];

const METRES_A_DEGREE = 111_320;

export function lineLength_m(line: readonly LonLat[]): number {
  return line.reduce((sum, point, i) => sum + distance_m(line[i - 1] ?? point, point), 0);
}

/** The piece between two shares of a line's length; the whole line is itself. */
export function pieceOfLine(line: readonly LonLat[], from: number, to: number): readonly LonLat[] {
  if (from <= 0 && to >= 1) return line;
  const length_m = lineLength_m(line);
  const [from_m, to_m] = [Math.max(0, from) * length_m, Math.min(1, to) * length_m];
  const inner: LonLat[] = [];
  let begin: LonLat | undefined = line[0];
  let end: LonLat | undefined = line.at(-1);
  let at_m = 0;
  for (const [i, point] of line.entries()) {
    const before = line[i - 1] ?? point;
    const step_m = distance_m(before, point);
    const at = (place_m: number): LonLat => between(before, point, (place_m - at_m) / step_m);
    if (step_m > 0 && at_m <= from_m && from_m <= at_m + step_m) begin = at(from_m);
    if (step_m > 0 && at_m < to_m && to_m <= at_m + step_m) end = at(to_m);
    at_m += step_m;
    if (at_m > from_m && at_m < to_m) inner.push(point);
  }
  return begin === undefined || end === undefined ? [] : [begin, ...inner, end];
}

function between(a: LonLat, b: LonLat, share: number): LonLat {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

function distance_m(a: LonLat, b: LonLat): number {
  const x = (b[0] - a[0]) * Math.cos(((a[1] + b[1]) / 2) * (Math.PI / 180));
  return Math.hypot(x, b[1] - a[1]) * METRES_A_DEGREE;
}
