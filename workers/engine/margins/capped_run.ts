/**
 * A section run beneath one highest speed. MARECO lays its coasts over it (engine.md 5.7). By itself it is the
 * run that meets any time that can be met: with the cap its time goes without a gap from the fastest run's to
 * that of the slowest, which is nowhere slower than `CAPACITY_SPEED_M_S` unless the base is.
 */
import { type CurveDrawer, EXHAUSTED, NO_PART } from "../envelope/curve.ts";
import {
  ACCELERATING,
  Envelope,
  type EnvelopeArena,
  segmentAcceleration,
} from "../envelope/envelope.ts";
import { findDip_m, isUnderAt } from "../envelope/floor_dip.ts";
import { buildMaxEffort } from "../envelope/max_effort.ts";
import { Stages } from "../envelope/max_speed.ts";
import { compose, slicePart } from "../envelope/overlay.ts";
import { ACCELERATE } from "../physics/train_forces.ts";
import { type Core, DRAWN, type DrawOutcome, OUT_OF_WORK, STALLED } from "./core.ts";
import { CAPACITY_SPEED_M_S, LACKS_APART_M } from "./limits.ts";
import type { Section } from "./section.ts";

/** Drawn forwards, the steps of a run-up lie elsewhere and may end slower: it begins so much faster. */
const RUN_UP_SHARE = 1.01;

export class CappedRun {
  stalledAt_m = 0;
  readonly #drawer: CurveDrawer;
  readonly #stages = new Stages();

  constructor(drawer: CurveDrawer) {
    this.#drawer = drawer;
  }

  /** The last run. */
  get envelope(): Envelope {
    return this.#stages.base;
  }

