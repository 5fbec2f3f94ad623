// Method: small tables with times worked out by hand, in every form that a spreadsheet writes; drawn timetables there and back; workbooks made of other people's parts (shared texts, dates as numbers).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { printColumnHead, readColumnHead } from "../../../src/railway/table_columns.ts";
import { COMFORTS, MAIN_CATEGORIES } from "../../../src/railway/train_defaults.ts";
import type { Location } from "../../../src/railway/waypoint.schemas.ts";
import { withTable } from "../../../src/server/written_tables.ts";
import { scanCsv } from "../../../workers/exchange/csv_lines.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { COLUMNS } from "../../../workers/exchange/tables/train_table.ts";
import { StationIndex } from "../../../workers/exchange/timetable/station_index.ts";
import {
  makeTrain,
  type PacedForm,
  type TimetableForm,
  type TrainForm,
} from "../../../workers/exchange/timetable/timetable_form.ts";
import { writeTimetableFile } from "../../../workers/exchange/write_timetable.ts";
import { countTries } from "../../helpers/tried.ts";
import { drawnDated } from "./dated_timetables.ts";
import {
  drawnNumbered,
  drawnOddities,
  drawnPacedTrains,
  drawnTrains,
  label,
  withOddities,
  word,
} from "./drawn_timetables.ts";
import { encode } from "./nge_files.ts";

const OPTIONS = {
  rolling_stock_name: "Regional 160",
  start_ms: Date.UTC(2026, 2, 2),
  window_ms: 86_400_000,
  is_strict: true,
  stations: null,
};

type Table = "csv" | "xlsx";

/** With something in every column. */
const drawnHead = fc.record({
  train_name: word,
  rolling_stock_name: fc.constantFrom("Regional 160", "Fast 200"),
  labels: fc.array(label, { maxLength: 3 }),
  initial_speed: fc.oneof(
    fc.constant(0),
    fc.double({ min: 0, max: 150, noNaN: true }).map((speed) => speed + 0),
  ),
  category: fc.oneof(
    fc.constant(null),
    fc.constantFrom(...MAIN_CATEGORIES).map((main_category) => ({ main_category })),
    word.map((sub_category_code) => ({ sub_category_code })),
  ),
  speed_limit_tag: fc.option(word, { nil: null }),
  comfort: fc.constantFrom(...COMFORTS),
  options: fc.boolean().map((use_electrical_profiles) => ({ use_electrical_profiles })),
  constraint_distribution: fc.constantFrom(
    "STANDARD" as const,
    "MARECO" as const,
    "LINEAR" as const,
  ),
});
const drawnVariation = fc.record({
  oddities: fc.option(drawnOddities, { nil: null }),
  track: fc.oneof(
    fc.constant({}),
    word.map((local_track_name) => ({ local_track_name })),
    word.map((track_id) => ({ track_reference: { track_id } })),
  ),
  is_untimed: fc.boolean(),
  runs_on: fc.boolean(),
  margins: fc.array(fc.constantFrom(null, "0%", "5%", "4.5min/100km"), {
    minLength: 7,
    maxLength: 7,
  }),
});

/** On tracks of its stations, with stops at no time, with margins, marks and restrictions, or running on at its last place. */
function vary<Train extends TrainForm>(
  train: Train,
  {
    track,
    is_untimed,
    runs_on,
    oddities,
    margins: [first, ...later],
  }: typeof drawnVariation extends fc.Arbitrary<infer One> ? One : never,
): Train {
  const end = train.path.at(-1)?.id;
  const stretches = train.path
    .slice(1)
    .flatMap(({ id }, i) => (later[i] ? [{ id, value: later[i] }] : []));
  const varied = {
    ...train,
    margins: {
      boundaries: stretches.map(({ id }) => id),
      values: [first ?? "0%", ...stretches.map(({ value }) => value)],
    },
    path: train.path.map((place) => ("track" in place ? place : { ...place, ...track })),
    schedule: train.schedule.map((point) => {
      if (point.at === end) return runs_on ? { ...point, stop_for: null } : point;
      return is_untimed && point.stop_for !== null ? { ...point, arrival: null } : point;
    }),
  };
  return oddities === null ? varied : withOddities(varied, oddities);
}

const drawn: fc.Arbitrary<TimetableForm> = fc
  .tuple(drawnTrains(1, drawnHead), drawnNumbered(1, drawnHead), drawnVariation)
  .map(([train_schedules, paced_trains, variation]) => ({
    version: 1,
    train_schedules: train_schedules.map((one) => vary(one, variation)),
    paced_trains: paced_trains.map((one) => vary(one, variation)),
  }));
