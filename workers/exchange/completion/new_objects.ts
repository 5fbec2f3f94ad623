/** The objects that a completion adds to a network, each with an id that is unique in its list. */
import type { CompletedSystem } from "../../../src/railway/exchange_terms.ts";
import { fromMilli } from "../../engine/units.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import {
  insertPost,
  makePost,
  type Post,
  type Segment,
  type SegmentWay,
  setSignal,
} from "./segments.ts";
import type { TrackGraph } from "./track_graph.ts";

type List = "buffer_stops" | "detectors" | "signals" | "routes";

const SIGHT_DISTANCE_M = 400;
const ID_LENGTH_MAX = 230;

type Logical = NonNullable<RailjsonDocument["signals"][number]["logical_signals"]>[number];

/** A main signal of a system, which any system may follow. */
export function mainSignal(system: CompletedSystem): Logical {
  return {
    signaling_system: system,
    next_signaling_systems: [],
    settings: system === "BAPR" ? { Nf: "true", distant: "false" } : { Nf: "true" },
    default_parameters: system === "BAL" ? { jaune_cli: "false" } : {},
    conditional_parameters: [],
  };
}

export class NewObjects {
  readonly buffer_stops: RailjsonDocument["buffer_stops"][number][] = [];
  readonly detectors: RailjsonDocument["detectors"][number][] = [];
  readonly signals: RailjsonDocument["signals"][number][] = [];
  readonly routes: RailjsonDocument["routes"][number][] = [];
  readonly #graph: TrackGraph;
  /** All new signals show the same. */
  readonly #shown: Logical[];
  readonly #ids: Readonly<Record<List, Set<string>>>;

  constructor(graph: TrackGraph, system: CompletedSystem) {
    this.#graph = graph;
    this.#shown = [mainSignal(system)];
    const { buffer_stops, detectors, signals, routes } = graph.document;
    const idsOf = (list: readonly { readonly id: string }[]): Set<string> =>
      new Set(list.map(({ id }) => id));
    this.#ids = {
      buffer_stops: idsOf(buffer_stops),
      detectors: idsOf(detectors),
      signals: idsOf(signals),
      routes: idsOf(routes),
    };
  }

  addBufferStop(track: number, endpoint: "BEGIN" | "END"): void {
    const { id = "", length = 0 } = this.#graph.document.track_sections[track] ?? {};
    const stop_id = this.#freshId("buffer_stops", `buffer_stop.${id}.${endpoint}`);
    this.buffer_stops.push({ id: stop_id, track: id, position: endpoint === "BEGIN" ? 0 : length });
  }

  /** Adds a detector at a place of a segment's slot; null: a waypoint, with its signals, is there. */
  addDetector(segment: Segment, slot_index: number, at_mm: number): Post | null {
    const is_taken = segment.posts.some(
      (post) =>
        post.slot_index === slot_index &&
        at_mm >= Math.min(post.at_mm, post.ahead_mm, post.back_mm) &&
        at_mm <= Math.max(post.at_mm, post.ahead_mm, post.back_mm),
    );
    if (is_taken) return null;
    const { track, position } = this.#placeOf(segment, slot_index, at_mm);
    const id = this.#freshId("detectors", ["detector", track, Math.round(position)].join("."));
    this.detectors.push({ id, track, position });
    const post = makePost({ id, type: "Detector", slot_index, at_mm });
    insertPost(segment, post);
    return post;
  }

  /** Adds a main signal at a place of the slot of `post`, before which it stands. */
  addSignal(
    segment: Segment,
    post: Post,
    { way, at_mm }: { way: SegmentWay; at_mm: number },
  ): void {
    const { track, position } = this.#placeOf(segment, post.slot_index, at_mm);
    const direction = ((segment.slots[post.slot_index] ?? 0) & 1) === way ? 0 : 1;
    this.signals.push({
      id: this.#freshId("signals", ["signal", post.id, direction === 0 ? "up" : "down"].join(".")),
      track,
      position,
      direction: direction === 0 ? "START_TO_STOP" : "STOP_TO_START",
      sight_distance: SIGHT_DISTANCE_M,
      logical_signals: this.#shown,
    });
    setSignal(post, way, { kind: "main", at_mm });
  }

  /** The route itself is added, under a fresh id. */
  addRoute(route: RailjsonDocument["routes"][number]): void {
    const { entry_point, exit_point } = route;
    route.id = this.#freshId("routes", ["route", entry_point.id, exit_point.id].join("."));
    this.routes.push(route);
  }

  #placeOf(
    segment: Segment,
    slot_index: number,
    at_mm: number,
  ): { readonly track: string; readonly position: number } {
    const slot = segment.slots[slot_index] ?? 0;
    const along_mm = at_mm - (segment.starts_mm[slot_index] ?? 0);
    const length_mm = this.#graph.index.track_lengths_mm[slot >> 1] ?? 0;
    const { id: track = "", length = 0 } = this.#graph.document.track_sections[slot >> 1] ?? {};
    const position = fromMilli((slot & 1) === 0 ? along_mm : length_mm - along_mm);
    // Lengths in fractions of a millimetre may have been rounded up.
    return { track, position: Math.min(position, length) };
  }

  /** Stems are joined: what a template makes stays in two pieces, which take more memory than the text. */
  #freshId(list: List, stem: string): string {
    const ids = this.#ids[list];
    const short = stem.slice(0, ID_LENGTH_MAX);
    let id = short;
    for (let n = 2; ids.has(id); n++) id = `${short}.${n}`;
    ids.add(id);
    return id;
  }
}
