/**
 * Bench: tiles of the map of a network of 100,000 track sections. Of each layer: packing it, its memory, and cutting all
 * tiles of a column through the network at each zoom, on one thread by processor time. Every tile must be what its first
 * cut gave. Then the same tiles through the real server by the clock: never asked for before, asked for again, and as many
 * a second as it answers from memory, beside point reads. Run alone with `node dist/bench/tiles.js [track sections]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILTIN_SWITCH_TYPES } from "../src/network/infra/switch_types.ts";
import { MAP_LAYERS, type MapLayerName } from "../src/railway/map_layers.ts";
import { OBJECT_TYPES, type ObjectKey } from "../src/railway/object_types.ts";
import { cutTile, type Tile } from "../workers/tasks/map/cut_tile.ts";
import { type DrawnLayer, drawLayer } from "../workers/tasks/map/draw_layer.ts";
import { probeWhile } from "./health_probe.ts";
import { ask } from "./large_requests.ts";
import { residentMemory, withServer } from "./large_server.ts";
import { LARGE_OPTIONS } from "./network/options.ts";
import { generateNetwork } from "./network.ts";

const SECTIONS = Number(process.argv[2] ?? LARGE_OPTIONS.track_section_count_min);
const LAYERS = ["track_sections", "speed_sections", "signals", "detectors", "routes"] as const;
const ZOOMS = [5, 6, 7, 8, 9, 10, 12, 14, 16, 18];
/** Tiles of one zoom, from west to east through the middle of the network. */
const TILES_MAX = 24;
const BASE_URL = "http://127.0.0.1:8191";
const CONNECTIONS = 32;
const LOAD_MS = 3000;
const ROUNDS = 5;

type Bounds = NonNullable<DrawnLayer["bounds"]>;
type Lists = Parameters<typeof drawLayer>[0]["lists"];

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function toChunk(objects: readonly unknown[]): ArrayBuffer[] {
  return [new TextEncoder().encode(JSON.stringify(objects)).buffer];
}

function readLists(
  railjson: Readonly<Record<ObjectKey, readonly unknown[]>>,
  name: MapLayerName,
): Lists {
  const keys: readonly ObjectKey[] = MAP_LAYERS[name].lists ?? [];
  const lists = OBJECT_TYPES.filter(({ key }) => keys.includes(key)).map(({ key }) => {
    const builtin = key === "extended_switch_types" ? BUILTIN_SWITCH_TYPES : [];
    return [key, toChunk([...railjson[key], ...builtin])];
  });
  return Object.fromEntries(lists);
}

