/** Small extracts, each with one thing that people draw in their own way, and the stations and kinds that come of it. */
import { describe, expect, it } from "vitest";
import { NETWORK_KINDS, type RailKind } from "../../../src/railway/exchange_terms.ts";
import { ExchangeReport } from "../../../workers/exchange/exchange_report.ts";
import { buildNetwork } from "../../../workers/exchange/network/build_network.ts";
import { readOsm } from "../../../workers/exchange/osm/read_osm.ts";
import { type DrawnNode, type DrawnRelation, type DrawnWay, printOsm } from "./osm_files.ts";

type Tags = Readonly<Record<string, string>>;
type Place = readonly [east_m: number, north_m: number];

/** A metre in degrees of latitude, and of longitude at 47 degrees north. */
const NORTH = 1 / 111_319;
const EAST = NORTH / Math.cos((47 * Math.PI) / 180);

/** Drawn in metres. Ids of nodes are those that are told, or counted from 1000. */
class Drawing {
  readonly nodes: DrawnNode[] = [];
  readonly ways: DrawnWay[] = [];
  readonly relations: DrawnRelation[] = [];

  node(id: number, [east_m, north_m]: Place, tags: Tags = {}): this {
    this.nodes.push({ id, lon: 6 + east_m * EAST, lat: 47 + north_m * NORTH, tags });
    return this;
  }

  /** Along corners, which are places or ids of nodes. */
  way(id: number, corners: readonly (Place | number)[], tags: Tags = { railway: "rail" }): this {
    const nodes = corners.map((corner) => {
      if (typeof corner === "number") return corner;
      const node = 1000 + this.nodes.length;
      this.node(node, corner);
      return node;
    });
    this.ways.push({ id, nodes, tags });
    return this;
  }

  /** A line from west to east, with a node in the middle that may be a stop. */
  track(id: number, north_m: number, middle: Tags | null = null, tags: Tags = {}): this {
    const own = { railway: "rail", ...tags };
    const ends = [-2000, 2000].map((east_m) => [east_m, north_m] as const);
    if (middle === null) return this.way(id, ends, own);
    this.node(id, [0, north_m], middle);
    return this.way(id, [ends[0]!, id, ends[1]!], own);
  }

  area(id: number, members: readonly number[], tags: Tags): this {
    this.relations.push({ id, members, tags: { public_transport: "stop_area", ...tags } });
    return this;
  }
}

const stop = (name: string, more: Tags = {}): Tags => ({
  railway: "stop",
  public_transport: "stop_position",
  ...(name !== "" && { name }),
  ...more,
});
const station = (name: string, more: Tags = {}): Tags => ({ railway: "station", name, ...more });
const CODE = { uic_ref: "8500001" };
const OTHER = { uic_ref: "8500002" };
const BELOW = { level: "-2" };

/** Name, code and tracks of each station in the order of their ids. */
type Expected = readonly (readonly [name: string, uic: number, ...tracks: string[]])[];

