/** A line with a loop and a halt on one of its tracks, complete with signals and routes. */
import { completeNetwork } from "../../workers/exchange/completion/complete_network.ts";
import { NO_OBJECTS } from "../workers/exchange/drawn_rails.ts";

const DEGREES_A_METRE = 1 / 111_319.5;

/** A and C on one track, B between on either of two; H only on the northern one, 300 m from the southern. */
export function lineWithLoop(): unknown {
  const track = (id: string, xs: readonly [number, number], ys: readonly [number, number]) => ({
    id,
    length: Math.hypot(xs[1] - xs[0], ys[1] - ys[0]),
    slopes: [],
    curves: [],
    geo: {
      type: "LineString" as const,
      coordinates: [0, 1].map((i) => [xs[i]! * DEGREES_A_METRE, ys[i]! * DEGREES_A_METRE]),
    },
  });
  const points = (
    id: string,
    begin: string,
    track_a: string,
    track_b: string,
    endpoint: "BEGIN" | "END",
  ) => ({
    id,
    switch_type: "point_switch",
    group_change_delay: 0,
    ports: {
      A: { track: begin, endpoint: endpoint === "BEGIN" ? ("END" as const) : ("BEGIN" as const) },
      B1: { track: track_a, endpoint },
      B2: { track: track_b, endpoint },
    },
  });
  const point = (id: string, ...parts: readonly (readonly [string, number])[]) => ({
    id,
    parts: parts.map(([track_id, position]) => ({ track: track_id, position })),
  });
  return completeNetwork({
    ...NO_OBJECTS,
    track_sections: [
      track("W", [0, 3000], [0, 0]),
      track("N", [3000, 9000], [0, 300]),
      track("S", [3000, 9000], [0, 0]),
      track("E", [9000, 12_000], [150, 150]),
    ],
    switches: [points("west", "W", "N", "S", "BEGIN"), points("east", "E", "N", "S", "END")],
    operational_points: [
      point("A", ["W", 500]),
      point("H", ["N", 5000]),
      point("B", ["N", 3000], ["S", 3000]),
      point("C", ["E", 2500]),
    ],
  }).document;
}
