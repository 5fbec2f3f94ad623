// Method: random timetables with days, in zones of both hemispheres, go out and come back: every start of every train on
// every day of the period is the same, to the millisecond that the format keeps. A feed is also read by a reader of this
// file's own, by the rules of its specification and Temporal alone.
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import type { Period } from "../../../src/railway/days/days.schemas.ts";
import type { TimetableImportFormat } from "../../../src/railway/exchange_terms.ts";
import { takesPassengers } from "../../../workers/exchange/gtfs/route_types.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { escapeXml } from "../../../workers/exchange/read_xml.ts";
import {
  callsOf,
  type TimetableForm,
  type TrainForm,
} from "../../../workers/exchange/timetable/timetable_form.ts";
import { writeTimetableFile } from "../../../workers/exchange/write_timetable.ts";
import { parseCsv } from "../../helpers/parse_csv.ts";
import { countTries } from "../../helpers/tried.ts";
import {
  describeWhole,
  dropTwice,
  placed,
  READ_OPTIONS,
  readDated,
  stations,
} from "./dated_files.ts";
import { describeStops, drawnDated, listRuns } from "./dated_timetables.ts";
import { NETEX } from "./netex_files.ts";
import { encode, makeNetgraph } from "./nge_files.ts";
import { RAILML_TIMETABLE, RAILML3_TIMETABLE } from "./railml_timetable_files.ts";

const RUNS = { numRuns: countTries({ few: 12, many: 1_500 }) };

type Row = Readonly<Record<string, string>>;

function readTable(files: Readonly<Record<string, Uint8Array>>, name: string): Row[] {
  const bytes = files[`${name}.txt`];
  if (bytes === undefined) return [];
  const [heads = [], ...rows] = parseCsv(strFromU8(bytes));
  return rows.map((row) => Object.fromEntries(heads.map((head, i) => [head, row[i] ?? ""])));
}

/** Trip and start of each day of a feed, by the rules of its specification. */
function listDepartures(bytes: Uint8Array): string[] {
  const files = unzipSync(bytes);
  const zone = readTable(files, "agency")[0]?.["agency_timezone"] ?? "";
  const dates = new Map<string, Set<string>>();
  const datesOf = (id: string): Set<string> => {
    const own = dates.get(id) ?? new Set();
    dates.set(id, own);
    return own;
  };
  const names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  for (const row of readTable(files, "calendar")) {
    const own = datesOf(row["service_id"]!);
    let date = Temporal.PlainDate.from(row["start_date"]!);
    const end = Temporal.PlainDate.from(row["end_date"]!);
    for (; Temporal.PlainDate.compare(date, end) <= 0; date = date.add({ days: 1 })) {
      if (row[names[date.dayOfWeek - 1]!] === "1") own.add(date.toString());
    }
  }
  for (const row of readTable(files, "calendar_dates")) {
    const date = Temporal.PlainDate.from(row["date"]!).toString();
    if (row["exception_type"] === "1") datesOf(row["service_id"]!).add(date);
    else datesOf(row["service_id"]!).delete(date);
  }
  const seconds = (time: string): number => {
    const [h = 0, m = 0, s = 0] = time.split(":").map(Number);
    return h * 3600 + m * 60 + s;
  };
  const firsts = new Map<string, string>();
  for (const row of readTable(files, "stop_times")) {
    if (row["stop_sequence"] === "1") firsts.set(row["trip_id"]!, row["departure_time"]!);
  }
  const paces = new Map(readTable(files, "frequencies").map((row) => [row["trip_id"]!, row]));
  return readTable(files, "trips")
    .flatMap((trip) => {
      const pace = paces.get(trip["trip_id"]!);
      const starts = [seconds(firsts.get(trip["trip_id"]!) ?? "")];
      if (pace !== undefined) {
        const headway = Number(pace["headway_secs"]);
        const end = seconds(pace["end_time"]!);
        starts.length = 0;
        for (let s = seconds(pace["start_time"]!); s < end; s += headway) starts.push(s);
      }
      return [...datesOf(trip["service_id"]!)].flatMap((date) => {
        const noon = Temporal.PlainDate.from(date).toZonedDateTime({
          timeZone: zone,
          plainTime: "12:00",
        });
        return starts.map((s) => {
          const ms = noon.epochMilliseconds - 12 * 3_600_000 + s * 1000;
          return `${new Date(ms).toISOString()} ${trip["trip_short_name"]}`;
        });
      });
    })
    .sort();
}

