/**
 * Oracle for engine.md 4.4, 4.6, 4.8 and 4.9: envelopes as lists of parts, curves drawn step by step
 * against a list of constraints, overlays by slicing.
 */
import type { Forces, Mode } from "./forces.ts";
import type { SpeedPart } from "./mrsp.ts";

export interface Part {
  readonly xs: readonly number[];
  readonly vs: readonly number[];
  readonly dts: readonly number[];
}

export class Failure extends Error {
  readonly kind: string;
  readonly offset: number;
  constructor(kind: string, offset: number) {
    super(`${kind} at ${offset}`);
    this.kind = kind;
    this.offset = offset;
  }
}

export const firstX = ({ xs }: Part): number => xs[0]!;
export const lastX = ({ xs }: Part): number => xs.at(-1)!;
export const firstV = ({ vs }: Part): number => vs[0]!;
export const lastV = ({ vs }: Part): number => vs.at(-1)!;

interface Segment {
  readonly x1: number;
  readonly v1: number;
  readonly x2: number;
  readonly v2: number;
}

function accelerationOf({ x1, v1, x2, v2 }: Segment): number {
  return (v2 * v2 - v1 * v1) / (2 * (x2 - x1));
}

function speedIn(segment: Segment, x: number): number {
  if (x === segment.x1) return segment.v1;
  if (x === segment.x2) return segment.v2;
  const a = accelerationOf(segment);
  return Math.sqrt(Math.max(0, segment.v1 ** 2 + 2 * a * (x - segment.x1)));
}

/** Time from the start of a segment to x, for interpolation. */
function timeIn(segment: Segment, x: number): number {
  const a = accelerationOf(segment);
  if (Math.abs(a) < 1e-5) return Math.abs((x - segment.x1) / segment.v1);
  return Math.abs(speedIn(segment, x) - segment.v1) / Math.abs(a);
}

function fullTime(segment: Segment): number {
  const a = accelerationOf(segment);
  if (a === 0) return Math.abs((segment.x2 - segment.x1) / segment.v1);
  return Math.abs(segment.v2 - segment.v1) / Math.abs(a);
}

function segmentOf({ xs, vs }: Part, i: number): Segment {
  return { x1: xs[i]!, v1: vs[i]!, x2: xs[i + 1]!, v2: vs[i + 1]! };
}

/** Speed of an envelope at x, at a joint in the part on the given side. */
export function speedAt(envelope: readonly Part[], x: number, side: -1 | 1): number {
  const holds = envelope.filter((part) => firstX(part) <= x && x <= lastX(part));
  const part = (side === 1 ? holds.at(-1) : holds[0])!;
  const i = Math.min(
    part.xs.findLastIndex((one) => one <= x),
    part.xs.length - 2,
  );
  return speedIn(segmentOf(part, i), x);
}

/** Microseconds to x, each step truncated; the left part at a joint. */
export function timeAt(envelope: readonly Part[], x: number): number {
  let us = 0;
  for (const part of envelope) {
    for (let i = 0; i + 1 < part.xs.length; i++) {
      if (x <= part.xs[i]!) return us;
      if (x < part.xs[i + 1]!) return us + Math.floor(timeIn(segmentOf(part, i), x) * 1e6);
      us += Math.floor(part.dts[i]! * 1e6);
    }
  }
  return us;
}

export function slice(part: Part, from: number, to: number): Part | null {
  const lo = Math.max(from, firstX(part));
  const hi = Math.min(to, lastX(part));
  if (!(lo < hi)) return null;
  const xs: number[] = [];
  const vs: number[] = [];
  const dts: number[] = [];
  for (let i = 0; i + 1 < part.xs.length; i++) {
    const segment = segmentOf(part, i);
    if (segment.x2 <= lo || segment.x1 >= hi) continue;
    let dt = part.dts[i]!;
    if (xs.length === 0) {
      xs.push(Math.max(lo, segment.x1));
      vs.push(speedIn(segment, xs[0]!));
    }
    if (segment.x2 > hi) dt = timeIn(segment, hi);
    if (segment.x1 < lo) dt -= timeIn(segment, lo);
    xs.push(Math.min(hi, segment.x2));
    vs.push(speedIn(segment, xs.at(-1)!));
    dts.push(dt);
  }
  return { xs, vs, dts };
}

/** Overlay parts in order with slices of the base between them. */
export function compose(base: readonly Part[], overlays: readonly Part[]): Part[] {
  const result: Part[] = [];
  const fill = (from: number, to: number, vFrom: number | null, vTo: number | null): void => {
    const pieces = base.map((part) => slice(part, from, to)).filter((one) => one !== null);
    pieces.forEach((piece, k) => {
      const vs = [...piece.vs];
      if (k === 0 && vFrom !== null && Math.abs(vs[0]! - vFrom) < 1e-6) vs[0] = vFrom;
      if (k === pieces.length - 1 && vTo !== null && Math.abs(vs.at(-1)! - vTo) < 1e-6) {
        vs[vs.length - 1] = vTo;
      }
      result.push({ ...piece, vs });
    });
  };
  let at = firstX(base[0]!);
  let speed: number | null = null;
  for (const overlay of overlays) {
    fill(at, firstX(overlay), speed, firstV(overlay));
    result.push(overlay);
    at = lastX(overlay);
    speed = lastV(overlay);
  }
  fill(at, lastX(base.at(-1)!), speed, null);
  return result;
}

