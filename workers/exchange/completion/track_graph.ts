/**
 * The ways over switches as a graph of directed track sections. A directed section ("slot") is
 * `2 * track + 0` from start to end and `2 * track + 1` back; a slot is also the end of the section at which
 * a train enters it, so a train that runs on slot `s` leaves by the end `s ^ 1`.
 */
import { indexTracks, type TrackIndex } from "../../railjson/checks/network_index.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";

/** One way over a switch. */
export interface SwitchMove {
  /** The position that the switch must have; null: it has only one and two ports. */
  readonly position: { readonly switch_id: string; readonly group: string } | null;
  /** The slot behind the switch. */
  readonly to: number;
}

export interface TrackGraph {
  readonly document: RailjsonDocument;
  readonly index: TrackIndex;
  /** [2 * nTracks] the slot that a link joins to the end of a slot; -1: none. */
  readonly links: Int32Array;
  /** By slot, over switches that have several positions or more ports. */
  readonly moves: ReadonlyMap<number, readonly SwitchMove[]>;
}

const NO_MOVES: readonly SwitchMove[] = [];

/** Switches that name unknown tracks, wrong ports or an end that another one has are left out. */
export function buildTrackGraph(document: RailjsonDocument): TrackGraph {
  const index = indexTracks(document);
  const links = new Int32Array(index.track_lengths_mm.length * 2).fill(-1);
  const moves = new Map<number, readonly SwitchMove[]>();
  for (const [node_index, node] of document.switches.entries()) {
    const shape = index.switch_types.get(node.switch_type);
    const ends = new Map<string, number>();
    for (const [port, { track, endpoint }] of Object.entries(node.ports)) {
      const track_index = index.tracks.get(track);
      if (track_index === undefined) continue;
      const end = track_index * 2 + (endpoint === "END" ? 1 : 0);
      const is_own = index.ends.links[end] === node_index;
      if (is_own && index.ends.link_ports[end] === port) ends.set(port, end);
    }
    if (shape === undefined || ends.size !== shape.ports.size) continue;
    const is_link = shape.groups.size === 1 && shape.ports.size === 2;
    for (const [port, end] of ends) {
      for (const [name, pairs] of shape.groups) {
        // The first pair with the port decides, as it does when a route is walked.
        const pair = pairs.find(({ src, dst }) => src === port || dst === port);
        const to =
          pair === undefined ? undefined : ends.get(pair.src === port ? pair.dst : pair.src);
        if (to === undefined || to === end) continue;
        if (is_link) {
          links[end ^ 1] = to;
          continue;
        }
        const own = moves.get(end ^ 1) ?? NO_MOVES;
        if (own.some((move) => move.to === to)) continue;
        moves.set(end ^ 1, own.concat({ position: { switch_id: node.id, group: name }, to }));
      }
    }
  }
  return { document, index, links, moves };
}

/** Where a train that runs on a slot can go on. */
export function movesFrom({ links, moves }: TrackGraph, slot: number): readonly SwitchMove[] {
  const to = links[slot] ?? -1;
  return to === -1 ? (moves.get(slot) ?? NO_MOVES) : [{ position: null, to }];
}
