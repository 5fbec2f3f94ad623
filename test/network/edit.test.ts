// Method: a network drawn by hand is edited over HTTP; what is read afterwards is compared with a fresh import of the same document.
import { describe, expect, it } from "vitest";
import {
  pruneContents,
  reserveContentId,
  storeEdit,
} from "../../src/network/infra/content.queries.ts";
import { create, remove, replace } from "../helpers/edit_operations.ts";
import { scaled } from "../helpers/pace.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { validPathfinding } from "../platform/http/rules/valid_forms.ts";
import { openEditedNetworks } from "./edited_networks.ts";

type Json = Record<string, unknown>;

const { api, draw, edit, read } = openEditedNetworks();

const detector = (id: string, position = 5) => ({ id, track: "A", position });

describe("an edit", () => {
  it("answers what was created and changed, completed, and raises the version once", async () => {
    const infra = await draw();
    const before = await read(infra);
    const { status, json, headers } = await edit(infra, [
      create(detector("new")),
      replace("Detector", "det", "/position", 980),
      remove("new"),
    ]);
    expect(status).toBe(200);
    const completed = { extensions: { sncf: null } };
    expect(json).toEqual([
      { obj_type: "Detector", railjson: { ...detector("new"), ...completed } },
      { obj_type: "Detector", railjson: { ...detector("det", 980), ...completed } },
    ]);
    await api.make("POST", `/infra/${infra}/load`);
    const after = await api.make("GET", `/infra/${infra}`);
    expect(after.json).toMatchObject({ version: "2", generated_version: "2", state: "CACHED" });
    expect(after.json.modified >= before.modified).toBe(true);
    expect([headers["etag"], after.headers["etag"]]).toEqual(['"2"', '"2"']);
  });

  it("changes nothing when one of its operations fails, and tells which", async () => {
    const infra = await draw();
    const before = await read(infra, "/railjson");
    const refused = await edit(infra, [create(detector("new")), remove("nowhere"), remove("det")]);
    expect(refused.status).toBe(404);
    expect(refused.json).toMatchObject({
      type: "editoast:operation:ObjectNotFound",
      context: { obj_type: "Detector", obj_id: "nowhere", infra_id: infra, operation_index: 1 },
    });
    expect(await read(infra, "/railjson")).toEqual(before);
    expect((await read(infra)).version).toBe("1");
  });

  it("of no operations changes nothing", async () => {
    const infra = await draw();
    expect((await edit(infra, [])).json).toEqual([]);
    expect((await read(infra)).version).toBe("1");
  });

  it.each<[string, unknown, number, string]>([
    ["an unknown key", [{ ...remove("det"), note: 1 }], 422, "request:InvalidBody"],
    ["an object out of form", [create({ ...detector("x"), track: 5 })], 422, "request:InvalidBody"],
    ["an empty id", [remove("det"), create(detector(""))], 400, "operation:EmptyId"],
    [
      "an empty id beside another fault",
      [create(detector("")), create({ ...detector("x"), track: 5 })],
      422,
      "request:InvalidBody",
    ],
    ["a taken id", [create(detector("det"))], 409, "cache_operation:DuplicateIdsProvided"],
    ["a changed id", [replace("Detector", "det", "/id", "x")], 400, "operation:ModifyId"],
    [
      "a patch without its place",
      [replace("Detector", "det", "/x", 1)],
      400,
      "operation:InvalidPatch",
    ],
    [
      "a result out of form",
      [replace("Detector", "det", "/track", 1)],
      400,
      "operation:InvalidPatch",
    ],
    [
      "a way through a prototype",
      [replace("Detector", "det", "/__proto__/x", 1)],
      400,
      "operation:InvalidPatch",
    ],
    ["nesting without an end", "[".repeat(100_000), 400, "request:InvalidJson"],
    ["half of a surrogate pair", '[{"operation_type":"\\ud800"}]', 400, "request:InvalidJson"],
  ])("with %s is refused", async (_, body, status, type) => {
    const infra = await draw();
    const sent = typeof body === "string" ? new TextEncoder().encode(body) : body;
    const answer = await edit(infra, sent, { "content-type": "application/json" });
    expect([answer.status, answer.json.type]).toEqual([status, `editoast:${type}`]);
    expect((await read(infra)).version).toBe("1");
  });

  it("names the place of a fault in the body", async () => {
    const infra = await draw();
    const answer = await edit(infra, [
      remove("det"),
      create({ ...detector("x"), position: "far" }),
    ]);
    expect(answer.json.context.path).toBe("/1/railjson/position");
  });

  it("waits for an unlock, and is not refused for it before its form is", async () => {
    const infra = await draw();
    await api.make("POST", `/infra/${infra}/lock`);
    for (const operations of [[], [remove("det")]]) {
      const refused = await edit(infra, operations);
      expect(refused.json).toMatchObject({
        status: 400,
        type: "editoast:infra:edition:InfraIsLocked",
        context: { infra_id: infra },
      });
    }
    expect((await edit(infra, [{}])).status).toBe(422);
    await api.make("POST", `/infra/${infra}/unlock`);
    expect((await edit(infra, [remove("det")])).status).toBe(200);
  });

  it("is made of the version that If-Match names, or not at all", async () => {
    const infra = await draw();
    const wrong = await edit(infra, [remove("det")], { "if-match": '"7"' });
    expect(wrong.json).toMatchObject({ status: 412, context: { current: 1 } });
    expect((await edit(infra, [remove("det")], { "if-match": '"1"' })).status).toBe(200);
    expect((await edit(infra, [create(detector("det"))], { "if-match": '"1"' })).status).toBe(412);
  });

  it("made by ten at once loses none of them", async () => {
    const infra = await draw();
    const ids = Array.from({ length: 10 }, (_, i) => `d${i}`);
    const answers = await Promise.all(ids.map((id, i) => edit(infra, [create(detector(id, i))])));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const { detectors } = await read(infra, "/railjson");
    expect(detectors.map(({ id }: Json) => id).sort()).toEqual(["det", ...ids].sort());
    expect((await read(infra)).version).toBe("11");
  });
});

