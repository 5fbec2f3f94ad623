/**
 * The timetable of a generated network: intercity trains end to end, multiple units over half the line,
 * railcars to the branch, freight trains with a long stop in a loop, both ways; and a regional service
 * at even intervals each way as paced trains, which are placed first.
 */
import { FreeTimes } from "./free_times.ts";
import type { NetworkOptions } from "./options.ts";
import { type PacedTrainForm, printPacedTrain } from "./paced_forms.ts";
import type { StockKind } from "./rolling_stocks.ts";
import { estimateTimes } from "./running_times.ts";
import { type Call, type Mission, SERVICES } from "./services.ts";
import type { Line, Station } from "./stations.ts";
import { printTrain, type TrainScheduleForm } from "./train_forms.ts";

export interface Timetable {
  readonly train_schedules: readonly TrainScheduleForm[];
  readonly paced_trains: readonly PacedTrainForm[];
}

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

/** The first departure of a regional service, seconds after the beginning, and its fewest trains. */
const PACED_FIRST_S = 600;
const PACED_COUNT_MIN = 4;

/** Writes the timetable of all lines, in the order of departure requests. */
export function makeTimetable(options: NetworkOptions, lines: readonly Line[]): Timetable {
  const times = new FreeTimes();
  const day_s = Math.ceil(options.train_count / lines.length) * options.departure_interval_s;
  const paced_trains = lines.flatMap((line) => makePacedTrains(options, { line, day_s }, times));
  const train_schedules: TrainScheduleForm[] = [];
  const { margin } = options;
  for (let serial = 0; serial < options.train_count; serial++) {
    const line = lines[serial % lines.length]!;
    const round = Math.floor(serial / lines.length);
    const kind = PATTERN[round % PATTERN.length]!;
    const is_outward = (round + Math.floor(round / PATTERN.length)) % 2 === 0;
    const mission = planMission({ kind, line, is_outward, round });
    const share = margin === null ? SERVICES[mission.kind].margin_share : 0;
    const { legs, arrivals_s } = estimateTimes(mission, share);
    const wanted_s = round * options.departure_interval_s;
    const departure_s = times.place(legs, is_outward, { wanted_s });
    train_schedules.push(printTrain(mission, { serial, departure_s, margin, arrivals_s }));
  }
  return { train_schedules, paced_trains };
}

/** One service each way between the western terminus and the middle of the line. */
function makePacedTrains(
  { paced_interval_s, margin }: NetworkOptions,
  { line, day_s }: { line: Line; day_s: number },
  times: FreeTimes,
): PacedTrainForm[] {
  if (paced_interval_s === null) return [];
  const count = Math.max(PACED_COUNT_MIN, Math.floor(day_s / paced_interval_s));
  const repeats_s = Array.from({ length: count }, (_, i) => i * paced_interval_s);
  const main = line.stations.filter(({ is_on_branch }) => !is_on_branch);
  const kind = "multiple_unit" as const;
  const { margin_share } = SERVICES[kind];
  return [true, false].map((is_outward, i) => {
    const calls = main.slice(0, halfOf(main) + 1).map((station) => callAt(station, 40));
    const mission = { kind, line, is_outward, calls: is_outward ? calls : calls.toReversed() };
    const { legs, arrivals_s } = estimateTimes(mission, margin === null ? margin_share : 0);
    const departure_s = times.place(legs, is_outward, { wanted_s: PACED_FIRST_S, repeats_s });
    const serial = line.number * 2 + i;
    const plan = { serial, departure_s, margin, arrivals_s };
    return printPacedTrain(mission, plan, { count, interval_s: paced_interval_s });
  });
}

/** The junction, else the station in the middle. */
function halfOf(main: readonly Station[]): number {
  const junction = main.findIndex(({ kind }) => kind === "junction");
  return junction > 0 ? junction : Math.floor(main.length / 2);
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
  const half = halfOf(main);
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
