// Method: a line of three trains worked out by hand; files read again by the package's own unzip and by a reader of
// CSV written here.
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { guardText, unguardText } from "../../../src/railway/table_text.ts";
import { layOut } from "../../../web/src/graph/occupancy.ts";
import type { Run } from "../../../web/src/graph/runs.ts";
import { printCsv, printXlsx } from "../../../web/src/out/table_files.ts";
import {
  makeBoard,
  makeDriverSheet,
  makeLineTable,
  type Table,
} from "../../../web/src/out/tables.ts";
import { LAST_WAYPOINT, MINUTE_MS, runOf, TWO_HOURS } from "../graph/drawn_runs.ts";

const clock = (time_ms: number): string => new Date(time_ms).toISOString().slice(11, 16);
const STATIONS = [
  { id: "a", name: "Alpha", share: 0, position_mm: 0 },
  { id: "b", name: "Beta", share: 0.2, position_mm: 20_000_000 },
  { id: "c", name: "Gamma", share: 1, position_mm: 100_000_000 },
];
const TEXTS = {
  title: "line",
  station: "Station",
  km: "km",
  arrives: "arr.",
  departs: "dep.",
  clock,
  passes: (time_ms: number) => `(${clock(time_ms)})`,
  category: () => "",
  estimated: (text: string) => `~${text}`,
  lastWaypoint: () => LAST_WAYPOINT,
};

const DRAWN = STATIONS.map(({ id, position_mm }) => ({ id, km: position_mm / 1e6 }));
const draw = (name: string, start_min: number, points: [number, number][]): Run =>
  runOf(name, start_min, points, DRAWN);

const STOPPING = draw("1", 10, [
  [0, 0],
  [10, 20],
  [12, 20],
  [50, 100],
]);
const FAST = draw("3", 5, [
  [0, 0],
  [20, 100],
]);
const SHORT = draw("5", 40, [
  [0, 20],
  [30, 100],
]);
const BACK = draw("2", 20, [
  [0, 100],
  [40, 0],
]);

