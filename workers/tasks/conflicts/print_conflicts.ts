/** Conflicts as JSON text (interface.md 11.1). */
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { type Conflicts, SPACING } from "../../engine/conflicts/detect_conflicts.ts";
import { type Infra, jsonAt } from "../../engine/infra/infra.ts";

/*
 * Prints many times of few days as RFC 3339 in UTC: a list of conflicts contains thousands, and Date's
 * own printer takes longer than finding the conflicts. Date still does the calendar, once per day.
 */

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1000;
/** What Date prints behind the date: `00:00:00.000Z` */
const TIME_LENGTH = 13;
const TWO_DIGITS = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, "0"));

let known_day = Number.NaN;
let known_date = "";

/** Whole milliseconds since the epoch, printed with `Z`; decimals only if there are any. */
export function printUtc(epoch_ms: number): string {
  const day = Math.floor(epoch_ms / DAY_MS);
  if (day !== known_day) {
    known_date = new Date(day * DAY_MS).toISOString().slice(0, -TIME_LENGTH);
    known_day = day;
  }
  const in_day_ms = epoch_ms - day * DAY_MS;
  const hour = TWO_DIGITS[Math.floor(in_day_ms / HOUR_MS)] ?? "";
  const minute = TWO_DIGITS[Math.floor((in_day_ms % HOUR_MS) / MINUTE_MS)] ?? "";
  const second = TWO_DIGITS[Math.floor((in_day_ms % MINUTE_MS) / SECOND_MS)] ?? "";
  return `${known_date}${hour}:${minute}:${second}${printFraction(in_day_ms % SECOND_MS)}Z`;
}

/** `.5`, `.25`, `.125`, or nothing. */
function printFraction(ms: number): string {
  if (ms === 0) return "";
  return `.${String(ms).padStart(3, "0").replace(/0+$/, "")}`;
}

/** JSON texts that name the owners of a conflict. */
export interface OwnerNames {
  readonly ids: readonly string[];
  readonly occurrences: readonly string[];
  readonly works: readonly string[];
  /** Trains that are only tried out. */
  readonly tried: readonly string[];
  /** For each id how many days the train's operating day is after the date asked for; absent: none was. */
  readonly id_shifts?: readonly number[];
}

/** Most characters of an answer. */
const ANSWER_MAX = 2 ** 28;
/** Characters encoded at once. */
const PIECE_LENGTH = 2 ** 16;
/** Characters of a conflict without owners and requirements, and of a requirement without its zone. */
const CONFLICT_LENGTH_MIN = 200;
const REQUIREMENT_LENGTH_MIN = 79;

const encoder = new TextEncoder();

export interface PrintOptions {
  readonly infra: Infra;
  readonly nameOwners: (conflict: number) => OwnerNames;
  /** Whether tried out trains are named. */
  readonly is_trial?: boolean;
}

/**
 * A list of conflicts as UTF-8, in pieces; null if it would be too long. (A growing string is a
 * tree of all its parts, which the garbage collector walks again and again.)
 */
export function printConflicts(
  options: PrintOptions,
  conflicts: Conflicts,
  rows: readonly number[],
): Uint8Array[] | null {
  if (leastLength(options.infra, conflicts, rows) > ANSWER_MAX) return null;
  const pieces: Uint8Array[] = [];
  let length = 0;
  let text = "[";
  for (const [i, c] of rows.entries()) {
    text += `${i === 0 ? "" : ","}${printConflict(options, conflicts, c)}`;
    if (text.length < PIECE_LENGTH) continue;
    pieces.push(encoder.encode(text));
    length += text.length;
    text = "";
    if (length > ANSWER_MAX) return null;
  }
  return [...pieces, encoder.encode(`${text}]`)];
}

/** Characters, not counting owners: a far too long answer is refused before ten seconds of printing. */
function leastLength(
  infra: Infra,
  { requirementStart, requirementZones }: Conflicts,
  rows: readonly number[],
): number {
  const lengths = new Map<number, number>();
  let least = CONFLICT_LENGTH_MIN * rows.length;
  for (const c of rows) {
    for (let i = requirementStart[c] ?? 0; i < (requirementStart[c + 1] ?? 0); i++) {
      const zone = requirementZones[i] ?? 0;
      const length = lengths.get(zone) ?? jsonAt(infra, infra.zoneName[zone] ?? 0).length;
      lengths.set(zone, length);
      least += length + REQUIREMENT_LENGTH_MIN;
    }
  }
  return least;
}

function printConflict(
  { infra, nameOwners, is_trial = false }: PrintOptions,
  conflicts: Conflicts,
  c: number,
): string {
  const { requirementStart, requirementZones } = conflicts;
  const { requirementBegins_ms, requirementEnds_ms } = conflicts;
  let requirements = "";
  for (let i = requirementStart[c] ?? 0; i < (requirementStart[c + 1] ?? 0); i++) {
    const zone = jsonAt(infra, infra.zoneName[requirementZones[i] ?? 0] ?? 0);
    const times = printTimes(requirementBegins_ms[i] ?? 0, requirementEnds_ms[i] ?? 0);
    requirements += `${requirements === "" ? "" : ","}{"zone":${zone},${times}}`;
  }
  const { ids, occurrences, works, tried, id_shifts } = nameOwners(c);
  const id_list = ids.join();
  return (
    `{"train_ids":[${id_list}],"train_schedule_ids":[${id_list}],` +
    `${id_shifts === undefined ? "" : `"train_day_shifts":[${id_shifts.join()}],`}` +
    `"paced_train_occurrence_ids":[${occurrences.join()}],"work_schedule_ids":[${works.join()}],` +
    `${is_trial ? `"added_trains":[${tried.join()}],` : ""}` +
    `${printTimes(conflicts.begins_ms[c] ?? 0, conflicts.ends_ms[c] ?? 0)},` +
    `"conflict_type":"${conflicts.kinds[c] === SPACING ? "Spacing" : "Routing"}",` +
    `"requirements":[${requirements}]}`
  );
}

function printTimes(begin_ms: number, end_ms: number): string {
  return `"start_time":"${printUtc(begin_ms)}","end_time":"${printUtc(end_ms)}"`;
}
