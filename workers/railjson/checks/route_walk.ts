/**
 * Walks a route from its entry to its exit (engine.md 1.11) over track sections: a section entered
 * at one end is left at the other unless the exit is on it. A switch whose type has only one group
 * needs no direction. A section may be crossed once in each direction. Stamps per directed section
 * and per switch make the cost of a walk its own length, with nothing to clear between routes.
 */
import { toMilli } from "../../engine/units.ts";
import type { RailjsonDocument } from "../schemas.ts";
import type { NetworkIndex } from "./network_index.ts";

type Route = RailjsonDocument["routes"][number];

export interface Place {
  readonly track: number;
  /** As stored. */
  readonly position_m: number;
  readonly offset_mm: number;
}

/** A walk that succeeded; its details can be read until the next walk. */
export interface Walk {
  readonly entry: Place;
  readonly exit: Place;
  /** Directed sections, `track * 2 + (STOP_TO_START ? 1 : 0)`. */
  readonly first_slot: number;
  readonly last_slot: number;
  readonly section_count: number;
  readonly stamp: number;
}

/** In metres from the track section's start. */
export interface WalkedStretch {
  readonly track: string;
  readonly begin: number;
  readonly end: number;
  readonly direction: "START_TO_STOP" | "STOP_TO_START";
}

/** A switch on the way, and its group. */
export interface CrossedNode {
  readonly id: string;
  readonly group: string;
}

export class RouteWalker {
  readonly #network: NetworkIndex;
  /** [2 * nTracks] by directed section: stamp of the last walk that crossed it. */
  readonly #track_stamps: Uint32Array;
  /** [nSwitches]: stamp of the last walk that crossed it. */
  readonly #switch_stamps: Uint32Array;
  /** [2 * nTracks] scratch: directed sections of the walk at hand. */
  readonly #slots: Int32Array;
  /** [2 * nTracks] scratch: index of the switch after each of these, except the last. */
  readonly #switches: Int32Array;
  #steps_left: number;
  #stamp = 0;
  #visited_count = 0;

  /** `steps_max`: sections that all walks together may cross. */
  constructor(network: NetworkIndex, steps_max: number) {
    const { track_sections, switches } = network.document;
    this.#network = network;
    this.#track_stamps = new Uint32Array(track_sections.length * 2);
    this.#switch_stamps = new Uint32Array(switches.length);
    this.#slots = new Int32Array(track_sections.length * 2);
    this.#switches = new Int32Array(track_sections.length * 2);
    this.#steps_left = steps_max;
  }

  get has_no_steps_left(): boolean {
    return this.#steps_left < 0;
  }

