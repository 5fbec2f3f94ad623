// Method: the built server in a process of its own sends its spans to a collector of the test, which reads them as OpenTelemetry's protocol says (OTLP/HTTP, JSON); without the setting it is looked at what was loaded.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { traced } from "../../src/platform/tracing.ts";
import { ServerProcess } from "../faults/server_process.ts";
import { branchPath, JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { settingsOn } from "../helpers/server_process.ts";
import { type CollectedSpan, SpanCollector } from "../helpers/span_collector.ts";
import { startTestDatabase, type TestDatabase } from "../helpers/test_database.ts";
import { validStock, validTrain } from "./http/rules/valid_forms.ts";

const DIST = join(PROJECT_ROOT, "dist");
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const CLIENT_SPAN_ID = "b7ad6b7169203331";

let collector: SpanCollector;
let database: TestDatabase;
let server: ServerProcess;

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask<T>(
  method: string,
  path: string,
  { body, headers = {} }: Sent = {},
): Promise<{ readonly headers: Headers; readonly json: T }> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...sent,
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return { headers: answer.headers, json: (await answer.json()) as T };
}

beforeAll(async () => {
  collector = await SpanCollector.start();
  database = await startTestDatabase();
  server = await ServerProcess.start({
    ...settingsOn(database.target),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: "marey-north",
    OTEL_BSP_SCHEDULE_DELAY: "50",
  });
});
afterAll(async () => {
  await server.kill();
  collector.close();
  await database.close();
});

describe("a traced request", () => {
  it("is one trace with its caller, its statements and its tasks", async () => {
    const { json: made } = await ask<{ infra: number }>("POST", "/infra/railjson?name=x", {
      body: JUNCTION_RAILJSON,
    });
    await ask("POST", "/rolling_stock", { body: validStock({ name: "own" }) });
    const { json: timetable } = await ask<{ timetable_id: number }>("POST", "/timetable");
    const train = validTrain({ rolling_stock_name: "own", path: branchPath("N"), schedule: [] });
    const path = `/timetable/${timetable.timetable_id}/train_schedules`;
    const { json: trains } = await ask<{ id: number }[]>("POST", path, { body: [train] });
    const traceparent = `00-${TRACE_ID}-${CLIENT_SPAN_ID}-01`;
    const url = `/train_schedule/${trains[0]?.id}/path?infra_id=${made.infra}`;
    const { headers } = await ask("GET", url, { headers: { traceparent } });
    const ownSpans = (): CollectedSpan[] =>
      collector.spans.filter(({ traceId }) => traceId === TRACE_ID);
    const findRequest = (): CollectedSpan | undefined =>
      ownSpans().find(({ parentSpanId }) => parentSpanId === CLIENT_SPAN_ID);
    while (findRequest() === undefined) await wait(20);
    const request = findRequest();
    expect(request?.name).toBe("get /train_schedule/:train_schedule_id/path");
    expect(headers.get("traceparent")).toBe(`00-${TRACE_ID}-${request?.spanId}-01`);
    const attributes = new Map(request?.attributes.map(({ key, value }) => [key, value]));
    expect(attributes.get("http.response.status_code")).toEqual({ intValue: 200 });
    expect(attributes.get("marey.request_id")).toEqual({
      stringValue: headers.get("x-request-id"),
    });
    const within = ownSpans().filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    const names = within.map(({ name }) => name);
    expect(names).toContain("timetable/train/list_records");
    expect(names).toContain("find_paths");
    expect(collector.resource).toContainEqual({
      key: "service.name",
      value: { stringValue: "marey-north" },
    });
  });

  it("begins a trace of its own without a caller's, or with a header that is none", async () => {
    for (const traceparent of ["", "00-zz-1-01", `00-${"0".repeat(32)}-${CLIENT_SPAN_ID}-01`]) {
      const { headers } = await ask("GET", "/version", { headers: { traceparent } });
      expect(headers.get("traceparent")).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(headers.get("traceparent")).not.toContain("0".repeat(32));
    }
  });

  it("fails with nothing but its spans when the collector is away", async () => {
    collector.close();
    for (let i = 0; i < 5; i++) await ask("GET", "/version");
    expect(await server.stop()).toBe(0);
  });
});

describe("a collector that never answers", () => {
  it("is told of once, however many spans it does not take, and counted", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const told = await ServerProcess.start({
      ...settingsOn(database.target),
      LOG_LEVEL: "warn",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: "200",
      OTEL_BSP_SCHEDULE_DELAY: "50",
    });
    const countTold = (): number =>
      told.output.split("the collector does not take spans").length - 1;
    while (countTold() === 0) {
      await fetch(`${told.url}/version`);
      await wait(20);
    }
    // Some more batches are given up.
    await wait(1000);
    expect(countTold()).toBe(1);
    const figures = await (await fetch(`${told.url}/metrics`)).text();
    expect(figures).toMatch(/^marey_spans_ended [1-9]/m);
    expect(figures).toMatch(/^marey_spans_sent 0$/m);
    await told.kill();
    silent.close();
    silent.closeAllConnections();
  });
});

describe("a server without a collector", () => {
  it("puts nothing between a piece of work and who waits for it", () => {
    const work = Promise.resolve();
    expect(traced({ kind: "task", name: "find_paths" }, () => work)).toBe(work);
  });

  it("loads nothing that makes spans", () => {
    const countLoaded = (module: string): number => {
      const script = `
        import { createRequire } from "node:module";
        await import(${JSON.stringify(join(DIST, module))});
        const loaded = Object.keys(createRequire(import.meta.url).cache);
        console.log(loaded.filter((name) => name.includes("@opentelemetry/sdk-trace")).length);`;
      const args = ["--input-type=module", "-e", script];
      return Number(execFileSync(process.execPath, args).toString());
    };
    expect(countLoaded("src/server/app.js")).toBe(0);
    // The count sees them where they are.
    expect(countLoaded("src/platform/open_tracing.js")).toBeGreaterThan(0);
  });
});
