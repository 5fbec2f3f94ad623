/**
 * Bench: paths on blocks, paths on tracks and path properties a second of one thread, on the recorded cases of small_infra when
 * they are there, else between the stations of the demo network. Every pass must give what the first one gave.
 * Run alone with `node dist/bench/path.js`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PATH_PROPERTIES } from "../src/railway/network_terms.ts";
import type { TrackLocation } from "../workers/engine/path/block_locations.ts";
import { printPath } from "../workers/engine/path/print_path.ts";
import { resolveWaypoint } from "../workers/engine/path/waypoints.ts";
import { viewPathFinder, viewTrackPathFinder } from "../workers/tasks/infra_views.ts";
import { compileInfra } from "../workers/tasks/network/compile_infra.ts";
import { extractPathProperties } from "../workers/tasks/path/extract_path_properties.ts";
import type { InfraRef, PathStock, TrackSectionRange } from "../workers/tasks/types.ts";
import { calibrate } from "./calibrate.ts";
import { generateNetwork } from "./network.ts";
import { describeRate, timeWork, type Workload } from "./time_work.ts";

const NETWORK = "small_infra";

interface PathQuery {
  readonly items: readonly (readonly TrackLocation[])[];
  readonly stock: PathStock;
}

const folder = join(process.cwd(), "..", "shared", "reference");

/** What `bench -- against` repeats in two builds; nothing without the recorded cases. */
export function pathWorkloads(): ReadonlyMap<string, Workload> {
  if (!existsSync(folder)) return new Map();
  const compiled = compileInfra({ key: NETWORK, railjson: [readNetwork()] });
  if (compiled.kind !== "compiled") throw new Error("the network has faults");
  const infra = { key: NETWORK, buffer: compiled.buffer };
  const queries = readQueries(infra);
  return new Map([
    ["paths", findWorkload(infra, queries)],
    ["paths from text to text", textWorkload(infra, queries)],
  ]);
}

/** Runs the bench and returns its lines. Without the recorded cases it times the demo network. */
export function benchPaths(): readonly string[] {
  const recorded = existsSync(folder);
  const start = performance.now();
  const compiled = compileInfra({
    key: NETWORK,
    railjson: [recorded ? readNetwork() : drawNetwork()],
  });
  if (compiled.kind !== "compiled") throw new Error("the network has faults");
  const compile_ms = performance.now() - start;
  const { buffer } = compiled;
  const infra = { key: NETWORK, buffer };
  const ratio = recorded ? calibrate() : 1;
  const queries = recorded ? readQueries(infra) : drawQueries(infra);
  const lines = recorded ? [] : [`path: ${folder} is not there, timed on the demo network`];
  return [
    ...lines,
    `path: ${queries.length} requests; network compiled in ${compile_ms.toFixed(0)} ms, ` +
      `${buffer.byteLength} bytes; this machine is ${ratio} of the reference's`,
    describeWorkRate("paths", findWorkload(infra, queries), ratio),
    describeWorkRate("paths from text to text", textWorkload(infra, queries), ratio),
    describeWorkRate("paths on tracks", trackWorkload(infra, queries), ratio),
    describeWorkRate(
      "properties",
      describeWorkload(infra, recorded ? readRanges() : findRanges(infra, queries)),
      ratio,
    ),
  ];
}

function readNetwork(): ArrayBuffer {
  return new Uint8Array(readFileSync(join(folder, "infras", NETWORK, "infra.json"))).buffer;
}

function drawNetwork(): ArrayBuffer {
  return new TextEncoder().encode(JSON.stringify(generateNetwork().railjson)).buffer;
}

// Recorded requests: the folder's README fixes their form.
// oxlint-disable-next-line typescript/no-explicit-any
function readRequests(prefix: string): any[] {
  return readdirSync(join(folder, "cases"))
    .filter((name) => name.startsWith(prefix))
    .map((name) => JSON.parse(readFileSync(join(folder, "cases", name), "utf8")))
    .filter(({ infra, http_status }) => infra === NETWORK && http_status === 200)
    .map(({ request }) => request);
}