  /** Runs a section beneath a cap, but not beneath the floors, which are runs at full effort. */
  run(section: Section, cap_m_s: number, floors: readonly number[] | null = null): DrawOutcome {
    const { arena } = this.#drawer;
    const { slowed, maxSpeed, overlays } = this.#stages;
    const hasFloors = floors !== null && floors.length > 0;
    if (!this.#cap(section, cap_m_s, hasFloors ? slowed : maxSpeed)) return OUT_OF_WORK;
    if (hasFloors) {
      if (!this.#cutFloors(section, cap_m_s, floors)) return OUT_OF_WORK;
      if (!compose(arena, slowed, overlays, maxSpeed)) return OUT_OF_WORK;
    }
    // The capped curve starts at its own speed, so there is nothing to accelerate.
    this.#stages.floors = cap_m_s < section.max_m_s ? floors : null;
    const fault = buildMaxEffort(this.#drawer, this.#stages, Infinity);
    if (fault === null) return DRAWN;
    if (fault.kind === "exhausted") return OUT_OF_WORK;
    this.stalledAt_m = fault.x_m;
    return STALLED;
  }

  /** Replaces every stretch above the cap by a plateau; false if the arena is full. */
  #cap(section: Section, cap_m_s: number, out: Envelope): boolean {
    const { arena } = this.#drawer;
    const { envelope } = section;
    out.clear();
    let plateau_m = Number.NaN;
    for (let p = 0; p < envelope.count; p++) {
      const part = envelope.parts[p]!;
      const last = arena.end[part]! - 1;
      let from_m = arena.beginX_m(part);
      if (!(arena.beginV_m_s(part) > cap_m_s) && plateau_m === plateau_m) {
        if (!this.#addPlateau(out, plateau_m, from_m, cap_m_s)) return false;
        plateau_m = Number.NaN;
      } else if (arena.beginV_m_s(part) > cap_m_s && plateau_m !== plateau_m) plateau_m = from_m;
      for (let i = arena.first[part]!; i < last; i++) {
        const isAbove = arena.v_m_s[i]! > cap_m_s;
        if (isAbove === arena.v_m_s[i + 1]! > cap_m_s) continue;
        const x_m = findCrossing_m(arena, i, cap_m_s);
        if (isAbove) {
          if (!this.#addPlateau(out, plateau_m, x_m, cap_m_s)) return false;
          plateau_m = Number.NaN;
          from_m = x_m;
        } else {
          if (!addSlice(arena, out, part, { from_m, to_m: x_m, v_m_s: cap_m_s })) return false;
          plateau_m = x_m;
        }
      }
      if (plateau_m === plateau_m) continue;
      if (!addSlice(arena, out, part, { from_m, to_m: arena.endX_m(part), v_m_s: cap_m_s }))
        return false;
    }
    return plateau_m !== plateau_m || this.#addPlateau(out, plateau_m, section.end_m, cap_m_s);
  }

  #addPlateau(out: Envelope, from_m: number, to_m: number, v_m_s: number): boolean {
    const { arena } = this.#drawer;
    if (!(to_m > from_m)) return true;
    if (!arena.reserve(2)) return false;
    out.push(arena.addPlateau(from_m, to_m, v_m_s));
    return true;
  }

  /** The stretches of the floors above the cap become the overlays. */
  #cutFloors(section: Section, cap_m_s: number, floors: readonly number[]): boolean {
    const { begin_m, end_m, envelope } = section;
    const { arena } = this.#drawer;
    const { overlays } = this.#stages;
    overlays.clear();
    for (const part of floors) {
      if (arena.endX_m(part) <= begin_m || arena.beginX_m(part) >= end_m) continue;
      const last = arena.end[part]! - 1;
      let from_m = arena.beginV_m_s(part) > cap_m_s ? arena.beginX_m(part) : Number.NaN;
      for (let i = arena.first[part]!; i <= last; i++) {
        const isEnd = i === last;
        const isAbove = arena.v_m_s[i]! > cap_m_s;
        if (!isEnd && isAbove === arena.v_m_s[i + 1]! > cap_m_s) continue;
        if (isEnd && !isAbove) break;
        const x_m = isEnd ? arena.endX_m(part) : findCrossing_m(arena, i, cap_m_s);
        if (isAbove) {
          const [above_m, until_m] = [Math.max(from_m, begin_m), Math.min(x_m, end_m)];
          const stretch = {
            ...clipToBase(arena, envelope, part, [above_m, until_m]),
            v_m_s: cap_m_s,
          };
          if (!addSlice(arena, overlays, part, stretch)) return false;
        }
        from_m = x_m;
      }
    }
    return true;
  }
}

/** The cap as a parameter; joined to any speeds at its ends. */
export class CapCore implements Core {
  readonly capacity_m_s = CAPACITY_SPEED_M_S;
  readonly low_m_s = CAPACITY_SPEED_M_S;
  readonly leastTime_s = 0;
  readonly #drawer: CurveDrawer;
  readonly #capped: CappedRun;
  /** Runs at full effort that just don't get too slow where the train lacks traction, in path order. */
  readonly #floors: number[] = [];

  constructor(drawer: CurveDrawer) {
    this.#drawer = drawer;
    this.#capped = new CappedRun(drawer);
  }

  get envelope(): Envelope {
    return this.#capped.envelope;
  }

  get stalledAt_m(): number {
    return this.#capped.stalledAt_m;
  }

  highSpeed_m_s(section: Section): number {
    return section.max_m_s;
  }

  prepare(): void {}

  foresee_s(): number {
    return Number.NaN;
  }

  draw(section: Section, cap_m_s: number): DrawOutcome {
    return this.#capped.run(section, cap_m_s, this.#floors);
  }

  /** Lowest speed at a place: that of a run-up, where there is one. */
  leastAt_m_s(x_m: number): number {
    const { arena } = this.#drawer;
    const floor = this.#floors.find(
      (part) => arena.beginX_m(part) <= x_m && x_m < arena.endX_m(part),
    );
    if (floor === undefined) return CAPACITY_SPEED_M_S;
    let i = arena.first[floor]!;
    while (arena.x_m[i + 1]! <= x_m) i++;
    const [from_m, to_m] = [arena.x_m[i]!, arena.x_m[i + 1]!];
    const [v0, v1] = [arena.v_m_s[i]!, arena.v_m_s[i + 1]!];
    const square = v0 * v0 + ((x_m - from_m) / (to_m - from_m)) * (v1 * v1 - v0 * v0);
    return Math.max(CAPACITY_SPEED_M_S, RUN_UP_SHARE * Math.sqrt(square));
  }

  /** Begins a new simulation: finds where the slowest run needs a run-up. False if out of work. */
  reset(base: Envelope): boolean {
    const { arena, forces } = this.#drawer;
    const begin_m = arena.beginX_m(base.parts[0]!);
    const end_m = arena.endX_m(base.parts[base.count - 1]!);
    const v_m_s = CAPACITY_SPEED_M_S;
    this.#floors.length = 0;
    const lackEnds_m: number[] = [];
    for (let x_m = begin_m; ; ) {
      x_m = forces.holdableUntil_m(v_m_s, x_m, end_m, true);
      if (x_m >= end_m) break;
      if (--this.#drawer.stepsLeft < 0) return false;
      // A run-up ends where the lack does: drawn from behind, its first step would fall below the speed.
      x_m = forces.lackingUntil_m(v_m_s, x_m, end_m);
      lackEnds_m.push(x_m);
      x_m = Math.min(x_m + LACKS_APART_M, end_m);
    }
    if (lackEnds_m.length === 0) return true;
    if (!arena.reserve(2)) return false;
    const slowest = new Envelope();
    slowest.push(arena.addPlateau(begin_m, end_m, v_m_s));
    let from_m = Infinity;
    for (const x_m of lackEnds_m.reverse()) {
      if (x_m > from_m) continue;
      const part = this.#drawer.draw({
        mode: ACCELERATE,
        kind: ACCELERATING,
        direction: -1,
        x_m,
        v_m_s,
        ceiling: slowest,
        limit_m: begin_m,
        isFloor: true,
        isSmooth: true,
      });
      if (this.#drawer.outcome === EXHAUSTED) return false;
      from_m = x_m;
      if (part === NO_PART) continue;
      from_m = arena.beginX_m(part);
      this.#floors.push(part);
    }
    this.#floors.reverse();
    return true;
  }
}

/** A stretch of a part that begins and ends at one speed, unless it is the part's begin or end. */
interface Stretch {
  readonly from_m: number;
  readonly to_m: number;
  readonly v_m_s: number;
}

/** Where a floor lies below the base, which a train that starts there has yet to reach: the first such stretch. */
function clipToBase(
  arena: EnvelopeArena,
  { parts, count }: Envelope,
  floor: number,
  [begin_m, end_m]: readonly [number, number],
): { readonly from_m: number; readonly to_m: number } {
  let from_m = begin_m;
  let isBelow = false;
  for (const part of parts.subarray(0, count)) {
    if (arena.endX_m(part) <= from_m || arena.beginX_m(part) >= end_m) continue;
    if (!isBelow) {
      const risen_m = findDip_m(arena, floor, part, from_m);
      const isUnder = isUnderAt(arena, floor, part, Math.max(from_m, arena.beginX_m(part)));
      if (!isUnder && !(risen_m < end_m)) continue;
      if (!isUnder) from_m = risen_m;
      else from_m = Math.max(from_m, arena.beginX_m(part));
      isBelow = true;
    }
    const fallen_m = findDip_m(arena, part, floor, from_m);
    if (fallen_m < end_m) return { from_m, to_m: fallen_m };
  }
  return { from_m, to_m: isBelow ? end_m : from_m };
}

function addSlice(
  arena: EnvelopeArena,
  out: Envelope,
  part: number,
  { from_m, to_m, v_m_s }: Stretch,
): boolean {
  if (!(to_m > from_m)) return true;
  const slice = slicePart(arena, part, { from_m, to_m, fromV_m_s: v_m_s, toV_m_s: v_m_s });
  if (slice >= 0) out.push(slice);
  return slice >= 0;
}

/** Where the step after point i has a speed, which must lie between those of its ends. */
export function findCrossing_m(arena: EnvelopeArena, i: number, v_m_s: number): number {
  const from_m = arena.x_m[i]!;
  const to_m = arena.x_m[i + 1]!;
  const v0 = arena.v_m_s[i]!;
  const a = segmentAcceleration(to_m - from_m, v0, arena.v_m_s[i + 1]!);
  const x_m = from_m + (v_m_s * v_m_s - v0 * v0) / (2 * a);
  return Math.min(Math.max(x_m, from_m), to_m);
}
