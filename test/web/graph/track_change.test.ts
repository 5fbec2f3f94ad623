// Method: paths and a station by hand; what becomes of them is read again by what finds a train's track.
import { describe, expect, it } from "vitest";
import { type Station, trackNamed } from "../../../web/src/graph/occupancy.ts";
import { withTrack } from "../../../web/src/graph/track_change.ts";

const STATION: Station = {
  id: "OP.B",
  uic: 87,
  trigram: "BBB",
  secondary_code: "BV",
  tracks: [
    { id: "T1", name: "1" },
    { id: "T2", name: "2" },
  ],
};
const SHARES: Readonly<Record<string, number>> = { "OP.A": 0, "OP.B": 0.5, "OP.C": 1 };

interface Item {
  readonly id: string;
  readonly operational_point?: string;
  readonly trigram?: string;
  readonly track?: string;
}

const shareOf = ({ operational_point }: Item): number | null =>
  SHARES[operational_point ?? ""] ?? null;
const A: Item = { id: "a", operational_point: "OP.A" };
const C: Item = { id: "c", operational_point: "OP.C" };

function change(path: readonly Item[], is_back = false) {
  return withTrack(path, { station: STATION, track_id: "T2", share: 0.5, is_back, shareOf });
}

describe("another track of a station", () => {
  it("is named by the waypoint that is there, however it names the station", () => {
    for (const there of [
      { operational_point: "OP.B" },
      { trigram: "BBB" },
      { track: "T1" },
    ] as const) {
      const path = change([A, { id: "b", ...there }, C]);
      expect(path?.map(({ id }) => id)).toEqual(["a", "b", "c"]);
      expect(trackNamed(path ?? [], STATION)).toBe("T2");
      expect([path?.[0], path?.[2]]).toEqual([A, C]);
    }
  });

  it("is a waypoint more where the train only passes, in its direction and with an id of its own", () => {
    const path = change([A, { ...C, id: "via_1" }]);
    expect(path?.map(({ id }) => id)).toEqual(["a", "via_2", "via_1"]);
    expect(trackNamed(path ?? [], STATION)).toBe("T2");
    expect(change([C, A], true)?.map(({ id }) => id)).toEqual(["c", "via_1", "a"]);
  });

  it("has no place in a path whose waypoints say nothing of where they are, or that begins beyond", () => {
    expect(change([A, { id: "x", track: "far" }])).toBe(null);
    expect(change([C, A])).toBe(null);
  });
});
