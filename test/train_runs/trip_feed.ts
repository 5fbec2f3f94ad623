/** A timetable's export as GTFS, read as foreign readers do, and what is told of its trips beside it. */
import { strFromU8, unzipSync } from "fflate";
import { Temporal } from "temporal-polyfill";
import { expect } from "vitest";
import type { NetworkApi } from "../helpers/network_api.ts";
import { parseCsvRecords } from "../helpers/parse_csv.ts";
import type { ReadTrip } from "../helpers/read_trip_updates.ts";

type Table = Record<string, string>[];

export interface Feed {
  readonly zone: string;
  readonly version: string | undefined;
  readonly trips: Table;
  readonly times: Table;
  readonly paces: Table;
  readonly calendar: Table;
  readonly dates: Table;
}

export async function readFeed(api: NetworkApi, path: string): Promise<Feed> {
  const file = await api.make("GET", `${path}/export?format=gtfs&infra_id=${api.infra_id}`);
  const files = unzipSync(file.bytes);
  const table = (name: string): Table => {
    const bytes = files[`${name}.txt`];
    return bytes === undefined ? [] : parseCsvRecords(strFromU8(bytes));
  };
  return {
    zone: table("agency")[0]?.["agency_timezone"] ?? "",
    version: table("feed_info")[0]?.["feed_version"],
    trips: table("trips"),
    times: table("stop_times"),
    paces: table("frequencies"),
    calendar: table("calendar"),
    dates: table("calendar_dates"),
  };
}

export const secondsOf = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(":").map(Number);
  return 3600 * hours + 60 * minutes + seconds;
};

/** Whether a service runs on a date, as the feed says. */
function runsOn({ calendar, dates }: Feed, service_id: string, date: string): boolean {
  const own = dates.find((row) => row["service_id"] === service_id && row["date"] === date);
  if (own !== undefined) return own["exception_type"] === "1";
  const rule = calendar.find((row) => row["service_id"] === service_id);
  if (rule === undefined || date < rule["start_date"]! || date > rule["end_date"]!) return false;
  const { dayOfWeek } = Temporal.PlainDate.from(date);
  const names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  return rule[names[dayOfWeek - 1]!] === "1";
}

/** Its rows, and when its service day begins, seconds since the epoch; later for later trips of a frequency. */
export function findTrip(
  feed: Feed,
  { trip_id, start_date, start_time }: Omit<ReadTrip, "stops">,
): { readonly times: Table; readonly begin_s: number } {
  const trip = feed.trips.find((row) => row["trip_id"] === trip_id);
  expect(trip, trip_id).toBeDefined();
  expect(runsOn(feed, trip!["service_id"]!, start_date), `${trip_id} on ${start_date}`).toBe(true);
  const times = feed.times.filter((row) => row["trip_id"] === trip_id);
  const first_s = secondsOf(times[0]!["arrival_time"]!);
  const pace = feed.paces.find((row) => row["trip_id"] === trip_id);
  expect(start_time !== null).toBe(pace !== undefined);
  const later_s = start_time === null ? 0 : secondsOf(start_time) - first_s;
  if (pace !== undefined) {
    expect(later_s % Number(pace["headway_secs"])).toBe(0);
    expect(secondsOf(start_time!)).toBeLessThan(secondsOf(pace["end_time"]!));
  }
  const noon = Temporal.PlainDate.from(start_date).toZonedDateTime({
    timeZone: feed.zone,
    plainTime: "12:00",
  });
  return { times, begin_s: noon.epochMilliseconds / 1000 - 12 * 3600 + later_s };
}

/** Expects that each told stop is one of the feed's, and its time that of the feed with the delay. */
export function expectOfFeed(feed: Feed, trip: ReadTrip): void {
  const { times, begin_s } = findTrip(feed, trip);
  const { trip_id, stops } = trip;
  let last = { sequence: 0, time: 0 };
  for (const { stop_sequence, stop_id, arrival, departure } of stops) {
    const row = times.find((one) => one["stop_sequence"] === String(stop_sequence));
    expect(row?.["stop_id"], `${trip_id} ${stop_sequence}`).toBe(stop_id);
    expect(stop_sequence).toBeGreaterThan(last.sequence);
    for (const [event, column] of [
      [arrival, "arrival_time"],
      [departure, "departure_time"],
    ] as const) {
      if (event === null) continue;
      const planned_s = begin_s + secondsOf(row![column]!);
      // Both are rounded, one with the start of its train.
      expect(Math.abs(event.time - event.delay - planned_s), trip_id).toBeLessThanOrEqual(1);
      expect(event.time).toBeGreaterThanOrEqual(last.time);
      last = { ...last, time: event.time };
    }
    last = { ...last, sequence: stop_sequence };
  }
}
