/** Passes as the page has read them beside the trains' own runs, and how their times are printed. */
import { expect } from "vitest";
import type { Run } from "../../../web/src/graph/runs.ts";
import type { DrawnLines } from "../../workers/engine/projection/drawn_lines.ts";
import {
  type PrintedTrain,
  StationOracle,
} from "../../workers/engine/projection/station_oracle.ts";
import type { Truth } from "./own_runs.ts";

/** A train is estimated to be at a station where its path is this near to a part of it. */
const NEAR_M = 100.5;

/** What every view should show of a train at a station, ms since the epoch. */
export interface Seen {
  readonly station: string;
  readonly arrival: number;
  readonly departure: number;
  readonly is_stop: boolean;
  readonly is_estimated: boolean;
  /** Whether the train begins here, and whether it ends here. */
  readonly begins: boolean;
  readonly ends: boolean;
  readonly tracks: readonly string[];
}

/** What the clocks of a zone show, by another way than the page's. */
export const clocks = { zone: "UTC" };
const HOUR_MS = 3_600_000;
const momentOf = (ms: number): string =>
  new Date(ms).toLocaleString("sv-SE", { timeZone: clocks.zone });
/** In an hour that comes twice with `A`, then `B`. */
export function secondsOf(ms: number): string {
  const whole_ms = Math.round(ms / 1000) * 1000;
  const text = momentOf(whole_ms);
  const letter =
    text === momentOf(whole_ms + HOUR_MS) ? "A" : text === momentOf(whole_ms - HOUR_MS) ? "B" : "";
  return text.slice(11) + letter;
}
/** Full minutes have no seconds. */
export const shortOf = (ms: number): string => secondsOf(ms).replace(/^(..:..):00/, "$1");
export const minuteOf = (ms: number): string => momentOf(ms).slice(14, 16);
/** Midnights of the zone before a moment. */
export const dayOf = (ms: number): number =>
  Date.parse(momentOf(Math.round(ms / 1000) * 1000).slice(0, 10)) / (24 * HOUR_MS);
/** How often each was met, so that a test that meets nothing fails. */
export const met = {
  networks: 0,
  turned: 0,
  of_line: 0,
  trains: 0,
  elsewhere: 0,
  one_station: 0,
  stops: 0,
  passes: 0,
  estimated: 0,
  left: 0,
  alone: 0,
  back: 0,
  lines_of_table: 0,
  minutes: 0,
  visits: 0,
  traced: 0,
  sheets: 0,
  compared: 0,
  printed: 0,
};

export class Judge {
  readonly #oracle: StationOracle;
  readonly #lines: DrawnLines;
  readonly #truths: ReadonlyMap<string, Truth>;
  readonly #axis: readonly { id: string; share: number; position_mm: number }[];
  readonly #seen = new Map<string, readonly Seen[]>();

  constructor(
    lines: DrawnLines,
    truths: ReadonlyMap<string, Truth>,
    axis: readonly { id: string; share: number; position_mm: number }[],
  ) {
    this.#oracle = new StationOracle(lines);
    this.#lines = lines;
    this.#truths = truths;
    this.#axis = axis;
  }

  seenOf(run: Run): readonly Seen[] {
    const known = this.#seen.get(run.key);
    if (known !== undefined) return known;
    const found = this.#look(run);
    this.#seen.set(run.key, found);
    return found;
  }

  #visits(printed: PrintedTrain) {
    const ids = new Set(this.#axis.map(({ id }) => id));
    return this.#oracle.listVisits(printed).filter(({ id }) => ids.has(id));
  }

  /** Passes as the page has read them, beside what is right. */
  #look(run: Run): readonly Seen[] {
    const truth = this.#truths.get(run.key);
    const printed = truth?.printed ?? null;
    if (truth === undefined || printed === null) throw new Error(`${run.key} has no run`);
    const { start_ms } = truth;
    expect(run.start_ms).toBe(start_ms);
    const visits = this.#visits(printed);
    let at = 0;
    const seen = run.passes.map((pass): Seen => {
      const { station, is_estimated, is_stop, waypoint, track } = pass;
      const arrival = start_ms + pass.arrival_ms;
      const departure = start_ms + pass.departure_ms;
      if (is_estimated) {
        expect(departure).toBe(arrival);
        expect(track).toBeNull();
        if (this.#lines.is_mapped) {
          const place = this.#oracle.placeAt(printed, pass.arrival_ms);
          expect(this.#oracle.nearest(printed, station, place, place).metres).toBeLessThan(NEAR_M);
        }
        met.estimated++;
        const passed = { is_stop: false, is_estimated, begins: false, ends: false, tracks: [] };
        return { station, arrival, departure, ...passed };
      }
      const right = visits[at++]!;
      expect(station).toBe(right.id);
      expect(Math.abs(pass.arrival_ms - right.arrival)).toBeLessThan(1);
      expect(Math.abs(pass.departure_ms - right.departure)).toBeLessThan(1);
      expect(is_stop).toBe(right.stops);
      expect(right.tracks).toContain(track);
      if (waypoint !== null) {
        expect(arrival).toBe(truth.waypoints[waypoint]!.arrival);
        expect(departure).toBe(truth.waypoints[waypoint]!.departure);
      }
      met[is_stop ? "stops" : "passes"]++;
      const begins = waypoint === 0;
      const ends = waypoint === truth.waypoints.length - 1;
      const told = { is_stop, is_estimated, begins, ends, tracks: right.tracks };
      return { station, arrival, departure, ...told };
    });
    expect(at).toBe(visits.length);
    return seen;
  }

  /** Nobody is missing, and all others are told. */
  judgeTrains(passing: readonly Run[], drawn: readonly Run[], off: readonly Run[]): void {
    const passing_keys = new Set(passing.map(({ key }) => key));
    const drawn_keys = new Set(drawn.map(({ key }) => key));
    const hidden = [...this.#truths.keys()].filter((key) => !drawn_keys.has(key));
    expect(off.map(({ key }) => key).sort()).toEqual(hidden.sort());
    for (const { key, printed } of this.#truths.values()) {
      const visits = printed === null ? [] : this.#visits(printed);
      expect(passing_keys.has(key), key).toBe(visits.length > 0);
      const count = new Set(visits.map(({ id }) => id)).size;
      if (count === 0) met.elsewhere++;
      else if (count === 1) met.one_station++;
      if (count >= 2) {
        met.trains++;
        expect(drawn_keys.has(key), key).toBe(true);
      }
    }
  }

  shareOf(id: string): number {
    return this.#axis.find((one) => one.id === id)!.share;
  }
}
