import type { CurveDrawer } from "../envelope/curve.ts";
import { CONSTANT_SPEED, type Envelope } from "../envelope/envelope.ts";

/** Whether the train has the traction for a curve that was made by scaling speeds. */
export function isDrivable({ arena, forces }: CurveDrawer, { parts, count }: Envelope): boolean {
  const { x_m, v_m_s } = arena;
  for (let p = 0; p < count; p++) {
    const part = parts[p]!;
    const last = arena.end[part]! - 1;
    for (let i = arena.first[part]!; i < last; i++) {
      const v0 = v_m_s[i]!;
      const v1 = v_m_s[i + 1]!;
      if (arena.kind[part] === CONSTANT_SPEED || v0 === v1) {
        if (forces.holdableUntil_m(v0, x_m[i]!, x_m[i + 1]!) < x_m[i + 1]!) return false;
        continue;
      }
      const at_m = (x_m[i]! + x_m[i + 1]!) / 2;
      const v = (v0 + v1) / 2;
      const needed_n =
        (forces.stock.inertia_kg * (v1 * v1 - v0 * v0)) / (2 * (x_m[i + 1]! - x_m[i]!)) +
        forces.resistance_n(v) -
        forces.weight_n(at_m);
      if (needed_n > 1.05 * forces.maxEffort_n(at_m, v) + 1) return false;
    }
  }
  return true;
}
