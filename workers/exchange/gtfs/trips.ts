/** Trips of a feed, as the timetable's export and what is told of a running day name and place them. */

import type { Period } from "../../../src/railway/days/days.schemas.ts";
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import {
  type ClockedCalendar,
  makeCalendar,
  shownAt,
} from "../../../src/railway/days/period_days.ts";
import { printDay } from "../../../src/railway/iso8601.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import { printTrack } from "../timetable/station_names.ts";
import { type Call, callsOf, type TrainForm } from "../timetable/timetable_form.ts";
import { ZoneDays } from "./service_days.ts";

/** A place of a train in a feed. */
export interface TripCall {
  readonly call: Call;
  /** Id of its waypoint. */
  readonly at: string;
  /** Fixed, whatever other stops are left out: its place on the path, from 1. */
  readonly sequence: number;
  /** Null: it is not on the map. */
  readonly stop_id: string | null;
  /** Its begin or its end. */
  readonly is_end: boolean;
}

/** Places where a train stops, its begin and its end. */
export function listTripCalls(
  train: Pick<TrainForm, "path" | "schedule">,
  stations: StationIndex | null,
): TripCall[] {
  const calls = callsOf(train);
  return calls.flatMap((call, i): TripCall[] => {
    const is_end = i === 0 || i === calls.length - 1;
    if (!is_end && call.stop_ms === null) return [];
    const at = train.path[i]?.id ?? "";
    return [{ call, at, sequence: i + 1, stop_id: stopIdOf(call, stations), is_end }];
  });
}

function stopIdOf({ location }: Call, stations: StationIndex | null): string | null {
  const station = stations?.describe(location) ?? null;
  if (stations === null || station === null || station.place === null) return null;
  const word = stations.wordOf(location);
  const track = printTrack(location);
  return track === null ? word : `${word}|${track}`;
}

/**
 * A trip is named by what it is of and by when it starts: it keeps its name however other trains change, and a train
 * that starts at another time by the clock on some days has a trip for each of them.
 */
export function tripIdOf(key: string, first_s: number): string {
  return `${key}-${printServiceTime(first_s).replaceAll(":", "")}`;
}

/** When a trip starts: seconds after the begin of its service day. */
export interface TripStart {
  readonly day: number;
  readonly first_s: number;
}

/** Days from noon less twelve hours in a zone. */
export class FeedDays {
  readonly zone: string;
  readonly #calendar: ClockedCalendar | null;
  readonly #days: ZoneDays;

  constructor(calendar: ClockedCalendar | null, zone = "Etc/UTC") {
    this.zone = zone;
    this.#calendar = calendar;
    this.#days = new ZoneDays(zone);
  }

  /** Rounded before its day is known: the last half second of a day belongs to the next one. */
  startOf(start_ms: number): TripStart {
    const rounded_ms = toWholeSeconds(start_ms) * 1000;
    const day = this.#dayAt(rounded_ms);
    return { day, first_s: (rounded_ms - this.#days.startOf(day * DAY_MS)) / 1000 };
  }

  /** The day whose times begin at or before a moment. */
  #dayAt(start_ms: number): number {
    const shown_ms = this.#calendar === null ? start_ms : shownAt(this.#calendar, start_ms);
    const day = Math.floor(shown_ms / DAY_MS);
    // On a day of 25 hours they begin at one.
    return this.#days.startOf(day * DAY_MS) <= start_ms ? day : day - 1;
  }
}

/** Without lists of days, which no clock depends on. */
export function daysOfPeriod(period: Period | null): FeedDays {
  return new FeedDays(period === null ? null : makeCalendar(period, []), period?.time_zone);
}

export function printServiceDate(day: number): string {
  return printDay(day * DAY_MS).replaceAll("-", "");
}

export function toWholeSeconds(ms: number): number {
  return Math.round(ms / 1000);
}

export function printServiceTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
