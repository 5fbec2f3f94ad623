/** OpenStreetMap in: an extract of our own in every form, other people's samples, and files to be refused. */
import * as zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import type { RailjsonInput } from "../../../workers/engine/infra/compile/railjson_input.ts";
import { PathFinder } from "../../../workers/engine/path/find_path.ts";
import { DEFAULT_COMPLETION } from "../../../workers/exchange/completion/complete_network.ts";
import { ExchangeReport } from "../../../workers/exchange/exchange_report.ts";
import { importNetwork } from "../../../workers/exchange/import_network.ts";
import { buildNetwork } from "../../../workers/exchange/network/build_network.ts";
import { readOsm } from "../../../workers/exchange/osm/read_osm.ts";
import { checkNetwork } from "../../../workers/railjson/checks/check_network.ts";
import type { RailjsonDocument } from "../../../workers/railjson/schemas.ts";
import { validateDocument } from "../../../workers/railjson/validate_document.ts";
import { compileNetwork } from "../engine/infra/compile_network.ts";
import { makeRandom, wholeBetween } from "../engine/seeded.ts";
import { bzip2, bzip2Zeros } from "./bzip2_files.ts";
import { blob, EXTRACT, type Extract, printOsm, printOverpass, writePbf } from "./osm_files.ts";
import { READ } from "./read_options.ts";
import { runThrough } from "./run_through.ts";
import { HAS_SAMPLES, readSample } from "./samples.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const XML = encode(printOsm(EXTRACT));

function read(bytes: Uint8Array, report = new ExchangeReport()): RailjsonDocument {
  return buildNetwork(readOsm(bytes, report, READ), report);
}

/** The complete network of a file: valid and without a row in `errors`. */
function complete(bytes: Uint8Array, name: string): RailjsonDocument {
  const imported = importNetwork("osm", bytes);
  if (!imported.ok) throw new Error(`${name}: ${JSON.stringify(imported.error)}`);
  const { document } = imported.value;
  const valid = validateDocument(JSON.parse(JSON.stringify(document)));
  expect(valid.kind === "invalid" ? valid.faults : valid.kind, name).toBe("valid");
  const rows = checkNetwork(document);
  expect(rows.ok ? rows.value : rows.error, name).toEqual([]);
  return document;
}

