/** The trial on the graph: its trains as they would run, and the conflicts that come and go. */
import { computed } from "@preact/signals";
import { placeConflicts } from "../graph/marks.ts";
import { listMoments, retimeCurve } from "../graph/retiming.ts";
import type { Curve, Run } from "../graph/runs.ts";
import { type Edit, type Form, isSame } from "./edit.ts";
import { askedOf, retimingOf, timesOf } from "./foreseen.ts";
import { graph_data, listRunsOf, type PlacedRun, placeProjected, ways } from "./graph.ts";
import { type Trial, trial } from "./trial.ts";
import { shareOfPlace } from "./waypoints.ts";

/** Those that are on the axis. */
export const tried_runs = computed<readonly Run[]>(() => {
  const now = trial.value;
  return now === null ? [] : now.edits.flatMap((edit) => listTried(now, edit));
});

function listTried(now: Trial, edit: Edit): readonly Run[] {
  const { after, before } = edit;
  if (after === null) return [];
  const has_path = before !== null && isSame(before.path, after.path);
  const place = has_path ? placeStored(now, edit) : placeByStations(now, edit);
  if (place === null) return [];
  const given = { id: edit.id ?? 0, timetable_id: 0, modified_by: null, modified_at: null };
  const record = { ...after, ...given };
  return listRunsOf(record, () => place);
}

/** As it runs now, at other times. */
function placeStored(now: Trial, { key, id }: Edit): PlacedRun | null {
  const projected = graph_data.value?.projected.get(id ?? 0);
  if (projected === undefined) return null;
  const [forward, back] = ways.value;
  const place = placeProjected(projected.base, forward?.scale ?? null, back?.scale ?? null);
  const retiming = retimingOf(now, key);
  if (place === null || retiming === null) return place;
  return { ...place, curves: place.curves.map((curve) => retimeCurve(curve, retiming)) };
}

/** Straight from one of its stations to the next: more is known of it when it is stored. */
function placeByStations(now: Trial, { key }: Edit): PlacedRun | null {
  const [times_ms, form] = [timesOf(now, key), askedOf(now, key)?.after ?? null];
  if (times_ms === null || form === null) return null;
  const curve = joinStations(form, times_ms);
  if (curve === null) return null;
  const is_back = (curve.shares.at(-1) ?? 0) < (curve.shares[0] ?? 0);
  return { curves: [curve], is_back, is_on_way_back: false };
}

function joinStations({ path, schedule }: Form, arrivals_ms: readonly number[]): Curve | null {
  const moments = listMoments(path, schedule, arrivals_ms);
  const points = path.flatMap((waypoint, i) => {
    const share = shareOfPlace(waypoint);
    return share === null ? [] : moments.slice(2 * i, 2 * i + 2).map((ms) => ({ ms, share }));
  });
  const shares = points.map(({ share }) => share);
  if (new Set(shares).size < 2) return null;
  return {
    times_ms: Float64Array.from(points, ({ ms }) => ms),
    positions_mm: new Float64Array(points.length),
    shares: Float64Array.from(shares),
    joints: [],
    from_share: Math.min(...shares),
    to_share: Math.max(...shares),
  };
}

export const new_conflicts = computed(() =>
  placeConflicts(trial.value?.follows?.conflicts.new ?? [], ways.value),
);

/** They would be no more. */
export const gone_conflicts = computed(() =>
  placeConflicts(trial.value?.follows?.conflicts.gone ?? [], ways.value),
);
