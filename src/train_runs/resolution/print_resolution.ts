/** A proposal that was checked, as the answer. */
import { NO_KNOT } from "../../../workers/engine/resolution/plan.ts";
import { given } from "../../platform/given.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { mapInTurns } from "../../platform/turns.ts";
import type { CheckedProposal } from "./check_proposal.ts";
import { costOfOtherRuns } from "./other_runs.ts";
import type { Knowledge, PlanOfProblem, Problem } from "./problem.ts";
import { listDelays, printChange } from "./proposed_changes.ts";
import type { Reason } from "./resolution.schemas.ts";
import type { SearchPiece } from "./search_pieces.ts";

export interface Resolved {
  readonly plan: PlanOfProblem;
  readonly knowledge: Knowledge;
  readonly checked: CheckedProposal;
  readonly piece: SearchPiece;
  readonly work: number;
}

/** JSON text. */
export async function printResolution(problem: Problem, resolved: Resolved): Promise<string> {
  const { opened, ctx } = problem;
  const { checked, piece, work } = resolved;
  const reasons = await findReasons(problem, resolved);
  const solved: string[] = [];
  const left: string[] = [];
  for (const [row, text] of opened.texts.entries()) {
    if (checked.gone.has(text)) solved.push(text);
    else {
      const reason = given(reasons[row], "each has a reason");
      left.push(printObject({ conflict: raw(text), reason }));
    }
  }
  const changes = await mapInTurns(checked.changes, ctx.signal, (change) =>
    JSON.stringify(printChange(change)),
  );
  const delays = await mapInTurns(checked.tried, ctx.signal, (one) =>
    one === null
      ? []
      : listDelays(one.movable, one.run, one.start_ms).map((delay) => JSON.stringify(delay)),
  );
  return printObject({
    changes: raw(`[${changes.join()}]`),
    summaries: raw(`[${checked.summaries.join()}]`),
    solved: raw(`[${solved.join()}]`),
    left: raw(`[${left.join()}]`),
    delays: raw(`[${delays.flat().join()}]`),
    cost: piece.cost + costOfOtherRuns(problem),
    bound: piece.bound,
    work,
  });
}

/** Why each of the conflicts is left, if it is. */
async function findReasons(
  { ctx, question, opened, trains }: Problem,
  { plan, knowledge, piece }: Resolved,
): Promise<Reason[]> {
  const { share, signal, priority } = question.setup;
  const input = { plan: plan.plan, solution: piece.solution };
  const options = { share, signal, priority };
  const is_proven = piece.next === null;
  const solvable = new Set(
    is_proven ? [] : await ctx.services.compute.run("examine_resolution", input, options),
  );
  const may_change = new Set(trains.map(({ slot }) => slot));
  const rows = Array.from(opened.asked.keys()).filter((c) => opened.asked[c] === 1);
  return rows.map((c, row): Reason => {
    const owners = given(opened.owners[row], "each has its trains");
    if (!owners.some((slot) => may_change.has(slot))) return "trains_fixed";
    if (owners.some((slot) => knowledge.fixed.has(slot))) return "no_way_found";
    const knot = plan.knotOf[c] ?? NO_KNOT;
    return solvable.has(knot) ? "no_way_found" : "not_allowed";
  });
}
