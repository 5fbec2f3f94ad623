/**
 * A network drawn by hand, without faults: buffer stop - track a - link - track b - point - tracks
 * c and d with buffer stops; one detector on each side of the point.
 *
 *   |--a(1000)--o--b(500)--<--c(400)--|
 *                           \-d(300)--|
 */
import type { ObjectKey } from "../../../src/railway/object_types.ts";
import {
  type ParsedRailjson,
  parseRailjson,
} from "../../../workers/tasks/network/parse_railjson.ts";

export interface SampleObject {
  id: string;
  [field: string]: unknown;
}

export type Sample = { version: string } & Record<ObjectKey, SampleObject[]>;

export function makeSample(): Sample {
  const signal = (id: string, track: string, position: number) => ({
    id,
    track,
    position,
    direction: "START_TO_STOP",
    sight_distance: 400,
    logical_signals: [
      {
        signaling_system: "BAL",
        next_signaling_systems: [],
        settings: { Nf: "true" },
        default_parameters: { jaune_cli: "false" },
        conditional_parameters: [{ on_route: "to_c", parameters: { jaune_cli: "true" } }],
      },
    ],
    extensions: { sncf: { label: "C", kp: "", side: "LEFT" } },
  });
  const track = (id: string, length: number) => ({
    id,
    length,
    slopes: [{ gradient: 2, begin: 0, end: length }],
    curves: [{ radius: -900, begin: 10, end: 20 }],
    loading_gauge_limits: [{ category: "GB1", begin: 0, end: length }],
    geo: {
      type: "LineString",
      coordinates: [
        [2, 48],
        [2.01, 48],
      ],
    },
    extensions: { sncf: null, source: { id: "1", name: "sample" } },
  });
  const range = (id: string, end: number, applicable_directions = "BOTH") => ({
    track: id,
    begin: 0,
    end,
    applicable_directions,
  });
  return {
    version: "3.4.12",
    track_sections: [track("a", 1000), track("b", 500), track("c", 400), track("d", 300)],
    switches: [
      {
        id: "link",
        switch_type: "link",
        group_change_delay: 0,
        ports: { A: { track: "a", endpoint: "END" }, B: { track: "b", endpoint: "BEGIN" } },
      },
      {
        id: "point",
        switch_type: "point_switch",
        group_change_delay: 6.5,
        ports: {
          A: { track: "b", endpoint: "END" },
          B1: { track: "c", endpoint: "BEGIN" },
          B2: { track: "d", endpoint: "BEGIN" },
        },
        extensions: { sncf: { label: "1" } },
      },
    ],
    extended_switch_types: [
      {
        id: "three_way",
        ports: ["A", "L", "M", "R"],
        groups: {
          left: [{ src: "A", dst: "L" }],
          middle: [{ src: "A", dst: "M" }],
          right: [{ src: "A", dst: "R" }],
        },
      },
    ],
    routes: [
      {
        id: "to_point",
        entry_point: { type: "BufferStop", id: "stop_a" },
        exit_point: { type: "Detector", id: "before" },
        entry_point_direction: "START_TO_STOP",
        release_detectors: [],
        switches_directions: {},
      },
      {
        id: "to_c",
        entry_point: { type: "Detector", id: "before" },
        exit_point: { type: "BufferStop", id: "stop_c" },
        entry_point_direction: "START_TO_STOP",
        release_detectors: ["after_c"],
        switches_directions: { point: "A_B1" },
      },
      {
        id: "from_d",
        entry_point: { type: "BufferStop", id: "stop_d" },
        exit_point: { type: "Detector", id: "before" },
        entry_point_direction: "STOP_TO_START",
        release_detectors: [],
        switches_directions: { point: "A_B2" },
      },
    ],
    signals: [signal("s_before", "b", 440)],
    detectors: [
      { id: "before", track: "b", position: 450 },
      { id: "after_c", track: "c", position: 50, extensions: { sncf: { kp: "1+450" } } },
    ],
    buffer_stops: [
      { id: "stop_a", track: "a", position: 0 },
      { id: "stop_c", track: "c", position: 400 },
      { id: "stop_d", track: "d", position: 300 },
    ],
    operational_points: [
      {
        id: "station",
        parts: [
          { track: "c", position: 200 },
          { track: "d", position: 200, extensions: { sncf: { kp: "" } } },
        ],
        extensions: {
          identifier: { name: "Station", uic: 87000000 },
          sncf: { ci: 1, ch: "BV", ch_short_label: "", ch_long_label: "", trigram: "STN" },
        },
      },
    ],
    speed_sections: [
      {
        id: "speed",
        speed_limit: 30,
        speed_limit_by_tag: { MA100: 27.5 },
        track_ranges: [range("a", 1000), range("b", 500)],
        on_routes: null,
      },
      {
        id: "diverging",
        speed_limit: 10,
        speed_limit_by_tag: {},
        track_ranges: [range("b", 500)],
        on_routes: ["from_d"],
      },
    ],
    electrifications: [{ id: "wire", voltage: "1500V", track_ranges: [range("a", 1000)] }],
    neutral_sections: [
      {
        id: "neutral",
        track_ranges: [{ track: "a", begin: 500, end: 600, direction: "START_TO_STOP" }],
        announcement_track_ranges: [
          { track: "a", begin: 300, end: 500, direction: "START_TO_STOP" },
        ],
        lower_pantograph: true,
      },
    ],
  };
}

/** Parses text, or a value as JSON text. */
export function parse(document: unknown): ParsedRailjson {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  // A fresh encoding is backed by an ordinary buffer of its own.
  return parseRailjson({ body: new TextEncoder().encode(text).buffer as ArrayBuffer });
}

/** Sets (or with undefined removes) what a dotted path names: `tracks.0.length`. */
export function change(document: unknown, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let target: unknown = document;
  for (const key of keys) target = Reflect.get(Object(target), key);
  if (value === undefined) Reflect.deleteProperty(Object(target), last);
  else Reflect.set(Object(target), last, value);
}
