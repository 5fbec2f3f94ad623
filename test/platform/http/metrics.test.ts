// Method: the text is parsed by hand; requests through the pipeline are counted beside it; the heap is
// measured after collections, before and after many scrapes.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../../../src/platform/services.ts";
import { opened } from "../../helpers/opened.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";

const SCRAPES = 500;
/** Far below what a registry for each scrape costs: 0.4 MB each, the 28 kB of it on the heap are seen here. */
const GROWTH_MAX_BYTES = 4_000_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const database = opened(startTestDatabase);
let services: Services;
beforeAll(async () => {
  services = makeServices({ db: database.db });
});

interface Scraped {
  /** By name with labels. */
  readonly samples: ReadonlyMap<string, number>;
  /** Names, as often as they are declared. */
  readonly declared: readonly string[];
}

async function scrape(from: Services = services): Promise<Scraped> {
  const { status, headers, text } = await call(from, { path: "/metrics" });
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(text.endsWith("\n")).toBe(true);
  const samples = new Map<string, number>();
  const declared: string[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("# HELP ")) continue;
    if (line.startsWith("# TYPE ")) declared.push(line.split(" ")[2] ?? "");
    else {
      const at = line.lastIndexOf(" ");
      expect(samples.has(line.slice(0, at)), line).toBe(false);
      samples.set(line.slice(0, at), Number(line.slice(at + 1)));
    }
  }
  return { samples, declared };
}

describe("GET /metrics", () => {
  it("tells every figure once, the process's beside the server's", async () => {
    const { samples, declared } = await scrape();
    expect(new Set(declared).size).toBe(declared.length);
    for (const name of [
      "process_resident_memory_bytes",
      "nodejs_eventloop_lag_seconds",
      "marey_requests_running",
      "marey_statements_running",
      "marey_tasks_running",
      "marey_worker_threads",
      "marey_derived_cache_bytes",
      "marey_derived_cache_entries",
      "marey_derived_cache_hits",
      "marey_derived_cache_misses",
      "marey_infra_cache_bytes",
    ]) {
      expect(samples.get(name), name).toBeGreaterThanOrEqual(0);
    }
    expect(declared).toContain("marey_requests_total");
    expect(declared).toContain("marey_request_seconds_total");
    // The scrape itself.
    expect(samples.get("marey_requests_running")).toBe(1);
  });

  it("counts requests by route and status", async () => {
    const own = makeServices({ db: database.db });
    for (let i = 0; i < 3; i++) await call(own, { path: "/health" });
    await call(own, { path: "/infra/987654321" });
    await call(own, { path: "/nowhere" });
    const { samples } = await scrape(own);
    const of = (method: string, route: string, status: number): number | undefined =>
      samples.get(`marey_requests_total{method="${method}",route="${route}",status="${status}"}`);
    expect(of("get", "/health", 200)).toBe(3);
    expect(of("get", "/infra/:infra_id", 404)).toBe(1);
    expect(of("other", "none", 404)).toBe(1);
    // Another server of the process counts its own.
    expect((await scrape()).samples.has('marey_requests_total{method="other"')).toBe(false);
    expect(
      samples.get('marey_request_seconds_total{method="get",route="/health"}'),
    ).toBeGreaterThanOrEqual(0);
  });

  it(`costs no memory that stays, ${SCRAPES} times over`, async () => {
    for (let i = 0; i < 20; i++) await scrape();
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < SCRAPES; i++) await scrape();
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(GROWTH_MAX_BYTES);
  });
});
