/** What the train graph shows: axis, runs of all trains on it, conflicts, works. */
import { computed, signal } from "@preact/signals";
import { api, ask, askFully } from "../api/client.ts";
import { conflictQuery, dateQuery, type Setting } from "../api/setting.ts";
import type { ProjectedTrain } from "../api/stations_of_trains.ts";
import {
  type Axis,
  backScale,
  forwardScale,
  type Scale,
  type Spacing,
  type Way,
  type ZoneRange,
} from "../graph/axis.ts";
import {
  type Conflict,
  ConflictNumbers,
  type PlacedWay,
  placeConflicts,
  placeWorks,
  type SentConflict,
  type SentWork,
  type Work,
} from "../graph/drawing/marks.ts";
import { listOccurrences, occurrenceKey, trainKey } from "../graph/occurrences.ts";
import { type Curve, placeCurve, type Run, type StationRun } from "../graph/runs.ts";
import { parameters } from "./address.ts";
import { dress } from "./looks.ts";
import { infra_id } from "./setting.ts";
import {
  categoryOf,
  findTrain,
  nameOfTrain,
  open_timetable_id,
  type PacedTrain,
  type Timetable,
  type TrainSchedule,
  timetable,
} from "./timetable.ts";

export interface GraphData {
  readonly axis: Axis;
  /** By id: trains of both kinds. */
  readonly projected: ReadonlyMap<number, ProjectedTrain>;
  readonly conflicts: readonly SentConflict[];
  /** Zones of conflicts that neither way passes; absent: there are none, or they are not read yet. */
  readonly beside?: readonly ZoneRange[];
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
const NONE: readonly ZoneRange[] = [];
const beside = computed(() => graph_data.value?.beside ?? NONE);

/** Scales of the two ways for the chosen spacing; they change only with the axis. */
export const ways = computed<readonly PlacedWay[]>(() =>
  axis.value === null ? [] : placeWays(axis.value, spacing.value, beside.value),
);

export function placeWays(
  axis: Axis,
  chosen: Spacing,
  more: readonly ZoneRange[] = NONE,
): PlacedWay[] {
  const back = backScale(axis, chosen);
  const zonesOf = (zones: Axis["forward"]["zones"]): PlacedWay["zones"] =>
    new Map(zones.map((range) => [range.zone, range]));
  const placed: PlacedWay[] = [
    { zones: zonesOf([...axis.forward.zones, ...more]), scale: forwardScale(axis.forward, chosen) },
  ];
  if (back !== null && axis.back !== null) {
    placed.push({ zones: zonesOf(axis.back.zones), scale: back });
  }
  return placed;
}

/** All runs that pass a station of the axis; some of them pass no other, and have no line. */
export const passing_runs = computed<readonly Run[]>(() => {
  const [data, known] = [graph_data.value, timetable.value];
  if (data === null || known === null) return [];
  return dress(listRuns(data.projected, known, ways.value[0]));
});

/** Those that have a line. */
export const runs = computed<readonly Run[]>(() =>
  passing_runs.value.filter(({ curves }) => curves.length > 0),
);

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

/** Runs of all trains that pass a station of the axis. */
export function listRuns(
  projected: ReadonlyMap<number, ProjectedTrain>,
  known: Timetable,
  way: PlacedWay | undefined,
): Run[] {
  if (way === undefined) return [];
  const found: Run[] = [];
  for (const [id, train] of projected) {
    const record = known.trains.get(id) ?? known.paced_trains.get(id);
    if (record === undefined) continue;
    const placeOf = (key: string): PlacedRun | null => {
      const run = train.runs.get(key) ?? null;
      return run === null ? null : placeRun(run, way.scale);
    };
    for (const run of listRunsOf(record, placeOf)) found.push(...listStarts(run, train, way));
  }
  return found;
}

/** The run at its start on the shown date; with those of days before that still run then. */
function listStarts(run: Run, { starts }: ProjectedTrain, { scale }: PlacedWay): readonly Run[] {
  const own = starts?.get(run.key);
  if (own === undefined) return [run];
  return own.map(({ date, start_ms, run: sent }, i) => ({
    ...run,
    ...placeRun(sent, scale),
    date,
    start_ms,
    key: i === 0 ? run.key : `${run.key} ${i}`,
  }));
}

/** How much later than its record says a train starts on the shown date, so that what is tried is drawn there. */
function shiftOf(record: TrainSchedule | PacedTrain): number {
  const starts = graph_data.peek()?.projected.get(record.id)?.starts;
  const known = findTrain(record.id);
  if (starts === undefined || known === null) return 0;
  const trains =
    "paced" in known
      ? listOccurrences(known).map(({ index, exception_key, start_ms }) => ({
          key: occurrenceKey(known.id, index, exception_key),
          start_ms,
        }))
      : [{ key: trainKey(known.id), start_ms: Date.parse(known.start_time) }];
  for (const { key, start_ms } of trains) {
    const [own] = starts.get(key) ?? [];
    if (own !== undefined) return own.start_ms - start_ms;
  }
  return 0;
}

/** Where a run is on the axis. */
export type PlacedRun = Pick<Run, "curves" | "passes" | "is_back">;

/** The run of a train, or the runs of a service's trains; `placeOf` places one by its key. */
export function listRunsOf(
  record: TrainSchedule | PacedTrain,
  placeOf: (key: string, exception_key: string | null) => PlacedRun | null,
): Run[] {
  const { id } = record;
  if (!("paced" in record)) {
    const key = trainKey(id);
    const place = placeOf(key, null);
    if (place === null) return [];
    const described = describeRun(record, "train_schedule");
    return [{ ...described, start_ms: described.start_ms + shiftOf(record), key, ...place }];
  }
  const described = describeRun(record, "paced_train");
  const shift_ms = shiftOf(record);
  return listOccurrences(record).flatMap(({ index, exception_key, name: train_name, ...one }) => {
    const start_ms = one.start_ms + shift_ms;
    const key = occurrenceKey(id, index, exception_key);
    const place = placeOf(key, exception_key);
    if (place === null) return [];
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

/** Last placements: a change touches few of thousands. */
const placed_on = new WeakMap<StationRun, { readonly scale: Scale; readonly run: PlacedRun }>();

export function placeRun(sent: StationRun, scale: Scale): PlacedRun {
  const known = placed_on.get(sent);
  if (known?.scale === scale) return known.run;
  const curves = sent.lines.map((line) => placeCurve(line, scale));
  const run = { curves, passes: sent.passes, is_back: runsBack(curves) };
  placed_on.set(sent, { scale, run });
  return run;
}

/** Whether it ends nearer to the axis's begin than it begins. */
export function runsBack(curves: readonly Curve[]): boolean {
  return (curves.at(-1)?.shares.at(-1) ?? 0) < (curves[0]?.shares[0] ?? 0);
}

/** Works and limits without an effect are told once, until they are others. */
let warned: string | null = null;

export async function loadConflicts(
  timetable_id: number,
  chosen: Setting,
  signal: AbortSignal,
): Promise<readonly SentConflict[]> {
  const { data, headers } = await askFully(
    api.GET("/timetable/{timetable_id}/conflicts", {
      params: { path: { timetable_id }, query: { ...conflictQuery(chosen), ...dateQuery(chosen) } },
      signal,
    }),
  );
  const header = headers.get("x-warnings");
  if (header !== null && header !== warned)
    void import("./told_warnings.ts").then((one) => one.tellWithoutEffect(header));
  warned = header;
  return data;
}

/** On one of the axis's ways. */
export async function loadWorks(
  { ranges }: Pick<Way, "ranges">,
  { work_schedule_group_id }: Setting,
  signal: AbortSignal,
): Promise<readonly SentWork[]> {
  if (work_schedule_group_id === null) return [];
  return await ask(
    api.POST("/work_schedules/project_path", {
      body: { work_schedule_group_id, path_track_ranges: [...ranges] },
      signal,
    }),
  );
}
