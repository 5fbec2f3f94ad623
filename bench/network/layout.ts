/**
 * Lays tracks from west to east. A lane is a track under construction; switches close lanes at their
 * west side and open them at their east side, so every way through the network keeps its direction.
 * A segment is the line between two switches: one or more track sections joined by links.
 */
import { type Axis, clipRanges, type LonLat, measureLine, pointAt, roundTo } from "./axis.ts";

/** What a track is for: it decides speed, gauge and name. */
export type TrackKind = "main_1" | "main_2" | "loop" | "connector" | "branch";

export interface Track {
  readonly id: string;
  readonly name: string;
  readonly kind: TrackKind;
  readonly axis: Axis;
  /** Where it lies on the axis. */
  readonly begin_m: number;
  readonly end_m: number;
  readonly length_m: number;
  readonly points: readonly LonLat[];
}

/** A point of the railway on an axis; `y_m` to the left of it. */
export interface Spot {
  readonly x_m: number;
  readonly y_m: number;
}

export interface SwitchPort {
  readonly track: string;
  readonly endpoint: "BEGIN" | "END";
}

export interface Switch {
  readonly id: string;
  readonly type: string;
  readonly ports: Record<string, SwitchPort>;
}

/** What closes a segment on one side. */
export type SegmentEnd = "switch" | "buffer_stop";

export interface Segment {
  readonly place: string;
  readonly tracks: readonly Track[];
  readonly length_m: number;
  readonly west: SegmentEnd;
  readonly east: SegmentEnd;
  readonly use: SegmentUse;
  /** Platforms on it, m along the axis. */
  readonly platforms: readonly { readonly station: number; readonly x_m: number }[];
}

/** How a segment is equipped: "plain" gets nothing, "isolated" one detector, the others signals. */
export type SegmentUse =
  | { readonly kind: "plain" }
  | { readonly kind: "isolated" }
  | { readonly kind: "platform" }
  | { readonly kind: "line"; readonly block_count: number; readonly section: number };

interface Lane {
  readonly name: string;
  readonly kind: TrackKind;
  readonly axis: Axis;
  readonly y_m: number;
  readonly place: string;
  readonly use: SegmentUse;
  readonly west: SegmentEnd;
  readonly tracks: Track[];
  readonly platforms: { station: number; x_m: number }[];
  /** Where the open track starts, and the switch port that waits for it. */
  start: Spot;
  port: { readonly of: Switch; readonly name: string } | null;
}

export interface LaneStyle {
  readonly name: string;
  readonly kind: TrackKind;
  readonly axis: Axis;
  readonly y_m: number;
  readonly place: string;
  readonly use: SegmentUse;
}

/** Distance over which a track swings from a switch to its lane. */
const SWING_M = 60;
const VERTEX_SPACING_M = 400;

export class Layout {
  readonly tracks: Track[] = [];
  readonly switches: Switch[] = [];
  readonly segments: Segment[] = [];
  readonly #lanes = new Map<string, Lane>();
  readonly #prefix: string;
  readonly #serials = new Map<string, number>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Opens a lane at a buffer stop. */
  openAtBufferStop(style: LaneStyle, x_m: number): void {
    this.#open(style, { start: { x_m, y_m: style.y_m }, west: "buffer_stop", port: null });
  }

  closeAtBufferStop(name: string, x_m: number): void {
    const lane = this.#take(name);
    this.#closeTrack(lane, { x_m, y_m: lane.y_m }, null);
    this.#finish(lane, "buffer_stop");
  }

  /** Puts a platform of a station on the open lane. */
  addPlatform(name: string, station: number, x_m: number): void {
    this.#get(name).platforms.push({ station, x_m });
  }

  /** Divides an open lane into two track sections. */
  link(name: string, x_m: number): void {
    const lane = this.#get(name);
    const node = this.#addSwitch("link", lane.place);
    const spot = { x_m, y_m: lane.y_m };
    this.#closeTrack(lane, spot, { of: node, name: "A" });
    lane.start = spot;
    lane.port = { of: node, name: "B" };
  }

