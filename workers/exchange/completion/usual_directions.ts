/**
 * Infers in which direction tracks are usually used, where trains of both directions have a track of their own: from the
 * side to which a track's signals stand, else from the side on which trains keep on double lines. A double line is
 * seen from its geometry: one other track beside this one, and no third, at each of a few places along it. What a
 * track says already stays.
 */
import type { RunningSide } from "../../../src/railway/exchange_terms.ts";
import { measureGeo } from "../../engine/geo.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";

type Track = RailjsonDocument["track_sections"][number];
type Usual = NonNullable<NonNullable<Track["extensions"]>["usual_direction"]>;

/** Tracks of a double line are at most this far from each other. */
const BESIDE_MAX_M = 25;
/** Nearer than this they touch: at a switch, or drawn twice. */
const BESIDE_MIN_M = 2;
/** At a bend no piece has a point on its outer side right beside it: pieces count so far beyond their ends. */
const BEND_M = 2;
/** Parallel: the sine of the angle between them is at most this. */
const TURN_MAX = 0.35;
/** Shares of a track's length at which it is looked at. */
const SAMPLES = [0.25, 0.5, 0.75];
/** Lines are kept by cells, each piece in all that it comes near to. */
const CELL_M = 100;
/** Longer pieces are cut, so that a piece is in few cells. */
const PIECE_MAX_M = 200;
/** Of all tracks together; a network with more of them, or of no place on Earth, is not looked at. */
const PIECES_MAX = 2_000_000;
const M_A_DEGREE = 111_320;

/** By id, of tracks that say nothing themselves. */
export function inferUsualDirections(
  { track_sections, signals }: RailjsonDocument,
  side: RunningSide,
): ReadonlyMap<string, Usual> {
  const found = new Map<string, Usual>();
  const signalled = new Map<string, Usual | "BOTH">();
  for (const { track, direction } of signals) {
    const known = signalled.get(track) ?? direction;
    signalled.set(track, known === direction ? direction : "BOTH");
  }
  if (!(countPieces(track_sections) <= PIECES_MAX)) return found;
  const pieces = new Pieces(track_sections);
  for (const [i, track] of track_sections.entries()) {
    if (track.extensions?.usual_direction !== undefined) continue;
    const beside = pieces.sideOfOther(i);
    if (beside === 0) continue;
    const by_signals = signalled.get(track.id) ?? "BOTH";
    // The track is on the left where the other one lies on its right.
    const is_left = side === "left";
    const by_side: Usual = beside < 0 === is_left ? "START_TO_STOP" : "STOP_TO_START";
    found.set(track.id, by_signals === "BOTH" ? by_side : by_signals);
  }
  return found;
}

function countPieces(tracks: readonly Track[]): number {
  let count = 0;
  for (const { geo } of tracks) {
    const points = geo.coordinates;
    for (let i = 1; i < points.length; i++) count += countOf(points[i - 1], points[i]);
  }
  return count;
}

function countOf(
  [lon_a = 0, lat_a = 0]: readonly number[] = [],
  to: readonly number[] = [],
): number {
  const [lon_b = 0, lat_b = 0] = to;
  if (Math.max(Math.abs(lat_a), Math.abs(lat_b)) > 90) return Infinity;
  return Math.max(1, Math.ceil(measureGeo(lon_a, lat_a, lon_b, lat_b) / PIECE_MAX_M));
}

interface Piece {
  readonly track: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

/** The straight pieces of all tracks, by where they are. */
class Pieces {
  readonly #tracks: readonly Track[];
  readonly #cells = new Map<string, Piece[]>();

  constructor(tracks: readonly Track[]) {
    this.#tracks = tracks;
    for (const [track, { geo }] of tracks.entries()) {
      const points = geo.coordinates;
      for (let i = 1; i < points.length; i++) {
        const [a = [], b = []] = [points[i - 1], points[i]];
        const [lon_a = 0, lat_a = 0] = a;
        const [lon_b = 0, lat_b = 0] = b;
        const count = countOf(a, b);
        for (let k = 0; k < count; k++) {
          const at = (share: number): readonly [number, number] => [
            lon_a + (lon_b - lon_a) * share,
            lat_a + (lat_b - lat_a) * share,
          ];
          this.#add({ track, from: at(k / count), to: at((k + 1) / count) });
        }
      }
    }
  }

