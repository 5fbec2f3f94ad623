/** The trains of a timetable in the form in which days are tried: their runs, and what is drawn for them. */
import type { Distribution } from "../../../workers/engine/robustness/draws.ts";
import type { TaskInput } from "../../../workers/tasks.ts";
import { hashKey } from "../../platform/compute/keys.ts";
import { given } from "../../platform/given.ts";
import { doInTurns, type InTurns, mapInTurns } from "../../platform/turns.ts";
import { datetimeMs, durationMs } from "../../railway/iso8601.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { ValidTrain } from "../simulation/compute_trains.ts";
import type { Source } from "../simulation/computed_groups.ts";
import type { DrawnDelay, RobustnessRequest } from "./robustness.schemas.ts";
import {
  DistinctStops,
  findStops,
  hash32,
  joinRuns,
  type RunningTrain,
  runTrains,
  type TabulatedTrain,
} from "./running_trains.ts";

type Trial = TaskInput<"try_days">["trial"];
type Printed = Omit<TaskInput<"print_robustness">, "parts">;

/** Trains times days of one request: their lateness is kept until the end. */
const TRAIN_DAYS_MAX = 15_000_000;
/** A group of no station. */
const NO_GROUP = 0xffff_ffff;

export interface TrialOfTrains {
  readonly trial: Trial;
  readonly printed: Printed;
}

interface TriedTrain extends RunningTrain {
  readonly run: number;
  readonly computed: ValidTrain;
}

export async function readTrains(
  source: Source,
  request: RobustnessRequest,
): Promise<TrialOfTrains> {
  const { setup } = source;
  const span = spanOf(request);
  const { running, runs } = await runTrains(source, span);
  const groups = new Groups();
  const described = await mapInTurns(runs, setup.signal, ({ computed, table }) =>
    describeStops(computed, table, groups),
  );
  const { tried, left_out } = sortOut(running);
  const is_counted = Uint8Array.from(tried, ({ start_ms }) => (start_ms >= span.begin_ms ? 1 : 0));
  const tables = runs.map(({ table }) => table);
  const draws = await doInTurns(describeDraws(tried, { tables, request, groups }));
  const { drawn, end_groups } = draws;
  const names_json = JSON.stringify(tried.map(({ name }) => name));
  const stop_start = new Uint32Array(runs.length + 1);
  for (const [r, { stops_mm }] of tables.entries()) {
    stop_start[r + 1] = (stop_start[r] ?? 0) + stops_mm.length;
  }
  const joined = await doInTurns(joinRuns(tables.map(({ packed }) => packed)));
  const trial = {
    runs: joined,
    stop_start,
    stop_keys: Uint32Array.from(described.flatMap(({ stop_keys }) => stop_keys)),
    stop_groups: Uint32Array.from(described.flatMap(({ stop_groups }) => stop_groups)),
    run_of: Uint32Array.from(tried, ({ run }) => run),
    starts_ms: Float64Array.from(tried, ({ start_ms }) => start_ms),
    keys: Uint32Array.from(tried, ({ key }) => key),
    end_groups,
    group_count: groups.names.length + 1,
    is_counted,
    distributions: request.delays.map(toDistribution),
    drawn,
    sums_stops: request.each_stop,
  };
  return {
    trial: {
      ...trial,
      key: hashKey("trial", [runs.map(({ computed }) => computed.run_key), names_json, request]),
    },
    printed: {
      trains_json: names_json,
      groups_json: JSON.stringify(groups.names),
      is_counted,
      signals: described.map(({ signals }) => signals),
      left_out_json: JSON.stringify(left_out),
      unused_delays: listUnused(drawn, request.delays.length),
      stops: request.each_stop
        ? {
            runs: joined,
            run_of: trial.run_of,
            ids_of: draws.stops_of,
            ids_json: `[${draws.stops.texts.join()}]`,
          }
        : null,
    },
  };
}

function spanOf({ window, days, changes }: RobustnessRequest): Parameters<typeof runTrains>[1] {
  const times = changes === undefined ? 1 : 2;
  return {
    count_max: Math.floor(TRAIN_DAYS_MAX / (times * days)),
    begin_ms: window === undefined ? -Infinity : datetimeMs(window.begin),
    end_ms: window === undefined ? Infinity : datetimeMs(window.end),
  };
}

/** Trains that have a run, and the names of the others. */
function sortOut(running: readonly RunningTrain[]): {
  readonly tried: readonly TriedTrain[];
  readonly left_out: readonly object[];
} {
  const tried: TriedTrain[] = [];
  const left_out: object[] = [];
  for (const one of running) {
    const { computed, run } = one;
    if (computed === null || run === null) left_out.push(one.name);
    else tried.push({ ...one, run, computed, train: computed.train });
  }
  return { tried, left_out };
}

/** What is drawn for each train at its stops, how it calls them, and the group of its end. */
function* describeDraws(
  trains: readonly TriedTrain[],
  {
    tables,
    request: { delays },
    groups,
  }: {
    readonly tables: readonly TabulatedTrain[];
    readonly request: RobustnessRequest;
    readonly groups: Groups;
  },
): InTurns<
  Pick<Trial, "drawn" | "end_groups"> & {
    readonly stops: DistinctStops;
    readonly stops_of: Uint32Array;
  }
> {
  const drawn: number[] = [];
  const end_groups = new Uint32Array(trains.length);
  const stops_of = new Uint32Array(trains.length);
  const stops = new DistinctStops();
  for (const [t, { train, computed, run }] of trains.entries()) {
    end_groups[t] = groups.find({ category: categoryOf(train) });
    const { stops_mm } = given(tables[run], "it is one of them");
    stops_of[t] = stops.find(computed, stops_mm);
    const fitting = delays.map((delay) => fits(delay, train));
    const drawAt = (of: DrawnDelay["of"], stations: readonly string[]): number =>
      1 +
      delays.findIndex(
        ({ of: own, station }, i) =>
          own === of && fitting[i] && (station === undefined || stations.includes(station)),
      );
    for (const [i, stations] of (stops.stations[stops_of[t] ?? 0] ?? []).entries()) {
      drawn.push(drawAt(i === 0 ? "entry" : "stops", stations), drawAt("runs", stations));
    }
    yield;
  }
  return { drawn: Uint32Array.from(drawn), end_groups, stops, stops_of };
}

/** Of delays: their places in the request. */
function listUnused(drawn: Uint32Array, count: number): number[] {
  const used = new Set(drawn);
  return Array.from({ length: count }, (_, i) => i).filter((i) => !used.has(i + 1));
}

interface Described {
  readonly stop_keys: readonly number[];
  readonly stop_groups: readonly number[];
  readonly signals: readonly (string | null)[];
}

/** Its planned stops by waypoint: what their draws depend on, and their stations. */
function describeStops(
  computed: ValidTrain,
  { stops_mm, signals }: TabulatedTrain,
  groups: Groups,
): Described {
  const items = findStops(computed, stops_mm);
  return {
    signals,
    stop_keys: items.map((item, i) => hash32(item?.id ?? `#${i}`)),
    stop_groups: items.map((item) => {
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

function fits({ category, label }: DrawnDelay, train: TrainSchedule): boolean {
  if (category !== undefined && category !== categoryOf(train)) return false;
  return label === undefined || train.labels.includes(label);
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
