// Method: a small feed with days and times worked out by hand, over a change of clocks; drawn timetables out, in and out again; the specification's own rules of files and fields.
import fc from "fast-check";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { durationMs } from "../../../src/railway/iso8601.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { type Station, StationIndex } from "../../../workers/exchange/timetable/station_index.ts";
import {
  callsOf,
  type PacedForm,
  type TimetableForm,
  type TrainForm,
} from "../../../workers/exchange/timetable/timetable_form.ts";
import { writeTimetableFile } from "../../../workers/exchange/write_timetable.ts";
import { parseCsv } from "../../helpers/parse_csv.ts";
import { countTries } from "../../helpers/tried.ts";
import { drawnPacedTrains, drawnTrains } from "./drawn_timetables.ts";
import { GTFS_FEED } from "./gtfs_files.ts";

const DAY_MS = 86_400_000;
const OPTIONS = {
  rolling_stock_name: "Regional 160",
  // The clocks of Zürich are put forward on Sunday, 29 March.
  start_ms: Date.UTC(2026, 2, 27),
  window_ms: 4 * DAY_MS,
  is_strict: true,
  stations: null as StationIndex | null,
};

function zipFeed(changes: Record<string, string | null> = {}): Uint8Array {
  const files = Object.entries({ ...GTFS_FEED, ...changes }).filter(([, text]) => text !== null);
  return zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text ?? "")])));
}

function read(bytes: Uint8Array, options: Partial<typeof OPTIONS> = {}) {
  const outcome = readTimetableFile("gtfs", { ...OPTIONS, ...options, bytes });
  if (!outcome.ok) throw new Error(`${outcome.error.line ?? "-"}: ${outcome.error.reason}`);
  return outcome.value;
}

