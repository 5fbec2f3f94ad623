/** Task: the operational points along a line (interface.md 5.2), as JSON text. */
import { type Infra, stringAt } from "../../engine/infra/infra.ts";
import { pointName } from "../../engine/infra/point_parts.ts";
import { findLinePoints } from "../../engine/topology/line_points.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";

/** Null: no track section has the code. */
export function listLinePoints(input: {
  readonly infra: InfraRef;
  readonly line_code: number;
}): string | null {
  const infra = viewInfra(input.infra);
  const found = findLinePoints(infra, input.line_code);
  if (found === null) return null;
  return JSON.stringify({
    operational_points: found.ops.map((op, i) => ({
      ...describe(infra, op),
      position_mm: found.positions_mm[i],
    })),
    left_out: found.left_out.map((op) => describe(infra, op)),
  });
}

function describe(infra: Infra, op: number): object {
  return { id: stringAt(infra, infra.opName[op] ?? 0), name: pointName(infra, op) };
}