const SECOND_MS = 1000;

describe("operating days in a feed", () => {
  it("are those of the timetable, by its specification and by our reader", () => {
    fc.assert(
      fc.property(drawnDated(SECOND_MS), (drawn) => {
        const form = placed(drawn);
        const { bytes } = writeTimetableFile("gtfs", form, stations);
        const runs = listRuns(form, describeStops);
        const departures = runs.map((run) => {
          const [start, [name]] = JSON.parse(run) as [string, [string]];
          return `${start} ${name}`;
        });
        expect(listDepartures(bytes)).toEqual(departures.sort());
        if (runs.length === 0) return;
        const again = readDated("gtfs", bytes, { stations });
        expect(listRuns(again, describeStops)).toEqual(runs);
        const { period } = form;
        const within = readDated("gtfs", bytes, { stations, period: widen(period!) });
        expect(listRuns(within, describeStops)).toEqual(runs);
      }),
      RUNS,
    );
  });
});

describe("operating days in a table", () => {
  it.each(["csv", "xlsx"] as const)("are those of the timetable: %s", (format) => {
    fc.assert(
      fc.property(drawnDated(1), (form) => {
        const { bytes } = writeTimetableFile(format, form, null);
        const runs = listRuns(form, describeWhole);
        const has_days = [...form.train_schedules, ...form.paced_trains].some(
          ({ days }) => days !== undefined,
        );
        if (!has_days) return;
        for (const period of [null, widen(form.period!)]) {
          const again = readDated(format, bytes, { period });
          expect(again.train_schedules.length + again.paced_trains.length).toBe(
            form.train_schedules.length + form.paced_trains.length,
          );
          expect(listRuns(again, describeWhole)).toEqual(runs);
        }
      }),
      RUNS,
    );
  });
});

/** What railML has of a train: no labels; names that a file keeps. */
const describeTrain = (train: TrainForm): unknown => {
  const { train_name, rolling_stock_name, category } = train;
  return [train_name, rolling_stock_name, category, callsOf(train)];
};

describe("operating days in railML", () => {
  it("are those of the timetable, and its zone", () => {
    fc.assert(
      fc.property(drawnDated(1), (form) => {
        const { bytes } = writeTimetableFile("railml", form, null);
        const period = form.period!;
        const runs = dropTwice(listRuns(form, describeTrain), period);
        if (runs.length === 0) return;
        for (const own of [null, widen(period)]) {
          const again = readDated("railml", bytes, { period: own });
          expect(again.period?.time_zone).toBe(period.time_zone);
          expect(dropTwice(listRuns(again, describeTrain), period)).toEqual(runs);
        }
      }),
      RUNS,
    );
  });

  it("of parts with different days become trains of the parts that run", () => {
    // The second part counts from its own midnight: it runs after the first on the 2nd and the 5th, alone on the 3rd.
    const text = RAILML_TIMETABLE.replace(
      "</operatingPeriods>",
      '<operatingPeriod id="own" startDate="2026-03-01" endDate="2026-03-06" bitMask="001101"/></operatingPeriods>',
    )
      .replace('<trainPart id="p2">', '<trainPart id="p2"><operatingPeriodRef ref="own"/>')
      .replaceAll(/(<trainPart id="p2">.*<\/trainPart>)/gs, (part) =>
        part.replaceAll(/ (?:arrival|departure)Day="1"/g, ""),
      );
    const kept = readDated("railml", encode(text), {});
    const dates = kept.train_schedules.map(({ start_time, path, days }) => [
      start_time.slice(11, 16),
      path.length,
      days,
    ]);
    expect(dates).toEqual([
      ["23:50", 4, { weekdays: [1, 4] }],
      ["00:01", 3, { weekdays: [], also: ["2026-03-03"], day_offset: 1 }],
      ["23:50", 2, { weekdays: [], also: ["2026-03-04"] }],
    ]);
  });
});

