/**
 * A proposal of a date is tried as it would be stored, on each date that it touches, and one of all days on all of them:
 * what it promises is what was found then. Variants count as the trains that they are of.
 */
import type { InferOutput } from "valibot";
import type { TaskOutput } from "../../../workers/tasks.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { DAY_MS } from "../../railway/days/operating_days.ts";
import { type AskedDate, datesWithin } from "../../timetable/calendar/asked_date.ts";
import { type ChangedTrain, changeRecords } from "../../timetable/changes/changed_records.ts";
import { askAllDays, toPlaces } from "../conflict/all_days.ts";
import type { ConflictList } from "../conflict/conflict.schemas.ts";
import { KeptConflicts } from "../conflict/kept_conflicts.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { identityOf } from "../conflict/planned_trains.ts";
import { readKept } from "../conflict/read_kept.ts";
import { lastMs } from "../simulation/computed_groups.ts";
import { summarizeAll } from "../what_if/try_days.ts";
import type { CheckedProposal } from "./check_proposal.ts";
import type { AskedDays } from "./known_days.ts";
import type { KnownTrains } from "./known_trains.ts";

/** Chains of trains that overlap in a zone are no longer. */
const CHAIN_MS = DAY_MS;
/** Leaving a zone takes longer than arriving at the last waypoint, but not an hour. */
const LEAVING_MS = 3_600_000;

export async function checkOnDates(
  ctx: Context,
  {
    question,
    on,
    known,
  }: {
    readonly question: ConflictQuestion;
    readonly on: AskedDate;
    readonly known: KnownTrains;
  },
  checked: CheckedProposal,
): Promise<CheckedProposal> {
  if (checked.changes.length === 0) return checked;
  const { timetable_id, setup } = question;
  const records = await changeRecords(ctx, { timetable_id, changes: checked.changes });
  const summaries = await summarizeAll({ question, records });
  const tried = records.map((record) => nameAsBefore(record, checked));
  let gone: ReadonlySet<string> = new Set();
  const made: number[][] = [];
  for (const date of datesWithin(on.calendar, spanOf(on, checked))) {
    const asked = { ...question, on: date };
    const before = await readKept(asked, async (kept) => kept.list(setup));
    const after = await (await KeptConflicts.make({ ...asked, tried })).list(setup);
    const { priority, share, signal } = setup;
    const found = await ctx.services.compute.run(
      "subtract_lists",
      { before, after },
      { priority, share, signal },
    );
    if (date.day === on.day) gone = new Set(found.gone);
    made.push(
      ...(await mapInTurns(found.made, signal, (text) => listOwners(text, known, date.day))),
    );
  }
  return {
    ...checked,
    summaries: checked.changes.map((_, i) => summaries.get(i) ?? "null"),
    gone,
    made,
  };
}

/** A proposal as it is on all days. */
export async function checkOnAllDays(
  ctx: Context,
  {
    question,
    days,
    known,
  }: {
    readonly question: ConflictQuestion;
    readonly days: AskedDays;
    readonly known: KnownTrains;
  },
  checked: CheckedProposal,
): Promise<CheckedProposal> {
  if (checked.changes.length === 0) return checked;
  const { timetable_id, setup } = question;
  const { period, before } = days;
  const tried = await changeRecords(ctx, { timetable_id, changes: checked.changes });
  const after = await askAllDays({ ...question, tried }, period);
  const { priority, share, signal } = setup;
  const options = { priority, share, signal };
  const input = { ...toPlaces(period), before, after };
  const found: TaskOutput<"list_made"> = await ctx.services.compute.run(
    "list_made",
    input,
    options,
  );
  const made = found.map((text) => known.standIns(listOwners(text, known)));
  return { ...checked, made, after };
}

/** The train that it is of, with the same exceptions. */
function nameAsBefore(record: ChangedTrain, { stored }: CheckedProposal): ChangedTrain {
  const made = stored[record.changes[0] ?? 0]?.made ?? null;
  return made === null ? record : { ...record, id: made.id, new_keys: made.new_keys };
}

/** From where conflicts that changed trains are in could begin, as they are or become, to where they end. */
function spanOf(
  on: AskedDate,
  { tried }: CheckedProposal,
): readonly [from_ms: number, to_ms: number] {
  const runs = tried.flatMap((one) => {
    if (one === null) return [];
    const { start_ms, stored_run } = one.movable;
    return [
      { start_ms, run: stored_run },
      { start_ms: one.start_ms, run: one.run },
    ];
  });
  const ends_ms = runs.map(({ start_ms, run }) => start_ms + lastMs(run) + LEAVING_MS);
  return [
    Math.min(on.begin_ms, ...runs.map(({ start_ms }) => start_ms - CHAIN_MS)),
    Math.max(on.begin_ms, ...ends_ms),
  ];
}

/** Slots of the trains in a conflict, those that are known; of a date, or of trains that are the same on all days. */
function listOwners(text: string, known: KnownTrains, date: number | null = null): number[] {
  const conflict: InferOutput<typeof ConflictList>[number] = JSON.parse(text);
  const { train_ids, train_day_shifts = [], paced_train_occurrence_ids } = conflict;
  const find = (kind: "train_schedule" | "paced_train", id: number, shift = 0, identity = "") => {
    const day = date === null ? null : date + shift;
    return known.slotsOf({ kind, id, day }).get(identity)?.slot ?? [];
  };
  return [
    ...train_ids.flatMap((id, i) => find("train_schedule", id, train_day_shifts[i])),
    ...paced_train_occurrence_ids.flatMap(({ paced_train_id, day_shift, index, exception_key }) => {
      const occurrence = index === undefined ? { exception_key: exception_key ?? "" } : { index };
      return find("paced_train", paced_train_id, day_shift, identityOf(occurrence));
    }),
  ];
}
