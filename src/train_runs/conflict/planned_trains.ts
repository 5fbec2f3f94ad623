/** From stored records to the trains of an occupancy: which of them run, their order, and their names. */
import { SCHEDULES_FROM } from "../../../workers/engine/conflicts/occupancy.ts";
import type { InTurns } from "../../platform/turns.ts";
import type { AllDays, AskedDate } from "../../timetable/calendar/asked_date.ts";
import type { Occurrence } from "../../timetable/paced_train/effective_trains.ts";
import type { RecordRow } from "../../timetable/train/train.queries.ts";
import type { NamedDeparture, TrainKind } from "../../timetable/train/train_kind.ts";
import type { ComputedTrain } from "../simulation/compute_trains.ts";
import type { Computed } from "../simulation/computed_groups.ts";
import type { PlannedTrain } from "./slot_plan.ts";

/** Added trains come after the occurrences with the same start. */
const ADDED_FROM = 2 ** 24;

/** A record and the trains that it stands for. */
export interface ExpandedRecord {
  readonly kind: TrainKind["name"];
  readonly id: number;
  /** Its own and those of its exceptions. */
  readonly stock_names: readonly string[];
  readonly departures: readonly NamedDeparture[];
}

/** A record and those of its trains that have a run. */
export interface PlannedRecord extends Omit<ExpandedRecord, "departures"> {
  readonly departure_count: number;
  readonly planned: readonly PlannedTrain[];
}

export function* expandRecord(
  kind: TrainKind,
  { id, rolling_stock_names: stock_names, record }: RecordRow,
  on: AskedDate | AllDays | null = null,
): InTurns<ExpandedRecord> {
  return { kind: kind.name, id, stock_names, departures: yield* kind.listDepartures(record, on) };
}

export function planRecord(computed: Computed<ExpandedRecord>): PlannedRecord {
  const { id } = computed.expanded;
  return planNamed(computed, (one) => (one === null ? "" : nameOccurrence(id, one)));
}

export function planNamed(
  { expanded, results }: Computed<ExpandedRecord>,
  nameOf: (occurrence: Occurrence | null) => string,
): PlannedRecord {
  const { departures, ...record } = expanded;
  const planned = planTrains(departures, results, nameOf);
  return { ...record, departure_count: departures.length, planned };
}

/** Sort key of a record's trains among others. */
export function orderOf(kind: TrainKind["name"], id: number): number {
  return kind === "train_schedule" ? SCHEDULES_FROM + id : id;
}

export function nameOccurrence(id: number, occurrence: Occurrence): string {
  return JSON.stringify({ paced_train_id: id, ...occurrence });
}

/** The departures of one record that have a run. */
export function planTrains(
  departures: readonly NamedDeparture[],
  computed: readonly ComputedTrain[],
  nameOf: (occurrence: Occurrence | null) => string,
): PlannedTrain[] {
  const planned: PlannedTrain[] = [];
  for (const [i, { occurrence, start_ms, train, day = null, bits }] of departures.entries()) {
    const one = computed[i];
    if (one?.kind !== "success") continue;
    const { requirements } = one.outcome;
    const identity = `${identityOf(occurrence)}${day === null ? "" : `@${day}`}`;
    const ordinal = ordinalOf(occurrence, i);
    const { rolling_stock_name: stock_name } = train;
    const name = nameOf(occurrence);
    planned.push({ identity, start_ms, stock_name, ordinal, name, requirements, day, bits });
  }
  return planned;
}

/** Identifies a train across its changes. */
export function identityOf(occurrence: Occurrence | null): string {
  if (occurrence === null) return "";
  return "index" in occurrence ? `#${occurrence.index}` : `+${occurrence.exception_key}`;
}

/** Orders simultaneous trains of one record as `listDepartures` does; `i`: position in that list. */
function ordinalOf(occurrence: Occurrence | null, i: number): number {
  if (occurrence === null) return 0;
  return "index" in occurrence ? occurrence.index : ADDED_FROM + i;
}
