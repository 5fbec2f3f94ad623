/** The return of a train or a service: the same way back, mirrored, with the vehicles that have come. Pure but for names. */
import { durationMs, printDuration } from "../../graph/occurrences.ts";
import { nextName } from "../acts.ts";
import {
  type Edit,
  type Form,
  isService,
  type Kind,
  makeRecord,
  newEntry,
  type ScheduleEntry,
  type ServiceForm,
  shiftForm,
  type Waypoint,
} from "./edit.ts";
import { numberBack, withNumbering } from "./numbering.ts";

export interface Turnaround {
  /** At the terminal, at least. */
  readonly turn_ms: number;
  /** Minute of the hour around which trains of the two directions are mirrored; null: they need not be. */
  readonly symmetry_min: number | null;
}

/** What is known of the train as it runs. */
export interface Arrived {
  /** From its start to its last arrival. */
  readonly run_ms: number;
  /** Where it stands then; null: not known. */
  readonly track_id: string | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Adds the return of a stored record. */
export function tryReturn(
  { kind, id }: { readonly kind: Kind; readonly id: number },
  form: Form,
  how: Turnaround & Arrived,
): Edit {
  const train_name = nextName(form.train_name);
  const back = { ...mirrorForm(form, how), train_name, follows: { kind, id } };
  return makeRecord(isService(back) ? withNumbering(back, numberBack(back)) : back);
}

/** The way back, from the terminal's track on. */
export function mirrorForm<One extends Form>(form: One, how: Turnaround & Arrived): One {
  const start_ms = Date.parse(form.start_time);
  const back_ms = startBack(form, how);
  const { boundaries, values } = form.margins;
  const mirrored: One = {
    ...form,
    path: form.path
      .toReversed()
      .map((place, i) => mirrorPlace(place, i === 0 ? how.track_id : null)),
    schedule: mirrorSchedule(form, how.run_ms),
    margins: { boundaries: boundaries.toReversed(), values: values.toReversed() },
    power_restrictions: form.power_restrictions
      .map(({ from, to, value }) => ({ from: to, to: from, value }))
      .toReversed(),
    initial_speed: 0,
  };
  const shifted = shiftForm(mirrored, back_ms - start_ms);
  return isService(shifted) ? (mirrorExceptions(shifted) as One) : shifted;
}

/** The first start after the turnaround; with a symmetry the first that is as far behind it as the arrival is before it. */
function startBack(form: Form, { run_ms, turn_ms, symmetry_min }: Turnaround & Arrived): number {
  const arrival_ms = Date.parse(form.start_time) + run_ms;
  const first_ms = arrival_ms + turn_ms;
  // Whole seconds, as starts are told.
  if (symmetry_min === null) return Math.ceil(first_ms / 1000) * 1000;
  // Mirrored around a minute, trains are mirrored half an interval later as well.
  const half_ms = (isService(form) ? durationMs(form.paced.interval) : HOUR_MS) / 2;
  const around_ms = symmetry_min * MINUTE_MS;
  const middle_ms = (arrival_ms + first_ms) / 2;
  const axis_ms = around_ms + Math.ceil((middle_ms - around_ms) / half_ms) * half_ms;
  return Math.round((2 * axis_ms - arrival_ms) / 1000) * 1000;
}

/** The other direction has other tracks: only the terminal's is known, the train stands on it. */
function mirrorPlace(place: Waypoint, track_id: string | null): Waypoint {
  if (place.track !== undefined) return place;
  const { local_track_name: _local, track_reference: _reference, ...any } = place;
  if (track_id === null) return any;
  return { ...any, track_reference: { track_id } };
}

/** It arrives where the train has left, as long before the end as that was after the start. */
function mirrorSchedule({ path, schedule }: Form, run_ms: number): ScheduleEntry[] {
  const [first, last] = [path[0]?.id ?? "", path.at(-1)?.id ?? ""];
  const ending = schedule.find(({ at }) => at === last);
  const between = schedule
    .filter(({ at }) => at !== first && at !== last)
    .map((entry) => ({ ...entry, arrival: mirrorArrival(entry, run_ms) }))
    .toReversed();
  const end: ScheduleEntry = {
    ...(ending ?? newEntry(first)),
    at: first,
    arrival: ending?.arrival ? printDuration(run_ms) : null,
    stop_for: "PT0S",
  };
  return [...between, end];
}

function mirrorArrival({ arrival, stop_for }: ScheduleEntry, run_ms: number): string | null {
  if (!arrival) return null;
  const left_ms = durationMs(arrival) + (stop_for ? durationMs(stop_for) : 0);
  return left_ms > run_ms ? null : printDuration(run_ms - left_ms);
}

/** What runs later or not at all does so on the way back too; whatever else differs is its own. */
function mirrorExceptions(service: ServiceForm): ServiceForm {
  const exceptions = service.exceptions
    .filter(({ start_time, disabled }) => start_time !== undefined || disabled)
    .map(({ key, occurrence_index, disabled, start_time }) => ({
      key,
      disabled,
      ...(occurrence_index !== undefined && { occurrence_index }),
      ...(start_time !== undefined && { start_time }),
    }));
  return { ...service, exceptions };
}