/** Name and start of each journey of a publication of ours, by its day types and the wall clock alone. */
function listJourneys(bytes: Uint8Array): string[] {
  const text = strFromU8(bytes);
  const zone = /<TimeZone>([^<]*)</.exec(text)?.[1] ?? "";
  const all = (pattern: RegExp, from = text): string[][] =>
    [...from.matchAll(pattern)].map((one) => [...one]);
  const weekdays = new Map(
    all(/<DayType [^>]*id="([^"]*)">(.*?)<\/DayType>/g).map(([, id, inner = ""]) => [
      id,
      (/<DaysOfWeek>([^<]*)</.exec(inner)?.[1] ?? "").split(" "),
    ]),
  );
  const periods = new Map(
    all(/<OperatingPeriod [^>]*id="([^"]*)"><FromDate>(.{10}).*?<ToDate>(.{10})/g).map(
      ([, id, from, to]) => [id, [from!, to!] as const],
    ),
  );
  const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  const dates = new Map<string, Set<string>>();
  for (const [, inner = ""] of all(/<DayTypeAssignment [^>]*>(.*?)<\/DayTypeAssignment>/g)) {
    const type = /<DayTypeRef ref="([^"]*)"/.exec(inner)?.[1] ?? "";
    const own = dates.get(type) ?? new Set();
    dates.set(type, own);
    const date = /<Date>([^<]*)</.exec(inner)?.[1];
    if (date !== undefined) {
      if (inner.includes("<isAvailable>false<")) own.delete(date);
      else own.add(date);
      continue;
    }
    const [from, to] = periods.get(/<OperatingPeriodRef ref="([^"]*)"/.exec(inner)?.[1] ?? "")!;
    const end = Temporal.PlainDate.from(to);
    let day = Temporal.PlainDate.from(from);
    for (; Temporal.PlainDate.compare(day, end) <= 0; day = day.add({ days: 1 })) {
      if (weekdays.get(type)?.includes(names[day.dayOfWeek - 1]!) === true) own.add(day.toString());
    }
  }
  return all(/<ServiceJourney [^>]*>(.*?)<\/ServiceJourney>/gs)
    .flatMap(([, inner = ""]) => {
      const [, name] = /<PublicCode>([^<]*)</.exec(inner) ?? [];
      const [, type = ""] = /<DayTypeRef ref="([^"]*)"/.exec(inner) ?? [];
      const [, time = "", later = "0"] =
        /<(?:Arrival|Departure)Time>([^<]*)<\/\w+>(?:<\w+DayOffset>(\d+))?/.exec(inner) ?? [];
      return [...(dates.get(type) ?? [])].map((date) => {
        const moment = Temporal.PlainDate.from(date)
          .add({ days: Number(later) })
          .toZonedDateTime({ timeZone: zone, plainTime: time });
        return `${new Date(moment.epochMilliseconds).toISOString()} ${name}`;
      });
    })
    .sort();
}

