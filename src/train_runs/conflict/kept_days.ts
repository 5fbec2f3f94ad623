/** The kept conflicts of all days of a period: all trains once, each with its days. */
import type { FoldedRef } from "../../../workers/tasks/conflicts/folded_ref.ts";
import type { TaskInput } from "../../../workers/tasks.ts";
import { nextTurn } from "../../platform/turns.ts";
import type { AskedDate } from "../../timetable/calendar/asked_date.ts";
import type { TimetableCalendar } from "../../timetable/calendar/calendar.queries.ts";
import type { ChangedTrain } from "../../timetable/changes/changed_records.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { runTask } from "../path/setup.ts";
import type { Expansion } from "../simulation/computed_groups.ts";
import { unlessTooMany } from "./conflict.errors.ts";
import { KeptConflicts } from "./kept_conflicts.ts";
import { type ConflictQuestion, KeptTrains, withoutTrains } from "./kept_trains.ts";
import { type ExpandedRecord, expandRecord } from "./planned_trains.ts";
import { planAll, planTried } from "./tried_records.ts";

/** Those of dates on which trains meet as on others, together, and date by date the others. */
export type AllDaysAnswer = Pick<TaskInput<"join_dates">, "folded" | "dates">;

export interface PeriodDates {
  readonly calendar: TimetableCalendar;
  readonly dates: readonly AskedDate[];
}

type FoldedDays = NonNullable<AllDaysAnswer["folded"]>;

export class KeptDays {
  readonly #calendar: TimetableCalendar;
  readonly #trains: KeptTrains<FoldedRef>;
  /** Of the dates together; null: not printed since the last change. */
  #folded: FoldedDays | null = null;
  /** Of those that are left; null: not asked for since the last change. */
  #dates: AllDaysAnswer["dates"] | null = null;

  constructor(calendar: TimetableCalendar) {
    this.#calendar = calendar;
    this.#trains = new KeptTrains({
      expand: this.#expand,
      change: async (setup, plan) => {
        const updated = await plan.run(setup, "update_folded", {});
        if (updated.kind !== "success") return null;
        this.#folded = null;
        this.#dates = null;
        return updated.occupancy;
      },
    });
  }

  readonly #expand: Expansion<ExpandedRecord> = (kind, row) =>
    expandRecord(kind, row, { all_days: this.#calendar });

  /** Throws if on some day there are too many trains, or in all too many conflicts. */
  static async make(question: ConflictQuestion, calendar: TimetableCalendar): Promise<KeptDays> {
    const { timetable_id, stocks, works, tried } = question;
    const setup = { ...question.setup, priority: "batch" } as const;
    const made = new KeptDays(calendar);
    const stored = await made.#trains.readStored(question);
    const source = { timetable_id, setup, stocks };
    const records = await planAll(source, tried ?? [], expandWithin(question, calendar));
    await nextTurn();
    const planned = await made.#trains.plan(records, setup);
    const { clock, first_day, is_day } = calendar;
    const outcome = await runTask(setup, "fold_conflicts", {
      ...planned.plan.toTimetable(),
      clock,
      first_day,
      day_count: is_day.length,
      ...(works === null ? {} : { works }),
      is_trial: tried !== undefined,
    });
    const { folded, occupancy } = unlessTooMany(outcome);
    made.#folded = folded;
    await made.#trains.start(question, stored, planned, occupancy);
    return made;
  }

  /** False if everything must be made anew; then nothing of this may be used again. */
  async update(question: ConflictQuestion): Promise<boolean> {
    return await this.#trains.update(question);
  }

  async list(question: ConflictQuestion, period: PeriodDates): Promise<AllDaysAnswer> {
    const folded = this.#folded ?? (await this.#print(question));
    this.#folded = folded;
    this.#dates ??= await askDates(question, datesLeft(folded, period));
    return { folded, dates: this.#dates };
  }

  /** With changes that are tried beside what is kept; null: that must be made from nothing. */
  async tryOut(
    question: ConflictQuestion,
    tried: readonly ChangedTrain[],
  ): Promise<FoldedDays | null> {
    const { timetable_id, stocks, works } = question;
    // two that stand for one train
    if (new Set(tried.map(({ kind, id }, i) => `${kind.name} ${id ?? -i}`)).size < tried.length) {
      return null;
    }
    const setup = { ...question.setup, priority: "batch" } as const;
    const made = await planTried({ timetable_id, setup, stocks }, tried, this.#expand);
    const gone = tried.flatMap(({ kind, id, columns }) =>
      columns === null && id !== null ? [withoutTrains(kind.name, id)] : [],
    );
    const plan = await this.#trains.planChange([...made, ...gone], setup);
    const updated = plan && (await plan.run(setup, "update_folded", {}));
    if (updated?.kind !== "success") return null;
    const { occupancy } = updated;
    const input = { occupancy, ...(works === null ? {} : { works }), is_trial: true };
    return unlessTooMany(await runTask(setup, "list_folded", input)).folded;
  }

  get bytes(): number {
    const { runs, runs_by_zone, slots, names, day_sets, masks, kinds } =
      this.#trains.version.occupancy;
    const answers = [this.#folded, ...(this.#dates ?? [])].map((one) => one?.json);
    const buffers = [runs, runs_by_zone, slots, names, day_sets, masks, ...kinds, ...answers];
    return buffers.reduce((sum, buffer) => sum + (buffer?.byteLength ?? 0), this.#trains.bytes);
  }

  async #print({ setup, works }: ConflictQuestion): Promise<FoldedDays> {
    const { occupancy } = this.#trains.version;
    const listed = await runTask(setup, "list_folded", {
      occupancy,
      ...(works === null ? {} : { works }),
    });
    if (listed.kind !== "success") this.#trains.drop();
    return unlessTooMany(listed).folded;
  }
}

/** Dates on which trains do not meet as on others. */
export function datesLeft(folded: FoldedDays, { calendar, dates }: PeriodDates): AskedDate[] {
  const places = new Set(folded.left);
  return dates.filter(({ day }) => places.has(day - calendar.first_day));
}

/** One date after the other: its trains and those of the days around it are gone before the next one's are there. */
export async function askDates(
  question: ConflictQuestion,
  dates: readonly AskedDate[],
): Promise<AllDaysAnswer["dates"]> {
  const answers: { day: number; json: Uint8Array }[] = [];
  for (const on of dates) {
    const made = await KeptConflicts.make({ ...question, on });
    answers.push({ day: on.day, json: await made.list(question.setup) });
  }
  return answers;
}

/** Throws as soon as there are too many trains on a day. */
function expandWithin(
  { setup: { services } }: ConflictQuestion,
  calendar: TimetableCalendar,
): Expansion<ExpandedRecord> {
  const { conflict_trains } = services.config.limits;
  const counts = new Float64Array(calendar.is_day.length);
  let most = 0;
  return function* (kind, row) {
    const expanded = yield* expandRecord(kind, row, { all_days: calendar });
    const { departures } = expanded;
    for (const [place, bit] of (departures[0]?.bits ?? []).entries()) {
      if (bit === 0) continue;
      counts[place] = (counts[place] ?? 0) + departures.length;
      most = Math.max(most, counts[place] ?? 0);
    }
    if (most > conflict_trains) throw tooManyTrains(most, conflict_trains);
    return expanded;
  };
}