function readQueries(ref: InfraRef): PathQuery[] {
  const { infra } = viewPathFinder(ref);
  return readRequests("pf_").map((request) => ({
    items: request.path_items.map((places: { track: string; offset: number }[]) =>
      places.flatMap(({ track, offset: offset_mm }) => {
        const resolved = resolveWaypoint(infra, { kind: "track_offset", track, offset_mm });
        return resolved.ok ? resolved.value : [];
      }),
    ),
    stock: {
      loading_gauge: request.rolling_stock_loading_gauge,
      is_thermal: request.rolling_stock_is_thermal,
      supported_electrifications: request.rolling_stock_supported_electrifications,
      supported_signaling_systems: request.rolling_stock_supported_signaling_systems,
      maximum_speed_m_s: request.rolling_stock_maximum_speed,
    },
  }));
}

/** From each station of the main line to each later one. */
function drawQueries(ref: InfraRef): PathQuery[] {
  const { infra } = viewPathFinder(ref);
  const places = generateNetwork().main_line.map(({ uic }) => {
    const resolved = resolveWaypoint(infra, { kind: "uic", uic });
    return resolved.ok ? resolved.value : [];
  });
  const stock = {
    loading_gauge: "G1",
    is_thermal: true,
    supported_electrifications: [],
    supported_signaling_systems: ["BAL", "BAPR", "TVM300", "TVM430"],
    maximum_speed_m_s: 44,
  };
  return places.flatMap((from, i) =>
    places.slice(i + 1).map((to) => ({ items: [from, to], stock })),
  );
}

function findWorkload(ref: InfraRef, queries: readonly PathQuery[]): Workload {
  const finder = viewPathFinder(ref);
  return {
    nUnits: queries.length,
    run: () => {
      let sink = 0;
      for (const { items, stock } of queries) {
        const outcome = finder.find(items, stock);
        if (outcome.kind === "success") sink += outcome.path.length_mm;
      }
      return sink;
    },
  };
}

/** The same requests as JSON, and their answers. */
function textWorkload(ref: InfraRef, queries: readonly PathQuery[]): Workload {
  const finder = viewPathFinder(ref);
  const texts = queries.map((query) => JSON.stringify(query));
  return {
    nUnits: queries.length,
    run: () => {
      let sink = 0;
      for (const text of texts) {
        const { items, stock }: PathQuery = JSON.parse(text);
        const outcome = finder.find(items, stock);
        if (outcome.kind !== "success") continue;
        const { path } = outcome;
        sink += printPath(finder.infra, path, path.length_mm, path.itemPositions_mm).length;
      }
      return sink;
    },
  };
}

/** The same requests without routes and signalling. */
function trackWorkload(ref: InfraRef, queries: readonly PathQuery[]): Workload {
  const finder = viewTrackPathFinder(ref);
  return {
    nUnits: queries.length,
    run: () => {
      let sink = 0;
      for (const { items, stock } of queries) {
        if (items.length < 2) continue;
        const outcome = finder.find(items, stock);
        if (outcome.kind === "success") sink += outcome.path.length_mm;
      }
      return sink;
    },
  };
}

function readRanges(): readonly TrackSectionRange[][] {
  return readRequests("pp_").map((request) => request.track_section_ranges);
}

function findRanges(ref: InfraRef, queries: readonly PathQuery[]): readonly TrackSectionRange[][] {
  const finder = viewPathFinder(ref);
  return queries.flatMap(({ items, stock }) => {
    const outcome = finder.find(items, stock);
    if (outcome.kind !== "success") return [];
    const text = printPath(finder.infra, outcome.path, outcome.path.length_mm, []);
    return [JSON.parse(text).track_section_ranges];
  });
}

function describeWorkload(infra: InfraRef, paths: readonly TrackSectionRange[][]): Workload {
  const props = PATH_PROPERTIES.filter((property) => property !== "gradients");
  return {
    nUnits: paths.length,
    run: () => {
      let sink = 0;
      for (const track_section_ranges of paths) {
        const outcome = extractPathProperties({ infra, track_section_ranges, props });
        if (outcome.kind === "success") sink += outcome.json.length;
      }
      return sink;
    },
  };
}

function describeWorkRate(name: string, { nUnits, run }: Workload, ratio: number): string {
  const expected = run();
  if (nUnits === 0 || expected === 0) throw new Error(`${name}: nothing to time`);
  const timing = timeWork(() => {
    if (run() !== expected) throw new Error(`${name}: answers change from run to run`);
  });
  const scaled = Math.round((1000 * nUnits) / timing.best_cpu_ms / ratio);
  const told = describeRate(timing, nUnits);
  return `path: ${name} ${told}; scaled ${scaled.toLocaleString("en")}/s`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const line of benchPaths()) console.log(line);
}
