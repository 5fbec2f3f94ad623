// Method: thirty-two tables of people, each with one thing written otherwise, with the train that was worked out by hand.
import { expect, it } from "vitest";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { encode } from "./nge_files.ts";

const OPTIONS = {
  rolling_stock_name: "Regional 160",
  start_ms: Date.UTC(2026, 2, 2),
  window_ms: 86_400_000,
  is_strict: true,
  stations: null,
};
const HEAD = "train,station,arrival,departure";
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

/** The same train each time: from A at 8:00 by B, 8:10 to 8:12, to C at 8:30. */
const SAME: readonly [string, string | Uint8Array][] = [
  ["commas", `${HEAD}\n1,A,,8:00\n1,B,8:10,8:12\n1,C,8:30,`],
  ["semicolons", `${HEAD}\n1,A,,8:00\n1,B,8:10,8:12\n1,C,8:30,`.replaceAll(",", ";")],
  ["tabs", `${HEAD}\n1,A,,8:00\n1,B,8:10,8:12\n1,C,8:30,`.replaceAll(",", "\t")],
  [
    "a delimiter that is named",
    `sep=|\n${HEAD}\n1,A,,8:00\n,B,8:10,8:12\n,C,8:30,`.replaceAll(",", "|"),
  ],
  ["a name in its first line alone", `${HEAD}\n1,A,,8:00\n,B,8:10,8:12\n,C,8:30,`],
  ["lines of another system", `${HEAD}\r\n1,A,,8:00\r\n,B,8:10,8:12\r\n,C,8:30,\r\n`],
  ["empty lines", `${HEAD}\n\n1,A,,8:00\n,,,\n,B,8:10,8:12\n,C,8:30,\n\n`],
  ["a byte order mark", `\ufeff${HEAD}\n1,A,,8:00\n,B,8:10,8:12\n,C,8:30,`],
  ["UTF-16", utf16(`${HEAD}\n1,A,,8:00\n,B,8:10,8:12\n,C,8:30,`)],
  [
    "all in quotes",
    `"train","station","arrival","departure"\n"1","A","","8:00"\n"","B","8:10","8:12"\n"","C","8:30",""`,
  ],
  ["capitals", `${HEAD.toUpperCase()}\n1,A,,8:00\n,B,8:10,8:12\n,C,8:30,`],
  [
    "blanks around its times",
    "train,station,arrival,departure\n1,A, , 8:00\n,B,8:10 ,\u00a08:12\u00a0\n,C, 8:30, ",
  ],
  [
    "blanks around names of columns",
    " train , station , arrival , departure \n1,A,,8:00\n,B,8:10,8:12\n,C,8:30,",
  ],
  ["other columns", `line,${HEAD},remark\nx,1,A,,8:00,\nx,,B,8:10,8:12,y\nx,,C,8:30,,`],
  [
    "columns in another order",
    "departure,arrival,station,train\n8:00,,A,1\n8:12,8:10,B,\n,8:30,C,",
  ],
  ["lines that end early", `${HEAD}\n1,A,,8:00\n,B,8:10,8:12\n,C,8:30`],
  ["two digits of hours", `${HEAD}\n1,A,,08:00\n,B,08:10,08:12\n,C,08:30,`],
  ["seconds", `${HEAD}\n1,A,,8:00:00\n,B,8:10:00,8:12:00\n,C,8:30:00,`],
  ["milliseconds", `${HEAD}\n1,A,,8:00:00.000\n,B,8:10:00.000,8:12:00.0\n,C,8:30:00.000,`],
  [
    "dates",
    `${HEAD}\n1,A,,2026-03-02T08:00:00Z\n,B,2026-03-02T08:10:00Z,2026-03-02T08:12:00Z\n,C,2026-03-02T08:30:00Z,`,
  ],
  [
    "dates of another zone",
    `${HEAD}\n1,A,,2026-03-02T09:00:00+01:00\n,B,8:10,8:12\n,C,2026-03-02T07:30:00-01:00,`,
  ],
  ["dates with a blank", `${HEAD}\n1,A,,2026-03-02 08:00\n,B,8:10,8:12\n,C,2026-03-02 08:30,`],
  ["a departure at its end", `${HEAD}\n1,A,,8:00\n,B,8:10,8:12\n,C,,8:30`],
  ["an arrival at its begin", `${HEAD}\n1,A,8:00,8:00\n,B,8:10,8:12\n,C,8:30,`],
  ["a stop in seconds", `${HEAD},stop_s\n1,A,,8:00,\n,B,8:10,,120\n,C,8:30,,`],
  ["a stop in seconds at its end", `${HEAD},stop_s\n1,A,,8:00,\n,B,8:10,8:12,\n,C,8:30,,0`],
  ["words of places", `${HEAD}\n1,trigram:A,,8:00\n,B,8:10,8:12\n,trigram:C,8:30,`],
  ["its stock", `${HEAD},stock\n1,A,,8:00,Regional 160\n,B,8:10,8:12,\n,C,8:30,,`],
  [
    "a byte order mark before the delimiter",
    `\ufeffsep=;\r\n${HEAD}\r\n1,A,,8:00\r\n,B,8:10,8:12\r\n,C,8:30,`.replaceAll(",", ";"),
  ],
  ["open signals", `${HEAD},signal\n1,A,,8:00,\n,B,8:10,8:12,open\n,C,8:30,,`],
  ["profiles that count", `${HEAD},electrical_profiles\n1,A,,8:00,yes\n,B,8:10,8:12,\n,C,8:30,,`],
  ["margins of nothing", `${HEAD},margin\n1,A,,8:00,0 %\n,B,8:10,8:12,\n,C,8:30,,`],
  ["a speed of nothing", `${HEAD},initial_speed_m_s\n1,A,,8:00,0\n,B,8:10,8:12,\n,C,8:30,,`],
];

