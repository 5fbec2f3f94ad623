/**
 * Referential faults of networks (interface.md 5.2): a table of single changes to a sample without
 * faults, each with exactly the rows that it must cause; then scaling on hostile documents.
 */
import { describe, expect, it } from "vitest";
import { OBJECT_TYPES } from "../../../src/railway/object_types.ts";
import { change, makeSample, parse } from "./sample.ts";

interface Row {
  readonly change: Readonly<Record<string, unknown>>;
  /** Object, field or `-`, error type (`?`: a warning), the object referred to or further keys as JSON. */
  readonly faults: readonly string[];
}

const ref = (type: string, obj_id: string) => ({ reference: { type, obj_id } });
const section = (id: string, more: object) => ({
  id,
  speed_limit: 20,
  speed_limit_by_tag: {},
  on_routes: null,
  ...more,
});
const range = (track: string, begin: number, end: number, applicable_directions = "BOTH") => ({
  track,
  begin,
  end,
  applicable_directions,
});
const sign = (track: string, position: number) => ({
  track,
  position,
  side: "LEFT",
  direction: "START_TO_STOP",
  type: "Z",
  value: "",
  kp: "",
});
const threeWay = (more: object) => ({
  id: "three_way",
  ports: ["A", "L"],
  groups: { left: [{ src: "A", dst: "L" }] },
  ...more,
});
const route = (more: object) => ({
  id: "r",
  entry_point: { type: "Detector", id: "before" },
  exit_point: { type: "BufferStop", id: "stop_d" },
  entry_point_direction: "START_TO_STOP",
  release_detectors: [],
  switches_directions: { point: "A_B2" },
  ...more,
});

