/**
 * The area that trains can reach between places: from each entry along all ways up to an exit passed in
 * its direction, within the area's largest extent. The shortest way to a track section counts, so none
 * is followed twice. The current setting of switches does not matter, only what their types join.
 */
import { LeastHeap } from "../../engine/least_heap.ts";
import { indexSwitchTypes, type SwitchShape } from "../checks/switch_shapes.ts";
import type { RailjsonDocument } from "../schemas.ts";
import type { NetworkModel } from "./network_model.ts";

type Switch = RailjsonDocument["switches"][number];
type Direction = "START_TO_STOP" | "STOP_TO_START";

/** In metres from the start of a track section. */
export interface DirectedPlace {
  readonly track: string;
  readonly position: number;
  readonly direction: Direction;
}

export interface DirectedStretch {
  readonly track: string;
  /** At most `end`. */
  readonly begin: number;
  readonly end: number;
  readonly direction: Direction;
}

export type AreaOutcome =
  | { readonly invalid_locations: readonly DirectedPlace[] }
  | { readonly track_ranges: readonly DirectedStretch[] };

const REACH_M = 5_000;

export function delimitArea(
  model: NetworkModel,
  entries: readonly DirectedPlace[],
  exits: readonly DirectedPlace[],
): AreaOutcome {
  const invalid_locations = [...entries, ...exits].filter((place) => !isPlace(model, place));
  if (invalid_locations.length > 0) return { invalid_locations };
  const walk = new AreaWalk(model, exits);
  for (const entry of entries) walk.enter(entry);
  return { track_ranges: walk.run() };
}

function isPlace({ objects }: NetworkModel, { track, position }: DirectedPlace): boolean {
  const section = objects.track_sections.get(track);
  return section !== undefined && position <= section.length;
}

/** A track section in one direction. */
interface Lane {
  readonly track: string;
  readonly direction: Direction;
}

/** Where a way arrives: this far along the lane from the end where it is entered. */
interface Arrival extends Lane {
  readonly along_m: number;
}

class AreaWalk {
  readonly #model: NetworkModel;
  readonly #types: ReadonlyMap<string, SwitchShape>;
  /** By lane: positions of the exits along it. */
  readonly #exits = new Map<string, number[]>();
  /** Lanes entered at their beginning. */
  readonly #entered = new Set<string>();
  /** Arrivals by distance from the entries. */
  readonly #open = new LeastHeap();
  readonly #arrivals: Arrival[] = [];
  /** By lane, in the order of discovery. */
  readonly #stretches = new Map<string, DirectedStretch[]>();

  constructor(model: NetworkModel, exits: readonly DirectedPlace[]) {
    const extended_switch_types = [...model.objects.extended_switch_types.values()];
    this.#model = model;
    this.#types = indexSwitchTypes({ extended_switch_types });
    for (const exit of exits) {
      const key = keyOf(exit);
      this.#exits.set(key, [...(this.#exits.get(key) ?? []), this.#alongOf(exit)]);
    }
  }

  enter(entry: DirectedPlace): void {
    this.#arrive({ ...entry, along_m: this.#alongOf(entry) }, 0);
  }

  run(): DirectedStretch[] {
    while (this.#open.size > 0) {
      const distance_m = this.#open.leastKey;
      const arrival = this.#arrivals[this.#open.least];
      this.#open.pop();
      if (arrival !== undefined) this.#follow(arrival, distance_m);
    }
    return [...this.#stretches.values()].flatMap(joinStretches);
  }

  #arrive(arrival: Arrival, distance_m: number): void {
    this.#open.push(distance_m, this.#arrivals.length, this.#arrivals.length);
    this.#arrivals.push(arrival);
  }

  #follow({ track, direction, along_m }: Arrival, distance_m: number): void {
    const lane = { track, direction };
    if (along_m === 0) {
      if (this.#entered.has(keyOf(lane))) return;
      this.#entered.add(keyOf(lane));
    }
    const { length = 0 } = this.#model.objects.track_sections.get(track) ?? {};
    const ahead = (this.#exits.get(keyOf(lane)) ?? []).filter((exit_m) => exit_m >= along_m);
    const end_m = Math.min(length, along_m + REACH_M - distance_m, ...ahead);
    this.#cover(lane, along_m, end_m);
    if (ahead.length > 0 || end_m < length) return;
    const beyond_m = distance_m + length - along_m;
    if (beyond_m >= REACH_M) return;
    for (const next of this.#listNext(lane)) this.#arrive({ ...next, along_m: 0 }, beyond_m);
  }

  #cover(lane: Lane, from_m: number, to_m: number): void {
    if (to_m <= from_m) return;
    const { length = 0 } = this.#model.objects.track_sections.get(lane.track) ?? {};
    const [begin, end] =
      lane.direction === "START_TO_STOP" ? [from_m, to_m] : [length - to_m, length - from_m];
    const known = this.#stretches.get(keyOf(lane)) ?? [];
    this.#stretches.set(keyOf(lane), [...known, { ...lane, begin, end }]);
  }

  /** Lanes that a switch joins to the end of a lane. */
  *#listNext({ track, direction }: Lane): Generator<Lane> {
    const endpoint = direction === "START_TO_STOP" ? "END" : "BEGIN";
    for (const id of this.#model.references.list("TrackSection", track, "Switch")) {
      const node = this.#model.objects.switches.get(id);
      if (node === undefined) continue;
      const joined = this.#types.get(node.switch_type)?.joined_ports;
      for (const [port, end] of Object.entries(node.ports)) {
        if (end.track !== track || end.endpoint !== endpoint) continue;
        for (const other of joined?.get(port) ?? []) yield* this.#laneFrom(node, other);
      }
    }
  }

  *#laneFrom({ ports }: Switch, port: string): Generator<Lane> {
    const end = Object.hasOwn(ports, port) ? ports[port] : undefined;
    if (end === undefined || !this.#model.objects.track_sections.has(end.track)) return;
    const direction = end.endpoint === "BEGIN" ? "START_TO_STOP" : "STOP_TO_START";
    yield { track: end.track, direction };
  }

  #alongOf({ track, position, direction }: DirectedPlace): number {
    const { length = 0 } = this.#model.objects.track_sections.get(track) ?? {};
    return direction === "START_TO_STOP" ? position : length - position;
  }
}

function keyOf({ track, direction }: Lane): string {
  return `${direction} ${track}`;
}

/** Merges touching or overlapping stretches of one lane. */
function joinStretches(stretches: readonly DirectedStretch[]): DirectedStretch[] {
  const joined: DirectedStretch[] = [];
  for (const stretch of stretches.toSorted((a, b) => a.begin - b.begin)) {
    const last = joined.at(-1);
    if (last === undefined || stretch.begin > last.end) joined.push(stretch);
    else joined[joined.length - 1] = { ...last, end: Math.max(last.end, stretch.end) };
  }
  return joined;
}
