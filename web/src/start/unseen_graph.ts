/** The first hours of a timetable that was not looked at in this browser yet, along the path of its longest train. */
import type { Setting } from "../api/setting.ts";
import { projectTrains } from "../api/stations_of_trains.ts";
import { applyScale } from "../graph/axis.ts";
import { spanOf } from "../graph/runs.ts";
import { listRuns, placeWays } from "../state/graph.ts";
import { dress, lookOf } from "../state/looks.ts";
import { drawSeen, type SeenGraph } from "../state/records/seen_graph.ts";
import { findAxis } from "../state/stations/axis_loading.ts";
import { readTimetable, type Timetable } from "../state/timetable.ts";

const HOUR_MS = 3_600_000;
/** An hour between two lines of the drawing. */
const SHOWN_HOURS = 5;

interface Asked {
  readonly timetable_id: number;
  /** Tried in this order. */
  readonly infras: readonly number[];
  readonly electrical_profile_set_id: number | null;
}

/** On the first of the networks on which it has a path; null: on none of them. Throws ApiFault. */
export async function drawUnseen(
  { timetable_id, infras, electrical_profile_set_id }: Asked,
  signal: AbortSignal,
): Promise<{ readonly infra_id: number; readonly graph: SeenGraph } | null> {
  const timetable = await readTimetable(timetable_id, signal);
  const groups = { work_schedule_group_id: null, temporary_speed_limit_group_id: null };
  for (const infra_id of infras) {
    const setting = { infra_id, electrical_profile_set_id, ...groups };
    const graph = await drawOn(timetable, setting, signal);
    if (graph !== null) return { infra_id, graph };
  }
  return null;
}

async function drawOn(
  timetable: Timetable,
  setting: Setting,
  signal: AbortSignal,
): Promise<SeenGraph | null> {
  const { timetable_id, trains, paced_trains } = timetable;
  const longest = [
    ...[...trains.values()].map((train) => ({ kind: "train_schedule", ...train }) as const),
    ...[...paced_trains.values()].map((train) => ({ kind: "paced_train", ...train }) as const),
  ].reduce((one, other) => (other.path.length > one.path.length ? other : one));
  const forward = await findAxis(longest, setting, signal);
  const [way] = forward === null ? [] : placeWays({ forward, back: null }, "distance");
  if (forward === null || way === undefined) return null;
  const { stations } = forward;
  const ids = { train_schedules: [...trains.keys()], paced_trains: [...paced_trains.keys()] };
  const asked = { timetable_id, stations, setting, signal, run: "final" } as const;
  const found = listRuns(await projectTrains(ids, asked), timetable, way);
  const runs = dress(found, lookOf(found, ""));
  const first_ms = Math.min(...runs.map((run) => spanOf(run)?.from_ms ?? Infinity));
  if (first_ms === Infinity) return null;
  const from_ms = Math.floor(first_ms / HOUR_MS) * HOUR_MS;
  const to_ms = from_ms + SHOWN_HOURS * HOUR_MS;
  const placed = stations.map((one) => ({ share: applyScale(way.scale, one.position_mm) }));
  return drawSeen(runs, placed, { from_ms, to_ms, from_share: -0.04, to_share: 1.04 });
}
