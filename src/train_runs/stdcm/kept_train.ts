/**
 * A train that was fitted in, as the body that creates it. It must run as the answered one does, even where
 * pathfinding would choose another way: so waypoints are added at the points of its schedule and, when the
 * steps alone lead another way, on every stretch of track.
 */
import type { DescribedFit } from "../../../workers/tasks/stdcm/describe_fit.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { durationMs, printDateTime, printDuration } from "../../railway/iso8601.ts";
import { POINT_DEFAULTS, TRAIN_DEFAULTS } from "../../railway/train_defaults.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { StdcmRequest } from "./stdcm.schemas.ts";

export type FittedTrain = Extract<TaskOutput<"fit_train">, { readonly kind: "success" }>;

export interface Fit {
  readonly train: FittedTrain;
  readonly described: DescribedFit;
}

type PathPlace = DescribedFit["places"][number];
type Waypoint = TrainSchedule["path"][number];
type SchedulePoint = TrainSchedule["schedule"][number];

interface PlacedWaypoint {
  readonly at_mm: number;
  readonly waypoint: Waypoint;
}

/** Ways to write waypoints, from what a planner would write to what leaves no choice. */
const FORMS = [
  { has_vias: false, has_own_places: true },
  { has_vias: true, has_own_places: true },
  { has_vias: true, has_own_places: false },
] as const;

/** Offsets on the path at which `describe_fit` is to name places: of the steps, then of the schedule. */
export function listOffsets({ path, schedule }: FittedTrain): number[] {
  return [...path.item_positions_mm, ...schedule.map(({ offset_mm }) => offset_mm)];
}

/**
 * Bodies to try in turn. `holds_times`: the body has the answered train's times at the steps, because
 * its own train is lighter or faster.
 */
export function* listBodies(
  request: StdcmRequest,
  fit: Fit,
  { name, holds_times }: { readonly name: string; readonly holds_times: boolean },
): Generator<TrainSchedule> {
  const { train } = fit;
  const { constraint_distribution } = train;
  const other = constraint_distribution === "MARECO" ? ("LINEAR" as const) : ("MARECO" as const);
  for (const form of FORMS) {
    const placed = placeWaypoints(request, fit, form);
    const points = listPoints(fit, placed, holds_times);
    const body: TrainSchedule = {
      train_name: "Short term train",
      ...TRAIN_DEFAULTS,
      rolling_stock_name: name,
      start_time: printDateTime(train.departure_ms),
      path: placed.map(({ waypoint }) => waypoint),
      schedule: points,
      margins: { ...TRAIN_DEFAULTS.margins, ...(request.margin && { values: [request.margin] }) },
      comfort: request.comfort,
      constraint_distribution,
      speed_limit_tag: request.speed_limit_tags,
      options: { use_electrical_profiles: request.electrical_profile_set_id !== null },
    };
    yield body;
    // Where the one misses times, the other may not.
    if (holds_times) yield { ...body, constraint_distribution: other };
  }
}

/** By how much a body's run is later than the answered one, by the id of the step. */
export function findLateness(
  { train, described }: Fit,
  { path }: TrainSchedule,
  item_times_ms: readonly number[],
): Map<string, number> {
  const late_ms = new Map<string, number>();
  const { item_positions_mm } = train.path;
  described.item_times_ms.forEach((answered_ms, i) => {
    const at = stepId(i);
    const time_ms = item_times_ms[path.findIndex(({ id }) => id === at)];
    // Steps at one place are one stop, which is arrived at once.
    const is_there_already = i > 0 && item_positions_mm[i] === item_positions_mm[i - 1];
    if (time_ms !== undefined && !is_there_already) late_ms.set(at, time_ms - answered_ms);
  });
  return late_ms;
}

/** The body with arrivals asked for earlier by `late_ms`. */
export function moveArrivals(
  train: TrainSchedule,
  late_ms: ReadonlyMap<string, number>,
): TrainSchedule {
  const schedule = train.schedule.map((one) => {
    if (one.arrival === null) return one;
    const arrival_ms = durationMs(one.arrival) - Math.round(late_ms.get(one.at) ?? 0);
    return { ...one, arrival: printDuration(Math.max(0, arrival_ms)) };
  });
  return { ...train, schedule };
}

function stepId(step: number): string {
  return `step-${step + 1}`;
}

function viaId(middle: number): string {
  return `via-${middle + 1}`;
}

/** In path order; at one place the steps first, in their order. */
function placeWaypoints(
  { steps }: StdcmRequest,
  { train: { path, schedule }, described: { places, middles } }: Fit,
  { has_vias, has_own_places }: (typeof FORMS)[number],
): PlacedWaypoint[] {
  const positions_mm = path.item_positions_mm;
  const placed = steps.map(({ location }, i): PlacedWaypoint => {
    const at_mm = positions_mm[i] ?? 0;
    const place = places[i];
    const own = { id: stepId(i), deleted: false };
    if (has_own_places || place === undefined) return { at_mm, waypoint: { ...own, ...location } };
    return { at_mm, waypoint: { ...own, track: place.track, offset: place.offset_mm } };
  });
  const known = new Set(positions_mm);
  const holds = places
    .slice(steps.length)
    .filter((_, i) => !known.has(schedule[i]?.offset_mm ?? 0))
    .map((place, i) => placeVia(place, `hold-${i + 1}`));
  const vias = has_vias ? middles.map((place, i) => placeVia(place, viaId(i))) : [];
  return [...placed, ...holds, ...vias].sort((a, b) => a.at_mm - b.at_mm);
}

function placeVia({ at_mm, track, offset_mm }: PathPlace, id: string): PlacedWaypoint {
  return { at_mm, waypoint: { id, deleted: false, track, offset: offset_mm } };
}

function listPoints(
  { train, described: { item_times_ms, middles } }: Fit,
  placed: readonly PlacedWaypoint[],
  holds_times: boolean,
): SchedulePoint[] {
  // A stop at the start belongs to the second step: the first waypoint has no arrival.
  const at = new Map(
    placed
      .slice(1)
      .map(({ at_mm, waypoint }) => [at_mm, waypoint.id] as const)
      .reverse(),
  );
  const points = new Map<number, SchedulePoint>();
  if (holds_times) {
    train.path.item_positions_mm.forEach((at_mm, i) => {
      // Of steps at one place the first tells when the train comes there.
      if (i === 0 || points.has(at_mm)) return;
      points.set(at_mm, { ...point(at.get(at_mm)), arrival: duration(item_times_ms[i]) });
    });
  }
  // Steps alone may be too few to hold it to them.
  middles.forEach(({ at_mm, time_ms }, i) => {
    const is_free = holds_times && !points.has(at_mm) && at.get(at_mm) === viaId(i);
    if (is_free) points.set(at_mm, { ...point(viaId(i)), arrival: duration(time_ms) });
  });
  for (const { offset_mm, arrival_ms, stop_for_ms, reception_signal } of train.schedule) {
    const known = points.get(offset_mm) ?? point(at.get(offset_mm));
    points.set(offset_mm, {
      ...known,
      arrival: known.arrival ?? duration(arrival_ms),
      stop_for: duration(stop_for_ms),
      reception_signal,
    });
  }
  return [...points.entries()].sort(([a], [b]) => a - b).map(([, one]) => one);
}

function point(at = ""): SchedulePoint {
  return { at, ...POINT_DEFAULTS };
}

function duration(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : printDuration(ms);
}