describe("an extract of OpenStreetMap", () => {
  const report = new ExchangeReport();
  const document = read(XML, report);

  it("is the same network as XML and in every form of PBF", () => {
    for (const is_dense of [true, false]) {
      for (const is_zipped of [true, false]) {
        expect(read(writePbf(EXTRACT, { is_dense, is_zipped }))).toEqual(document);
      }
    }
  });

  it("is the same network as Overpass answers it, and packed with gzip", () => {
    const json = encode(printOverpass(EXTRACT));
    const pbf = writePbf(EXTRACT, { is_dense: true, is_zipped: true });
    for (const bytes of [json, zlib.gzipSync(XML), zlib.gzipSync(json), zlib.gzipSync(pbf)]) {
      expect(read(bytes)).toEqual(document);
    }
  });

  it("is the same network packed with bzip2, in one stream or several, and with zstd", () => {
    const [half, other] = [XML.subarray(0, 1000), XML.subarray(1000)];
    for (const bytes of [bzip2(XML), Buffer.concat([bzip2(half), bzip2(other)])]) {
      expect(read(bytes)).toEqual(document);
    }
    const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Uint8Array) => Uint8Array };
    const packed = zstdCompressSync?.(XML) ?? new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0]);
    if (zstdCompressSync === undefined) {
      expect(() => read(packed)).toThrow("it is packed with zstd: unpack it first");
    } else expect(read(packed)).toEqual(document);
  });

  it("leaves out what is deleted, with a place or without", () => {
    const gone =
      '<node id="90" visible="false"/><way id="90" action="delete"><nd ref="1"/><nd ref="9"/><tag k="railway" v="rail"/></way></osm>';
    expect(read(encode(printOsm(EXTRACT).replace("</osm>", gone)))).toEqual(document);
  });

  it("has a way once that is there twice", () => {
    const ways = [...EXTRACT.ways, ...EXTRACT.ways];
    expect(read(encode(printOsm({ ...EXTRACT, ways })))).toEqual(document);
  });

  it("has switches, crossings and links where its ways meet, and buffer stops where they end", () => {
    const drawn = document.switches.map(({ id, switch_type, ports }) => [
      id,
      switch_type,
      ...Object.entries(ports).map(([port, { track, endpoint }]) => `${port} ${track} ${endpoint}`),
    ]);
    expect(drawn.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      ["3", "point_switch", "A 100 END", "B1 101 BEGIN", "B2 102 BEGIN"],
      ["6", "point_switch", "A 103 BEGIN", "B1 101 END", "B2 102 END"],
      ["7", "link", "A 103 END", "B 104.1 BEGIN"],
      ["8", "crossing", "A1 104.1 END", "B1 104.2 BEGIN", "A2 105.2 BEGIN", "B2 105.1 END"],
    ]);
    expect(document.buffer_stops.map(({ id }) => id)).toEqual([
      "end.1",
      "end.9",
      "end.12",
      "end.13",
      "end.15",
      "end.16",
    ]);
  });

  it("has its signals with a detector, speeds by direction, wires and stations", () => {
    expect(document.signals.map(({ id, track, direction }) => [id, track, direction])).toEqual([
      ["2", "100", "START_TO_STOP"],
      ["5", "101", "STOP_TO_START"],
    ]);
    expect(document.detectors.map(({ id }) => id)).toEqual(["detector.2", "detector.5"]);
    const speeds = document.speed_sections.map(({ id, track_ranges }) => [
      id,
      ...track_ranges.map(
        ({ track, applicable_directions }) => `${track} ${applicable_directions}`,
      ),
    ]);
    expect(speeds).toEqual([
      ["speed.80", "100 BOTH"],
      ["speed.96.561", "101 STOP_TO_START"],
      ["speed.100", "101 START_TO_STOP"],
    ]);
    expect(document.electrifications).toMatchObject([
      { voltage: "15000V", track_ranges: [{ track: "100" }] },
    ]);
    const stations = document.operational_points.map(({ extensions, parts }) => [
      extensions?.identifier?.name,
      extensions?.identifier?.uic,
      ...parts.map(({ track }) => track),
    ]);
    expect(stations).toEqual([
      ["Far", 8000002, "107"],
      ["Middle", 8000001, "101", "102"],
      ["West", 0, "100"],
    ]);
  });

  it("is as long as its line, and tells what it left out or guessed", () => {
    // A degree of longitude at 48 degrees north, on the engine's sphere.
    const degree_m = (Math.PI / 180) * 6_378_160 * Math.cos((48 * Math.PI) / 180);
    const [first] = document.track_sections;
    expect(Math.abs((first?.length ?? 0) - 0.02 * degree_m)).toBeLessThan(5);
    expect(report.rows.map(({ code, where }) => [code, where.id])).toEqual([
      ["speed_left_out", "102"],
      ["other_gauge", "105.1"],
      ["signal_left_out", "16"],
      ["uic_unknown", "node.14"],
    ]);
  });

  it("says in which direction its ways are usually used, where a side is asked for", () => {
    const way = (id: number, lat: number, tag: string): string =>
      [1, 2].map((i) => `<node id="${10 * id + i}" lat="${lat}" lon="${2 + i / 100}"/>`).join("") +
      `<way id="${id}"><nd ref="${10 * id + 1}"/><nd ref="${10 * id + 2}"/><tag k="railway" v="rail"/>${tag}</way>`;
    const tag = (value: string): string => `<tag k="railway:preferred_direction" v="${value}"/>`;
    const ways = [tag("forward"), tag("backward"), tag("both"), ""].map((one, i) =>
      way(i + 1, 48 + i / 100, one),
    );
    // Elements of one kind stand together.
    const text = ways.join("");
    const nodes = text.match(/<node[^>]*>/g) ?? [];
    const lines = text.match(/<way.*?<\/way>/g) ?? [];
    const bytes = (): Uint8Array =>
      encode(`<?xml version="1.0"?><osm version="0.6">${nodes.join("")}${lines.join("")}</osm>`);
    const usualOf = (side?: "left"): unknown[] => {
      const imported = importNetwork("osm", bytes(), { ...DEFAULT_COMPLETION, running_side: side });
      if (!imported.ok) throw new Error(JSON.stringify(imported.error));
      const { track_sections } = imported.value.document;
      return track_sections
        .toSorted((a, b) => (a.geo.coordinates[0]?.[1] ?? 0) - (b.geo.coordinates[0]?.[1] ?? 0))
        .map(({ extensions }) => extensions?.usual_direction);
    };
    expect(usualOf("left")).toEqual(["START_TO_STOP", "STOP_TO_START", undefined, undefined]);
    expect(usualOf()).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("can be run on when it is complete", () => {
    const run = runThrough(complete(XML, "extract"));
    expect(run?.length_m ?? 0).toBeGreaterThan(5_000);
    expect(run?.time_s ?? 0).toBeGreaterThan(0);
  });
});