describe("operating days in NeTEx", () => {
  it("are those of the timetable, by the day types alone and by our reader", () => {
    fc.assert(
      fc.property(drawnDated(1), fc.boolean(), (drawn, is_placed) => {
        const plain = is_placed ? placed(drawn) : drawn;
        const carry = <Train extends TrainForm>(train: Train): Train =>
          takesPassengers(train.category) ? train : { ...train, category: null };
        const form = {
          ...plain,
          train_schedules: plain.train_schedules.map(carry),
          paced_trains: plain.paced_trains.map(carry),
        };
        const index = is_placed ? stations : null;
        const { bytes } = writeTimetableFile("netex", form, index);
        const period = form.period!;
        const runs = dropTwice(listRuns(form, describeWhole), period);
        if (is_placed) {
          const departures = runs.map((run) => {
            const [start, [name]] = JSON.parse(run) as [string, [string]];
            return `${start} ${escapeXml(name)}`;
          });
          const journeys = listJourneys(bytes).map((one) =>
            JSON.stringify([one.slice(0, 24), one]),
          );
          expect(
            dropTwice(journeys, period).map((one) => (JSON.parse(one) as string[])[1]),
          ).toEqual(departures.sort());
        }
        if (runs.length === 0) return;
        for (const own of [null, widen(period)]) {
          const again = readDated("netex", bytes, {
            period: own,
            ...(index !== null && { stations: index }),
          });
          expect(dropTwice(listRuns(again, describeWhole), period)).toEqual(runs);
        }
      }),
      RUNS,
    );
  });

  it("start by the wall clock of the publication on days of a window too", () => {
    // Before the clocks are put on at two, and after: 29 March 2026.
    const text = NETEX.replaceAll("2026-03-04", "2026-03-29")
      .replace("<isAvailable>false</isAvailable>", "")
      .replace("23:50:00", "01:30:00")
      .replace("23:58:00", "03:30:00")
      .replace(
        /<DepartureTime>00:01:00.*?<\/DepartureDayOffset>/,
        "<DepartureTime>03:31:00</DepartureTime>",
      )
      .replace(/00:20:00.*?<\/ArrivalDayOffset>/, "04:00:00</ArrivalTime>");
    const window = { start_ms: Date.UTC(2026, 2, 29), window_ms: 86_400_000 };
    const outcome = readTimetableFile("netex", { ...READ_OPTIONS, ...window, bytes: encode(text) });
    if (!outcome.ok) throw new Error(outcome.error.reason);
    expect(outcome.value.form.train_schedules.map(({ start_time }) => start_time)).toEqual([
      "2026-03-29T00:30:00Z",
    ]);
  });
});

/** The trains of a file on the days of a window are those that have these days. */
function expectSameDays(
  format: TimetableImportFormat,
  bytes: Uint8Array,
  { time_zone = "UTC", period = null }: { time_zone?: string; period?: Period | null },
): void {
  const kept = readDated(format, bytes, { period });
  const name = ({ train_name, path }: TrainForm): unknown => [train_name, path.length];
  const all = listRuns(kept, name);
  const { first } = kept.period!;
  for (const i of Array.from({ length: 14 }).keys()) {
    const date = Temporal.PlainDate.from(first).add({ days: i });
    const begin = date.toZonedDateTime("UTC").epochMilliseconds;
    const window = { start_ms: begin, window_ms: 86_400_000 };
    const outcome = readTimetableFile(format, {
      ...READ_OPTIONS,
      ...window,
      bytes,
      is_strict: false,
    });
    const trains = outcome.ok ? outcome.value.form : { train_schedules: [], paced_trains: [] };
    const given = { version: 2, period: kept.period!, ...trains } as TimetableForm;
    const expected = listRuns(given, name);
    for (const run of expected) expect(all, `${date.toString()} ${time_zone}`).toContain(run);
  }
}

describe("operating days in", () => {
  it.each([
    ["railML 3", "railml", RAILML3_TIMETABLE],
    ["NeTEx", "netex", NETEX],
  ] as const)("%s are those that its window has day by day", (_name, format, text) => {
    expectSameDays(format, encode(text), {});
  });

  it("a netgraph are the weekdays of its time categories, in the timetable's period", () => {
    const graph = makeNetgraph();
    for (const one of graph["metadata"].trainrunTimeCategories) one.weekday = [1, 2, 3, 4, 5];
    const period = { first: "2026-03-01", last: "2026-04-30", time_zone: "Europe/Berlin" };
    const kept = readNetgraph(graph, period);
    expect(kept.period).toEqual(period);
    expect(kept.paced_trains.length).toBeGreaterThan(0);
    for (const { days } of kept.paced_trains) expect(days).toEqual({ weekdays: [1, 2, 3, 4, 5] });
  });
});

function readNetgraph(graph: object, period: Period): TimetableForm {
  const calendar = { period, is_cut: false };
  const window_ms = 86_400_000;
  const outcome = readTimetableFile("nge", {
    ...READ_OPTIONS,
    window_ms,
    bytes: encode(graph),
    calendar,
  });
  if (!outcome.ok) throw new Error(outcome.error.reason);
  return outcome.value.form;
}

/** A longer period in the same zone. */
function widen(period: Period): Period {
  const date = Temporal.PlainDate.from(period.first).subtract({ days: 9 });
  const last = Temporal.PlainDate.from(period.last).add({ days: 40 });
  return { ...period, first: date.toString(), last: last.toString() };
}
