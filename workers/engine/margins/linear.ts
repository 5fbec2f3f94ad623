/** LINEAR, also called STANDARD (engine.md 5.6): all speeds of a section times one factor. */
import { Envelope, type EnvelopeArena, segmentTime_s } from "../envelope/envelope.ts";
import { partKind } from "../envelope/overlay.ts";
import { type Core, DRAWN, type DrawOutcome, OUT_OF_WORK } from "./core.ts";
import { UNSTEADY_CHANGE } from "./limits.ts";
import type { Section } from "./section.ts";

export class LinearCore implements Core {
  readonly envelope = new Envelope();
  readonly stalledAt_m = 0;
  readonly leastTime_s = 0;
  readonly capacity_m_s = 0;
  readonly low_m_s = 0;
  readonly #arena: EnvelopeArena;

  constructor(arena: EnvelopeArena) {
    this.#arena = arena;
  }

  highSpeed_m_s(section: Section): number {
    return section.max_m_s;
  }

  prepare(): void {}

  /** All steps take longer by the same factor. */
  foresee_s(section: Section, parameter_m_s: number): number {
    section.steady_s ??= steadyTime_s(this.#arena, section);
    return (section.steady_s * section.max_m_s) / parameter_m_s;
  }

  /** Draws the section with its highest speed lowered to the parameter. */
  draw(section: Section, parameter_m_s: number): DrawOutcome {
    const arena = this.#arena;
    const { envelope } = this;
    const factor = parameter_m_s / section.max_m_s;
    envelope.clear();
    if (!arena.reserve(section.nPoints)) return OUT_OF_WORK;
    const { x_m, v_m_s, h_s } = arena;
    for (let p = 0; p < section.envelope.count; p++) {
      const part = section.envelope.parts[p]!;
      const from = arena.first[part]!;
      const to = arena.nPoints;
      const n = arena.end[part]! - from;
      for (let i = 0; i < n; i++) {
        x_m[to + i] = x_m[from + i]!;
        v_m_s[to + i] = v_m_s[from + i]! * factor;
      }
      for (let i = to; i < to + n - 1; i++) {
        h_s[i] = segmentTime_s(x_m[i + 1]! - x_m[i]!, v_m_s[i]!, v_m_s[i + 1]!);
      }
      arena.nPoints += n;
      envelope.push(arena.addPart(to, to + n, partKind(arena, part)));
    }
    return DRAWN;
  }
}

/** Sum of the times of all steps; NaN if rounding of the speeds decides the time of one. */
function steadyTime_s(arena: EnvelopeArena, { envelope }: Section): number {
  const { x_m, v_m_s } = arena;
  let time_s = 0;
  for (let p = 0; p < envelope.count; p++) {
    const part = envelope.parts[p]!;
    const last = arena.end[part]! - 1;
    for (let i = arena.first[part]!; i < last; i++) {
      const v0 = v_m_s[i]!;
      const v1 = v_m_s[i + 1]!;
      if (v0 !== v1 && Math.abs(v0 - v1) <= UNSTEADY_CHANGE * v0) return Number.NaN;
      time_s += segmentTime_s(x_m[i + 1]! - x_m[i]!, v0, v1);
    }
  }
  return time_s;
}