const TABLE: Readonly<Record<string, Row>> = {
  "a slope beyond its track": {
    change: { "track_sections.0.slopes.0.end": 1000.5 },
    faults: [
      'TrackSection.a slopes.0.end out_of_range {"position":1000.5,"expected_range":[0,1000]}',
    ],
  },
  "a curve that runs backwards": {
    change: { "track_sections.1.curves.0.begin": 21 },
    faults: ['TrackSection.b curves.0.begin out_of_range {"position":21,"expected_range":[0,20]}'],
  },
  "a gauge limit before its track": {
    change: { "track_sections.2.loading_gauge_limits.0.begin": -1 },
    faults: [
      'TrackSection.c loading_gauge_limits.0.begin out_of_range {"position":-1,"expected_range":[0,400]}',
    ],
  },
  "a signal on an unknown track": {
    change: { "signals.0.track": "x" },
    faults: ["Signal.s_before track invalid_reference TrackSection.x"],
  },
  "a signal beyond its track": {
    change: { "signals.0.position": 501 },
    faults: ['Signal.s_before position out_of_range {"position":501,"expected_range":[0,500]}'],
  },
  "a signal parameter for an unknown route": {
    change: { "signals.0.logical_signals.0.conditional_parameters.0.on_route": "x" },
    faults: [
      "Signal.s_before logical_signals.0.conditional_parameters.0.on_route invalid_reference Route.x",
    ],
  },
  "a station part beyond its track": {
    change: { "operational_points.0.parts.1.position": 300.001 },
    faults: [
      'OperationalPoint.station parts.1.position out_of_range {"position":300.001,"expected_range":[0,300]}',
    ],
  },
  "a station without parts": {
    change: { "operational_points.0.parts": [] },
    faults: ["OperationalPoint.station parts empty_object?"],
  },
  "an electrification without ranges": {
    change: { "electrifications.0.track_ranges": [] },
    faults: ["Electrification.wire track_ranges empty_object?"],
  },
  "a neutral section on an unknown track": {
    change: { "neutral_sections.0.announcement_track_ranges.0.track": "x" },
    faults: [
      "NeutralSection.neutral announcement_track_ranges.0.track invalid_reference TrackSection.x",
    ],
  },
  "a speed section for an unknown route": {
    change: { "speed_sections.1.on_routes": ["from_d", "x"] },
    faults: ["SpeedSection.diverging on_routes.1 invalid_reference Route.x"],
  },
  "two electrifications over one piece of track": {
    change: {
      "electrifications.1": { id: "w2", voltage: "25000V", track_ranges: [range("a", 999, 1000)] },
    },
    faults: [
      "Electrification.w2 track_ranges.0 overlapping_electrifications? Electrification.wire",
    ],
  },
  "electrifications that only touch": {
    change: {
      "electrifications.0.track_ranges.0.end": 600,
      "electrifications.1": { id: "w2", voltage: "25000V", track_ranges: [range("a", 600, 1000)] },
    },
    faults: [],
  },
  "two plain speed limits over one piece of track": {
    change: { "speed_sections.2": section("s2", { track_ranges: [range("a", 100, 200)] }) },
    faults: ["SpeedSection.s2 track_ranges.0 overlapping_speed_sections? SpeedSection.speed"],
  },
  "limits of one tag over one piece of track": {
    change: {
      "speed_sections.2": section("s2", {
        speed_limit: null,
        speed_limit_by_tag: { MA100: 5, MA80: 6 },
        track_ranges: [range("b", 100, 200, "STOP_TO_START")],
      }),
    },
    faults: ["SpeedSection.s2 track_ranges.0 overlapping_speed_sections? SpeedSection.speed"],
  },
  "limits with signs of their own over others, but for the signs": {
    change: {
      "speed_sections.2": section("s2", {
        track_ranges: [range("a", 100, 200)],
        extensions: {
          psl_sncf: { announcement: [sign("x", 5)], z: sign("a", 1001), r: [sign("b", 0)] },
        },
      }),
    },
    faults: [
      "SpeedSection.s2 extensions.psl_sncf.announcement.0.track invalid_reference TrackSection.x",
      'SpeedSection.s2 extensions.psl_sncf.z.position out_of_range {"position":1001,"expected_range":[0,1000]}',
    ],
  },
  "a range shorter than a centimetre over another": {
    change: { "speed_sections.2": section("s2", { track_ranges: [range("a", 100, 100.004)] }) },
    faults: [],
  },
  "limits for other trains, for routes or in the other direction": {
    change: {
      "speed_sections.0.track_ranges.0.applicable_directions": "START_TO_STOP",
      "speed_sections.2": section("s2", { track_ranges: [range("a", 0, 9, "STOP_TO_START")] }),
      "speed_sections.3": section("s3", {
        speed_limit: null,
        speed_limit_by_tag: { E32C: 5 },
        track_ranges: [range("a", 0, 9)],
      }),
    },
    faults: [],
  },
  "a switch of an unknown type": {
    change: { "switches.0.switch_type": "x" },
    faults: [
      "Switch.link switch_type invalid_reference SwitchType.x",
      "Route.to_point - invalid_route",
      "TrackSection.a - missing_route?",
      'TrackSection.a - missing_buffer_stop? {"endpoint":"END"}',
      'TrackSection.b - missing_buffer_stop? {"endpoint":"BEGIN"}',
    ],
  },
  "a switch without one of its ports": {
    change: { "switches.1.ports.B2": undefined },
    faults: [
      "Switch.point ports invalid_switch_ports",
      "Route.from_d - invalid_route",
      "TrackSection.d - missing_route?",
      'TrackSection.d - missing_buffer_stop? {"endpoint":"BEGIN"}',
    ],
  },
  "a switch on an unknown track": {
    change: { "switches.1.ports.B2.track": "x" },
    faults: [
      "Switch.point ports.B2.track invalid_reference TrackSection.x",
      "Route.from_d - invalid_route",
      "TrackSection.d - missing_route?",
      'TrackSection.d - missing_buffer_stop? {"endpoint":"BEGIN"}',
    ],
  },
  "two ports of a switch on one track end": {
    change: { "switches.1.ports.B2": { track: "c", endpoint: "BEGIN" } },
    faults: [
      "Switch.point ports.B2 node_endpoints_not_unique",
      "Route.from_d - invalid_route",
      "TrackSection.d - missing_route?",
      'TrackSection.d - missing_buffer_stop? {"endpoint":"BEGIN"}',
    ],
  },
  "two switches on one track end": {
    change: { "switches.1.ports.B2": { track: "a", endpoint: "END" } },
    faults: [
      "Switch.point ports.B2 overlapping_switches Switch.link",
      "Route.from_d - invalid_route",
      "TrackSection.d - missing_route?",
      'TrackSection.d - missing_buffer_stop? {"endpoint":"BEGIN"}',
    ],
  },
  "a switch on an end that one of an unknown type names first": {
    change: {
      "switches.0": {
        id: "unknown",
        switch_type: "x",
        group_change_delay: 0,
        ports: { A: { track: "a", endpoint: "END" }, B: { track: "b", endpoint: "BEGIN" } },
      },
      "switches.2": {
        id: "link",
        switch_type: "link",
        group_change_delay: 0,
        ports: { A: { track: "a", endpoint: "END" }, B: { track: "b", endpoint: "BEGIN" } },
      },
    },
    faults: ["Switch.unknown switch_type invalid_reference SwitchType.x"],
  },
  "a switch with a fault of its own on an end that is held": {
    change: {
      "switches.2": {
        id: "late",
        switch_type: "link",
        group_change_delay: 0,
        ports: { A: { track: "a", endpoint: "END" }, B: { track: "x", endpoint: "BEGIN" } },
      },
    },
    faults: ["Switch.late ports.B.track invalid_reference TrackSection.x"],
  },
  "a switch type with a port that no group uses": {
    change: { "extended_switch_types.0": threeWay({ ports: ["A", "L", "Z"] }) },
    faults: ['SwitchType.three_way ports.2 unused_port? {"port_name":"Z"}'],
  },
  "a switch type whose group names an unknown port": {
    change: {
      "extended_switch_types.0": threeWay({
        groups: {
          left: [
            { src: "A", dst: "L" },
            { src: "Q", dst: "L" },
          ],
        },
      }),
    },
    faults: ['SwitchType.three_way groups.left.1.src unknown_port_name {"port_name":"Q"}'],
  },
  "a switch type with the same group twice": {
    change: {
      "extended_switch_types.0": threeWay({
        groups: { left: [{ src: "A", dst: "L" }], again: [{ src: "L", dst: "A" }] },
      }),
    },
    faults: [
      'SwitchType.three_way groups.again duplicated_group? {"original_group_path":"groups.left"}',
    ],
  },
  "a route from an unknown detector": {
    change: { "routes.3": route({ entry_point: { type: "Detector", id: "x" } }) },
    faults: ["Route.r entry_point invalid_reference Detector.x"],
  },
  "a route to a buffer stop named as a detector": {
    change: { "routes.3": route({ exit_point: { type: "Detector", id: "stop_d" } }) },
    faults: ["Route.r exit_point invalid_reference Detector.stop_d"],
  },
  "a route with an unknown release detector": {
    change: { "routes.3": route({ release_detectors: ["x"] }) },
    faults: ["Route.r release_detectors.0 invalid_reference Detector.x"],
  },
  "a route with an unknown switch": {
    change: { "routes.3": route({ switches_directions: { point: "A_B2", x: "A" } }) },
    faults: ["Route.r switches_directions.x invalid_reference Switch.x"],
  },
  "a route with a group that the switch doesn't have": {
    change: { "routes.3": route({ switches_directions: { point: "A_B3" } }) },
    faults: [
      'Route.r switches_directions.point invalid_group {"group":"A_B3","switch_type":"point_switch"}',
      "Route.r - invalid_route",
    ],
  },
  "a route that doesn't say how a switch lies": {
    change: { "routes.3": route({ switches_directions: {} }) },
    faults: ["Route.r - invalid_route"],
  },
  "a route whose exit lies elsewhere": {
    change: { "routes.3": route({ switches_directions: { point: "A_B1" } }) },
    faults: ["Route.r - invalid_route"],
  },
  "a route whose exit lies behind its entry": {
    change: { "routes.3": route({ entry_point_direction: "STOP_TO_START" }) },
    faults: ["Route.r - invalid_route"],
  },
  "a route with a release detector beside it": {
    change: { "routes.3": route({ release_detectors: ["after_c"] }) },
    faults: ["Route.r release_detectors.0 object_out_of_path Detector.after_c"],
  },
  "a route with a switch behind its entry": {
    change: { "routes.3": route({ switches_directions: { point: "A_B2", link: "STATIC" } }) },
    faults: ["Route.r switches_directions.link object_out_of_path Switch.link"],
  },
  "a track that no route crosses": {
    change: { "routes.2": undefined },
    faults: [
      "SpeedSection.diverging on_routes.0 invalid_reference Route.from_d",
      "TrackSection.d - missing_route?",
    ],
  },
  "a dead end without a buffer stop": {
    change: { "buffer_stops.2.position": 20, "buffer_stops.2.track": "c" },
    faults: [
      "Route.from_d - invalid_route",
      "TrackSection.d - missing_route?",
      'TrackSection.d - missing_buffer_stop? {"endpoint":"END"}',
      "BufferStop.stop_d - odd_buffer_stop_location?",
    ],
  },
  "a buffer stop beyond its track, which makes the good one odd": {
    change: { "buffer_stops.3": { id: "beyond", track: "c", position: 401 } },
    faults: [
      "BufferStop.stop_c - odd_buffer_stop_location?",
      'BufferStop.beyond position out_of_range {"position":401,"expected_range":[0,400]}',
    ],
  },
  "a buffer stop in the middle of the line": {
    change: { "buffer_stops.3": { id: "odd", track: "b", position: 10 } },
    faults: ["BufferStop.odd - odd_buffer_stop_location?"],
  },
  "a second buffer stop before the one at the end": {
    change: { "buffer_stops.3": { id: "odd", track: "c", position: 380 } },
    faults: ["BufferStop.odd - odd_buffer_stop_location?"],
  },
};

