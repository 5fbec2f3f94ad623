// Method: every endpoint that takes a body, from the endpoint list, gets every hostile shape from nobody, from a reader and from an administrator; a server in its own process reports the longest time that its main thread computed without a break.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "../../../src/platform/http/endpoint.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { type ProbedServer, startProbedServer } from "../../helpers/probed_server.ts";
import { FULL_DOCUMENTS, FULL_FILES, FULL_IMPORTS } from "./full_documents.ts";
import { FORMS, SHAPES, type Shape } from "./hostile_bodies.ts";
import {
  CALLERS,
  calibrate,
  ENFORCED,
  fillEnforced,
  measureStretch,
  type Named,
} from "./stretches.ts";

type Caller = keyof typeof CALLERS;

const ROWS_TOLD = 40;

let server: ProbedServer;
let named: Named;
/** Every measurement, for people. */
const table: Record<"caller" | "endpoint" | "shape" | "status" | "ms", string | number>[] = [];

beforeAll(async () => {
  server = await startProbedServer(ENFORCED);
  named = await fillEnforced(server);
});
afterAll(async () => {
  const longest = table.sort((a, b) => Number(b.ms) - Number(a.ms)).slice(0, ROWS_TOLD);
  console.table(longest);
  await server.stop();
});

const WITH_BODY = ENDPOINTS.filter(({ body }) => body.kind !== "none").map(
  (one) => [`${one.method.toUpperCase()} ${one.path}`, one] as const,
);
const SENT = (Object.keys(CALLERS) as Caller[]).flatMap((caller) =>
  WITH_BODY.map(([title, endpoint]) => [caller, title, endpoint] as const),
);

/** What holds others up for too long, or fails. */
async function sendAll(
  caller: Caller,
  endpoint: Endpoint,
  shapes: readonly Shape[],
): Promise<string[]> {
  const bound_ms = calibrate();
  const too_long: string[] = [];
  for (const shape of shapes) {
    const sender = server.as(CALLERS[caller]);
    const { stretch_ms, status } = await measureStretch(sender, endpoint, named, shape);
    const [what] = shape;
    const ms = Math.round(stretch_ms);
    table.push({ caller, endpoint: endpoint.path, shape: what, status, ms });
    if (stretch_ms < bound_ms && status < 500) continue;
    too_long.push(`${what}: ${status}, ${ms} of ${Math.round(bound_ms)} ms`);
  }
  return too_long;
}

describe("the main thread of a server goes on with others", () => {
  it("has a form of its own for endpoints that there are alone", () => {
    const titles = new Set<string>(WITH_BODY.map(([title]) => title));
    expect(Object.keys(FORMS).filter((title) => !titles.has(title))).toEqual([]);
    expect(titles.size).toBeGreaterThan(50);
  });

  it.each(SENT)("whatever %s sends to %s", async (caller, title, endpoint) => {
    const shapes = [...SHAPES, ...(FORMS[title] ?? [])];
    expect(await sendAll(caller, endpoint, shapes)).toEqual([]);
  });

  it.each(FULL_FILES)("while it reads %s of another format", async (what, path, make) => {
    const bound_ms = calibrate();
    const admin = server.as(CALLERS.administrator);
    const bytes = make();
    const type = { "content-type": "application/octet-stream" };
    const url = path.replace(":timetable_id", named["timetable_id"] ?? "1");
    await admin.takeLongestStretch();
    const { status } = await admin.send("POST", url, bytes, type);
    const stretch_ms = await admin.takeLongestStretch();
    const ms = Math.round(stretch_ms);
    table.push({ caller: "administrator", endpoint: url, shape: what, status, ms });
    // A task that takes too long on a busy machine ends by its deadline.
    expect([400, 504]).toContain(status);
    expect(stretch_ms).toBeLessThan(bound_ms);
  });

  it.each([
    ["/timetable/:timetable_id/import", FULL_IMPORTS],
    ["/infra/railjson", FULL_DOCUMENTS],
  ] as const)("while it reads the largest bodies of %s", async (path, shapes) => {
    const endpoint = ENDPOINTS.find((one) => one.path === path);
    if (endpoint === undefined) throw new Error(`there is no ${path}`);
    expect(await sendAll("administrator", endpoint, shapes)).toEqual([]);
  });
});
