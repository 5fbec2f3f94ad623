// Method: a drawn station of two points; every form of a waypoint and every filter as a table.
import { describe, expect, it } from "vitest";
import { resolveWaypoint, type Waypoint } from "../../../../workers/engine/path/waypoints.ts";
import { compileNetwork } from "../infra/compile_network.ts";
import { drawLine } from "../infra/drawn_network.ts";

const network = drawLine();
network.track_sections = network.track_sections.map((track) => ({
  ...track,
  extensions: { sncf: { track_name: `V${track.id}` } },
}));
const sncf = { ci: 1, ch_short_label: "", ch_long_label: "", trigram: "STA" };
const identifier = { name: "Station", uic: 87 };
network.operational_points.push(
  {
    id: "op.main",
    parts: [
      { track: "A", position: 500.0009 },
      { track: "B", position: 100 },
    ],
    extensions: { sncf: { ...sncf, ch: "BV" }, identifier },
  },
  {
    id: "op.yard",
    parts: [{ track: "B", position: 900 }],
    extensions: { sncf: { ...sncf, ch: "00" }, identifier },
  },
  { id: "op.lost", parts: [{ track: "gone", position: 1 }] },
  { id: "op.beyond", parts: [{ track: "A", position: 1000.5 }] },
  { id: "op.empty", parts: [] },
);
const infra = compileNetwork(network);

const A = { track: 0, offset_mm: 500_000 };
const B = { track: 1, offset_mm: 100_000 };
const YARD = { track: 1, offset_mm: 900_000 };

const uic = { kind: "uic", uic: 87 } as const;
const RESOLVED: readonly [Waypoint, object][] = [
  [
    { kind: "track_offset", track: "A", offset_mm: 1_000_000 },
    [{ track: 0, offset_mm: 1_000_000 }],
  ],
  [{ kind: "operational_point", operational_point: "op.main" }, [A, B]],
  [{ kind: "trigram", trigram: "STA" }, [A, B, YARD]],
  [uic, [A, B, YARD]],
  [{ ...uic, secondary_code: "00" }, [YARD]],
  [{ ...uic, track_name: "VB" }, [B, YARD]],
  [{ ...uic, track_id: "A" }, [A]],
  [{ ...uic, secondary_code: "BV", track_name: "VB" }, [B]],
  [{ kind: "operational_point", operational_point: "op.main", secondary_code: "BV" }, [A, B]],
];

const UNRESOLVED: readonly [Waypoint, string][] = [
  [{ kind: "track_offset", track: "Z", offset_mm: 0 }, "core:unknown_track_section"],
  [{ kind: "track_offset", track: "A", offset_mm: 1_000_001 }, "core:invalid_waypoint_location"],
  [{ kind: "track_offset", track: "A", offset_mm: -1 }, "core:invalid_waypoint_location"],
  [{ kind: "track_offset", track: "A", offset_mm: Number.NaN }, "core:invalid_waypoint_location"],
  [{ kind: "operational_point", operational_point: "A" }, "core:unknown_operational_point"],
  [{ kind: "operational_point", operational_point: "op.lost" }, "core:unknown_operational_point"],
  [{ kind: "operational_point", operational_point: "op.beyond" }, "core:unknown_operational_point"],
  [{ kind: "operational_point", operational_point: "op.empty" }, "core:unknown_operational_point"],
  [{ kind: "trigram", trigram: "nowhere" }, "core:unknown_operational_point"],
  [{ kind: "uic", uic: 88 }, "core:unknown_operational_point"],
  [{ kind: "uic", uic: -1 }, "core:unknown_operational_point"],
  [{ ...uic, secondary_code: "nowhere" }, "core:unknown_operational_point"],
  [{ ...uic, track_name: "nowhere" }, "core:unknown_operational_point"],
  [{ ...uic, track_id: "nowhere" }, "core:unknown_operational_point"],
];

describe("a waypoint", () => {
  it.each(RESOLVED)("%j stands for its places, truncated to mm", (waypoint, places) => {
    expect(resolveWaypoint(infra, waypoint)).toEqual({ ok: true, value: places });
  });

  it.each(UNRESOLVED)("%j can't be resolved: %s", (waypoint, type) => {
    expect(resolveWaypoint(infra, waypoint)).toMatchObject({ ok: false, error: { type } });
  });
});
