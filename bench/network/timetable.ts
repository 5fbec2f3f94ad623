/**
 * Train schedule creation bodies (interface.md 8): intercity trains end to end, multiple units over
 * half the line, railcars to the branch, freight trains with a long stop in a loop, both ways.
 * Departures are pushed back until, by estimated running times, no train catches another one up
 * between stations and none meets another on the single track.
 */
import { BRANCH_KMH } from "./attributes.ts";
import { clipRanges } from "./axis.ts";
import type { NetworkOptions } from "./options.ts";
import { STOCK_NAMES, type StockKind } from "./rolling_stocks.ts";
import type { Line, Station } from "./stations.ts";

export interface PathItem {
  readonly id: string;
  readonly deleted: boolean;
  readonly operational_point?: string;
  readonly uic?: number;
  readonly trigram?: string;
  readonly secondary_code?: string;
  readonly local_track_name?: string;
}

export interface TrainScheduleForm {
  readonly train_name: string;
  readonly labels: readonly string[];
  readonly rolling_stock_name: string;
  readonly start_time: string;
  readonly path: readonly PathItem[];
  readonly schedule: readonly {
    readonly at: string;
    readonly arrival: null;
    readonly stop_for: string;
    readonly reception_signal: ReceptionSignal;
    readonly locked: boolean;
  }[];
  readonly margins: { readonly boundaries: readonly string[]; readonly values: readonly string[] };
  readonly initial_speed: number;
  readonly comfort: "STANDARD" | "AIR_CONDITIONING" | "HEATING";
  readonly constraint_distribution: "MARECO" | "LINEAR";
  readonly speed_limit_tag: string | null;
  readonly power_restrictions: readonly {
    readonly from: string;
    readonly to: string;
    readonly value: string;
  }[];
  readonly options: { readonly use_electrical_profiles: boolean };
  readonly category: { readonly main_category: string } | null;
}

/** One place that a train calls at or passes. */
interface Call {
  readonly station: Station;
  /** null: passes. */
  readonly stop_s: number | null;
  readonly track_name?: string;
  readonly reception_signal?: ReceptionSignal;
}

type ReceptionSignal = "OPEN" | "STOP" | "SHORT_SLIP_STOP";

interface Mission {
  readonly kind: StockKind;
  readonly line: Line;
  readonly is_outward: boolean;
  readonly calls: readonly Call[];
}

/** The stay of a train between two neighbouring stations, seconds after midnight. */
interface Passage {
  readonly edge: string;
  readonly is_outward: boolean;
  readonly is_single_track: boolean;
  readonly enter_s: number;
  readonly leave_s: number;
}

const FIRST_DEPARTURE_MS = Date.UTC(2026, 2, 2, 5);
const HEADWAY_S = 240;
const SHIFT_S = 60;
const SHIFT_COUNT_MAX = 120;
/** Lost by running over the points of a terminus or of a loop, and by the approach to a closed signal. */
const POINTS_LOSS_S = 30;
const RECEPTION_LOSS_S = { OPEN: 0, STOP: 60, SHORT_SLIP_STOP: 180 } as const;
/** Trains before this one on a stretch that are looked at. */
const NEIGHBOUR_COUNT = 24;

const PATTERN: readonly StockKind[] = [
  "intercity",
  "multiple_unit",
  "railcar",
  "freight",
  "multiple_unit",
  "intercity",
  "multiple_unit",
  "railcar",
  "freight",
  "intercity",
  "multiple_unit",
  "railcar",
  "intercity",
  "multiple_unit",
  "freight",
];

const SERVICES: Readonly<
  Record<
    StockKind,
    {
      readonly max_kmh: number;
      /** Lost by accelerating from a stop, and by braking to one. */
      readonly start_loss_s: number;
      readonly stop_loss_s: number;
      readonly number: number;
      readonly label: string;
      readonly tag: string;
      readonly category: string;
    }
  >
