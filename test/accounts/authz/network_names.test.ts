// Method: a network whose every object has a telling name is read by its owner at every endpoint that reads networks, until whatever is kept of it is kept; then by somebody with all roles and no grant, and once more after a grant was taken away: no byte of an answer has such a name.
import { beforeAll, describe, expect, it } from "vitest";
import { BUILTIN_ROLES, type BuiltinRole } from "../../../src/platform/access/roles.ts";
import { MAP_LAYERS } from "../../../src/railway/map_layers.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { opened } from "../../helpers/opened.ts";
import type { CallResult } from "../../helpers/services.ts";
import { tileAt } from "../../helpers/tiles.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { keyOf } from "./requests.ts";
import { type Caller, openWorld, type Sent } from "./world.ts";

const MARK = "Umbra";
const { z, x, y } = tileAt([0.003, 49], 14);

/** Of the answer to who may read: whether it has a name at all. */
interface Read extends Omit<Sent, "method"> {
  readonly is_named: boolean;
}

const named = (path: string, body?: unknown): Read => ({ path, body, is_named: true });
const nameless = (path: string, body?: unknown): Read => ({ path, body, is_named: false });

const PLACE = { track: `${MARK}A`, position: 0, direction: "START_TO_STOP" };
const RANGES = [{ track_section: `${MARK}A`, begin: 0, end: 900_000, direction: "START_TO_STOP" }];
/** What asks for no more than `Reader` on the network, with bodies that name what is in it. */
function listReads(infra: number): Readonly<Record<string, readonly Read[]>> {
  const at = `/infra/${infra}`;
  const of = `?infra=${infra}`;
  return {
    "GET /infra/:infra_id": [named(at)],
    "GET /infra/:infra_id/errors": [named(`${at}/errors`)],
    "GET /infra/:infra_id/station_matches": [nameless(`${at}/station_matches`)],
    "GET /infra/:infra_id/speed_limit_tags": [nameless(`${at}/speed_limit_tags`)],
    "GET /infra/:infra_id/voltages": [nameless(`${at}/voltages`)],
    "GET /infra/:infra_id/switch_types": [nameless(`${at}/switch_types`)],
    "POST /infra/:infra_id/objects/:object_type": [
      named(`${at}/objects/TrackSection`, [`${MARK}A`]),
    ],
    "GET /infra/:infra_id/lines/:line_code/bbox": [nameless(`${at}/lines/7/bbox`)],
    "GET /infra/:infra_id/lines/:line_code/operational_points": [
      named(`${at}/lines/7/operational_points`),
    ],
    "GET /infra/:infra_id/railjson": [named(`${at}/railjson`)],
    "GET /infra/:infra_id/export": [named(`${at}/export?format=railml`)],
    "POST /infra/:infra_id/load": [nameless(`${at}/load`)],
    "GET /infra/:infra_id/auto_fixes": [named(`${at}/auto_fixes`)],
    "GET /infra/:infra_id/completion": [nameless(`${at}/completion`)],
    "GET /infra/:infra_id/attached/:track_id": [
      named(`${at}/attached/${MARK}A`),
      named(`${at}/attached/${MARK}A?neutral_sections=true`),
    ],
    "GET /infra/:infra_id/routes/track_ranges": [
      named(`${at}/routes/track_ranges?routes=${MARK}rt.a-det`),
    ],
    "POST /infra/:infra_id/routes/nodes": [
      nameless(`${at}/routes/nodes`, { [`${MARK}link`]: null }),
    ],
    "GET /infra/:infra_id/routes/:waypoint_type/:waypoint_id": [
      named(`${at}/routes/Detector/${MARK}det`),
    ],
    "POST /infra/:infra_id/delimited_area": [
      named(`${at}/delimited_area`, { entries: [PLACE], exits: [] }),
    ],
    "POST /infra/:infra_id/zones": [nameless(`${at}/zones`, ["none"])],
    "POST /infra/:infra_id/pathfinding": [
      named(`${at}/pathfinding`, {
        starting: { track: `${MARK}A`, position: 10 },
        ending: { track: `${MARK}B`, position: 900 },
      }),
    ],
    "POST /infra/:infra_id/path_properties": [
      nameless(`${at}/path_properties?props[]=geometry`, { track_section_ranges: RANGES }),
    ],
    "GET /layers/layer/:layer/mvt/:view": [nameless(`/layers/layer/signals/mvt/geo${of}`)],
    "GET /layers/tile/:layer/:view/:z/:x/:y": Object.keys(MAP_LAYERS).map((layer) => {
      const path = `/layers/tile/${layer}/geo/${z}/${x}/${y}${of}`;
      return ["track_sections", "signals", "errors"].includes(layer) ? named(path) : nameless(path);
    }),
    "POST /search": [
      named("/search", { object: "track", query: ["=", ["infra_id"], infra] }),
      named("/search", { object: "signal", query: ["=", ["infra_id"], infra] }),
      named("/search", { object: "operationalpoint", query: ["=", ["infra_id"], infra] }),
    ],
  };
}