type Hit = { readonly x: number; readonly v: number } | null;

interface Constraint {
  readonly accepts: (x: number, v: number, d: number) => boolean;
  readonly hit: (segment: Segment, d: number) => Hit;
}

const FLOOR: Constraint = {
  accepts: (_x, v) => v >= 0,
  hit: ({ x2, v2 }) => (v2 <= 0 ? { x: x2, v: 0 } : null),
};

function equalSpeed(speed: number): Constraint {
  return {
    accepts: (_x, v) => v === speed,
    hit: ({ x1, v1, v2 }) => (v2 === speed ? null : { x: x1, v: v1 }),
  };
}

function within(lo: number, hi: number): Constraint {
  return {
    accepts: (x) => lo <= x && x <= hi,
    hit: (segment, d) => {
      const limit = d > 0 ? hi : lo;
      const isBeyond = d > 0 ? segment.x2 >= limit : segment.x2 <= limit;
      return isBeyond ? { x: limit, v: speedIn(segment, limit) } : null;
    },
  };
}

export function ceiling(base: readonly Part[]): Constraint {
  return {
    accepts: (x, v, d) => {
      const speed = speedAt(base, x, d > 0 ? 1 : -1);
      return speed > v || Math.abs(speed - v) < 1e-5;
    },
    hit: (segment, d) => ceilingHit(base, segment, d),
  };
}

function ceilingHit(base: readonly Part[], segment: Segment, d: number): Hit {
  const beyond = (a: number, b: number): boolean => (d > 0 ? a > b : a < b);
  const nearer = (a: number, b: number): number => (d > 0 ? Math.min(a, b) : Math.max(a, b));
  const parts = d > 0 ? base : base.toReversed();
  for (const part of parts) {
    const order = part.xs.slice(1).map((_, i) => i);
    for (const i of d > 0 ? order : order.toReversed()) {
      const one = segmentOf(part, i);
      const [from, to] = d > 0 ? [one.x1, one.x2] : [one.x2, one.x1];
      const isFirst = i === (d > 0 ? 0 : order.length - 1);
      // Steps of the base behind the curve, and the one that ends where it begins.
      if (!beyond(to, segment.x1)) continue;
      if (beyond(from, segment.x2)) return null;
      if (isFirst && beyond(from, segment.x1)) {
        const v = speedIn(segment, from);
        if (!(v < speedIn(one, from))) return { x: from, v };
      }
      if (from === segment.x2) return null;
      if (Math.max(segment.v1, segment.v2) < Math.min(one.v1, one.v2)) continue;
      const x = nearer(to, segment.x2);
      const own = speedIn(segment, x);
      const limit = speedIn(one, x);
      if (Math.abs(own - limit) < 1e-8) return { x, v: limit };
      if (own < limit) continue;
      return crossing(segment, one);
    }
  }
  const end = d > 0 ? lastX(base.at(-1)!) : firstX(base[0]!);
  return beyond(end, segment.x2) ? null : { x: end, v: speedIn(segment, end) };
}

/** Where two parabolas meet, the speed from the base's. */
function crossing(own: Segment, base: Segment): Hit {
  const [a, b] = [accelerationOf(own), accelerationOf(base)];
  let x: number;
  if (base.v1 === base.v2) x = own.x1 + (base.v1 ** 2 - own.v1 ** 2) / (2 * a);
  else if (own.v1 === own.v2) x = base.x1 + (own.v1 ** 2 - base.v1 ** 2) / (2 * b);
  else x = (base.v1 ** 2 - 2 * b * base.x1 - own.v1 ** 2 + 2 * a * own.x1) / (2 * (a - b));
  for (const { x1, x2 } of [own, base]) {
    x = Math.min(Math.max(x, Math.min(x1, x2)), Math.max(x1, x2));
  }
  return { x, v: speedIn(base, x) };
}

export interface Drawn {
  readonly part: Part | null;
  readonly nSteps: number;
  /** Index of the constraint that ended it. */
  readonly ended: number;
}

interface Start {
  readonly x: number;
  readonly v: number;
  readonly d: 1 | -1;
}