describe("after an edit", () => {
  it("everything tells the new state: faults, lists, search, lines, paths", async () => {
    const infra = await draw();
    const line = { line_code: 7, line_name: "Coast", track_number: 1, track_name: "V1" };
    const label = { label: "C7", kp: "" };
    const name = { name: "Harbour", uic: 77 };
    await edit(infra, [
      replace("TrackSection", "A", "/extensions/sncf", line),
      replace("Signal", "s.left", "/extensions/sncf", label),
      replace("OperationalPoint", "OP.A", "/extensions/identifier", name),
      replace("SpeedSection", "limit", "/speed_limit_by_tag", { V200: 50 }),
      replace("Electrification", "wire", "/voltage", "1500V"),
      remove("bs.b", "BufferStop"),
    ]);
    const faults = await read(infra, "/errors");
    const kinds = faults.results.map(({ information }: { information: Json }) => information);
    expect(kinds).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ obj_id: "B", error_type: "missing_buffer_stop" }),
        expect.objectContaining({ obj_id: "rt.det-b", error_type: "invalid_reference" }),
      ]),
    );
    expect(await read(infra, "/speed_limit_tags")).toEqual(["V200"]);
    expect(await read(infra, "/voltages")).toEqual(["1500V"]);
    expect(await read(infra, "/lines/7/bbox")).toEqual([
      [0, 49],
      [0.0138, 49],
    ]);
    const search = async (object: string, query: unknown) =>
      (
        await api.make("POST", "/search", {
          object,
          query: ["and", ["=", ["infra_id"], infra], query],
        })
      ).json;
    const [found] = await search("operationalpoint", ["search", ["name"], "harbour"]);
    expect(found).toMatchObject({ obj_id: "OP.A", infra_id: infra });
    expect(await search("operationalpoint", ["search", ["name"], "OP.A"])).toEqual([]);
    const signals = await search("signal", ["=", ["line_code"], 7]);
    expect(signals.map(({ obj_id, line_name }: Json) => [obj_id, line_name])).toEqual([
      ["s.left", "Coast"],
      ["s.right", "Coast"],
    ]);
    expect(await search("track", ["=", ["line_code"], 7])).toHaveLength(1);
  });

  it("the export is the document of the edit, in the order of its lists, and a fresh import is the same", async () => {
    const infra = await draw();
    await edit(infra, [
      remove("det"),
      create(detector("first", 1)),
      create(detector("det", 990)),
      replace("BufferStop", "bs.a", "/position", 1),
      create({ ...(TINY_RAILJSON["signals"] as Json[])[0], id: "s.new", position: 500 }, "Signal"),
    ]);
    const exported = await read(infra, "/railjson");
    expect(exported.detectors.map(({ id }: Json) => id)).toEqual(["first", "det"]);
    expect(exported.buffer_stops.map(({ id }: Json) => id)).toEqual(["bs.a", "bs.b"]);
    const fresh = await draw(exported);
    expect(await read(fresh, "/railjson")).toEqual(exported);
    expect((await read(fresh, "/errors")).results).toEqual((await read(infra, "/errors")).results);
  });

  it("a network that does not compile says so and which objects are at fault, until an edit repairs it", async () => {
    const infra = await draw();
    const path = `/infra/${infra}/pathfinding/blocks`;
    await edit(infra, [remove("det")]);
    const refused = await api.call("POST", path, validPathfinding());
    expect((await read(infra)).state).toBe("ERROR");
    expect(refused.json).toMatchObject({ status: 400, type: "editoast:infra:NotUsable" });
    expect(refused.json.context.faults[0]).toMatchObject({ object_type: "Route" });
    await edit(infra, [create(detector("det", 990))]);
    await api.make("POST", `/infra/${infra}/load`);
    expect((await read(infra)).state).toBe("CACHED");
    expect((await api.call("POST", path, validPathfinding())).json.type).not.toBe(
      "editoast:infra:NotUsable",
    );
  });

  it("a clone keeps its own, and both are edited on", async () => {
    const infra = await draw();
    await edit(infra, [create(detector("shared"))]);
    const clone = (await api.make("POST", `/infra/${infra}/clone?name=copy`)).json;
    await edit(infra, [remove("shared"), create(detector("left"))]);
    await edit(clone, [replace("Detector", "shared", "/position", 9), create(detector("right"))]);
    await edit(infra, [replace("Detector", "left", "/position", 3)]);
    const places = async (id: number) =>
      (await read(id, "/railjson")).detectors.map(({ id: name, position }: Json) => [
        name,
        position,
      ]);
    expect(await places(infra)).toEqual([
      ["det", 990],
      ["left", 3],
    ]);
    expect(await places(clone)).toEqual([
      ["det", 990],
      ["shared", 9],
      ["right", 5],
    ]);
    await pruneContents(api.services.db, -1, {});
    expect(await places(clone)).toHaveLength(3);
    await api.make("DELETE", `/infra/${infra}`);
    await pruneContents(api.services.db, -1, {});
    expect(await places(clone)).toEqual([
      ["det", 990],
      ["shared", 9],
      ["right", 5],
    ]);
    await api.make("DELETE", `/infra/${clone}`);
  });

  it("those who look on are told types, ids and the box of what changed", async () => {
    const infra = await draw();
    await edit(infra, [
      replace("Detector", "det", "/position", 500),
      remove("limit", "SpeedSection"),
    ]);
    const [row] = await api.services.db.run<{ change: string }>(
      "select c.change from infra i join infra_content c on c.id = i.content_id where i.id = $1",
      [infra],
    );
    expect(JSON.parse(row?.change ?? "")).toEqual({
      types: ["SpeedSection", "Detector"],
      objects: { SpeedSection: ["limit"], Detector: ["det"] },
      box: [
        [0, 49],
        [expect.closeTo(0.0138, 9), expect.closeTo(49, 9)],
      ],
      // The route over both tracks may run otherwise.
      wider_box: [
        [0, 49],
        [expect.closeTo(0.0276, 9), expect.closeTo(49, 9)],
      ],
    });
  });

  it("those who look on are told when it is known whether the network can be used", async () => {
    const infra = await draw();
    const tell = async (operations: unknown): Promise<unknown> => {
      await edit(infra, operations);
      await api.call("POST", `/infra/${infra}/load`);
      const rows = await api.services.db.run<{ data: string }>(
        `select data from (select data, about_id, id from new_event union all
           select data, resource_id, place from event) e
         where about_id = $1 order by id desc limit 1`,
        [infra],
      );
      return JSON.parse(rows[0]?.data ?? "null");
    };
    expect(await tell([remove("det")])).toEqual({ version: "2", state: "ERROR" });
    const repaired = [create(detector("det", 990))];
    expect(await tell(repaired)).toEqual({ version: "3", state: "CACHED" });
  });

  it("one that was made on an older content is not stored, whichever server made it", async () => {
    const infra = await draw();
    const contentOf = async () =>
      (
        await api.services.db.run<{ content_id: number }>(
          "select content_id from infra where id = $1",
          [infra],
        )
      )[0]?.content_id ?? 0;
    const old = await contentOf();
    await edit(infra, [replace("Detector", "det", "/position", 500)]);
    const stored = {
      speed_limit_tags: null,
      voltages: null,
      has_lines: false,
      change: "{}",
      lists: new SharedArrayBuffer(0),
    };
    const late = {
      infra_id: infra,
      from_content_id: old,
      content_id: await reserveContentId(api.services.db),
      stored,
      answer: null,
    };
    const options = { signal: new AbortController().signal, deadline_ms: scaled(10_000) };
    const { outcome } = await storeEdit(api.services.db, late, options);
    expect(outcome).toBe("overtaken");
    await api.make("POST", `/infra/${infra}/load`);
    expect(await read(infra)).toMatchObject({ version: "2", state: "CACHED" });
  });

  it("nothing is kept of a content that no network has any more", async () => {
    const infra = await draw();
    for (let i = 0; i < 5; i++)
      await edit(infra, [replace("Detector", "det", "/position", 980 + i)]);
    await pruneContents(api.services.db, -1, {});
    const rows = await api.services.db.run<{ n: number }>(
      `select count(*)::int as n from infra_object o join infra_content c on c.id = o.content_id
       join infra_content d on d.rows_of = c.id join infra i on i.content_id = d.id
       where i.id = $1 and o.obj_id = 'det'`,
      [infra],
    );
    expect(rows[0]?.n).toBe(1);
    expect((await read(infra, "/railjson")).detectors).toMatchObject([detector("det", 984)]);
  });

  it("a network is not read on from a content whose rows are gone", async () => {
    const infra = await draw();
    const clone = (await api.make("POST", `/infra/${infra}/clone?name=import`)).json;
    await api.make("POST", `/infra/${infra}/split_track_section`, { track: "A", offset: 250_000 });
    // Its thread goes back to the import, which then has no network any more.
    expect((await read(clone, "/auto_fixes")).length).toBe(0);
    await api.make("DELETE", `/infra/${clone}`);
    await pruneContents(api.services.db, -1, {});
    expect((await read(infra, "/auto_fixes")).length).toBe(0);
    expect((await api.call("GET", `/infra/${infra}/attached/A`)).status).toBe(404);
  });
});