> = {
  intercity: {
    max_kmh: 160,
    start_loss_s: 62,
    stop_loss_s: 44,
    number: 4_500,
    label: "intercity",
    tag: "V160",
    category: "INTERCITY_TRAIN",
  },
  multiple_unit: {
    max_kmh: 140,
    start_loss_s: 40,
    stop_loss_s: 28,
    number: 86_000,
    label: "regional",
    tag: "E32C",
    category: "REGIONAL_TRAIN",
  },
  railcar: {
    max_kmh: 120,
    start_loss_s: 40,
    stop_loss_s: 28,
    number: 87_200,
    label: "branch",
    tag: "ME120",
    category: "REGIONAL_TRAIN",
  },
  freight: {
    max_kmh: 100,
    start_loss_s: 115,
    stop_loss_s: 56,
    number: 52_100,
    label: "freight",
    tag: "MA100",
    category: "FREIGHT_TRAIN",
  },
};

/** Writes the timetable of all lines, in the order of departure requests. */
export function makeTimetable(
  options: NetworkOptions,
  lines: readonly Line[],
): TrainScheduleForm[] {
  const passages = new Map<string, Passage[]>();
  const trains: TrainScheduleForm[] = [];
  for (let serial = 0; serial < options.train_count; serial++) {
    const line = lines[serial % lines.length]!;
    const round = Math.floor(serial / lines.length);
    const kind = PATTERN[round % PATTERN.length]!;
    const is_outward = (round + Math.floor(round / PATTERN.length)) % 2 === 0;
    const mission = planMission({ kind, line, is_outward, round });
    const departure_s = findDeparture(mission, round * options.departure_interval_s, passages);
    trains.push(printTrain(mission, { serial, departure_s, margin: options.margin }));
  }
  return trains;
}

function planMission(train: {
  kind: StockKind;
  line: Line;
  is_outward: boolean;
  round: number;
}): Mission {
  const { line, is_outward, round } = train;
  const main = line.stations.filter(({ is_on_branch }) => !is_on_branch);
  const branch = line.stations.filter(({ is_on_branch }) => is_on_branch);
  const junction = main.findIndex(({ kind }) => kind === "junction");
  const has_branch = branch.length > 0 && junction >= 0;
  const kind = train.kind === "railcar" && !has_branch ? "multiple_unit" : train.kind;
  const loops = main.filter(({ kind: k }) => k === "loop" || k === "junction");
  const half = has_branch ? junction : Math.floor(main.length / 2);
  const calls = (): Call[] => {
    if (kind === "railcar") {
      return [...main.slice(0, junction + 1), ...branch].map((station) => callAt(station, 45));
    }
    if (kind === "multiple_unit") {
      const stations = round % 4 < 2 ? main.slice(0, half + 1) : main.slice(half);
      return stations.map((station) => callAt(station, 40));
    }
    if (kind === "intercity") {
      const is_stop = (i: number) => isIntercityStop(main, i, round);
      const reception_signal = round % 4 === 0 ? "SHORT_SLIP_STOP" : "OPEN";
      return main.map((station, i) => {
        if (!is_stop(i)) return { station, stop_s: null };
        const call = { station, stop_s: 120 };
        return station.kind === "terminus" ? call : { ...call, reception_signal };
      });
    }
    return planFreight({ main, loops, is_outward, round });
  };
  const ordered = is_outward || kind === "freight" ? calls() : calls().toReversed();
  return { kind, line, is_outward, calls: ordered };
}

function callAt(station: Station, stop_s: number): Call {
  return { station, stop_s: station.kind === "terminus" ? 60 : stop_s };
}

/** Termini, and every other station with loops in turn. */
function isIntercityStop(main: readonly Station[], i: number, round: number): boolean {
  const is_end = i === 0 || i === main.length - 1;
  return is_end || (main[i]!.kind !== "halt" && (i + Math.floor(round / 5)) % 2 === 0);
}

