// Method: the page's imports without a browser, on answers that are made for them; what is told of their progress is compared with what was asked.
import { afterEach, describe, expect, it, vi } from "vitest";
import { TOOL_TEXTS } from "../../../web/src/tool_texts.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
}

/** Modules of the page on a server that answers by method and path; each answer of a list once, the last one from then on. */
async function openImporting(answers: Readonly<Record<string, readonly unknown[]>>) {
  vi.resetModules();
  const asked: Asked[] = [];
  const counts = new Map<string, number>();
  const fetch = async ({ method, url }: Request): Promise<Response> => {
    const path = new URL(url).pathname;
    asked.push({ method, path });
    const key = `${method} ${path}`;
    const given = answers[key] ?? [];
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    const body = given[Math.min(count, given.length - 1)];
    if (body === undefined)
      return Response.json({ type: "unknown", message: key }, { status: 404 });
    return Response.json(body);
  };
  const document = Object.assign(new EventTarget(), {
    baseURI: "https://marey.test/",
    visibilityState: "visible",
  });
  for (const [name, value] of Object.entries({ document, fetch, location: { hash: "" } })) {
    vi.stubGlobal(name, value);
  }
  const importing = await import("../../../web/src/state/records/importing.ts");
  const told: string[] = [];
  const progress = {
    tell: ({ text }: { readonly text: string }) => void told.push(text),
    signal: new AbortController().signal,
  };
  return { importing, asked, told, progress };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("an import", () => {
  it("of a network tells that it is sent and made ready, and ends when it can be computed on", async () => {
    const { importing, asked, told, progress } = await openImporting({
      "POST /infra/railjson": [{ infra: 5 }],
      "POST /infra/5/load": [{}],
      "GET /infra/5": [{ state: "DOWNLOADING" }, { state: "PARSING_JSON" }, { state: "CACHED" }],
      "GET /infra/5/errors": [{ count: 3, results: [] }],
    });
    const found = await importing.importNetwork("line", '{"version":"3"}', progress);
    expect(found).toEqual({ infra_id: 5, fault_count: 3, report: [] });
    expect(told).toEqual([expect.stringMatching(/^Sending .*\d/), TOOL_TEXTS.imports.building]);
    expect(asked.filter(({ path }) => path === "/infra/5")).toHaveLength(3);
  });

  it("of stocks tells which of how many is made, and counts those that there were", async () => {
    const { importing, told, progress } = await openImporting({
      "GET /rolling_stock_collection": [{ results: [] }],
      "POST /rolling_stock_collection": [{ id: 1 }],
      "POST /rolling_stock": [{ id: 7 }],
    });
    const stocks = JSON.stringify([{ name: "a" }, { name: "b" }, { name: "c" }]);
    expect(await importing.importStocks(stocks, progress)).toEqual({
      made: 3,
      known: 0,
      report: [],
    });
    const { making, stocks: what } = TOOL_TEXTS.imports;
    expect(told).toEqual([1, 2, 3].map((i) => making(what, i, 3)));
  });
});
