/** Method: random searches on recorded and random networks, engine against oracle, whole answers. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { generateNetwork } from "../../bench/network.ts";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import type { RailjsonInput } from "../../workers/engine/infra/railjson_input.ts";
import { compileInfra } from "../../workers/engine/infra/compile.ts";
import type { BlockPath } from "../../workers/engine/path/block_path.ts";
import { printPath } from "../../workers/engine/path/print_path.ts";
import { resolveWaypoint } from "../../workers/engine/path/waypoints.ts";
import { viewPathFinder } from "../../workers/tasks/infra_views.ts";
import type { InfraRef } from "../../workers/tasks/types.ts";
import { md5 } from "../engine/infra/compile_network.ts";
import { makeRandom, type Random, wholeBetween } from "../engine/seeded.ts";
import { makeBlocks } from "./blocks.ts";
import { findPathOracle } from "./find_path.ts";
import { makeGrid } from "./grid.ts";
import { mutate, pick, VOLTAGES } from "./mutations.ts";
import { makeNetwork } from "./network.ts";
import { textOf } from "./range_map.ts";
import { makeWorld, type Stock, type World } from "./search.ts";
import { GAUGES } from "./tracks.ts";

const SYSTEMS = ["BAL", "BAPR", "TVM300", "TVM430"];
function drawStock(random: Random): Stock {
  return {
    loading_gauge: pick(random, GAUGES),
    is_thermal: random() < 0.6,
    supported_electrifications: VOLTAGES.filter(() => random() < 0.6),
    supported_signaling_systems: SYSTEMS.filter(() => random() < 0.9),
    maximum_speed_m_s: random() < 0.3 ? pick(random, [27.7777, 83.333, 11.11]) : wholeBetween(random, 5, 90),
  };
}
function drawItem(random: Random, input: RailjsonInput, near: readonly string[]) {
  const count = random() < 0.6 ? 1 : wholeBetween(random, 2, 6);
  if (random() < 0.2 && input.operational_points.length > 0) {
    const op = pick(random, input.operational_points);
    return { op: op.id, locations: op.parts.map((p) => ({ track: p.track, offset: Math.floor(p.position * 1000) })) };
  }
  return { op: null, locations: Array.from({ length: count }, () => {
    const track = random() < 0.5 && near.length ? input.track_sections.find((t) => t.id === pick(random, near))! : pick(random, input.track_sections);
    const length = Math.floor(track.length * 1000 + 0.5);
    const places = [...input.detectors, ...input.buffer_stops].filter((one) => one.track === track.id);
    const kind = random();
    const offset = kind < 0.3 && places.length > 0 ? Math.floor(pick(random, places).position * 1000 + 0.5) : kind < 0.4 ? 0 : kind < 0.5 ? length : wholeBetween(random, 0, length);
    return { track: track.id, offset };
  }) };
}
let n = 0;
function open(input: RailjsonInput): { ref: InfraRef; world: World } | null {
  const compiled = compileInfra(input, md5);
  if (!compiled.ok) return null;
  const network = makeNetwork(input);
  return { ref: { key: `o${n++}`, buffer: compiled.value }, world: makeWorld(network, makeBlocks(network)) };
}
const stats: Record<string, number> = {};
/** Tracks along a chain of routes, so that items lie on a possible path. */
function walk(random: Random, world: World): string[] {
  let route = pick(random, world.network.routes);
  const tracks: string[] = [];
  for (let i = 0; i < 6; i++) {
    for (const { chunk } of route.chunks) if (tracks.at(-1) !== chunk.track.id) tracks.push(chunk.track.id);
    const next = world.network.routes.filter((o) => o.entry.detector === route.exit.detector && o.entry.dir === route.exit.dir);
    if (!next.length) break;
    route = pick(random, next);
  }
  return tracks;
}
function judge(random: Random, input: RailjsonInput, ref: InfraRef, world: World, name: string): void {
  let items;
  if (world.network.routes.length === 0) return;
  if (random() < 0.8) {
    const tracks = walk(random, world);
    const count = wholeBetween(random, 2, 4);
    const at = Array.from({ length: count }, () => wholeBetween(random, 0, tracks.length - 1)).sort((a, b) => a - b);
    items = at.map((k) => {
      const item = drawItem(random, input, [tracks[k]!]);
      if (item.op === null && random() < 0.9) item.locations[0] = drawItem(random, { ...input, operational_points: [], track_sections: input.track_sections.filter((t) => t.id === tracks[k]!) }, [tracks[k]!]).locations[0]!;
      return item;
    });
  } else items = Array.from({ length: wholeBetween(random, 2, 4) }, () => drawItem(random, input, []));
  items = items.filter((i) => i.locations.every((l) => world.network.byTrack.has(l.track) && l.offset <= world.network.byTrack.get(l.track)!.length));
  if (items.length < 2) return;
  const stock = drawStock(random);
  const single = items.map((i) => i.locations);
  const mine = findPathOracle(world, single, stock);
  const finder = viewPathFinder(ref);
  const outcome = finder.find(single.map((locations) => locations.flatMap(({ track, offset }) => { const r = resolveWaypoint(finder.infra, { kind: "track_offset", track, offset_mm: offset }); return r.ok ? r.value : []; })), stock);
  const print = (path: BlockPath) => { const { status: _, ...rest } = JSON.parse(printPath(finder.infra, path, path.length_mm, path.itemPositions_mm)); return rest; };
  const own: any = outcome.kind === "success" ? { kind: "success", path: print(outcome.path) }
    : outcome.kind === "incompatible_constraints" ? { kind: outcome.kind, path: print(outcome.path), ...outcome.ranges }
    : outcome.kind === "fault" ? { kind: "internal_error", type: outcome.fault.type } : outcome;
  stats[own.kind] = (stats[own.kind] ?? 0) + 1;
  if (textOf(own) !== textOf(mine)) {
    stats["bad"] = (stats["bad"] ?? 0) + 1;
    const keys = [...new Set([...Object.keys(own), ...Object.keys(mine)])] as never[];
    console.log(name, JSON.stringify({ single, stock }), own.kind, (mine as typeof own).kind, keys.filter((k) => textOf(own[k]) !== textOf(mine[k])).map((k) => `\n ${k}\n   own  ${JSON.stringify(own[k])?.slice(0, 900)}\n   mine ${JSON.stringify(mine[k])?.slice(0, 900)}`).join(""));
  }
}
const N = Number(process.env["SEEDS"] ?? 20);
const PER = Number(process.env["PER"] ?? 20);
it("recorded", () => {
  for (const folder of ["reference", "reference2"]) {
    const root = join(process.cwd(), "..", "shared", folder, "infras");
    for (const name of readdirSync(root)) {
      if (name === 'example_script' || name === 'three_trains') continue;
      const source = JSON.parse(readFileSync(join(root, name, "infra.json"), "utf8"));
      for (let seed = 0; seed < N; seed++) {
        const random = makeRandom(seed);
        const input = seed === 0 ? source : mutate(random, source);
        const opened = open(input);
        if (opened === null) continue;
        for (let k = 0; k < PER; k++) judge(random, input, opened.ref, opened.world, `${name} ${seed} ${k}`);
      }
    }
  }
  console.log(stats);
});
it("gen", () => {
  for (let seed = 0; seed < N; seed++) {
    const random = makeRandom(seed);
    const sig = (["BAL", "BAPR", "TVM300", "TVM430", "mixed"] as const)[seed % 5]!;
    const { railjson } = generateNetwork({ ...TINY_OPTIONS, seed, signaling: sig, line_count: 1 + (seed % 2), station_count: 3 + seed % 2 });
    const input = (seed % 10 === 0 ? railjson : mutate(random, railjson as RailjsonInput)) as RailjsonInput;
    const opened = open(input);
    if (opened === null) continue;
    for (let k = 0; k < PER; k++) judge(random, input, opened.ref, opened.world, `gen ${seed} ${k}`);
  }
  console.log(stats);
});

it("grid", () => {
  for (let seed = 0; seed < N; seed++) {
    const random = makeRandom(seed);
    const input = makeGrid(random);
    const opened = open(input);
    if (opened === null) throw new Error(JSON.stringify(compileInfra(input, md5)));
    for (let k = 0; k < PER; k++) judge(random, input, opened.ref, opened.world, `grid ${seed} ${k}`);
  }
  console.log(stats);
});
