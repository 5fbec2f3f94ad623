/** Method: random trains, engine against oracle. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { generateNetwork } from "../../bench/network.ts";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import tags from "../../src/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import { compileInfra } from "../../workers/engine/infra/compile.ts";
import type { RailjsonInput } from "../../workers/engine/infra/railjson_input.ts";
import { packPath } from "../../workers/engine/path/train_path.ts";
import { printPath } from "../../workers/engine/path/print_path.ts";
import { resolveWaypoint } from "../../workers/engine/path/waypoints.ts";
import { describeSimulation } from "../../workers/tasks/describe_simulation.ts";
import { viewPathFinder } from "../../workers/tasks/infra_views.ts";
import { simulateTrains } from "../../workers/tasks/simulate_trains.ts";
import type { InfraRef } from "../../workers/tasks/types.ts";
import { md5 } from "../engine/infra/compile_network.ts";
import { makeRandom, type Random, wholeBetween } from "../engine/seeded.ts";
import { makeBlocks } from "./blocks.ts";
import { drawProfiles, drawRun, drawStock } from "./draw_train.ts";
import { mutate, pick } from "./mutations.ts";
import { makeNetwork } from "./network.ts";
import { textOf } from "./range_map.ts";
import { makeWorld, type World } from "./search.ts";
import { simulateOracle, type Simulated } from "./simulate.ts";
import { makePath } from "./train.ts";

let n = 0;
const stats: Record<string, number> = {};
const count = (key: string) => { stats[key] = (stats[key] ?? 0) + 1; };
function items(random: Random, world: World) {
  let route = pick(random, world.network.routes);
  const tracks: string[] = [];
  for (let i = 0; i < 8; i++) {
    for (const { chunk } of route.chunks) if (tracks.at(-1) !== chunk.track.id) tracks.push(chunk.track.id);
    const next = world.network.routes.filter((o) => o.entry.detector === route.exit.detector && o.entry.dir === route.exit.dir);
    if (!next.length) break;
    route = pick(random, next);
  }
  return Array.from({ length: wholeBetween(random, 2, 3) }, () => wholeBetween(random, 0, tracks.length - 1)).sort((a, b) => a - b).map((k) => {
    const { id, length, chunks } = world.network.byTrack.get(tracks[k]!)!;
    return { track: id, offset: random() < 0.4 ? pick(random, chunks).offset : wholeBetween(random, 0, length) };
  });
}
function at(r: Simulated["base"], x: number): [number, number] {
  const first = r.positions.findIndex((p) => p >= x);
  if (first < 0) return [r.times.at(-1)!, r.times.at(-1)!];
  if (r.positions[first] === x || first === 0) { let l = first; while (r.positions[l + 1] === x) l++; return [r.times[first]!, r.times[l]!]; }
  const t = r.times[first - 1]! + (x - r.positions[first - 1]!) / (r.positions[first]! - r.positions[first - 1]!) * (r.times[first]! - r.times[first - 1]!);
  return [t, t];
}
function curveDiff(a: Simulated["base"], b: Simulated["base"]): number {
  let worst = 0;
  for (const [from, to] of [[a, b], [b, a]] as const) to.positions.forEach((x, i) => { const [lo, hi] = at(from, x); worst = Math.max(worst, lo - to.times[i]!, to.times[i]! - hi); });
  return worst;
}
function judge(random: Random, input: RailjsonInput, ref: InfraRef, world: World, name: string) {
  if (world.network.routes.length === 0) return;
  const finder = viewPathFinder(ref);
  const steps = items(random, world).map(({ track, offset }) => { const r = resolveWaypoint(finder.infra, { kind: "track_offset", track, offset_mm: offset }); return r.ok ? r.value : []; });
  const found = finder.find(steps, { loading_gauge: "G1", is_thermal: true, supported_electrifications: [], supported_signaling_systems: ["BAL", "BAPR", "TVM300", "TVM430"], maximum_speed_m_s: 50 });
  const path = found.kind === "success" ? found.path : found.kind === "incompatible_constraints" ? found.path : null;
  if (path === null || path.length_mm === 0) { count("nopath"); return; }
  const printed = JSON.parse(printPath(finder.infra, path, path.length_mm, path.itemPositions_mm));
  const packed = { packed: packPath(path), length_mm: path.length_mm, item_positions_mm: path.itemPositions_mm };
  const stock = drawStock(random, name);
  const run = drawRun(random, packed, tags);
  const profiles = random() < 0.3 ? null : drawProfiles(random, input);
  const [outcome] = simulateTrains({ infra: ref, stocks: [stock], profiles: profiles === null ? null : { key: name, json: new TextEncoder().encode(JSON.stringify(profiles)) }, trains: [run] });
  const oraclePath = makePath(world.network, printed.track_section_ranges, printed.routes.map((id: string) => world.network.routes.find((r) => r.id === id)!));
  let mine;
  try { mine = simulateOracle(oraclePath, stock, run, profiles); } catch (e) { mine = { kind: "threw", type: String((e as Error).message) } as const; }
  const bad = (what: string, ...more: unknown[]) => { count(`bad ${what}`); console.log(`\n### ${name} ${what}`, ...more); };
  if (outcome!.kind !== "success") {
    count(outcome!.error.type);
    if (mine.kind !== "failed" || mine.type !== outcome!.error.type) bad("kind", outcome!.error, mine.kind, (mine as never as {type: unknown}).type);
    else if (mine.type === "core:impossible_simulation" && outcome!.error.context["offset"] !== `${Math.round(mine.offset)}m`) bad("offset", outcome!.error.context, mine);
    return;
  }
  count("success");
  if (mine.kind !== "success") { bad("kind", "own success", mine); return; }
  const own = JSON.parse(describeSimulation({ infra: ref, packed: outcome!.packed }));
  if (textOf(own.mrsp) !== textOf(mine.mrsp)) bad("mrsp", "\n", JSON.stringify(own.mrsp).slice(0, 1500), "\n", JSON.stringify(mine.mrsp).slice(0, 1500), run.speed_limit_tag, stock.max_speed_m_s);
  if (textOf(own.electrical_profiles) !== textOf(mine.electrical_profiles)) bad("profiles", "\n", JSON.stringify(own.electrical_profiles).slice(0, 900), "\n", JSON.stringify(mine.electrical_profiles).slice(0, 900));
  const items1 = Math.max(0, ...mine.base.path_item_times.map((t, i) => Math.abs(t - own.base.path_item_times[i])));
  const last = Math.abs(mine.base.times.at(-1)! - own.base.times.at(-1));
  const curve = curveDiff(own.base, mine.base);
  const energy = Math.abs(own.base.energy_consumption - mine.base.energy_consumption) / Math.max(1, mine.base.energy_consumption);
  const same = textOf(own.base.positions) === textOf(mine.base.positions) && textOf(own.base.times) === textOf(mine.base.times);
  count(same ? "same points" : "other points");
  if (items1 > 1 || last > 1 || curve > 1500 || energy > 1e-6) bad("base", { items1, last, curve, energy, gamma: stock.gamma.type, length: path.length_mm, v0: run.initial_speed_m_s, sch: run.schedule.map((s) => `${s.offset_mm} ${s.stop_for_ms} ${s.reception_signal}`).join(), own: JSON.stringify(own.base.positions.map((p: number, i: number) => [p, own.base.times[i], Math.round(own.base.speeds[i]*1000)])).slice(0, 600), mine: JSON.stringify(mine.base.positions.map((p, i) => [p, mine.base.times[i], Math.round(mine.base.speeds[i]!*1000)])).slice(0, 600) });
}
const N = Number(process.env["SEEDS"] ?? 20);
const PER = Number(process.env["PER"] ?? 10);
function open(input: RailjsonInput) {
  const compiled = compileInfra(input, md5);
  if (!compiled.ok) return null;
  const network = makeNetwork(input);
  return { ref: { key: `s${n++}`, buffer: compiled.value }, world: makeWorld(network, makeBlocks(network)) };
}
it("recorded", () => {
  for (const folder of ["reference", "reference2"]) {
    const root = join(process.cwd(), "..", "shared", folder, "infras");
    for (const name of readdirSync(root)) {
      if (name === "example_script" || name === "three_trains") continue;
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