/** Told elsewhere: streams have tests of their own, and these need whole bodies of paths and trains. */
const ELSEWHERE = [
  "GET /infra/:infra_id/events",
  "POST /infra/:infra_id/pathfinding/blocks",
  "POST /infra/:infra_id/pathfinding/topo",
];

const NAME = /^(?:A|B|det|link|bs\..+|rt\..+)$/;

const world = opened(openWorld);
let infra: number;
let reads: readonly (Sent & { readonly is_named: boolean })[];
beforeAll(async () => {
  const rename = (key: string, value: unknown): unknown =>
    typeof value === "string" && key !== "switch_type" && NAME.test(value)
      ? `${MARK}${value}`
      : value;
  const text = JSON.stringify(TINY_RAILJSON);
  const document = JSON.parse(text, rename) as Record<string, object[]>;
  const [track] = document["track_sections"] ?? [];
  const line = { line_code: 7, line_name: `${MARK} line`, track_number: 1, track_name: MARK };
  Object.assign(track ?? {}, { extensions: { sncf: line, source: null } });
  for (const list of ["signals", "operational_points"]) {
    for (const object of document[list] ?? []) {
      const { id } = object as { id: string };
      if (!id.startsWith(MARK)) Object.assign(object, { id: `${MARK}${id}` });
    }
  }
  // A section of which both ends are free: a fault with a repair.
  document["track_sections"]?.push({ ...track, id: `${MARK}C` });
  ({ infra } = await world.make("POST", `/infra/railjson?name=${MARK}`, document));
  const served = new Set(ENDPOINTS.map(keyOf));
  const of_server = Object.entries(listReads(infra)).filter(([key]) => served.has(key));
  reads = of_server.flatMap(([key, all]) =>
    all.map((one) => ({ ...one, method: key.split(" ")[0] ?? "" })),
  );
});

const hasName = ({ text, bytes }: CallResult): boolean =>
  text.includes(MARK) || Buffer.from(bytes).includes(MARK);

async function expectNothing(who: Caller): Promise<void> {
  for (const read of reads) {
    const answer = await world.send(who, read);
    const what = `${read.method} ${read.path}`;
    // A search leaves out what the caller may not read.
    expect(answer.status, what).toBe(read.path === "/search" ? 200 : 403);
    expect(hasName(answer), what).toBe(false);
  }
}

describe("the names of a network", () => {
  it("are asked for at every endpoint that reads networks for Readers", () => {
    const reading = ENDPOINTS.filter(({ access, method, path, creates }) => {
      if (access.kind !== "checked" || access.levels["infra"] !== "Reader") return false;
      const is_read = method === "get" || (method === "post" && (creates ?? null) === null);
      return is_read && /^\/(?:infra\/:infra_id|layers)/.test(path);
    }).map(keyOf);
    expect(reading.length).toBeGreaterThan(20);
    const told = [
      ...Object.keys(listReads(0)).filter((key) => key !== "POST /search"),
      ...ELSEWHERE,
    ];
    expect(reading.filter((key) => !told.includes(key))).toEqual([]);
  });

  it("are told to Readers alone, whatever is kept of what they were told", async () => {
    // Object.keys forgets the key type.
    const roles = (Object.keys(BUILTIN_ROLES) as BuiltinRole[]).filter((tag) => tag !== "admin");
    const reader = await world.caller(roles);
    const stranger = await world.caller(roles);
    await world.grant("infra", infra, reader.id, "Reader");
    for (let round = 0; round < 2; round++) {
      for (const read of reads) {
        const answer = await world.send(reader, read);
        const what = `${read.method} ${read.path} ${answer.text.slice(0, 200)}`;
        expect(answer.status, what).toBeLessThan(300);
        if (read.is_named) expect(hasName(answer), what).toBe(true);
      }
    }
    await expectNothing(stranger);
    await world.db.run("delete from resource_grant where resource_id = $1 and subject_id = $2", [
      infra,
      reader.id,
    ]);
    await expectNothing(reader);
  });
});
