// Method: every endpoint that takes a body, from the endpoint list, gets every hostile shape; a server in its own process reports the longest time that its main thread computed without a break.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { type ProbedServer, startProbedServer } from "../../helpers/probed_server.ts";
import { FORMS, FULL_IMPORTS, SHAPES } from "./hostile_bodies.ts";
import { calibrate, fillServer, measureStretch, type Named } from "./stretches.ts";

let server: ProbedServer;
let named: Named;

beforeAll(async () => {
  server = await startProbedServer();
  named = await fillServer(server);
}, 180_000);
afterAll(async () => {
  await server.stop();
});

const WITH_BODY = ENDPOINTS.filter(({ body }) => body.kind !== "none").map(
  (one) => [`${one.method.toUpperCase()} ${one.path}`, one] as const,
);

describe("the main thread of a server goes on with others", () => {
  it("has a form of its own for endpoints that there are alone", () => {
    const titles = new Set<string>(WITH_BODY.map(([title]) => title));
    expect(Object.keys(FORMS).filter((title) => !titles.has(title))).toEqual([]);
    expect(titles.size).toBeGreaterThan(50);
  });

  it.each(WITH_BODY)("whatever is sent to %s", async (title, endpoint) => {
    const bound_ms = calibrate();
    const too_long: string[] = [];
    for (const shape of [...SHAPES, ...(FORMS[title] ?? [])]) {
      const { stretch_ms, status } = await measureStretch(server, endpoint, named, shape);
      if (stretch_ms < bound_ms && status < 500) continue;
      too_long.push(
        `${shape[0]}: ${status}, ${Math.round(stretch_ms)} of ${Math.round(bound_ms)} ms`,
      );
    }
    expect(too_long).toEqual([]);
  });

  it.each(FULL_IMPORTS)("while it stores %s", async (...shape) => {
    const endpoint = WITH_BODY.find(([title]) => title.endsWith("/import"))?.[1];
    if (endpoint === undefined) throw new Error("there is no import");
    const bound_ms = calibrate();
    const { stretch_ms, status } = await measureStretch(server, endpoint, named, shape);
    expect(status).toBe(200);
    expect(stretch_ms).toBeLessThan(bound_ms);
  });
});
