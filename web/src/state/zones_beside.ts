/** Where zones of conflicts are on the axis that neither of its ways passes: their own trains tell it. */
import { api, ask, type Schemas } from "../api/client.ts";
import { runQuery, type Setting } from "../api/setting.ts";
import type { ZoneRange } from "../graph/axis.ts";
import type { GraphData } from "./graph.ts";

/** Zones and trains of one request. */
const ASKED_MAX = 10_000;

/** Throws ApiFault, or the abort's reason. */
export async function readZones(
  { axis, conflicts }: GraphData,
  zones: ReadonlySet<string>,
  means: { readonly timetable_id: number; readonly setting: Setting; readonly signal: AbortSignal },
): Promise<ZoneRange[]> {
  const own = conflicts.filter(({ requirements }) =>
    requirements.some(({ zone }) => zones.has(zone)),
  );
  const only = (ids: readonly number[]): number[] => [...new Set(ids)].slice(0, ASKED_MAX);
  const { timetable_id, setting, signal } = means;
  const text = (await ask(
    api.POST("/timetable/{timetable_id}/project_stations", {
      params: { path: { timetable_id }, query: runQuery(setting) },
      body: {
        operational_points: axis.forward.stations.map(({ id, position_mm }) => ({
          id,
          position_mm,
        })),
        trains: {
          train_schedules: only(own.flatMap((one) => one.train_schedule_ids)),
          paced_trains: only(
            own.flatMap((one) => one.paced_train_occurrence_ids.map((of) => of.paced_train_id)),
          ),
        },
        zones: [...zones].slice(0, ASKED_MAX),
      },
      parseAs: "text",
      signal,
    }),
  )) as unknown as string;
  const found = new Map<string, ZoneRange>();
  for (const line of text.split("\n").slice(0, -1)) {
    const group = JSON.parse(line) as Schemas["StationsLine"];
    if (!("runs" in group)) continue;
    for (const { zones: placed } of group.runs) {
      for (const [i, zone] of placed.zone.entries()) {
        // Each train has it where it comes by: together they cover it.
        const known = found.get(zone);
        const ends = [placed.begin[i] ?? 0, placed.end[i] ?? 0];
        const from_mm = Math.min(...ends, known?.from_mm ?? Infinity);
        const to_mm = Math.max(...ends, known?.to_mm ?? -Infinity);
        found.set(zone, { zone, from_mm, to_mm });
      }
    }
  }
  return [...found.values()];
}