/** From the first loop to the last, with a long stop in the middle one; rolls in at the start. */
function planFreight(freight: {
  main: readonly Station[];
  loops: readonly Station[];
  is_outward: boolean;
  round: number;
}): Call[] {
  const { main, loops, is_outward, round } = freight;
  const loop = is_outward ? "3" : "4";
  const ordered = is_outward ? loops : loops.toReversed();
  if (ordered.length < 2) {
    const ends = is_outward ? main : main.toReversed();
    return ends.map((station) => callAt(station, 60));
  }
  const middle = Math.floor(ordered.length / 2) - (round % 2);
  return ordered.map((station, i) => {
    if (i === ordered.length - 1) return { station, stop_s: 120, track_name: loop };
    if (i === middle && i > 0)
      return { station, stop_s: 600, track_name: loop, reception_signal: "STOP" };
    return { station, stop_s: null };
  });
}

/** The earliest departure from `wanted_s` on that respects headways; remembers the train. */
function findDeparture(mission: Mission, wanted_s: number, placed: Map<string, Passage[]>): number {
  let departure_s = wanted_s;
  let passages = estimatePassages(mission, departure_s);
  for (let i = 0; i < SHIFT_COUNT_MAX && hasClash(passages, placed); i++) {
    departure_s += SHIFT_S;
    passages = estimatePassages(mission, departure_s);
  }
  for (const passage of passages) {
    const list = placed.get(passage.edge);
    if (list === undefined) placed.set(passage.edge, [passage]);
    else list.push(passage);
  }
  return departure_s;
}

function hasClash(
  passages: readonly Passage[],
  placed: ReadonlyMap<string, readonly Passage[]>,
): boolean {
  return passages.some((a) =>
    (placed.get(a.edge) ?? []).slice(-NEIGHBOUR_COUNT).some((b) => {
      if (a.is_outward !== b.is_outward) {
        const is_apart = a.enter_s > b.leave_s + HEADWAY_S || b.enter_s > a.leave_s + HEADWAY_S;
        return a.is_single_track && !is_apart;
      }
      const gap_s = Math.sign(a.enter_s - b.enter_s) * (a.leave_s - b.leave_s);
      return Math.abs(a.enter_s - b.enter_s) < HEADWAY_S || gap_s < HEADWAY_S;
    }),
  );
}

function estimatePassages(mission: Mission, departure_s: number): readonly Passage[] {
  const { line, kind, is_outward, calls } = mission;
  const { max_kmh, start_loss_s, stop_loss_s } = SERVICES[kind];
  const passages: Passage[] = [];
  let time_s = departure_s + (calls[0]!.stop_s ?? 0);
  for (let i = 1; i < calls.length; i++) {
    const [from, to] = [calls[i - 1]!, calls[i]!];
    const pieces = stationsBetween(line, from.station, to.station);
    for (let j = 1; j < pieces.length; j++) {
      const [a, b] = [pieces[j - 1]!, pieces[j]!];
      let leave_s = time_s + estimateRun(line, [a, b], max_kmh);
      if (j === 1 && from.stop_s !== null) leave_s += start_loss_s + pointsLoss(from);
      if (j === pieces.length - 1 && to.stop_s !== null) {
        leave_s += stop_loss_s + pointsLoss(to) + RECEPTION_LOSS_S[to.reception_signal ?? "OPEN"];
      }
      const edge = [a.trigram, b.trigram].sort().join(" ");
      const is_single_track = a.is_on_branch || b.is_on_branch;
      passages.push({ edge, is_outward, is_single_track, enter_s: time_s, leave_s });
      time_s = leave_s;
    }
    time_s += to.stop_s ?? 0;
  }
  return passages;
}

function pointsLoss({ station, track_name }: Call): number {
  return station.kind === "terminus" || track_name !== undefined ? POINTS_LOSS_S : 0;
}

