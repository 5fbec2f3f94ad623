/** The trains of a timetable with days, each on each of its days by itself in a timetable without days; their conflicts by what is common to both. */
import { expect } from "vitest";
import { type DatedTimetable, type Json, type ModelRun, spanOf, unroll } from "./dated_trains.ts";
import type { LiveWorld } from "./live_world.ts";

interface Unrolled {
  readonly id: number;
  /** By kind and id: of which record and date it is. */
  readonly origin: ReadonlyMap<string, { readonly id: number; readonly date: string }>;
}

export async function makeUnrolled(
  world: LiveWorld,
  { records, runs }: DatedTimetable,
): Promise<Unrolled> {
  const id = (await world.make("POST", "/timetable")).json.timetable_id;
  const days = new Map<string, { record: Json; date: string; runs: ModelRun[] }>();
  for (const run of runs) {
    const record = records.find((one) => one["kind"] === run.kind && one["id"] === run.id) as Json;
    const key = `${run.kind} ${run.id} ${run.date}`;
    const known = days.get(key) ?? { record, date: run.date, runs: [] };
    known.runs.push(run);
    days.set(key, known);
  }
  const origin = new Map<string, { id: number; date: string }>();
  for (const kind of ["train_schedule", "paced_train"]) {
    const own = [...days.values()].filter(({ record }) => record["kind"] === kind);
    if (own.length === 0) continue;
    const forms = own.map((one) => unroll(one.record, one.runs));
    const made = (await world.make("POST", `/timetable/${id}/${kind}s`, forms)).json;
    for (const [i, { record, date }] of own.entries()) {
      origin.set(`${kind} ${made[i].id}`, { id: record["id"], date });
    }
  }
  return { id, origin };
}

/** A conflict of it as one of a date is told; `nameWork`: of a work's id. */
export function spellUnrolled(
  { origin }: Unrolled,
  conflict: Json,
  date: string,
  nameWork = (id: number): string => String(id),
): string {
  const shiftOf = (own: string): number =>
    Math.round((Date.parse(own) - Date.parse(date)) / 86_400_000);
  const owners = [
    ...conflict["train_ids"].map((train: number) => {
      const one = origin.get(`train_schedule ${train}`);
      return ["train", one?.id, shiftOf(one?.date ?? "")];
    }),
    ...conflict["paced_train_occurrence_ids"].map((occurrence: Json) => {
      const { paced_train_id, index, exception_key } = occurrence;
      const one = origin.get(`paced_train ${paced_train_id}`);
      return ["paced", one?.id, index, exception_key, shiftOf(one?.date ?? "")];
    }),
  ];
  return spell(conflict, owners, nameWork);
}

/** Whether it begins on a date. */
export function beginsOn(conflict: Json, date: string, time_zone: string): boolean {
  const [from_ms, to_ms] = spanOf(date, time_zone);
  const begin_ms = Date.parse(conflict["start_time"]);
  return begin_ms >= from_ms && begin_ms < to_ms;
}

function spell(
  conflict: Json,
  owners: readonly unknown[],
  nameWork: (id: number) => string,
): string {
  const zones = conflict["requirements"].map((one: Json) => JSON.stringify(one)).sort();
  const { conflict_type, start_time, end_time, work_schedule_ids } = conflict;
  const works = work_schedule_ids.map(nameWork).sort();
  const named = owners.map((one) => JSON.stringify(one)).sort();
  return JSON.stringify([conflict_type, start_time, end_time, works, named, zones]);
}

/** As the server tells them for a date. */
export function spellDated(conflict: Json, nameWork = (id: number): string => String(id)): string {
  const { train_ids, train_day_shifts, paced_train_occurrence_ids } = conflict;
  expect(train_day_shifts).toHaveLength(train_ids.length);
  const owners = [
    ...train_ids.map((id: number, i: number) => ["train", id, train_day_shifts[i]]),
    ...paced_train_occurrence_ids.map(
      ({ paced_train_id, index, exception_key, day_shift }: Json) => [
        "paced",
        paced_train_id,
        index,
        exception_key,
        day_shift,
      ],
    ),
  ];
  return spell(conflict, owners, nameWork);
}
