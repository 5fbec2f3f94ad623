/** Sends a train through a network: its path, then its run, by the tasks that the server calls. */
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { ROLLING_STOCKS } from "../../../bench/network/rolling_stocks.ts";
import { pathStock, stockPhysics } from "../../../bench/network/run_network.ts";
import { sendStock } from "../../../bench/network/send_stock.ts";
import { TrainScheduleCreation } from "../../../src/timetable/train_schedule/train_schedule.schemas.ts";
import { toRunSettings } from "../../../src/train_runs/simulation/cached_runs.ts";
import { encodeDocument } from "../../../workers/railjson/encode_document.ts";
import type { RailjsonDocument } from "../../../workers/railjson/schemas.ts";
import { compileInfra } from "../../../workers/tasks/network/compile_infra.ts";
import { findPaths } from "../../../workers/tasks/path/find_paths.ts";
import { simulateTrains } from "../../../workers/tasks/simulation/simulate_trains.ts";
import type { FoundPath } from "../../../workers/tasks/types.ts";

const DIESEL = ROLLING_STOCKS.find(({ effort_curves }) =>
  Object.values(effort_curves.modes).some(({ is_electric }) => !is_electric),
)!;

/** The longest run between the ends of the network's rails; null: there is no path. */
export function runThrough(
  document: RailjsonDocument,
): { length_m: number; time_s: number } | null {
  const key = randomUUID();
  const compiled = compileInfra({ key, railjson: [encodeDocument(document).buffer] });
  if (compiled.kind !== "compiled") throw new Error(JSON.stringify(compiled.faults));
  const infra = { key, buffer: compiled.buffer };
  const ends = document.buffer_stops.map(({ track, position }) => ({
    kind: "track_offset" as const,
    track,
    offset_mm: Math.round(position * 1000),
  }));
  const stock = pathStock(DIESEL);
  const requests = ends.flatMap((from) =>
    ends
      .filter((to) => to !== from)
      .map((to) => ({ items: [from, to].map((one) => [one][0]!), stock })),
  );
  const found = findPaths({ infra, requests }).map((outcome) =>
    outcome.kind === "success" ? outcome.path : null,
  );
  const longest = Math.max(...found.map((path) => path?.length_mm ?? 0));
  const at = found.findIndex((path) => path?.length_mm === longest);
  const path = found[at];
  const request = requests[at];
  if (path === null || path === undefined || request === undefined) return null;
  return { length_m: longest / 1000, time_s: runOn(infra, path, request.items) };
}

function runOn(
  infra: { readonly key: string; readonly buffer: SharedArrayBuffer },
  path: FoundPath,
  items: readonly { readonly track: string; readonly offset_mm: number }[],
): number {
  const train = v.parse(TrainScheduleCreation, {
    train_name: "first",
    labels: [],
    rolling_stock_name: DIESEL.name,
    start_time: "2026-03-02T08:00:00Z",
    path: items.map(({ track, offset_mm }, i) => ({ id: `p${i}`, track, offset: offset_mm })),
    schedule: [],
    margins: { boundaries: [], values: ["0%"] },
    initial_speed: 0,
    comfort: "STANDARD",
    constraint_distribution: "LINEAR",
    speed_limit_tag: null,
    power_restrictions: [],
    options: { use_electrical_profiles: false },
  });
  const settings = toRunSettings(train, path, []);
  const [outcome] = simulateTrains({
    infra,
    stocks: [sendStock(stockPhysics(DIESEL))],
    profiles: null,
    trains: [{ ...settings, path, stock_index: 0 }],
  });
  if (outcome?.kind !== "success") throw new Error(JSON.stringify(outcome));
  return outcome.final.time_ms / 1000;
}
