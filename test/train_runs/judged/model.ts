/**
 * What a client can work out of a timetable's records: which trains run when, and what changes of a trial make of
 * them. Written from the pages alone (interface.md 9.2 and 11.1); it shares no code with the server.
 */

// biome-ignore lint/suspicious/noExplicitAny: records are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = Record<string, any>;

/** A stored record, or one that a trial adds. */
export interface ModelRecord {
  readonly kind: "train_schedule" | "paced_train";
  /** Null: the change of this index adds it. */
  readonly id: number | null;
  readonly added_by?: number;
  readonly form: Json;
}

/** A train that is to run. */
export interface ModelTrain {
  /** Record, and which of its trains: what stays the same whatever changes it. */
  readonly identity: string;
  /** As conflicts name it. */
  readonly name: string;
  readonly start_ms: number;
  /** A train schedule's, with its own start. */
  readonly form: Json;
  /** Where it comes among trains that need a zone at the same moment. */
  readonly rank: readonly number[];
}

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Equal for equal objects. */
export function sortedEntries(object: Json): [string, unknown][] {
  return Object.entries(object).sort(([a], [b]) => compareTexts(a, b));
}

const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/;

export function durationMs(text: string): number {
  const [, days = "0", hours = "0", minutes = "0", seconds = "0"] = DURATION.exec(text) ?? [];
  const whole_s = Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60;
  return whole_s * 1000 + Math.round(Number(seconds) * 1000);
}

export function countOccurrences({ paced }: Json): number {
  return Math.floor(durationMs(paced.time_window) / durationMs(paced.interval));
}

function startOf({ start_time, paced }: Json, index: number): number {
  return Date.parse(start_time) + index * durationMs(paced.interval);
}

const UNSET: Json = {
  category: null,
  labels: [],
  speed_limit_tag: null,
  initial_speed: 0,
  options: { use_electrical_profiles: true },
};

/** A paced train's base with the groups of an exception; null: the base itself. */
export function applyGroups(record: Json, exception: Json | null): Json {
  const { paced: _paced, exceptions: _exceptions, id: _id, timetable_id: _of, ...base } = record;
  if (exception === null) return base;
  const { key: _key, occurrence_index: _index, disabled: _disabled, ...groups } = exception;
  const { rolling_stock = {}, path_and_schedule = {}, rolling_stock_category, ...others } = groups;
  if (rolling_stock_category !== undefined) others["category"] = rolling_stock_category;
  const fields = Object.entries(others).map(([field, group]) => [
    field,
    (group as Json)["value"] ?? UNSET[field],
  ]);
  return { ...base, ...rolling_stock, ...path_and_schedule, ...Object.fromEntries(fields) };
}

/** The start of an exception's train. */
export function startOfException(record: Json, { start_time, occurrence_index }: Json): number {
  return start_time === undefined
    ? startOf(record, occurrence_index ?? 0)
    : Date.parse(start_time.value);
}

export function nameRecord({ kind, id, added_by }: ModelRecord): string {
  if (id === null) return `added ${added_by}`;
  return kind === "train_schedule" ? `schedule ${id}` : `paced ${id}`;
}

/** Keys of exceptions that only a trial has begin so: they are not told. */
export const TRIED_KEY = "tried only ";

/** The trains that run of a record. */
export function listTrains(record: ModelRecord): ModelTrain[] {
  const { kind, id, added_by = 0, form } = record;
  const own = nameRecord(record);
  const last = Number.MAX_SAFE_INTEGER;
  const rank = [kind === "train_schedule" ? 0 : 1, id ?? last, added_by];
  const train = (which: string, exception: Json | null, at: readonly number[]): ModelTrain => {
    const start_ms =
      exception === null ? startOf(form, at[0] ?? 0) : startOfException(form, exception);
    const key = exception === null ? "" : String(exception["key"]);
    const told = key === "" || key.startsWith(TRIED_KEY) ? "" : ` key ${key}`;
    return {
      identity: `${own} ${which}`,
      name: which.startsWith("+") ? `${own} +${told}` : `${own} ${which}${told}`,
      start_ms,
      form: { ...applyGroups(form, exception), start_time: new Date(start_ms).toISOString() },
      rank: [...rank, start_ms, ...at],
    };
  };
  if (kind === "train_schedule") {
    const start_ms = Date.parse(form["start_time"]);
    const { id: _id, timetable_id: _of, ...alone } = form;
    return [{ identity: own, name: own, start_ms, form: alone, rank: [...rank, start_ms, 0] }];
  }
  const exceptions = form["exceptions"] as Json[];
  const trains: ModelTrain[] = [];
  for (let index = 0; index < countOccurrences(form); index++) {
    const exception = exceptions.find((one) => one["occurrence_index"] === index) ?? null;
    if (exception?.["disabled"]) continue;
    trains.push(train(`#${index}`, exception, [index]));
  }
  for (const [i, one] of exceptions.entries()) {
    if (one["occurrence_index"] !== undefined || one["disabled"]) continue;
    trains.push(train(`+${one["key"]}`, one, [last, i]));
  }
  return trains;
}