interface Case {
  readonly what: string;
  readonly drawing: Drawing;
  readonly stations: Expected;
  readonly kinds?: readonly RailKind[];
  readonly told?: readonly (readonly [code: string, count: number])[];
  readonly tracks?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    what: "a node beside a track without a vertex nearby",
    drawing: new Drawing().track(1, 0).node(9, [300, 60], station("A", CODE)),
    stations: [["A", 8_500_001, "1"]],
  },
  {
    what: "a node that is too far away",
    drawing: new Drawing().track(1, 0).node(9, [0, 101], station("A", CODE)),
    stations: [],
  },
  {
    what: "a node on one of twenty tracks",
    drawing: Array.from({ length: 19 }, (_, i) => i + 2)
      .reduce((drawing, id) => drawing.track(id, (id - 11) * 5), new Drawing())
      .node(9001, [0, 2], station("A", CODE))
      .way(1, [[-2000, 2], 9001, [2000, 2]]),
    stations: [["A", 8_500_001, "1", ...Array.from({ length: 19 }, (_, i) => String(i + 2))]],
  },
  {
    what: "an area and its node of another name",
    drawing: new Drawing()
      .track(1, 0, stop("Main"))
      .node(9, [0, 20], station("Main station", CODE))
      .area(5, [1, 9], { name: "Main central" }),
    stations: [["Main central", 8_500_001, "1"]],
  },
  {
    what: "an area without its node, which has its name",
    drawing: new Drawing()
      .track(1, 0, stop("Main"))
      .track(2, 10)
      .node(9, [0, 20], station("Main", { ...CODE, "railway:ref": "MM" }))
      .area(5, [1], { name: "Main" }),
    stations: [["Main", 8_500_001, "1"]],
  },
  {
    what: "an area without its node, whose code its stops tell",
    drawing: new Drawing()
      .track(1, 0, stop("Main", CODE))
      .track(2, 10, stop("Main", CODE))
      .node(9, [0, 20], station("Main Hbf", CODE))
      .area(5, [1, 2], { name: "Main central station" }),
    stations: [["Main central station", 8_500_001, "1", "2"]],
  },
  {
    what: "a stop of its name that an area forgets",
    drawing: new Drawing()
      .track(1, 0, stop("Main"))
      .track(2, 10, stop("Main"))
      .area(5, [1], { name: "Main", ...CODE }),
    stations: [["Main", 8_500_001, "1", "2"]],
  },
  {
    what: "two areas of one code",
    drawing: new Drawing()
      .track(1, 0, stop("Main"))
      .track(2, 10, stop("Main"))
      .area(5, [1], { name: "Main", ...CODE })
      .area(6, [2], { name: "Main (north)", ...CODE }),
    stations: [["Main", 8_500_001, "1", "2"]],
  },
  {
    what: "platforms below with their own name and code",
    drawing: new Drawing()
      .track(1, 0, stop("Main"))
      .track(2, 50, stop("Main low", BELOW))
      .area(5, [1], { name: "Main", ...CODE })
      .area(6, [2], { name: "Main low", ...OTHER }),
    stations: [
      ["Main", 8_500_001, "1"],
      ["Main low", 8_500_002, "2"],
    ],
  },
  {
    what: "platforms below with a name and no code",
    drawing: new Drawing()
      .track(1, 0, stop("Main"))
      .track(2, 50, stop("Main low", BELOW))
      .area(5, [1], { name: "Main", ...CODE })
      .area(6, [2], { name: "Main low" }),
    stations: [["Main", 8_500_001, "1", "2"]],
  },
  {
    what: "platforms below with a code and no name of their own",
    drawing: new Drawing()
      .track(1, 0, stop("Main"))
      .track(2, 50, stop("Main", BELOW))
      .area(5, [1], { name: "Main", ...CODE })
      .area(6, [2], { name: "Main", ...OTHER }),
    stations: [["Main", 8_500_001, "1", "2"]],
  },
  {
    what: "platforms below that come first in the file",
    drawing: new Drawing()
      .track(2, 50, stop("Main low", BELOW))
      .track(1, 0, stop("Main"))
      .area(4, [2], { name: "Main low" })
      .area(5, [1], { name: "Main", ...CODE }),
    stations: [["Main", 8_500_001, "1", "2"]],
  },
  {
    what: "a stop below alone",
    drawing: new Drawing().track(2, 50, stop("Deep", BELOW)),
    stations: [["Deep", 0, "2"]],
  },
  {
    what: "two halts of one name far from each other",
    drawing: new Drawing()
      .way(1, [
        [0, 0],
        [9000, 0],
      ])
      .node(8, [100, 10], { railway: "halt", name: "Old Town" })
      .node(9, [8900, 10], { railway: "halt", name: "Old Town" }),
    stations: [
      ["Old Town", 0, "1"],
      ["Old Town", 0, "1"],
    ],
  },
  {
    what: "stops of one name far from each other",
    drawing: new Drawing()
      .node(8, [100, 0], stop("Old Town"))
      .node(9, [8900, 0], stop("Old Town"))
      .way(1, [[0, 0], 8, 9, [9000, 0]]),
    stations: [
      ["Old Town", 0, "1"],
      ["Old Town", 0, "1"],
    ],
  },
  {
    what: "stops of one name on four tracks",
    drawing: [1, 2, 3, 4].reduce(
      (drawing, id) => drawing.track(id, id * 8, stop("A", { local_ref: String(id) })),
      new Drawing(),
    ),
    stations: [["A", 0, "1", "2", "3", "4"]],
    tracks: ["1", "2", "3", "4"],
  },
  {
    what: "a stop whose ref is that of its track",
    drawing: new Drawing().track(1, 0, stop("A", { ref: "7" })),
    stations: [["A", 0, "1"]],
    tracks: ["7"],
  },
  {
    what: "a track that has a name, and its stop another",
    drawing: new Drawing().track(1, 0, stop("A", { local_ref: "7" }), { "railway:track_ref": "3" }),
    stations: [["A", 0, "1"]],
    tracks: ["3"],
  },
  {
    what: "a station that is drawn as an area",
    drawing: new Drawing().track(1, 0).way(
      9,
      [
        [-50, 10],
        [50, 10],
        [50, 40],
        [-50, 40],
      ],
      station("A", CODE),
    ),
    stations: [["A", 8_500_001, "1"]],
  },
  {
    what: "a station twice, as a node and as an area",
    drawing: new Drawing()
      .track(1, 0)
      .node(8, [0, 30], station("A", CODE))
      .way(
        9,
        [
          [-50, 10],
          [50, 10],
          [50, 40],
          [-50, 40],
        ],
        station("A"),
      ),
    stations: [["A", 8_500_001, "1"]],
  },
  {
    what: "a code that is none",
    drawing: new Drawing().track(1, 0).node(9, [0, 10], station("A", { uic_ref: "85;86" })),
    stations: [["A", 0, "1"]],
  },
  {
    what: "a metro station above a line",
    drawing: new Drawing().track(1, 0).node(9, [0, 10], station("A", { station: "subway" })),
    stations: [],
  },
  {
    what: "a metro station of trains too",
    drawing: new Drawing()
      .track(1, 0)
      .node(9, [0, 10], station("A", { station: "subway", train: "yes" })),
    stations: [["A", 0, "1"]],
  },
  {
    what: "a metro station above a line and its own, which is asked for",
    drawing: new Drawing()
      .track(1, 0)
      .track(2, 20, null, { railway: "subway" })
      .node(9, [0, 10], station("A", { station: "subway" })),
    kinds: ["rail", "subway"],
    stations: [["A", 0, "2"]],
  },
  {
    what: "metros alone",
    drawing: new Drawing()
      .track(1, 0)
      .track(2, 20, null, { railway: "subway" })
      .node(9, [0, 10], station("A")),
    kinds: ["subway"],
    stations: [["A", 0, "2"]],
    told: [["railway_left_out", 1]],
  },
  {
    what: "trams that are asked for",
    drawing: new Drawing().track(1, 0, stop("A"), { railway: "tram" }),
    kinds: ["tram"],
    stations: [["A", 0, "1"]],
  },
  {
    what: "light rail and narrow gauge, which are taken",
    drawing: new Drawing()
      .track(1, 0, stop("A"), { railway: "light_rail" })
      .track(2, 10, stop("A"), { railway: "narrow_gauge" }),
    stations: [["A", 0, "1", "2"]],
  },
  {
    what: "main lines alone",
    drawing: new Drawing()
      .track(1, 0, stop("A"))
      .track(2, 10, stop("A"), { railway: "narrow_gauge" })
      .track(3, 20, stop("A"), { railway: "narrow_gauge" }),
    kinds: ["rail"],
    stations: [["A", 0, "1"]],
    told: [["railway_left_out", 2]],
  },
  {
    what: "what is built, kept or gone",
    drawing: ["construction", "preserved", "disused", "tram"].reduce(
      (drawing, railway, i) => drawing.track(i + 2, 10 * i + 10, null, { railway }),
      new Drawing().track(1, 0, stop("A")),
    ),
    stations: [["A", 0, "1"]],
    told: ["construction", "preserved", "disused", "tram"].map(() => ["railway_left_out", 1]),
  },
  {
    what: "distant and shunting signals",
    drawing: new Drawing()
      .track(1, 0, { railway: "signal", "railway:signal:distant": "x" })
      .track(2, 10, { railway: "signal", "railway:signal:shunting": "x" }),
    stations: [],
    told: [["other_signal_left_out", 2]],
  },
  {
    what: "a station whose ref is its code",
    drawing: new Drawing().track(1, 0).node(9, [0, 10], station("A", { "railway:ref": "AX" })),
    stations: [["A", 0, "1"]],
  },
  {
    what: "a code in groups, and a code of each country",
    drawing: new Drawing()
      .track(1, 0)
      .node(8, [-1500, 10], station("A", { uic_ref: "85 00001" }))
      .node(9, [1500, 10], station("B", { uic_ref: "8500002; 8000003" })),
    stations: [
      ["A", 8_500_001, "1"],
      ["B", 8_500_002, "1"],
    ],
  },
  {
    what: "a station of public transport for trains, and one for buses",
    drawing: new Drawing()
      .track(1, 0)
      .node(8, [-1500, 10], { public_transport: "station", train: "yes", name: "A", ...CODE })
      .node(9, [1500, 10], { public_transport: "station", bus: "yes", name: "B" }),
    stations: [["A", 8_500_001, "1"]],
  },
  {
    what: "tracks and stations that are said to be gone",
    drawing: new Drawing()
      .track(1, 0, stop("A"))
      .track(2, 10, null, { disused: "yes" })
      .track(3, 20, null, { abandoned: "yes" })
      .node(9, [1500, 10], station("B", { disused: "yes" })),
    stations: [["A", 0, "1"]],
    told: [["railway_left_out", 2]],
  },
  {
    what: "an area of buses beside the line",
    drawing: new Drawing()
      .track(1, 0)
      .node(8, [0, 50], { highway: "bus_stop", name: "A" })
      .node(9, [0, 10], station("A", CODE))
      .area(5, [8], { name: "A" }),
    stations: [["A", 8_500_001, "1"]],
  },
];

