/** The kept conflicts of a timetable: of all its trains as they are stored, or of one date. */
import type { OccupancyRef, WantedDate } from "../../../workers/tasks/conflicts/occupancy_ref.ts";
import { nextTurn } from "../../platform/turns.ts";
import { DAY_MS } from "../../railway/days/operating_days.ts";
import { type AskedDate, spanOfPeriod } from "../../timetable/calendar/asked_date.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { runTask } from "../path/setup.ts";
import type { Expansion } from "../simulation/computed_groups.ts";
import type { SimulationSetup } from "../simulation/setup.ts";
import { unlessTooMany } from "./conflict.errors.ts";
import type { KeptRecords } from "./kept_records.ts";
import { type ConflictQuestion, KeptTrains } from "./kept_trains.ts";
import { type ExpandedRecord, expandRecord } from "./planned_trains.ts";
import type { TrainSlots, Version } from "./slot_plan.ts";
import { planAll } from "./tried_records.ts";

/** Most operating days whose trains are looked at for one date, all with as many trains as may be on one. */
const DAYS_AT_ONCE = 40;

export class KeptConflicts {
  readonly #trains = new KeptTrains<OccupancyRef>({
    expand: (kind, row) => expandRecord(kind, row),
    change: async (setup, plan) => {
      const updated = await plan.run(setup, "update_occupancy", {});
      if (updated.kind !== "success") return null;
      this.#json = null;
      this.#taken = null;
      return updated.occupancy;
    },
  });
  /** The answer; null: not printed since the last change. */
  #json: Uint8Array | null = null;
  /** The joined zones (`tabulate_taken`); null: not needed since the last change. */
  #taken: SharedArrayBuffer | null = null;

  /** From scratch: all trains are read and computed, group by group. */
  static async make(question: ConflictQuestion): Promise<KeptConflicts> {
    const { timetable_id, stocks, works, tried } = question;
    // All trains of a timetable are a batch, however urgent the request is.
    const setup = { ...question.setup, priority: "batch" } as const;
    const made = new KeptConflicts();
    const stored = await made.#trains.readStored(question);
    for (const on of listWidened(question.on ?? null)) {
      const source = { timetable_id, setup, stocks, on };
      const records = await planAll(source, tried ?? [], expandWithin(setup, on));
      await nextTurn();
      const planned = await made.#trains.plan(records, setup);
      const date = on === null ? {} : { date: toWanted(on, planned.slots) };
      const more = { ...(works === null ? {} : { works }), is_trial: tried !== undefined };
      const input = { ...planned.plan.toTimetable(), ...more, ...date };
      const kept = await runTask(setup, "keep_conflicts", input);
      if (kept.kind === "cut") continue;
      const { occupancy, json } = unlessTooMany(kept);
      made.#json = json;
      await made.#trains.start(question, stored, planned, occupancy);
      return made;
    }
    throw new Error("trains of all days were there");
  }

  get records(): KeptRecords {
    return this.#trains.records;
  }

  /** False if everything must be recomputed; then nothing of this may be used again. */
  async update(question: ConflictQuestion): Promise<boolean> {
    // Any change may join chains of trains over more days than those of a date.
    return await this.#trains.update(question, (count) => !question.on || count === 0);
  }

  /** The version that trials, and searches among its trains, start from. */
  get version(): Version {
    return this.#trains.version;
  }

  /** The answer as JSON text. */
  async list(setup: SimulationSetup): Promise<Uint8Array> {
    if (this.#json !== null) return this.#json;
    const { occupancy } = this.version;
    const listed = await runTask(setup, "list_conflicts", { occupancy });
    // If refused, it is recomputed, and that refusal is kept.
    if (listed.kind !== "success") this.#trains.drop();
    this.#json = unlessTooMany(listed).json;
    return this.#json;
  }

  /** The joined zones, for searches among the trains. */
  async join(setup: SimulationSetup): Promise<SharedArrayBuffer> {
    const { occupancy } = this.version;
    this.#taken ??= await runTask(setup, "tabulate_taken", { occupancy });
    return this.#taken;
  }

  get bytes(): number {
    const { runs, runs_by_zone, slots, names, works, groups } = this.version.occupancy;
    const buffers = [runs, runs_by_zone, slots, names, works, ...groups, this.#json, this.#taken];
    return buffers.reduce((sum, buffer) => sum + (buffer?.byteLength ?? 0), this.#trains.bytes);
  }
}

/** Like `expandRecord`, but throws as soon as there are too many trains: of a date, on its operating day. */
function expandWithin(
  { services }: SimulationSetup,
  on: AskedDate | null,
): Expansion<ExpandedRecord> {
  const { conflict_trains } = services.config.limits;
  let count = 0;
  let day_count = 0;
  return function* (kind, row) {
    const expanded = yield* expandRecord(kind, row, on);
    const { departures } = expanded;
    count += on === null ? departures.length : countOn(departures, on);
    day_count += departures.length;
    if (count > conflict_trains) throw tooManyTrains(count, conflict_trains);
    const all_max = conflict_trains * DAYS_AT_ONCE;
    if (day_count > all_max) throw tooManyTrains(day_count, all_max);
    return expanded;
  };
}

function countOn(departures: ExpandedRecord["departures"], on: AskedDate): number {
  return departures.reduce((sum, { day }) => sum + (day === on.day ? 1 : 0), 0);
}

/** How much time before and after its day a date's conflicts are looked for; the next if chains of trains are longer. */
const WIDENED_MS = [DAY_MS, 8 * DAY_MS, Infinity];

function listWidened(on: AskedDate | null): (AskedDate | null)[] {
  if (on === null) return [null];
  const { from_ms, to_ms } = spanOfPeriod(on);
  return WIDENED_MS.map((more_ms) => ({
    ...on,
    from_ms: Math.max(from_ms, on.begin_ms - more_ms),
    to_ms: Math.min(to_ms, on.end_ms + more_ms),
  }));
}

/** Leaving a zone takes longer than arriving at the last waypoint, but not an hour. */
const LEAVING_MS = 3_600_000;

function toWanted(
  { calendar, begin_ms, end_ms, from_ms, to_ms, day }: AskedDate,
  slots: readonly TrainSlots[],
): WantedDate {
  const shifts: number[] = [];
  for (const own of slots) {
    for (const { slot, day: own_day } of own.values()) shifts[slot] = (own_day ?? day) - day;
  }
  // there are no others than those of the period
  const { from_ms: first_ms, to_ms: last_ms } = spanOfPeriod({ calendar });
  const span: WantedDate["span"] = [
    from_ms === first_ms ? -Infinity : from_ms + LEAVING_MS,
    to_ms === last_ms ? Infinity : to_ms,
  ];
  return { day: [begin_ms, end_ms], span, day_shifts: Int32Array.from(shifts) };
}