describe("the table of a line", () => {
  const runs = [STOPPING, BACK, FAST, SHORT];

  it("has its trains by time, arrivals above departures, and says who passes", () => {
    const { heads, rows } = makeLineTable(runs, STATIONS, false, TEXTS);
    expect(heads[0]).toEqual(["Station", "km", "", "3", "1", "5"]);
    expect(rows).toEqual([
      ["Alpha", 0, "", "06:05", "06:10", ""],
      ["Beta", 20, "arr.", "", "06:20", ""],
      ["", "", "dep.", "(06:09)", "06:22", "06:40"],
      ["Gamma", 100, "", "06:25", "07:00", "07:10"],
    ]);
  });

  it("marks what is estimated, and what is on no track of the axis has its own times", () => {
    const [first, beta, last] = STOPPING.passes;
    const passes = [first!, { ...beta!, is_estimated: true }, last!];
    const { rows } = makeLineTable([{ ...STOPPING, passes }], STATIONS, false, TEXTS);
    expect(rows.slice(1, 3)).toEqual([
      ["Beta", 20, "arr.", "~06:20"],
      ["", "", "dep.", "~06:22"],
    ]);
  });

  it("tells arrival and departure of trains that come from beyond the axis or go on beyond it", () => {
    const [first, beta, last] = STOPPING.passes;
    const passes = [
      { ...first!, departure_ms: 2 * MINUTE_MS, waypoint: 3 },
      { ...beta!, departure_ms: beta!.arrival_ms },
      { ...last!, departure_ms: 51 * MINUTE_MS, waypoint: 5 },
    ];
    const through = { ...STOPPING, passes };
    const unstopped = passes.map((pass) => ({ ...pass, departure_ms: pass.arrival_ms }));
    const past = { ...STOPPING, start_ms: STOPPING.start_ms + 1, passes: unstopped };
    // It stands at its ends before its start and after its arrival, which is its own affair.
    const stands = { ...last!, departure_ms: 53 * MINUTE_MS };
    const own = { ...STOPPING, start_ms: STOPPING.start_ms + 2, passes: [first!, beta!, stands] };
    expect(makeLineTable([through, past, own], STATIONS, false, TEXTS).rows).toEqual([
      ["Alpha", 0, "arr.", "06:10", "", ""],
      ["", "", "dep.", "06:12", "(06:10)", "06:10"],
      ["Beta", 20, "arr.", "", "", "06:20"],
      ["", "", "dep.", "(06:20)", "(06:20)", "06:22"],
      ["Gamma", 100, "arr.", "07:00", "", "07:00"],
      ["", "", "dep.", "07:01", "(07:00)", ""],
    ]);
  });

  it("has a station again where a train comes to it again", () => {
    const [first, beta, last] = STOPPING.passes;
    const again = { ...beta!, arrival_ms: 30 * MINUTE_MS, departure_ms: 30 * MINUTE_MS };
    const twice = { ...STOPPING, passes: [first!, beta!, again, last!] };
    expect(makeLineTable([twice, FAST], STATIONS, false, TEXTS).rows).toEqual([
      ["Alpha", 0, "", "06:05", "06:10"],
      ["Beta", 20, "arr.", "", "06:20"],
      ["", "", "dep.", "(06:09)", "06:22"],
      ["Beta", 20, "", "", "(06:40)"],
      ["Gamma", 100, "", "06:25", "07:00"],
    ]);
  });

  it("tells the days of its trains, long ones as notes, equal ones by one number", () => {
    const texts: Record<string, string> = {
      "1": "Mo–Fr, not 25 Dec",
      "3": "Sa",
      "5": "Mo–Fr, not 25 Dec",
    };
    const days = ({ name }: Run): string => texts[name] ?? "daily from 1 Jul";
    const table = makeLineTable(runs, STATIONS, false, { ...TEXTS, days });
    expect(table.heads[2]).toEqual(["", "", "", "Sa", "1)", "1)"]);
    expect(table.notes).toEqual(["1) Mo–Fr, not 25 Dec"]);
    const back = makeLineTable(runs, STATIONS, true, { ...TEXTS, days });
    expect([back.heads[2]?.at(-1), back.notes]).toEqual(["1)", ["1) daily from 1 Jul"]]);
    expect(printCsv([table])).toMatch(/\r\n"?1\) Mo–Fr, not 25 Dec"?\r\n$/);
    const files = unzipSync(printXlsx([table]));
    const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet).toContain("1) Mo–Fr, not 25 Dec");
  });

  it("has the other direction the other way round", () => {
    const { heads, rows } = makeLineTable(runs, STATIONS, true, TEXTS);
    expect(heads[0]).toEqual(["Station", "km", "", "2"]);
    expect(rows).toEqual([
      ["Gamma", 100, "", "06:20"],
      ["Beta", 20, "", "(06:52)"],
      ["Alpha", 0, "", "07:00"],
    ]);
  });
});

describe("the board of a station", () => {
  it("lists its visits with where they come from and go to", () => {
    const told = {
      track: "T1",
      waypoint: null,
      is_stop: true,
      is_estimated: false,
      conflicts: [],
    };
    const visit = { run: STOPPING, from_ms: TWO_HOURS.from_ms, ...told };
    const visits = [
      { ...visit, to_ms: visit.from_ms },
      { ...visit, run: BACK, to_ms: visit.from_ms + 60_000 },
      { ...visit, to_ms: visit.from_ms + 60_000, waypoint: 0 },
      { ...visit, to_ms: visit.from_ms + 60_000, waypoint: LAST_WAYPOINT },
    ];
    expect(layOut(visits, [], TWO_HOURS).bars).toHaveLength(4);
    const heads = ["Arrives", "Departs", "Train", "Category", "From", "To", "Track", "Conflicts"];
    const { estimated, lastWaypoint } = TEXTS;
    const texts = {
      title: "Beta",
      heads,
      clock,
      category: () => "c",
      track: () => "2",
      estimated,
      lastWaypoint,
    };
    expect(makeBoard(visits, STATIONS, texts).rows).toEqual([
      ["", "06:00", "1", "c", "Alpha", "Gamma", "2", ""],
      ["06:00", "06:01", "2", "c", "Gamma", "Alpha", "2", ""],
      // One begins here, one ends.
      ["", "06:01", "1", "c", "Alpha", "Gamma", "2", ""],
      ["06:00", "", "1", "c", "Alpha", "Gamma", "2", ""],
    ]);
  });
});

