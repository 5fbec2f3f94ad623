/** Finds the train under the pointer: an index of the boxes of curve pieces, then the exact distance on the screen. */
import Flatbush from "flatbush";
import type { Curve, Run } from "./runs.ts";
import { shareAt, timeAt, type Viewport, xOf, yOf } from "./viewport.ts";

/** Points per box: few, so that boxes are narrow; many, so that the index is small. */
const PIECE_POINTS = 24;

export interface Picked {
  readonly run: Run;
  readonly time_ms: number;
  readonly share: number;
}

interface Around {
  readonly x_px: number;
  readonly y_px: number;
  readonly radius_px: number;
}

interface Piece {
  readonly run: Run;
  readonly curve: Curve;
  readonly begin: number;
  readonly end: number;
}

export class PickIndex {
  readonly #pieces: readonly Piece[];
  readonly #index: Flatbush | null;

  constructor(runs: readonly Run[]) {
    this.#pieces = runs.flatMap(listPieces);
    this.#index = this.#pieces.length === 0 ? null : new Flatbush(this.#pieces.length);
    if (this.#index === null) return;
    for (const { run, curve, begin, end } of this.#pieces) {
      let [low, high] = [Infinity, -Infinity];
      for (let i = begin; i < end; i++) {
        low = Math.min(low, curve.shares[i] ?? 0);
        high = Math.max(high, curve.shares[i] ?? 0);
      }
      const from_ms = run.start_ms + (curve.times_ms[begin] ?? 0);
      this.#index.add(from_ms, low, run.start_ms + (curve.times_ms[end - 1] ?? 0), high);
    }
    this.#index.finish();
  }

  /** The shown run nearest to a point of the screen; null if none. */
  pick(
    view: Viewport,
    { x_px, y_px, radius_px }: Around,
    shown: ReadonlySet<Run> | null = null,
  ): Picked | null {
    if (this.#index === null) return null;
    const ids = this.#index.search(
      timeAt(view, x_px - radius_px),
      shareAt(view, y_px - radius_px),
      timeAt(view, x_px + radius_px),
      shareAt(view, y_px + radius_px),
    );
    let best: Picked | null = null;
    let best_px = radius_px;
    for (const id of ids) {
      const piece = this.#pieces[id];
      if (piece === undefined || shown?.has(piece.run) === false) continue;
      const near = nearestOfPiece(view, piece, x_px, y_px);
      if (near.distance_px > best_px) continue;
      best_px = near.distance_px;
      best = { run: piece.run, time_ms: near.time_ms, share: near.share };
    }
    return best;
  }
}

function listPieces(run: Run): Piece[] {
  return run.curves.flatMap((curve) => {
    const pieces: Piece[] = [];
    const last = curve.times_ms.length - 1;
    for (let begin = 0; begin < last; begin += PIECE_POINTS) {
      pieces.push({ run, curve, begin, end: Math.min(begin + PIECE_POINTS, last) + 1 });
    }
    return pieces;
  });
}

interface Near {
  readonly distance_px: number;
  readonly time_ms: number;
  readonly share: number;
}

function nearestOfPiece(view: Viewport, piece: Piece, x_px: number, y_px: number): Near {
  const { run, curve, begin, end } = piece;
  let best: Near = { distance_px: Infinity, time_ms: 0, share: 0 };
  for (let i = begin + 1; i < end; i++) {
    const [t0 = 0, t1 = 0] = [curve.times_ms[i - 1], curve.times_ms[i]];
    const [u0 = 0, u1 = 0] = [curve.shares[i - 1], curve.shares[i]];
    const [ax, ay] = [xOf(view, run.start_ms + t0), yOf(view, u0)];
    const [dx, dy] = [xOf(view, run.start_ms + t1) - ax, yOf(view, u1) - ay];
    const length2 = dx * dx + dy * dy;
    const raw = length2 === 0 ? 0 : ((x_px - ax) * dx + (y_px - ay) * dy) / length2;
    const along = Math.min(1, Math.max(0, raw));
    const distance_px = Math.hypot(ax + along * dx - x_px, ay + along * dy - y_px);
    if (distance_px < best.distance_px) {
      const time_ms = run.start_ms + t0 + along * (t1 - t0);
      best = { distance_px, time_ms, share: u0 + along * (u1 - u0) };
    }
  }
  return best;
}