/** Engine.md 4.6; the part is in increasing positions whatever the direction. */
export function draw(
  forces: Forces,
  mode: Mode,
  { x, v, d }: Start,
  constraints: readonly Constraint[],
): Drawn {
  const none: Drawn = { part: null, nSteps: 0, ended: -1 };
  if (!constraints.every((one) => one.accepts(x, v, d))) return none;
  const xs = [x];
  const vs = [v];
  const dts: number[] = [];
  let v0 = v;
  let waited = 0;
  for (let turn = 0; turn < 200_000; turn++) {
    const [x1, v1] = [xs.at(-1)!, v0];
    const [dx, v2, dt] = forces.step(mode, d, x1, v1);
    const segment = { x1, v1, x2: x1 + dx, v2 };
    const hits = constraints
      .map((one, index) => ({ index, hit: one.hit(segment, d) }))
      .filter(({ hit }) => hit !== null);
    if (hits.length === 0) {
      if (dx === 0 && v2 === v1) throw new Error("a curve that stands still");
      if (dx === 0) {
        // Positions increase strictly (4.4): the time of a step that moves less than a centimetre
        // belongs to the next point.
        waited += dt;
        v0 = v2;
        continue;
      }
      xs.push(segment.x2);
      vs.push(v2);
      dts.push(dt + waited);
      waited = 0;
      v0 = v2;
      continue;
    }
    const first = hits.reduce((a, b) => ((b.hit!.x - a.hit!.x) * d < 0 ? b : a));
    const at = first.hit!;
    if (at.x !== x1) {
      xs.push(at.x);
      vs.push(at.v);
      dts.push(fullTime({ x1, v1: vs.at(-2)!, x2: at.x, v2: at.v }));
    }
    const nSteps = dts.length;
    if (nSteps === 0) return { ...none, ended: first.index };
    const part =
      d > 0 ? { xs, vs, dts } : { xs: xs.reverse(), vs: vs.reverse(), dts: dts.reverse() };
    return { part, nSteps, ended: first.index };
  }
  throw new Failure("simulation_too_long", x);
}

export function constantParts(parts: readonly SpeedPart[]): Part[] {
  return parts.map(({ lo, hi, speed }) => {
    const v = speed / 1000;
    const [x1, x2] = [lo / 1000, hi / 1000];
    return { xs: [x1, x2], vs: [v, v], dts: [(x2 - x1) / v] };
  });
}

/** Engine.md 4.8. */
export function maxSpeedEnvelope(
  forces: Forces,
  mrsp: readonly Part[],
  stops: readonly number[],
): Part[] {
  const curves: Part[] = [];
  let leftmost = Infinity;
  for (let i = mrsp.length - 1; i > 0; i--) {
    const [left, right] = [mrsp[i - 1]!, mrsp[i]!];
    if (firstV(right) >= lastV(left) || firstX(right) > leftmost) continue;
    const start = { x: firstX(right), v: firstV(right), d: -1 as const };
    const { part } = draw(forces, "BRAKE", start, [FLOOR, ceiling(mrsp)]);
    if (part === null) continue;
    curves.unshift(part);
    leftmost = firstX(part);
  }
  let envelope = compose(mrsp, curves);
  const end = lastX(mrsp.at(-1)!);
  for (const stop of stops) {
    if (stop === 0) continue;
    if (stop > end + 0.01) throw new Failure("stop_beyond_path", stop);
    const start = { x: Math.min(stop, end), v: 0, d: -1 as const };
    const { part } = draw(forces, "BRAKE", start, [FLOOR, ceiling(envelope)]);
    if (part !== null) envelope = compose(envelope, [part]);
  }
  return envelope;
}

/** Engine.md 4.9. */
export function maxEffortEnvelope(
  forces: Forces,
  top: readonly Part[],
  initialSpeed: number,
): Part[] {
  const overlays: Part[] = [];
  const accelerate = (x: number, v: number): Drawn => {
    const drawn = draw(forces, "ACCELERATE", { x, v, d: 1 }, [FLOOR, ceiling(top)]);
    if (drawn.ended === 0)
      throw new Failure("impossible_simulation", drawn.part === null ? x : lastX(drawn.part));
    return drawn;
  };
  let cursor = firstX(top[0]!);
  if (initialSpeed < firstV(top[0]!)) {
    const { part } = accelerate(cursor, initialSpeed);
    if (part !== null) {
      overlays.push(part);
      cursor = lastX(part);
    }
  }
  for (let i = 0; i < top.length; i++) {
    const part = top[i]!;
    if (cursor > lastX(part)) continue;
    cursor = Math.max(cursor, firstX(part));
    const speed = firstV(part);
    if (part.vs.every((v) => v === speed)) {
      while (cursor < lastX(part)) {
        const held = draw(forces, "MAINTAIN", { x: cursor, v: speed, d: 1 }, [
          equalSpeed(speed),
          within(firstX(part), lastX(part)),
        ]);
        if (held.nSteps > 1) {
          overlays.push(held.part!);
          cursor = lastX(held.part!);
        }
        if (!(cursor < lastX(part))) break;
        const caught = accelerate(cursor, speed);
        if (caught.part !== null) {
          overlays.push(caught.part);
          cursor = lastX(caught.part);
        } else {
          cursor += Math.min(1, lastX(part) - cursor);
        }
      }
    }
    if (cursor > lastX(part)) continue;
    const next = top[i + 1];
    if (next !== undefined && firstV(next) > lastV(part)) {
      const { part: faster } = accelerate(lastX(part), lastV(part));
      if (faster !== null) {
        overlays.push(faster);
        cursor = lastX(faster);
      }
    }
  }
  return compose(top, overlays);
}