describe("a station of an extract", () => {
  const stop = { railway: "stop", public_transport: "stop_position" };
  const station = { railway: "station", name: "Mill Road", uic_ref: "8100001" };
  const rail = { railway: "rail" };
  /** One line of three vertices, and a track beside it, 33 m north. Node 9 is the station, 22 m north of the line. */
  const make = (change: Partial<Extract>, tags: Record<string, string> = station): Extract => ({
    nodes: [
      { id: 1, lon: 6, lat: 47 },
      { id: 2, lon: 6.05, lat: 47, tags: { ...stop, name: "Mill Rd", local_ref: "3", ref: "MR3" } },
      { id: 3, lon: 6.1, lat: 47 },
      { id: 4, lon: 6.02, lat: 47.0003 },
      { id: 5, lon: 6.08, lat: 47.0003 },
      { id: 9, lon: 6.0501, lat: 47.0002, tags },
    ],
    ways: [
      { id: 100, nodes: [1, 2, 3], tags: rail },
      { id: 101, nodes: [4, 5], tags: rail },
    ],
    relations: [],
    ...change,
  });
  const area = {
    id: 50,
    members: [9, 2],
    tags: { public_transport: "stop_area", name: "Mill Rd" },
  };
  const pointsOf = (extract: Extract) =>
    read(encode(printOsm(extract))).operational_points.map(({ id, extensions, parts }) => [
      id,
      extensions?.identifier?.uic,
      ...parts.map(({ track }) => track),
    ]);

  it("is there once when it is in the area of its stops, whatever the area is called", () => {
    const once = [["relation.50", 8_100_001, "100"]];
    expect(pointsOf(make({ relations: [area] }))).toEqual(once);
    const coded = { ...area, members: [2], tags: { ...area.tags, uic_ref: "8100001" } };
    expect(pointsOf(make({ relations: [coded] }))).toEqual(once);
    // Areas of one code are one station.
    const other = { ...coded, id: 51, members: [5] };
    expect(pointsOf(make({ relations: [coded, other] }))).toEqual([[...once[0]!, "101"]]);
  });

  it("has the tracks within reach, measured to their lines, each once", () => {
    const [first, , third, ...others] = make({}).nodes;
    const nodes = [first!, third!, ...others];
    const ways = [{ id: 100, nodes: [1, 3], tags: rail }, make({}).ways[1]!];
    expect(pointsOf(make({ nodes, ways }))).toEqual([["node.9", 8_100_001, "101", "100"]]);
    const [point] = read(encode(printOsm(make({ nodes, ways })))).operational_points;
    // Half way, and a ten-thousandth of a degree further.
    const degree_m = (Math.PI / 180) * 6_378_160 * Math.cos((47 * Math.PI) / 180);
    expect(Math.abs((point?.parts[1]?.position ?? 0) - 0.0501 * degree_m)).toBeLessThan(0.1);
    // On a track it has the one beside it too; a track in pieces is one.
    const on = make({
      nodes,
      ways: [
        { id: 100, nodes: [1, 9], tags: rail },
        { id: 102, nodes: [9, 3], tags: rail },
        ways[1]!,
      ],
    });
    expect(pointsOf(on)).toEqual([["node.9", 8_100_001, "100", "101"]]);
  });

  it("has its tracks in the far north too, where degrees are short", () => {
    const north = (extract: Extract): Extract => ({
      ...extract,
      nodes: extract.nodes.map((node) => ({ ...node, lat: node.lat + 23 })),
    });
    const nodes = [
      { id: 1, lon: 6, lat: 47 },
      { id: 2, lon: 6, lat: 47.1 },
      { id: 9, lon: 6.0025, lat: 47.05, tags: station },
    ];
    expect(
      pointsOf(north(make({ nodes, ways: [{ id: 100, nodes: [1, 2], tags: rail }] }))),
    ).toEqual([["node.9", 8_100_001, "100"]]);
  });

  it.each(["subway", "light_rail"])("of %s is none of a line beside it", (kind) => {
    const tags = { ...station, station: kind };
    const [, , ...rest] = make({}, tags).nodes;
    const nodes = [make({}).nodes[0]!, ...rest];
    const ways = [{ id: 100, nodes: [1, 3], tags: rail }];
    expect(pointsOf(make({ nodes, ways }, tags))).toEqual([]);
    expect(
      pointsOf(
        make({
          nodes: nodes.map((one) =>
            one.id === 9 ? { ...one, tags: { ...tags, train: "yes" } } : one,
          ),
          ways,
        }),
      ),
    ).toHaveLength(1);
  });

  it("gives its tracks the names of its stops, which are no codes of it", () => {
    const document = read(encode(printOsm(make({}, {}))));
    expect(document.track_sections[0]?.extensions?.sncf?.track_name).toBe("3");
    expect(document.operational_points[0]?.extensions?.sncf?.trigram ?? "").toBe("");
  });

  it("tells railways of other kinds and other signals, which it leaves out", () => {
    const report = new ExchangeReport();
    const [, ...others] = make({}).nodes;
    const nodes = [
      make({}).nodes[0]!,
      ...others.map((one) =>
        one.id === 2 ? { ...one, tags: { railway: "signal", "railway:signal:distant": "x" } } : one,
      ),
    ];
    const ways = [...make({}).ways, { id: 102, nodes: [1, 4], tags: { railway: "tram" } }];
    read(encode(printOsm(make({ nodes, ways }))), report);
    expect(report.rows).toMatchObject([
      { code: "railway_left_out", where: { element: "tram", id: "102" }, count: 1 },
      { code: "other_signal_left_out", where: { element: "node", id: "2" }, count: 1 },
    ]);
  });
});

