/**
 * Draws networks that nobody would build, for short term requests: stations of parallel tracks that hang
 * on fans and slips, with dead ends, in a row or a ring; tracks that lie either way round, detectors with
 * and without signals, blocks shorter than a train, several signalling systems, routes that go past
 * signals, limits by tag and by route, supply with holes and neutral sections. Places are metres from the
 * west end while it is drawn.
 */
import type {
  ApplicableRange,
  RailjsonLogicalSignal,
  RailjsonSwitch,
} from "../../workers/engine/infra/compile/railjson_input.ts";
import { emptyNetwork, type NetworkDraft } from "../workers/engine/infra/drawn_network.ts";
import { between, type Random, wholeBetween } from "../workers/engine/seeded.ts";

export const DRAWN_TAGS = ["MA80", "MA100", "E32C", "HLP"] as const;
export const VOLTAGE = "25000V";
const OTHER_SYSTEMS = ["BAPR", "TVM300", "TVM430"] as const;
const SIGNAL_M = 15;
const ROUTES_MAX = 400;

type Side = "west" | "east";

/** A track while it is drawn. */
export interface DrawnTrack {
  readonly id: string;
  readonly length_m: number;
  /** Whether it begins in the east. */
  readonly isTurned: boolean;
  /** Whether a switch is at its ends. */
  readonly atSwitch: Record<Side, boolean>;
  readonly system: string;
}

/** A place where trains of one direction may end a route. */
interface Boundary {
  readonly track: DrawnTrack;
  readonly at_m: number;
  readonly id: string;
  readonly type: "Detector" | "BufferStop";
  readonly bounds: Record<Side, boolean>;
}

interface Port {
  readonly track: DrawnTrack;
  readonly side: Side;
}

/** Where a switch leads from one of its ports. */
interface Turn {
  readonly to: Port;
  readonly node: string;
  readonly group: string;
}

export function pickOne<T>(random: Random, list: readonly T[]): T {
  return list[wholeBetween(random, 0, list.length - 1)] as T;
}

export class DrawnNetwork {
  readonly railjson: NetworkDraft = emptyNetwork();
  readonly tracks: DrawnTrack[] = [];
  readonly #random: Random;
  readonly #turns = new Map<string, Turn[]>();
  readonly #boundaries = new Map<string, Boundary[]>();
  #x = 0;

  constructor(random: Random) {
    this.#random = random;
    const isRing = random() < 0.25;
    const nStations = wholeBetween(random, 2, 4);
    const first: Port[] = [];
    let open: Port[] = [];
    for (let station = 0; station < nStations; station++) {
      const tracks = this.#drawStation(station, nStations);
      if (station === 0) first.push(...this.#gather(tracks, "west"));
      else this.#joinAll(open, this.#gather(tracks, "west"));
      open = this.#drawLine(this.#gather(tracks, "east"));
    }
    if (isRing) this.#joinAll(open, first);
    for (const track of this.tracks) this.#equip(track);
    this.#drawRoutes();
    this.#drawAttributes();
  }

  /** Tracks that follow each other from anywhere on, and the side towards which each is passed. */
  walk(random: Random, nTracks: number): { readonly track: DrawnTrack; readonly towards: Side }[] {
    let at = {
      track: pickOne(random, this.tracks),
      towards: pickOne(random, ["west", "east"] as const),
    };
    const passed: { readonly track: DrawnTrack; readonly towards: Side }[] = [at];
    while (passed.length < nTracks) {
      const turns = this.#turns.get(`${at.track.id} ${at.towards}`) ?? [];
      if (turns.length === 0) break;
      const { to } = pickOne(random, turns);
      at = { track: to.track, towards: to.side === "west" ? "east" : "west" };
      passed.push(at);
    }
    return passed;
  }

  /** A place on a track in the form of the document, m. */
  position({ isTurned, length_m }: DrawnTrack, at_m: number): number {
    return Math.round((isTurned ? length_m - at_m : at_m) * 1000) / 1000;
  }

  #addTrack(id: string, length_m: number, system = "BAL"): DrawnTrack {
    const random = this.#random;
    const track = {
      id,
      length_m,
      isTurned: random() < 0.4,
      atSwitch: { west: false, east: false },
      system,
    };
    const x = this.#x++ / 100;
    const curved = random() < 0.1 && length_m > 300;
    const gradient = wholeBetween(random, -12, 12);
    this.railjson.track_sections.push({
      id,
      length: length_m,
      slopes: random() < 0.3 ? [{ gradient, begin: 0, end: length_m }] : [],
      curves: curved ? [{ radius: wholeBetween(random, 300, 900), begin: 0, end: 200 }] : [],
      loading_gauge_limits:
        random() < 0.02 ? [{ category: "G1", begin: 0, end: length_m / 2 }] : [],
      geo: {
        coordinates: [
          [x, 47],
          [x + 0.01, 47],
        ],
      },
    });
    this.tracks.push(track);
    return track;
  }

