/**
 * A network drawn by hand: two branches of 4 km that meet at a switch, then 6 km of one track. BAL
 * signals every 2 km in the direction of the junction, each 20 m before its detector.
 *
 *   bs.N |-- N --- n1 --- n2 --\
 *                               >|switch|-- M --- m1 --- m2 --| bs.M
 *   bs.S |-- S --- s1 --- s2 --/
 */

type Json = Readonly<Record<string, unknown>>;

function track(id: string, length: number): Json {
  const coordinates = [
    [0, 49],
    [length / 100_000, 49],
  ];
  return {
    id,
    length,
    slopes: [],
    curves: [],
    loading_gauge_limits: [],
    geo: { type: "LineString", coordinates },
    extensions: { sncf: null, source: null },
  };
}

const TRACKS = { N: 4000, S: 4000, M: 6000 } as const;
/** Detector, track, position. */
const DETECTORS = [
  ["n1", "N", 2000],
  ["n2", "N", 3900],
  ["s1", "S", 2000],
  ["s2", "S", 3900],
  ["m1", "M", 2000],
  ["m2", "M", 4000],
] as const;
const ROUTES = [
  ["bs.N", "n1"],
  ["n1", "n2"],
  ["n2", "m1"],
  ["bs.S", "s1"],
  ["s1", "s2"],
  ["s2", "m1"],
  ["m1", "m2"],
  ["m2", "bs.M"],
] as const;

function point(id: string): Json {
  return { type: id.startsWith("bs") ? "BufferStop" : "Detector", id };
}

function signal(detector: string, track_id: string, position: number): Json {
  return {
    id: `signal.${detector}`,
    track: track_id,
    position: position - 20,
    direction: "START_TO_STOP",
    sight_distance: 400,
    logical_signals: [
      {
        signaling_system: "BAL",
        next_signaling_systems: ["BAL"],
        settings: { Nf: "true" },
        default_parameters: { jaune_cli: "false" },
        conditional_parameters: [],
      },
    ],
  };
}

export const JUNCTION_RAILJSON: Json = {
  version: "3.4.12",
  track_sections: Object.entries(TRACKS).map(([id, length]) => track(id, length)),
  switches: [
    {
      id: "switch",
      switch_type: "point_switch",
      group_change_delay: 6,
      ports: {
        A: { track: "M", endpoint: "BEGIN" },
        B1: { track: "N", endpoint: "END" },
        B2: { track: "S", endpoint: "END" },
      },
    },
  ],
  extended_switch_types: [],
  routes: ROUTES.map(([entry, exit]) => ({
    id: `rt.${entry}-${exit}`,
    entry_point: point(entry),
    exit_point: point(exit),
    entry_point_direction: "START_TO_STOP",
    release_detectors: [],
    switches_directions: exit !== "m1" ? {} : { switch: entry === "n2" ? "A_B1" : "A_B2" },
  })),
  signals: DETECTORS.map(([id, track_id, position]) => signal(id, track_id, position)),
  detectors: DETECTORS.map(([id, track_id, position]) => ({ id, track: track_id, position })),
  buffer_stops: [
    { id: "bs.N", track: "N", position: 0 },
    { id: "bs.S", track: "S", position: 0 },
    { id: "bs.M", track: "M", position: TRACKS.M },
  ],
  operational_points: [],
  speed_sections: [],
  electrifications: [
    {
      id: "wire",
      voltage: "25000V",
      track_ranges: Object.entries(TRACKS).map(([id, length]) => ({
        track: id,
        begin: 0,
        end: length,
        applicable_directions: "BOTH",
      })),
    },
  ],
  neutral_sections: [],
};

/** Waypoints of a train on a branch: at its start, before the signal of the junction, on the trunk. */
export function branchPath(branch: "N" | "S"): Json[] {
  return [
    { id: "start", track: branch, offset: 500_000 },
    { id: "before", track: branch, offset: 3_800_000 },
    { id: "end", track: "M", offset: 5_000_000 },
  ];
}
