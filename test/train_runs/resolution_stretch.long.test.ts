// Method: the built server in its own process resolves all conflicts of 300 trains; its main thread tells the longest time that it computed without a break.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateNetwork } from "../../bench/network.ts";
import { scaled } from "../helpers/pace.ts";
import { type ProbedServer, startProbedServer } from "../helpers/probed_server.ts";
import { calibrate } from "../platform/http/stretches.ts";

const TRAINS = 300;

let server: ProbedServer;
let timetable: string;
let query: string;

beforeAll(async () => {
  const network = generateNetwork({ train_count: TRAINS, paced_interval_s: null });
  server = await startProbedServer();
  const { infra } = await server.make("POST", "/infra/railjson?name=line", network.railjson);
  for (const stock of network.rolling_stocks) await server.make("POST", "/rolling_stock", stock);
  const { timetable_id } = await server.make("POST", "/timetable", {});
  timetable = `/timetable/${String(timetable_id)}`;
  query = `infra=${String(infra)}`;
  await server.make("POST", `${timetable}/train_schedules`, network.train_schedules);
  // Runs and conflicts are there, as they are when somebody asks to resolve them.
  await server.read(`${timetable}/conflicts?${query}`);
}, scaled(300_000));
afterAll(async () => {
  await server.stop();
});

describe("the main thread of a server goes on with others while it resolves conflicts", () => {
  it.each([
    ["by later starts and longer stops", {}, {}],
    ["also on other tracks and by stops more", allowMore(), {}],
    ["telling each proposal", allowMore(), { accept: "application/x-ndjson" }],
  ])("%s", async (_, body, headers) => {
    const bound_ms = calibrate();
    await server.takeLongestStretch();
    const path = `${timetable}/resolution?${query}`;
    const { status, text } = await server.send("POST", path, JSON.stringify(body), headers);
    expect(await server.takeLongestStretch()).toBeLessThan(bound_ms);
    expect(status).toBe(200);
    expect(JSON.parse(text.trimEnd().split("\n").at(-1) ?? "").solved.length).toBeGreaterThan(100);
  });
});

function allowMore(): object {
  return { allow: { tracks: true, hold_at: "operational_points" }, deadline: "PT20S" };
}
