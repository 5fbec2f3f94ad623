/** When and where trains are at the stations of an axis, on whatever tracks they run: the server's answer alone tells it. */
import type { Station } from "../graph/axis.ts";
import { occurrenceKey, trainKey } from "../graph/occurrences.ts";
import type { Pass, SentLine, StationRun } from "../graph/runs.ts";
import { ApiFault, api, ask, askEach, type Schemas } from "./client.ts";
import { dateQuery, runQuery, type Setting } from "./setting.ts";
import type { Tried } from "./what_if.ts";

interface DatedStart {
  /** The operating day. */
  readonly date: string;
  readonly start_ms: number;
  readonly run: StationRun;
}

/** The runs of a train; of a service those of all its trains. */
export interface ProjectedTrain {
  /** By run key. */
  readonly runs: ReadonlyMap<string, StationRun>;
  /** With a date, its trains by run key: that of the date first, then those of days before, which may run otherwise. */
  readonly starts?: ReadonlyMap<string, readonly DatedStart[]>;
  /** That of a train without an exception; null: none of them is on the axis. */
  readonly base: StationRun | null;
}

export interface Question {
  readonly timetable_id: number;
  readonly stations: readonly Station[];
  readonly setting: Setting;
  readonly signal: AbortSignal;
  readonly run: "base" | "final";
}

export interface TrainIds {
  readonly train_schedules: readonly number[];
  readonly paced_trains: readonly number[];
}

/** Trains per request. */
const BATCH = 2_000;

type Line = Schemas["StationsLine"];
type Group = Extract<Line, { trains: unknown }>;
type Axis = Extract<Line, { operational_points: unknown }>;

/** By id: trains that pass a station of the axis. Throws ApiFault, or the abort's reason. */
export async function projectTrains(
  ids: TrainIds,
  question: Question,
): Promise<Map<number, ProjectedTrain>> {
  const found = new Map<number, ProjectedTrain>();
  if (question.stations.length === 0) return found;
  const batches = (["train_schedules", "paced_trains"] as const).flatMap((kind) =>
    Array.from({ length: Math.ceil(ids[kind].length / BATCH) }, (_one, i) => ({
      train_schedules: [],
      paced_trains: [],
      [kind]: ids[kind].slice(i * BATCH, (i + 1) * BATCH),
    })),
  );
  const answers = await askEach(batches, async (trains) => {
    const reading = new Reading(question);
    for (const line of await askStations({ trains }, question)) reading.take(line);
    return reading.trains;
  });
  for (const answer of answers) for (const [id, train] of answer) found.set(id, train);
  return found;
}

/** Of a train that is not stored; null: it passes no station of the axis. Throws ApiFault, or the abort's reason. */
export async function projectAdded(
  added: NonNullable<Extract<Tried, { added: unknown }>["added"]>,
  question: Question,
): Promise<StationRun | null> {
  const reading = new Reading(question);
  const trains = { train_schedules: [], paced_trains: [] };
  for (const line of await askStations({ trains, changes: [{ added }] }, question)) {
    reading.take(line);
  }
  return reading.added;
}

/** The lines of an answer. Throws ApiFault, also where it was cut off, or the abort's reason. */
export async function askStations(
  wanted: Omit<Schemas["StationsBody"], "operational_points">,
  { timetable_id, stations, setting, signal, run }: Question,
): Promise<readonly Line[]> {
  const text = (await ask(
    api.POST("/timetable/{timetable_id}/project_stations", {
      params: {
        path: { timetable_id },
        query: { ...runQuery(setting), ...dateQuery(setting), run },
      },
      body: {
        operational_points: stations.map(({ id, position_mm }) => ({ id, position_mm })),
        ...wanted,
      },
      headers: { accept: "application/x-ndjson" },
      parseAs: "text",
      signal,
    }),
  )) as unknown as string;
  // Each ends with a line break.
  const lines = text.split("\n").slice(0, -1);
  const read = lines.map((line) => JSON.parse(line) as Line);
  if (!read.some((line) => "counts" in line)) throw new ApiFault(0, null, "");
  return read;
}

function addUp(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => {
    sum += step;
    return sum;
  });
}

