// Method: what the sources of the page ask, compared with the endpoints of a server that existing clients' are taken
// away from.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { listServed } from "../../src/server/endpoints.ts";

const CALL = /\bapi\.(GET|POST|PUT|PATCH|DELETE)\("([^"]+)"/g;
const STREAM = /\bfollow\(`([^`]+)`/g;

it("asks the server's own endpoints alone, so that it works without those of existing clients", () => {
  const folder = join(PROJECT_ROOT, "web/src");
  const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  const calls = texts.flatMap((text) =>
    [...text.matchAll(CALL)].map(([, method = "", path = ""]) => `${method} ${path}`),
  );
  const streams = texts.flatMap((text) =>
    [...text.matchAll(STREAM)].map(([, path = ""]) => `GET ${path.replaceAll("$", "")}`),
  );
  const own = new Set(
    listServed({ existing_clients: false, authorization: "enforce" }).map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, "{$1}")}`,
    ),
  );
  expect(calls.length).toBeGreaterThan(30);
  expect(streams).toHaveLength(2);
  expect([...calls, ...streams].filter((one) => !own.has(one))).toEqual([]);
});