  /** Null if the route has no way from its entry to its exit, or one of them is on no track. */
  walk(route: Route): Walk | null {
    this.#visited_count = 0;
    const entry = placeOf(this.#network, route.entry_point);
    const exit = placeOf(this.#network, route.exit_point);
    if (entry === null || exit === null) return null;
    const stamp = ++this.#stamp;
    const first_slot = entry.track * 2 + (route.entry_point_direction === "START_TO_STOP" ? 0 : 1);
    const exit_ahead_mm = exit.offset_mm - entry.offset_mm;
    let is_met = exit.track === entry.track && (first_slot % 2 === 0 ? 1 : -1) * exit_ahead_mm > 0;
    let slot = first_slot;
    let section_count = 0;
    for (;;) {
      if (this.#track_stamps[slot] === stamp) return null;
      this.#track_stamps[slot] = stamp;
      this.#slots[section_count++] = slot;
      this.#visited_count = section_count;
      if (--this.#steps_left < 0) return null;
      if (is_met) break;
      // Travelled START_TO_STOP (even slot), a section is left at END, whose slot is odd.
      const switch_index = this.#network.ends.links[slot ^ 1] ?? -1;
      this.#switches[section_count - 1] = switch_index;
      const next = this.#nextSlot(route, { slot, switch_index });
      if (next === null) return null;
      slot = next;
      is_met = exit.track === slot >> 1;
    }
    return { entry, exit, first_slot, last_slot: slot, section_count, stamp };
  }

  /** Track sections of the last walk, even a failed one; those crossed in both directions appear twice. */
  listVisited(): string[] {
    const slots = this.#slots.subarray(0, this.#visited_count);
    return Array.from(slots, (slot) => this.#network.document.track_sections[slot >> 1]?.id ?? "");
  }

  /** Directed sections in travel order. */
  listSlots({ section_count }: Walk): Int32Array {
    return this.#slots.subarray(0, section_count);
  }

  /** The crossed part of each section, in travel order: `begin` is where it is entered. */
  listStretches(walk: Walk): WalkedStretch[] {
    const { entry, exit, section_count } = walk;
    return Array.from(this.listSlots(walk), (slot, i) => {
      const { id = "", length = 0 } = this.#network.document.track_sections[slot >> 1] ?? {};
      const [first, last] = slot % 2 === 0 ? [0, length] : [length, 0];
      return {
        track: id,
        begin: i === 0 ? entry.position_m : first,
        end: i === section_count - 1 ? exit.position_m : last,
        direction: slot % 2 === 0 ? "START_TO_STOP" : "STOP_TO_START",
      };
    });
  }

  /** Switches in travel order. */
  listNodes({ section_count }: Walk, route: Route): CrossedNode[] {
    return Array.from(this.#switches.subarray(0, section_count - 1), (index) => {
      const { id = "", switch_type = "" } = this.#network.document.switches[index] ?? {};
      const groups = this.#network.switch_types.get(switch_type)?.groups;
      return { id, group: chooseGroup(route, id, groups) ?? "" };
    });
  }

  crosses({ stamp }: Walk, switch_index: number): boolean {
    return this.#switch_stamps[switch_index] === stamp;
  }

  /** The first section counts only from the entry, the last only up to the exit. */
  meets({ stamp, entry, exit, first_slot, last_slot }: Walk, place: Place): boolean {
    for (const slot of [place.track * 2, place.track * 2 + 1]) {
      if (this.#track_stamps[slot] !== stamp) continue;
      const sign = slot % 2 === 0 ? 1 : -1;
      const is_after_entry = slot !== first_slot || sign * (place.offset_mm - entry.offset_mm) >= 0;
      const is_before_exit = slot !== last_slot || sign * (exit.offset_mm - place.offset_mm) >= 0;
      if (is_after_entry && is_before_exit) return true;
    }
    return false;
  }

  /** The directed section that follows a directed one through its switch, or null; stamps the switch. */
  #nextSlot(route: Route, at: { slot: number; switch_index: number }): number | null {
    const { document, ends, switch_types, tracks } = this.#network;
    const { slot, switch_index } = at;
    const node = document.switches[switch_index];
    if (node === undefined) return null;
    const groups = switch_types.get(node.switch_type)?.groups;
    const group = chooseGroup(route, node.id, groups);
    const entry_port = ends.link_ports[slot ^ 1] ?? "";
    const pair = groups
      ?.get(group ?? "")
      ?.find(({ src, dst }) => src === entry_port || dst === entry_port);
    if (group === undefined || pair === undefined) return null;
    this.#switch_stamps[switch_index] = this.#stamp;
    const exit_port = pair.src === entry_port ? pair.dst : pair.src;
    if (!Object.hasOwn(node.ports, exit_port)) return null;
    const port = node.ports[exit_port];
    const track = port === undefined ? undefined : tracks.get(port.track);
    if (port === undefined || track === undefined) return null;
    return track * 2 + (port.endpoint === "BEGIN" ? 0 : 1);
  }
}

/** The only group, otherwise the one given by the route. */
function chooseGroup(
  { switches_directions }: Route,
  node_id: string,
  groups: ReadonlyMap<string, unknown> | undefined,
): string | undefined {
  if (groups?.size === 1) return groups.keys().next().value;
  return Object.hasOwn(switches_directions, node_id) ? switches_directions[node_id] : undefined;
}

/** Null for a waypoint that does not exist or is on no track. */
export function placeOf(network: NetworkIndex, waypoint: Route["entry_point"]): Place | null {
  const { detectors, buffer_stops } = network.document;
  const point =
    waypoint.type === "Detector"
      ? detectors[network.detectors.get(waypoint.id) ?? -1]
      : buffer_stops[network.buffer_stops.get(waypoint.id) ?? -1];
  const track = network.tracks.get(point?.track ?? "");
  if (point === undefined || track === undefined) return null;
  return { track, position_m: point.position, offset_mm: toMilli(point.position) };
}
