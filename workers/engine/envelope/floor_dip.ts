/** Where one curve comes below another. Between its points, the square of a curve's speed is linear in the position. */
import { type EnvelopeArena, findStep } from "./envelope.ts";

/** A curve that lies below by no more than this, m²/s², lies on the other one. */
const LEVEL_M2_S2 = 1e-9;

/** A curve that begins so far below another one, m²/s², has yet to come up to it: a train that starts from a stop. */
const START_M2_S2 = 0.01;

/** First position from `from_m` on where part `a` comes down below part `b`, within both; NaN if there is none. */
export function findDip_m(arena: EnvelopeArena, a: number, b: number, from_m: number): number {
  const { x_m } = arena;
  const end_m = Math.min(arena.endX_m(a), arena.endX_m(b));
  let at_m = Math.max(from_m, arena.beginX_m(a), arena.beginX_m(b));
  let i = arena.first[a]!;
  let j = arena.first[b]!;
  let above = Number.NaN;
  while (at_m < end_m) {
    while (i < arena.end[a]! - 2 && x_m[i + 1]! <= at_m) i++;
    while (j < arena.end[b]! - 2 && x_m[j + 1]! <= at_m) j++;
    if (above !== above) above = squareAt(arena, i, at_m) - squareAt(arena, j, at_m);
    const isOn = above >= -START_M2_S2;
    if (isOn && above < -LEVEL_M2_S2) return at_m;
    const next_m = Math.min(end_m, x_m[i + 1]!, x_m[j + 1]!);
    if (!(next_m > at_m)) break;
    const next = squareAt(arena, i, next_m) - squareAt(arena, j, next_m);
    if (isOn && next < -LEVEL_M2_S2) {
      const over = Math.max(0, above);
      return at_m + (over / (over - next)) * (next_m - at_m);
    }
    at_m = next_m;
    above = next;
  }
  return Number.NaN;
}

/** Whether part `a` is no higher than part `b` at a place within both. */
export function isUnderAt(arena: EnvelopeArena, a: number, b: number, x_m: number): boolean {
  const over =
    squareAt(arena, findStep(arena, a, x_m), x_m) - squareAt(arena, findStep(arena, b, x_m), x_m);
  return over <= LEVEL_M2_S2;
}

function squareAt({ x_m, v_m_s }: EnvelopeArena, i: number, at_m: number): number {
  const from_m = x_m[i]!;
  const to_m = x_m[i + 1]!;
  const begin = v_m_s[i]! * v_m_s[i]!;
  const end = v_m_s[i + 1]! * v_m_s[i + 1]!;
  return begin + ((at_m - from_m) / (to_m - from_m)) * (end - begin);
}
