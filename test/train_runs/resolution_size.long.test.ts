// Method: the built server in its own process resolves all conflicts of large timetables; the kernel tells its peak of memory, and its main thread, for people, the longest time that it computed without a break.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateNetwork } from "../../bench/network.ts";
import { peakMemoryMib } from "../../bench/servers.ts";
import { scaled } from "../helpers/pace.ts";
import { type ProbedServer, startProbedServer } from "../helpers/probed_server.ts";

const MEMORY_MAX_MIB = 2048;

const OTHERWISE = { tracks: true, routes: true, hold_at: "operational_points" };

describe.each([300, 1_400])("%i trains", (train_count) => {
  let server: ProbedServer;
  let path: string;
  let conflict_count: number;

  beforeAll(async () => {
    const network = generateNetwork({ train_count, paced_interval_s: null });
    server = await startProbedServer();
    const { infra } = await server.make("POST", "/infra/railjson?name=line", network.railjson);
    for (const stock of network.rolling_stocks) await server.make("POST", "/rolling_stock", stock);
    const { timetable_id } = await server.make("POST", "/timetable", {});
    const timetable = `/timetable/${String(timetable_id)}`;
    await server.make("POST", `${timetable}/train_schedules`, network.train_schedules);
    path = `${timetable}/resolution?infra=${String(infra)}`;
    // Runs and conflicts are there, as they are when somebody asks to resolve them.
    const { text } = await server.read(path.replace("resolution", "conflicts"));
    conflict_count = (JSON.parse(text) as unknown[]).length;
  }, scaled(300_000));
  afterAll(async () => {
    await server.stop();
  });

  it.each([
    ["later starts and longer stops", { deadline: "PT60S" }, {}],
    ["other tracks, ways and more stops too", { allow: OTHERWISE, deadline: "PT60S" }, {}],
    [
      "the same, each proposal told",
      { allow: OTHERWISE, deadline: "PT20S" },
      { accept: "application/x-ndjson" },
    ],
  ])("have no conflict left by %s, while others are answered", async (_what, body, headers) => {
    await server.takeLongestStretch();
    const [{ status, text }, health] = await Promise.all([
      server.send("POST", path, JSON.stringify(body), headers),
      server.read("/health"),
    ]);
    console.log(`longest stretch ${(await server.takeLongestStretch()).toFixed(1)} ms`);
    expect(health.status).toBe(200);
    expect(status).toBe(200);
    const { solved, left } = JSON.parse(text.trimEnd().split("\n").at(-1) ?? "");
    expect([solved.length, left]).toEqual([conflict_count, []]);
    expect(conflict_count).toBeGreaterThan(train_count / 3);
    expect(peakMemoryMib(server.pid)).toBeLessThan(MEMORY_MAX_MIB);
  });
});