describe("a split", () => {
  it("is one version, and leaves no fault that there was not before", async () => {
    const infra = await draw();
    const before = (await read(infra, "/errors")).results;
    const path = `/infra/${infra}/split_track_section`;
    const [left, right] = (await api.make("POST", path, { track: "A", offset: 250_000 })).json;
    expect((await read(infra)).version).toBe("2");
    expect((await read(infra, "/errors")).results).toEqual(before);
    const attached = await read(infra, `/attached/${right}`);
    expect(attached).toMatchObject({ Signal: ["s.left", "s.right"], Detector: ["det"] });
    expect(await read(infra, `/attached/${left}`)).toMatchObject({ BufferStop: ["bs.a"] });
    const [route] = await read(infra, "/routes/track_ranges?routes=rt.a-det");
    expect(route.track_ranges.map(({ track }: Json) => track)).toEqual([left, right]);
  });

  it.each<[unknown, number, string]>([
    [{ track: "A", offset: 0 }, 400, "infra:edition:SplitTrackSectionBadOffset"],
    [{ track: "A", offset: 1_000_000 }, 400, "infra:edition:SplitTrackSectionBadOffset"],
    [{ track: "A", offset: -1 }, 422, "request:InvalidBody"],
    [{ track: "A", offset: 0.5 }, 422, "request:InvalidBody"],
    [{ track: "nowhere", offset: 5 }, 404, "infra_cache:ObjectNotFound"],
  ])("of %o is refused", async (body, status, type) => {
    const infra = await draw();
    const answer = await api.call("POST", `/infra/${infra}/split_track_section`, body);
    expect([answer.status, answer.json.type]).toEqual([status, `editoast:${type}`]);
    expect((await read(infra)).version).toBe("1");
  });
});

