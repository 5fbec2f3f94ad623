/**
 * Edits of a timetable's records: what a train or service is, and what it becomes. Nothing here
 * sends requests: the trial (trial.ts) holds edits while they are tried, and stores them.
 */
import { POINT_DEFAULTS } from "../../../../src/railway/train_defaults.ts";
import type { Schemas } from "../../api/client.ts";
import type { Tried } from "../../api/what_if.ts";
import { printDuration } from "../../graph/occurrences.ts";
import { calendar } from "../dates.ts";
import type { PacedTrain, TrainSchedule } from "../timetable.ts";

/** Fields that the server sets; all others are the form. */
type Given = "id" | "timetable_id" | "modified_by" | "modified_at";

/** Everything that a planner decides about a train: the record without the server's fields. */
export type TrainForm = Omit<TrainSchedule, Given>;
/** A service's form: a train's with `paced` and `exceptions`. */
export type ServiceForm = Omit<PacedTrain, Given>;
export type Form = TrainForm | ServiceForm;

export type Kind = "train_schedule" | "paced_train";
export type ScheduleEntry = Form["schedule"][number];
export type Waypoint = Form["path"][number];

export interface Edit {
  /** `train_schedule 12`, `paced_train 14`; `new 1` if it is not stored yet. */
  readonly key: string;
  /** Null: it is not stored yet. */
  readonly id: number | null;
  /** Null: it is a new record. */
  readonly before: Form | null;
  /** Null: it is removed. */
  readonly after: Form | null;
}

/** It is stored. */
export type Done = Edit & { readonly id: number };

export function isService(form: Form): form is ServiceForm {
  return "paced" in form;
}

export function kindOf(form: Form): Kind {
  return isService(form) ? "paced_train" : "train_schedule";
}

export function kindOfEdit({ before, after }: Edit): Kind {
  const form = after ?? before;
  return form === null ? "train_schedule" : kindOf(form);
}

export function recordKey(kind: Kind, id: number): string {
  return `${kind} ${id}`;
}

/** Key of the times of an exception's train. */
export function exceptionKey(key: string, exception_key: string): string {
  return `${key} ${exception_key}`;
}

const GIVEN: ReadonlySet<string> = new Set<Given>([
  "id",
  "timetable_id",
  "modified_by",
  "modified_at",
]);

export function formOf(record: PacedTrain): ServiceForm;
export function formOf(record: TrainSchedule): TrainForm;
export function formOf(record: TrainSchedule | PacedTrain): Form;
export function formOf(record: TrainSchedule | PacedTrain): Form {
  const own = Object.entries(record).filter(([name]) => !GIVEN.has(name));
  return Object.fromEntries(own) as Form;
}

/** Whether two values are equal, whatever the order of their fields. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder);
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether its consequences can be computed: a train needs a path and a rolling stock. */
export function isComplete({ after }: Edit): boolean {
  return after === null || (after.path.length > 1 && after.rolling_stock_name !== "");
}

/** An edit that changes nothing yet. */
export function editRecord(record: TrainSchedule | PacedTrain): Edit {
  const form = formOf(record);
  return { key: recordKey(kindOf(form), record.id), id: record.id, before: form, after: form };
}

/** Goes on as the same train, which has a new id. */
export function followRenumbered(form: Form, ids: ReadonlyMap<number, number>): Form {
  const id = ids.get(form.follows?.id ?? 0);
  if (form.follows === undefined || id === undefined) return form;
  return { ...form, follows: { ...form.follows, id } };
}

let made_count = 0;

/** An edit that adds a record: a copy goes on with no other's vehicles, as a return does. */
export function copyRecord({ follows: _none, ...form }: Form): Edit {
  return makeRecord(form);
}

/** An edit that adds a record. */
export function makeRecord(form: Form): Edit {
  made_count += 1;
  return { key: `new ${made_count}`, id: null, before: null, after: form };
}

export function invert(edit: Edit): Edit {
  return { ...edit, before: edit.after, after: edit.before };
}

/**
 * The same train with another start, wherever the page gives one: with days it still belongs to its operating day after
 * midnight by the period's clock.
 */
export function startAt<One extends Form>(form: One, start_ms: number): One {
  const started = { ...form, start_time: printTime(start_ms) };
  const { days } = form;
  const known = calendar.peek();
  if (!days || known === null) return started;
  const { day_offset = 0, ...plain } = days;
  const later_days = known.dayAt(start_ms) - known.dayAt(Date.parse(form.start_time));
  const offset = day_offset + later_days;
  return { ...started, days: { ...plain, ...(offset && { day_offset: offset }) } };
}

/** Shifts the start; for a service also the starts that its exceptions set themselves. */
export function shiftForm<One extends Form>(form: One, by_ms: number): One {
  const shifted = startAt(form, Date.parse(form.start_time) + by_ms);
  if (!isService(shifted)) return shifted;
  const exceptions = shifted.exceptions.map((one) =>
    one.start_time === undefined
      ? one
      : { ...one, start_time: { value: printTime(Date.parse(one.start_time.value) + by_ms) } },
  );
  return { ...shifted, exceptions };
}

/** In the server's format. */
export function printTime(time_ms: number): string {
  return new Date(time_ms).toISOString().replace(".000Z", "Z");
}

/** How much later it would start. */
export function shiftOf({ before, after }: Pick<Edit, "before" | "after">): number {
  if (before === null || after === null) return 0;
  return Date.parse(after.start_time) - Date.parse(before.start_time);
}

/** Changes the entry at a waypoint; if there is none, adds one in path order. */
export function changeEntry<One extends Form>(
  form: One,
  at: string,
  change: Partial<ScheduleEntry>,
): One {
  const known = form.schedule.find((entry) => entry.at === at) ?? newEntry(at);
  const others = form.schedule.filter((entry) => entry.at !== at);
  const places = new Map(form.path.map(({ id }, i) => [id, i]));
  const placeOf = (entry: ScheduleEntry): number => places.get(entry.at) ?? form.path.length;
  const schedule = [...others, { ...known, ...change }].toSorted((a, b) => placeOf(a) - placeOf(b));
  return { ...form, schedule };
}

export function newEntry(at: string): ScheduleEntry {
  return { at, ...POINT_DEFAULTS };
}

/** As the server takes it; what only starts at another time is cheapest for it, and stays on its days over midnight. */
export function changeOf({ id, before, after }: Edit, version?: string): Tried {
  if (before === null || id === null) {
    return { added: after as Schemas["TrainScheduleCreation"] | Schemas["PacedTrainCreation"] };
  }
  const which = { id, ...(version !== undefined && { version }) };
  if (after === null) return { kind: kindOf(before), ...which, removed: true };
  const shift_ms = shiftOf({ before, after });
  const { start_time } = after;
  if (Number.isFinite(shift_ms) && isSame({ ...shiftForm(before, shift_ms), start_time }, after)) {
    const shift = `${shift_ms < 0 ? "-" : ""}${printDuration(Math.abs(shift_ms))}`;
    return { kind: kindOf(before), ...which, shift };
  }
  if (isService(after)) return { kind: "paced_train", ...which, train: after };
  return { kind: "train_schedule", ...which, train: after };
}
