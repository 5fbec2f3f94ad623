/** The first hours of a timetable that was not looked at in this browser yet, along the path of its longest train. */
import { projectTrains } from "../api/stations_of_trains.ts";
import { applyScale, forwardScale } from "../graph/axis.ts";
import { spanOf } from "../graph/runs.ts";
import { listRuns, placeWays } from "../state/graph.ts";
import { dress, lookOf } from "../state/looks.ts";
import { drawSeen, type SeenGraph } from "../state/records/seen_graph.ts";
import { findAxis } from "../state/stations/axis_loading.ts";
import { readTimetable } from "../state/timetable.ts";

const HOUR_MS = 3_600_000;
/** An hour between two lines of the drawing. */
const SHOWN_HOURS = 5;

interface Asked {
  readonly timetable_id: number;
  readonly infra_id: number;
  readonly electrical_profile_set_id: number | null;
}

/** Null: none of its trains has a path. Throws ApiFault. */
export async function drawUnseen(
  { timetable_id, ...network }: Asked,
  signal: AbortSignal,
): Promise<SeenGraph | null> {
  const setting = {
    ...network,
    work_schedule_group_id: null,
    temporary_speed_limit_group_id: null,
  };
  const timetable = await readTimetable(timetable_id, signal);
  const { trains, paced_trains } = timetable;
  const longest = [
    ...[...trains.values()].map((train) => ({ kind: "train_schedule", ...train }) as const),
    ...[...paced_trains.values()].map((train) => ({ kind: "paced_train", ...train }) as const),
  ].reduce((one, other) => (other.path.length > one.path.length ? other : one));
  const forward = await findAxis(longest, setting, signal);
  if (forward === null) return null;
  const ids = { train_schedules: [...trains.keys()], paced_trains: [...paced_trains.keys()] };
  const asked = {
    timetable_id,
    stations: forward.stations,
    setting,
    signal,
    run: "final",
  } as const;
  const projected = await projectTrains(ids, asked);
  const found = listRuns(projected, timetable, placeWays({ forward, back: null }, "distance")[0]);
  const runs = dress(found, lookOf(found, ""));
  const first_ms = Math.min(...runs.map((run) => spanOf(run)?.from_ms ?? Infinity));
  if (first_ms === Infinity) return null;
  const from_ms = Math.floor(first_ms / HOUR_MS) * HOUR_MS;
  const scale = forwardScale(forward, "distance");
  const stations = forward.stations.map((one) => ({ share: applyScale(scale, one.position_mm) }));
  const to_ms = from_ms + SHOWN_HOURS * HOUR_MS;
  return drawSeen(runs, stations, { from_ms, to_ms, from_share: -0.04, to_share: 1.04 });
}