it.each(SAME)("a table with %s has the same train", (_what, file) => {
  const bytes = typeof file === "string" ? encode(file) : file;
  const outcome = readTimetableFile("csv", { ...OPTIONS, bytes });
  if (!outcome.ok) throw new Error(`${outcome.error.line}: ${outcome.error.reason}`);
  expect(outcome.value.form.train_schedules).toMatchObject([
    {
      train_name: "1",
      rolling_stock_name: "Regional 160",
      start_time: "2026-03-02T08:00:00Z",
      path: [{ trigram: "A" }, { trigram: "B" }, { trigram: "C" }],
      margins: { boundaries: [], values: ["0%"] },
      initial_speed: 0,
    },
  ]);
  const [train] = outcome.value.form.train_schedules;
  expect(train?.schedule.filter(({ at }) => at !== "1")).toMatchObject([
    { at: "2", arrival: "PT600S", stop_for: "PT120S" },
    { at: "3", arrival: "PT1800S", stop_for: "PT0S" },
  ]);
});

it.each([
  ["no column of trains", "station,departure\nA,8:00", "names no column 'train'"],
  ["a column twice", `${HEAD},train\n1,A,,8:00`, "twice"],
  ["a margin that is none", `${HEAD},margin\n1,A,,8:00,fast\n,B,8:10,,`, "margin"],
  [
    "a speed beyond all",
    `${HEAD},initial_speed_m_s\n1,A,,8:00,200\n,B,8:10,,`,
    "from 0 to 150 m/s",
  ],
  [
    "a speed that is none",
    `${HEAD},initial_speed_m_s\n1,A,,8:00,fast\n,B,8:10,,`,
    "initial_speed_m_s",
  ],
  ["a speed at a stop", `${HEAD},initial_speed_m_s\n1,A,8:00,8:01,9\n,B,8:10,,`, "must be zero"],
  [
    "a closed signal without a stop",
    `${HEAD},signal\n1,A,,8:00,\n,B,8:10,,STOP\n,C,8:20,,`,
    "signal",
  ],
  ["a signal that is none", `${HEAD},signal\n1,A,,8:00,\n,B,8:10,8:12,RED\n,C,8:20,,`, "signal"],
  ["a mark that is none", `${HEAD},marks\n1,A,,8:00,\n,B,8:10,,locked gone`, "has no 'gone'"],
  [
    "a restriction beyond its places",
    `${HEAD},power_restrictions\n1,A,,8:00,1-3 C1\n,B,8:10,,`,
    "of its 2 places",
  ],
  ["a restriction of nowhere", `${HEAD},power_restrictions\n1,A,,8:00,C1\n,B,8:10,,`, "2-4 C1"],
  [
    "profiles that are neither",
    `${HEAD},electrical_profiles\n1,A,,8:00,maybe\n,B,8:10,,`,
    "electrical_profiles",
  ],
  ["one place", `${HEAD}\n1,A,,8:00`, "only one place"],
  ["no time at its begin", `${HEAD}\n1,A,,\n,B,8:10,`, "of the first place is not told"],
  [
    "labels without end",
    `${HEAD},labels\n1,A,,8:00,${"a".repeat(40_000)}\n,B,8:10,,`,
    "more than 32767",
  ],
])("a table with %s is refused by line", (_what, text, reason) => {
  const outcome = readTimetableFile("csv", { ...OPTIONS, bytes: encode(text) });
  expect(outcome.ok ? null : outcome.error).toMatchObject({
    line: expect.any(Number),
    reason: expect.stringContaining(reason),
  });
});