describe("a feed", () => {
  it("becomes trains on its days, in the time of its zone", () => {
    const { form, report } = read(zipFeed());
    // Not on Friday (taken out) and Saturday; on Sunday an hour earlier in UTC.
    expect(form.train_schedules.map(({ start_time }) => start_time)).toEqual([
      "2026-03-29T06:00:00Z",
      "2026-03-30T06:00:00Z",
    ]);
    expect(form.train_schedules[0]).toMatchObject({
      train_name: "IC 1",
      category: { main_category: "INTERCITY_TRAIN" },
      path: [{ trigram: "p1" }, { trigram: "b" }, { trigram: "c" }],
      schedule: [
        { at: "2", arrival: "PT1200S", stop_for: "PT120S" },
        { at: "3", arrival: "PT61200S", stop_for: "PT0S" },
      ],
    });
    expect(form.paced_trains).toMatchObject([
      {
        start_time: "2026-03-28T05:00:00Z",
        paced: { interval: "PT1800S", time_window: "PT5400S" },
        schedule: [
          { at: "2", arrival: null, stop_for: "PT0S" },
          { at: "3", arrival: "PT3600S" },
        ],
      },
    ]);
    expect(report).toMatchObject([{ code: "route_left_out", where: { id: "bus" }, count: 1 }]);
  });

  it("needs a network to go out, and says so", () => {
    const { report } = writeTimetableFile("gtfs", read(zipFeed()).form, null);
    expect(report).toMatchObject([
      { code: "train_left_out", message: expect.stringContaining("tell a network") },
    ]);
  });

  it("says where the files of a feed have to be", () => {
    const packIn = (folderOf: (i: number) => string): Uint8Array => {
      const files = Object.entries(GTFS_FEED).map(
        ([name, text], i) => [`${folderOf(i)}${name}`, strToU8(text)] as const,
      );
      return zipSync(Object.fromEntries(files));
    };
    for (const folder of ["feed/", "a/b/", "feed\\"]) {
      expect(read(packIn(() => folder)).form).toEqual(read(zipFeed()).form);
    }
    expect(() => read(packIn((i) => `${i}/`))).toThrow("outside of folders, or in the only one");
  });

  it("leaves out trips without stops", () => {
    const trips = `${GTFS_FEED["trips.txt"]}r,daily,empty\n`;
    const { form, report } = read(zipFeed({ "trips.txt": trips }));
    expect(form).toEqual(read(zipFeed()).form);
    expect(report).toContainEqual(
      expect.objectContaining({
        code: "trip_left_out",
        where: expect.objectContaining({ id: "empty" }),
      }),
    );
  });

  it("finds its stops in a network by id, name, parent, and place", () => {
    const station = { uic: null, secondary_code: null, trigram: null, place: null };
    const stations = new StationIndex([
      { ...station, id: "alpha", name: "ALPHA" },
      { ...station, id: "x", name: "elsewhere", trigram: "b" },
      { ...station, id: "near", name: "other", place: [8.2001, 47.2001] },
      { ...station, id: "far", name: "other", place: [8.21, 47.21] },
    ]);
    const { form, report } = read(zipFeed(), { stations });
    expect(form.train_schedules[0]?.path).toMatchObject([
      { operational_point: "alpha" },
      { trigram: "b" },
      { operational_point: "near" },
    ]);
    expect(report.map(({ code }) => code)).toEqual(["route_left_out"]);
  });

  it("is refused, with the reason, where no trip runs in the window", () => {
    const window = { start_ms: Date.UTC(2030, 0, 1), window_ms: DAY_MS };
    expect(() => read(zipFeed(), window)).toThrow(
      /^\d+: no train of it could be read: .*window.*1 more/,
    );
  });

  it("is refused where no route of it is wanted, and says which it has, whatever else is left out", () => {
    const metro = {
      ...GTFS_FEED,
      "routes.txt": "route_id,route_short_name,route_type\nr,IC 1,1\nbus,4,1\n",
      "transfers.txt": "from_stop_id,to_stop_id,transfer_type\nb,c,0\n",
    };
    expect(() => read(zipFeed(metro))).toThrow(
      /no train of it could be read: route of type 1 \(subway\) .*only rail.* are \(and 2 more\)/,
    );
  });

  it("tells lines of trips that it has not", () => {
    const { report } = read(
      zipFeed({
        "stop_times.txt": `${GTFS_FEED["stop_times.txt"]}ghost,06:00:00,06:00:00,c,1\n`,
        "frequencies.txt": `${GTFS_FEED["frequencies.txt"]}ghost,06:00:00,07:00:00,600,1\n`,
      }),
    );
    expect(report.slice(0, 2)).toMatchObject([
      { code: "stop_time_without_trip", severity: "warning", where: { id: "ghost" }, count: 1 },
      { code: "frequency_without_trip", severity: "warning", where: { id: "ghost" }, count: 1 },
    ]);
  });

  it.each<[string, Record<string, string | null>, string]>([
    ["no stops", { "stops.txt": null }, "no stops.txt"],
    ["a stop twice", { "stops.txt": "stop_id\nb\nb\n" }, "is there twice"],
    ["a trip of no route", { "routes.txt": "route_id,route_type\nq,2\n" }, "no route of the feed"],
    ["no such zone", { "agency.txt": "agency_timezone\nMars/Olympus\n" }, "no time zone"],
    [
      "a time of no clock",
      {
        "stop_times.txt": "trip_id,arrival_time,stop_id,stop_sequence\nt1,8h,b,1\nt1,9:00:00,c,2\n",
      },
      "is no time",
    ],
    [
      "one stop",
      { "stop_times.txt": "trip_id,arrival_time,stop_id,stop_sequence\nt1,08:00:00,b,1\n" },
      "has 1 stops",
    ],
    [
      "times that run back",
      {
        "stop_times.txt":
          "trip_id,arrival_time,stop_id,stop_sequence\nt1,08:00:00,b,1\nt1,07:00:00,c,2\n",
      },
      "before the time before",
    ],
    [
      "a date that is none",
      { "calendar_dates.txt": "service_id,date,exception_type\nonce,20260230,1\n" },
      "is no date",
    ],
    [
      "a headway of 0",
      { "frequencies.txt": "trip_id,start_time,end_time,headway_secs\nt2,06:00:00,07:00:00,0\n" },
      "number from 1",
    ],
  ])("with %s is refused where all or nothing is wanted", (_what, changes, reason) => {
    const outcome = readTimetableFile("gtfs", { ...OPTIONS, bytes: zipFeed(changes) });
    expect(outcome.ok ? null : outcome.error.reason).toContain(reason);
  });

  it("comes in without a faulty trip, which is told with its line", () => {
    const faulty = `${GTFS_FEED["stop_times.txt"]}`.replaceAll(/^(t2,)[^,]*,[^,]*/gm, "$18h,8h");
    const { form, report } = read(zipFeed({ "stop_times.txt": faulty }), { is_strict: false });
    expect(form).toEqual({ ...read(zipFeed()).form, paced_trains: [] });
    expect(report).toContainEqual(
      expect.objectContaining({
        code: "faulty_left_out",
        severity: "warning",
        where: { element: "trips.txt", id: "t2", line: expect.any(Number) },
        message: expect.stringContaining("is no time"),
      }),
    );
  });
});

