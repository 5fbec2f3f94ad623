/**
 * The kept conflicts of a timetable, updated by each request: the stored trains are compared with
 * those that the conflicts were made from, and only changed trains are computed and checked again.
 */

import type { WantedDate } from "../../../workers/tasks/conflicts/occupancy_ref.ts";
import { given } from "../../platform/given.ts";
import { doInTurns, type InTurns, mapInTurns, nextTurn } from "../../platform/turns.ts";
import { DAY_MS } from "../../railway/days/operating_days.ts";
import { type AskedDate, spanOfPeriod } from "../../timetable/calendar/asked_date.ts";
import type { StoredPeriod } from "../../timetable/calendar/calendar.queries.ts";
import type { ChangedTrain } from "../../timetable/changes/changed_records.ts";
import { timetableNotFound } from "../../timetable/timetable/timetable.errors.ts";
import { listRevisions, type RevisionPart } from "../../timetable/train/train.queries.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import type { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { runTask } from "../path/setup.ts";
import {
  computeGroup,
  type Expansion,
  type Member,
  readGroups,
  type Source,
} from "../simulation/computed_groups.ts";
import { type SimulationSetup, urgencyOf } from "../simulation/setup.ts";
import { unlessTooMany } from "./conflict.errors.ts";
import { countChanges, KeptRecords, KINDS, type StoredChanges } from "./kept_records.ts";
import {
  type ExpandedRecord,
  expandRecord,
  orderOf,
  type PlannedRecord,
  planRecord,
} from "./planned_trains.ts";
import { NO_SLOTS, SlotPlan, type TrainSlots, type Version } from "./slot_plan.ts";
import { planAll } from "./tried_records.ts";

/** The conflicts asked for; the rights on everything involved were checked. */
export interface ConflictQuestion {
  readonly timetable_id: number;
  /** Read before anything else; it differs after every change of a train. */
  readonly train_changes: string;
  /** Of all trains at that time. */
  readonly stock_names: readonly string[];
  readonly setup: SimulationSetup;
  /** Has read all stocks of `stock_names`. */
  readonly stocks: RequestStocks;
  /** JSON text of a list of works; null: none. */
  readonly works: string | null;
  /** Absent or null: each train has its record's start. */
  readonly on?: AskedDate | null;
  /** Absent: all are as they are stored. What is made with others is not kept. */
  readonly tried?: readonly ChangedTrain[];
  /** Of an opened day; absent: trains and calendar are those of now. */
  readonly pinned?: PinnedTrains;
}

/** Trains of a timetable as they were. */
export interface PinnedTrains {
  /** Equal for equal trains. */
  readonly key: string;
  readonly stored: StoredPeriod;
  readonly read: NonNullable<Source["read"]>;
}

/** On the main thread, in addition to the buffers. */
const RECORD_BYTES = 300;
const SLOT_BYTES = 200;
/** Most operating days whose trains are looked at for one date, all with as many trains as may be on one. */
const DAYS_AT_ONCE = 40;
/** From this number of changes and this share of all trains on, everything is recomputed. */
const CHANGES_MIN = 100;
const CHANGED_SHARE = 0.25;

export class KeptConflicts {
  readonly records = new KeptRecords();
  /** Keys of the rolling stocks that it was made with; null: there was none of that name. */
  readonly #stock_keys = new Map<string, string | null>();
  /** Of the request that last compared the trains. */
  #train_changes = "";
  #version: Version | null = null;
  /** The answer; null: not printed since the last change. */
  #json: Uint8Array | null = null;
  /** The joined zones (`tabulate_taken`); null: not needed since the last change. */
  #taken: SharedArrayBuffer | null = null;
  /** Whether a failed task may have left a broken version. */
  #is_broken = false;

