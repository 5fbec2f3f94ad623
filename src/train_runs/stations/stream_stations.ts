/**
 * The trains of a timetable at the stations of an axis, as NDJSON (interface.md 10.3): the axis, groups of trains as
 * soon as they are computed, and at the end how many there are. Distinct runs are answered once, before their trains.
 */
import type { TrainAtStations } from "../../../workers/tasks/projection/project_stations.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { given } from "../../platform/given.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { encodeGroups } from "../../platform/http/sending/text_stream.ts";
import { together } from "../../platform/together.ts";
import { datetimeMs, printDateTime } from "../../railway/iso8601.ts";
import { nameDay } from "../../timetable/calendar/asked_date.ts";
import {
  type ChangedTrain,
  changeRecords,
  checkCount,
} from "../../timetable/changes/changed_records.ts";
import type { NamedDeparture, TrainKind } from "../../timetable/train/train_kind.ts";
import { TRAIN_KINDS } from "../../timetable/train/train_kinds.ts";
import { expandRecord } from "../conflict/planned_trains.ts";
import { runTask } from "../path/setup.ts";
import type { ComputedTrain, ValidTrain } from "../simulation/compute_trains.ts";
import {
  computeAll,
  computeGroups,
  type Expansion,
  type NamedTrains,
  openSource,
  type Source,
} from "../simulation/computed_groups.ts";
import { type DatedParameters, urgencyOf } from "../simulation/setup.ts";
import { expandAll } from "../what_if/try_out.ts";
import { openAxis } from "./open_axis.ts";
import { type AskedAxis, findAtStations } from "./station_runs.ts";
import type { StationsBody } from "./stations.schemas.ts";

interface StationsQuestion extends DatedParameters {
  readonly timetable_id: number;
  readonly run: "base" | "final";
}

/** Before the first line, all rights and the body are checked, and the network is compiled. */
export async function streamStations(
  ctx: Context,
  { timetable_id, run, ...parameters }: StationsQuestion,
  body: StationsBody,
): Promise<AsyncIterable<Uint8Array>> {
  const { changes = [] } = body;
  checkCount(ctx, changes);
  const [{ source: all }, changed] = await together([
    openSource(ctx, timetable_id, parameters),
    changeRecords(ctx, { timetable_id, changes }),
  ]);
  const source = narrow(all, body);
  const axis = { ...(await openAxis(source.setup, body)), run };
  const { tracks } = body;
  const placed =
    tracks.length === 0
      ? null
      : await runTask(source.setup, "place_tracks", { axis: axis.axis, tracks });
  const from_ms = body.from === undefined ? -Infinity : datetimeMs(body.from);
  const to_ms = body.to === undefined ? Infinity : datetimeMs(body.to);
  const stream = new StationStream(source, axis, { from_ms, to_ms });
  return encodeGroups(joinLines(printAxis(axis, placed), stream.lines(changed)), ctx.signal);
}

/** Few trains are wanted by somebody who drags one. */
function narrow(source: Source, { trains }: StationsBody): Source {
  if (trains === undefined) return source;
  const named = {
    train_schedule: [...new Set(trains.train_schedules)],
    paced_train: [...new Set(trains.paced_trains)],
  };
  const count = named.train_schedule.length + named.paced_train.length;
  const priority = urgencyOf({ priority: "interactive" }, count);
  return { ...source, named, setup: { ...source.setup, priority } };
}

interface Window {
  readonly from_ms: number;
  readonly to_ms: number;
}

/** A train in the answer. */
interface Answered {
  /** Without its start. */
  readonly keys: string;
  readonly start_ms: number;
  readonly computed: ComputedTrain;
}

/** A run that was looked up. */
interface KnownRun extends Omit<TrainAtStations, "json"> {
  /** Null: it passes no station of the axis. */
  json: string | null;
  /** -1: not answered yet. */
  number: number;
}

