/** Recorded cases of ../shared, when they are there, as requests of the HTTP interface. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import type { TestApi } from "./api.ts";

const REFERENCE = join(PROJECT_ROOT, "../shared/reference");

export const HAS_REFERENCE = existsSync(REFERENCE);
if (!HAS_REFERENCE) console.warn("SKIPPED: recorded cases, ../shared/reference is not there");

type Json = Record<string, unknown>;

export interface RecordedCase {
  readonly name: string;
  readonly infra: string;
  readonly http_status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- recorded JSON
  readonly request: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- recorded JSON
  readonly response: any;
  readonly meta?: { readonly path_case?: string; readonly rolling_stock?: string };
}

/** Cases whose file names start with `prefix`. */
export function listCases(prefix: string): RecordedCase[] {
  if (!HAS_REFERENCE) return [];
  const folder = join(REFERENCE, "cases");
  return readdirSync(folder)
    .filter((file) => file.startsWith(prefix))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
}

/** Imports recorded networks on demand; answers their ids. */
export function infraImporter(api: TestApi): (name: string) => Promise<number> {
  const known = new Map<string, Promise<number>>();
  return (name) => {
    const text = readFileSync(join(REFERENCE, "infras", name, "infra.json"));
    const id =
      known.get(name) ??
      api
        .call("POST", `/infra/railjson?name=${name}`, new Uint8Array(text), {
          "content-type": "application/json",
        })
        .then(({ json }) => json.infra as number);
    known.set(name, id);
    return id;
  };
}

/** Stores the recorded electrical profile set; returns its id. */
export async function importProfileSet(api: TestApi): Promise<number> {
  const file = join(REFERENCE, "infras/small_infra/external_generated_inputs.json");
  const set = JSON.parse(readFileSync(file, "utf8"));
  return (await api.make("POST", "/electrical_profile_set?name=recorded", set)).json.id;
}

/** A pathfinding body over HTTP; the engine's resolved items must have one place each. */
export function toPathfindingBody({ request }: RecordedCase): Json {
  const {
    infra: _infra,
    expected_version: _version,
    path_items,
    ...rest
  } = request as Json & {
    path_items: readonly (readonly Json[])[];
  };
  return { ...rest, path_items: path_items.map(([item]) => item) };
}

export function hasSinglePlaces({ request }: RecordedCase): boolean {
  return (request.path_items as readonly unknown[][]).every((places) => places.length === 1);
}

/** A rolling stock form from a recorded physics (millimetres, milliseconds) and a path request. */
export function toStockForm(name: string, simulation: RecordedCase, path: RecordedCase): Json {
  const physics = simulation.request.rolling_stock;
  return {
    ...physics,
    name,
    length: physics.length / 1000,
    startup_time: physics.startup_time / 1000,
    electrical_power_startup_time: seconds(physics.electrical_power_startup_time),
    raise_pantograph_time: seconds(physics.raise_pantograph_time),
    loading_gauge: path.request.rolling_stock_loading_gauge,
    supported_signaling_systems: path.request.rolling_stock_supported_signaling_systems,
  };
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}

interface Scheduled {
  readonly path_offset: number;
  readonly arrival: number | null;
  readonly stop_for: number | null;
  readonly reception_signal: string;
}

/** A train over HTTP; null when a place of its schedule is no waypoint of its path. */
export function toTrain(
  rolling_stock_name: string,
  simulation: RecordedCase,
  path: RecordedCase,
): Json | null {
  const { request } = simulation;
  const positions = request.path.path_item_positions as readonly number[];
  const idAt = (offset: number): string => `w${positions.indexOf(offset)}`;
  const schedule = request.schedule as readonly Scheduled[];
  const restrictions = request.power_restrictions as readonly Json[];
  const offsets = [
    ...schedule.map(({ path_offset }) => path_offset),
    ...(request.margins.boundaries as number[]),
    ...restrictions.flatMap(({ from, to }) => [from as number, to as number]),
  ];
  if (!offsets.every((offset) => positions.includes(offset))) return null;
  const items = path.request.path_items as readonly (readonly Json[])[];
  // The engine's own spelling of no margin.
  const values = (request.margins.values as string[]).map((text) =>
    text === "none" ? "0%" : text,
  );
  return {
    train_name: simulation.name,
    rolling_stock_name,
    start_time: "2024-05-22T08:00:00Z",
    path: items.map(([place], i) => ({ id: `w${i}`, ...place })),
    schedule: schedule.map(({ path_offset, arrival, stop_for, reception_signal }) => ({
      at: idAt(path_offset),
      arrival: arrival === null ? null : `PT${arrival / 1000}S`,
      stop_for: stop_for === null ? null : `PT${stop_for / 1000}S`,
      reception_signal,
    })),
    margins: {
      boundaries: (request.margins.boundaries as number[]).map(idAt),
      values: values.length === 0 ? ["0%"] : values,
    },
    initial_speed: request.initial_speed,
    comfort: request.comfort,
    constraint_distribution: request.constraint_distribution,
    speed_limit_tag: request.speed_limit_tag ?? null,
    power_restrictions: restrictions.map(({ from, to, value }) => ({
      from: idAt(from as number),
      to: idAt(to as number),
      value,
    })),
    options: request.options,
  };
}
