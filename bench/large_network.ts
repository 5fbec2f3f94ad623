/**
 * A network of 100,000 track sections through the real server: import, compile, one path, while a
 * second thread asks `/health` every few milliseconds on a connection of its own and keeps the longest
 * wait; then a server that starts on it, its memory at rest, and its first path. Fails when anything but 200 comes back, so `npm run test:long` runs it, too.
 * Run alone with `node dist/bench/large_network.js [track sections]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Probe, probeWhile } from "./health_probe.ts";
import { ask, pathBody } from "./large_requests.ts";
import { residentMemory, withServer } from "./large_server.ts";
import { LARGE_OPTIONS } from "./network/options.ts";
import { generateNetwork } from "./network.ts";

const HEALTH_MS_MAX = 50;
const BASE_URL = "http://127.0.0.1:8190";

interface Row {
  readonly what: string;
  readonly figure: string;
}

async function timed<T>(rows: Row[], what: string, work: () => Promise<T>): Promise<T> {
  const start_ms = performance.now();
  const value = await work();
  rows.push({ what, figure: `${((performance.now() - start_ms) / 1000).toFixed(2)} s` });
  return value;
}

/** Runs everything; the rows of the table and the probe of `/health`. */
export async function benchLargeNetwork(
  track_section_count: number,
): Promise<{ rows: readonly Row[]; probe: Probe }> {
  const rows: Row[] = [];
  const network = generateNetwork({
    ...LARGE_OPTIONS,
    track_section_count_min: track_section_count,
  });
  const document = JSON.stringify(network.railjson);
  rows.push({ what: "track sections", figure: String(network.railjson.track_sections.length) });
  rows.push({ what: "RailJSON", figure: `${(document.length / 2 ** 20).toFixed(0)} MiB` });
  const data_dir = mkdtempSync(join(tmpdir(), "marey-large-"));
  const body = pathBody(network.train_schedules[0]);
  try {
    const { infra_id, probe } = await withServer({ data_dir, base_url: BASE_URL }, () =>
      askFirst(rows, document, body),
    );
    await withServer({ data_dir, base_url: BASE_URL }, (pid) =>
      askAgain(rows, pid, { infra_id, body }),
    );
    return { rows, probe };
  } finally {
    rmSync(data_dir, { recursive: true, force: true });
  }
}

async function askFirst(
  rows: Row[],
  document: string,
  body: string,
): Promise<{ infra_id: number; probe: Probe }> {
  const { value: infra_id, probe } = await probeWhile(BASE_URL, async () => {
    const imported = await timed(rows, "import", () =>
      ask(BASE_URL, "POST", "/infra/railjson?name=large", document),
    );
    const { infra } = JSON.parse(imported.text) as { infra: number };
    await timed(rows, "compile (load)", () => ask(BASE_URL, "POST", `/infra/${infra}/load`));
    await timed(rows, "first path", () => findPath(infra, body));
    await timed(rows, "the same path again", () => findPath(infra, body));
    return infra;
  });
  const metrics = await ask(BASE_URL, "GET", "/metrics");
  const bytes = /^marey_infra_cache_bytes (\d+)/m.exec(metrics.text)?.[1];
  if (bytes !== undefined) {
    rows.push({ what: "compiled", figure: `${(Number(bytes) / 2 ** 20).toFixed(0)} MiB` });
  }
  return { infra_id, probe };
}

/** Of a server that has just started. */
async function askAgain(
  rows: Row[],
  pid: number,
  { infra_id, body }: { readonly infra_id: number; readonly body: string },
): Promise<void> {
  rows.push({ what: "memory at rest", figure: residentMemory(pid) });
  await timed(rows, "first path after a start", () => findPath(infra_id, body));
  rows.push({ what: "memory then", figure: residentMemory(pid) });
}

async function findPath(infra_id: number, body: string): Promise<void> {
  const found = await ask(BASE_URL, "POST", `/infra/${infra_id}/pathfinding/blocks`, body);
  const outcome = JSON.parse(found.text) as { status: string };
  if (outcome.status !== "success") throw new Error(`no path: ${found.text.slice(0, 500)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { rows, probe } = await benchLargeNetwork(Number(process.argv[2] ?? 100_000));
  for (const { what, figure } of rows) console.log(`${what.padEnd(24)} ${figure}`);
  console.log(
    `${"longest /health".padEnd(24)} ${probe.longest_ms.toFixed(1)} ms of ${probe.count}`,
  );
  // A figure, not a failure: on a shared machine somebody else's work shows here, too.
  if (probe.longest_ms > HEALTH_MS_MAX) console.log(`over the promise of ${HEALTH_MS_MAX} ms`);
}
