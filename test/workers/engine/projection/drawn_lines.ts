/**
 * Networks with lines: stations of several tracks (loops, some without a part, some with two), single and double
 * tracks between them, halts on one track only, branches, terminals where the line turns, and ways round by a station
 * off the line; and trains over them.
 */
import { completeNetwork } from "../../../../workers/exchange/completion/complete_network.ts";
import type { RailjsonDocument } from "../../../../workers/railjson/schemas.ts";
import type { PathItemLocation } from "../../../../workers/tasks/types.ts";
import { NO_OBJECTS } from "../../exchange/drawn_rails.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";

const DEGREES_A_METRE = 1 / 111_319.5;
const THROAT_M = 600;
const PLATFORM_M = 250;

/** Of all tracks. */
export const LINE_CODE = 7;
/** The station behind the terminal where the line turns. */
export const TURNED = "Turned";

export interface DrawnPoint {
  readonly id: string;
  readonly x_m: number;
  readonly is_main: boolean;
}

export interface DrawnTrain {
  readonly items: readonly PathItemLocation[];
  readonly stops_ms: readonly (number | null)[];
}

export interface DrawnLines {
  readonly document: RailjsonDocument;
  /** By where they are. */
  readonly points: readonly DrawnPoint[];
  readonly trains: readonly DrawnTrain[];
  /** False: its coordinates are no degrees. */
  readonly is_mapped: boolean;
}

interface End {
  readonly track: string;
  readonly endpoint: "BEGIN" | "END";
}

interface Rail {
  readonly id: string;
  readonly length_m: number;
  readonly west: End;
  readonly east: End;
  readonly is_flipped: boolean;
}

type Place = readonly [x_m: number, y_m: number];

export function drawLines(seed: number): DrawnLines {
  return new Drawer(makeRandom(seed)).draw();
}

class Drawer {
  readonly #random: Random;
  readonly #tracks: RailjsonDocument["track_sections"][number][] = [];
  readonly #switches: RailjsonDocument["switches"][number][] = [];
  readonly #points = new Map<
    string,
    { x_m: number; is_main: boolean; parts: [string, number][] }
  >();
  readonly #stations: { readonly id: string; readonly rails: readonly Rail[] }[] = [];

