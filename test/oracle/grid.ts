/**
 * A lattice of equal tracks joined by double slip switches: every way through it is as long as the
 * others, so that which one is found hangs on the order of ties alone (engine.md 2.6).
 */
import type { RailjsonInput } from "../../workers/engine/infra/compile/railjson_input.ts";
import {
  addSignal,
  emptyNetwork,
  type NetworkDraft,
} from "../workers/engine/infra/drawn_network.ts";
import { type Random, wholeBetween } from "../workers/engine/seeded.ts";

interface Grid {
  readonly rows: number;
  readonly stages: number;
}

const LENGTH_M = 1000;

/** Lines that meet after a stage: pairs that start at row 0 and at row 1 in turn. */
function pairsOf({ rows }: Grid, stage: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let row = stage % 2; row + 1 < rows; row += 2) pairs.push([row, row + 1]);
  return pairs;
}

export function makeGrid(random: Random): RailjsonInput {
  const grid: Grid = { rows: wholeBetween(random, 2, 5), stages: wholeBetween(random, 3, 7) };
  const network = emptyNetwork();
  const name = (row: number, stage: number): string => `T${row}.${stage}`;
  for (let stage = 0; stage < grid.stages; stage++) {
    for (let row = 0; row < grid.rows; row++) {
      network.track_sections.push({
        id: name(row, stage),
        length: LENGTH_M,
        slopes: [],
        curves: [],
        geo: {
          coordinates: [
            [stage * 0.01, row * 0.001 - 0.0005 * (grid.rows - 1)],
            [(stage + 1) * 0.01, row * 0.001 - 0.0005 * (grid.rows - 1)],
          ],
        },
      });
      equip(network, grid, row, stage);
    }
  }
  for (let stage = 0; stage + 1 < grid.stages; stage++) joinStage(network, grid, stage, name);
  if (random() < 0.5) {
    network.speed_sections.push({
      id: "slow",
      speed_limit: wholeBetween(random, 10, 40),
      speed_limit_by_tag: {},
      track_ranges: network.track_sections
        .filter(() => random() < 0.3)
        .map(({ id }) => ({ track: id, begin: 0, end: LENGTH_M, applicable_directions: "BOTH" })),
    });
  }
  return network;
}

function equip(network: NetworkDraft, { stages }: Grid, row: number, stage: number): void {
  const track = `T${row}.${stage}`;
  if (stage === 0) network.buffer_stops.push({ id: `bsW.${track}`, track, position: 0 });
  if (stage === stages - 1)
    network.buffer_stops.push({ id: `bsE.${track}`, track, position: LENGTH_M });
  network.detectors.push({ id: `D.${track}`, track, position: 500 });
  addSignal(network, `SE.${track}`, { track, position: 480 });
  addSignal(network, `SW.${track}`, { track, position: 520, reversed: true });
  if (stage === 0) {
    route(network, `bsW.${track}`, `D.${track}`, true, {});
    route(network, `D.${track}`, `bsW.${track}`, false, {});
  }
  if (stage === stages - 1) {
    route(network, `D.${track}`, `bsE.${track}`, true, {});
    route(network, `bsE.${track}`, `D.${track}`, false, {});
  }
}

function route(
  network: NetworkDraft,
  entry: string,
  exit: string,
  isEast: boolean,
  switches: Record<string, string>,
): void {
  const reference = (id: string) => ({
    type: id.startsWith("bs") ? ("BufferStop" as const) : ("Detector" as const),
    id,
  });
  network.routes.push({
    id: `${entry}->${exit}`,
    entry_point: reference(entry),
    exit_point: reference(exit),
    entry_point_direction: isEast ? "START_TO_STOP" : "STOP_TO_START",
    switches_directions: switches,
  });
}

function joinStage(
  network: NetworkDraft,
  grid: Grid,
  stage: number,
  name: (row: number, stage: number) => string,
): void {
  const both = (from: number, to: number, switches: Record<string, string>): void => {
    const [west, east] = [`D.${name(from, stage)}`, `D.${name(to, stage + 1)}`];
    route(network, west, east, true, switches);
    route(network, east, west, false, switches);
  };
  const pairs = pairsOf(grid, stage);
  for (const pair of pairs) {
    const id = `X${pair[0]}.${stage}`;
    const port = (row: number, at: number, endpoint: "BEGIN" | "END") => ({
      track: name(row, at),
      endpoint,
    });
    network.switches.push({
      id,
      switch_type: "double_slip_switch",
      ports: {
        A1: port(pair[0], stage, "END"),
        A2: port(pair[1], stage, "END"),
        B1: port(pair[0], stage + 1, "BEGIN"),
        B2: port(pair[1], stage + 1, "BEGIN"),
      },
    });
    pair.forEach((from, i) => {
      pair.forEach((to, k) => both(from, to, { [id]: `A${i + 1}_B${k + 1}` }));
    });
  }
  for (let row = 0; row < grid.rows; row++) {
    if (pairs.some((pair) => pair.includes(row))) continue;
    network.switches.push({
      id: `L${row}.${stage}`,
      switch_type: "link",
      ports: {
        A: { track: name(row, stage), endpoint: "END" },
        B: { track: name(row, stage + 1), endpoint: "BEGIN" },
      },
    });
    both(row, row, {});
  }
}
