/** Which rolling stocks a track's gauge limits exclude (engine.md 1.8), as bit sets over `LOADING_GAUGES`. */
import { LOADING_GAUGES } from "../../../src/railway/network_terms.ts";

export const ALL_GAUGES = (1 << LOADING_GAUGES.length) - 1;

const GB_ROW = ["GB", "FR3.3/GB/G2", "GA", "G1"];
const GB1_ROW = ["GB1", ...GB_ROW];

const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map([
  ["G1", ["G1"]],
  ["GA", ["GA", "G1"]],
  ["GB", GB_ROW],
  ["GB1", GB1_ROW],
  ["GC", ["GC", ...GB1_ROW]],
  ["G2", ["G2", "FR3.3/GB/G2", "G1"]],
  ["FR3.3", ["FR3.3", "FR3.3/GB/G2"]],
  ["GLOTT", ["GLOTT"]],
]);

/** Bit of a rolling stock's gauge, 0 for an unknown one. */
export function gaugeBit(gauge: string): number {
  const index = (LOADING_GAUGES as readonly string[]).indexOf(gauge); // any text may be asked for
  return index < 0 ? 0 : 1 << index;
}

/** Rolling stocks that a limit allows; a category that no track can have allows all. */
export function allowedGauges(category: string): number {
  const allowed = ALLOWED.get(category);
  if (allowed === undefined) return ALL_GAUGES;
  return allowed.reduce((set, gauge) => set | gaugeBit(gauge), 0);
}