const PAGE = join(import.meta.dirname, "../../../docs/exchange.md");

function read(format: Table, bytes: Uint8Array) {
  const outcome = readTimetableFile(format, { ...OPTIONS, bytes });
  if (!outcome.ok) throw new Error(`${outcome.error.line ?? "-"}: ${outcome.error.reason}`);
  return outcome.value;
}

const TABLE = [
  ["train", "stock", "station", "track", "arrival", "departure", "labels", "remark"],
  ["8601", "Fast 200", "A", "", "", "23:50", "early; by; bus", "x"],
  ["", "", "B", "2", "23:58", "00:01:30", "", ""],
  ["", "", "uic:87", "", "00:10", "", "", ""],
  ["", "", "C", "", "2026-03-03T00:20:00+01:00", "", "", "y"],
  ["8602", "", "C", "", "", "2026-03-02 05:00", "", ""],
  ["8602", "", "A", "", "05:40", "", "", ""],
];

const TRAINS: object[] = [
  {
    train_name: "8601",
    rolling_stock_name: "Fast 200",
    labels: ["early", "by", "bus"],
    start_time: "2026-03-02T23:50:00Z",
    path: [
      { trigram: "A" },
      { trigram: "B", local_track_name: "2" },
      { uic: 87 },
      { trigram: "C" },
    ],
    schedule: [
      { at: "2", arrival: "PT480S", stop_for: "PT210S" },
      { at: "3", arrival: "PT1200S", stop_for: null },
      { at: "4", arrival: "PT1800S", stop_for: "PT0S" },
    ],
  },
  {
    train_name: "8602",
    rolling_stock_name: "Regional 160",
    start_time: "2026-03-02T05:00:00Z",
    schedule: [{ at: "2", arrival: "PT2400S", stop_for: "PT0S" }],
  },
];
// Midnight there is an hour before midnight here: the time is told with its zone.
TABLE[4]![4] = "2026-03-03T01:20:00+01:00";

const printTable = (delimiter: string, end = "\n"): string =>
  TABLE.map((cells) =>
    cells.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter),
  ).join(end);

