/**
 * The trains of a timetable that something is kept of, and how it is updated by each request: the stored trains are compared
 * with those that it was made from, and only changed trains are computed and checked again.
 */
import { given } from "../../platform/given.ts";
import { doInTurns, type InTurns, mapInTurns } from "../../platform/turns.ts";
import type { AskedDate } from "../../timetable/calendar/asked_date.ts";
import type { StoredPeriod } from "../../timetable/calendar/calendar.queries.ts";
import type { ChangedTrain } from "../../timetable/changes/changed_records.ts";
import { timetableNotFound } from "../../timetable/timetable/timetable.errors.ts";
import { listRevisions, type RevisionPart } from "../../timetable/train/train.queries.ts";
import type { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import type { TaskSetup } from "../path/setup.ts";
import {
  computeGroup,
  type Expansion,
  type Member,
  readGroups,
  type Source,
} from "../simulation/computed_groups.ts";
import { type SimulationSetup, urgencyOf } from "../simulation/setup.ts";
import { countChanges, KeptRecords, KINDS, type StoredChanges } from "./kept_records.ts";
import { type ExpandedRecord, orderOf, type PlannedRecord, planRecord } from "./planned_trains.ts";
import {
  NO_SLOTS,
  type NumberedRuns,
  SlotPlan,
  type TrainSlots,
  type Version,
} from "./slot_plan.ts";

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
  /** How far its day has run by the clock; -Infinity: it has not been live. */
  readonly as_of_ms: number;
  readonly stored: StoredPeriod;
  readonly read: NonNullable<Source["read"]>;
}

/** On the main thread, in addition to the buffers. */
const RECORD_BYTES = 300;
const SLOT_BYTES = 200;
/** From this number of changes and this share of all trains on, everything is recomputed. */
const CHANGES_MIN = 100;
const CHANGED_SHARE = 0.25;

/** How changed records become trains, and what is kept of them. */
export interface KeptForm<Ref extends NumberedRuns> {
  readonly expand: Expansion<ExpandedRecord>;
  /** The next version; null: everything must be recomputed. */
  readonly change: (setup: TaskSetup, plan: SlotPlan<Ref>) => Promise<Ref | null>;
}

export class KeptTrains<Ref extends NumberedRuns> {
  readonly records = new KeptRecords();
  readonly #form: KeptForm<Ref>;
  /** Keys of the rolling stocks that it was made with; null: there was none of that name. */
  readonly #stock_keys = new Map<string, string | null>();
  /** Of the request that last compared the trains. */
  #train_changes = "";
  #version: Version<Ref> | null = null;
  /** Whether a failed task may have left a broken version. */
  #is_broken = false;

  constructor(form: KeptForm<Ref>) {
    this.#form = form;
  }

  /** Read before all trains are: one that changes from then on will differ from these. */
  async readStored(question: ConflictQuestion): Promise<StoredChanges> {
    return this.records.compare(await readRevisions(question, []));
  }

  /** All trains, from nothing. */
  async start(
    question: ConflictQuestion,
    stored: StoredChanges,
    { records, plan, slots }: PlannedTrains<Ref>,
    occupancy: Ref,
  ): Promise<void> {
    this.#version = plan.commit(occupancy);
    await doInTurns(this.#keep(question, stored, records, slots));
    this.#settle(question, stored);
  }

  /** A plan of all trains. */
  async plan(
    records: readonly PlannedRecord[],
    { signal }: Pick<SimulationSetup, "signal">,
  ): Promise<PlannedTrains<Ref>> {
    const plan = new SlotPlan<Ref>(null);
    return { records, plan, slots: await this.#plan(plan, records, signal) };
  }

  /** A plan of records that change; it may be tried, and is not kept. Null: they stand for too many trains. */
  async planChange(
    records: readonly PlannedRecord[],
    { services, signal }: SimulationSetup,
  ): Promise<SlotPlan<Ref> | null> {
    const more = records.reduce((sum, { departure_count }) => sum + departure_count, 0);
    if (this.records.departure_count + more > services.config.limits.conflict_trains) return null;
    const plan = new SlotPlan<Ref>(this.#version);
    await this.#plan(plan, records, signal);
    return plan;
  }

  /** False if everything must be recomputed; then nothing of this may be used again. */
  async update(question: ConflictQuestion, isKept = (_count: number) => true): Promise<boolean> {
    if (this.#is_broken) return false;
    const changes = await this.#addStaleStocks(question, await this.#findChanges(question));
    const count = countChanges(changes);
    if (!isKept(count)) return false;
    if (count >= CHANGES_MIN && count >= CHANGED_SHARE * this.records.count) return false;
    if (count > 0 && !(await this.#apply(question, changes))) return false;
    this.#settle(question, changes);
    return true;
  }

  /** The version that trials, and searches among its trains, start from. */
  get version(): Version<Ref> {
    return given(this.#version ?? undefined, "what is kept was made");
  }

  /** What is there is wrong: everything is recomputed the next time. */
  drop(): void {
    this.#is_broken = true;
  }

  /** Without the version's buffers. */
  get bytes(): number {
    return RECORD_BYTES * this.records.count + SLOT_BYTES * this.records.running_count;
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
    for await (const group of readGroups(source, this.#form.expand)) {
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
    const plan = new SlotPlan<Ref>(this.#version);
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
    plan: SlotPlan<Ref>,
    records: readonly PlannedRecord[],
    signal: AbortSignal,
  ): Promise<TrainSlots[]> {
    return await mapInTurns(records, signal, (record) => {
      const { kind, id, planned } = record;
      return plan.change(orderOf(kind, id), this.#slotsOf(record), planned);
    });
  }

  /** Not cancelled with its request: a thread that is terminated while it writes would leave a broken version. */
  async #run({ signal: _, ...setup }: SimulationSetup, plan: SlotPlan<Ref>): Promise<boolean> {
    this.#is_broken = true;
    const occupancy = await this.#form.change(setup, plan);
    this.#is_broken = false;
    if (occupancy === null) return false;
    this.#version = plan.commit(occupancy);
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

/** Planned records, and the new slots of each one's trains. */
export interface PlannedTrains<Ref extends NumberedRuns> {
  readonly records: readonly PlannedRecord[];
  readonly plan: SlotPlan<Ref>;
  readonly slots: readonly TrainSlots[];
}

function keyOf(stocks: RequestStocks, name: string): string | null {
  return stocks.find(name)?.physics.key ?? null;
}

function countDepartures(group: readonly Member<ExpandedRecord>[]): number {
  return group.reduce((sum, { expanded }) => sum + expanded.departures.length, 0);
}

/** Changed records that are no longer stored: none of their trains is to run. */
function listGone(
  read: readonly Member<ExpandedRecord>[],
  { changed, deleted }: StoredChanges,
): PlannedRecord[] {
  const found = new Set(read.map(({ record: { kind, id } }) => `${kind} ${id}`));
  return KINDS.flatMap((kind) => {
    const vanished = [...changed[kind].keys()].filter((id) => !found.has(`${kind} ${id}`));
    return [...deleted[kind], ...vanished].map((id) => withoutTrains(kind, id));
  });
}

export function withoutTrains(kind: PlannedRecord["kind"], id: number): PlannedRecord {
  return { kind, id, stock_names: [], departure_count: 0, planned: [] };
}