const placeOf = ({ obj_type }: { obj_type: string | undefined }): number =>
  OBJECT_TYPES.findIndex((type) => type.obj_type === obj_type);

function readFault(text: string) {
  const [object = "", field = "", type = "", more = ""] = text.split(" ");
  const [obj_type, obj_id] = object.split(".");
  const [to_type = "", to_id = ""] = more.split(".");
  return {
    obj_type,
    obj_id,
    field: field === "-" ? null : field,
    is_warning: type.endsWith("?"),
    error_type: type.replace("?", ""),
    ...(more.startsWith("{") ? (JSON.parse(more) as object) : {}),
    ...(to_id === "" || more.startsWith("{") ? {} : ref(to_type, to_id)),
  };
}

function faultsOf(document: unknown): readonly unknown[] {
  const parsed = parse(document);
  if (parsed.kind !== "parsed") throw new Error(JSON.stringify(parsed));
  return parsed.faults.texts.map((text): unknown => JSON.parse(text));
}

describe("the fault list of a network", () => {
  it("is empty for a network without faults", () => {
    expect(faultsOf(makeSample())).toEqual([]);
  });

  it.each(Object.entries(TABLE))("names %s", (_, row) => {
    const sample = makeSample();
    for (const [path, value] of Object.entries(row.change)) change(sample, path, value);
    sample.routes = sample.routes.filter(Boolean);
    const expected = row.faults.map(readFault);
    // The list is in the order of types, then of objects.
    expect(faultsOf(sample)).toEqual(expected.sort((a, b) => placeOf(a) - placeOf(b)));
  });

  it("has an entry in this table for every error type of the interface", () => {
    const covered = new Set(
      Object.values(TABLE).flatMap(({ faults }) =>
        faults.map((fault) => readFault(fault).error_type),
      ),
    );
    expect([...covered].sort()).toEqual([
      "duplicated_group",
      "empty_object",
      "invalid_group",
      "invalid_reference",
      "invalid_route",
      "invalid_switch_ports",
      "missing_buffer_stop",
      "missing_route",
      "node_endpoints_not_unique",
      "object_out_of_path",
      "odd_buffer_stop_location",
      "out_of_range",
      "overlapping_electrifications",
      "overlapping_speed_sections",
      "overlapping_switches",
      "unknown_port_name",
      "unused_port",
    ]);
  });

  it("lets ids be names that every JavaScript object has", () => {
    const sample = makeSample();
    change(sample, "track_sections.4", { ...sample.track_sections[3], id: "constructor" });
    change(sample, "detectors.2", { id: "toString", track: "hasOwnProperty", position: 1 });
    expect(faultsOf(sample)).toContainEqual({
      obj_type: "Detector",
      obj_id: "toString",
      field: "track",
      is_warning: false,
      error_type: "invalid_reference",
      ...ref("TrackSection", "hasOwnProperty"),
    });
  });
});