describe.skipIf(!HAS_SAMPLES)("the OpenStreetMap samples", () => {
  const sample = (name: string): RailjsonDocument => read(readSample(`${name}.osm.pbf`));

  it("minimal_rail has one track, a speed each way and a voltage", () => {
    const { track_sections, speed_sections, electrifications } = sample("minimal_rail");
    expect(track_sections).toHaveLength(1);
    const speeds = speed_sections.map(({ speed_limit, track_ranges }) => [
      Math.round((speed_limit ?? 0) * 3.6),
      track_ranges[0]?.applicable_directions,
    ]);
    expect(speeds).toEqual([
      [60, "STOP_TO_START"],
      [120, "START_TO_STOP"],
    ]);
    expect(electrifications.map(({ voltage }) => voltage)).toEqual(["15000V"]);
  });

  it("switches has a crossing, a double slip, a link, a point switch and 18 buffer stops", () => {
    const { switches, buffer_stops } = sample("switches");
    expect(switches.map(({ switch_type }) => switch_type).toSorted()).toEqual([
      "crossing",
      "double_slip_switch",
      "link",
      "point_switch",
    ]);
    const point = switches.find(({ switch_type }) => switch_type === "point_switch");
    expect(point?.ports["A"]?.track).toMatch(/^-103478/);
    const branches = ["B1", "B2"].map((port) => String(point?.ports[port]?.track)).toSorted();
    expect(branches[0]).toBe("-103477");
    expect(branches[1]).toMatch(/^-103478/);
    expect(buffer_stops).toHaveLength(18);
  });

  it("signals has one signal and one detector; none stands at the end of a line", () => {
    expect(sample("signals").signals).toHaveLength(1);
    expect(sample("signals").detectors).toHaveLength(1);
    const { signals, buffer_stops } = sample("signal_at_end_of_line");
    expect(signals).toEqual([]);
    expect(buffer_stops).toHaveLength(2);
  });

  it("station is one operational point of two parts", () => {
    const { operational_points } = sample("station");
    expect(operational_points).toHaveLength(1);
    expect(operational_points[0]?.parts).toHaveLength(2);
    expect(operational_points[0]?.extensions?.identifier).toEqual({ name: "atlantis", uic: 1234 });
  });

  it("routes lets trains go the six ways between its ends and its detector, four over the switch", () => {
    const read_only = sample("routes");
    expect(read_only.switches).toHaveLength(1);
    expect(read_only.detectors).toHaveLength(1);
    const document = complete(readSample("routes.osm.pbf"), "routes");
    const infra = compileNetwork(document as RailjsonInput); // absent fields are absent, never undefined
    const places = [...read_only.buffer_stops, ...read_only.detectors].map(
      ({ track, position }) => ({
        track: document.track_sections.findIndex(({ id }) => id === track),
        offset_mm: Math.round(position * 1000),
      }),
    );
    const finder = new PathFinder(infra);
    const limits = {
      loading_gauge: "G1",
      is_thermal: true,
      supported_electrifications: [],
      supported_signaling_systems: ["BAL"],
      maximum_speed_m_s: 50,
    };
    const isJoined = (from: number, to: number): boolean =>
      finder.find([[places[from]!], [places[to]!]], limits).kind === "success";
    const joined = places.flatMap((_one, from) =>
      places.flatMap((_other, to) => (from !== to && isJoined(from, to) ? [[from, to]] : [])),
    );
    // Three ends and the detector: all but those between the two branches.
    const branch = places.map(({ track }) => track);
    const over = joined.filter(([from = 0, to = 0]) => branch[from] !== branch[to]);
    expect(joined.length - over.length).toBe(2);
    // The ends of the detector's branch are reached over it, and that is no further route.
    const beyond = over.filter(([from = 0, to = 0]) => from !== 3 && to !== 3).length;
    expect(over.length - beyond).toBe(2);
    expect(beyond).toBe(4);
  });

  it.each(["minimal_rail", "switches", "signals", "signal_at_end_of_line", "station", "routes"])(
    "%s can be run on when it is complete",
    (name) => {
      expect(runThrough(complete(readSample(`${name}.osm.pbf`), name))?.time_s).toBeGreaterThan(0);
    },
  );
});

