/**
 * A network of one line, drawn by hand: two tracks A and B joined by a link, buffer stops at both
 * ends, a detector in the middle, one route each way, one signal each way, an operational point on
 * each track.
 *
 *   bs.a |-- A (1000 m) --- det 990 --|link|--- B (1000 m) --| bs.b
 */

const LISTS = {
  slopes: [],
  curves: [],
  loading_gauge_limits: [],
};

function track(id: string, from_lon: number): Record<string, unknown> {
  const to_lon = from_lon + 0.0138;
  return {
    id,
    length: 1000,
    ...LISTS,
    geo: {
      type: "LineString",
      coordinates: [
        [from_lon, 49],
        [to_lon, 49],
      ],
    },
    extensions: { sncf: null, source: null },
  };
}

function route(
  id: string,
  ends: readonly [string, string],
  entry_point_direction: string,
): Record<string, unknown> {
  const [entry, exit] = ends;
  const point = (name: string): { type: string; id: string } => ({
    type: name.startsWith("bs") ? "BufferStop" : "Detector",
    id: name,
  });
  return {
    id,
    entry_point: point(entry),
    exit_point: point(exit),
    entry_point_direction,
    release_detectors: [],
    switches_directions: {},
  };
}

function signal(id: string, place: readonly [string, number, string]): Record<string, unknown> {
  const [track_id, position, direction] = place;
  return {
    id,
    track: track_id,
    position,
    direction,
    sight_distance: 400,
    logical_signals: [
      {
        signaling_system: "BAL",
        next_signaling_systems: [],
        settings: { Nf: "true" },
        default_parameters: { jaune_cli: "false" },
        conditional_parameters: [],
      },
    ],
  };
}

function operationalPoint(
  id: string,
  { track: track_id, uic }: { track: string; uic: number },
): Record<string, unknown> {
  return {
    id,
    parts: [{ track: track_id, position: 500, extensions: { sncf: { kp: "" } } }],
    extensions: {
      identifier: { name: id, uic },
      sncf: { ci: 0, ch: "BV", ch_short_label: "BV", ch_long_label: "0", trigram: `T${uic}` },
    },
  };
}

export const TINY_RAILJSON: Readonly<Record<string, unknown>> = {
  version: "3.4.12",
  track_sections: [track("A", 0), track("B", 0.0138)],
  switches: [
    {
      id: "link",
      switch_type: "link",
      group_change_delay: 0,
      ports: { A: { track: "A", endpoint: "END" }, B: { track: "B", endpoint: "BEGIN" } },
    },
  ],
  extended_switch_types: [],
  routes: [
    route("rt.a-det", ["bs.a", "det"], "START_TO_STOP"),
    route("rt.det-b", ["det", "bs.b"], "START_TO_STOP"),
    route("rt.b-det", ["bs.b", "det"], "STOP_TO_START"),
    route("rt.det-a", ["det", "bs.a"], "STOP_TO_START"),
  ],
  signals: [
    signal("s.right", ["A", 980, "START_TO_STOP"]),
    signal("s.left", ["A", 999, "STOP_TO_START"]),
  ],
  detectors: [{ id: "det", track: "A", position: 990 }],
  buffer_stops: [
    { id: "bs.a", track: "A", position: 0 },
    { id: "bs.b", track: "B", position: 1000 },
  ],
  operational_points: [
    operationalPoint("OP.A", { track: "A", uic: 1 }),
    operationalPoint("OP.B", { track: "B", uic: 2 }),
  ],
  speed_sections: [
    {
      id: "limit",
      speed_limit: 30,
      speed_limit_by_tag: { MA100: 25, E32C: 28 },
      track_ranges: [{ track: "A", begin: 0, end: 1000, applicable_directions: "BOTH" }],
      on_routes: null,
    },
  ],
  electrifications: [
    {
      id: "wire",
      voltage: "25000V",
      track_ranges: [
        { track: "A", begin: 0, end: 1000, applicable_directions: "BOTH" },
        { track: "B", begin: 0, end: 1000, applicable_directions: "BOTH" },
      ],
    },
  ],
  neutral_sections: [],
};
