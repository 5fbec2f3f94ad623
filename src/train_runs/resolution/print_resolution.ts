/** A proposal that was checked, as the answer. */
import type { InferOutput } from "valibot";
import { NO_KNOT } from "../../../workers/engine/resolution/plan.ts";
import { given } from "../../platform/given.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { dateOf } from "../../railway/days/operating_days.ts";
import type { AskedDate } from "../../timetable/calendar/asked_date.ts";
import { toPlaces } from "../conflict/all_days.ts";
import type { CheckedProposal } from "./check_proposal.ts";
import {
  allowsOtherRuns,
  isExact,
  type Knowledge,
  type PlanOfProblem,
  type Problem,
} from "./problem.ts";
import { listDelays, printChange } from "./proposed_changes.ts";
import type { Reason, UnseenDays } from "./resolution.schemas.ts";
import type { SearchPiece } from "./search_pieces.ts";

/** So much is done to tell why conflicts are left, also when time is over. */
const LEAST_WORK = 1e6;

export interface Resolved {
  readonly problem: Problem;
  readonly plan: PlanOfProblem;
  readonly knowledge: Knowledge;
  readonly checked: CheckedProposal;
  readonly piece: SearchPiece;
  readonly work: number;
  /** Of the answer in which no train runs otherwise, if one does now. */
  readonly bound_max: number | null;
}

/** JSON text. */
export async function printResolution(
  resolved: Resolved,
  figures: { readonly cost: number; readonly bound: number },
): Promise<string> {
  const { problem, checked, work } = resolved;
  const { ctx } = problem;
  const reasons = await findReasons(resolved);
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
    ...(await printConflictsOf(resolved, reasons)),
    delays: raw(`[${delays.flat().join()}]`),
    ...figures,
    work,
  });
}

/** Those that are solved, and those that are left. */
async function printConflictsOf(
  { problem, checked }: Resolved,
  reasons: readonly Reason[],
): Promise<Readonly<Record<string, unknown>>> {
  const { opened, ctx, days, known, request, end, question } = problem;
  if (days === null) {
    const solved: string[] = [];
    const left: string[] = [];
    for (const [row, text] of opened.texts.entries()) {
      if (checked.gone.has(text)) solved.push(text);
      else {
        const reason = given(reasons[row], "each has a reason");
        left.push(printObject({ conflict: raw(text), reason }));
      }
    }
    return { solved: raw(`[${solved.join()}]`), left: raw(`[${left.join()}]`) };
  }
  const { period, before, unseen } = days;
  const asked = opened.texts.map((text, row) => {
    const date = known.dates[opened.dates[row] ?? 0];
    return { text, day: date?.day ?? 0, reason: given(reasons[row], "each has a reason") };
  });
  const is_part = request.conflicts !== undefined || request.window !== undefined;
  const reason: Reason = end.is_over ? "out_of_time" : "no_way_found";
  const { after = before } = checked;
  const input = { ...toPlaces(period), before, after, asked, is_part, reason };
  const { priority, share, signal } = question.setup;
  const options = { priority, share, signal };
  const printed = await ctx.services.compute.run("print_solved", input, options);
  return {
    day_sets: raw(printed.day_sets),
    solved: raw(printed.solved),
    left: raw(printed.left),
    ...(unseen.length > 0 && { unseen: printUnseen(unseen) }),
  };
}

function printUnseen(dates: readonly AskedDate[]): InferOutput<typeof UnseenDays> {
  const [first = "", last = first] = [dates.at(0), dates.at(-1)].map((one) =>
    dateOf(one?.day ?? 0),
  );
  return { count: dates.length, first, last };
}

/** Why each of the conflicts is left, if it is. */
async function findReasons({ problem, plan, knowledge, piece }: Resolved): Promise<Reason[]> {
  const { ctx, question, opened, trains, end } = problem;
  const { share, signal, priority } = question.setup;
  const stop = { is_over: end.flag, least_work: LEAST_WORK };
  const input = { plan: plan.plan, solution: piece.solution, stop };
  const options = { share, signal, priority };
  const may_prove = isExact(problem, knowledge) && !allowsOtherRuns(problem);
  const solvable = new Set(
    piece.next === null || !may_prove
      ? []
      : await ctx.services.compute.run("examine_resolution", input, options),
  );
  const not_found = end.is_over ? "out_of_time" : "no_way_found";
  const may_change = new Set(trains.map(({ slot }) => slot));
  const rows = Array.from(opened.asked.keys()).filter((c) => opened.asked[c] === 1);
  return rows.map((c, row): Reason => {
    const owners = given(opened.owners[row], "each has its trains");
    if (!owners.some((slot) => may_change.has(slot))) return "trains_fixed";
    if (!may_prove) return not_found;
    const knot = plan.knotOf[c] ?? NO_KNOT;
    return solvable.has(knot) ? not_found : "not_allowed";
  });
}