const PLACES = 12;
const stations = new StationIndex(
  Array.from({ length: PLACES }, (_, i): Station => {
    const place = [8 + i / 10, 47] as const;
    return {
      id: `op${i}`,
      name: `Place ${i}`,
      trigram: `P${i}`,
      uic: null,
      secondary_code: null,
      place,
    };
  }),
);

/** The same on places of the network; names as feeds keep them. */
function placed(form: TimetableForm): TimetableForm {
  const place = <Train extends TimetableForm["train_schedules"][number]>(train: Train): Train => ({
    ...train,
    train_name: train.train_name.replaceAll(/\s/g, "_"),
    labels: [],
    path: train.path.map(({ id, deleted }, i) => {
      const trigram = `P${(i * 5 + train.train_name.length) % PLACES}`;
      return { id, deleted, trigram, secondary_code: null };
    }),
  });
  const { train_schedules, paced_trains } = form;
  return {
    ...form,
    train_schedules: train_schedules.map(place),
    paced_trains: paced_trains.map(place),
  };
}

const REQUIRED: Record<string, readonly string[]> = {
  "agency.txt": ["agency_name", "agency_url", "agency_timezone"],
  "stops.txt": ["stop_id", "stop_name", "stop_lat", "stop_lon"],
  "routes.txt": ["route_id", "route_short_name", "route_type"],
  "trips.txt": ["route_id", "service_id", "trip_id"],
  "stop_times.txt": ["trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"],
  "calendar_dates.txt": ["service_id", "date", "exception_type"],
};

