/**
 * Networks so small that all ways through them can be listed: stages of one or two parallel tracks in a
 * row, joined by links, points or slips, signals at both ends of every track, at most 12 blocks in a
 * direction.
 */
import type { RailjsonInput } from "../../workers/engine/infra/compile/railjson_input.ts";
import {
  addLink,
  addRoute,
  addSignal,
  addTrack,
  BAL,
  emptyNetwork,
  type NetworkDraft,
} from "../workers/engine/infra/drawn_network.ts";
import { type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { pick } from "./mutations.ts";

const BLOCKS_MAX = 12;
const DETECTOR_M = 30;
const SIGNAL_M = 50;

/** Lengths of the tracks of each stage, metres. */
export type Stages = readonly (readonly number[])[];

export interface StageNetwork {
  readonly stages: Stages;
  readonly input: RailjsonInput;
}

type Join = "link" | "point" | "slip" | "parallel";

export const trackOf = (stage: number, row: number): string => `T${stage}.${row}`;

export function drawStageNetwork(random: Random): StageNetwork {
  const widths = drawWidths(random);
  const stages = widths.map((width, stage) =>
    Array.from({ length: width }, () => {
      const isEnd = stage === 0 || stage === widths.length - 1;
      return width === 2 || isEnd
        ? wholeBetween(random, 900, 2200)
        : wholeBetween(random, 1500, 5000);
    }),
  );
  const network = emptyNetwork();
  const system = pick(random, ["TVM300", "TVM430"]);
  const logical =
    random() < 0.75 ? BAL : { ...BAL, signaling_system: system, default_parameters: {} };
  stages.forEach((lengths, stage) => {
    lengths.forEach((length, row) => {
      const isSteep = random() < 0.2;
      const gradient = wholeBetween(random, -8, 8);
      addTrack(network, trackOf(stage, row), length, {
        x: 100 * stage,
        x_end: 100 * (stage + 1),
        slopes: isSteep ? [{ gradient, begin: 0, end: length }] : [],
      });
    });
  });
  equip(network, stages, logical);
  for (let stage = 0; stage + 1 < stages.length; stage++) {
    joinStage(network, stages, stage, drawJoin(random, widths, stage));
  }
  if (random() < 0.4) addLimits(random, network);
  return { stages, input: network };
}

/** Numbers of tracks of the stages; somewhere trains can pass each other. */
function drawWidths(random: Random): number[] {
  for (;;) {
    const widths = Array.from({ length: wholeBetween(random, 3, 5) }, () =>
      wholeBetween(random, 1, 2),
    );
    const pairs = widths.slice(1).reduce((sum, width, i) => sum + width * widths[i]!, 0);
    if (widths.includes(2) && widths[0]! + pairs <= BLOCKS_MAX) return widths;
  }
}

function drawJoin(random: Random, widths: readonly number[], stage: number): Join {
  const [west, east] = [widths[stage]!, widths[stage + 1]!];
  if (west !== east) return "point";
  if (west === 1) return "link";
  return random() < 0.6 ? "slip" : "parallel";
}

function equip(network: NetworkDraft, stages: Stages, logical: typeof BAL): void {
  stages.forEach((lengths, stage) => {
    lengths.forEach((length, row) => {
      const track = trackOf(stage, row);
      if (stage === 0) network.buffer_stops.push({ id: westOf(stage, row), track, position: 0 });
      else {
        network.detectors.push({ id: westOf(stage, row), track, position: DETECTOR_M });
        addSignal(network, `SW.${track}`, { track, position: SIGNAL_M, reversed: true }, [logical]);
      }
      if (stage === stages.length - 1) {
        network.buffer_stops.push({ id: `bsE.${track}`, track, position: length });
        addRoute(network, `bsE.${track}`, westOf(stage, row), { reversed: true });
      } else {
        network.detectors.push({ id: `DE.${track}`, track, position: length - DETECTOR_M });
        addSignal(network, `SE.${track}`, { track, position: length - SIGNAL_M }, [logical]);
      }
      if (stage === 0) addRoute(network, westOf(stage, row), eastOf(stages, stage, row));
    });
  });
}

const westOf = (stage: number, row: number): string =>
  `${stage === 0 ? "bsW" : "DW"}.${trackOf(stage, row)}`;
const eastOf = ({ length }: Stages, stage: number, row: number): string =>
  `${stage === length - 1 ? "bsE" : "DE"}.${trackOf(stage, row)}`;

function joinStage(network: NetworkDraft, stages: Stages, stage: number, join: Join): void {
  const [west, east] = [stages[stage]!.length, stages[stage + 1]!.length];
  const both = (from: number, to: number, switches: Record<string, string>): void => {
    addRoute(network, `DE.${trackOf(stage, from)}`, eastOf(stages, stage + 1, to), { switches });
    const [entry, exit] = [`DW.${trackOf(stage + 1, to)}`, westOf(stage, from)];
    addRoute(network, entry, exit, { reversed: true, switches });
  };
  const port = (at: number, row: number) => ({
    track: trackOf(at, row),
    endpoint: at === stage ? ("END" as const) : ("BEGIN" as const),
  });
  const id = `X${stage}`;
  if (join === "link" || join === "parallel") {
    for (let row = 0; row < west; row++) {
      addLink(network, trackOf(stage, row), trackOf(stage + 1, row));
      both(row, row, {});
    }
  } else if (join === "point") {
    const [one, two] = west < east ? [stage, stage + 1] : [stage + 1, stage];
    const ports = { A: port(one, 0), B1: port(two, 0), B2: port(two, 1) };
    network.switches.push({ id, switch_type: "point_switch", ports });
    for (const row of [0, 1]) {
      both(west < east ? 0 : row, west < east ? row : 0, { [id]: `A_B${row + 1}` });
    }
  } else {
    const ports = {
      A1: port(stage, 0),
      A2: port(stage, 1),
      B1: port(stage + 1, 0),
      B2: port(stage + 1, 1),
    };
    network.switches.push({ id, switch_type: "double_slip_switch", ports });
    for (const a of [0, 1]) for (const b of [0, 1]) both(a, b, { [id]: `A${a + 1}_B${b + 1}` });
  }
}

function addLimits(random: Random, network: NetworkDraft): void {
  const slow = network.track_sections.filter(() => random() < 0.4);
  network.speed_sections.push({
    id: "slow",
    speed_limit: wholeBetween(random, 8, 25),
    speed_limit_by_tag: {},
    track_ranges: slow.map(({ id, length }) => ({
      track: id,
      begin: 0,
      end: length,
      applicable_directions: "BOTH",
    })),
  });
}
