/**
 * Look-up tables over a valid document, built once and shared by all checks: ids to indices, track endpoints to the
 * switch that holds them, built-in and extended switch types (engine.md 1.9). Plain maps and typed arrays, linear in
 * the document; keys of the document never become property names of our own objects.
 */
import { toMilli } from "../../engine/units.ts";
import type { RailjsonDocument } from "../schemas.ts";

export interface PortPair {
  readonly src: string;
  readonly dst: string;
}

export interface SwitchShape {
  readonly ports: ReadonlySet<string>;
  readonly groups: ReadonlyMap<string, readonly PortPair[]>;
}

export interface NetworkIndex {
  readonly document: RailjsonDocument;
  readonly tracks: ReadonlyMap<string, number>;
  /** [nTracks] */
  readonly track_lengths_mm: Float64Array;
  readonly detectors: ReadonlyMap<string, number>;
  readonly buffer_stops: ReadonlyMap<string, number>;
  readonly switches: ReadonlyMap<string, number>;
  readonly routes: ReadonlyMap<string, number>;
  readonly switch_types: ReadonlyMap<string, SwitchShape>;
  /** [2 * nTracks] at `track * 2 + (END ? 1 : 0)`: index of the first switch that names it, or -1. */
  readonly endpoint_switches: Int32Array;
  /** [2 * nTracks] beside `endpoint_switches`: the port, or "". */
  readonly endpoint_ports: readonly string[];
}

const BUILTIN_TYPES: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ["link", "A B", { STATIC: "A-B" }],
  ["point_switch", "A B1 B2", { A_B1: "A-B1", A_B2: "A-B2" }],
  ["crossing", "A1 B1 A2 B2", { STATIC: "A1-B1 A2-B2" }],
  ["single_slip_switch", "A1 B1 A2 B2", { STATIC: "A1-B1 A2-B2", A1_B2: "A1-B2" }],
  [
    "double_slip_switch",
    "A1 B1 A2 B2",
    { A1_B1: "A1-B1", A1_B2: "A1-B2", A2_B1: "A2-B1", A2_B2: "A2-B2" },
  ],
];

/** Builds every table; of several objects with one id (which validation refuses) the last would count. */
export function indexNetwork(document: RailjsonDocument): NetworkIndex {
  const tracks = indexById(document.track_sections);
  const endpoint_switches = new Int32Array(tracks.size * 2).fill(-1);
  const endpoint_ports = Array.from({ length: tracks.size * 2 }, () => "");
  for (const [index, { ports }] of document.switches.entries()) {
    for (const [port, { track, endpoint }] of Object.entries(ports)) {
      const track_index = tracks.get(track);
      if (track_index === undefined) continue;
      const slot = track_index * 2 + (endpoint === "END" ? 1 : 0);
      if (endpoint_switches[slot] !== -1) continue;
      endpoint_switches[slot] = index;
      endpoint_ports[slot] = port;
    }
  }
  return {
    document,
    tracks,
    track_lengths_mm: Float64Array.from(document.track_sections, ({ length }) => toMilli(length)),
    detectors: indexById(document.detectors),
    buffer_stops: indexById(document.buffer_stops),
    switches: indexById(document.switches),
    routes: indexById(document.routes),
    switch_types: indexSwitchTypes(document),
    endpoint_switches,
    endpoint_ports,
  };
}

function indexById(objects: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  return new Map(objects.map(({ id }, index) => [id, index]));
}

/** Extended types first: built-in ones override them (engine.md 1.9). */
function indexSwitchTypes(document: RailjsonDocument): ReadonlyMap<string, SwitchShape> {
  const types = new Map<string, SwitchShape>();
  for (const { id, ports, groups } of document.extended_switch_types) {
    types.set(id, { ports: new Set(ports), groups: new Map(Object.entries(groups)) });
  }
  for (const [id, ports, groups] of BUILTIN_TYPES) {
    const parsed = Object.entries(groups).map(([name, pairs]) => {
      const connections = pairs.split(" ").map((pair) => {
        const [src = "", dst = ""] = pair.split("-");
        return { src, dst };
      });
      return [name, connections] as const;
    });
    types.set(id, { ports: new Set(ports.split(" ")), groups: new Map(parsed) });
  }
  return types;
}
