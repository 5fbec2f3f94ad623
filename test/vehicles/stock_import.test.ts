// Method: rolling stocks of railML go in and out over HTTP; what they become is what the command makes of them.
import { describe, expect, it } from "vitest";
import { readStockFile } from "../../workers/exchange/exchange_stocks.ts";
import { escapeXml } from "../../workers/exchange/read_xml.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import type { CallResult } from "../helpers/services.ts";
import { hashTables } from "../helpers/test_database.ts";
import { RAILML2_STOCKS, RAILML3_STOCKS } from "../workers/exchange/stock_files.ts";

const api = opened(startTestApi);
const XML = { "content-type": "application/xml" };

async function send(
  body: unknown,
  query = "",
  headers: Readonly<Record<string, string>> = XML,
): Promise<CallResult> {
  return await api.call("POST", `/rolling_stock/import?format=railml${query}`, body, headers);
}

/** The file's only formation under another name. */
function named(name: string): string {
  return RAILML2_STOCKS.replace("Train 1", name);
}

/** The file with its formation as often as there are names. */
function severalNamed(names: readonly string[]): string {
  return RAILML2_STOCKS.replace(/<formation .*<\/formation>/s, (formation) =>
    names.map((name) => formation.replace("Train 1", () => escapeXml(name))).join(""),
  );
}

