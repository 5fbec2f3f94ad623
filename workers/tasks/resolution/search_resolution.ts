/** Tasks: a piece of the search for a solution, and which conflicts could be solved at all. */
import type { SearchStop } from "../../engine/resolution/branching.ts";
import type { Solution } from "../../engine/resolution/plan.ts";
import {
  findSolvable,
  improve,
  type PieceResult,
  type SearchStep,
} from "../../engine/resolution/resolve.ts";
import { openPlan, type PlanRef } from "./resolution_plan.ts";

export interface SearchResolutionInput {
  readonly plan: PlanRef;
  /** Null: the timetable as it is. */
  readonly start: Solution | null;
  readonly step: SearchStep;
  readonly work: number;
  readonly stop: StopRef;
}

/** When a search ends although there is more to do. */
interface StopRef {
  /** One Int32: 1 when it is to end, */
  readonly is_over: SharedArrayBuffer;
  /** but not before that. */
  readonly least_work: number;
}

export function searchResolution({ plan, stop, ...input }: SearchResolutionInput): PieceResult {
  return improve({ plan: openPlan(plan), stop: viewStop(stop), ...input });
}

function viewStop({ is_over, least_work }: StopRef): SearchStop {
  return { flag: new Int32Array(is_over), least_work };
}

/** Numbers of the remaining conflicts that could, or might, be solved individually. */
export function examineResolution(input: {
  readonly plan: PlanRef;
  readonly solution: Solution;
  readonly stop: StopRef;
}): readonly number[] {
  return findSolvable(openPlan(input.plan), input.solution, viewStop(input.stop));
}
