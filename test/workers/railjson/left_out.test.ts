// Method: a sound network of two branches, and one fault at a time in every kind of object of the branch that the train
// does not use. Each network is usable, lists the fault of the object, and gives the train the path and the run, to the
// byte, that it has in the sound one.
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { ROLLING_STOCKS } from "../../../bench/network/rolling_stocks.ts";
import { pathStock, stockPhysics } from "../../../bench/network/run_network.ts";
import { sendStock } from "../../../bench/network/send_stock.ts";
import { TrainScheduleCreation } from "../../../src/timetable/train_schedule/train_schedule.schemas.ts";
import { toRunSettings } from "../../../src/train_runs/simulation/cached_runs.ts";
import { compileUsable } from "../../../workers/engine/infra/compile/compile.ts";
import { openInfra } from "../../../workers/engine/infra/infra.ts";
import { checkNetwork } from "../../../workers/railjson/checks/check_network.ts";
import type { RailjsonDocument } from "../../../workers/railjson/schemas.ts";
import { validateDocument } from "../../../workers/railjson/validate_document.ts";
import { findPaths } from "../../../workers/tasks/path/find_paths.ts";
import { simulateTrains } from "../../../workers/tasks/simulation/simulate_trains.ts";
import { branchPath, JUNCTION_RAILJSON } from "../../helpers/junction_railjson.ts";
import { md5 } from "../engine/infra/compile_network.ts";

type Json = Record<string, unknown>;
type Network = Record<string, Json[]>;

const LENGTH_M = 1000;
const DIESEL = ROLLING_STOCKS.find(({ effort_curves }) =>
  Object.values(effort_curves.modes).some(({ is_electric }) => !is_electric),
)!;

/** The junction with a track X before its branch S, which has one object of every kind. */
function draw(): Network {
  const network = structuredClone(JUNCTION_RAILJSON) as unknown as Network;
  const range = { track: "X", begin: 100, end: 900 };
  const sign = { track: "X", position: 50, side: "LEFT", type: "Z", value: "", kp: "" };
  const placed = { ...sign, direction: "START_TO_STOP" };
  network["track_sections"]!.push({
    ...network["track_sections"]![1]!,
    id: "X",
    length: LENGTH_M,
    slopes: [{ gradient: 5, begin: 100, end: 900 }],
    curves: [{ radius: 600, begin: 100, end: 900 }],
    loading_gauge_limits: [{ category: "GB1", begin: 100, end: 900 }],
  });
  network["extended_switch_types"]!.push({
    id: "joint",
    ports: ["P", "Q"],
    groups: { STATIC: [{ src: "P", dst: "Q" }] },
  });
  network["switches"]!.push({
    id: "side",
    switch_type: "joint",
    group_change_delay: 0,
    ports: { P: { track: "X", endpoint: "END" }, Q: { track: "S", endpoint: "BEGIN" } },
  });
  network["detectors"]!.push({ id: "x1", track: "X", position: 500 });
  network["buffer_stops"] = network["buffer_stops"]!.map((stop) =>
    stop["id"] === "bs.S" ? { id: "bs.X", track: "X", position: 0 } : stop,
  );
  const [first] = network["routes"]!;
  network["routes"] = network["routes"]!.filter(({ id }) => id !== "rt.bs.S-s1");
  const ends = (entry: Json, exit: Json) => ({ entry_point: entry, exit_point: exit });
  const detector = (id: string) => ({ type: "Detector", id });
  network["routes"].push(
    { ...first, id: "rt.bs.X-x1", ...ends({ type: "BufferStop", id: "bs.X" }, detector("x1")) },
    { ...first, id: "rt.x1-s1", ...ends(detector("x1"), detector("s1")) },
  );
  const signal = structuredClone(network["signals"]![0]!);
  const [logical] = signal["logical_signals"] as Json[];
  const conditional_parameters = [{ on_route: "rt.x1-s1", parameters: { jaune_cli: "false" } }];
  network["signals"]!.push({
    ...signal,
    id: "signal.x1",
    track: "X",
    position: 480,
    logical_signals: [{ ...logical, conditional_parameters }],
  });
  const part = (track: string) => ({ track, position: 100 });
  network["operational_points"]!.push({
    id: "station",
    parts: [part("X"), part("N")],
    extensions: { identifier: { name: "Station", uic: 1 } },
  });
  network["speed_sections"]!.push({
    id: "limit",
    speed_limit: 10,
    speed_limit_by_tag: {},
    on_routes: ["rt.x1-s1"],
    track_ranges: [{ ...range, applicable_directions: "BOTH" }],
    extensions: { psl_sncf: { announcement: [placed], z: placed, r: [placed] } },
  });
  network["electrifications"]!.push({
    id: "line",
    voltage: "1500V",
    track_ranges: [{ ...range, applicable_directions: "BOTH" }],
  });
  network["neutral_sections"]!.push({
    id: "neutral",
    lower_pantograph: true,
    track_ranges: [{ ...range, direction: "START_TO_STOP" }],
    announcement_track_ranges: [{ ...range, direction: "START_TO_STOP" }],
  });
  return network;
}

const X_END = { track: "X", endpoint: "END" };

