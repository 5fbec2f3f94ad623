import type { Envelope, EnvelopeArena } from "../../../../workers/engine/envelope/envelope.ts";

/** Positions go on, joints are continuous, every step takes a finite time: lists what is not so. */
export function listUnsound(arena: EnvelopeArena, envelope: Envelope, length_m: number): string[] {
  const faults: string[] = [];
  let x_m = 0;
  let v_m_s = arena.beginV_m_s(envelope.parts[0]!);
  for (const part of envelope.parts.subarray(0, envelope.count)) {
    if (arena.beginX_m(part) !== x_m) faults.push(`gap at ${x_m}`);
    if (!(Math.abs(arena.beginV_m_s(part) - v_m_s) < 1e-4)) faults.push(`jump at ${x_m}`);
    for (let i = arena.first[part]!; i < arena.end[part]! - 1; i++) {
      if (!(arena.x_m[i + 1]! > arena.x_m[i]!)) faults.push(`no way at ${arena.x_m[i]!}`);
      if (!(arena.v_m_s[i]! >= 0)) faults.push(`speed at ${arena.x_m[i]!}`);
      if (!(arena.h_s[i]! > 0 && arena.h_s[i]! < Infinity)) faults.push(`time at ${arena.x_m[i]!}`);
    }
    x_m = arena.endX_m(part);
    v_m_s = arena.endV_m_s(part);
  }
  if (x_m !== length_m) faults.push(`ends at ${x_m}`);
  return faults;
}
