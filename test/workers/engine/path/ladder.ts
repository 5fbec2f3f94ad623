/**
 * A seeded network with many ways: stages of parallel tracks between point switches, every track with
 * a detector, a signal and its own length and speed limit. Coordinates are closer together than the
 * tracks are long, so that the search's estimate never exceeds the truth.
 */
import {
  addRoute,
  addSignal,
  addTrack,
  emptyNetwork,
  type NetworkDraft,
} from "../infra/drawn_network.ts";
import { between, type Random, wholeBetween } from "../seeded.ts";

export interface Ladder {
  readonly network: NetworkDraft;
  /** Tracks of each stage, first and last have one. */
  readonly stages: readonly (readonly string[])[];
}

/** Stage i has one track, stage i + 1 two, and so on: throats open and close at point switches. */
export function drawLadder(random: Random, nStages: number): Ladder {
  const network = emptyNetwork();
  const stages: string[][] = [];
  for (let s = 0; s < nStages; s++) {
    const tracks = s % 2 === 0 ? [`t${s}`] : [`t${s}a`, `t${s}b`];
    stages.push(tracks);
    for (const track of tracks) {
      const length = wholeBetween(random, 600, 2000);
      addTrack(network, track, length, { x: s / 5, x_end: (s + 1) / 5 });
      network.detectors.push({ id: `D.${track}`, track, position: 300 });
      addSignal(network, `S.${track}`, { track, position: 280 });
      network.speed_sections.push({
        id: `v.${track}`,
        speed_limit: between(random, 5, 60),
        speed_limit_by_tag: {},
        track_ranges: [
          { track, begin: 0, end: wholeBetween(random, 1, length), applicable_directions: "BOTH" },
        ],
      });
    }
  }
  stages.slice(1).forEach((tracks, i) => {
    const before = stages[i]!;
    const opens = tracks.length === 2;
    const single = opens ? before[0]! : tracks[0]!;
    const [first, second] = opens ? tracks : before;
    const node = `P${i}`;
    network.switches.push({
      id: node,
      switch_type: "point_switch",
      ports: {
        A: { track: single, endpoint: opens ? "END" : "BEGIN" },
        B1: { track: first!, endpoint: opens ? "BEGIN" : "END" },
        B2: { track: second!, endpoint: opens ? "BEGIN" : "END" },
      },
    });
    [first!, second!].forEach((branch, k) => {
      const [from, to] = opens ? [single, branch] : [branch, single];
      addRoute(network, `D.${from}`, `D.${to}`, {
        switches: { [node]: k === 0 ? "A_B1" : "A_B2" },
      });
    });
  });
  network.buffer_stops.push({ id: "bs.start", track: "t0", position: 0 });
  addRoute(network, "bs.start", "D.t0");
  return { network, stages };
}
