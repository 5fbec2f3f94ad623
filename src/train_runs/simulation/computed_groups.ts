/**
 * A timetable's trains with their results, in groups: train schedules first, then paced trains, each in
 * the order of their ids. A group is read, computed and handed on before the next one is read. So the
 * consumer sets the pace, and only one group is in memory, whatever the timetable's size.
 */
import type { Context } from "../../platform/http/endpoint.ts";
import { type InTurns, mapInTurns, mapNestedInTurns } from "../../platform/turns.ts";
import { durationMs } from "../../railway/iso8601.ts";
import { type AskedDate, counts, openDateIf } from "../../timetable/calendar/asked_date.ts";
import { checkNotDeleted } from "../../timetable/exchange/not_deleted.ts";
import { openTimetableStocks } from "../../timetable/train/open_timetable.ts";
import { pageNamedRecords, pageRecords, pagesOf } from "../../timetable/train/record_pages.ts";
import type { RecordPage, RecordRow } from "../../timetable/train/train.queries.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import { TRAIN_KINDS } from "../../timetable/train/train_kinds.ts";
import type { Departure } from "../../timetable/train_schedule/departures.ts";
import type { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { computeStored, timesLarger } from "./compute_together.ts";
import { type ComputedTrain, computeDepartures, type ValidTrain } from "./compute_trains.ts";
import type { SimulationSetup } from "./setup.ts";
import { type DatedParameters, openSimulationSetup } from "./setup.ts";
import { tellUnplaced } from "./tell_unplaced.ts";
import type { RecordRef } from "./train_job.ts";

/**
 * A group ends at this many distinct trains, enough to keep all threads busy, or at this many
 * trains in all, whichever comes first; a single paced train may stand for more.
 */
const GROUP_DISTINCT_TRAINS = 200;
const GROUP_TRAINS = 5_000;
/** Records per page. */
const PAGE_RECORDS: Readonly<Record<TrainKind["name"], number>> = {
  train_schedule: 400,
  paced_train: 50,
};

/** A record and the trains that it stands for; trains that share a `train` object are computed once. */
export interface Expanded {
  readonly departures: readonly Departure[];
}

/** How records become trains. */
export type Expansion<E extends Expanded> = (kind: TrainKind, stored: RecordRow) => InTurns<E>;

/** A record's trains with one result each. */
export interface Computed<E extends Expanded> {
  readonly expanded: E;
  readonly results: readonly ComputedTrain[];
}

export interface Source {
  readonly timetable_id: number;
  readonly setup: SimulationSetup;
  /** Knows the stocks of all trains that exist at the start. */
  readonly stocks: RequestStocks;
  /** Only these trains are read; absent: all are. */
  readonly named?: NamedTrains;
  /** Only trains that run then are handed on; absent or null: all, as their records have them. */
  readonly on?: AskedDate | null;
  /** Reads the next trains of a kind; absent: those that are stored now. */
  readonly read?: (kind: TrainKind, page: RecordPage) => Promise<readonly RecordRow[]>;
}

/** Ids by kind. */
export type NamedTrains = Readonly<Record<TrainKind["name"], readonly number[]>>;

/**
 * All trains of a timetable as a source, and the number of records. All rights are checked before
 * the network is compiled. Throws not found or Forbidden.
 */
export async function openSource(
  ctx: Context,
  timetable_id: number,
  { date, ...parameters }: DatedParameters,
): Promise<{ source: Source & Required<Pick<Source, "on">>; train_count: number }> {
  const { stocks, train_count } = await openTimetableStocks(ctx, timetable_id);
  const on = await openDateIf(ctx.services.db, timetable_id, date);
  const options = { priority: "batch", area: "TimetableInfraNotFound" } as const;
  const setup = await openSimulationSetup(ctx, parameters, options);
  await tellUnplaced(ctx, setup);
  return { source: { timetable_id, setup, stocks, on }, train_count };
}

/**
 * Group by group, at the consumer's pace. Throws Forbidden if a train was added whose stock the
 * caller may not see, and not found if the timetable was deleted meanwhile.
 */
export async function* computeGroups<E extends Expanded>(
  source: Source,
  expand: Expansion<E>,
): AsyncGenerator<readonly Computed<E>[]> {
  const { timetable_id, setup } = source;
  for await (const group of readGroups(source, expand)) {
    yield await computeGroup({ ...source, setup }, group);
  }
  await checkNotDeleted(setup.services.db, timetable_id);
}

/** Groups that `mapGroups` computes at once: one is read and prepared while the threads work on the other. */
const LANES = 2;

/** For consumers that need everything at once: a value for each record, in order. */
export async function mapGroups<E extends Expanded, Value>(
  source: Source,
  expand: Expansion<E>,
  toValue: (computed: Computed<E>) => Value,
): Promise<Value[]> {
  const stop = new AbortController();
  const signal = AbortSignal.any([source.setup.signal, stop.signal]);
  const setup = { ...source.setup, signal };
  const groups = readGroups({ ...source, setup }, expand);
  const values: Value[][] = [];
  let count = 0;
  const runLane = async (): Promise<void> => {
    for (;;) {
      const group = await groups.next();
      if (group.done === true) return;
      const at = count++;
      const computed = await computeGroup({ ...source, setup }, group.value);
      values[at] = await mapInTurns(computed, signal, toValue);
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, runLane));
  } catch (error) {
    stop.abort(error);
    throw error;
  }
  return values.flat();
}

