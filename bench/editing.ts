/**
 * Bench: edits of a network of 100,000 track sections through the real server, beside which a second thread asks
 * `/health`. Single objects of several types, splits, the fault list right after each, objects by id, a batch of 10,000
 * operations, tiles of the changed place, and the first path after an edit. Every answer is checked. Run alone with
 * `node dist/bench/editing.js [track sections]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { probeWhile } from "./health_probe.ts";
import { ask, pathBody } from "./large_requests.ts";
import { residentMemory, withServer } from "./large_server.ts";
import { LARGE_OPTIONS } from "./network/options.ts";
import { type GeneratedNetwork, generateNetwork } from "./network.ts";

const SECTIONS = Number(process.argv[2] ?? LARGE_OPTIONS.track_section_count_min);
const EDITS = 20;
const SPLITS = 10;
const OBJECTS = 1_000;
const BATCH = 10_000;
const BASE_URL = "http://127.0.0.1:8191";

type Railjson = GeneratedNetwork["railjson"];

interface Timed {
  readonly what: string;
  readonly times_ms: readonly number[];
}

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await ask(BASE_URL, method, path, text);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text.slice(0, 500)}`);
  return answer.text === "" ? null : JSON.parse(answer.text);
}

async function clock(work: () => Promise<unknown>): Promise<number> {
  const start_ms = performance.now();
  await work();
  return performance.now() - start_ms;
}

function print({ what, times_ms }: Timed): void {
  const sorted = [...times_ms].sort((a, b) => a - b);
  const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  const told = times_ms.length === 1 ? "" : `, worst ${worst.toFixed(0)} ms of ${sorted.length}`;
  console.log(`${what.padEnd(44)} ${median.toFixed(0)} ms${told}`);
}

const move = (obj_type: string, obj_id: string, path: string, value: unknown): unknown => ({
  operation_type: "UPDATE",
  obj_type,
  obj_id,
  railjson_patch: [{ op: "replace", path, value }],
});

/** One edit of each kind, of the n-th such object. */
function listEdits(railjson: Railjson): Record<string, (n: number) => unknown> {
  const { signals, detectors, track_sections, switches, routes, speed_sections } = railjson;
  const at = <Item>(items: readonly Item[], n: number): Item => {
    const item = items[(n * 7919) % items.length];
    if (item === undefined) throw new Error("nothing to edit");
    return item;
  };
  return {
    "a signal": (n) => move("Signal", at(signals, n).id, "/sight_distance", 300 + n),
    "a detector": (n) => {
      const { id, position } = at(detectors, n);
      return move("Detector", id, "/position", position + 0.01);
    },
    "a track section's line": (n) => {
      const { id, geo } = at(track_sections, n);
      const [lon = 0, lat = 0] = geo.coordinates[0] ?? [];
      return move("TrackSection", id, "/geo/coordinates/0", [lon, lat + 1e-6]);
    },
    "a track section's length": (n) => {
      const { id, length } = at(track_sections, n);
      return move("TrackSection", id, "/length", length + 0.001);
    },
    "a switch": (n) => move("Switch", at(switches, n).id, "/group_change_delay", 1 + n),
    "a route, deleted": (n) => ({
      operation_type: "DELETE",
      obj_type: "Route",
      obj_id: at(routes, n).id,
    }),
    "a speed section": (n) =>
      move("SpeedSection", at(speed_sections, n).id, "/speed_limit", 20 + n),
  };
}

async function benchEdits(infra: number, railjson: Railjson): Promise<void> {
  const errors_ms: number[] = [];
  for (const [what, draw] of Object.entries(listEdits(railjson))) {
    const times_ms: number[] = [];
    for (let n = 1; n <= EDITS; n++) {
      times_ms.push(await clock(() => send("POST", `/infra/${infra}`, [draw(n)])));
      errors_ms.push(await clock(() => send("GET", `/infra/${infra}/errors?page_size=1`)));
    }
    print({ what: `edit of ${what}`, times_ms });
  }
  print({ what: "errors right after", times_ms: errors_ms });
  const splits_ms: number[] = [];
  for (let n = 1; n <= SPLITS; n++) {
    const { id, length } = railjson.track_sections[(n * 104_729) % SECTIONS] ?? {
      id: "",
      length: 0,
    };
    const body = { track: id, offset: Math.round(length * 500) };
    splits_ms.push(await clock(() => send("POST", `/infra/${infra}/split_track_section`, body)));
  }
  print({ what: "split of a track section", times_ms: splits_ms });
}

async function benchReads(infra: number, railjson: Railjson): Promise<void> {
  const ids = railjson.signals.slice(0, OBJECTS).map(({ id }) => id);
  const read = (): Promise<unknown> => send("POST", `/infra/${infra}/objects/Signal`, ids);
  await read();
  const times_ms: number[] = [];
  for (let i = 0; i < EDITS; i++) times_ms.push(await clock(read));
  print({ what: `${OBJECTS} objects by their ids`, times_ms });
  const track = railjson.track_sections[1000]?.id ?? "";
  const attached = (): Promise<unknown> => send("GET", `/infra/${infra}/attached/${track}`);
  print({ what: "what is attached to a track", times_ms: [await clock(attached)] });
}

async function benchBatch(infra: number, railjson: Railjson): Promise<void> {
  const operations = railjson.signals
    .slice(-BATCH)
    .map(({ id }, n) => move("Signal", id, "/sight_distance", 200 + (n % 500)));
  const batch = (): Promise<unknown> => send("POST", `/infra/${infra}`, operations);
  print({ what: `a batch of ${BATCH} operations`, times_ms: [await clock(batch)] });
}

async function run(pid: number, network: GeneratedNetwork, document: string): Promise<void> {
  const { railjson } = network;
  const made = await send("POST", "/infra/railjson?name=edited", JSON.parse(document));
  const { infra } = made as { infra: number };
  const path = (): Promise<unknown> =>
    ask(
      BASE_URL,
      "POST",
      `/infra/${infra}/pathfinding/blocks`,
      pathBody(network.train_schedules[0]),
    );
  await path();
  const { probe } = await probeWhile(BASE_URL, async () => {
    // Before routes are deleted that signals name.
    const edit = (): Promise<unknown> =>
      send("POST", `/infra/${infra}`, [
        move("Signal", railjson.signals[0]?.id ?? "", "/sight_distance", 299),
      ]);
    print({ what: "first edit, which reads the network", times_ms: [await clock(edit)] });
    print({ what: "first path after an edit", times_ms: [await clock(path)] });
    await benchEdits(infra, railjson);
    await benchReads(infra, railjson);
    await benchBatch(infra, railjson);
  });
  console.log(`longest /health ${probe.longest_ms.toFixed(0)} ms of ${probe.count}`);
  await send("POST", `/infra/${infra}`, [
    move("Signal", railjson.signals[0]?.id ?? "", "/position", 1),
  ]);
  console.log(`memory of the server ${residentMemory(pid)}`);
}

const network = generateNetwork({ ...LARGE_OPTIONS, track_section_count_min: SECTIONS });
const document = JSON.stringify(network.railjson);
console.log(`${network.railjson.track_sections.length} track sections`);
const data_dir = mkdtempSync(join(tmpdir(), "marey-editing-"));
try {
  await withServer({ data_dir, base_url: BASE_URL }, (pid) => run(pid, network, document));
} finally {
  rmSync(data_dir, { recursive: true, force: true });
}