describe("trains as a table", () => {
  it.each([
    ["commas", encode(printTable(","))],
    ["semicolons and a byte order mark", encode(`\ufeff${printTable(";", "\r\n")}\r\n`)],
    ["tabs in UTF-16", new Uint8Array(Buffer.from(`\ufeff${printTable("\t")}`, "utf16le"))],
  ])("with %s have the times that were worked out by hand", (_what, bytes) => {
    const { form, report } = read("csv", bytes);
    expect(form.train_schedules).toMatchObject(TRAINS);
    expect(form.paced_trains).toEqual([]);
    expect(report).toMatchObject([{ code: "column_left_out", where: { id: "remark", line: 1 } }]);
  });

  it("names its delimiter in a first line, as spreadsheets do", () => {
    for (const delimiter of [";", "|"]) {
      const bytes = encode(`sep=${delimiter}\r\n${printTable(delimiter, "\r\n")}`);
      const { form, report } = read("csv", bytes);
      expect(form.train_schedules).toMatchObject(TRAINS);
      expect(report).toMatchObject([{ code: "column_left_out", where: { id: "remark", line: 2 } }]);
    }
  });

  it("has other names for its columns", () => {
    const names = new Map([
      ["train", "Zug, Nr."],
      ["station", " Ort "],
      ["arrival", "an"],
      ["departure", "departure"],
      ["labels", "100 %"],
    ]);
    const heads = (TABLE[0] ?? []).map((name) => names.get(name) ?? name);
    const rows = [heads, ...TABLE.slice(1)];
    const cells = rows.map((row) => row.map((cell) => `"${cell}"`).join(";")).join("\n");
    const bytes = encode(cells);
    const told = ["train:zug%2C nr.", "station:Ort", "arrival:AN", "labels:100 %", "track:gone"];
    const columns = told.flatMap((word) => [readColumnHead(word)!]);
    const outcome = readTimetableFile("csv", { ...OPTIONS, bytes, columns });
    if (!outcome.ok) throw new Error(outcome.error.reason);
    const { form, report } = outcome.value;
    expect(form.train_schedules).toMatchObject(
      TRAINS.map((train, i) => (i === 0 ? { ...train, path: expect.any(Array) } : train)),
    );
    expect(report.map(({ code, where }) => [code, where.id])).toEqual(
      expect.arrayContaining([["column_left_out", "remark"]]),
    );
    expect(report).toContainEqual(
      expect.objectContaining({
        code: "column_missing",
        where: expect.objectContaining({ id: "gone" }),
      }),
    );
    for (const head of ["x", "tra:in", "", "train:"]) expect(readColumnHead(head)).toBe(null);
    expect(readColumnHead("train:100%")).toEqual(["100%", "train"]);
    for (const [head, column] of columns)
      expect(readColumnHead(printColumnHead([head, column]))).toEqual([head, column]);
  });

  it("is a workbook of shared texts, numbers and dates as well", () => {
    const bytes = makeWorkbook([
      ["train", "station", "departure", "arrival", "interval_s", "window_s"],
      ["s:8603", "s:A", 46083.25, "", 1800, 7200],
      ["", "i:B & C", "", 0.27, "", ""],
    ]);
    const { form, report } = read("xlsx", bytes);
    expect(report).toMatchObject([{ code: "sheet_left_out", where: { id: "b" }, count: 1 }]);
    expect(form.paced_trains).toMatchObject([
      {
        train_name: "8603",
        start_time: "2026-03-02T06:00:00Z",
        paced: { interval: "PT1800S", time_window: "PT7200S" },
        path: [{ trigram: "A" }, { trigram: "B & C" }],
        schedule: [{ at: "2", arrival: "PT1728S", stop_for: "PT0S" }],
      },
    ]);
  });

  it.each<Table>(["csv", "xlsx"])(
    "comes back equal as %s, whatever its names and times",
    (format) => {
      fc.assert(
        fc.property(drawn, (plain) => {
          const { bytes, report } = writeTimetableFile(format, plain, null);
          expect(report.filter(({ code }) => code === "details_left_out")).toEqual([]);
          const again = read(format, bytes).form;
          expect(again).toEqual(plain);
          expect(writeTimetableFile(format, again, null).bytes).toEqual(bytes);
        }),
        { numRuns: countTries({ few: 60, many: 400 }) },
      );
    },
  );

  it("is drawn with several values in every column", () => {
    const options = { numRuns: 60, seed: 1 };
    const forms = [...fc.sample(drawn, options), ...fc.sample(drawnDated(1), options)];
    const lines: string[][] = forms.flatMap((form) => {
      const rows: string[][] = [];
      scanCsv(writeTimetableFile("csv", form, null).bytes, ({ cells }) =>
        rows.push(cells.map(String)),
      );
      const [heads = [], ...cells] = rows;
      return cells.map((one) => Object.keys(COLUMNS).map((name) => one[heads.indexOf(name)] ?? ""));
    });
    const values = Object.keys(COLUMNS).map((name, i) => {
      const own = new Set(lines.map((cells) => cells[i]).filter((cell) => cell !== ""));
      // It is empty where they count.
      const least = name === "electrical_profiles" ? 1 : 2;
      return { name, is_drawn: own.size >= least };
    });
    expect(values.filter(({ is_drawn }) => !is_drawn)).toEqual([]);
  });

  it("has every column in docs/exchange.md (else: npm run tables)", () => {
    const page = readFileSync(PAGE, "utf8");
    expect(withTable(page, "columns")).toBe(page);
  });

  it("has columns of numbers only if some trains have them, and refuses rules that are none", () => {
    const [plain] = fc.sample(drawnPacedTrains(1), { numRuns: 20, seed: 3 }).flat();
    if (plain === undefined) throw new Error("no train");
    const print = (paced_trains: readonly PacedForm[]): string =>
      new TextDecoder().decode(
        writeTimetableFile("csv", { version: 1, train_schedules: [], paced_trains }, null).bytes,
      );
    expect(print([plain])).not.toContain("number");
    const numbering = { first: 4001, step: 2, suffix: "" };
    expect(print([{ ...plain, numbering }]).split("\r\n")[0]).toMatch(
      /,stop_s,number_first,number_step,number_suffix$/,
    );
    const readRule = (rule: string) => {
      const head = "train,station,departure,interval_s,number_first,number_step,number_suffix";
      const text = `${head}\nx,A,8:00,3600,${rule}\n,B,9:00,,,,\n`;
      return readTimetableFile("csv", { ...OPTIONS, bytes: encode(text) });
    };
    expect(readRule("7,,")).toMatchObject({
      value: { form: { paced_trains: [{ numbering: { first: 7, step: 1, suffix: "" } }] } },
    });
    for (const [rule, column] of [
      ["-1,2,", "number_first"],
      ["1.5,2,", "number_first"],
      ["1234567890,2,", "number_first"],
      ["7,0,", "number_step"],
      ["7,x,", "number_step"],
      [`7,2,${"a".repeat(33)}`, "number_suffix"],
    ] as const) {
      expect(readRule(rule)).toMatchObject({
        ok: false,
        error: { line: 2, reason: expect.stringContaining(column) },
      });
    }
  });

  it("calls a place by what finds it again, and tells only places that are not there", () => {
    const of = (id: string, secondary_code: string) =>
      ({ id, secondary_code, trigram: "A", uic: 87, name: `Alpha ${id}`, place: null }) as const;
    const stations = new StationIndex([of("1", "BV"), of("2", "00")], (track) =>
      track === "T" ? 5000 : null,
    );
    const places: Location[] = [
      { trigram: "A", secondary_code: null },
      { uic: 87, secondary_code: null },
      { trigram: "A", secondary_code: "00" },
      { operational_point: "1", secondary_code: null },
      { track: "T", offset: 5000 },
      { track: "T", offset: 5001 },
      { track: "U", offset: 0 },
    ];
    const words = places.map((place) => stations.wordOf(place));
    expect(words).toEqual(["A", "uic:87", "Alpha 2", "Alpha 1", ...words.slice(4)]);
    const text = `train,station,departure\n${words.map((word, i) => `x,${word},8:0${i}\n`).join("")}`;
    const outcome = readTimetableFile("csv", { ...OPTIONS, stations, bytes: encode(text) });
    if (!outcome.ok) throw new Error(outcome.error.reason);
    const [train] = outcome.value.form.train_schedules;
    const found = train?.path.map(({ id: _id, deleted: _deleted, ...place }) => place);
    expect(found?.toSpliced(2, 1)).toEqual(places.toSpliced(2, 1));
    expect(found?.[2]).toEqual({ operational_point: "2", secondary_code: null });
    expect(outcome.value.report).toMatchObject([
      { code: "station_unknown", where: { id: "track:T/5001", line: 7 }, count: 2 },
    ]);
  });

  it("writes no name as a formula", () => {
    const formula = '=HYPERLINK("http://a.b")';
    const form = read(
      "csv",
      encode(`train,station,departure\n"${formula.replaceAll('"', '""')}",A,8:00\n,B,9:00\n`),
    ).form;
    const text = new TextDecoder().decode(writeTimetableFile("csv", form, null).bytes);
    expect(text).toContain(`"'=HYPERLINK(`);
    expect(read("csv", encode(text)).form.train_schedules[0]?.train_name).toBe(formula);
  });

  it.each<Table>(["csv", "xlsx"])(
    "begins no cell of a %s with a formula, whatever a spreadsheet takes for the end of one",
    (format) => {
      const labels = ["=1+1", " =1+1", "|calc", "%0=1", "x;=1+1;y", "a\t@b", "c\n-d", "'=e", "f"];
      const names = ["x;=1+1;y", " =1+1", "|calc", "%0=1", "a\t\t=b", "\uff1d1", ';"=1;'];
      const trains = names.map((train_name) =>
        makeTrain({ train_name, rolling_stock_name: "=R", start_ms: OPTIONS.start_ms, labels }, [
          { location: { trigram: "A", secondary_code: null }, arrival_ms: 0, stop_ms: null },
          { location: { trigram: "=B", secondary_code: null }, arrival_ms: 9, stop_ms: 0 },
        ]),
      );
      const form = { version: 1, train_schedules: trains, paced_trains: [] } as const;
      const { bytes } = writeTimetableFile(format, form, null);
      const sheet = () => strFromU8(unzipSync(bytes)["xl/worksheets/sheet1.xml"] ?? bytes);
      const text =
        format === "csv"
          ? new TextDecoder().decode(bytes)
          : [
              ...sheet()
                .replaceAll("&quot;", '"')
                .matchAll(/<t [^>]*>([^<]*)</g),
            ]
              .map(([, one]) => one)
              .join("\n");
      // Quotes within a field are no quotes to a spreadsheet that divides cells elsewhere.
      for (const cell of text.split(format === "csv" ? /[;\t\r\n]|,(?!\d)/ : /[;\t\r\n]/)) {
        expect(cell.replace(/^"+/, "")).not.toMatch(/^\s*[=+\-@|%\uff1d]/);
      }
      const again = read(format, bytes).form.train_schedules;
      expect(again.map(({ train_name }) => train_name)).toEqual(names);
      expect(again[0]?.labels).toEqual(labels);
    },
  );

  it.each([
    ["train,station,departure\n,A,8:00", 2, "train is not named"],
    ["train,departure\n1,8:00", 1, "no column 'station'"],
    ["train,station,train\n1,A,2", 1, "'train' twice"],
    ["train,station,departure\n1,A,8:00", 2, "only one place"],
    ["train,station,departure\n1,A,8:60\n,B,9:00", 2, "must be a time"],
    ["train,station,departure\n1,A,\n,B,9:00", 2, "of the first place is not told"],
    ["train,station,departure\n1,,8:00\n,B,9:00", 2, "station is not named"],
    [
      "train,station,departure,arrival\n1,A,8:00,\n,B,,2026-01-01T00:00Z",
      3,
      "before the time before",
    ],
    ["train,station,departure,interval_s\n1,A,8:00,0\n,B,9:00,", 2, "must be more than 0"],
    ["train,station,departure,interval_s\n1,A,8:00,-5\n,B,9:00,", 2, "number of seconds"],
    ["train,station,departure,comfort\n1,A,8:00,SOFT\n,B,9:00,", 2, "must be one of STANDARD"],
    ['train,station\n"1,A', 2, "Quote"],
    ["", 1, "no line of columns"],
  ])("refuses %j at its line %i", (text, line, reason) => {
    const outcome = readTimetableFile("csv", { ...OPTIONS, bytes: encode(text) });
    expect(outcome.ok ? null : outcome.error).toMatchObject({
      line,
      reason: expect.stringContaining(reason),
    });
  });

  it.each([
    ["a text", encode("train"), "no ZIP archive"],
    ["an archive of something else", zipSync({ "a.txt": strToU8("a") }), "no workbook"],
    [
      "a bomb",
      zipSync({ "xl/workbook.xml": new Uint8Array(64 * 1024 * 1024) }),
      "unpacks to too much",
    ],
    ["wrong bytes", encode("train,station\n\u00e4").subarray(0, 15), "UTF-8"],
  ])("refuses %s", (what, bytes, reason) => {
    const format = what === "wrong bytes" ? "csv" : "xlsx";
    const outcome = readTimetableFile(format, { ...OPTIONS, bytes });
    expect(outcome.ok ? null : outcome.error.reason).toContain(reason);
  });
});

/** Cells as other programs write them: `s:` a shared text, `i:` a text in its cell, others as they are. */
function makeWorkbook(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const shared: string[] = [];
  const escape = (text: string): string => text.replaceAll("&", "&amp;");
  const sheet = rows.map((cells, i) => {
    const printed = cells.map((cell, k) => {
      const at = `${"ABCDEF"[k]}${i + 1}`;
      if (typeof cell === "number") return `<c r="${at}" s="3"><v>${cell}</v></c>`;
      if (cell === "") return "";
      if (cell.startsWith("i:"))
        return `<c r="${at}" t="inlineStr"><is><t>${escape(cell.slice(2))}</t></is></c>`;
      shared.push(cell.replace(/^s:/, ""));
      return `<c r="${at}" t="s"><v>${shared.length - 1}</v></c>`;
    });
    return `<row r="${i + 1}">${printed.join("")}</row>`;
  });
  const texts = shared.map(
    (text) =>
      `<si><r><t>${escape(text.slice(0, 1))}</t></r><r><t>${escape(text.slice(1))}</t></r><rPh><t>no</t></rPh></si>`,
  );
  const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return zipSync({
    "xl/workbook.xml": strToU8(
      `<workbook xmlns:r="${R}"><sheets><sheet name="a" r:id="rId7"/><sheet name="b" r:id="rId8"/></sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships><Relationship Id="rId8" Target="worksheets/other.xml"/><Relationship Id="rId7" Target="/xl/worksheets/own.xml"/></Relationships>`,
    ),
    "xl/worksheets/own.xml": strToU8(
      `<worksheet><sheetData>${sheet.join("")}</sheetData></worksheet>`,
    ),
    "xl/sharedStrings.xml": strToU8(`<sst>${texts.join("")}</sst>`),
  });
}