/** Groups as they are read. Throws Forbidden if a train was added whose stock the caller may not see. */
export async function* readGroups<E extends Expanded>(
  source: Source,
  expand: Expansion<E>,
): AsyncGenerator<readonly Member<E>[]> {
  const { setup, stocks } = source;
  for (const kind of TRAIN_KINDS) {
    for await (const rows of pageSource(source, kind)) {
      setup.signal.throwIfAborted();
      await stocks.learn(rows.flatMap(({ rolling_stock_names }) => rolling_stock_names));
      for (let from = 0; from < rows.length; ) {
        const group = await expandGroup(setup, rows.slice(from), function* (row) {
          const record = { kind: kind.name, id: row.id };
          return { record, expanded: yield* expand(kind, row) };
        });
        from += group.length;
        yield group;
      }
    }
  }
}

function pageSource(
  { timetable_id, setup, named, read }: Source,
  kind: TrainKind,
): AsyncGenerator<readonly RecordRow[]> {
  const { db } = setup.services;
  const count = PAGE_RECORDS[kind.name] * timesLarger(setup.services);
  if (read !== undefined) return pagesOf(async (page) => read(kind, page), count);
  if (named === undefined) return pageRecords(db, kind, { timetable_id, count });
  return pageNamedRecords(db, kind, { timetable_id, count, ids: named[kind.name] });
}

/** A record of a group with its expansion. */
export interface Member<E extends Expanded> {
  readonly record: RecordRef;
  readonly expanded: E;
}

/** Expands the first records, as many as fit into a group. */
async function expandGroup<E extends Expanded>(
  { services, signal }: SimulationSetup,
  rows: readonly RecordRow[],
  expand: (row: RecordRow) => InTurns<Member<E>>,
): Promise<Member<E>[]> {
  const group: Member<E>[] = [];
  const distinct_max = GROUP_DISTINCT_TRAINS * timesLarger(services);
  let count = 0;
  let distinct_count = 0;
  await mapNestedInTurns(rows, signal, function* (row) {
    if (count >= GROUP_TRAINS || distinct_count >= distinct_max) return;
    const member = yield* expand(row);
    const { departures } = member.expanded;
    count += departures.length;
    distinct_count += new Set(departures.map(({ train }) => train)).size;
    group.push(member);
  });
  return group;
}

/** The trains of a group with their results; with a date those that run then. */
export async function computeGroup<E extends Expanded>(
  source: Pick<Source, "setup" | "stocks" | "on" | "read">,
  group: readonly Member<E>[],
): Promise<Computed<E>[]> {
  const { setup, stocks, read } = source;
  // other servers would read them as they are stored now
  if (read !== undefined) {
    return await computeAll(
      source,
      group.map(({ expanded }) => expanded),
    );
  }
  const departures = group.flatMap(({ record, expanded }) =>
    expanded.departures.map(({ train, start_ms }) => ({ train, start_ms, record })),
  );
  const results = await computeStored(setup, departures, stocks);
  return await shareOut(
    source,
    group.map(({ expanded }) => expanded),
    results,
  );
}

/** The same of trains that are not stored. */
export async function computeAll<E extends Expanded>(
  source: Pick<Source, "setup" | "stocks" | "on">,
  all: readonly E[],
): Promise<Computed<E>[]> {
  const departures = all.flatMap((one) => one.departures);
  return await shareOut(
    source,
    all,
    await computeDepartures(source.setup, departures, source.stocks),
  );
}

async function shareOut<E extends Expanded>(
  { setup, on = null }: Pick<Source, "setup" | "on">,
  all: readonly E[],
  results: readonly ComputedTrain[],
): Promise<Computed<E>[]> {
  let next = 0;
  const computed = all.map((expanded) => {
    const own = results.slice(next, next + expanded.departures.length);
    next += own.length;
    return { expanded, results: own };
  });
  return on === null
    ? computed
    : await mapInTurns(computed, setup.signal, (one) => keepRunning(on, one));
}

/** Trains without a run count on their own day alone. */
function keepRunning<E extends Expanded>(
  on: AskedDate,
  { expanded, results }: Computed<E>,
): Computed<E> {
  const running = expanded.departures.flatMap(({ start_ms, day = null }, i) => {
    const one = results[i];
    const end_ms = one?.kind === "success" ? start_ms + lastMs(one) : -Infinity;
    return one !== undefined && counts(on, { day, start_ms, end_ms }) ? [i] : [];
  });
  const pick = <T>(values: readonly T[]): T[] => running.flatMap((i) => values[i] ?? []);
  return {
    // safe: fewer departures of the same kind
    expanded: { ...expanded, departures: pick(expanded.departures) },
    results: pick(results),
  };
}

/** When it leaves its last waypoint, since its start. */
export function lastMs({ train, outcome }: ValidTrain): number {
  const last = train.schedule.find(({ at }) => at === train.path.at(-1)?.id);
  return outcome.final.time_ms + durationMs(last?.stop_for ?? "PT0S");
}
