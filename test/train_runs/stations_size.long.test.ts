// Method: a built server in a process of its own tells 5,000 trains of 500 runs at 50 stations; bytes are counted, and its longest stretch is told.
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROLLING_STOCKS } from "../../bench/network/rolling_stocks.ts";
import { completeNetwork } from "../../workers/exchange/completion/complete_network.ts";
import { type ProbedServer, startProbedServer } from "../helpers/probed_server.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";
import { NO_OBJECTS, railTrack } from "../workers/exchange/drawn_rails.ts";

const STATIONS = 50;
const SERVICES = 500;
const STATION_M = 4000;
const BYTES_MAX = 5_000_000;

const DIESEL = ROLLING_STOCKS.find(({ effort_curves }) =>
  Object.values(effort_curves.modes).some(({ is_electric }) => !is_electric),
)!;
const stationOf = (i: number): string => `OperationalPoint_${i}`;
const trackOf = (i: number): string => `TrackSection_${i}-3f9a27c1`;

function drawLine(): unknown {
  const numbers = Array.from({ length: STATIONS }, (_, i) => i);
  return completeNetwork({
    ...NO_OBJECTS,
    track_sections: numbers.map((i) => railTrack(trackOf(i), STATION_M, i * STATION_M)),
    switches: numbers.slice(1).map((i) => ({
      id: `link ${i}`,
      switch_type: "link",
      group_change_delay: 0,
      ports: {
        A: { track: trackOf(i - 1), endpoint: "END" as const },
        B: { track: trackOf(i), endpoint: "BEGIN" as const },
      },
    })),
    operational_points: numbers.map((i) => ({
      id: stationOf(i),
      parts: [{ track: trackOf(i), position: STATION_M / 2 }],
    })),
  }).document;
}

/** Each stops at every `nth` station, a little longer than the last one does, ten times a day. */
function drawService(n: number, nth: number): unknown {
  const path = Array.from({ length: STATIONS }, (_, i) => ({
    id: `p${i}`,
    operational_point: stationOf(n % 2 === 0 ? i : STATIONS - 1 - i),
  }));
  return validTrain({
    rolling_stock_name: DIESEL.name,
    path,
    schedule: path
      .slice(1)
      .filter((_, i) => (i + n) % nth === 0)
      .map(({ id }) => ({ at: id, stop_for: `PT${30 + n}S` })),
    paced: { time_window: "PT10H", interval: "PT1H" },
    exceptions: [],
  });
}

let server: ProbedServer;
beforeAll(async () => {
  server = await startProbedServer();
  await server.make("POST", "/rolling_stock", DIESEL);
});
afterAll(async () => {
  await server.stop();
});

it.each([
  ["every third station", 3],
  ["every station", 1],
])("5,000 trains of 500 runs at 50 stations that stop at %s", async (what, nth) => {
  const infra_name = `line ${nth}`;
  const { infra } = await server.make("POST", `/infra/railjson?name=${infra_name}`, drawLine());
  const { timetable_id } = await server.make("POST", "/timetable", {});
  const timetable = `/timetable/${String(timetable_id)}`;
  const services = Array.from({ length: SERVICES }, (_, n) => drawService(n, nth));
  await server.make("POST", `${timetable}/paced_trains`, services);
  const path = `${timetable}/project_stations?infra=${String(infra)}`;
  const points = Array.from({ length: STATIONS }, (_, i) => ({ id: stationOf(i) }));
  const body = JSON.stringify({ operational_points: points });
  for (const when of ["made", "kept"]) {
    await server.takeLongestStretch();
    const begun_ms = performance.now();
    const { status, text } = await server.send("POST", path, body);
    const seconds = (performance.now() - begun_ms) / 1000;
    const stretch_ms = await server.takeLongestStretch();
    expect(status).toBe(200);
    const { counts } = JSON.parse(text.trimEnd().split("\n").at(-1)!);
    expect(counts).toMatchObject({ trains: 5000, lines: 5000 });
    const { length } = Buffer.from(text);
    const told = [`${length} bytes`, `${gzipSync(text).length} compressed`];
    const spent = `${seconds.toFixed(1)} s, longest stretch ${stretch_ms.toFixed(1)} ms`;
    console.log(`${what}, ${when}: ${told.join(", ")}, ${spent}`);
    expect(length).toBeLessThanOrEqual(BYTES_MAX);
  }
});
