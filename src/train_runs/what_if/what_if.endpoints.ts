/** The consequences of train changes (interface.md 11.1). */
import * as v from "valibot";
import { batchBody, okText } from "../../platform/http/answers.ts";
import { type Context, endpoint, type JsonText } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { together } from "../../platform/together.ts";
import {
  CHANGES_EXAMPLE,
  type Change,
  ChangeList,
} from "../../timetable/changes/change.schemas.ts";
import {
  CHANGE_ERRORS,
  changeRecords,
  checkCount,
} from "../../timetable/changes/changed_records.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { unlessTooMany } from "../conflict/conflict.errors.ts";
import { ConflictQuery } from "../conflict/conflict.schemas.ts";
import { readKept } from "../conflict/read_kept.ts";
import { NO_SLOTS } from "../conflict/slot_plan.ts";
import {
  CONFLICT_ERRORS,
  type ConflictParameters,
  openConflicts,
  readConflictParameters,
} from "../conflict/timetable_conflicts.ts";
import { type DatedTrial, tryOnAllDays, tryOnDate } from "./try_days.ts";
import { expandAll, planTrial, printInOrder, type Snapshot, type Trial } from "./try_out.ts";
import { TrialQuery, WhatIfOfDays, WhatIfResult } from "./what_if.schemas.ts";

/*
 * The consequences of train changes. The changed trains are computed like stored trains, from the
 * same cached results, and tried on the timetable's kept conflicts, which are not modified.
 */

type TrialParameters = ConflictParameters & { readonly timetable_id: number };

async function openTrial(
  ctx: Context,
  { timetable_id, ...parameters }: TrialParameters,
  changes: readonly Change[],
): Promise<DatedTrial> {
  checkCount(ctx, changes);
  const options = { ...parameters, priority: "interactive" } as const;
  const [question, records] = await together([
    openConflicts(ctx, timetable_id, options),
    changeRecords(ctx, { timetable_id, changes }),
  ]);
  return { question, records, change_count: changes.length };
}

async function answerWhatIf(
  ctx: Context,
  parameters: TrialParameters,
  changes: readonly Change[],
): Promise<JsonText> {
  const opened = await openTrial(ctx, parameters, changes);
  const { question, records } = opened;
  if (question.on) return await tryOnDate(ctx, opened);
  const expanded = await expandAll(question, records);
  const snapshot = await readKept(question, async ({ version, records: known_records }) => {
    const known = records.map(({ kind, id }) =>
      id === null ? undefined : known_records.find(kind.name, id),
    );
    const count = expanded.reduce(
      (sum, { departures }, i) => sum + departures.length - (known[i]?.departure_count ?? 0),
      known_records.departure_count,
    );
    const { conflict_trains } = question.setup.services.config.limits;
    if (count > conflict_trains) throw tooManyTrains(count, conflict_trains);
    return { version, slots: known.map((one) => one?.slots ?? NO_SLOTS) };
  });
  const trial = await planTrial(question, expanded, snapshot);
  return { json: await printTrial(trial, changes.length, snapshot) };
}

/** The answer as JSON text. */
async function printTrial(
  { setup, plan, summaries: texts }: Trial,
  change_count: number,
  { version }: Snapshot,
): Promise<string | Uint8Array> {
  const summaries = printInOrder(texts, change_count);
  if (plan.is_empty) {
    const { conflict_count: count } = version.occupancy;
    const conflicts = { gone: [], new: [], count_before: count, count_after: count };
    return printObject({ trains: raw(`[${summaries}]`), conflicts });
  }
  return unlessTooMany(await plan.run(setup, "try_changes", { summaries })).json;
}

const TRIAL_ERRORS = [...CONFLICT_ERRORS, ...CHANGE_ERRORS] as const;

export const WHAT_IF_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/what_if",
    summary:
      "What changes of trains would do to their runs and to all conflicts; nothing is stored",
    params: v.object({ timetable_id: pathId }),
    query: TrialQuery,
    body: batchBody(ChangeList, CHANGES_EXAMPLE),
    answer: okText(WhatIfResult),
    creates: null,
    access: ofComputedTimetable,
    errors: TRIAL_ERRORS,
    handle: async (ctx, { params: { timetable_id }, query, body: { changes } }) =>
      answerWhatIf(ctx, { timetable_id, ...readConflictParameters(query) }, changes),
  }),
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/what_if/days",
    summary:
      "What changes of trains would do to conflicts on all days of the period; nothing is stored",
    params: v.object({ timetable_id: pathId }),
    query: ConflictQuery,
    body: batchBody(ChangeList, CHANGES_EXAMPLE),
    answer: okText(WhatIfOfDays),
    creates: null,
    access: ofComputedTimetable,
    errors: TRIAL_ERRORS,
    handle: async (ctx, { params: { timetable_id }, query, body: { changes } }) => {
      const parameters = { timetable_id, ...readConflictParameters(query) };
      return await tryOnAllDays(ctx, await openTrial(ctx, parameters, changes));
    },
  }),
];
