// Method: every endpoint that takes a body, from the endpoint list, gets every hostile shape from nobody, from a reader and from an administrator; a built server answers each without failing. How long its main thread computes for them is told by the bench `event_loop`.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { type ProbedServer, startProbedServer } from "../../helpers/probed_server.ts";
import { FULL_DOCUMENTS, FULL_FILES, FULL_IMPORTS } from "./full_documents.ts";
import { FORMS, SHAPES, type Shape } from "./hostile_bodies.ts";
import {
  CALLERS,
  ENFORCED,
  endpointOf,
  fillEnforced,
  type Named,
  sendShape,
} from "./sent_shapes.ts";

type Caller = keyof typeof CALLERS;

let server: ProbedServer;
let named: Named;
beforeAll(async () => {
  server = await startProbedServer(ENFORCED);
  named = await fillEnforced(server);
});
afterAll(async () => {
  await server.stop();
});

const WITH_BODY = ENDPOINTS.filter(({ body }) => body.kind !== "none").map(
  (one) => [`${one.method.toUpperCase()} ${one.path}`, one] as const,
);
const SENT = (Object.keys(CALLERS) as Caller[]).flatMap((caller) =>
  WITH_BODY.map(([title, endpoint]) => [caller, title, endpoint] as const),
);

/** The shapes at which the server fails. */
async function listFailures(
  caller: Caller,
  endpoint: (typeof ENDPOINTS)[number],
  shapes: readonly Shape[],
): Promise<string[]> {
  const failed: string[] = [];
  for (const shape of shapes) {
    const status = await sendShape(server.as(CALLERS[caller]), endpoint, named, shape);
    if (status >= 500) failed.push(`${shape[0]}: ${status}`);
  }
  expect((await server.read("/health")).status).toBe(200);
  return failed;
}

describe("a server does not fail", () => {
  it("has a form of its own for endpoints that there are alone", () => {
    const titles = new Set<string>(WITH_BODY.map(([title]) => title));
    expect(Object.keys(FORMS).filter((title) => !titles.has(title))).toEqual([]);
    expect(titles.size).toBeGreaterThan(50);
  });

  it.each(SENT)("whatever %s sends to %s", async (caller, title, endpoint) => {
    const shapes = [...SHAPES, ...(FORMS[title] ?? [])];
    expect(await listFailures(caller, endpoint, shapes)).toEqual([]);
  });

  it.each(FULL_FILES)("at %s of another format", async (_what, path, make) => {
    const admin = server.as(CALLERS.administrator);
    const type = { "content-type": "application/octet-stream" };
    const url = path.replace(":timetable_id", named["timetable_id"] ?? "1");
    const { status } = await admin.send("POST", url, make(), type);
    // A task that takes too long on a busy machine ends by its deadline.
    expect([400, 504]).toContain(status);
  });

  it.each([
    ["POST /timetable/:timetable_id/import", FULL_IMPORTS],
    ["POST /infra/railjson", FULL_DOCUMENTS],
  ] as const)("at the largest bodies of %s", async (title, shapes) => {
    expect(await listFailures("administrator", endpointOf(title), shapes)).toEqual([]);
  });
});
