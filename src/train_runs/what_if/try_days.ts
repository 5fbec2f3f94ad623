/**
 * What changes of trains would do on a date, or on all days of the period. Any change may join chains of trains over
 * several days, so the conflicts with the changed trains are made from nothing, beside those that are.
 */
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { openDates } from "../../timetable/calendar/asked_date.ts";
import type { ChangedTrain } from "../../timetable/changes/changed_records.ts";
import { askAllDays, toPlaces } from "../conflict/all_days.ts";
import { KeptConflicts } from "../conflict/kept_conflicts.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { readKept } from "../conflict/read_kept.ts";
import { computeDepartures } from "../simulation/compute_trains.ts";
import { departuresOf } from "../simulation/train_answers.ts";
import { expandAll, printInOrder, summarize } from "./try_out.ts";

/** The changes, opened. */
export interface DatedTrial {
  readonly question: ConflictQuestion;
  readonly records: readonly ChangedTrain[];
  readonly change_count: number;
}

/** On the date of the question. */
export async function tryOnDate({ services }: Context, trial: DatedTrial): Promise<JsonText> {
  const { question, records: tried } = trial;
  const { setup } = question;
  const summaries = await printSummaries(trial);
  const before = await readKept(question, async (kept) => kept.list(setup));
  const made = await KeptConflicts.make({ ...question, tried });
  const input = { before, after: await made.list(setup), summaries };
  return { json: await services.compute.run("compare_lists", input, setup) };
}

/** Throws NoPeriod. */
export async function tryOnAllDays({ services }: Context, trial: DatedTrial): Promise<JsonText> {
  const { question, records: tried } = trial;
  const period = await openDates(services.db, question.timetable_id);
  const summaries = await printSummaries(trial);
  const before = await askAllDays(question, period);
  const after = await askAllDays({ ...question, tried }, period);
  const input = { ...toPlaces(period), before, after, summaries };
  const { priority, share, signal } = question.setup;
  return { json: await services.compute.run("compare_dates", input, { priority, share, signal }) };
}

/** Of each change as JSON text, separated by commas. */
async function printSummaries(trial: DatedTrial): Promise<string> {
  return printInOrder(await summarizeAll(trial), trial.change_count);
}

/** JSON texts by change; runs of trains are the same on all days. */
export async function summarizeAll({
  question: { setup, stocks },
  records,
}: Pick<DatedTrial, "question" | "records">): Promise<ReadonlyMap<number, string>> {
  const expanded = await expandAll({ setup, stocks }, records);
  const lists = expanded.map(({ variants }) => (variants === null ? [] : departuresOf(variants)));
  const all = await computeDepartures(setup, lists.flat(), stocks);
  const texts = new Map<number, string>();
  let next = 0;
  await mapInTurns(expanded, setup.signal, (one, i) => {
    const own = all.slice(next, next + (lists[i]?.length ?? 0));
    next += own.length;
    for (const [change, text] of summarize(one, own)) texts.set(change, text);
  });
  return texts;
}
