import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { generateNetwork } from "../../bench/network.ts";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { compileInfra } from "../../workers/engine/infra/compile.ts";
import type { RailjsonInput } from "../../workers/engine/infra/railjson_input.ts";
import { extractPathProperties } from "../../workers/tasks/extract_path_properties.ts";
import { md5 } from "../engine/infra/compile_network.ts";
import { makeRandom, wholeBetween } from "../engine/seeded.ts";
import { makeBlocks } from "./blocks.ts";
import type { TrackRange } from "./find_path.ts";
import { mutate, pick } from "./mutations.ts";
import { makeNetwork } from "./network.ts";
import { propertiesOracle } from "./properties.ts";
import { textOf } from "./range_map.ts";
import { makePath } from "./train.ts";
let n = 0; const stats: Record<string, number> = {};
function run(input: RailjsonInput, random: () => number, name: string) {
  const c = compileInfra(input, md5); if (!c.ok) return;
  const network = makeNetwork(input); makeBlocks(network);
  if (network.routes.length === 0) return;
  for (let k = 0; k < 20; k++) {
    let chunks = [...pick(random, network.routes).chunks];
    for (let i = 0; i < 3; i++) { const l = chunks.at(-1)!; const nx = network.routes.filter((r) => r.entry.detector.track === l.chunk.track && r.entry.dir === l.dir && r.entry.detector.offset === (l.dir === 0 ? l.chunk.offset + l.chunk.length : l.chunk.offset)); if (!nx.length) break; chunks = chunks.concat(pick(random, nx).chunks); }
    const tr: { t: string; d: 0 | 1 }[] = [];
    for (const { chunk, dir } of chunks) if (tr.at(-1)?.t !== chunk.track.id) tr.push({ t: chunk.track.id, d: dir });
    if (new Set(tr.map((x) => x.t)).size < tr.length) continue;
    const ranges: TrackRange[] = tr.map(({ t, d }) => ({ track_section: t, begin: 0, end: network.byTrack.get(t)!.length, direction: d === 0 ? "START_TO_STOP" : "STOP_TO_START" }));
    const place = (t: string) => { const tk = network.byTrack.get(t)!; return random() < 0.4 ? pick(random, [...tk.chunks.map((c) => c.offset), tk.length]) : wholeBetween(random, 0, tk.length); };
    const [f, l] = [0, ranges.length - 1];
    if (l === 0) { const a = place(ranges[0]!.track_section), b = place(ranges[0]!.track_section); ranges[0] = { ...ranges[0]!, begin: Math.min(a, b), end: Math.max(a, b) }; }
    else { const a = place(ranges[f]!.track_section), b = place(ranges[l]!.track_section);
      ranges[f] = ranges[f]!.direction === "START_TO_STOP" ? { ...ranges[f]!, begin: a } : { ...ranges[f]!, end: a };
      ranges[l] = ranges[l]!.direction === "START_TO_STOP" ? { ...ranges[l]!, end: b } : { ...ranges[l]!, begin: b }; }
    if (ranges.every((r) => r.begin === r.end)) continue;
    const props = ["slopes", "curves", "gradients", "electrifications", "geometry", "operational_points", "zones"];
    const out = extractPathProperties({ infra: { key: name, buffer: c.value }, track_section_ranges: ranges, props });
    if (out.kind !== "success") { console.log(name, k, out, ranges); continue; }
    const own = JSON.parse(out.json);
    const mine = propertiesOracle(makePath(network, ranges, []));
    stats["n"] = (stats["n"] ?? 0) + 1;
    for (const p of props) {
      if (p === "geometry") {
        const a: number[][] = own.geometry.coordinates, b = mine["geometry"] as number[][];
        if (a.length !== b.length || a.some((q, i) => Math.abs(q[0]! - b[i]![0]!) > 1e-9 || Math.abs(q[1]! - b[i]![1]!) > 1e-9)) { stats[p] = (stats[p] ?? 0) + 1; if (stats[p]! < 4) console.log(name, k, p, a.length, b.length, JSON.stringify(a).slice(0, 600), "\n", JSON.stringify(b).slice(0, 600), JSON.stringify(ranges)); }
      } else if (textOf(own[p]) !== textOf(mine[p])) { stats[p] = (stats[p] ?? 0) + 1; if (stats[p]! < 5) console.log(name, k, p, "\n own ", JSON.stringify(own[p]).slice(0, 900), "\n mine", JSON.stringify(mine[p]).slice(0, 900), JSON.stringify(ranges).slice(0, 400)); }
    }
  }
}
const N = Number(process.env["SEEDS"] ?? 10);
it("props", () => {
  for (const folder of ["reference", "reference2"]) {
    const root = join(process.cwd(), "..", "shared", folder, "infras");
    for (const name of readdirSync(root)) {
      if (name === "example_script" || name === "three_trains") continue;
      const source = JSON.parse(readFileSync(join(root, name, "infra.json"), "utf8"));
      for (let seed = 0; seed < N; seed++) { const random = makeRandom(seed); run(seed === 0 ? source : mutate(random, source), random, `${name}${seed}.${n++}`); }
    }
  }
  for (let seed = 0; seed < N; seed++) { const random = makeRandom(seed); const { railjson } = generateNetwork({ ...TINY_OPTIONS, seed, station_count: 3 }); run(mutate(random, railjson as RailjsonInput), random, `g${seed}.${n++}`); }
  console.log(stats);
});
