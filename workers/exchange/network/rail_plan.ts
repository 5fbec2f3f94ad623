/**
 * A network as its sources draw it, before it becomes track sections: long rails with switches anywhere on
 * them, and what lies on the rails. Readers of formats fill it, `build_network.ts` cuts it.
 */
import type { RailKind } from "../../../src/railway/exchange_terms.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import type { LonLat } from "./rail_line.ts";

/** The piece of a rail that ends (`before`) or begins (`after`) at a place. */
export interface RailEnd {
  readonly rail: string;
  readonly at_m: number;
  readonly side: "before" | "after";
}

export interface Rail {
  readonly id: string;
  /** Empty: none. */
  readonly name: string;
  readonly length_m: number;
  /** Its vertices; null: the source does not say where it is. */
  readonly coordinates: readonly LonLat[] | null;
  /** In which trains usually run; absent: the source does not say, or in both. */
  readonly usual?: RailDirection;
  /** Line of the source. */
  readonly line?: number;
}

export type RailNodeType =
  | "link"
  | "point_switch"
  | "crossing"
  | "single_slip_switch"
  | "double_slip_switch";

export interface RailNode {
  readonly id: string;
  readonly name: string;
  readonly type: RailNodeType;
  /** Port of the switch type → what it joins. */
  readonly ports: Readonly<Record<string, RailEnd>>;
  /** Whether a link only continues a track of the source, which is one section then. */
  readonly is_seam?: boolean;
  readonly line?: number;
}

/** `up` is along the rail. */
export type RailDirection = "up" | "down";

export interface RailPoint {
  readonly id: string;
  readonly rail: string;
  readonly at_m: number;
}

export type LogicalSignal = NonNullable<
  RailjsonDocument["signals"][number]["logical_signals"]
>[number];

export interface RailSignal extends RailPoint {
  readonly name: string;
  readonly direction: RailDirection;
  readonly sight_m: number | null;
  /** Absent: the source does not say what it shows, so it is a main one. */
  readonly logical_signals?: readonly LogicalSignal[];
}

export interface RailRange {
  readonly rail: string;
  readonly from_m: number;
  readonly to_m: number;
}

export interface RailSpeed extends RailRange {
  readonly direction: RailDirection | "both";
  readonly speed_kmh: number;
}

export interface RailStation {
  readonly id: string;
  readonly name: string;
  /** Null: the source has none. */
  readonly uic: number | null;
  readonly trigram: string;
  /** Codes of a station and of its part; absent: the format has none. */
  readonly ci?: number;
  readonly ch?: string;
  readonly parts: readonly { readonly rail: string; readonly at_m: number }[];
}

export interface RailPlan {
  readonly rails: Rail[];
  readonly nodes: RailNode[];
  readonly buffer_stops: RailPoint[];
  readonly detectors: RailPoint[];
  readonly signals: RailSignal[];
  readonly stations: RailStation[];
  readonly speeds: RailSpeed[];
  readonly wires: (RailRange & { readonly voltage: string })[];
  /** Per mille, positive = uphill along the rail. */
  readonly slopes: (RailRange & { readonly gradient: number })[];
  /** Metres, 0 = straight. */
  readonly curves: (RailRange & { readonly radius: number })[];
}

/** How a source is read. */
export interface ReadOptions {
  /** Of those that a format tells apart, the kinds of railways that are taken. */
  readonly kinds: readonly RailKind[];
  /** Called when a reader needs no more what it had. */
  readonly onLetGo: () => void;
}

export function emptyPlan(): RailPlan {
  return {
    rails: [],
    nodes: [],
    buffer_stops: [],
    detectors: [],
    signals: [],
    stations: [],
    speeds: [],
    wires: [],
    slopes: [],
    curves: [],
  };
}
