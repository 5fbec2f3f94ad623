/**
 * Method: in a file of every format each value in turn leads nowhere. Where fewer things come in than
 * of the whole file, the file is refused or its report tells what that of the whole one does not. No value that is
 * nothing, wrong, too long or another one's id refuses a timetable of which trains are left.
 */
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { ReportRow } from "../../../workers/exchange/exchange_report.ts";
import { importNetwork } from "../../../workers/exchange/import_network.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { FPL_LINE } from "./fpl_files.ts";
import { GTFS_FEED } from "./gtfs_files.ts";
import { NETEX } from "./netex_files.ts";
import { encode, makeNetgraph } from "./nge_files.ts";
import { RAILML2, RAILML3 } from "./railml_files.ts";
import { RAILML_TIMETABLE, RAILML3_TIMETABLE } from "./railml_timetable_files.ts";

const DAY_MS = 86_400_000;
const NOWHERE = "nowhere";

/** How many things came in, and the report; null: refused. */
type Outcome = { readonly things: number; readonly report: readonly ReportRow[] } | null;

/** Whether a report has what another one has not. */
function tellsMore(report: readonly ReportRow[], than: readonly ReportRow[]): boolean {
  return report.some(({ code, where, count }) => {
    const known = than.find((row) => row.code === code && row.where.element === where.element);
    return count > (known?.count ?? 0);
  });
}

/** Items of all lists, at every depth. */
function countItems(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((sum, one) => sum + countItems(one), own);
}

type Format = "railml" | "netex" | "fpl" | "gtfs" | "nge";

const OPTIONS = {
  rolling_stock_name: "Regional 160",
  start_ms: Date.UTC(2026, 2, 2),
  window_ms: 7 * DAY_MS,
  is_strict: false,
  stations: null,
};

function readTrains(format: Format, bytes: Uint8Array): Outcome {
  const outcome = readTimetableFile(format, { ...OPTIONS, bytes });
  if (!outcome.ok) return null;
  const { form, report } = outcome.value;
  return { things: countItems(form), report };
}

function readNetwork(text: string): Outcome {
  const imported = importNetwork("railml", strToU8(text));
  if (!imported.ok) return null;
  const { document, report } = imported.value;
  return { things: countItems(document), report };
}

/** The file with one attribute or text that is another one. */
function* spoilXml(
  text: string,
  other = NOWHERE,
): Generator<readonly [what: string, file: string]> {
  for (const match of text.matchAll(
    / (?!xmlns|version|encoding)[\w:]+="([^"]*)"|>([^<>\s][^<>]*)</g,
  )) {
    const [whole, attribute] = match;
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + whole.length)];
    const line = before.split("\n").length;
    const spoilt = attribute === undefined ? `>${other}<` : whole.replace(/"[^"]*"/, `"${other}"`);
    yield [`line ${line}:${whole}`, before + spoilt + after];
  }
}

function* spoilFeed(
  feed: Record<string, string>,
  other = NOWHERE,
): Generator<readonly [what: string, file: Uint8Array]> {
  for (const [name, text] of Object.entries(feed)) {
    const lines = text.trim().split("\n");
    for (const [i, line] of lines.entries()) {
      for (const k of i === 0 ? [] : line.split(",").keys()) {
        const spoilt = lines.with(i, line.split(",").with(k, other).join(",")).join("\n");
        const files = Object.entries({ ...feed, [name]: spoilt });
        const zipped = zipSync(Object.fromEntries(files.map(([at, one]) => [at, strToU8(one)])));
        yield [`${name} line ${i + 1} cell ${k + 1}`, zipped];
      }
    }
  }
}

/** The value with one number or text in it that is another one. */
function* spoilJson(
  value: unknown,
  at: string,
  other: { readonly number: unknown; readonly text: unknown } = { number: 987_654, text: NOWHERE },
): Generator<readonly [what: string, value: unknown]> {
  if (typeof value === "number") yield [at, other.number];
  if (typeof value === "string") yield [at, other.text];
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    for (const [path, one] of spoilJson(item, `${at}/${key}`, other)) {
      yield [path, Array.isArray(value) ? value.with(Number(key), one) : { ...value, [key]: one }];
    }
  }
}

