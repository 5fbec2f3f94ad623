/** What the train graph shows: axis, runs of all trains on it, conflicts, works. */
import { computed, signal } from "@preact/signals";
import { api, ask } from "../api/client.ts";
import { type Axis, backScale, forwardScale, type Scale, type Spacing } from "../graph/axis.ts";
import {
  type Conflict,
  type PlacedWay,
  placeConflicts,
  placeWorks,
  type SentConflict,
  type SentWork,
  type Work,
} from "../graph/marks.ts";
import { listOccurrences, occurrenceKey, trainKey } from "../graph/occurrences.ts";
import { type Curve, joinCurves, placeCurve, type Run, type SentCurve } from "../graph/runs.ts";
import { parameters } from "./address.ts";
import { conflictQuery, runQuery, type Setting } from "./setting.ts";
import {
  categoryOf,
  type PacedTrain,
  type Timetable,
  type TrainSchedule,
  timetable,
} from "./timetable.ts";

/** Projected curves of a train: along the axis, and along the way back. */
interface Projected {
  readonly forward: readonly SentCurve[];
  readonly back: readonly SentCurve[];
}

interface ProjectedPaced {
  readonly base: Projected;
  readonly exceptions: ReadonlyMap<string, Projected>;
}

export interface GraphData {
  readonly axis: Axis;
  readonly trains: ReadonlyMap<number, Projected>;
  readonly paced_trains: ReadonlyMap<number, ProjectedPaced>;
  readonly conflicts: readonly SentConflict[];
  readonly works: readonly SentWork[];
}

export const graph_data = signal<GraphData | null>(null);

export const spacing = computed<Spacing>(() =>
  parameters.spacing.value === "even" ? "even" : "distance",
);

/** Scales of the two ways for the chosen spacing. */
export const ways = computed<readonly PlacedWay[]>(() => {
  const data = graph_data.value;
  return data === null ? [] : placeWays(data.axis, spacing.value);
});

export function placeWays(axis: Axis, chosen: Spacing): PlacedWay[] {
  const back = backScale(axis, chosen);
  const zonesOf = (zones: Axis["forward"]["zones"]): PlacedWay["zones"] =>
    new Map(zones.map((range) => [range.zone, range]));
  const placed: PlacedWay[] = [
    { zones: zonesOf(axis.forward.zones), scale: forwardScale(axis.forward, chosen) },
  ];
  if (back !== null && axis.back !== null) {
    placed.push({ zones: zonesOf(axis.back.zones), scale: back });
  }
  return placed;
}

export const runs = computed<readonly Run[]>(() => {
  const [data, known] = [graph_data.value, timetable.value];
  if (data === null || known === null) return [];
  return listRuns(data, known, ways.value);
});

export const conflicts = computed<readonly Conflict[]>(() => {
  const data = graph_data.value;
  return data === null ? [] : placeConflicts(data.conflicts, ways.value);
});

export const works = computed<readonly Work[]>(() => {
  const [data, way] = [graph_data.value, ways.value[0]];
  return data === null || way === undefined ? [] : placeWorks(data.works, way.scale);
});

function listRuns(data: GraphData, known: Timetable, placed: readonly PlacedWay[]): Run[] {
  const [forward, back] = [placed[0]?.scale ?? null, placed[1]?.scale ?? null];
  const found: Run[] = [];
  for (const [id, projected] of data.trains) {
    const train = known.trains.get(id);
    if (train === undefined) continue;
    const way = placeProjected(projected, forward, back);
    if (way !== null)
      found.push({ ...describeRun(train, "train_schedule"), key: trainKey(id), ...way });
  }
  for (const [id, { base, exceptions }] of data.paced_trains) {
    const train = known.paced_trains.get(id);
    if (train === undefined) continue;
    const base_way = placeProjected(base, forward, back);
    for (const { index, exception_key, name, start_ms } of listOccurrences(train)) {
      const own = exception_key === null ? undefined : exceptions.get(exception_key);
      const way = own === undefined ? base_way : placeProjected(own, forward, back);
      if (way === null) continue;
      const key = occurrenceKey(id, index, exception_key);
      const described = describeRun(train, "paced_train");
      found.push({ ...described, key, name, start_ms, index, exception_key, ...way });
    }
  }
  return found;
}

function describeRun(
  train: TrainSchedule | PacedTrain,
  kind: Run["kind"],
): Omit<Run, "key" | "curves" | "is_back" | "is_on_way_back"> {
  return {
    train_id: train.id,
    kind,
    name: train.train_name,
    start_ms: Date.parse(train.start_time),
    index: null,
    exception_key: null,
    category: categoryOf(train),
    stock: train.rolling_stock_name,
    labels: train.labels,
  };
}

