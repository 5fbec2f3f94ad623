/**
 * What is right for a train at stations, by brute force: from the network's document and the printed answers about
 * the train's path and run alone.
 */
import type { RailjsonDocument } from "../../../../workers/railjson/schemas.ts";

export interface PrintedTrain {
  readonly ranges: readonly {
    readonly track_section: string;
    readonly begin: number;
    readonly end: number;
    readonly direction: "START_TO_STOP" | "STOP_TO_START";
  }[];
  /** Of its waypoints. */
  readonly item_positions: readonly number[];
  readonly item_times: readonly number[];
  readonly stops_ms: readonly (number | null)[];
  /** Of the final run. */
  readonly positions: readonly number[];
  readonly times: readonly number[];
}

export interface RightVisit {
  readonly id: string;
  readonly begin: number;
  readonly end: number;
  readonly arrival: number;
  readonly departure: number;
  readonly stops: boolean;
  readonly tracks: readonly string[];
}

type Spot = readonly [lon: number, lat: number];

export class StationOracle {
  readonly #document: RailjsonDocument;

  readonly #is_mapped: boolean;

  constructor({
    document,
    is_mapped,
  }: {
    readonly document: RailjsonDocument;
    readonly is_mapped: boolean;
  }) {
    this.#document = document;
    this.#is_mapped = is_mapped;
  }

  /** Places of operational points on the path, in order. */
  listParts({ ranges }: PrintedTrain): { id: string; at: number; order: number }[] {
    const found: { id: string; at: number; order: number }[] = [];
    let start = 0;
    for (const { track_section, begin, end, direction } of ranges) {
      for (const { id, parts } of this.#document.operational_points) {
        for (const [order, { track, position }] of parts.entries()) {
          const mm = Math.round(position * 1000);
          if (track !== track_section || mm < begin || mm > end) continue;
          const inside = direction === "START_TO_STOP" ? mm - begin : end - mm;
          found.push({ id, at: start + inside, order });
        }
      }
      start += end - begin;
    }
    return found.sort((a, b) => a.at - b.at);
  }

  /** By the run's curve: whole milliseconds need not agree. */
  timeAt({ positions, times }: PrintedTrain, at: number): number {
    let i = positions.length - 1;
    while (i > 0 && positions[i]! > at) i--;
    if (positions[i] === at || i === positions.length - 1) return times[i]!;
    const share = (at - positions[i]!) / (positions[i + 1]! - positions[i]!);
    return times[i]! + share * (times[i + 1]! - times[i]!);
  }

  /** Where it is by the run's curve. */
  placeAt({ positions, times }: PrintedTrain, time: number): number {
    const i = Math.max(0, times.findIndex((one) => one >= time) - 1);
    const [from, to] = [times[i]!, times[i + 1]!];
    if (to === from) return positions[i]!;
    return positions[i]! + ((time - from) / (to - from)) * (positions[i + 1]! - positions[i]!);
  }