/** Time between two neighbouring stations at line speed, s. */
function estimateRun(line: Line, [a, b]: readonly [Station, Station], max_kmh: number): number {
  if (a.is_on_branch || b.is_on_branch) {
    // From the junction the branch is measured from its own beginning.
    const is_first = a.is_on_branch !== b.is_on_branch;
    const length_m = is_first ? Math.min(a.x_m, b.x_m) : Math.abs(a.x_m - b.x_m);
    return (length_m / Math.min(max_kmh, BRANCH_KMH)) * 3.6;
  }
  const [begin_m, end_m] = [Math.min(a.x_m, b.x_m), Math.max(a.x_m, b.x_m)];
  return clipRanges(line.speeds_kmh, begin_m, end_m).reduce((sum_s, range) => {
    const length_m = range.end_m - range.begin_m;
    return sum_s + (length_m / Math.min(max_kmh, range.value)) * 3.6;
  }, 0);
}

/** Both stations and those passed between them, in the order of travel. */
function stationsBetween(line: Line, from: Station, to: Station): readonly Station[] {
  if (from.is_on_branch || to.is_on_branch) return [from, to];
  const [low, high] = [Math.min(from.x_m, to.x_m), Math.max(from.x_m, to.x_m)];
  const between = line.stations.filter(
    ({ is_on_branch, x_m }) => !is_on_branch && x_m >= low && x_m <= high,
  );
  return from.x_m < to.x_m ? between : between.toReversed();
}

function printTrain(
  mission: Mission,
  train: { serial: number; departure_s: number; margin: string | null },
): TrainScheduleForm {
  const { kind, calls, is_outward } = mission;
  const { serial, departure_s, margin } = train;
  const service = SERVICES[kind];
  const path = calls.map((call, i) => printItem(call, { index: i, serial }));
  const is_rolling = calls[0]!.stop_s === null;
  const loops = calls.flatMap(({ station }, i) =>
    i > 0 && i < calls.length - 1 && station.kind !== "halt" ? [path[i]!.id] : [],
  );
  const is_restricted = kind === "intercity" && serial % 3 === 0 && loops.length >= 2;
  return {
    train_name: String(service.number + serial * 2 + (is_outward ? 1 : 0)),
    labels: [service.label],
    rolling_stock_name: STOCK_NAMES[kind],
    start_time: new Date(FIRST_DEPARTURE_MS + departure_s * 1000).toISOString().replace(".000", ""),
    path,
    schedule: calls.flatMap(({ stop_s, reception_signal = "OPEN" }, i) => {
      if (stop_s === null) return [];
      const stop_for = `PT${stop_s}S`;
      return [{ at: path[i]!.id, arrival: null, stop_for, reception_signal, locked: false }];
    }),
    margins: { boundaries: [], values: [margin ?? "0%"] },
    initial_speed: is_rolling ? 15 : 0,
    comfort: kind === "intercity" && serial % 2 === 0 ? "AIR_CONDITIONING" : "STANDARD",
    constraint_distribution: serial % 2 === 0 ? "MARECO" : "LINEAR",
    speed_limit_tag: service.tag,
    power_restrictions: is_restricted ? [{ from: loops[0]!, to: loops[1]!, value: "C1" }] : [],
    options: { use_electrical_profiles: serial % 5 !== 4 },
    category: { main_category: service.category },
  };
}

/** Takes the ways to name a station in turn. */
function printItem({ station, track_name }: Call, at: { index: number; serial: number }): PathItem {
  const { trigram, uic } = station;
  const common = { id: trigram.toLowerCase(), deleted: false };
  const secondary_code = "BV";
  if (track_name !== undefined)
    return { ...common, uic, secondary_code, local_track_name: track_name };
  const form = (at.index + at.serial) % 3;
  if (form === 0) return { ...common, uic, secondary_code };
  if (form === 1) return { ...common, trigram, secondary_code };
  return { ...common, operational_point: `OP.${trigram}.BV` };
}
