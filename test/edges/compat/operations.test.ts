// Method: every operation of clients of 2024 is sent over real HTTP as their gateway sends it (prefix, slash at the end), by somebody with just enough rights, to a server with what it is about.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import { listServed } from "../../../src/server/endpoints.ts";
import { listCases } from "../../accounts/authz/requests.ts";
import { openWorld, type World } from "../../accounts/authz/world.ts";
import { freePort } from "../../helpers/server_process.ts";
import { listOperations } from "./operations.ts";

let world: World;
let server: HttpServer;
beforeAll(async () => {
  world = await openWorld({ X_REMOTE_USER: "on", PORT: String(await freePort()) });
  const { services } = world;
  const dispatch = createDispatch(services, listServed(services.config));
  const onError = (error: unknown): void => {
    throw error;
  };
  server = await startServer({ config: services.config, dispatch, onError });
});
afterAll(async () => {
  await server.stop(1000);
  await world.close();
});

const OPERATIONS = listOperations();
const CASES = listCases();

function toBody(body: unknown): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined) return null;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  return await fetch(`http://127.0.0.1:${server.port}/api${path}`, init);
}

/** With a slash at the end, which clients write or not. */
function withSlash(path: string): string {
  const [before = "", ...query] = path.split("?");
  return [`${before}/`, ...query].join("?");
}

describe("the operations of clients of 2024", () => {
  it("are 101, each once", () => {
    expect(OPERATIONS).toHaveLength(101);
    expect(new Set(OPERATIONS).size).toBe(101);
  });

  it.each(OPERATIONS)("have %s, which answers", async (operation) => {
    const cases = CASES.filter(({ endpoint: { method, path } }) => {
      return operation === `${method.toUpperCase()} ${path}`;
    });
    expect(cases, "no endpoint").not.toEqual([]);
    for (const { endpoint, make } of cases) {
      const { access } = endpoint;
      const prepared = await make(world);
      const roles = access.kind === "checked" ? access.roles : [];
      const who = await world.caller([...roles, ...(prepared.roles ?? [])]);
      if (access.kind === "checked") {
        for (const [type, ids] of Object.entries(prepared.about)) {
          // The keys are resource types.
          const known = type as Parameters<World["grant"]>[0];
          const level = prepared.level ?? access.levels[known] ?? access.levels.resource ?? "none";
          for (const id of ids ?? [])
            if (level !== "none") await world.grant(known, id, who.id, level);
        }
      }
      const { path, body, headers } = prepared.request(prepared.names);
      const answer = await ask(withSlash(path), {
        method: endpoint.method.toUpperCase(),
        headers: {
          "x-remote-user": who.identity,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: toBody(body),
      });
      const text = await answer.text();
      expect(answer.status, text).toBe(endpoint.answer.status);
    }
  });

  it("are told apart from what nobody serves", async () => {
    const headers = { "x-remote-user": (await world.caller([])).identity };
    expect((await ask("/rolling_stock/1/liveries", { headers })).status).toBe(404);
    const put = await ask("/sprites/signaling_systems", { method: "PUT", headers });
    expect(put.status).toBe(405);
  });
});