function expectTold(
  whole: Outcome,
  spoilt: Iterable<readonly [what: string, read: Outcome]>,
  { least, changes }: { readonly least: number; readonly changes: RegExp },
): void {
  if (whole === null) throw new Error("the whole file is refused");
  let lost = 0;
  const silent: string[] = [];
  for (const [what, one] of spoilt) {
    if (one !== null && one.things >= whole.things) continue;
    lost++;
    if (one === null || tellsMore(one.report, whole.report) || changes.test(what)) continue;
    silent.push(`${what}: ${whole.things} → ${one.things}`);
  }
  expect(silent).toEqual([]);
  expect(lost).toBeGreaterThan(least);
}

function* mapAll<In>(
  all: Iterable<readonly [string, In]>,
  read: (file: In) => Outcome,
): Generator<readonly [string, Outcome]> {
  for (const [what, file] of all) yield [what, read(file)];
}

describe("what is left out of a file is told", () => {
  it.each([
    ["railML 2", RAILML2, /^$/],
    // an unknown direction is both: equal limits become one
    ["railML 3", RAILML3, /applicationDirection/],
  ])("of a network in %s", (_name, text, changes) => {
    const spoilt = mapAll(spoilXml(text), readNetwork);
    expectTold(readNetwork(text), spoilt, { least: 10, changes });
  });

  it.each([
    ["railML 2", "railml", RAILML_TIMETABLE, /^$/],
    ["railML 3", "railml", RAILML3_TIMETABLE, /^$/],
    ["NeTEx", "netex", NETEX, /^$/],
    // days may be fewer, a time that is none else leaves out its place
    ["jTrainGraph", "fpl", FPL_LINE, /^$/],
  ] as const)("of a timetable in %s", (_name, format, text, changes) => {
    const read = (one: string): Outcome => readTrains(format, strToU8(one));
    expectTold(read(text), mapAll(spoilXml(text), read), { least: 10, changes });
  });

  it("of a feed", () => {
    const [[, whole]] = [...spoilFeed({ ...GTFS_FEED, "none.txt": "a\nb" })].slice(-1) as [
      [string, Uint8Array],
    ];
    const read = (bytes: Uint8Array): Outcome => readTrains("gtfs", bytes);
    expectTold(read(whole), mapAll(spoilFeed(GTFS_FEED), read), { least: 10, changes: /^$/ });
  });

  it("of a netgraph", () => {
    const read = (graph: unknown): Outcome => readTrains("nge", encode(graph));
    const graph: unknown = makeNetgraph();
    expectTold(read(graph), mapAll(spoilJson(graph, ""), read), { least: 10, changes: /^$/ });
  });
});