  listVisits(train: PrintedTrain): RightVisit[] {
    const { item_positions, item_times, stops_ms } = train;
    const parts = this.listParts(train);
    interface Stand {
      id: string;
      at: number;
      item: number;
      stop: number | null;
    }
    const stands: Stand[] = [];
    for (const [item, at] of item_positions.entries()) {
      const stop = stops_ms[item]!;
      if (stop === null && item > 0 && item < item_positions.length - 1) continue;
      const here = parts.filter((part) => Math.abs(part.at - at) <= 1);
      const ids = here.length > 0 ? here.map(({ id }) => id) : this.#ownerOf(train, parts, at);
      for (const id of ids) stands.push({ id, at, item, stop });
    }
    const marks = [
      ...parts.map(({ id, at }) => ({ id, at })),
      ...stands.map(({ id, at }) => ({ id, at })),
    ].sort((a, b) => a.at - b.at);
    const groups: { id: string; from: number; to: number }[] = [];
    for (const { id, at } of marks) {
      const last = groups.at(-1);
      if (last?.id === id) last.to = at;
      else groups.push({ id, from: at, to: at });
    }
    return groups.map(({ id, from, to }): RightVisit => {
      const within = (at: number): boolean => at >= from - 1 && at <= to + 1;
      const all = stands.filter((one) => one.id === id && within(one.at));
      const planned = all.filter(({ stop }) => stop !== null);
      const own = planned.length > 0 ? planned : all;
      if (own.length > 0) {
        const [first, last] = [own[0]!, own.at(-1)!];
        const places = this.#tracksAt(
          train,
          own.map(({ at }) => at),
        );
        return {
          id,
          begin: first.at,
          end: last.at,
          arrival: item_times[first.item]!,
          departure: item_times[last.item]! + (last.stop ?? 0),
          stops: planned.length > 0,
          tracks: places,
        };
      }
      const own_parts = parts.filter((part) => part.id === id && within(part.at));
      const ats = own_parts.map((part) => part.at);
      const middle = (Math.min(...ats) + Math.max(...ats)) / 2;
      // Of two as near, the one that the document names first, whichever way the train runs.
      const [nearest] = own_parts.toSorted(
        (x, y) => Math.abs(x.at - middle) - Math.abs(y.at - middle) || x.order - y.order,
      );
      const { at } = nearest!;
      const item = item_positions.findIndex((place) => Math.abs(place - at) <= 1);
      const time = item < 0 ? this.timeAt(train, at) : item_times[item]!;
      return {
        id,
        begin: at,
        end: at,
        arrival: time,
        departure: time,
        stops: false,
        tracks: this.#tracksAt(train, [at]),
      };
    });
  }

  /** The station whose parts on the path enclose a place most closely, else the nearest one within 500 m. */
  #ownerOf(
    train: PrintedTrain,
    parts: readonly { id: string; at: number }[],
    at: number,
  ): string[] {
    const ids = this.#document.operational_points.map(({ id }) => id);
    const gaps = ids.map((id) => {
      const own = parts.filter((part) => part.id === id).map((part) => part.at);
      const before = Math.max(...own.filter((one) => one < at));
      const after = Math.min(...own.filter((one) => one >= at));
      return after - before;
    });
    const least = Math.min(...gaps);
    if (least < Infinity) return [ids[gaps.indexOf(least)]!];
    const spot = this.spotAt(train, at);
    const distances = this.#document.operational_points.map((point) =>
      Math.min(
        ...parts.filter(({ id }) => id === point.id).map((part) => Math.abs(part.at - at)),
        ...(this.#is_mapped ? point.parts : []).map(({ track, position }) => {
          const place = this.#spotOn(track, position * 1000);
          return 1000 * metresBetween(place, spot);
        }),
      ),
    );
    const nearest = Math.min(...distances);
    return nearest <= 500_000 ? [ids[distances.indexOf(nearest)]!] : [];
  }

  #tracksAt({ ranges }: PrintedTrain, ats: readonly number[]): string[] {
    const tracks: string[] = [];
    let start = 0;
    for (const { track_section, begin, end } of ranges) {
      const to = start + end - begin;
      if (ats.some((at) => at >= start - 1 && at <= to + 1)) tracks.push(track_section);
      start = to;
    }
    return tracks;
  }

  #spotOn(id: string, offset: number): Spot {
    const track = this.#document.track_sections.find((one) => one.id === id)!;
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = track.geo.coordinates as number[][];
    const share = offset / 1000 / track.length;
    return [ax + share * (bx - ax), ay + share * (by - ay)];
  }

  spotAt({ ranges }: PrintedTrain, at: number): Spot {
    let start = 0;
    for (const [i, { track_section, begin, end, direction }] of ranges.entries()) {
      const inside = at - start;
      if (inside <= end - begin || i === ranges.length - 1) {
        return this.#spotOn(
          track_section,
          direction === "START_TO_STOP" ? begin + inside : end - inside,
        );
      }
      start += end - begin;
    }
    throw new Error("no ranges");
  }

  /** How near a stretch of the path comes to a part of a station, m, looked at every few metres. */
  nearest(
    train: PrintedTrain,
    id: string,
    from: number,
    to: number,
  ): { metres: number; at: number } {
    const { parts } = this.#document.operational_points.find((one) => one.id === id)!;
    let best = { metres: Infinity, at: from };
    for (const { track, position } of parts) {
      const spot = this.#spotOn(track, position * 1000);
      let step = Math.max(1, (to - from) / 2000);
      let [low, high] = [from, to];
      let own = best;
      while (step > 0.4) {
        for (let at = low; at <= high; at += step) {
          const metres = metresBetween(this.spotAt(train, at), spot);
          if (metres < own.metres) own = { metres, at };
        }
        [low, high] = [Math.max(from, own.at - 2 * step), Math.min(to, own.at + 2 * step)];
        step /= 20;
      }
      if (own.metres < best.metres) best = own;
    }
    return best;
  }

  /** Length of the shortest way between two stations on tracks and switches, mm; Infinity: there is none. */
  measure(from: string, to: string): number {
    const { operational_points, track_sections, switches } = this.#document;
    const length = new Map(
      track_sections.map((track) => [track.id, Math.round(track.length * 1000)]),
    );
    const next = new Map<string, string[]>();
    for (const { ports, switch_type } of switches) {
      const legs =
        switch_type === "link"
          ? [["A", "B"]]
          : [
              ["A", "B1"],
              ["A", "B2"],
            ];
      for (const [a = "", b = ""] of legs) {
        const [p, q] = [ports[a]!, ports[b]!].map(({ track, endpoint }) => `${track} ${endpoint}`);
        next.set(p!, [...(next.get(p!) ?? []), q!]);
        next.set(q!, [...(next.get(q!) ?? []), p!]);
      }
    }
    const middles = (id: string): Map<string, number> => {
      const own = operational_points.find((one) => one.id === id)!.parts;
      return new Map(
        [...new Set(own.map(({ track }) => track))].map((track) => {
          const offsets = own
            .filter((part) => part.track === track)
            .map((part) => Math.round(part.position * 1000));
          const middle = (Math.min(...offsets) + Math.max(...offsets)) / 2;
          const nearest = offsets.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
          return [track, nearest[0]!];
        }),
      );
    };
    const [starts, ends] = [middles(from), middles(to)];
    let best = Infinity;
    const reached = new Map<string, number>();
    const open: [string, number][] = [];
    for (const [track, offset] of starts) {
      const other = ends.get(track);
      if (other !== undefined) best = Math.min(best, Math.abs(other - offset));
      open.push([`${track} END`, length.get(track)! - offset], [`${track} BEGIN`, offset]);
    }
    while (open.length > 0) {
      open.sort((a, b) => b[1] - a[1]);
      const [leave, so_far] = open.pop()!;
      if ((reached.get(leave) ?? Infinity) <= so_far) continue;
      reached.set(leave, so_far);
      for (const enter of next.get(leave) ?? []) {
        const [track = "", end] = enter.split(" ");
        const offset = ends.get(track);
        const whole = length.get(track)!;
        if (offset !== undefined) {
          best = Math.min(best, so_far + (end === "BEGIN" ? offset : whole - offset));
        }
        open.push([`${track} ${end === "BEGIN" ? "END" : "BEGIN"}`, so_far + whole]);
      }
    }
    return best;
  }
}

function metresBetween([ax, ay]: Spot, [bx, by]: Spot): number {
  return Math.hypot((ax - bx) * Math.cos((ay * Math.PI) / 180), ay - by) * 111_319.5;
}

/** Of all subsets of the visits the longest that goes one way, of these the first by its indexes. */
export function longestWay(indexes: readonly number[]): number[] {
  let best: number[] = [];
  for (let subset = 1; subset < 2 ** indexes.length; subset++) {
    const own = [...indexes.keys()].filter((i) => (subset & (1 << i)) !== 0);
    const steps = own.slice(1).map((i, k) => indexes[i]! - indexes[own[k]!]!);
    const goes = steps.every((step) => step > 0) || steps.every((step) => step < 0);
    if (!goes || own.length < best.length) continue;
    if (own.length > best.length || isLower(own, best, indexes)) best = own;
  }
  return best;
}

function isLower(a: readonly number[], b: readonly number[], indexes: readonly number[]): boolean {
  const at = a.findIndex((i, k) => indexes[i] !== indexes[b[k]!]);
  return at >= 0 && indexes[a[at]!]! < indexes[b[at]!]!;
}
