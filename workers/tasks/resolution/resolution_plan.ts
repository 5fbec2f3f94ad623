/** A plan (`engine/resolution`) as it crosses the border. */
import type { Plan } from "../../engine/resolution/plan.ts";
import { openColumns, packColumns } from "../../engine/shared_columns.ts";

const PLAN = {
  waits: Float64Array,
  leads: Float64Array,
  slopes: Float64Array,
  gaps: Float64Array,
  backs: Float64Array,
  weights: Float64Array,
  trainStart: Uint32Array,
  firstBegins: Uint32Array,
  firstEnds: Uint32Array,
  secondBegins: Uint32Array,
  secondEnds: Uint32Array,
  knots: Uint32Array,
} as const;

/** Opaque outside the workers. */
export type PlanRef = SharedArrayBuffer;

export function packPlan(plan: Plan): PlanRef {
  return packColumns(PLAN, { ...plan });
}

export function openPlan(ref: PlanRef): Plan {
  return openColumns(PLAN, ref);
}