describe("one faulty value refuses no timetable of which trains are left", () => {
  const LONG = "x".repeat(5000);
  /** Each with what it says of all trains: the time zone of a feed. */
  const FILES: readonly (readonly [
    string,
    Format,
    (other: string) => Iterable<readonly [string, Uint8Array]>,
  ])[] = [
    ["railML 2", "railml", (other) => encodeAll(spoilXml(RAILML_TIMETABLE, other))],
    ["railML 3", "railml", (other) => encodeAll(spoilXml(RAILML3_TIMETABLE, other))],
    ["NeTEx", "netex", (other) => encodeAll(spoilXml(NETEX, other))],
    ["jTrainGraph", "fpl", (other) => encodeAll(spoilXml(FPL_LINE, other))],
    ["GTFS", "gtfs", (other) => spoilFeed(GTFS_FEED, other)],
    [
      "netgraph",
      "nge",
      (other) =>
        [
          ...spoilJson(makeNetgraph(), "", { number: other, text: 7 }),
          ...spoilJson(makeNetgraph(), "", { number: -1e300, text: other }),
        ].map(([what, graph]) => [what, encode(graph)] as const),
    ],
  ];

  function* encodeAll(
    all: Iterable<readonly [string, string]>,
  ): Generator<readonly [string, Uint8Array]> {
    for (const [what, text] of all) yield [what, strToU8(text)];
  }

  it.each(FILES)("%s", (_name, format, spoil) => {
    const refused: string[] = [];
    let tried = 0;
    for (const other of [NOWHERE, "", "-1", LONG]) {
      for (const [what, bytes] of spoil(other)) {
        tried++;
        const outcome = readTimetableFile(format, { ...OPTIONS, bytes });
        if (outcome.ok || outcome.error.reason.startsWith("no train of it could be read")) continue;
        if (/agency\.txt line 2 cell 4|TimeZone|Europe/.test(what)) continue;
        refused.push(`${what} '${other.slice(0, 9)}': ${outcome.error.reason.slice(0, 200)}`);
      }
    }
    expect(refused).toEqual([]);
    expect(tried).toBeGreaterThan(100);
  });

  it.each([
    [
      "GTFS",
      "gtfs",
      zipSync(feedBytes({ ...GTFS_FEED, "trips.txt": `${GTFS_FEED["trips.txt"]}r,daily,t1\n` })),
      "trips.txt",
    ],
    [
      "railML 2",
      "railml",
      strToU8(RAILML_TIMETABLE.replace('<ocp id="o3"/>', '<ocp id="o3"/><ocp id="o1"/>')),
      "ocp",
    ],
    [
      "railML 3",
      "railml",
      strToU8(
        RAILML3_TIMETABLE.replace(
          '<operationalPoint id="o3"/>',
          '<operationalPoint id="o3"/><operationalPoint id="o1"/>',
        ),
      ),
      "operationalPoint",
    ],
    ["netgraph", "nge", encode(twiceNamed()), "nodes"],
  ] as const)("an id twice in %s", (_name, format, bytes, element) => {
    const outcome = readTimetableFile(format, { ...OPTIONS, bytes });
    if (!outcome.ok) throw new Error(outcome.error.reason);
    expect(outcome.value.report).toContainEqual(
      expect.objectContaining({
        code: "faulty_left_out",
        where: expect.objectContaining({ element }),
        message: expect.stringContaining("twice"),
      }),
    );
    const strict = readTimetableFile(format, { ...OPTIONS, bytes, is_strict: true });
    expect(strict.ok ? null : strict.error.reason).toContain("twice");
  });

  it("no train of a netgraph is shortened by a section that can't be read", () => {
    const whole = readTimetableFile("nge", { ...OPTIONS, bytes: encode(makeNetgraph()) });
    if (!whole.ok) throw new Error(whole.error.reason);
    for (const field of ["id", "sourceNodeId", "targetArrival"]) {
      const graph = makeNetgraph();
      const [section] = graph["trainrunSections"];
      section[field] = field === "id" ? graph["trainrunSections"][1].id : null;
      const read = readTimetableFile("nge", { ...OPTIONS, bytes: encode(graph) });
      if (!read.ok) throw new Error(read.error.reason);
      const { paced_trains } = read.value.form;
      expect(paced_trains.length).toBeLessThan(whole.value.form.paced_trains.length);
      for (const train of paced_trains) expect(whole.value.form.paced_trains).toContainEqual(train);
    }
  });

  it("a service of more trains than one may stand for, told by its name", () => {
    const frequencies = `${GTFS_FEED["frequencies.txt"]}`
      .replace(",1800,", ",1,")
      .replace("07:10", "26:10");
    const bytes = zipSync(feedBytes({ ...GTFS_FEED, "frequencies.txt": frequencies }));
    const outcome = readTimetableFile("gtfs", { ...OPTIONS, window_ms: 40 * DAY_MS, bytes });
    if (!outcome.ok) throw new Error(outcome.error.reason);
    expect(outcome.value.form.paced_trains).toEqual([]);
    expect(outcome.value.form.train_schedules.length).toBeGreaterThan(0);
    expect(outcome.value.report).toContainEqual(
      expect.objectContaining({
        code: "faulty_left_out",
        where: expect.objectContaining({ element: "trips.txt", id: "t2" }),
      }),
    );
  });
});

function feedBytes(feed: Record<string, string>): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(feed).map(([name, text]) => [name, strToU8(text)]));
}

function twiceNamed(): unknown {
  const graph = makeNetgraph();
  graph["nodes"].push(graph["nodes"][0]);
  return graph;
}
