/** The trains of a timetable in the form in which days are tried: their runs, and what is drawn for them. */
import type { Distribution } from "../../../workers/engine/operation/draws.ts";
import type { TabulatedRun } from "../../../workers/tasks/operation/tabulate_runs.ts";
import type { TaskInput } from "../../../workers/tasks.ts";
import { hashKey } from "../../platform/compute/keys.ts";
import { given } from "../../platform/given.ts";
import { doInTurns, type InTurns, mapInTurns } from "../../platform/turns.ts";
import { datetimeMs, durationMs } from "../../railway/iso8601.ts";
import { nameDay } from "../../timetable/calendar/asked_date.ts";
import type { Occurrence } from "../../timetable/paced_train/effective_trains.ts";
import type { RecordRow } from "../../timetable/train/train.queries.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import { type ExpandedRecord, expandRecord, identityOf } from "../conflict/planned_trains.ts";
import { tabulateRuns } from "../simulation/cached_runs.ts";
import type { ValidTrain } from "../simulation/compute_trains.ts";
import { type Computed, mapGroups, type Source } from "../simulation/computed_groups.ts";
import type { DrawnDelay, RobustnessRequest } from "./robustness.schemas.ts";

type Trial = TaskInput<"try_days">["trial"];
type Printed = Omit<TaskInput<"print_robustness">, "parts">;

/** Trains times days of one request: their lateness is kept until the end. */
const TRAIN_DAYS_MAX = 15_000_000;
/** A group of no station. */
const NO_GROUP = 0xffff_ffff;
const KINDS = ["entry", "stops", "runs"] as const;

export interface TrialOfTrains {
  readonly trial: Trial;
  readonly printed: Printed;
}

/** A train that runs, and its name in answers. */
interface RunningTrain {
  readonly name: object;
  readonly key: number;
  readonly start_ms: number;
  readonly computed: ValidTrain | null;
}

export async function readTrains(
  source: Source,
  request: RobustnessRequest,
): Promise<TrialOfTrains> {
  const { setup } = source;
  const expand = expandWithin(source, request);
  const listed = (await mapGroups(source, expand, listTrains)).flat();
  const running = listed.filter((train) => isThere(train, request));
  const distinct = new Map<string, ValidTrain>();
  for (const { computed } of running) {
    if (computed !== null) distinct.set(computed.run_key, computed);
  }
  const runs = [...distinct.values()];
  const tabulated = await tabulateRuns(setup, runs);
  const groups = new Groups();
  const run_at = new Map<string, number>();
  const described: Described[] = [];
  await mapInTurns(runs, setup.signal, (computed, i) => {
    const run = given(tabulated[i], "every run is tabulated");
    if (run.kind === "failed") return;
    run_at.set(computed.run_key, described.length);
    described.push(describeStops(computed, run, groups));
  });
  const tried: (RunningTrain & { readonly run: number; readonly train: TrainSchedule })[] = [];
  const left_out: object[] = [];
  for (const one of running) {
    const run = one.computed === null ? undefined : run_at.get(one.computed.run_key);
    if (one.computed === null || run === undefined) left_out.push(one.name);
    else tried.push({ ...one, run, train: one.computed.train });
  }
  const { window } = request;
  const is_counted = Uint8Array.from(tried, ({ start_ms }) =>
    window === undefined || start_ms >= datetimeMs(window.begin) ? 1 : 0,
  );
  const { drawn, end_groups } = await doInTurns(describeDraws(tried, request, groups));
  const names_json = JSON.stringify(tried.map(({ name }) => name));
  const trial = {
    runs: described.map(({ stop_keys, stop_groups, packed }) => ({
      stop_keys,
      stop_groups,
      packed,
    })),
    run_of: Uint32Array.from(tried, ({ run }) => run),
    starts_ms: Float64Array.from(tried, ({ start_ms }) => start_ms),
    keys: Uint32Array.from(tried, ({ key }) => key),
    end_groups,
    group_count: groups.names.length + 1,
    is_counted,
    distributions: request.delays.map(toDistribution),
    drawn,
  };
  return {
    trial: { ...trial, key: hashKey("trial", [[...run_at.keys()], names_json, request]) },
    printed: {
      trains_json: names_json,
      groups_json: JSON.stringify(groups.names),
      is_counted,
      signals: described.map(({ signals }) => signals),
      left_out_json: JSON.stringify(left_out),
    },
  };
}

/** What is drawn for each train, and the group of its end. */
function* describeDraws(
  trains: readonly { readonly train: TrainSchedule }[],
  { delays }: RobustnessRequest,
  groups: Groups,
): InTurns<Pick<Trial, "drawn" | "end_groups">> {
  const drawn = new Uint32Array(3 * trains.length);
  const end_groups = new Uint32Array(trains.length);
  for (const [t, { train }] of trains.entries()) {
    end_groups[t] = groups.find({ category: categoryOf(train) });
    for (const [k, of] of KINDS.entries()) {
      drawn[3 * t + k] = 1 + delays.findIndex((delay) => fits(delay, of, train));
    }
    yield;
  }
  return { drawn, end_groups };
}