/** What is wrong with a field, by its name. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  track: ["nowhere"],
  position: [LENGTH_M + 10, -10, 1_999_999],
  begin: [LENGTH_M + 10, -10, 950],
  end: [LENGTH_M + 10, -10, 50],
  gradient: [1000, -481, 1e12],
  radius: [1e-9],
  switch_type: ["roundabout"],
  src: ["nobody"],
  dst: ["nobody"],
  signaling_system: ["KVB"],
  next_signaling_systems: [["KVB"]],
  Nf: ["perhaps"],
  jaune_cli: ["perhaps"],
  on_route: ["nobody"],
  on_routes: [["nobody"]],
  entry_point: [
    { type: "Detector", id: "nobody" },
    { type: "BufferStop", id: "x1" },
  ],
  exit_point: [
    { type: "Detector", id: "nobody" },
    { type: "BufferStop", id: "s1" },
  ],
  entry_point_direction: ["STOP_TO_START"],
  release_detectors: [["nobody"], ["n1"]],
  switches_directions: [{ nobody: "A_B1" }, { side: "nobody" }],
  ports: [],
  "switches.ports": [
    { P: X_END },
    { A: X_END, B: { track: "S", endpoint: "BEGIN" } },
    { P: X_END, Q: X_END },
    { P: X_END, Q: { track: "N", endpoint: "END" } },
  ],
  "extended_switch_types.ports": [["P"], ["P", "P", "R"]],
};

type Path = readonly (string | number)[];

function* listFields(value: unknown, path: Path): Generator<Path> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, field] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    if (key in WRONG) yield place;
    yield* listFields(field, place);
  }
}

function spoil(network: Network, path: Path, value: unknown): void {
  let at: unknown = network;
  for (const key of path.slice(0, -1)) at = Reflect.get(at as object, key);
  Reflect.set(at as object, path.at(-1)!, value);
}

const SPOILT = new Set(
  "X joint side x1 bs.X rt.x1-s1 signal.x1 station limit line neutral".split(" "),
);

const CASES = Object.entries(draw()).flatMap(([list, objects]) =>
  Array.isArray(objects)
    ? objects.flatMap((object, i) =>
        SPOILT.has(String(object["id"]))
          ? [...listFields(object, [list, i])]
              // The part on the train's own branch is sound.
              .filter((path) => path.slice(2).join(".").startsWith("parts.1") === false)
              .flatMap((path) =>
                (WRONG[`${path[0]}.${path.at(-1)}`] ?? WRONG[String(path.at(-1))]!).map(
                  (value) =>
                    [
                      `${path.join(".")}: ${JSON.stringify(value)}`,
                      object["id"],
                      path,
                      value,
                    ] as const,
                ),
              )
          : [],
      )
    : [],
);

interface Place {
  readonly id: string;
  readonly track: string;
  readonly offset: number;
}

interface Computed {
  readonly path: unknown;
  readonly run: unknown;
}

/** The same with the bytes of shared buffers, which else would not be compared; requirements name zones by index. */
function readBytes(value: unknown): unknown {
  if (value instanceof SharedArrayBuffer) return Buffer.from(value).toString("base64");
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "requirements");
  return Object.fromEntries(entries.map(([key, field]) => [key, readBytes(field)]));
}

/** The path and the run of a train that begins at the station and takes the sound branch. */
function send(buffer: SharedArrayBuffer): Computed {
  const infra = { key: randomUUID(), buffer };
  const [, before, end] = branchPath("N") as unknown as Place[];
  const items = [before!, end!].map(
    ({ track, offset }) => ({ kind: "track_offset", track, offset_mm: offset }) as const,
  );
  const station = { kind: "operational_point", operational_point: "station" } as const;
  const stock = pathStock(DIESEL);
  const [found] = findPaths({ infra, requests: [{ items: [station, ...items], stock }] });
  if (found?.kind !== "success") return { path: found, run: null };
  const train = v.parse(TrainScheduleCreation, {
    train_name: "first",
    labels: [],
    rolling_stock_name: DIESEL.name,
    start_time: "2026-03-02T08:00:00Z",
    path: [{ id: "start", operational_point: "station" }, before, end],
    schedule: [],
    margins: { boundaries: [], values: ["0%"] },
    initial_speed: 0,
    comfort: "STANDARD",
    constraint_distribution: "LINEAR",
    speed_limit_tag: null,
    power_restrictions: [],
    options: { use_electrical_profiles: false },
  });
  const [run] = simulateTrains({
    infra,
    stocks: [sendStock(stockPhysics(DIESEL))],
    profiles: null,
    trains: [{ ...toRunSettings(train, found.path, []), path: found.path, stock_index: 0 }],
  });
  return { path: { ...found.path, packed: null }, run: readBytes(run) };
}

const sound = compileUsable(draw() as never, md5);
if (!sound.ok) throw new Error(JSON.stringify(sound.error));
const EXPECTED = send(sound.value.buffer);

describe("a network with a fault", () => {
  it("is compared with a sound one", () => {
    expect(sound.value.left_out).toEqual([]);
    const checked = checkNetwork(draw() as unknown as RailjsonDocument);
    expect(checked.ok && checked.value.filter(({ field }) => field !== null)).toEqual([]);
    expect(EXPECTED).toMatchObject({ run: { kind: "success" } });
    expect(CASES.length).toBeGreaterThan(80);
  });

  it.each(CASES)("tells it, and is used without the object: %s", (_what, id, path, value) => {
    const network = draw();
    spoil(network, path, value);
    const document = network as unknown as RailjsonDocument;
    expect(validateDocument(document)).toMatchObject({ kind: "valid" });
    const checked = checkNetwork(document);
    if (!checked.ok) throw new Error(checked.error);
    expect(checked.value.map(({ obj_id }) => obj_id)).toContain(id);
    const usable = compileUsable(document as never, md5);
    if (!usable.ok) throw new Error(JSON.stringify(usable.error));
    expect(openInfra(usable.value.buffer).nLeftOut[0]).toBe(usable.value.left_out.length);
    expect(send(usable.value.buffer)).toEqual(EXPECTED);
  });
});
