/**
 * What a planner's front-end waits for, over HTTP with the real server in a process of its own: a
 * batch of 1,000 trains created, and the summaries of 10 trains, first asked (nothing is known) and
 * asked again (everything is). The demo's network and trains.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Api, Summaries, TrainsCreated } from "./demo/api.ts";
import { importNetwork } from "./demo/import_network.ts";
import { generateNetwork } from "./network.ts";

const PORT = 8193;
const BATCH_TRAINS = 1000;
const BATCH_ROUNDS = 12;
const SUMMARY_TRAINS = 10;
const WARM_ROUNDS = 20;
const START_TIMEOUT_MS = 60_000;

async function waitUntilReady(base_url: string): Promise<void> {
  const end_ms = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      if ((await fetch(`${base_url}/ready`)).ok) return;
    } catch {
      // Not listening yet.
    }
    if (performance.now() > end_ms) throw new Error("the server does not become ready");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function timeOne(work: () => Promise<void>): Promise<number> {
  const start_ms = performance.now();
  await work();
  return performance.now() - start_ms;
}

function print(what: string, times_ms: readonly number[]): void {
  const mean = times_ms.reduce((sum, ms) => sum + ms, 0) / times_ms.length;
  const variance = times_ms.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / times_ms.length;
  console.log(
    `${what.padEnd(36)} min ${Math.min(...times_ms)
      .toFixed(1)
      .padStart(7)} ms` +
      `  mean ${mean.toFixed(1).padStart(7)} ± ${Math.sqrt(variance).toFixed(1)} ms` +
      `  (${times_ms.length} times)`,
  );
}

async function measure(base_url: string): Promise<void> {
  const api = new Api(base_url);
  const network = generateNetwork();
  const imported = await importNetwork(api, network);
  const { infra_id, electrical_profile_set_id, timetable_id, train_ids } = imported;

  const cold_ms: number[] = [];
  const warm_ms: number[] = [];
  for (let i = 0; i + SUMMARY_TRAINS <= train_ids.length; i += SUMMARY_TRAINS) {
    const ids = train_ids.slice(i, i + SUMMARY_TRAINS).join(",");
    const run = `infra_id=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
    const ask = async (): Promise<void> => {
      const path = `/train_schedule/simulations_summary?${run}&ids=${ids}`;
      const summaries = await api.get(path, Summaries);
      const failed = Object.values(summaries).filter(({ status }) => status !== "success");
      if (failed.length > 0) throw new Error(`${failed.length} trains have no summary`);
    };
    cold_ms.push(await timeOne(ask));
    for (let round = 0; round < WARM_ROUNDS; round++) warm_ms.push(await timeOne(ask));
  }

  const forms = network.train_schedules;
  const batch = Array.from({ length: BATCH_TRAINS }, (_, i) => forms[i % forms.length]);
  const batch_ms: number[] = [];
  for (let round = 0; round < BATCH_ROUNDS; round++) {
    const path = `/timetable/${timetable_id}/train_schedules`;
    const create = async (): Promise<void> => {
      const made = await api.post(path, batch, TrainsCreated);
      if (made.length !== BATCH_TRAINS) throw new Error(`${made.length} trains were made`);
    };
    batch_ms.push(await timeOne(create));
  }
  print(`batch create, ${BATCH_TRAINS} trains`, batch_ms);
  print(`summaries of ${SUMMARY_TRAINS} trains, first asked`, cold_ms);
  print(`summaries of ${SUMMARY_TRAINS} trains, asked again`, warm_ms);
}

const folder = mkdtempSync(join(tmpdir(), "marey-bench-"));
chmodSync(folder, 0o755);
const server = spawn(process.execPath, [join(import.meta.dirname, "../src/main.js")], {
  env: {
    ...process.env,
    AUTHORIZATION: "disabled",
    PORT: String(PORT),
    DATA_DIR: join(folder, "postgres"),
    DATABASE_URL: "",
    LOG_LEVEL: "error",
  },
  stdio: ["ignore", "inherit", "inherit"],
});
try {
  const base_url = `http://127.0.0.1:${PORT}`;
  await waitUntilReady(base_url);
  await measure(base_url);
} finally {
  server.kill("SIGTERM");
  if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
  rmSync(folder, { recursive: true, force: true });
}
