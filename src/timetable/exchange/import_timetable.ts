/**
 * Adds the trains of a document to a timetable, all or none. A worker splits the document. Here
 * each train is validated by the schema of a creation, in turns with other requests; one statement
 * stores all. For a new timetable clients call `POST /timetable` first: a combined endpoint would
 * need the rights and the answer of both.
 */
import * as v from "valibot";
import type { DeflatedTexts } from "../../../workers/railjson/deflated_texts.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { isEnough } from "../../platform/access/levels.ts";
import { SLOW_DEADLINE_MS } from "../../platform/db/client.ts";
import {
  invalidBody,
  listTexts,
  readItems,
  validateBody,
} from "../../platform/http/body/json_body.ts";
import { parseJson } from "../../platform/http/body/parse_json.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import { levelTooLow } from "../../platform/http/resource_errors.ts";
import { doInTurns } from "../../platform/turns.ts";
import { Period } from "../../railway/days/days.schemas.ts";
import { dateOf } from "../../railway/days/operating_days.ts";
import { makeCalendar } from "../../railway/days/period_days.ts";
import { readPeriod, type TimetableCalendar, toCalendar } from "../calendar/calendar.queries.ts";
import { checkDays, type DatedForm } from "../calendar/check_days.ts";
import { DayList, LISTS_MAX } from "../calendar/day_list.schemas.ts";
import { PACED_TRAIN } from "../paced_train/paced_train.kind.ts";
import type { TrainColumns, WrittenKind } from "../train/train_kind.ts";
import { tooManyTrains } from "../train_schedule/train_schedule.errors.ts";
import { TRAIN_SCHEDULE } from "../train_schedule/train_schedule.kind.ts";
import { importTrains } from "./exchange.queries.ts";
import type { ImportedTrains } from "./exchange.schemas.ts";

type Split = TaskOutput<"split_timetable">;

/** Returns the ids of the new trains. `body` is transferred to the worker. */
export async function importTimetable(
  ctx: Context,
  timetable_id: number,
  { body, sets_period }: { readonly body: ArrayBuffer; readonly sets_period: boolean },
): Promise<ImportedTrains> {
  const { services, signal, share } = ctx;
  const { limits } = services.config;
  const first = ctx.firstAnswer<ImportedTrains>();
  if (first !== null) return first;
  const input = { body, trains_max: limits.timetable_trains };
  const options = { share, signal, transfer: [body], priority: "batch" } as const;
  const split = await withinMemory(services.compute.run("split_timetable", input, options));
  return await storeTrains(ctx, timetable_id, { outcome: split, sets_period });
}

/** Stores the trains that a worker has split off, perhaps with a period for a timetable without one; returns their ids. */
export async function storeTrains(
  ctx: Context,
  timetable_id: number,
  { outcome, sets_period }: { readonly outcome: Split; readonly sets_period: boolean },
): Promise<ImportedTrains> {
  const { services, signal } = ctx;
  const split = readOutcome(outcome, services.config.limits.timetable_trains);
  const planned =
    split.dated === null
      ? null
      : await checkDated(ctx, timetable_id, { given: split.dated, sets_period });
  const at = { timetable_id, planned };
  const train_schedules = await readForms(ctx, at, TRAIN_SCHEDULE, split.train_schedules);
  const paced_trains = await readForms(ctx, at, PACED_TRAIN, split.paced_trains);
  await ctx.checkAgain();
  const made = await importTrains(services.db, timetable_id, {
    train_schedules,
    paced_trains,
    author_id: ctx.user?.id ?? null,
    period: planned?.period ?? null,
    deadline_ms: SLOW_DEADLINE_MS,
    signal,
  });
  if (made === null) {
    throw invalidBody([{ path: "/period", reason: "the timetable has another one meanwhile" }]);
  }
  return made;
}

/** Period and lists of days of a document. */
const DatedDocument = v.strictObject({
  period: Period,
  day_lists: v.optional(v.pipe(v.array(DayList), v.maxLength(LISTS_MAX)), []),
});

/**
 * Trains go only where their days mean what they mean in the document; returns the days that a timetable without a
 * period gets, null: it has one.
 */
async function checkDated(
  ctx: Context,
  timetable_id: number,
  { given, sets_period }: { readonly given: string; readonly sets_period: boolean },
): Promise<TimetableCalendar | null> {
  const { services, signal } = ctx;
  const parsed = await parseJson(new TextEncoder().encode(given), signal);
  const { period, day_lists } = await validateBody(DatedDocument, parsed, signal);
  const stored = await readPeriod(services.db, timetable_id);
  const own_calendar = stored === null ? null : toCalendar(stored);
  if (own_calendar === null) {
    if (!sets_period) {
      throw invalidBody([{ path: "/period", reason: "the timetable has no period" }]);
    }
    const level = ctx.levelOn("timetable", timetable_id);
    const about = { type: "timetable", id: timetable_id } as const;
    if (level !== null && !isEnough(level, "Writer")) throw levelTooLow(about, "Writer", level);
  }
  const calendar = own_calendar ?? makeCalendar(period, stored?.lists ?? []);
  const own = calendar.period;
  const is_within = own.first <= period.first && period.last <= own.last;
  if (own.time_zone !== period.time_zone || !is_within) {
    throw invalidBody([{ path: "/period", reason: "is not within that of the timetable" }]);
  }
  const faults = day_lists.flatMap(({ code, dates }, i) => {
    const days = calendar.lists.get(code);
    const is_equal = days === undefined || days.map(dateOf).join() === dates.join();
    return is_equal ? [] : [{ path: `/day_lists/${i}`, reason: "the timetable's has other dates" }];
  });
  if (faults.length > 0) throw invalidBody(faults);
  return own_calendar === null ? calendar : null;
}

/** The trains of a kind as they are stored. */
async function readForms<Form extends DatedForm>(
  { services, signal }: Context,
  {
    timetable_id,
    planned,
  }: { readonly timetable_id: number; readonly planned: TimetableCalendar | null },
  kind: WrittenKind<Form>,
  texts: DeflatedTexts,
): Promise<TrainColumns[]> {
  const { limits } = services.config;
  // The limit for a train that is created or replaced.
  const size = { what: "bytes of one train", count_max: limits.batch_body_bytes };
  const dated: DatedForm[] = [];
  const at: number[] = [];
  const reading = readItems(listTexts(texts, size), {
    item: kind.creation,
    pointer: `/${kind.name}s`,
    convert: (form, i) => {
      if (form.days !== undefined) {
        const { days, paced } = form;
        dated.push(paced === undefined ? { days } : { days, paced });
        at.push(i);
      }
      return kind.toColumns(followNone(form), limits, i);
    },
  });
  const columns = await doInTurns(reading, signal);
  const pathOf = (i: number): string => `/${kind.name}s/${at[i]}`;
  await checkDays(services.db, { timetable_id, planned }, dated, pathOf);
  return columns;
}

/** A document has no ids: an id that one of its trains names is another train's here. */
function followNone<Form>(form: Form): Form {
  const { follows: _elsewhere, ...own } = form as Form & { readonly follows?: unknown };
  return own as Form;
}

function readOutcome(split: Split, trains_max: number): Extract<Split, { kind: "split" }> {
  switch (split.kind) {
    case "split":
      return split;
    case "invalid_json":
      throw new AppError("InvalidJson", `The body is no valid JSON: ${split.reason}`, {
        reason: split.reason,
      });
    case "invalid":
      throw invalidBody(split.faults);
    case "too_many":
      throw tooManyTrains(split.count, trains_max);
  }
}