describe("an extract with", () => {
  it.each(CASES)("$what", ({ drawing, stations, kinds = NETWORK_KINDS, told = [], tracks }) => {
    const report = new ExchangeReport();
    const bytes = new TextEncoder().encode(printOsm(drawing));
    const plan = readOsm(bytes, report, { kinds, onLetGo: () => undefined });
    const trigrams = plan.stations.map(({ trigram }) => trigram).filter((one) => one !== "");
    const left_out = report.rows.filter(({ code }) => code.endsWith("left_out"));
    const document = buildNetwork(plan, report);
    const found = document.operational_points.map(({ extensions, parts }) => [
      extensions?.identifier?.name,
      extensions?.identifier?.uic,
      ...parts.map(({ track }) => track).toSorted((a, b) => Number(a) - Number(b)),
    ]);
    expect(found.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual(stations);
    expect(left_out.map(({ code, count }) => [code, count])).toEqual(told);
    // A track's name is never a station's code.
    expect(trigrams.every((one) => one === "MM" || one === "AX")).toBe(true);
    if (tracks === undefined) return;
    const names = document.track_sections.map(({ extensions }) => extensions?.sncf?.track_name);
    expect(names).toEqual(tracks);
  });
});

describe("a way that is electrified", () => {
  it.each([
    ["yes", undefined, ["voltage_unknown"], []],
    ["contact_line", "25 kV", ["voltage_unknown"], []],
    ["contact_line;rail", "x", ["voltage_unknown"], []],
    ["contact_line", "15000;25000", [], ["15000V"]],
    ["rail", "750", [], ["750V"]],
    ["no", undefined, [], []],
    [undefined, undefined, [], []],
  ])("%s, by %s volts", (electrified, voltage, told, wires) => {
    const report = new ExchangeReport();
    const tags = { ...(electrified && { electrified }), ...(voltage && { voltage }) };
    const bytes = new TextEncoder().encode(printOsm(new Drawing().track(1, 0, null, tags)));
    const options = { kinds: NETWORK_KINDS, onLetGo: () => undefined };
    const plan = readOsm(bytes, report, options);
    expect(report.rows.map(({ code }) => code)).toEqual(told);
    expect(plan.wires.map((wire) => wire.voltage)).toEqual(wires);
  });
});