describe("the import of rolling stocks from another format", () => {
  it("makes the stocks that the command makes, in their order, with the same report", async () => {
    const file = severalNamed(["zebra", 'a "quoted", {braced} \u{1d4c9}', "m"]);
    const answer = await send(file, "&locked=true");
    expect(answer.status, answer.text).toBe(201);
    const read = readStockFile("railml", new TextEncoder().encode(file));
    if (!read.ok) throw new Error(read.error.reason);
    const { stocks, report } = read.value;
    expect(answer.json.report).toEqual(report);
    expect(answer.json.rolling_stock_ids).toHaveLength(3);
    for (const [i, id] of answer.json.rolling_stock_ids.entries()) {
      const stored = await api.call("GET", `/rolling_stock/${id}`);
      expect(stored.json).toMatchObject({ ...stocks[i], locked: true });
    }
  });

  it("makes records that are equal to those of a creation one by one", async () => {
    const { json } = await send(named("imported"));
    const [id] = json.rolling_stock_ids;
    const { id: _id, ...record } = (await api.call("GET", `/rolling_stock/${id}`)).json;
    await api.call("DELETE", `/rolling_stock/${id}`);
    const { json: made } = await api.make("POST", "/rolling_stock", record);
    const stored = await api.call("GET", `/rolling_stock/${made.id}`);
    expect(stored.json).toEqual({ ...record, id: made.id });
    const light = await api.call("GET", `/light_rolling_stock/${made.id}`);
    const again = await send(named("another"));
    const [other] = again.json.rolling_stock_ids;
    const imported = await api.call("GET", `/light_rolling_stock/${other}`);
    expect(imported.json).toEqual({ ...light.json, id: other, name: "another" });
    const modes = await api.call("GET", "/rolling_stock/power_restrictions");
    expect(modes.status).toBe(200);
  });

  it("puts them into the collection that is named", async () => {
    const collection = (await api.make("POST", "/rolling_stock_collection", { name: "own" })).json;
    const query = `&rolling_stock_collection_id=${collection.id}`;
    const { json } = await send(named("in own"), query);
    const path = `/rolling_stock_collection/${collection.id}`;
    expect((await api.call("GET", path)).json.rolling_stock_ids).toEqual(json.rolling_stock_ids);
    const absent = await send(named("nowhere"), "&rolling_stock_collection_id=999999");
    expect(absent.status).toBe(404);
  });

  it("answers a client that accepts lines with the same as its last line", async () => {
    const answer = await send(named("lines"), "", { ...XML, accept: "application/x-ndjson" });
    expect(answer.status).toBe(201);
    expect(answer.headers["content-type"]).toBe("application/x-ndjson");
    const last = JSON.parse(answer.text.trim().split("\n").at(-1) ?? "");
    expect(last).toEqual({ rolling_stock_ids: [expect.any(Number)], report: expect.any(Array) });
  });

  it("answers a repeated request under one key alike, and imports once", async () => {
    const headers = { ...XML, "idempotency-key": "stocks-once" };
    const first = await send(named("once"), "", headers);
    const second = await send(named("once"), "", headers);
    expect(second.status, second.text).toBe(201);
    expect(second.json).toEqual(first.json);
  });

  it("takes all or none: a name that is there, a value out of bounds, a file cut off", async () => {
    await send(named("known"));
    const before = await hashTables(api.services.db);
    const taken = await send(severalNamed(["first", "known", "last"]));
    expect(taken.status).toBe(400);
    expect(taken.json).toMatchObject({
      type: "editoast:rollingstocks:NameAlreadyUsed",
      context: { name: "known" },
    });
    const broken = await send(
      severalNamed(["first", "heavy"]).replaceAll('bruttoWeight="80"', 'bruttoWeight="8e12"'),
    );
    expect(broken.status).toBe(400);
    expect(broken.json.type).toBe("editoast:ValidationError");
    expect(broken.json.message).toContain("first: mass");
    const cut = await send(RAILML2_STOCKS.slice(0, 500));
    expect(cut.status).toBe(400);
    expect(cut.json).toMatchObject({
      type: "editoast:rollingstocks:import:Unreadable",
      context: { line: expect.any(Number), column: expect.any(Number) },
    });
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("refuses more than a batch may hold", async () => {
    const small = await startTestApi({ batch_body_bytes: 2 * 1024 });
    const body = severalNamed(Array.from({ length: 20 }, (_, i) => `stock ${i}`));
    const answer = await small.call("POST", "/rolling_stock/import?format=railml", body, XML);
    expect(answer.status, answer.text).toBe(413);
    expect(answer.json.type).toBe("editoast:request:BodyTooComplex");
    expect((await small.call("GET", "/light_rolling_stock")).json.count).toBe(0);
    await small.close();
  });

  it.each([
    ["format=osm", XML, 400],
    ["", XML, 400],
    ["format=railml&locked=perhaps", XML, 400],
    ["format=railml", { "content-type": "text/csv" }, 415],
  ])("refuses %s with %j: %i", async (query, headers, status) => {
    const path = `/rolling_stock/import?${query}`;
    const answer = await api.call("POST", path, RAILML3_STOCKS, headers);
    expect(answer.status).toBe(status);
  });
});

describe("the export of a rolling stock", () => {
  it("comes in as the same stock, and tells what is not in it", async () => {
    const { json } = await send(RAILML3_STOCKS);
    const [id] = json.rolling_stock_ids;
    const record = (await api.call("GET", `/rolling_stock/${id}`)).json;
    const out = await api.call("GET", `/rolling_stock/${id}/export?format=railml`);
    expect(out.status, out.text).toBe(200);
    expect(out.headers["content-type"]).toBe("application/xml");
    expect(JSON.parse(out.headers["x-exchange-report"] ?? "")).toEqual([]);
    await api.call("DELETE", `/rolling_stock/${id}`);
    const again = await send(out.text);
    const [other] = again.json.rolling_stock_ids;
    const second = await api.call("GET", `/rolling_stock/${other}`);
    expect(second.json).toEqual({ ...record, id: other });
    const path = `/rolling_stock/${other}/export`;
    expect((await api.call("GET", `${path}?format=railml`)).text).toBe(out.text);
    expect((await api.call("GET", `${path}?format=nge`)).status).toBe(400);
    expect((await api.call("GET", "/rolling_stock/999999/export?format=railml")).status).toBe(404);
  });
});