function shifted(start_time: string, shift_ms: number): string {
  return new Date(Date.parse(start_time) + shift_ms).toISOString();
}

function shiftMs(shift: string): number {
  return shift.startsWith("-") ? -durationMs(shift.slice(1)) : durationMs(shift);
}

/** What a change makes of a record; null: it is removed. `tried_key` names an exception that is made for it. */
export function changeRecord(form: Json, change: Json, tried_key: string): Json | null {
  const { occurrence_key, exception_key } = change;
  if (occurrence_key !== undefined || exception_key !== undefined) {
    return changeOne(form, change, tried_key);
  }
  if (change["removed"]) return null;
  if (change["train"] !== undefined) return { ...change["train"], id: form["id"] };
  const shift_ms = shiftMs(change["shift"]);
  const moved = { ...form, start_time: shifted(form["start_time"], shift_ms) };
  if (form["exceptions"] === undefined) return moved;
  const exceptions = form["exceptions"].map((one: Json) =>
    one["start_time"] === undefined
      ? one
      : { ...one, start_time: { value: shifted(one["start_time"].value, shift_ms) } },
  );
  return { ...moved, exceptions };
}

export function findException(form: Json, { occurrence_key, exception_key }: Json): Json | null {
  const exceptions = form["exceptions"] as Json[];
  return (
    exceptions.find((one) =>
      exception_key === undefined
        ? one["occurrence_index"] === occurrence_key
        : one["key"] === exception_key,
    ) ?? null
  );
}

/** One train of a paced train: what is there afterwards is an exception. */
function changeOne(form: Json, change: Json, tried_key: string): Json {
  const known = findException(form, change);
  const was = known ?? {
    key: tried_key,
    occurrence_index: change["occurrence_key"],
    disabled: false,
  };
  const exceptions = (form["exceptions"] as Json[]).filter((one) => one !== known);
  const at = known === null ? exceptions.length : (form["exceptions"] as Json[]).indexOf(known);
  return { ...form, exceptions: exceptions.toSpliced(at, 0, changeException(form, was, change)) };
}

function changeException(form: Json, was: Json, { removed, shift, train }: Json): Json {
  if (removed) return { ...was, disabled: true };
  if (shift !== undefined) {
    const start_ms = startOfException(form, was) + shiftMs(shift);
    return { ...was, start_time: { value: new Date(start_ms).toISOString() } };
  }
  const { rolling_stock_name, comfort = "STANDARD", path } = train;
  const {
    schedule = [],
    margins = { boundaries: [], values: ["0%"] },
    power_restrictions = [],
  } = train;
  const value = (field: string): Json => ({ value: train[field] ?? UNSET[field] });
  return {
    key: was["key"],
    ...("occurrence_index" in was ? { occurrence_index: was["occurrence_index"] } : {}),
    disabled: false,
    rolling_stock: { rolling_stock_name, comfort },
    path_and_schedule: { path, schedule, margins, power_restrictions },
    train_name: value("train_name"),
    start_time: value("start_time"),
    constraint_distribution: value("constraint_distribution"),
    rolling_stock_category: value("category"),
    labels: value("labels"),
    speed_limit_tag: value("speed_limit_tag"),
    initial_speed: value("initial_speed"),
    options: value("options"),
  };
}