/** Throws as soon as there are too many trains, or too many for so many days. */
function expandWithin({ setup, on = null }: Source, { days, window }: RobustnessRequest) {
  const count_max = Math.min(
    setup.services.config.limits.conflict_trains,
    Math.floor(TRAIN_DAYS_MAX / days),
  );
  let count = 0;
  return function* (kind: TrainKind, row: RecordRow): InTurns<ExpandedRecord> {
    const expanded = yield* expandRecord(kind, row, on);
    const end_ms = window === undefined ? Infinity : datetimeMs(window.end);
    const departures = expanded.departures.filter(({ start_ms }) => start_ms < end_ms);
    count += departures.length;
    if (count > count_max) throw tooManyTrains(count, count_max);
    return { ...expanded, departures };
  };
}

function listTrains({ expanded, results }: Computed<ExpandedRecord>): RunningTrain[] {
  const { kind, id } = expanded;
  return expanded.departures.map(({ start_ms, occurrence, day = null }, i): RunningTrain => {
    const computed = results[i];
    return {
      name: { kind, id, ...nameOf(occurrence), ...nameDay(day) },
      key: hash32(`${kind} ${id} ${identityOf(occurrence)} ${day ?? ""}`),
      start_ms,
      computed: computed?.kind === "success" ? computed : null,
    };
  });
}

function nameOf(occurrence: Occurrence | null): object {
  if (occurrence === null) return {};
  if ("index" in occurrence) return { occurrence_key: occurrence.index };
  return { exception_key: occurrence.exception_key };
}

/** Trains that have ended by the window's begin are not there. */
function isThere({ start_ms, computed }: RunningTrain, { window }: RobustnessRequest): boolean {
  if (window === undefined) return true;
  const begin_ms = datetimeMs(window.begin);
  const run_ms = computed === null ? 0 : computed.outcome.final.time_ms;
  return start_ms >= begin_ms || start_ms + run_ms > begin_ms;
}

interface Described {
  readonly packed: SharedArrayBuffer;
  readonly stop_keys: Uint32Array;
  readonly stop_groups: Uint32Array;
  readonly signals: readonly (string | null)[];
}

/** Its planned stops by waypoint: what their draws depend on, and their stations. */
function describeStops(
  { train, path }: ValidTrain,
  { packed, stops_mm, signals }: Extract<TabulatedRun, { readonly kind: "success" }>,
  groups: Groups,
): Described {
  const at = new Map<number, TrainSchedule["path"][number]>();
  for (const [i, item] of train.path.entries()) at.set(path.item_positions_mm[i] ?? 0, item);
  const items = stops_mm.map((x_mm) => at.get(x_mm));
  return {
    packed,
    signals,
    stop_keys: Uint32Array.from(items, (item, i) => hash32(item?.id ?? `#${i}`)),
    stop_groups: Uint32Array.from(items, (item) => {
      if (item === undefined || "track" in item) return NO_GROUP;
      const {
        id: _id,
        deleted: _deleted,
        local_track_name: _,
        track_reference: __,
        ...station
      } = item;
      return groups.find({ station });
    }),
  };
}

/** Groups of arrivals by their names; the first, of all trains, has none. */
class Groups {
  readonly names: object[] = [];
  readonly #known = new Map<string, number>();

  find(name: object): number {
    const key = JSON.stringify(name);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const group = this.names.push(name);
    this.#known.set(key, group);
    return group;
  }
}

function categoryOf({ category }: TrainSchedule): string | null {
  return category === null ? null : (Object.values(category)[0] ?? null);
}

function fits(delay: DrawnDelay, of: DrawnDelay["of"], train: TrainSchedule): boolean {
  return delay.of === of && (delay.category === undefined || delay.category === categoryOf(train));
}

function toDistribution({ share, max, exponential, lognormal, values }: DrawnDelay): Distribution {
  const drawn = { share, max_ms: durationMs(max) };
  if (exponential !== undefined) {
    const mean_ms = durationMs(exponential.mean);
    return { ...drawn, shape: { type: "exponential", mean_ms } };
  }
  if (lognormal !== undefined) {
    const { sigma, median } = lognormal;
    return { ...drawn, shape: { type: "lognormal", median_ms: durationMs(median), sigma } };
  }
  return { ...drawn, shape: { type: "values", values_ms: (values ?? []).map(durationMs) } };
}

/** Of 32 bits, the same everywhere (FNV-1a). */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