describe("what an editor reads", () => {
  it("of a track is what lies on it; an unknown track is not found", async () => {
    const infra = await draw();
    expect(await read(infra, "/attached/A")).toEqual({
      Signal: ["s.left", "s.right"],
      SpeedSection: ["limit"],
      Detector: ["det"],
      Switch: ["link"],
      BufferStop: ["bs.a"],
      OperationalPoint: ["OP.A"],
      Electrification: ["wire"],
    });
    const lost = await api.call("GET", `/infra/${infra}/attached/none`);
    expect(lost.json).toMatchObject({
      type: "editoast:attached:TrackNotFound",
      context: { track_id: "none" },
    });
  });

  it("of routes is where they begin, end and run", async () => {
    const infra = await draw();
    expect(await read(infra, "/routes/Detector/det")).toEqual({
      starting: ["rt.det-b", "rt.det-a"],
      ending: ["rt.a-det", "rt.b-det"],
    });
    expect(await read(infra, "/routes/BufferStop/none")).toEqual({ starting: [], ending: [] });
    expect((await api.call("GET", `/infra/${infra}/routes/Signal/det`)).status).toBe(400);
    expect(await read(infra, "/routes/track_ranges?routes=rt.b-det,none,rt.b-det")).toEqual([
      {
        type: "Computed",
        track_ranges: [
          { track: "B", begin: 0, end: 1000, direction: "STOP_TO_START" },
          { track: "A", begin: 990, end: 1000, direction: "STOP_TO_START" },
        ],
        switches_directions: [["link", "STATIC"]],
      },
      { type: "NotFound" },
      expect.objectContaining({ type: "Computed" }),
    ]);
    expect((await api.call("GET", `/infra/${infra}/routes/track_ranges`)).status).toBe(400);
    const nodes = await api.make("POST", `/infra/${infra}/routes/nodes`, { link: null });
    expect(nodes.json).toEqual({ routes: [], available_node_positions: {} });
  });

  it("of fixes is a list that leaves nothing to fix when it is posted", async () => {
    const infra = await draw();
    expect(await read(infra, "/auto_fixes")).toEqual([]);
    await edit(infra, [remove("B", "TrackSection")]);
    const fixes: { operation_type: string; obj_type: string }[] = await read(infra, "/auto_fixes");
    const done = fixes.map(({ operation_type, obj_type }) => `${operation_type} ${obj_type}`);
    expect(done).toEqual(
      expect.arrayContaining([
        "UPDATE Electrification",
        "DELETE OperationalPoint",
        "DELETE Switch",
      ]),
    );
    expect(done.at(-1)).toBe("CREATE BufferStop");
    expect((await edit(infra, fixes)).status).toBe(200);
    expect(await read(infra, "/auto_fixes")).toEqual([]);
  });
});