  #drawStation(station: number, nStations: number): DrawnTrack[] {
    const random = this.#random;
    const width = wholeBetween(random, 1, 4);
    return Array.from({ length: width }, (_, row) => {
      const track = this.#addTrack(`S${station}.${row}`, wholeBetween(random, 220, 1400));
      // Dead ends, but one track leads through; outermost stations end where no ring closes them.
      const isInner = station > 0 && station < nStations - 1;
      if (row > 0 && isInner && random() < 0.2) {
        track.atSwitch[random() < 0.5 ? "west" : "east"] = true;
      }
      return track;
    });
  }

  /** One port, at times two, to which the tracks of a station lead on one side. */
  #gather(tracks: readonly DrawnTrack[], side: Side): Port[] {
    const random = this.#random;
    const ports = tracks.filter((track) => !track.atSwitch[side]).map((track) => ({ track, side }));
    for (const { track } of ports) track.atSwitch[side] = true;
    const limit = ports.length > 1 && random() < 0.5 ? 2 : 1;
    while (ports.length > limit) {
      const [one, two, ...rest] = ports as [Port, Port, ...Port[]];
      const stem = this.#addTrack(`C${this.tracks.length}`, wholeBetween(random, 20, 120));
      const other: Side = side === "east" ? "west" : "east";
      this.#addSwitch("point_switch", { A: { track: stem, side: other }, B1: one, B2: two });
      ports.splice(0, ports.length, ...rest, { track: stem, side });
    }
    return ports;
  }

  /** Lines to the east, at times with a slip, a dead end or several sections on the way. */
  #drawLine(from: readonly Port[]): Port[] {
    const random = this.#random;
    const system = random() < 0.5 ? "BAL" : pickOne(random, OTHER_SYSTEMS);
    const nSections = wholeBetween(random, 1, 2);
    let open = [...from];
    for (let section = 0; section < nSections; section++) {
      const next = open.map((_, row) =>
        this.#addTrack(`L${this.tracks.length}.${row}`, wholeBetween(random, 300, 9000), system),
      );
      const ports = next.map((track): Port => ({ track, side: "west" }));
      this.#joinAll(open, ports);
      open = next.map((track): Port => ({ track, side: "east" }));
      if (random() < 0.25) open = [this.#addSpur(open[0] as Port), ...open.slice(1)];
    }
    return open;
  }

  /** A point at which a dead end leaves the line. */
  #addSpur(from: Port): Port {
    const random = this.#random;
    const stem = this.#addTrack(`C${this.tracks.length}`, wholeBetween(random, 60, 400));
    const spur = this.#addTrack(`D${this.tracks.length}`, wholeBetween(random, 150, 700));
    this.#addSwitch("point_switch", {
      A: from,
      B1: { track: stem, side: "west" },
      B2: { track: spur, side: "west" },
    });
    return { track: stem, side: "east" };
  }

  #joinAll(west: readonly Port[], east: readonly Port[]): void {
    const [a1, a2] = west;
    const [b1, b2] = east;
    if (a1 === undefined || b1 === undefined) return;
    if (a2 !== undefined && b2 !== undefined) {
      const type = pickOne(this.#random, ["double_slip_switch", "crossing", "link", "link"]);
      if (type === "link") {
        this.#addSwitch("link", { A: a1, B: b1 });
        this.#addSwitch("link", { A: a2, B: b2 });
      } else this.#addSwitch(type, { A1: a1, A2: a2, B1: b1, B2: b2 });
    } else if (a2 !== undefined) this.#addSwitch("point_switch", { A: b1, B1: a1, B2: a2 });
    else if (b2 !== undefined) this.#addSwitch("point_switch", { A: a1, B1: b1, B2: b2 });
    else this.#addSwitch("link", { A: a1, B: b1 });
  }

  #addSwitch(type: string, ports: Readonly<Record<string, Port>>): void {
    const id = `X${this.railjson.switches.length}`;
    const printed: Record<string, RailjsonSwitch["ports"][string]> = {};
    for (const [name, { track, side }] of Object.entries(ports)) {
      track.atSwitch[side] = true;
      const isBegin = (side === "west") !== track.isTurned;
      printed[name] = { track: track.id, endpoint: isBegin ? "BEGIN" : "END" };
    }
    this.railjson.switches.push({ id, switch_type: type, ports: printed });
    for (const [group, [one, two]] of GROUPS[type] ?? []) {
      this.#addTurn(ports[one] as Port, { to: ports[two] as Port, node: id, group });
      this.#addTurn(ports[two] as Port, { to: ports[one] as Port, node: id, group });
    }
  }

  #addTurn({ track, side }: Port, turn: Turn): void {
    const key = `${track.id} ${side}`;
    this.#turns.set(key, [...(this.#turns.get(key) ?? []), turn]);
  }

  /** Detectors, buffer stops at dead ends, and signals. */
  #equip(track: DrawnTrack): void {
    const random = this.#random;
    const { id, length_m } = track;
    const isConnector = id.startsWith("C") && length_m < 150;
    const places_m = isConnector ? [] : this.#placeDetectors(track);
    const nSignals = places_m.length;
    const waypoints = places_m.map((at_m, k): Boundary => {
      const bounds = {
        east: at_m > SIGNAL_M + 1 && (k === nSignals - 1 ? random() < 0.97 : random() < 0.7),
        west: at_m < length_m - SIGNAL_M - 1 && (k === 0 ? random() < 0.97 : random() < 0.7),
      };
      return {
        track,
        at_m,
        id: `D${wholeBetween(random, 0, 9)}.${id}.${k}`,
        type: "Detector",
        bounds,
      };
    });
    for (const side of ["west", "east"] as const) {
      const isOpen = this.#turns.has(`${id} ${side}`);
      if (isOpen) continue;
      const at_m = side === "west" ? 0 : length_m;
      const stop = { track, at_m, id: `bs.${id}.${side}`, type: "BufferStop" as const };
      waypoints.push({ ...stop, bounds: { east: true, west: true } });
    }
    waypoints.sort((a, b) => a.at_m - b.at_m);
    this.#boundaries.set(id, waypoints);
    for (const one of waypoints) {
      const list = one.type === "Detector" ? this.railjson.detectors : this.railjson.buffer_stops;
      list.push({ id: one.id, track: id, position: this.position(track, one.at_m) });
    }
    const signalled = waypoints.filter(({ type }) => type === "Detector");
    this.#addSignals(
      track,
      signalled.filter(({ bounds }) => bounds.east),
      "east",
    );
    this.#addSignals(track, signalled.filter(({ bounds }) => bounds.west).reverse(), "west");
  }

  #placeDetectors({ length_m, atSwitch }: DrawnTrack): number[] {
    const random = this.#random;
    const begin_m = atSwitch.west ? wholeBetween(random, 18, 45) : between(random, 60, 110);
    const end_m =
      length_m - (atSwitch.east ? wholeBetween(random, 18, 45) : between(random, 60, 110));
    if (end_m - begin_m < 40) return [Math.round(length_m / 2)];
    const least_m = pickOne(random, [60, 150, 400, 1500]);
    const places_m = [begin_m];
    for (let at_m = begin_m; ; ) {
      at_m += between(random, least_m, 2.5 * least_m);
      if (at_m > end_m - 50) break;
      places_m.push(at_m);
    }
    return [...places_m, end_m].map((at_m) => Math.round(at_m * 1000) / 1000);
  }

  #addSignals(track: DrawnTrack, before: readonly Boundary[], towards: Side): void {
    const count = before.length;
    const systemOf = (k: number): string =>
      k === 0 || k >= count - 1 || count < 4 ? "BAL" : track.system;
    before.forEach(({ at_m, id }, k) => {
      const own = systemOf(k);
      const next = systemOf(k + 1);
      const isEast = towards === "east";
      const place_m = at_m + (isEast ? -SIGNAL_M : SIGNAL_M);
      const settings = own === "BAPR" ? { Nf: "true", distant: "false" } : { Nf: "true" };
      const logical: RailjsonLogicalSignal = {
        signaling_system: own,
        next_signaling_systems: own === next ? [] : [next],
        settings,
        default_parameters: own === "BAL" ? { jaune_cli: String(this.#random() < 0.2) } : {},
        conditional_parameters: [],
      };
      this.railjson.signals.push({
        id: `S.${id}.${towards}`,
        track: track.id,
        position: this.position(track, place_m),
        direction: isEast !== track.isTurned ? "START_TO_STOP" : "STOP_TO_START",
        sight_distance: pickOne(this.#random, [100, 400, 400, 900]),
        logical_signals: [logical],
      });
    });
  }

  #drawRoutes(): void {
    for (const waypoints of this.#boundaries.values()) {
      for (const start of waypoints) {
        for (const towards of ["east", "west"] as const) {
          if (start.bounds[towards]) this.#routesFrom(start, towards);
        }
      }
    }
  }

  #routesFrom(start: Boundary, towards: Side): void {
    const { routes } = this.railjson;
    const goesPast = this.#random() < 0.04;
    const follow = (
      at: Boundary,
      side: Side,
      switches: Record<string, string>,
      past: number,
    ): void => {
      const own = this.#boundaries.get(at.track.id) as Boundary[];
      const next = own[own.indexOf(at) + (side === "east" ? 1 : -1)];
      if (next !== undefined) return reach(next, side, switches, past);
      cross({ track: at.track, side }, switches, past);
    };
    const cross = (from: Port, switches: Record<string, string>, past: number): void => {
      for (const { to, node, group } of this.#turns.get(`${from.track.id} ${from.side}`) ?? []) {
        if (node in switches) continue;
        const side: Side = to.side === "west" ? "east" : "west";
        const chosen = { ...switches, [node]: group };
        const own = this.#boundaries.get(to.track.id) as Boundary[];
        const first = side === "east" ? own[0] : own.at(-1);
        if (first !== undefined) reach(first, side, chosen, past);
        else cross({ track: to.track, side }, chosen, past);
      }
    };
    const reach = (
      at: Boundary,
      side: Side,
      switches: Record<string, string>,
      past: number,
    ): void => {
      if (!at.bounds[side]) return follow(at, side, switches, past);
      if (routes.length < ROUTES_MAX) this.#addRoute({ start, towards }, at, switches);
      if (past > 0 && at.type === "Detector") follow(at, side, switches, past - 1);
    };
    follow(start, towards, {}, goesPast ? 1 : 0);
  }

  #addRoute(
    { start, towards }: { readonly start: Boundary; readonly towards: Side },
    end: Boundary,
    switches: Readonly<Record<string, string>>,
  ): void {
    const links = new Set(
      this.railjson.switches
        .filter(({ switch_type }) => switch_type === "link")
        .map(({ id }) => id),
    );
    this.railjson.routes.push({
      id: `rt.${start.id}->${end.id}.${this.railjson.routes.length}`,
      entry_point: { type: start.type, id: start.id },
      exit_point: { type: end.type, id: end.id },
      entry_point_direction:
        (towards === "east") !== start.track.isTurned ? "START_TO_STOP" : "STOP_TO_START",
      switches_directions: Object.fromEntries(
        Object.entries(switches).filter(([node]) => !links.has(node)),
      ),
    });
  }

  #drawAttributes(): void {
    const random = this.#random;
    const { railjson } = this;
    for (let i = 0; i < wholeBetween(random, 1, 4); i++) {
      const tags = DRAWN_TAGS.filter(() => random() < 0.4);
      const byTag = Object.fromEntries(tags.map((tag) => [tag, wholeBetween(random, 8, 40)]));
      const routes = railjson.routes.filter(() => random() < 0.2).map(({ id }) => id);
      railjson.speed_sections.push({
        id: `limit.${i}`,
        speed_limit: random() < 0.8 ? wholeBetween(random, 9, 60) : null,
        speed_limit_by_tag: byTag,
        track_ranges: this.#drawRanges(0.4),
        on_routes: random() < 0.15 && routes.length > 0 ? routes : null,
      });
    }
    const share = pickOne(random, [0, 1, 1, 0.9]);
    const ranges = this.tracks
      .filter(() => random() < share)
      .map(({ id, length_m }) => whole(id, length_m));
    if (ranges.length === 0) return;
    railjson.electrifications.push({ id: "wire", voltage: VOLTAGE, track_ranges: ranges });
    if (random() < 0.5) return;
    const { id: track, length_m } = pickOne(random, this.tracks);
    const begin = Math.round(between(random, 0, length_m / 2));
    const end = Math.min(length_m, begin + wholeBetween(random, 5, 150));
    const range = {
      track,
      begin,
      end,
      direction: pickOne(random, ["START_TO_STOP", "STOP_TO_START"] as const),
    };
    railjson.neutral_sections.push({
      id: "neutral",
      track_ranges: [range],
      lower_pantograph: random() < 0.5,
    });
  }

  #drawRanges(share: number): ApplicableRange[] {
    const random = this.#random;
    return this.tracks
      .filter(() => random() < share)
      .map(({ id, length_m }) => {
        const begin = random() < 0.5 ? 0 : Math.round(between(random, 0, length_m - 1));
        const end = random() < 0.5 ? length_m : Math.round(between(random, begin + 1, length_m));
        const directions = pickOne(random, [
          "BOTH",
          "BOTH",
          "START_TO_STOP",
          "STOP_TO_START",
        ] as const);
        return { track: id, begin, end, applicable_directions: directions };
      });
  }
}

function whole(track: string, end: number): ApplicableRange {
  return { track, begin: 0, end, applicable_directions: "BOTH" };
}

/** Groups of the switch types and the ports that they join. */
const GROUPS: Readonly<Record<string, readonly (readonly [string, readonly [string, string]])[]>> =
  {
    link: [["STATIC", ["A", "B"]]],
    point_switch: [
      ["A_B1", ["A", "B1"]],
      ["A_B2", ["A", "B2"]],
    ],
    crossing: [
      ["STATIC", ["A1", "B1"]],
      ["STATIC", ["A2", "B2"]],
    ],
    double_slip_switch: [
      ["A1_B1", ["A1", "B1"]],
      ["A1_B2", ["A1", "B2"]],
      ["A2_B1", ["A2", "B1"]],
      ["A2_B2", ["A2", "B2"]],
    ],
  };
