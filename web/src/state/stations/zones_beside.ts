/** Where zones of conflicts are on the axis that neither of its ways passes: their own trains tell it. */
import { askStations, type Question } from "../../api/stations_of_trains.ts";
import type { ZoneRange } from "../../graph/axis.ts";
import type { GraphData } from "../graph.ts";

/** Zones and trains of one request. */
const ASKED_MAX = 10_000;

/** Throws ApiFault, or the abort's reason. */
export async function readZones(
  { axis, conflicts }: GraphData,
  zones: ReadonlySet<string>,
  means: Omit<Question, "stations" | "run">,
): Promise<ZoneRange[]> {
  const own = conflicts.filter(({ requirements }) =>
    requirements.some(({ zone }) => zones.has(zone)),
  );
  const only = (ids: readonly number[]): number[] => [...new Set(ids)].slice(0, ASKED_MAX);
  const wanted = {
    trains: {
      train_schedules: only(own.flatMap((one) => one.train_schedule_ids)),
      paced_trains: only(
        own.flatMap((one) => one.paced_train_occurrence_ids.map((of) => of.paced_train_id)),
      ),
    },
    zones: [...zones].slice(0, ASKED_MAX),
  };
  const question = { ...means, stations: axis.forward.stations, run: "final" } as const;
  const found = new Map<string, ZoneRange>();
  for (const group of await askStations(wanted, question)) {
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
