/** Tasks: a piece of the search for a solution, and which conflicts could be solved at all. */
import type { Solution } from "../engine/resolution/plan.ts";
import {
  findSolvable,
  improve,
  type PieceResult,
  type SearchStep,
} from "../engine/resolution/resolve.ts";
import { openPlan, type PlanRef } from "./resolution_plan.ts";

export interface SearchResolutionInput {
  readonly plan: PlanRef;
  /** Null: the timetable as it is. */
  readonly start: Solution | null;
  readonly step: SearchStep;
  readonly work: number;
}

export function searchResolution({ plan, ...input }: SearchResolutionInput): PieceResult {
  return improve({ plan: openPlan(plan), ...input });
}

/** Numbers of the remaining conflicts that could, or might, be solved individually. */
export function examineResolution(input: {
  readonly plan: PlanRef;
  readonly solution: Solution;
}): readonly number[] {
  return findSolvable(openPlan(input.plan), input.solution);
}