/** On the way that it follows for longer; null: it is on neither. */
export function placeProjected(
  { forward, back }: Projected,
  forward_scale: Scale | null,
  back_scale: Scale | null,
): Pick<Run, "curves" | "is_back" | "is_on_way_back"> | null {
  const place = (sent: readonly SentCurve[], scale: Scale | null): Curve[] =>
    scale === null ? [] : joinCurves(sent.map((curve) => placeCurve(curve, scale)));
  const [along, against] = [place(forward, forward_scale), place(back, back_scale)];
  const is_on_way_back = lengthOf(against) > lengthOf(along);
  const curves = is_on_way_back ? against : along;
  if (curves.length === 0) return null;
  const [first, last] = [curves[0]?.shares[0] ?? 0, curves.at(-1)?.shares.at(-1) ?? 0];
  return { curves, is_on_way_back, is_back: last < first };
}

function lengthOf(curves: readonly Curve[]): number {
  return curves.reduce((sum, { from_share, to_share }) => sum + to_share - from_share, 0);
}

/** Trains in one question. */
const BATCH = 500;

interface Question {
  readonly axis: Axis;
  readonly setting: Setting;
  readonly signal: AbortSignal;
}

/** Throws ApiFault. */
export async function projectTrains(
  ids: readonly number[],
  question: Question,
): Promise<Map<number, Projected>> {
  const found = new Map<number, Projected>();
  await onBothWays(ids, question, async (batch, ranges) => {
    const answer = await ask(
      api.POST("/v2/train_schedule/project_path", {
        params: { query: { ...runQuery(question.setting), signal_updates: false } },
        body: { ids: [...batch], track_section_ranges: ranges },
        signal: question.signal,
      }),
    );
    return Object.entries(answer).map(([id, one]) => ({
      id: Number(id),
      add: (way: "forward" | "back"): void => {
        const known = found.get(Number(id)) ?? { forward: [], back: [] };
        found.set(Number(id), { ...known, [way]: one.space_time_curves });
      },
    }));
  });
  return found;
}

/** Throws ApiFault. */
export async function projectPacedTrains(
  ids: readonly number[],
  question: Question,
): Promise<Map<number, ProjectedPaced>> {
  const found = new Map<number, { base: Projected; exceptions: Map<string, Projected> }>();
  const none: Projected = { forward: [], back: [] };
  await onBothWays(ids, question, async (batch, ranges) => {
    const answer = await ask(
      api.POST("/paced_train/project_path", {
        params: { query: { ...runQuery(question.setting), signal_updates: false } },
        body: { ids: [...batch], track_section_ranges: ranges },
        signal: question.signal,
      }),
    );
    return Object.entries(answer).map(([id, one]) => ({
      id: Number(id),
      add: (way: "forward" | "back"): void => {
        const known = found.get(Number(id)) ?? { base: none, exceptions: new Map() };
        known.base = { ...known.base, [way]: one.paced_train };
        for (const [key, curves] of Object.entries(one.exceptions)) {
          known.exceptions.set(key, { ...(known.exceptions.get(key) ?? none), [way]: curves });
        }
        found.set(Number(id), known);
      },
    }));
  });
  return found;
}

interface Adding {
  add(way: "forward" | "back"): void;
}

async function onBothWays(
  ids: readonly number[],
  { axis }: Question,
  project: (
    batch: readonly number[],
    ranges: Axis["forward"]["ranges"][number][],
  ) => Promise<Adding[]>,
): Promise<void> {
  for (let i = 0; i < ids.length; i += BATCH) {
    const batch = ids.slice(i, i + BATCH);
    const [along, against] = await Promise.all([
      project(batch, [...axis.forward.ranges]),
      axis.back === null ? [] : project(batch, [...axis.back.ranges]),
    ]);
    for (const one of along) one.add("forward");
    for (const one of against) one.add("back");
  }
}

export async function loadConflicts(
  timetable_id: number,
  setting: Setting,
  signal: AbortSignal,
): Promise<readonly SentConflict[]> {
  return await ask(
    api.GET("/timetable/{timetable_id}/conflicts", {
      params: { path: { timetable_id }, query: conflictQuery(setting) },
      signal,
    }),
  );
}

export async function loadWorks(
  axis: Axis,
  { work_schedule_group_id }: Setting,
  signal: AbortSignal,
): Promise<readonly SentWork[]> {
  if (work_schedule_group_id === null) return [];
  const path_track_ranges = [...axis.forward.ranges];
  return await ask(
    api.POST("/work_schedules/project_path", {
      body: { work_schedule_group_id, path_track_ranges },
      signal,
    }),
  );
}
