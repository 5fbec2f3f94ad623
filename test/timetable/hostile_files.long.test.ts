// Method: 10,000 spoilt files of all formats (HOSTILE_FILES: another count) go to a built server over HTTP, each by its own seed; it answers each with what it made or with a typed refusal, answers `/health` meanwhile, tells its longest stretch, and keeps nothing of a refused one.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ProbedServer, startProbedServer } from "../helpers/probed_server.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { drawHostile, type HostileFile } from "../workers/exchange/hostile.ts";

const FILES = Number(process.env["HOSTILE_FILES"] ?? 10_000);
/** Sent at once: more than there are threads. */
const GROUP = 8;
const BYTES = { "content-type": "application/octet-stream" };
const REFUSALS = [
  "editoast:infra:import:Unreadable",
  "editoast:timetable:import:Unreadable",
  "editoast:rollingstocks:import:Unreadable",
  // What makes a stock unusable is told as when one is created; two files that are sent at once may have one name.
  "editoast:rollingstocks:BasePowerClassEmpty",
  "editoast:rollingstocks:NameAlreadyUsed",
  "editoast:ValidationError",
  "editoast:infra:NotUsable",
];

let server: ProbedServer;
let timetable_id: number;
const counts: Record<string, number> = {};
let longest_ms = 0;

beforeAll(async () => {
  server = await startProbedServer();
  timetable_id = Number((await server.make("POST", "/timetable", {}))["timetable_id"]);
});
afterAll(async () => {
  console.info(counts, `longest stretch of the main thread: ${longest_ms.toFixed(1)} ms of CPU`);
  await server.stop();
});

function pathOf(file: HostileFile): string {
  if (file.kind === "stocks") return `/rolling_stock/import?format=${file.format}`;
  if (file.kind === "network") return `/infra/import?format=${file.format}&name=hostile`;
  const days = "start_time=2026-03-02T00:00:00Z&time_window=P10D";
  return `/timetable/${timetable_id}/import?format=${file.format}&rolling_stock_name=x&${days}`;
}

/** What is wrong with the answer, if anything. */
async function send(seed: number): Promise<string[]> {
  const file = drawHostile(makeRandom(seed));
  const { status, text } = await server.send("POST", pathOf(file), file.bytes, BYTES);
  const is_refused = status >= 400;
  const key = `${file.kind} ${file.format} ${is_refused ? "refused" : "read"}`;
  counts[key] = (counts[key] ?? 0) + 1;
  if (!is_refused) return await remove(text);
  const { type, message } = JSON.parse(text) as { type?: string; message?: string };
  const is_typed = status < 500 && type !== undefined && (message ?? "") !== "";
  return is_typed && (status !== 400 || REFUSALS.includes(type))
    ? []
    : [`seed ${seed}: ${status} ${text.slice(0, 300)}`];
}

/** What was made of a file that could be read is not kept for the next ones. */
async function remove(text: string): Promise<string[]> {
  const made = JSON.parse(text) as { infra?: number; rolling_stock_ids?: number[] };
  const paths = [
    ...(made.infra === undefined ? [] : [`/infra/${made.infra}`]),
    ...(made.rolling_stock_ids ?? []).map((id) => `/rolling_stock/${id}`),
  ];
  const wrong: string[] = [];
  for (const path of paths) {
    const { status } = await server.send("DELETE", path, "");
    if (status !== 204) wrong.push(`${path} is not deleted: ${status}`);
  }
  return wrong;
}

async function countNetworks(): Promise<number> {
  const { text } = await server.read("/infra?page_size=1");
  return (JSON.parse(text) as { count: number }).count;
}

describe(`${FILES} spoilt files over HTTP`, () => {
  it("are made of or refused with a type, while others are answered", async () => {
    const before = await countNetworks();
    const wrong: string[] = [];
    for (let first = 1; first <= FILES; first += GROUP) {
      const seeds = Array.from({ length: Math.min(GROUP, FILES - first + 1) }, (_, i) => first + i);
      await server.takeLongestStretch();
      const [answers, health] = await Promise.all([
        Promise.all(seeds.map(send)),
        server.read("/health"),
      ]);
      wrong.push(...answers.flat());
      if (health.status !== 200) wrong.push(`/health: ${health.status}`);
      longest_ms = Math.max(longest_ms, await server.takeLongestStretch());
      expect(wrong).toEqual([]);
    }
    expect(await countNetworks()).toBe(before);
    expect(Object.keys(counts).length).toBeGreaterThan(Math.min(10, FILES / 40));
  });
});