  #origin = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  draw(): DrawnLines {
    const is_mapped = this.#chance(0.85);
    if (!is_mapped) this.#origin = 1000;
    const count = this.#whole(3, 5);
    const spacing_m = this.#chance(0.5) ? 6 : 260;
    const xs = [0];
    while (xs.length < count) xs.push(xs[xs.length - 1]! + this.#whole(3000, 7000));
    const west: End[][] = xs.map(() => []);
    const east: End[][] = xs.map(() => []);
    for (let k = 0; k + 1 < count; k++) {
      for (let lane = 0; lane < this.#whole(1, 2); lane++) {
        const rail = this.#addRail(
          [xs[k]! + THROAT_M, lane * spacing_m],
          [xs[k + 1]! - THROAT_M, lane * spacing_m],
        );
        east[k]!.push(rail.west);
        west[k + 1]!.push(rail.east);
        if (this.#chance(0.3)) this.#addPart(`Halt${k}`, xs[k]! + 1500, rail, 0.4, true);
      }
    }
    if (this.#chance(0.4)) {
      const from = this.#whole(0, count - 2);
      const to = Math.min(count - 1, from + this.#whole(1, 2));
      const y_m = this.#chance(0.5) ? 400 : 9000;
      const middle_m = (xs[from]! + xs[to]!) / 2;
      const out = this.#addRail([xs[from]! + THROAT_M, 0], [middle_m, y_m]);
      const back = this.#addRail([middle_m, y_m], [xs[to]! - THROAT_M, 0]);
      this.#join([out.east, back.west]);
      east[from]!.push(out.west);
      west[to]!.push(back.east);
      this.#addPart("Round", middle_m, out, 0.9, false);
    }
    if (this.#chance(0.5)) {
      const from = this.#whole(0, count - 2);
      const rail = this.#addRail([xs[from]! + THROAT_M, 0], [xs[from]! + 5000, -3000]);
      east[from]!.push(rail.west);
      this.#addPart("Branch", xs[from]! + 4500, rail, 0.8, false);
    }
    // A line to the side from which all others come to the last station: there trains turn.
    if (this.#chance(0.3)) {
      const x_m = xs[count - 1]! - THROAT_M;
      const rail = this.#addRail([x_m - 5000, -6000], [x_m, 0]);
      west[count - 1]!.push(rail.east);
      this.#addPart(TURNED, x_m - 4000, rail, 0.2, false);
    }
    for (const [k, x_m] of xs.entries()) this.#addStation(k, x_m, { west, east });
    const drawn = this.#finish();
    const points = [...this.#points].map(([id, { x_m, is_main }]) => ({ id, x_m, is_main }));
    points.sort((a, b) => a.x_m - b.x_m);
    return {
      is_mapped,
      document: drawn,
      points,
      trains: Array.from({ length: 6 }, () => this.#drawTrain(points)),
    };
  }

  #whole(low: number, high: number): number {
    return wholeBetween(this.#random, low, high);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#whole(0, items.length - 1)]!;
  }

  #addRail([ax, ay]: Place, [bx, by]: Place): Rail {
    const id = `T${this.#tracks.length}`;
    const is_flipped = this.#chance(0.5);
    const length_m = Math.round(Math.hypot(bx - ax, by - ay) * 1000) / 1000;
    const ends = [
      [this.#origin + ax * DEGREES_A_METRE, ay * DEGREES_A_METRE],
      [this.#origin + bx * DEGREES_A_METRE, by * DEGREES_A_METRE],
    ];
    const coordinates = is_flipped ? ends.reverse() : ends;
    const geo = { type: "LineString" as const, coordinates };
    const sncf = { line_code: LINE_CODE, line_name: "line", track_number: 0, track_name: id };
    const extensions = { sncf };
    this.#tracks.push({ id, length: length_m, slopes: [], curves: [], geo, extensions });
    const [west, east] = is_flipped ? (["END", "BEGIN"] as const) : (["BEGIN", "END"] as const);
    return {
      id,
      length_m,
      is_flipped,
      west: { track: id, endpoint: west },
      east: { track: id, endpoint: east },
    };
  }

  #addPart(id: string, x_m: number, rail: Rail, share: number, is_main: boolean): void {
    const point = this.#points.get(id) ?? { x_m, is_main, parts: [] };
    this.#points.set(id, point);
    const along = rail.is_flipped ? 1 - share : share;
    point.parts.push([rail.id, Math.round(along * rail.length_m * 1000) / 1000]);
  }

  #join(ends: readonly End[]): void {
    const id = `S${this.#switches.length}`;
    const names = ends.length === 2 ? ["A", "B"] : ["A", "B1", "B2"];
    const ports = Object.fromEntries(names.map((name, i) => [name, ends[i]!]));
    const switch_type = ends.length === 2 ? "link" : "point_switch";
    this.#switches.push({ id, switch_type, group_change_delay: 0, ports });
  }

  #addStation(
    k: number,
    x_m: number,
    lines: { readonly west: readonly End[][]; readonly east: readonly End[][] },
  ): void {
    const [west, east] = [lines.west[k]!, lines.east[k]!];
    const least = Math.max(west.length, east.length, 1);
    const count = Math.min(4, least + this.#whole(0, 2));
    const id = `Station${k}`;
    const rails = Array.from({ length: Math.max(count, least) }, (_, lane) =>
      this.#addRail([x_m - PLATFORM_M, lane * 5], [x_m + PLATFORM_M, lane * 5]),
    );
    this.#stations.push({ id, rails });
    for (const [lane, rail] of rails.entries()) {
      if (lane > 0 && this.#chance(0.25)) continue;
      this.#addPart(id, x_m, rail, 0.5, true);
      if (this.#chance(0.2)) this.#addPart(id, x_m, rail, 0.8, true);
    }
    this.#fan(
      west,
      rails.map((rail) => rail.west),
      x_m - PLATFORM_M,
      -1,
    );
    this.#fan(
      east,
      rails.map((rail) => rail.east),
      x_m + PLATFORM_M,
      1,
    );
  }

  /** Joins lines to tracks of a station: each line leads to some of them, side by side. */
  #fan(lines: readonly End[], rails: readonly End[], x_m: number, side: 1 | -1): void {
    for (const [i, line] of lines.entries()) {
      const from = Math.floor((i * rails.length) / lines.length);
      const to = Math.floor(((i + 1) * rails.length) / lines.length);
      let stem = line;
      for (let r = from; r < to; r++) {
        if (r === to - 1) this.#join([stem, rails[r]!]);
        else if (r === to - 2) {
          this.#join([stem, rails[r]!, rails[r + 1]!]);
          break;
        } else {
          const at_m = x_m + side * 100;
          const stub = this.#addRail([at_m, 0], [at_m + 40, 0]);
          this.#join([stem, rails[r]!, stub.west]);
          stem = stub.east;
        }
      }
    }
  }

  #finish(): RailjsonDocument {
    return completeNetwork({
      ...NO_OBJECTS,
      track_sections: this.#tracks,
      switches: this.#switches,
      operational_points: [...this.#points].map(([id, { parts }]) => ({
        id,
        parts: parts.map(([track, position]) => ({ track, position })),
      })),
    }).document;
  }

  #drawTrain(points: readonly DrawnPoint[]): DrawnTrain {
    const stations = points.filter(() => this.#chance(0.6));
    const way = this.#chance(0.5) ? stations : stations.reverse();
    const items = way.map(({ id }) => this.#drawItem(id));
    const stops_ms = items.map((_, i) => {
      if (i === items.length - 1) return this.#chance(0.8) ? 0 : null;
      return i > 0 && this.#chance(0.7) ? 1000 * this.#pick([0, 30, 47, 90]) : null;
    });
    return { items, stops_ms };
  }

  /** A station, one of its tracks, or a place on one of them. */
  #drawItem(id: string): PathItemLocation {
    const any: PathItemLocation = { kind: "operational_point", operational_point: id };
    const station = this.#stations.find((one) => one.id === id);
    const chance = this.#random();
    if (chance < 0.5 || station === undefined) return any;
    const rail = this.#pick(station.rails);
    const has_part = this.#points.get(id)!.parts.some(([track]) => track === rail.id);
    if (chance < 0.75 && has_part) return { ...any, track_id: rail.id };
    const offset_mm = this.#whole(0, Math.floor(rail.length_m * 1000));
    return { kind: "track_offset", track: rail.id, offset_mm };
  }
}