  #add(piece: Piece): void {
    const { from, to } = piece;
    const [x_a, y_a] = cellOf(from);
    const [x_b, y_b] = cellOf(to);
    for (let x = Math.min(x_a, x_b) - 1; x <= Math.max(x_a, x_b) + 1; x++) {
      for (let y = Math.min(y_a, y_b) - 1; y <= Math.max(y_a, y_b) + 1; y++) {
        const key = `${x} ${y}`;
        const list = this.#cells.get(key) ?? [];
        this.#cells.set(key, list);
        list.push(piece);
      }
    }
  }

  /** On which side of a track the only other one lies: 1 left, -1 right, 0 there is none, or more than one. */
  sideOfOther(track: number): -1 | 0 | 1 {
    const { coordinates } = this.#tracks[track]?.geo ?? { coordinates: [] };
    const sides = SAMPLES.map((share) => this.#sideAt(track, placeAlong(coordinates, share)));
    const [first = 0] = sides;
    return sides.every((one) => one === first) ? first : 0;
  }

  #sideAt(track: number, { at, heading }: Placed): -1 | 0 | 1 {
    const [x, y] = cellOf(at);
    const left = new Set<number>();
    const right = new Set<number>();
    for (const { track: other, from, to } of this.#cells.get(`${x} ${y}`) ?? []) {
      if (other === track) continue;
      const [ax, ay] = metresFrom(at, from);
      const [bx, by] = metresFrom(at, to);
      const length = Math.hypot(bx - ax, by - ay);
      const along = (ax * (ax - bx) + ay * (ay - by)) / (length * length);
      const beyond_m = Math.max(-along, along - 1) * length;
      if (length === 0 || beyond_m > BEND_M) continue;
      const turn = Math.abs((heading[0] * (by - ay) - heading[1] * (bx - ax)) / length);
      const [px, py] = [ax + along * (bx - ax), ay + along * (by - ay)];
      const far = Math.hypot(px, py);
      if (turn > TURN_MAX || far < BESIDE_MIN_M || far > BESIDE_MAX_M) continue;
      (heading[0] * py - heading[1] * px > 0 ? left : right).add(other);
    }
    if (left.size + right.size !== 1) return 0;
    return left.size === 1 ? 1 : -1;
  }
}

interface Placed {
  readonly at: readonly [number, number];
  /** Unit vector, east and north. */
  readonly heading: readonly [number, number];
}

function placeAlong(points: readonly (readonly number[])[], share: number): Placed {
  const steps = points.slice(1).map(([lon = 0, lat = 0], i) => {
    const [lon_a = 0, lat_a = 0] = points[i] ?? [];
    return measureGeo(lon_a, lat_a, lon, lat);
  });
  let left_m = share * steps.reduce((sum, one) => sum + one, 0);
  let i = 0;
  while (i < steps.length - 1 && left_m > (steps[i] ?? 0)) left_m -= steps[i++] ?? 0;
  const [lon_a = 0, lat_a = 0] = points[i] ?? [];
  const [lon_b = 0, lat_b = 0] = points[i + 1] ?? [];
  const own = steps[i] || 1;
  const part = left_m / own;
  const at = [lon_a + (lon_b - lon_a) * part, lat_a + (lat_b - lat_a) * part] as const;
  const [dx, dy] = metresFrom([lon_a, lat_a], [lon_b, lat_b]);
  const length = Math.hypot(dx, dy) || 1;
  return { at, heading: [dx / length, dy / length] };
}

function metresFrom(
  [lon, lat]: readonly [number, number],
  [to_lon, to_lat]: readonly [number, number],
): readonly [number, number] {
  const squeeze = Math.cos((lat * Math.PI) / 180);
  return [(to_lon - lon) * M_A_DEGREE * squeeze, (to_lat - lat) * M_A_DEGREE];
}

/** Cells are squares at their own latitude. */
function cellOf([lon, lat]: readonly [number, number]): readonly [number, number] {
  const y = Math.floor((lat * M_A_DEGREE) / CELL_M);
  const squeeze = Math.cos((((y + 0.5) * CELL_M) / M_A_DEGREE) * (Math.PI / 180));
  return [Math.floor((lon * M_A_DEGREE * squeeze) / CELL_M), y];
}
