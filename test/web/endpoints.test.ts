// Method: what the sources of the page ask, compared with the endpoints of a server that existing clients' are taken
// away from.
import { expect, it } from "vitest";
import { listServed } from "../../src/server/endpoints.ts";
import { listAsked } from "./asked.ts";

it("asks the server's own endpoints alone, so that it works without those of existing clients", () => {
  const { calls, streams } = listAsked();
  const own = new Set(
    listServed({ existing_clients: false, authorization: "enforce", mcp: false }).map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, "{$1}")}`,
    ),
  );
  expect(calls.length).toBeGreaterThan(30);
  expect(streams).toHaveLength(2);
  expect([...calls, ...streams].filter((one) => !own.has(one))).toEqual([]);
});