/** Columns and rows of tiles through the middle. */
function listTiles(
  [west, south, east, north]: Bounds,
  z: number,
): { z: number; x: number; y: number }[] {
  const columnOf = (lon: number): number => Math.floor(((lon + 180) / 360) * 2 ** z);
  const sine = Math.sin(((south + north) * Math.PI) / 360);
  const row = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  const y = Math.floor(row * 2 ** z);
  const [first, last] = [columnOf(west), columnOf(east)];
  const step = Math.max(1, Math.floor((last - first + 1) / TILES_MAX));
  const tiles: { z: number; x: number; y: number }[] = [];
  for (let x = first; x <= last && tiles.length < TILES_MAX; x += step) tiles.push({ z, x, y });
  return tiles;
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;

function timeZoom(name: MapLayerName, { layer }: DrawnLayer, bounds: Bounds, z: number): string {
  const tiles = listTiles(bounds, z);
  const cut = (tile: (typeof tiles)[number]): Tile => cutTile({ name, layer, tile });
  const first = tiles.map(cut);
  const times = tiles.map((tile, i) => {
    let best = Number.POSITIVE_INFINITY;
    for (let pass = 0; pass < 3; pass++) {
      best = Math.min(
        best,
        cpuMs(() => {
          if (cut(tile).tag !== first[i]?.tag) throw new Error("another tile");
        }),
      );
    }
    return best;
  });
  times.sort((a, b) => a - b);
  const sizes = first.map(({ bytes }) => bytes.length).sort((a, b) => a - b);
  const told = [quantile(times, 0.5), quantile(times, 1)].map((ms) => ms.toFixed(1)).join(" / ");
  const worst_kb = Math.round(quantile(sizes, 1) / 1024);
  return `z${z}: ${told} ms, ${worst_kb} kB`;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
/** As browsers ask. */
const headers = { "accept-encoding": "gzip" };

/** Bytes of an answer. */
async function read(url: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    const asked = get(url, { agent, headers }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("end", () => {
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url}: ${answer.statusCode}`));
      });
    });
    asked.on("error", reject);
  });
}

async function clock(work: () => Promise<unknown>): Promise<number> {
  const start_ms = performance.now();
  await work();
  return performance.now() - start_ms;
}

function printTimes(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return [quantile(sorted, 0.5), quantile(sorted, 1)].map((ms) => ms.toFixed(1)).join(" / ");
}

/** Answers a second, in closed loops. */
async function countRate(urls: readonly string[]): Promise<number> {
  const end_ms = performance.now() + LOAD_MS;
  let count = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < end_ms) await read(urls[count++ % urls.length] ?? "");
  };
  const ms = await clock(async () => await Promise.all(Array.from({ length: CONNECTIONS }, loop)));
  return (count / ms) * 1000;
}

/** One tile after the other, first cold, then warm; returns their addresses. */
async function timeServed(infra: number, name: MapLayerName): Promise<string[]> {
  const { text } = await ask(BASE_URL, "GET", `/layers/layer/${name}/mvt/geo?infra=${infra}`);
  const { tiles, bounds }: { tiles: readonly string[]; bounds: Bounds } = JSON.parse(text);
  const urlOf = ({ z, x, y }: { z: number; x: number; y: number }): string =>
    (tiles[0] ?? "").replace("{z}/{x}/{y}", `${z}/${x}/${y}`);
  const drawn_ms = await clock(async () => await read(urlOf({ z: 18, x: 0, y: 0 })));
  console.log(`${name}, served: drawn in ${(drawn_ms / 1000).toFixed(1)} s`);
  const all: string[] = [];
  for (const z of ZOOMS.filter((zoom) => zoom >= MAP_LAYERS[name].zoom_min)) {
    const urls = listTiles(bounds, z).map(urlOf);
    const [cold, warm]: [number[], number[]] = [[], []];
    for (const times of [cold, warm]) {
      for (const url of urls) times.push(await clock(async () => await read(url)));
    }
    console.log(`  z${z}: cold ${printTimes(cold)} ms, warm ${printTimes(warm)} ms`);
    all.push(...urls);
  }
  return all;
}

async function benchServed(pid: number, document: string): Promise<void> {
  const { text } = await ask(BASE_URL, "POST", "/infra/railjson?name=drawn", document);
  const { infra }: { infra: number } = JSON.parse(text);
  const urls: string[] = [];
  const { probe } = await probeWhile(BASE_URL, async () => {
    for (const name of LAYERS) urls.push(...(await timeServed(infra, name)));
  });
  console.log(`longest /health ${probe.longest_ms.toFixed(0)} ms of ${probe.count}`);
  const point = [`${BASE_URL}/infra/${infra}`];
  for (let round = 0; round < ROUNDS; round++) {
    const [tiles, points] = [await countRate(urls), await countRate(point)];
    console.log(`warm tiles ${tiles.toFixed(0)}/s, point reads ${points.toFixed(0)}/s`);
  }
  console.log(`memory of the server ${residentMemory(pid)}`);
}

const { railjson } = generateNetwork({ ...LARGE_OPTIONS, track_section_count_min: SECTIONS });
const lists = railjson as unknown as Readonly<Record<ObjectKey, readonly unknown[]>>;
console.log(
  `${railjson.track_sections.length} track sections; median / worst of a tile by CPU time`,
);
let tracks: DrawnLayer | null = null;
for (const name of LAYERS) {
  const input = readLists(lists, name);
  let drawn: DrawnLayer | null = null;
  const ms = cpuMs(() => {
    drawn = drawLayer({ name, lists: input, tracks: tracks?.tracks ?? null, faults: [] });
  });
  if (drawn === null) throw new Error("no layer");
  const layer: DrawnLayer = drawn;
  tracks ??= layer;
  const { bounds } = tracks;
  if (bounds === null) throw new Error("no bounds");
  const mb = (layer.bytes / 1024 / 1024).toFixed(0);
  console.log(`${name}: drawn and packed in ${(ms / 1000).toFixed(1)} s, ${mb} MB`);
  for (const z of ZOOMS) {
    if (z >= MAP_LAYERS[name].zoom_min) console.log(`  ${timeZoom(name, layer, bounds, z)}`);
  }
}
const data_dir = mkdtempSync(join(tmpdir(), "marey-tiles-"));
try {
  const document = JSON.stringify(railjson);
  await withServer({ data_dir, base_url: BASE_URL }, (pid) => benchServed(pid, document));
} finally {
  agent.destroy();
  rmSync(data_dir, { recursive: true, force: true });
}
