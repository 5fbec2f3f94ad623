// Method: an axis of one track each way by hand; what a form says is stored, and opened again as it was.
import { describe, expect, it } from "vitest";
import type { TrackRange } from "../../../web/src/graph/axis.ts";
import type { Closure } from "../../../web/src/state/closure_groups.ts";
import {
  type ClosureForm,
  openForm,
  readForm,
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
