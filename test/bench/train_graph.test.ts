/**
 * The demo's picture and table: runs and conflicts are placed on the main line by the stations that
 * they meet (values worked out by hand), the SVG is well-formed whatever the names are, and shows every
 * station, train and conflict; paced trains are expanded as the server does.
 */
import { describe, expect, it } from "vitest";
import { listStretches } from "../../bench/demo/conflict_marks.ts";
import {
  drawRun,
  findTies,
  findZone,
  SHORT_TERM,
  type TrainGraph,
} from "../../bench/demo/graph.ts";
import { listOwners, listRunningTrains } from "../../bench/demo/occurrences.ts";
import { drawTrainGraph } from "../../bench/demo/svg.ts";
import { listRows, printDuration, printTable, type TrainRow } from "../../bench/demo/table.ts";
import { generateNetwork } from "../../bench/network.ts";

const STATIONS = [
  { name: "West", trigram: "WST", uic: 1, distance_m: 300 },
  { name: "Middle", trigram: "MID", uic: 2, distance_m: 10_300 },
  { name: "East", trigram: "EST", uic: 3, distance_m: 30_300 },
];

function point(uic: number, position: number, ch = "BV") {
  return { position, extensions: { identifier: { uic }, sncf: { ch } } };
}

function tiesOf(...operational_points: ReturnType<typeof point>[]) {
  return findTies({ operational_points }, STATIONS);
}

describe("a run on the main line", () => {
  it("passes stations at their distances, although the path counts from its own start", () => {
    const ties = tiesOf(point(1, 0), point(2, 10_000_000), point(3, 30_000_000));
    const curve = { positions: [0, 5_000_000, 30_000_000], times: [0, 100_000, 600_000] };
    expect(drawRun(curve, 1_000_000, ties)).toEqual([
      { time_ms: 1_000_000, distance_m: 300 },
      { time_ms: 1_100_000, distance_m: 5_300 },
      { time_ms: 1_200_000, distance_m: 10_300 },
      { time_ms: 1_600_000, distance_m: 30_300 },
    ]);
  });

  it("runs backwards along the line when the train does, and keeps stops level", () => {
    const curve = { positions: [0, 10_000_000, 10_000_000, 20_000_000], times: [0, 10, 70, 80] };
    const drawn = drawRun(curve, 0, tiesOf(point(3, 0), point(2, 20_000_000)));
    expect(drawn.map(({ distance_m }) => distance_m)).toEqual([30_300, 20_300, 20_300, 10_300]);
  });

  it("is cut where the train leaves the line for a branch", () => {
    const ties = tiesOf(
      point(1, 0),
      point(2, 9_000_000),
      point(2, 9_900_000, "BIF"),
      point(77, 17_000_000),
    );
    const curve = { positions: [0, 10_000_000, 18_000_000], times: [0, 10, 20] };
    expect(drawRun(curve, 0, ties).map(({ distance_m }) => distance_m)).toEqual([300, 10_300]);
  });

  it("has no points when it meets one station of the line only", () => {
    expect(drawRun({ positions: [0, 1], times: [0, 1] }, 0, tiesOf(point(1, 0)))).toEqual([]);
  });
});

