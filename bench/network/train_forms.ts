/** Creation bodies of generated trains (interface.md 8): a mission with times, margins and arrivals. */
import { STOCK_NAMES } from "./rolling_stocks.ts";
import { type Call, type Mission, type ReceptionSignal, SERVICES } from "./services.ts";

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
    readonly arrival: string | null;
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

/** The properties of a train besides its mission. */
export interface TrainPlan {
  readonly serial: number;
  readonly departure_s: number;
  /** Of the whole train, instead of its service's; such a train has no arrivals either. */
  readonly margin: string | null;
  /** [nCalls] estimated, seconds after the departure. */
  readonly arrivals_s: readonly number[];
}

const FIRST_DEPARTURE_MS = Date.UTC(2026, 2, 2, 5);
const ARRIVAL_STEP_S = 30;
/** A little more than margins alone need. */
const ARRIVAL_SHARE = 1.02;
/** Less than the shortest run needs: what the simulation warns of. */
const TIGHT_ARRIVAL_SHARE = 0.92;

/** The body that creates a train. */
export function printTrain(mission: Mission, plan: TrainPlan): TrainScheduleForm {
  const { kind, calls, is_outward } = mission;
  const { serial, departure_s } = plan;
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
    start_time: printTime(departure_s),
    path,
    schedule: calls.flatMap(({ stop_s, reception_signal = "OPEN" }, i) => {
      if (stop_s === null) return [];
      const arrival = printArrival(mission, plan, i);
      const stop_for = `PT${stop_s}S`;
      return [{ at: path[i]!.id, arrival, stop_for, reception_signal, locked: false }];
    }),
    margins: printMargins(mission, plan, path),
    initial_speed: is_rolling ? 15 : 0,
    comfort: kind === "intercity" && serial % 2 === 0 ? "AIR_CONDITIONING" : "STANDARD",
    constraint_distribution: serial % 2 === 0 || kind === "freight" ? "LINEAR" : "MARECO",
    speed_limit_tag: service.tag,
    power_restrictions: is_restricted ? [{ from: loops[0]!, to: loops[1]!, value: "C1" }] : [],
    options: { use_electrical_profiles: serial % 5 !== 4 },
    category: { main_category: service.category },
  };
}

/** Seconds after the timetable's beginning as a datetime. */
export function printTime(departure_s: number): string {
  return new Date(FIRST_DEPARTURE_MS + departure_s * 1000).toISOString().replace(".000", "");
}

/** Two sections, cut where the train stops in its middle; a third of the trains has one. */
function printMargins(
  { kind, calls }: Mission,
  { serial, margin }: TrainPlan,
  path: readonly PathItem[],
): TrainScheduleForm["margins"] {
  if (margin !== null) return { boundaries: [], values: [margin] };
  const { margins } = SERVICES[kind];
  const stops = calls.flatMap(({ stop_s }, i) =>
    stop_s !== null && i > 0 && i < calls.length - 1 ? [path[i]!.id] : [],
  );
  const boundary = stops[stops.length >> 1];
  if (serial % 3 === 2 || boundary === undefined) return { boundaries: [], values: [margins[0]] };
  return { boundaries: [boundary], values: margins };
}

/** Every second intercity and branch train has to be at its last stop in time, a few too early. */
function printArrival({ kind, calls }: Mission, plan: TrainPlan, index: number): string | null {
  const { serial, margin, arrivals_s } = plan;
  const is_tight = serial % 20 === 9;
  const has_arrival =
    is_tight || ((kind === "intercity" || kind === "railcar") && serial % 2 === 1);
  if (!has_arrival || margin !== null || index !== calls.length - 1) return null;
  const share = is_tight ? TIGHT_ARRIVAL_SHARE : ARRIVAL_SHARE;
  const arrival_s = ARRIVAL_STEP_S * Math.ceil((arrivals_s[index]! * share) / ARRIVAL_STEP_S);
  return `PT${arrival_s}S`;
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