  /**
   * Places a switch at `spot`: closes the lanes of `west` (port → lane name) and opens those of
   * `east` (port → style), on the axis of their style from `east_spot` when that differs.
   */
  join(node: {
    type: string;
    spot: Spot;
    west: Readonly<Record<string, string>>;
    east: Readonly<Record<string, LaneStyle>>;
    east_spot?: Spot;
  }): void {
    const lanes = Object.entries(node.west).map(
      ([port, name]) => [port, this.#take(name)] as const,
    );
    const created = this.#addSwitch(node.type, lanes[0]![1].place);
    for (const [port, lane] of lanes) {
      this.#closeTrack(lane, node.spot, { of: created, name: port });
      this.#finish(lane, "switch");
    }
    const start = node.east_spot ?? node.spot;
    for (const [port, style] of Object.entries(node.east)) {
      this.#open(style, { start, west: "switch", port: { of: created, name: port } });
    }
  }

  /** Throws when a lane was left open: a bug of the station layouts. */
  assertClosed(): void {
    if (this.#lanes.size > 0) throw new Error(`open lanes: ${[...this.#lanes.keys()].join()}`);
  }

  #addSwitch(type: string, place: string): Switch {
    const node = { id: this.#makeId(`N.${place}`), type, ports: {} };
    this.switches.push(node);
    return node;
  }

  #open(style: LaneStyle, at: { start: Spot; west: SegmentEnd; port: Lane["port"] }): void {
    if (this.#lanes.has(style.name)) throw new Error(`lane ${style.name} is open already`);
    this.#lanes.set(style.name, { ...style, ...at, tracks: [], platforms: [] });
  }

  #get(name: string): Lane {
    const lane = this.#lanes.get(name);
    if (lane === undefined) throw new Error(`no open lane ${name}`);
    return lane;
  }

  #take(name: string): Lane {
    const lane = this.#get(name);
    this.#lanes.delete(name);
    return lane;
  }

  #closeTrack(lane: Lane, end: Spot, port: Lane["port"]): void {
    const id = this.#makeId(`T.${lane.place}.${lane.name}`);
    const points = drawTrack(lane, end);
    const length_m = roundTo(measureLine(points), 3);
    const { name, kind, axis } = lane;
    const track: Track = {
      id,
      name,
      kind,
      axis,
      begin_m: lane.start.x_m,
      end_m: end.x_m,
      length_m,
      points,
    };
    this.tracks.push(track);
    lane.tracks.push(track);
    if (lane.port !== null) lane.port.of.ports[lane.port.name] = { track: id, endpoint: "BEGIN" };
    if (port !== null) port.of.ports[port.name] = { track: id, endpoint: "END" };
  }

  #finish(lane: Lane, east: SegmentEnd): void {
    const { place, tracks, west, use, platforms } = lane;
    const length_m = tracks.reduce((sum, track) => sum + track.length_m, 0);
    this.segments.push({ place, tracks, length_m, west, east, use, platforms });
  }

  #makeId(stem: string): string {
    const serial = (this.#serials.get(stem) ?? 0) + 1;
    this.#serials.set(stem, serial);
    return `${this.#prefix}${stem}.${serial}`;
  }
}

/** Offset in m on the track of a place on its axis. */
export function offsetOn(track: Track, x_m: number): number {
  const share = (x_m - track.begin_m) / (track.end_m - track.begin_m);
  return roundTo(Math.min(1, Math.max(0, share)) * track.length_m, 3);
}

/** Begin and end on the track of the part of an axis range that meets it, with the range's value. */
export function rangesOn(
  track: Track,
  ranges: Parameters<typeof clipRanges>[0],
): readonly { readonly begin: number; readonly end: number; readonly value: number }[] {
  return clipRanges(ranges, track.begin_m, track.end_m)
    .map(({ begin_m, end_m, value }) => ({
      begin: offsetOn(track, begin_m),
      end: offsetOn(track, end_m),
      value,
    }))
    .filter(({ begin, end }) => begin < end);
}

/** The line of a track from its switch over its lane to the next switch. */
function drawTrack(lane: Lane, end: Spot): readonly LonLat[] {
  const { axis, start, y_m } = lane;
  const spots: Spot[] = [start];
  const length_m = end.x_m - start.x_m;
  if (length_m > 2 * SWING_M + 10) {
    const from_m = start.x_m + SWING_M;
    const to_m = end.x_m - SWING_M;
    if (start.y_m !== y_m) spots.push({ x_m: from_m, y_m });
    const count = Math.floor((to_m - from_m) / VERTEX_SPACING_M);
    for (let i = 1; i <= count; i++) {
      spots.push({ x_m: from_m + ((to_m - from_m) * i) / (count + 1), y_m });
    }
    if (end.y_m !== y_m) spots.push({ x_m: to_m, y_m });
  }
  spots.push(end);
  return spots.map((spot) => pointAt(axis, spot.x_m, spot.y_m));
}