describe("a zone on the main line", () => {
  const ties = tiesOf(point(3, 0), point(2, 20_000_000), point(77, 30_000_000));
  const entry = (zone: string, position: number) => ({ zone, position, is_entry: true });
  const run = {
    positions: [0, 30_000_000],
    times: [0, 1],
    zone_updates: [
      entry("first", 0),
      entry("second", 5_000_000),
      { zone: "first", position: 5_200_000, is_entry: false },
      entry("third", 19_000_000),
      entry("branch", 21_000_000),
    ],
  };

  it("reaches from where the train enters it to where it enters the next", () => {
    expect(findZone("second", run, ties)).toEqual({ from_m: 11_300, to_m: 25_300 });
  });

  it("is cut where the train leaves the line, and is nowhere beyond", () => {
    expect(findZone("third", run, ties)).toEqual({ from_m: 10_300, to_m: 11_300 });
    expect(findZone("branch", run, ties)).toBeNull();
    expect(findZone("elsewhere", run, ties)).toBeNull();
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

const CONTESTED = {
  begin_ms: Date.parse("2026-03-02T06:00:00Z"),
  end_ms: Date.parse("2026-03-02T06:00:10Z"),
  from_m: 20_000,
  to_m: 30_000,
};

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The corners of each conflict's shape, in the order of the picture. */
function readShapes(svg: string): Point[][] {
  return [...svg.matchAll(/<polygon points="([^"]*)"/g)].map(([, points = ""]) =>
    points.split(" ").map((pair) => {
      const [x = Number.NaN, y = Number.NaN] = pair.split(",").map(Number);
      return { x, y };
    }),
  );
}

function edgesOf(shape: readonly Point[]) {
  const [xs, ys] = [shape.map(({ x }) => x), shape.map(({ y }) => y)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

/** Whether a point is inside: a ray to the right crosses the outline an odd number of times. */
function isInside(shape: readonly Point[], { x, y }: Point): boolean {
  const crossings = shape.filter((a, i) => {
    const b = shape[(i + 1) % shape.length]!;
    return a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x);
  });
  return crossings.length % 2 === 1;
}

/** The numbers' circles, by number. */
function readMarks(svg: string): Map<number, Point> {
  const mark = /<circle cx="([\d.]+)" cy="([\d.]+)"[^>]*><title>(\d+): /g;
  return new Map(
    [...svg.matchAll(mark)].map(([, x, y, number]) => [
      Number(number),
      { x: Number(x), y: Number(y) },
    ]),
  );
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
      const { train_name: name, rolling_stock_name: kind } = train;
      return { name, kind, is_paced: name.endsWith("1"), points, base_points: points };
    }),
    conflicts: [
      { kind: "Spacing", names: ["<1>", "2"], zones: [CONTESTED, CONTESTED] },
      { kind: "Routing", names: ["1", "3"], zones: [CONTESTED] },
    ],
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
    // The final run and the base run of each.
    expect(svg.match(/<polyline /g)).toHaveLength(network.train_schedules.length * 2);
    expect(readXml(svg).get("title")).toContain("1: spacing conflict of &lt;1&gt; and 2");
    expect(texts).toEqual(expect.arrayContaining(["spacing conflict (1)", "routing conflict (1)"]));
  });

  it("shows a conflict where and when it is, as one shape that is never too small to be seen", () => {
    const shapes = readShapes(svg);
    expect(shapes).toHaveLength(2);
    const { left, right, top, bottom } = edgesOf(shapes[0]!);
    const hours = [...svg.matchAll(/<text x="([\d.]+)" [^>]*>0([56]):00</g)];
    const [five = 0, six = 0] = [hours[0], hours[2]].map((match) => Number(match?.[1]));
    const ten_seconds = (six - five) / 360;
    expect(Math.abs((left + right) / 2 - (six + ten_seconds / 2))).toBeLessThan(0.2);
    expect(right - left).toBeGreaterThan(ten_seconds);
    const line = /y1="([\d.]+)" x2="\d+" y2="\1"/g;
    const ys = [...svg.matchAll(line)].map(([, at]) => Number(at)).slice(-stations.length);
    const per_m = (ys.at(-1)! - ys[0]!) / (stations.at(-1)!.distance_m - stations[0]!.distance_m);
    expect(Math.abs(top - (ys[0]! + (20_000 - stations[0]!.distance_m) * per_m))).toBeLessThan(0.2);
    expect(Math.abs(bottom - top - 10_000 * per_m)).toBeLessThan(0.2);
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

describe("conflicts in the picture", () => {
  const MINUTE_MS = 60_000;
  const line = generateNetwork().main_line;
  const first_m = line[0]!.distance_m;
  const start_ms = Date.parse("2026-03-02T06:00:00Z");
  /** A kilometre in half a minute, zones of two: the second train is 90 s behind the first. */
  const chase = Array.from({ length: 25 }, (_, i) => ({
    begin_ms: start_ms + i * MINUTE_MS,
    end_ms: start_ms + (i + 1) * MINUTE_MS + 90_000,
    from_m: first_m + 10_000 + i * 2000,
    to_m: first_m + 12_000 + i * 2000,
  }));
  const runOf = (delay_ms: number) =>
    Array.from({ length: 51 }, (_, km) => ({
      time_ms: start_ms + delay_ms + km * 30_000,
      distance_m: first_m + 10_000 + km * 1000,
    }));
  const trains = [0, 90_000].map((delay_ms, i) => {
    const points = runOf(delay_ms);
    return { name: `${i}`, kind: "k", is_paced: false, points, base_points: points };
  });
  const graph: TrainGraph = {
    title: "A chase",
    stations: line,
    kinds: [{ kind: "k", label: "k" }],
    trains,
    conflicts: [{ kind: "Spacing", names: ["0", "1"], zones: chase }],
  };

  it("makes a long one a single shape along the lines of its trains", () => {
    const svg = drawTrainGraph(graph);
    const shapes = readShapes(svg);
    expect(shapes).toHaveLength(1);
    const lines = [...svg.matchAll(/<polyline points="([^"]*)"[^>]*>[^<]*<title>/g)];
    expect(lines).toHaveLength(2);
    for (const [, points = ""] of lines) {
      // Its ends are on the outline.
      const inner = points.split(" ").slice(2, -2);
      expect(inner.length).toBeGreaterThan(40);
      for (const pair of inner) {
        const [x = 0, y = 0] = pair.split(",").map(Number);
        expect(isInside(shapes[0]!, { x, y }), pair).toBe(true);
      }
    }
    // Along the lines: a small part of the frame that would hold it all.
    const { left, right, top, bottom } = edgesOf(shapes[0]!);
    const area = shapes[0]!.reduce((sum, a, i, all) => {
      const b = all[(i + 1) % all.length]!;
      return sum + (a.x * b.y - b.x * a.y) / 2;
    }, 0);
    expect(Math.abs(area)).toBeLessThan((right - left) * (bottom - top) * 0.25);
  });

  it("draws a train that was fitted in dashed, and no other", () => {
    const svg = drawTrainGraph({
      ...graph,
      kinds: [...graph.kinds, { kind: SHORT_TERM, label: "fitted in" }],
      trains: trains.map((train, i) => (i === 0 ? { ...train, kind: SHORT_TERM } : train)),
    });
    const lines = [...svg.matchAll(/<polyline points="[^"]*"([^>]*)>[^<]*<title>(\d)/g)];
    const dashed = lines.filter(([, style = ""]) => style.includes("stroke-dasharray"));
    expect(dashed.map(([, , name]) => name)).toEqual(["0"]);
    expect(lines).toHaveLength(2);
  });

  it("takes tracks that lie side by side as one stretch, for as long as any of them is contested", () => {
    const zone = (from_m: number, to_m: number, begin_ms: number, end_ms: number) => ({
      begin_ms,
      end_ms,
      from_m,
      to_m,
    });
    expect(listStretches([zone(0, 20, 5, 7), zone(10, 30, 6, 9), zone(40, 50, 1, 2)])).toEqual([
      zone(0, 10, 5, 7),
      zone(10, 20, 5, 9),
      zone(20, 30, 6, 9),
      zone(40, 50, 1, 2),
    ]);
  });

  const crowd = Array.from({ length: 30 }, (_, i) => ({
    kind: i % 2 === 0 ? ("Spacing" as const) : ("Routing" as const),
    names: [`train ${i}`, "a train with a name that is too long for the list"],
    // The last one begins first.
    zones: [{ ...chase[0]!, begin_ms: start_ms - i * 5000, from_m: first_m, to_m: first_m + 300 }],
  }));
  const crowded = drawTrainGraph({ ...graph, conflicts: crowd });

  it("numbers them by their begin, in the picture and in the list below it", () => {
    const numbers = crowd.map((_, i) => i + 1);
    expect([...readMarks(crowded).keys()]).toEqual(numbers);
    const parts = readXml(crowded).get("tspan") ?? [];
    const rows = crowd.map((_, i) => parts.slice(i * 6, i * 6 + 6));
    expect(rows.map(([number]) => Number(number))).toEqual(numbers);
    expect(rows[0]).toEqual([
      "1",
      "routing",
      "05:57 – 06:02",
      "km 0.0 – 0.3",
      line[0]!.name,
      "train 29, a train…",
    ]);
    const title =
      "1: routing conflict of train 29 and a train with a name that is too long for the list";
    expect(readXml(crowded).get("title")).toContain(title);
    expect(readXml(drawTrainGraph({ ...graph, conflicts: [] })).get("tspan")).toBeUndefined();
  });

  it("keeps numbers apart from each other and inside of the plot", () => {
    const marks = [...readMarks(crowded).values()];
    const top = Math.min(...marks.map(({ y }) => y));
    const hours_y = Number(/<text x="[\d.]+" y="([\d.]+)"[^>]*>\d\d:00</.exec(crowded)?.[1]);
    expect(top).toBeGreaterThan(hours_y + 8);
    for (const [i, a] of marks.entries()) {
      for (const b of marks.slice(i + 1)) {
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(17);
      }
    }
  });

  it("lines the list up in columns below the plot and inside of the picture", () => {
    const [, width = 0, height = 0] = /viewBox="0 0 (\d+) (\d+)"/.exec(crowded)!.map(Number);
    const rows = [...crowded.matchAll(/<text y="([\d.]+)" font-size="12"><title>.*?<\/text>/g)];
    expect(rows).toHaveLength(crowd.length);
    const plot_bottom = Number(/y2="(\d+)" stroke="#8a8a8a"/.exec(crowded)?.[1]);
    const columns = new Set<string>();
    for (const [row, y] of rows) {
      expect(Number(y)).toBeGreaterThan(plot_bottom + 40);
      expect(Number(y)).toBeLessThan(height);
      const xs = [...row.matchAll(/<tspan x="([\d.]+)"/g)].map(([, x]) => Number(x));
      expect(xs).toEqual([...xs].sort((a, b) => a - b));
      expect(xs.at(-1)).toBeLessThan(width - 100);
      columns.add(xs.map((x) => x - xs[0]!).join());
    }
    expect(columns.size).toBe(1);
    expect(new Set(rows.map(([row]) => /<tspan x="([\d.]+)"/.exec(row)?.[1])).size).toBeLessThan(4);
  });
});

describe("the table", () => {
  it("lines up figures, marks warnings and conflicts, and adds up what runs", () => {
    const success = {
      status: "success",
      length: 12_345_678,
      time: 3_661_000,
      path_item_times_base: [0, 3_600_000],
      warnings_count: 3,
      energy_consumption: 7.2e6,
    };
    const rows: TrainRow[] = [
      {
        train_name: "1",
        rolling_stock_name: "x",
        run_count: 2,
        stop_count: 2,
        conflict_count: 7,
        summary: success,
      },
      {
        train_name: "22",
        rolling_stock_name: "yy",
        run_count: 1,
        stop_count: 10,
        conflict_count: 0,
        summary: { status: "failed" },
      },
    ];
    const lines = printTable(rows).split("\n");
    expect(lines).toHaveLength(6);
    expect(lines[2]).toMatch(/^1 +x +2 +12\.3 +2 +1:00:00 +1:01:01 +2 +7 +! 3$/);
    expect(lines[3]).toMatch(/^22 +yy +1 +failed +10 *$/);
    expect(lines[5]).toMatch(/^total +3 +24\.7 +14 +2:00:00 +2:02:02 +4 +3$/);
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
  });

  it("has a row for each exception that runs differently, with the conflicts of its trains", () => {
    const network = generateNetwork();
    const imported = {
      infra_id: 1,
      electrical_profile_set_id: 2,
      timetable_id: 3,
      train_ids: network.train_schedules.map((_, i) => 100 + i),
      rolling_stock_ids: new Map(),
      paced_train_ids: [1000, 1001],
    };
    const trains = listRunningTrains(network, imported);
    const summary = { status: "success" };
    const conflict = {
      train_ids: [100],
      paced_train_occurrence_ids: [
        { paced_train_id: 1000, index: 1, exception_key: "late" },
        { paced_train_id: 1001, index: 2, exception_key: "railcar" },
      ],
      conflict_type: "Spacing" as const,
      requirements: [],
    };
    const rows = listRows(network, trains, {
      summaries: network.train_schedules.map(() => summary),
      paced_summaries: [
        { paced_train: summary, exceptions: {} },
        { paced_train: summary, exceptions: { railcar: summary } },
      ],
      elapsed_ms: 0,
      conflicts: [conflict],
      conflicts_ms: 0,
    });
    expect(
      listOwners(conflict).map((owner) => trains.find((t) => t.owner === owner)?.name),
    ).toEqual([network.train_schedules[0]!.train_name, "R1 late", "R2 railcar"]);
    const count = network.train_schedules.length;
    const shown = [rows[0], ...rows.slice(count)].map((row) => [
      row?.train_name,
      row?.run_count,
      row?.conflict_count,
    ]);
    expect(shown).toEqual([
      [network.train_schedules[0]!.train_name, 1, 1],
      ["R1", 6, 1],
      ["R2", 7, 0],
      ["R2 railcar", 1, 1],
    ]);
  });

  it("prints durations as hours, minutes and seconds", () => {
    expect(printDuration(59_499)).toBe("0:00:59");
    expect(printDuration(59_500)).toBe("0:01:00");
    expect(printDuration(36_000_000)).toBe("10:00:00");
  });
});