describe("an extract that can't be read", () => {
  const spoil = (bytes: Uint8Array, at: number): Uint8Array =>
    bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
  const whole = writePbf(EXTRACT, { is_dense: true, is_zipped: true });
  const reasonOf = (bytes: Uint8Array): string => {
    const imported = importNetwork("osm", bytes);
    return imported.ok ? "it was not refused" : imported.error.reason;
  };

  it.each([
    ["nothing", new Uint8Array(0), "it has no railway track"],
    ["no railway", encode("<osm/>"), "it has no railway track"],
    ["another root", encode("<railml/>"), "its root must be osm"],
    ["no number", encode('<osm><node id="1" lon="east" lat="0"/></osm>'), "lon of node must be"],
    ["an end in a header", whole.subarray(0, 3), "it ends within a header"],
    ["an end in a block", whole.subarray(0, whole.length - 5), "it ends within a block"],
    ["a long header", new Uint8Array([127, 0, 0, 0, 0]), "a header is too long"],
    ["a feature that is not known", blob("OSMHeader", featureOf("Magic"), false), "it needs Magic"],
    ["a blob that unfolds", blob("OSMData", new Uint8Array(40_000_000), true), "no block"],
    ["spoilt bzip2", encode("BZh91AY"), "it can't be unpacked: it ends early"],
    [
      "bzip2 of another sum",
      spoil(bzip2(XML), 12),
      "it can't be unpacked: a block has another sum",
    ],
    ["a bzip2 that unfolds", bzip2Zeros(45_000_000), "it unpacks to too much"],
    ["xz", new Uint8Array([0xfd, 0x37, 0x7a, 0x58, 0x5a]), "it is packed with xz: unpack it first"],
    ["a spoilt gzip", zlib.gzipSync(XML).subarray(0, 40), "it can't be unpacked"],
    ["a gzip that unfolds", zlib.gzipSync(new Uint8Array(40_000_000)), "it unpacks to too much"],
    ["JSON of something else", encode('{"nodes":[]}'), "it is JSON without `elements`"],
    [
      "ways without nodes",
      encode('{"elements":[{"type":"way","id":1,"tags":{"railway":"rail"}}]}'),
      "elements 0: nodes: ",
    ],
    [
      "an answer that Overpass has cut off",
      encode('{"elements":[],"remark":"runtime error: Query timed out in \\"query\\" at line 3"}'),
      "Overpass did not finish: runtime error: Query timed out",
    ],
    [
      "the same as XML",
      encode("<osm><remark> runtime error: Query run out of memory. </remark></osm>"),
      "Overpass did not finish: runtime error: Query run out of memory.",
    ],
    ["bytes of another kind", encode("no extract at all"), "a header is too long"],
  ])("is refused for %s", (_what, bytes, reason) => {
    expect(reasonOf(bytes)).toContain(reason);
  });

  it("never ends otherwise than in a network or a refusal, whatever bytes are wrong", () => {
    let nRefused = 0;
    const count = 300;
    const plain = writePbf(EXTRACT, { is_dense: false, is_zipped: false });
    for (let seed = 1; seed <= count; seed++) {
      const random = makeRandom(seed);
      const bytes = Uint8Array.from(
        [plain, writePbf(EXTRACT, { is_dense: true, is_zipped: false }), XML][seed % 3]!,
      );
      for (let n = wholeBetween(random, 1, 4); n > 0; n--) {
        bytes[wholeBetween(random, 0, bytes.length - 1)] = wholeBetween(random, 0, 255);
      }
      const imported = importNetwork("osm", bytes);
      if (!imported.ok) nRefused++;
      else {
        const valid = validateDocument(JSON.parse(JSON.stringify(imported.value.document)));
        expect(valid.kind === "invalid" ? valid.faults : valid.kind, `seed ${seed}`).toBe("valid");
        const rows = checkNetwork(imported.value.document);
        expect(rows.ok ? rows.value : rows.error, `seed ${seed}`).toEqual([]);
      }
    }
    expect(nRefused).toBeGreaterThan(count / 20);
    expect(nRefused).toBeLessThan(count);
  });
});

function featureOf(name: string): Uint8Array {
  return new Uint8Array([0x22, name.length, ...encode(name)]);
}
