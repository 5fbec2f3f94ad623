/** What the train graph shows: axis, runs of all trains on it, conflicts, works. */
import { computed, signal } from "@preact/signals";
import { api, ask, askFully } from "../api/client.ts";
import type { Projected, ProjectedTrain, Question } from "../api/projection.ts";
import { conflictQuery, type Setting } from "../api/setting.ts";
import { type Axis, backScale, forwardScale, type Scale, type Spacing } from "../graph/axis.ts";
import {
  type Conflict,
  ConflictNumbers,
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
import { dress } from "./looks.ts";
import { infra_id } from "./setting.ts";
import {
  categoryOf,
  nameOfTrain,
  open_timetable_id,
  type PacedTrain,
  type Timetable,
  type TrainSchedule,
  timetable,
} from "./timetable.ts";
import { tellWarnings } from "./told_warnings.ts";

export interface GraphData {
  readonly axis: Axis;
  /** By id: trains of both kinds. */
  readonly projected: ReadonlyMap<number, ProjectedTrain>;
  readonly conflicts: readonly SentConflict[];
  /** By way: opposite trains usually run on another track. */
  readonly works: readonly (readonly SentWork[])[];
  /** False: some trains, or the way back, are not read yet. */
  readonly is_whole: boolean;
}

export const graph_data = signal<GraphData | null>(null);

export const spacing = computed<Spacing>(() =>
  parameters.spacing.value === "even" ? "even" : "distance",
);

const axis = computed(() => graph_data.value?.axis ?? null);

/** Scales of the two ways for the chosen spacing; they change only with the axis. */
export const ways = computed<readonly PlacedWay[]>(() =>
  axis.value === null ? [] : placeWays(axis.value, spacing.value),
);

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
  return dress(listRuns(data.projected, known, ways.value));
});

/** Another timetable or network is numbered from the start. */
const conflict_numbers = computed(() => ({
  of: [open_timetable_id.value, infra_id.value],
  numbers: new ConflictNumbers(),
}));

export const conflicts = computed<readonly Conflict[]>(() => {
  const [data, { numbers }] = [graph_data.value, conflict_numbers.value];
  return data === null ? [] : placeConflicts(data.conflicts, ways.value, numbers);
});

export const works = computed<readonly Work[]>(() => {
  const data = graph_data.value;
  return data === null ? [] : placeWorks(data.works, ways.value);
});

/** Runs of all trains that are on the axis. */
export function listRuns(
  projected: ReadonlyMap<number, ProjectedTrain>,
  known: Timetable,
  placed: readonly PlacedWay[],
): Run[] {
  const [forward, back] = [placed[0]?.scale ?? null, placed[1]?.scale ?? null];
  const found: Run[] = [];
  for (const [id, { base, exceptions }] of projected) {
    const record = known.trains.get(id) ?? known.paced_trains.get(id);
    if (record === undefined) continue;
    const base_way = placeProjected(base, forward, back);
    const placeOf = (exception_key: string | null): PlacedRun | null => {
      const own = exception_key === null ? undefined : exceptions.get(exception_key);
      return own === undefined ? base_way : placeProjected(own, forward, back);
    };
    found.push(...listRunsOf(record, placeOf));
  }
  return found;
}

/** Where a run is on the axis. */
export type PlacedRun = Pick<Run, "curves" | "is_back" | "is_on_way_back">;

/** The run of a train, or the runs of a service's trains; `placeOf(null)` places trains without an exception. */
export function listRunsOf(
  record: TrainSchedule | PacedTrain,
  placeOf: (exception_key: string | null) => PlacedRun | null,
): Run[] {
  const { id } = record;
  if (!("paced" in record)) {
    const place = placeOf(null);
    if (place === null) return [];
    return [{ ...describeRun(record, "train_schedule"), key: trainKey(id), ...place }];
  }
  const described = describeRun(record, "paced_train");
  return listOccurrences(record).flatMap(({ index, exception_key, name: train_name, start_ms }) => {
    const place = placeOf(exception_key);
    if (place === null) return [];
    const key = occurrenceKey(id, index, exception_key);
    const name = nameOfTrain({ id, train_name });
    return [{ ...described, key, name, start_ms, index, exception_key, ...place }];
  });
}

function describeRun(
  train: TrainSchedule | PacedTrain,
  kind: Run["kind"],
): Omit<Run, "key" | keyof PlacedRun> {
  return {
    train_id: train.id,
    kind,
    name: nameOfTrain(train),
    start_ms: Date.parse(train.start_time),
    index: null,
    exception_key: null,
    look: categoryOf(train),
    category: categoryOf(train),
    stock: train.rolling_stock_name,
    labels: train.labels,
  };
}

interface PlacedOn {
  readonly scales: readonly (Scale | null)[];
  readonly run: PlacedRun | null;
}

/** Last placements: a change touches few of thousands. */
const placed_on = new WeakMap<Projected, PlacedOn>();

/** Placed on the way that it follows for longer; null if it is on neither. */
export function placeProjected(
  projected: Projected,
  forward_scale: Scale | null,
  back_scale: Scale | null,
): PlacedRun | null {
  const known = placed_on.get(projected);
  if (known?.scales[0] === forward_scale && known.scales[1] === back_scale) return known.run;
  const run = placeRun(projected, forward_scale, back_scale);
  placed_on.set(projected, { scales: [forward_scale, back_scale], run });
  return run;
}

function placeRun(
  { forward, back }: Projected,
  forward_scale: Scale | null,
  back_scale: Scale | null,
): PlacedRun | null {
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

export async function loadConflicts(
  timetable_id: number,
  chosen: Setting,
  signal: AbortSignal,
): Promise<readonly SentConflict[]> {
  const { data, headers } = await askFully(
    api.GET("/timetable/{timetable_id}/conflicts", {
      params: { path: { timetable_id }, query: conflictQuery(chosen) },
      signal,
    }),
  );
  tellWarnings(headers);
  return data;
}

export async function loadWorks(
  axis: Question["axis"],
  { work_schedule_group_id }: Setting,
  signal: AbortSignal,
): Promise<readonly (readonly SentWork[])[]> {
  if (work_schedule_group_id === null) return [];
  const ranges = axis.back === null ? [axis.forward] : [axis.forward, axis.back];
  return await Promise.all(
    ranges.map((way) =>
      ask(
        api.POST("/work_schedules/project_path", {
          body: { work_schedule_group_id, path_track_ranges: [...way.ranges] },
          signal,
        }),
      ),
    ),
  );
}
