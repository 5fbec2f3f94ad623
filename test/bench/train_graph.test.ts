/**
 * The demo's picture and table: runs are placed on the main line by the stations that they meet
 * (values worked out by hand), the SVG is well-formed whatever the names are, and shows every
 * station and every train.
 */
import { describe, expect, it } from "vitest";
import { drawRun, type TrainGraph } from "../../bench/demo/graph.ts";
import { drawTrainGraph } from "../../bench/demo/svg.ts";
import { printDuration, printTable } from "../../bench/demo/table.ts";
import { generateNetwork } from "../../bench/network.ts";

const STATIONS = [
  { name: "West", trigram: "WST", uic: 1, distance_m: 300 },
  { name: "Middle", trigram: "MID", uic: 2, distance_m: 10_300 },
  { name: "East", trigram: "EST", uic: 3, distance_m: 30_300 },
];

function point(uic: number, position: number, ch = "BV") {
  return { position, extensions: { identifier: { uic }, sncf: { ch } } };
}

describe("a run on the main line", () => {
  const run = { name: "1", kind: "k", start_ms: 1_000_000 };

  it("passes stations at their distances, although the path counts from its own start", () => {
    const drawn = drawRun(
      {
        ...run,
        positions: [0, 5_000_000, 30_000_000],
        times: [0, 100_000, 600_000],
        operational_points: [point(1, 0), point(2, 10_000_000), point(3, 30_000_000)],
      },
      STATIONS,
    );
    expect(drawn.points).toEqual([
      { time_ms: 1_000_000, distance_m: 300 },
      { time_ms: 1_100_000, distance_m: 5_300 },
      { time_ms: 1_200_000, distance_m: 10_300 },
      { time_ms: 1_600_000, distance_m: 30_300 },
    ]);
  });

  it("runs backwards along the line when the train does, and keeps stops level", () => {
    const drawn = drawRun(
      {
        ...run,
        positions: [0, 10_000_000, 10_000_000, 20_000_000],
        times: [0, 10, 70, 80],
        operational_points: [point(3, 0), point(2, 20_000_000)],
      },
      STATIONS,
    );
    expect(drawn.points.map(({ distance_m }) => distance_m)).toEqual([
      30_300, 20_300, 20_300, 10_300,
    ]);
  });

  it("is cut where the train leaves the line for a branch", () => {
    const drawn = drawRun(
      {
        ...run,
        positions: [0, 10_000_000, 18_000_000],
        times: [0, 10, 20],
        operational_points: [
          point(1, 0),
          point(2, 9_000_000),
          point(2, 9_900_000, "BIF"),
          point(77, 17_000_000),
        ],
      },
      STATIONS,
    );
    expect(drawn.points.map(({ distance_m }) => distance_m)).toEqual([300, 10_300]);
  });

  it("has no points when it meets one station of the line only", () => {
    const operational_points = [point(1, 0)];
    const drawn = drawRun(
      { ...run, positions: [0, 1], times: [0, 1], operational_points },
      STATIONS,
    );
    expect(drawn.points).toEqual([]);
  });
});

/** Reads SVG text strictly; throws at what XML doesn't allow. Returns the texts of each element. */
function readXml(text: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const open: string[] = [];
  const token = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z][a-zA-Z0-9:-]*="[^"<>&]*")*)(\/?)>|([^<>]+)/gy;
  while (token.lastIndex < text.length) {
    const start = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new Error(`not XML at ${text.slice(start, start + 60)}`);
    const [, slash, name = "", , is_empty, content] = match;
    if (content !== undefined) {
      const bare = content.replace(/&(?:amp|lt|gt|quot);/g, "");
      if (/&|[^\P{C}\t\n\r]/u.test(bare)) throw new Error(`not XML: ${content}`);
      const element = open.at(-1) ?? "";
      if (content.trim() !== "") texts.set(element, [...(texts.get(element) ?? []), content]);
    } else if (slash === "/") {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
    } else if (is_empty !== "/") {
      open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join()}`);
  return texts;
}

describe("the picture", () => {
  const network = generateNetwork();
  const stations = network.main_line;
  const graph: TrainGraph = {
    title: "A & B",
    stations,
    kinds: [...new Set(network.train_schedules.map((train) => train.rolling_stock_name))].map(
      (kind) => ({ kind, label: `<${kind}>` }),
    ),
    trains: network.train_schedules.map((train) => {
      const start_ms = Date.parse(train.start_time);
      const points = stations.map(({ distance_m }) => {
        return { time_ms: start_ms + distance_m * 30, distance_m };
      });
      return { name: train.train_name, kind: train.rolling_stock_name, points };
    }),
  };
  const svg = drawTrainGraph(graph);

  it("is well-formed and shows every station, train and kind", () => {
    const texts = readXml(svg).get("text") ?? [];
    for (const { name } of stations) expect(texts).toContain(name);
    for (const { train_name } of network.train_schedules) expect(texts).toContain(train_name);
    for (const { label } of graph.kinds) {
      const escaped = label.replace("<", "&lt;").replace(">", "&gt;");
      expect(texts.some((text) => text.startsWith(escaped))).toBe(true);
    }
    expect(texts).toContain("A &amp; B");
    expect(svg.match(/<polyline /g)).toHaveLength(network.train_schedules.length);
  });

  it("places stations to scale and hours evenly", () => {
    const line = /y1="([\d.]+)" x2="\d+" y2="\1"/g;
    const ys = [...svg.matchAll(line)].map(([, y]) => Number(y)).slice(-stations.length);
    const span_m = stations.at(-1)!.distance_m - stations[0]!.distance_m;
    const span = ys.at(-1)! - ys[0]!;
    for (const [i, { distance_m }] of stations.entries()) {
      const expected = ys[0]! + ((distance_m - stations[0]!.distance_m) / span_m) * span;
      expect(Math.abs(ys[i]! - expected)).toBeLessThan(0.2);
    }
    const hours = readXml(svg)
      .get("text")!
      .filter((text) => /^\d\d:00$/.test(text));
    expect(hours.slice(0, 4)).toEqual(["05:00", "05:00", "06:00", "06:00"]);
  });

  it("stays well-formed with hostile names and without trains", () => {
    const name = 'a<script>&"\u0000\u001b\uFFFF</text>';
    const hostile = { ...graph, title: name, stations: stations.map((s) => ({ ...s, name })) };
    expect(() => readXml(drawTrainGraph(hostile))).not.toThrow();
    expect(() => readXml(drawTrainGraph({ ...graph, trains: [] }))).not.toThrow();
  });
});

describe("the table", () => {
  it("lines up figures and adds them up", () => {
    const success = { status: "success", length: 12_345_678, time: 3_661_000 };
    const rows = [
      {
        train_name: "1",
        rolling_stock_name: "x",
        stop_count: 2,
        summary: { ...success, energy_consumption: 7.2e6 },
      },
      { train_name: "22", rolling_stock_name: "yy", stop_count: 10, summary: { status: "failed" } },
    ];
    const lines = printTable(rows).split("\n");
    expect(lines).toHaveLength(6);
    expect(lines[2]).toMatch(/^1 +x +12\.3 +1:01:01 +2 +2$/);
    expect(lines[3]).toMatch(/^22 +yy +failed +10 *$/);
    expect(lines[5]).toMatch(/^2 trains +12\.3 +1:01:01 +12 +2$/);
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
  });

  it("prints durations as hours, minutes and seconds", () => {
    expect(printDuration(59_499)).toBe("0:00:59");
    expect(printDuration(59_500)).toBe("0:01:00");
    expect(printDuration(36_000_000)).toBe("10:00:00");
  });
});