  /** From scratch: all trains are read and computed, group by group. */
  static async make(question: ConflictQuestion): Promise<KeptConflicts> {
    const { timetable_id, stocks, works, tried } = question;
    // All trains of a timetable are a batch, however urgent the request is.
    const setup = { ...question.setup, priority: "batch" } as const;
    const made = new KeptConflicts();
    // Read first: a train that changes from now on will differ from these.
    const revisions = await readRevisions(question, []);
    const stored = made.records.compare(revisions);
    for (const on of listWidened(question.on ?? null)) {
      const source = { timetable_id, setup, stocks, on };
      const records = await planAll(source, tried ?? [], expandWithin(setup, on));
      await nextTurn();
      const plan = new SlotPlan(null);
      const slots = await made.#plan(plan, records, setup.signal);
      const date = on === null ? {} : { date: toWanted(on, slots) };
      const more = { ...(works === null ? {} : { works }), is_trial: tried !== undefined };
      const input = { ...plan.toTimetable(), ...more, ...date };
      const kept = await runTask(setup, "keep_conflicts", input);
      if (kept.kind === "cut") continue;
      const { occupancy, json } = unlessTooMany(kept);
      made.#version = plan.commit(occupancy);
      made.#json = json;
      await doInTurns(made.#keep(question, stored, records, slots));
      made.#settle(question, stored);
      return made;
    }
    throw new Error("trains of all days were there");
  }

  /** False if everything must be recomputed; then nothing of this may be used again. */
  async update(question: ConflictQuestion): Promise<boolean> {
    if (this.#is_broken) return false;
    const changes = await this.#addStaleStocks(question, await this.#findChanges(question));
    const count = countChanges(changes);
    // Any change may join chains of trains over more days than these.
    if (question.on && count > 0) return false;
    if (count >= CHANGES_MIN && count >= CHANGED_SHARE * this.records.count) return false;
    if (count > 0 && !(await this.#apply(question, changes))) return false;
    this.#settle(question, changes);
    return true;
  }

  /** The version that trials, and searches among its trains, start from. */
  get version(): Version {
    return given(this.#version ?? undefined, "what is kept was made");
  }

  /** The answer as JSON text. */
  async list(setup: SimulationSetup): Promise<Uint8Array> {
    if (this.#json !== null) return this.#json;
    const { occupancy } = this.version;
    const listed = await runTask(setup, "list_conflicts", { occupancy });
    // If refused, it is recomputed, and that refusal is kept.
    this.#is_broken = listed.kind !== "success";
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
    const own_bytes = RECORD_BYTES * this.records.count + SLOT_BYTES * this.records.running_count;
    return buffers.reduce((sum, buffer) => sum + (buffer?.byteLength ?? 0), own_bytes);
  }

  /** Trains whose stored record has changed. */
  async #findChanges(question: ConflictQuestion): Promise<StoredChanges> {
    if (this.#train_changes === question.train_changes) return this.records.noChanges();
    return this.records.compare(await readRevisions(question, this.records.digests));
  }

  /** A train also counts as changed if one of its stocks has changed. */
  async #addStaleStocks(
    { stocks }: ConflictQuestion,
    changes: StoredChanges,
  ): Promise<StoredChanges> {
    const names = this.records.listStockNames(changes);
    // Usually known already, unless a train's stock was replaced meanwhile.
    await stocks.learn(names);
    const stale = [...names].filter((name) => this.#stock_keys.get(name) !== keyOf(stocks, name));
    return stale.length === 0 ? changes : this.records.addTrainsOf(new Set(stale), changes);
  }

  /** Computes the changed trains and rechecks their zones; false as in `update`. */
  async #apply(question: ConflictQuestion, changes: StoredChanges): Promise<boolean> {
    const { timetable_id, stocks } = question;
    const { services, signal } = question.setup;
    const named = {
      train_schedule: [...changes.changed.train_schedule.keys()],
      paced_train: [...changes.changed.paced_train.keys()],
    };
    const source = { timetable_id, setup: question.setup, stocks, named };
    const read: Member<ExpandedRecord>[] = [];
    let departure_count = 0;
    for await (const group of readGroups(source, (kind, row) => expandRecord(kind, row))) {
      read.push(...group);
      departure_count += countDepartures(group);
      // Recomputing everything then gives the right error for too many trains.
      if (departure_count > services.config.limits.conflict_trains) return false;
    }
    const gone = listGone(read, changes);
    const touched = [...read.map(({ record }) => record), ...gone];
    const known_count = touched.reduce((sum, one) => sum + this.#slotsOf(one).size, 0);
    const priority = urgencyOf(question.setup, known_count + departure_count);
    const setup = { ...question.setup, priority };
    const changed = await mapInTurns(
      await computeGroup({ setup, stocks }, read),
      signal,
      planRecord,
    );
    const plan = new SlotPlan(this.#version);
    const slots = await this.#plan(plan, [...changed, ...gone], signal);
    if (!plan.is_empty && !(await this.#run(setup, plan))) return false;
    for (const { kind, id } of gone) this.records.delete(kind, id);
    await doInTurns(this.#keep(question, changes, changed, slots));
    return this.records.departure_count <= services.config.limits.conflict_trains;
  }

  #slotsOf({ kind, id }: Pick<PlannedRecord, "kind" | "id">): TrainSlots {
    return this.records.find(kind, id)?.slots ?? NO_SLOTS;
  }

  /** The new slots of each record's trains. */
  async #plan(
    plan: SlotPlan,
    records: readonly PlannedRecord[],
    signal: AbortSignal,
  ): Promise<TrainSlots[]> {
    return await mapInTurns(records, signal, (record) => {
      const { kind, id, planned } = record;
      return plan.change(orderOf(kind, id), this.#slotsOf(record), planned);
    });
  }

  /** Not cancelled with its request: a thread that is terminated while it writes would leave a broken version. */
  async #run({ signal: _, ...setup }: SimulationSetup, plan: SlotPlan): Promise<boolean> {
    this.#is_broken = true;
    const updated = await plan.run(setup, "update_occupancy", {});
    this.#is_broken = false;
    if (updated.kind !== "success") return false;
    this.#version = plan.commit(updated.occupancy);
    this.#json = null;
    this.#taken = null;
    return true;
  }

  /** A record created after the revisions were read has none: next time it counts as changed. */
  *#keep(
    { stocks }: ConflictQuestion,
    { changed }: StoredChanges,
    records: readonly PlannedRecord[],
    slots: readonly TrainSlots[],
  ): InTurns<void> {
    for (const [i, { kind, id, stock_names, departure_count }] of records.entries()) {
      const revision = changed[kind].get(id) ?? 0;
      const own = slots[i] ?? NO_SLOTS;
      this.records.set(kind, id, { revision, stock_names, slots: own, departure_count });
      for (const name of stock_names) this.#stock_keys.set(name, keyOf(stocks, name));
      yield;
    }
  }

  #settle({ train_changes }: ConflictQuestion, changes: StoredChanges): void {
    this.records.settle(changes);
    this.#train_changes = train_changes;
  }
}

async function readRevisions(
  { timetable_id, setup }: ConflictQuestion,
  known_digests: readonly string[],
): Promise<readonly RevisionPart[]> {
  const parts = await listRevisions(setup.services.db, timetable_id, known_digests);
  if (parts === null) throw timetableNotFound(timetable_id);
  return parts;
}

function keyOf(stocks: RequestStocks, name: string): string | null {
  return stocks.find(name)?.physics.key ?? null;
}

function countDepartures(group: readonly Member<ExpandedRecord>[]): number {
  return group.reduce((sum, { expanded }) => sum + expanded.departures.length, 0);
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

/** Changed records that are no longer stored: none of their trains is to run. */
function listGone(
  read: readonly Member<ExpandedRecord>[],
  { changed, deleted }: StoredChanges,
): PlannedRecord[] {
  const found = new Set(read.map(({ record: { kind, id } }) => `${kind} ${id}`));
  return KINDS.flatMap((kind) => {
    const vanished = [...changed[kind].keys()].filter((id) => !found.has(`${kind} ${id}`));
    return [...deleted[kind], ...vanished].map((id) => ({
      kind,
      id,
      stock_names: [],
      departure_count: 0,
      planned: [],
    }));
  });
}
