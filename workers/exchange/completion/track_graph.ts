/**
 * The ways over switches as a graph of directed track sections. A directed section ("slot") is
 * `2 * track + 0` from start to end and `2 * track + 1` back; a slot is also the end of the section at which
 * a train enters it, so a train that runs on slot `s` leaves by the end `s ^ 1`.
 */
import { indexNetwork, type NetworkIndex } from "../../railjson/checks/network_index.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";

/** One way over a switch. */
export interface SwitchMove {
  readonly switch_id: string;
  /** The position that the switch must have; null: it has only one and two ports. */
  readonly group: string | null;
  /** The slot behind the switch. */
  readonly to: number;
}

export interface TrackGraph {
  readonly document: RailjsonDocument;
  readonly index: NetworkIndex;
  /** [2 * nTracks] where a train that runs on a slot can go on. */
  readonly moves: readonly (readonly SwitchMove[])[];
}

const NO_MOVES: readonly SwitchMove[] = [];

/** Switches that name unknown tracks, wrong ports or an end that another one has are left out. */
export function buildTrackGraph(document: RailjsonDocument): TrackGraph {
  const index = indexNetwork(document);
  const moves = Array.from({ length: index.track_lengths_mm.length * 2 }, () => NO_MOVES);
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
        const own = moves[end ^ 1] ?? NO_MOVES;
        if (own.some((move) => move.to === to)) continue;
        moves[end ^ 1] = own.concat({ switch_id: node.id, group: is_link ? null : name, to });
      }
    }
  }
  return { document, index, moves };
}

/** The slot behind a link; null: the section ends at a switch or at the end of the rails. */
export function followLink(graph: TrackGraph, slot: number): number | null {
  const [move, ...others] = graph.moves[slot] ?? [];
  if (move === undefined || others.length > 0 || move.group !== null) return null;
  return move.to;
}