describe("the sheet of a train", () => {
  const passOf = (from_min: number, to_min: number, is_estimated = false) => ({
    arrival_ms: from_min * 60_000,
    departure_ms: to_min * 60_000,
    is_estimated,
  });

  it("has a line for each place where something begins; its last station is under arrivals", () => {
    const { estimated } = TEXTS;
    const data = {
      start_ms: TWO_HOURS.from_ms,
      stations: [
        { position_mm: 0, value: { name: "Alpha", track: "1", pass: passOf(0, 0) } },
        { position_mm: 20_100_000, value: { name: "Beta", track: "2", pass: passOf(10, 12) } },
        { position_mm: 60e6, value: { name: "Halt", track: "", pass: passOf(30, 30, true) } },
        { position_mm: 70e6, value: { name: "Nowhere", track: "", pass: null } },
        { position_mm: 100e6, value: { name: "Gamma", track: "", pass: passOf(50, 50) } },
      ],
      speeds: [
        { position_mm: 0, value: 44.444 },
        { position_mm: 50e6, value: 25 },
      ],
      signalling: [{ position_mm: 0, value: "BAL" }],
    };
    const heads = ["km", "Place", "Arrives", "Departs", "Track", "km/h", "Signalling"];
    expect(makeDriverSheet(data, { title: "1", heads, clock, estimated }).rows).toEqual([
      [0, "Alpha", "", "06:00", "1", 160, "BAL"],
      [20.1, "Beta", "06:10", "06:12", "2", "", ""],
      [50, "", "", "", "", 90, ""],
      [60, "Halt", "", "~06:30", "", "", ""],
      [70, "Nowhere", "", "", "", "", ""],
      [100, "Gamma", "06:50", "", "", "", ""],
    ]);
  });
});

const HOSTILE = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  " =cmd|' /C calc'!A0",
  'quote " and, comma',
  "two\nlines",
  "<b>&amp;</b>",
  "\u0000\u{d800}x",
  "名前 𝒯",
];
const TABLE: Table = {
  title: "[a]:*?/\\ a title of a sheet that is much too long for any spreadsheet",
  heads: [["name", "number"]],
  rows: HOSTILE.map((name, i) => [name, -1 - i]),
  fixed_count: 2,
};

/** RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
  }
  return rows;
}

describe("tables as files", () => {
  it("have no formula in a CSV, and all else as it is", () => {
    const rows = readCsv(printCsv([TABLE])).slice(2, 2 + HOSTILE.length);
    expect(rows.map(([, number]) => Number(number))).toEqual(HOSTILE.map((_one, i) => -1 - i));
    for (const [i, [name = ""]] of rows.entries()) {
      expect(name).not.toMatch(/(^|[;\t\r\n])\s*[=+\-@|%\t\r]/);
      expect(unguardText(name)).toBe(HOSTILE[i]);
      expect(name).toBe(guardText(HOSTILE[i] ?? ""));
    }
  });

  it("have texts alone in an XLSX: no formula, no broken XML, a sheet for each table", () => {
    const files = unzipSync(printXlsx([TABLE, { ...TABLE, fixed_count: 1 }]));
    const names = Object.keys(files).sort();
    expect(names).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
      "xl/worksheets/sheet2.xml",
    ]);
    const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet).not.toMatch(/<f[ >]|t="str"|<b>/);
    expect(sheet).not.toContain("\0");
    const texts = [...sheet.matchAll(/<c r="A(\d+)" t="inlineStr"><is><t[^>]*>([^<]*)<\/t>/g)];
    expect(texts).toHaveLength(HOSTILE.length + 1);
    expect(texts[1]?.[2]).toBe("'=1+1");
    expect(sheet).toContain('<c r="B2"><v>-1</v></c>');
    const workbook = strFromU8(files["xl/workbook.xml"] ?? new Uint8Array());
    const sheets = [...workbook.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name ?? "");
    expect(new Set(sheets).size).toBe(2);
    expect(sheets.every((name) => name.length <= 31 && !/[[\]:*?/\\]/.test(name))).toBe(true);
  });
});
