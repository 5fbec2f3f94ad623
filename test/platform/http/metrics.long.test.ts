// Method: a real server on a socket; after warm-up 5,000 scrapes, with the memory of the process read in
// ten steps, after collections: it does not grow with them.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { makeServices } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";

const STEPS = 10;
const SCRAPES_PER_STEP = 500;
/** A registry for each scrape would cost 0.4 MB each: 2 GB. */
const HEAP_MAX_BYTES = 3_000_000;
const RESIDENT_MAX_BYTES = 60_000_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

let database: TestDatabase;
let server: HttpServer;
beforeAll(async () => {
  database = await startTestDatabase();
  const { config, ...services } = makeServices({ db: database.db, env: { PORT: "0" } });
  const dispatch = createDispatch({ config, ...services }, ENDPOINTS);
  const onError = (error: unknown): void => {
    throw error;
  };
  server = await startServer({ config, dispatch, onError });
});
afterAll(async () => {
  await server.stop(1000);
  await database.close();
});

async function scrape(times: number): Promise<NodeJS.MemoryUsage> {
  for (let i = 0; i < times; i++) {
    const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    expect(await response.text()).toContain("\nmarey_worker_threads ");
  }
  collectGarbage();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return process.memoryUsage();
}

it(`${STEPS * SCRAPES_PER_STEP} scrapes leave memory as flat as it was`, async () => {
  await scrape(SCRAPES_PER_STEP);
  const before = await scrape(SCRAPES_PER_STEP);
  let after = before;
  for (let step = 0; step < STEPS; step++) {
    after = await scrape(SCRAPES_PER_STEP);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(HEAP_MAX_BYTES);
  }
  expect(after.rss - before.rss).toBeLessThan(RESIDENT_MAX_BYTES);
});