interface ReadTrain {
  readonly runs: Map<string, StationRun>;
  starts?: Map<string, DatedStart[]>;
  base: StationRun | null;
}

class Reading {
  readonly #stations: readonly Station[];
  readonly #date: string | undefined;
  readonly #runs = new Map<number, StationRun>();
  #points: Axis["operational_points"] = [];
  readonly trains = new Map<number, ReadTrain>();
  /** Of a train that is not stored. */
  added: StationRun | null = null;

  constructor({ stations, setting: { date } }: Question) {
    this.#stations = stations;
    this.#date = date;
  }

  take(line: Line): void {
    if ("operational_points" in line) this.#points = line.operational_points;
    if (!("trains" in line)) return;
    for (const sent of line.runs) this.#runs.set(sent.run, this.#read(sent));
    for (const train of line.trains) this.#add(train);
  }

  #read({ passes, lines }: Group["runs"][number]): StationRun {
    const stops = new Set(passes.stops);
    const estimated = new Set(passes.estimated);
    let at_ms = 0;
    const run = {
      passes: passes.axis_index.map((at, i): Pass => {
        const is_estimated = estimated.has(i);
        const arrival_ms = at_ms + (passes.arrives_after[i] ?? 0);
        at_ms = arrival_ms + (passes.stays[i] ?? 0);
        const track = passes.track[i] ?? null;
        const id = typeof track === "number" ? this.#points[at]?.tracks[track]?.id : track;
        return {
          station: this.#stations[at]?.id ?? "",
          arrival_ms,
          departure_ms: at_ms,
          track: is_estimated ? null : (id ?? null),
          waypoint: passes.waypoint[i] ?? null,
          is_stop: stops.has(i),
          is_estimated,
        };
      }),
      lines: lines.map(({ segments }) => {
        const line = { positions: [] as number[], times: [] as number[], bypassed: [] as number[] };
        for (const { time_steps, position_steps, bypasses } of segments) {
          const [times, positions] = [addUp(time_steps), addUp(position_steps)];
          // Each begins with the last point of the one before.
          const from = line.times.length === 0 ? 0 : 1;
          for (let i = from; i < times.length; i++) {
            if (bypasses.length > 0 && i > 0) line.bypassed.push(line.times.length);
            line.positions.push(positions[i] ?? 0);
            line.times.push(times[i] ?? 0);
          }
        }
        return line;
      }),
    };
    // A train of several stations has a line of no length where it comes on another way than the axis's.
    if (new Set(passes.axis_index).size < 2) return run;
    const lone = run.passes.flatMap(({ arrival_ms, departure_ms, is_estimated }, i): SentLine[] => {
      const is_on_line = run.lines.some(
        ({ times }) => (times[0] ?? 0) <= arrival_ms && arrival_ms <= (times.at(-1) ?? 0),
      );
      if (is_estimated || is_on_line) return [];
      const at_mm = this.#stations[passes.axis_index[i] ?? 0]?.position_mm ?? 0;
      return [{ positions: [at_mm, at_mm], times: [arrival_ms, departure_ms], bypassed: [] }];
    });
    const begin = ({ times }: SentLine): number => times[0] ?? 0;
    return { ...run, lines: [...run.lines, ...lone].sort((a, b) => begin(a) - begin(b)) };
  }

  #add({ kind, id, occurrence, run: number, date, start }: Group["trains"][number]): void {
    const run = this.#runs.get(number);
    if (id === null) this.added = run ?? null;
    if (id === null || run === undefined) return;
    const known: ReadTrain = this.trains.get(id) ?? { runs: new Map(), base: null };
    this.trains.set(id, known);
    const { index = null, exception_key = null } = occurrence ?? {};
    const key = kind === "train_schedule" ? trainKey(id) : occurrenceKey(id, index, exception_key);
    if (date === this.#date || !known.runs.has(key)) known.runs.set(key, run);
    if (date !== undefined) {
      known.starts ??= new Map();
      const listed = known.starts.get(key) ?? [];
      const one = { date, start_ms: Date.parse(start), run };
      if (date === this.#date) listed.unshift(one);
      else listed.push(one);
      known.starts.set(key, listed);
    }
    if (exception_key === null) known.base ??= run;
  }
}