describe("a timetable as a feed", () => {
  it("goes out, comes in and goes out the same, with all that it says of passengers' stops", () => {
    fc.assert(
      fc.property(drawnTrains(1000), drawnPacedTrains(1000), (train_schedules, paced_trains) => {
        const form = placed({ version: 1, train_schedules, paced_trains });
        const out = writeTimetableFile("gtfs", form, stations);
        const options = { stations, start_ms: Date.UTC(2026, 2, 1), window_ms: 60 * DAY_MS };
        const { form: again } = read(out.bytes, options);
        expect(writeTimetableFile("gtfs", again, stations).bytes).toEqual(out.bytes);
        const isServed = ({ category }: TrainForm): boolean =>
          !/FREIGHT|WORK/.test(JSON.stringify(category));
        const served = form.train_schedules.filter(isServed);
        expect(again.train_schedules.map(listStops)).toEqual(served.map(listStops));
        const paced = form.paced_trains.filter(isServed);
        expect(again.paced_trains.map(listPaced)).toEqual(paced.map(listPaced));
      }),
      { numRuns: countTries({ few: 60, many: 400 }) },
    );
  });

  it("has a trip for each train that has a number, all on the route of their service", () => {
    const [drawn] = fc
      .sample(drawnPacedTrains(1000), { numRuns: 20, seed: 3 })
      .flat()
      .filter(({ category }) => !/FREIGHT|WORK/.test(JSON.stringify(category)));
    const numbering = { first: 4001, step: 2, suffix: "A" };
    const paced = { time_window: "PT3H", interval: "PT1H" };
    const form = placed({
      version: 1,
      train_schedules: [],
      paced_trains: [{ ...drawn!, train_name: "IC 3", paced, numbering }],
    });
    const out = writeTimetableFile("gtfs", form, stations);
    const [, ...trips] = parseCsv(strFromU8(unzipSync(out.bytes)["trips.txt"]!));
    expect(trips.map((row) => row[3])).toEqual(["4001A", "4003A", "4005A"]);
    expect(new Set(trips.map(([route]) => route)).size).toBe(1);
    expect(unzipSync(out.bytes)["frequencies.txt"]).toBeUndefined();
    const options = { stations, start_ms: Date.UTC(2026, 2, 1), window_ms: 60 * DAY_MS };
    const again = read(out.bytes, options).form.train_schedules;
    const starts = again.map(({ start_time }) => Date.parse(start_time));
    expect(again.map(({ train_name }) => train_name)).toEqual(["4001A", "4003A", "4005A"]);
    expect(starts.map((start_ms) => start_ms - (starts[0] ?? 0))).toEqual([
      0, 3_600_000, 7_200_000,
    ]);
  });

  it("has the files and fields that the specification requires, in its forms", () => {
    const [train_schedules, paced_trains] = [
      fc.sample(drawnTrains(1000), { numRuns: 20, seed: 3 }).flat(),
      fc.sample(drawnPacedTrains(1000), { numRuns: 20, seed: 3 }).flat(),
    ];
    const form = placed({ version: 1, train_schedules, paced_trains });
    const files = unzipSync(writeTimetableFile("gtfs", form, stations).bytes);
    const tables = Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => {
        const [heads = [], ...rows] = parseCsv(strFromU8(bytes));
        return [
          name,
          rows.map((row) => Object.fromEntries(heads.map((head, i) => [head, row[i] ?? ""]))),
        ];
      }),
    );
    for (const [name, columns] of Object.entries(REQUIRED)) {
      expect(tables[name]?.length, name).toBeGreaterThan(0);
      for (const row of tables[name] ?? [])
        for (const column of columns) expect(row[column], `${name} ${column}`).not.toBe("");
    }
    const ids = (name: string, column: string): (string | undefined)[] =>
      (tables[name] ?? []).map((row) => row[column]);
    const keys = [
      ["stops.txt", "stop_id"],
      ["routes.txt", "route_id"],
      ["trips.txt", "trip_id"],
    ] as const;
    for (const [name, column] of keys)
      expect(new Set(ids(name, column)).size).toBe(ids(name, column).length);
    const references = [
      ["stop_times.txt", "trip_id", "trips.txt"],
      ["stop_times.txt", "stop_id", "stops.txt"],
      ["trips.txt", "route_id", "routes.txt"],
      ["trips.txt", "service_id", "calendar_dates.txt"],
    ] as const;
    for (const [from, column, to] of references) {
      const known = new Set(ids(to, column));
      expect(ids(from, column).filter((id) => !known.has(id))).toEqual([]);
    }
    for (const time of ids("stop_times.txt", "arrival_time"))
      expect(time).toMatch(/^\d{2,3}:[0-5]\d:[0-5]\d$/);
  });

  it("leaves out what is not on the map, and tells it", () => {
    const [train] = placed({
      version: 1,
      train_schedules: fc.sample(drawnTrains(1000), { numRuns: 30, seed: 1 }).flat(),
      paced_trains: [],
    }).train_schedules;
    const { report } = writeTimetableFile(
      "gtfs",
      { version: 1, train_schedules: [{ ...train!, category: null }], paced_trains: [] },
      null,
    );
    expect(report).toMatchObject([{ code: "train_left_out", severity: "warning", count: 1 }]);
  });
});

/** The same of a paced one, with its interval and how many times it runs. */
function listPaced(train: PacedForm): object {
  const [interval_ms, window_ms] = [train.paced.interval, train.paced.time_window].map(durationMs);
  return { ...listStops(train), interval_ms, count: Math.floor(window_ms! / interval_ms!) };
}

/** Places and times of the stops of a train, to the second. */
function listStops(train: TrainForm): object {
  const calls = callsOf(train);
  return {
    name: train.train_name,
    start_time: train.start_time,
    calls: calls
      .filter(({ stop_ms }, i) => i === 0 || i === calls.length - 1 || stop_ms !== null)
      .map(({ location, arrival_ms, stop_ms }) => [
        "trigram" in location ? location.trigram : null,
        arrival_ms,
        stop_ms ?? 0,
      ]),
  };
}
