// Method: networks of other formats go in over HTTP; what they become is what the command makes of them.
import { describe, expect, it } from "vitest";
import { importNetwork } from "../../workers/exchange/import_network.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import type { CallResult } from "../helpers/services.ts";
import { EXTRACT, lineOf, writePbf } from "../workers/exchange/osm_files.ts";
import { RAILML2 } from "../workers/exchange/railml_files.ts";

const api = opened(startTestApi);
const XML = { "content-type": "application/xml" };

async function send(
  query: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = XML,
): Promise<CallResult> {
  return await api.call("POST", `/infra/import?${query}`, body, headers);
}

describe("the import of a network from another format", () => {
  it("makes the network that the command makes, with the same report", async () => {
    const answer = await send("format=railml&name=station", RAILML2);
    expect(answer.status, answer.text).toBe(201);
    const imported = importNetwork("railml", new TextEncoder().encode(RAILML2));
    if (!imported.ok) throw new Error(imported.error.reason);
    const { document, report } = imported.value;
    expect(answer.json.report).toEqual(report);
    const { infra } = answer.json;
    const stored = await api.call("GET", `/infra/${infra}/railjson`);
    expect(stored.json).toEqual(JSON.parse(JSON.stringify(document)));
    const errors = await api.call("GET", `/infra/${infra}/errors`);
    expect(errors.json.results).toEqual([]);
    const record = await api.call("GET", `/infra/${infra}`);
    expect(record.json).toMatchObject({ name: "station", state: "CACHED" });
  });

  it("takes an extract of OpenStreetMap as bytes", async () => {
    const bytes = writePbf(EXTRACT, { is_dense: true, is_zipped: true });
    const type = { "content-type": "application/octet-stream" };
    const answer = await send("format=osm&name=extract", bytes, type);
    expect(answer.status, answer.text).toBe(201);
    const stored = await api.call("GET", `/infra/${answer.json.infra}/railjson`);
    const imported = importNetwork("osm", bytes);
    expect(stored.json).toEqual(
      JSON.parse(JSON.stringify(imported.ok ? imported.value.document : null)),
    );
  });

  it("goes out as railML that comes in as the same network, and tells what is not in it", async () => {
    const first = await send("format=railml&name=station", RAILML2);
    const out = await api.call("GET", `/infra/${first.json.infra}/export?format=railml`);
    expect(out.status, out.text).toBe(200);
    expect(out.headers["content-type"]).toBe("application/xml");
    expect(JSON.parse(out.headers["x-exchange-report"] ?? "")).toMatchObject([
      { code: "routes_left_out", where: { element: "Route" } },
    ]);
    const again = await send("format=railml&name=again", out.text);
    const second = await api.call("GET", `/infra/${again.json.infra}/export?format=railml`);
    expect(second.text).toBe(out.text);
    const refused = await api.call("GET", `/infra/${first.json.infra}/export?format=osm`);
    expect(refused.status).toBe(400);
    expect((await api.call("GET", "/infra/999999/export?format=railml")).status).toBe(404);
  });

  it("answers a client that accepts lines with the same as its last line, and refuses as ever", async () => {
    const lines = { ...XML, accept: "application/x-ndjson", "idempotency-key": "station-by-lines" };
    const answer = await send("format=railml&name=lines", RAILML2, lines);
    expect(answer.status).toBe(201);
    expect(answer.headers["content-type"]).toBe("application/x-ndjson");
    const last = JSON.parse(answer.text.trim().split("\n").at(-1) ?? "");
    const plain = await send("format=railml&name=plain", RAILML2);
    expect(last).toEqual({ infra: expect.any(Number), report: plain.json.report });
    const again = await send("format=railml&name=lines", RAILML2, lines);
    expect(JSON.parse(again.text.trim().split("\n").at(-1) ?? "")).toEqual(last);
    const record = await api.call("GET", `/infra/${last.infra}`);
    expect(record.json).toMatchObject({ name: "lines" });
    const refused = await send("format=railml&name=lines", RAILML2.slice(0, 800), {
      ...XML,
      accept: "application/x-ndjson",
    });
    expect([200, 201, 400]).toContain(refused.status);
    expect(refused.text).toContain("editoast:infra:import:Unreadable");
  });

  it("takes what is completed, and any of the content types", async () => {
    const query = "format=railml&name=dense&detector_spacing=250&signaling_system=TVM430";
    const type = { "content-type": "Text/XML; charset=utf-8" };
    const { json } = await send(query, RAILML2, type);
    const { json: stored } = await api.call("GET", `/infra/${json.infra}/railjson`);
    expect(stored.detectors.length).toBeGreaterThan(12);
    expect(stored.signals.at(-1).logical_signals[0].signaling_system).toBe("TVM430");
  });

  it("refuses a file that can't be read, with line and column, and leaves nothing", async () => {
    const count = async (): Promise<number> =>
      (await api.call("GET", "/infra?page_size=1")).json.count;
    const before = await count();
    const answer = await send("format=railml&name=broken", RAILML2.slice(0, 800));
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      type: "editoast:infra:import:Unreadable",
      context: { line: expect.any(Number), column: expect.any(Number) },
    });
    expect(await count()).toBe(before);
  });

  it("refuses texts that can't be stored", async () => {
    const bytes = writePbf(lineOf(["A\0"]), { is_dense: false, is_zipped: false });
    const type = { "content-type": "application/octet-stream" };
    const answer = await send("format=osm&name=nul", bytes, type);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      type: "editoast:infra:import:Unreadable",
      context: { reason: "a string holds a NUL or half of a surrogate pair" },
    });
  });

  it.each([
    ["format=gpx&name=a", XML, 400],
    ["name=a", XML, 400],
    ["format=railml", XML, 400],
    ["format=railml&name=a&detector_spacing=10", XML, 400],
    ["format=railml&name=a&detector_spacing=1e3", XML, 400],
    ["format=railml&name=a&signaling_system=ETCS_LEVEL2", XML, 400],
    ["format=railml&name=a", { "content-type": "text/csv" }, 415],
    ["format=railml&name=a", { ...XML, "content-encoding": "gzip" }, 415],
  ])("refuses %s with %j: %i", async (query, headers, status) => {
    expect((await send(query, RAILML2, headers as typeof XML)).status).toBe(status);
  });

  it("answers a repeated request under one key alike, and imports once", async () => {
    const headers = { ...XML, "idempotency-key": "import-once" };
    const first = await send("format=railml&name=once", RAILML2, headers);
    const second = await send("format=railml&name=once", RAILML2, headers);
    expect(second.status).toBe(201);
    expect(second.json).toEqual(first.json);
  });
});
