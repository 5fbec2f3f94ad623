// Method: an axis of one track each way by hand; what a form says is stored, and opened again as it was.
import { describe, expect, it } from "vitest";
import type { TrackRange } from "../../../web/src/graph/axis.ts";
import { zone } from "../../../web/src/graph/zone.ts";
import type { Closure } from "../../../web/src/state/works/closure_groups.ts";
import {
  type ClosureForm,
  MONDAY_TO_FRIDAY,
  openForm,
  readForm,
  repeatClosure,
} from "../../../web/src/works/closure_form_fields.ts";

const BEGIN_MS = Date.parse("2026-03-02T05:00:00Z");
const HOUR_MS = 3_600_000;
const LENGTH_MM = 100_000_000;

function wayOf(track_section: string, direction: TrackRange["direction"], to: [number, number]) {
  const ranges = [{ track_section, begin: 0, end: LENGTH_MM, direction }];
  const way = { ranges, length_mm: LENGTH_MM, stations: [], zones: [] };
  return { way, scale: { from: Float64Array.of(0, LENGTH_MM), to: Float64Array.from(to) } };
}

const WAYS = [wayOf("V1", "START_TO_STOP", [0, 1]), wayOf("V2", "STOP_TO_START", [1, 0])];
const AREA = {
  from_ms: BEGIN_MS + 20_000,
  to_ms: BEGIN_MS + HOUR_MS,
  from_share: 0.25,
  to_share: 0.5,
};

function formOf(changes: Partial<ClosureForm> = {}): ClosureForm {
  return { ...openForm({ area: AREA, before: null }, WAYS, "Work 1"), ...changes };
}

const placesOf = (closure: Closure | null) =>
  closure?.ranges.map(({ track_section, begin, end, direction }) => [
    track_section,
    begin / 1_000_000,
    end / 1_000_000,
    direction,
  ]);

describe("the form of a work or a limit", () => {
  it("has the drawn area, to minutes and hundreds of metres", () => {
    expect(formOf()).toMatchObject({
      from_ms: BEGIN_MS,
      to_ms: BEGIN_MS + HOUR_MS,
      from_km: 25,
      to_km: 50,
      kind: "TRACK",
      name: "Work 1",
    });
    const beyond = { ...AREA, from_share: -0.5, to_share: 1.5 };
    expect(openForm({ area: beyond, before: null }, WAYS, "x")).toMatchObject({
      from_km: 0,
      to_km: 100,
    });
  });

  it("closes both ways or one, and a limit holds in its direction", () => {
    expect(placesOf(readForm(formOf(), WAYS))).toEqual([
      ["V1", 25, 50, null],
      ["V2", 25, 50, null],
    ]);
    expect(placesOf(readForm(formOf({ direction: "along" }), WAYS))).toEqual([
      ["V1", 25, 50, null],
    ]);
    const limit = readForm(formOf({ kind: "LIMIT", direction: "against", speed_km_h: 36 }), WAYS);
    expect(placesOf(limit)).toEqual([["V2", 25, 50, "STOP_TO_START"]]);
    expect(limit?.speed_m_s).toBe(10);
  });

  it("is refused without a name, a place, a time or a speed", () => {
    for (const wrong of [
      { name: "  " },
      { to_km: 25 },
      { from_km: Number.NaN },
      { to_ms: BEGIN_MS },
      { from_ms: Number.NaN },
      { kind: "LIMIT", speed_km_h: 0 },
      { kind: "LIMIT", speed_km_h: Number.NaN },
    ] as const) {
      expect(readForm(formOf(wrong), WAYS)).toBe(null);
    }
    expect(readForm(formOf(), [])).toBe(null);
  });
});

describe("a work that is again on other days", () => {
  const once = readForm(formOf(), WAYS);
  if (once === null) throw new Error("no work");
  /** A Monday. */
  const until = (days: number): number => BEGIN_MS + days * 24 * HOUR_MS;
  const starts = (days: readonly boolean[], until_ms: number): string[] =>
    repeatClosure(once, { days, until_ms }).map(({ from_ms }) => new Date(from_ms).toISOString());

  it("is on the chosen days of the week, at the same time, until the last day", () => {
    const found = starts(MONDAY_TO_FRIDAY, until(13));
    expect(found).toHaveLength(10);
    expect(found.map((text) => new Date(text).getUTCDay())).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
    expect(new Set(found.map((text) => text.slice(11)))).toEqual(new Set(["05:00:00.000Z"]));
    const weekend = [false, false, false, false, false, true, true];
    expect(starts(weekend, until(6))).toEqual([
      "2026-03-07T05:00:00.000Z",
      "2026-03-08T05:00:00.000Z",
    ]);
  });

  it("is at the same time by the zone's clocks when these change, and as long", () => {
    zone.value = "Europe/Paris";
    const days = MONDAY_TO_FRIDAY.map(() => true);
    const all = repeatClosure(once, { days, until_ms: until(40) });
    zone.value = "UTC";
    const hours = all.map(({ from_ms }) => new Date(from_ms).getUTCHours());
    // Summer time begins on 29 March, the 28th day.
    expect(hours.slice(0, 27)).toEqual(Array.from({ length: 27 }, () => 5));
    expect(hours.slice(27)).toEqual(Array.from({ length: 14 }, () => 4));
    expect(new Set(all.map(({ from_ms, to_ms }) => to_ms - from_ms))).toEqual(new Set([HOUR_MS]));
  });

  it("is nowhere without days, once without a repetition, and never too often", () => {
    expect(starts([], until(100))).toEqual([]);
    expect(starts(MONDAY_TO_FRIDAY, Number.NaN)).toEqual([]);
    expect(repeatClosure(once, null)).toEqual([once]);
    expect(starts([true, true, true, true, true, true, true], Infinity).length).toBeLessThan(500);
  });
});

describe("a work on tracks of a station", () => {
  const tracks = [{ id: "T1", name: "1", begin_mm: 0, end_mm: 800_000_000 }];

  it("closes all of each track, a limit holds in both directions, without an axis too", () => {
    expect(placesOf(readForm(formOf({ tracks }), []))).toEqual([["T1", 0, 800, null]]);
    const limit = readForm(formOf({ tracks, kind: "LIMIT", speed_km_h: 36 }), []);
    expect(placesOf(limit)).toEqual([
      ["T1", 0, 800, "START_TO_STOP"],
      ["T1", 0, 800, "STOP_TO_START"],
    ]);
    expect(readForm(formOf({ tracks: [] }), WAYS)).toBe(null);
  });

  it("keeps its tracks when it is opened again where the axis has none of them", () => {
    const stored = readForm(formOf({ tracks }), []);
    if (stored === null) throw new Error("no work");
    const nowhere = { ...AREA, from_share: 0, to_share: 0 };
    const again = openForm({ area: nowhere, before: stored }, WAYS, "");
    expect(readForm(again, WAYS)).toEqual(stored);
  });
});