class StationStream {
  readonly #source: Source;
  readonly #axis: AskedAxis;
  readonly #window: Window;
  /** By key. */
  readonly #runs = new Map<string, KnownRun>();
  #run_count = 0;
  readonly #counts = {
    trains: 0,
    lines: 0,
    passes_only: 0,
    elsewhere: 0,
    no_run: 0,
    other_time: 0,
  };

  constructor(source: Source, axis: AskedAxis, window: Window) {
    this.#source = source;
    this.#axis = axis;
    this.#window = window;
  }

  async *lines(changed: readonly ChangedTrain[]): AsyncGenerator<Iterable<string>> {
    const is_changed = new Set(changed.map(({ kind, id }) => `${kind.name} ${id}`));
    const { named, on = null } = this.#source;
    const missing = new Set(named === undefined ? [] : listNames(named));
    const expand: Expansion<ReturnType<typeof emptyRecord>> = function* (kind, row) {
      const name = `${kind.name} ${row.id}`;
      missing.delete(name);
      if (is_changed.has(name)) return emptyRecord(kind, row.id);
      return yield* expandRecord(kind, row, on);
    };
    for await (const group of computeGroups(this.#source, expand)) {
      const trains = group.flatMap(({ expanded, results }) =>
        listAnswered(expanded, expanded.departures, results),
      );
      yield* this.#printGroup(trains);
    }
    yield* this.#printChanged(changed);
    yield printMissing(missing);
    yield [`${JSON.stringify({ counts: this.#counts })}\n`];
  }

  /** Changed trains that were asked for, and those that the changes add. */
  async *#printChanged(changed: readonly ChangedTrain[]): AsyncGenerator<Iterable<string>> {
    const { named, setup, stocks, on = null } = this.#source;
    const wanted = changed.filter(
      ({ kind, id }) => id === null || named === undefined || named[kind.name].includes(id),
    );
    if (wanted.length === 0) return;
    const expanded = await expandAll({ setup, stocks, on }, wanted);
    const count = expanded.reduce((sum, { departures }) => sum + departures.length, 0);
    const priority = urgencyOf({ priority: "interactive" }, count);
    const urgent = { setup: { ...setup, priority }, stocks, on };
    const computed = await computeAll(urgent, expanded);
    const trains = computed.flatMap(({ expanded: { record, departures }, results }) => {
      const { kind, id, changes } = record;
      return listAnswered({ kind: kind.name, id, change: changes[0] }, departures, results);
    });
    yield* this.#printGroup(trains);
  }

  async *#printGroup(trains: readonly Answered[]): AsyncGenerator<Iterable<string>> {
    if (trains.length === 0) return;
    await this.#lookUp(trains);
    yield this.#printTrains(trains);
  }

  async #lookUp(trains: readonly Answered[]): Promise<void> {
    const unknown = new Map<string, ValidTrain>();
    for (const { computed } of trains) {
      if (computed.kind !== "success" || this.#runs.has(computed.run_key)) continue;
      unknown.set(computed.run_key, computed);
    }
    const valid = [...unknown.values()];
    const found = await findAtStations(this.#source.setup, this.#axis, valid);
    for (const [i, { run_key }] of valid.entries()) {
      const { json, ...own } = given(found[i], "every run is projected");
      this.#runs.set(run_key, { ...own, json: json === "" ? null : json, number: -1 });
    }
  }

  *#printTrains(trains: readonly Answered[]): Generator<string> {
    const printed: string[] = [];
    const absent: string[] = [];
    let separator = '{"runs":[';
    for (const { keys, start_ms, computed } of trains) {
      const text = this.#place({ start_ms, computed });
      if (text === "no_run" || text === "elsewhere") absent.push(`${keys},"reason":"${text}"}`);
      if (typeof text !== "object") continue;
      const { run } = text;
      if (run.number < 0) {
        run.number = this.#run_count++;
        yield `${separator}{"run":${run.number},${run.json ?? ""}}`;
        separator = ",";
        // Its text is kept by the cache, and no longer needed here.
        run.json = "";
      }
      printed.push(`${keys},"run":${run.number},"start":"${printDateTime(start_ms)}"}`);
    }
    if (separator !== ",") yield separator;
    yield* printList('],"trains":[', printed);
    yield* printList('],"not_here":[', absent);
    yield "]}\n";
  }

  /** Counts a train; its run if it is to be answered, else why not. */
  #place({
    start_ms,
    computed,
  }: Pick<Answered, "start_ms" | "computed">):
    | { readonly run: KnownRun }
    | "no_run"
    | "elsewhere"
    | "other_time" {
    const counts = this.#counts;
    counts.trains++;
    if (computed.kind !== "success") {
      counts.no_run++;
      return "no_run";
    }
    const run = given(this.#runs.get(computed.run_key), "every run was looked up");
    if (run.json === null) {
      counts.elsewhere++;
      return "elsewhere";
    }
    const { from_ms, to_ms } = this.#window;
    if (start_ms + run.last_ms < from_ms || start_ms + run.first_ms > to_ms) {
      counts.other_time++;
      return "other_time";
    }
    if (run.has_line) counts.lines++;
    else counts.passes_only++;
    return { run };
  }
}

function* printList(before: string, texts: readonly string[]): Generator<string> {
  yield before;
  for (const [i, text] of texts.entries()) yield i === 0 ? text : `,${text}`;
}

async function* joinLines(
  first: Iterable<string>,
  others: AsyncGenerator<Iterable<string>>,
): AsyncGenerator<Iterable<string>> {
  yield first;
  yield* others;
}

function* printAxis(
  { axis, points }: AskedAxis,
  tracks: TaskOutput<"place_tracks"> | null,
): Generator<string> {
  yield '{"operational_points":[';
  for (const [i, { name, tracks }] of points.entries()) {
    const own = { id: axis.ids[i], name, position_mm: axis.positions_mm[i], tracks };
    yield `${i === 0 ? "" : ","}${JSON.stringify(own)}`;
  }
  if (tracks !== null) {
    const texts = tracks.map((one) => JSON.stringify(one));
    yield* printList('],"tracks":[', texts);
  }
  yield "]}\n";
}

interface RecordKeys {
  readonly kind: TrainKind["name"];
  readonly id: number | null;
  readonly change?: number | undefined;
}

function emptyRecord(
  { name: kind }: TrainKind,
  id: number,
): RecordKeys & { readonly id: number; readonly departures: readonly NamedDeparture[] } {
  return { kind, id, departures: [] };
}

function listAnswered(
  { kind, id, change }: RecordKeys,
  departures: readonly NamedDeparture[],
  results: readonly ComputedTrain[],
): Answered[] {
  return departures.map(({ occurrence, start_ms, day = null }, i) => ({
    keys: JSON.stringify({ kind, id, occurrence, change, ...nameDay(day) }).slice(0, -1),
    start_ms,
    computed: given(results[i], "every train was computed"),
  }));
}

function listNames(named: NamedTrains): string[] {
  return TRAIN_KINDS.flatMap(({ name }) => named[name].map((id) => `${name} ${id}`));
}

function* printMissing(names: ReadonlySet<string>): Generator<string> {
  if (names.size === 0) return;
  const texts = Array.from(names, (name) => {
    const [kind, id] = name.split(" ");
    return JSON.stringify({ kind, id: Number(id), occurrence: null, reason: "not_found" });
  });
  yield* printList('{"runs":[],"trains":[],"not_here":[', texts);
  yield "]}\n";
}
