/** The changes of a proposal: each in words, and all of them as edits of records. */

import { DAY_MS } from "../../../../src/railway/days/operating_days.ts";
import type { Proposal } from "../../api/proposal_stream.ts";
import { printClock, printSpan } from "../../graph/clock.ts";
import { durationMs, nameOccurrence } from "../../graph/occurrences.ts";
import { wallOf } from "../../graph/zone.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import {
  type Edit,
  editRecord,
  type Form,
  formOf,
  isSame,
  isService,
  kindOf,
  type ServiceForm,
  shiftForm,
  type Waypoint,
} from "../edits/edit.ts";
import {
  changeOccurrence,
  startOccurrence,
  startOf,
  type Which,
} from "../edits/occurrence_edits.ts";
import { nameOfPlace } from "../stations/waypoints.ts";
import { findTrain, nameOfTrain } from "../timetable.ts";

type Change = Extract<Proposal["changes"][number], { readonly id: number }>;
type Changed = Pick<Form, "start_time" | "path" | "schedule">;

export interface ProposedRow {
  /** Key of the train. */
  readonly key: string;
  readonly change: Change;
  /** With a date: the train that runs on it instead. */
  readonly variant: Form | null;
  /** `52117`, `R2 07:00`. */
  readonly name: string;
  /** `+3 min`, `waits 2 min more at Beaumont`. */
  readonly texts: readonly string[];
  /** How much later it arrives at its last place. */
  readonly late_ms: number;
  /** The delay is clear from the changes alone. */
  readonly is_plain: boolean;
}

/** One row per train that would change; trains unknown to the page have none. */
export function listRows({ changes, delays }: Proposal): ProposedRow[] {
  return changes.flatMap((change, i) => {
    if (!("id" in change)) return [];
    const form = knownForm(change);
    if (form === null) return [];
    const key = keyOf(change);
    const next = changes[i + 1];
    const variant = next !== undefined && "added" in next ? (next.added as Form) : null;
    const last = delays.findLast(({ train }) => isOf(train, change));
    const late_ms = last === undefined ? 0 : Date.parse(last.after) - Date.parse(last.before);
    const { texts, more_ms } = describe(
      form,
      variant === null ? change : { ...change, train: variant },
    );
    const is_plain = more_ms === late_ms;
    return [{ key, change, variant, name: nameOf(form, change), texts, late_ms, is_plain }];
  });
}

/** One edit per record: several trains of a service share one. */
export function editsOf(rows: readonly ProposedRow[]): Edit[] {
  const edits = new Map<string, Edit>();
  for (const { change, variant } of rows) {
    const record = findTrain(change.id);
    if (record === null) continue;
    const fresh = editRecord(record);
    const edit = edits.get(fresh.key) ?? fresh;
    const { after } = edit;
    if (after !== null) edits.set(fresh.key, { ...edit, after: applyChange(after, change) });
    if (variant === null) continue;
    const key = `variant of ${fresh.key}`;
    edits.set(key, { key, id: null, before: null, after: variant });
  }
  return [...edits.values()];
}

type Named = Pick<Change, "kind" | "id"> & {
  readonly occurrence_key?: number;
  readonly exception_key?: string;
};

function keyOf({ kind, id, occurrence_key, exception_key }: Named): string {
  return JSON.stringify([kind, id, occurrence_key ?? exception_key ?? null]);
}

/** Whether a change is of this train, or of its service as a whole. */
function isOf(train: Named, change: Change): boolean {
  if (whichOf(change) !== null) return keyOf(train) === keyOf(change);
  return train.kind === change.kind && train.id === change.id;
}

function knownForm(change: Change): Form | null {
  const record = findTrain(change.id);
  if (record === null) return null;
  const form = formOf(record);
  return kindOf(form) === change.kind ? form : null;
}

/** Null: the whole record. */
function whichOf({ occurrence_key, exception_key }: Named): Which | null {
  if (occurrence_key === undefined && exception_key === undefined) return null;
  return { index: occurrence_key ?? null, exception_key: exception_key ?? null };
}

function applyChange(form: Form, change: Change): Form {
  const which = whichOf(change);
  if ("shift" in change) {
    const by_ms = readShift(change.shift);
    if (!isService(form) || which === null) return shiftForm(form, by_ms);
    return startOccurrence(form, which, startOf(form, which) + by_ms);
  }
  if (!("train" in change)) return form;
  const { timetable_id: _timetable, ...train } = change.train;
  if (!isService(form) || which === null) return { ...form, ...train } as Form;
  const { start_time, path, schedule, margins, power_restrictions } = { ...form, ...train };
  return changeOccurrence(form, which, {
    start_time: { value: start_time },
    path_and_schedule: { path, schedule, margins, power_restrictions },
  });
}

function readShift(shift: string): number {
  return shift.startsWith("-") ? -durationMs(shift.slice(1)) : durationMs(shift);
}

/** The train before the change; for a service's train, with its exception. */
function trainOf(form: Form, change: Change): Changed {
  const which = whichOf(change);
  if (!isService(form) || which === null) return form;
  const own = exceptionOf(form, which)?.path_and_schedule;
  const { path, schedule } = own ?? form;
  return { start_time: new Date(startOf(form, which)).toISOString(), path, schedule };
}

function exceptionOf({ exceptions }: ServiceForm, { index, exception_key }: Which) {
  return exceptions.find(({ key, occurrence_index }) =>
    index === null ? key === exception_key : occurrence_index === index,
  );
}

function nameOf(form: Form, change: Change): string {
  const which = whichOf(change);
  if (!isService(form) || which === null) return nameOfTrain({ ...form, id: change.id });
  const train_name = nameOccurrence(form, which.index, exceptionOf(form, which));
  const name = nameOfTrain({ id: change.id, train_name });
  return `${name} ${printClock(startOf(form, which))}`;
}

interface Described {
  readonly texts: readonly string[];
  /** How much longer the train waits, at its start and on its way. */
  readonly more_ms: number;
}

function describe(form: Form, change: Change): Described {
  if ("shift" in change) return describeStart(readShift(change.shift));
  if (!("train" in change)) return { texts: [TOOL_TEXTS.edits.several], more_ms: 0 };
  const before = trainOf(form, change);
  const after: Changed = { ...before, ...change.train } as Changed;
  const shift_ms = wholeShift(before, after);
  const parts = [
    describeStart(shift_ms),
    ...after.path.flatMap((waypoint) => [
      describeStop(before, after, waypoint),
      describeTrack(before, waypoint),
    ]),
  ];
  const texts = parts.flatMap((one) => one.texts);
  return {
    texts: texts.length === 0 ? [TOOL_TEXTS.edits.several] : texts,
    more_ms: parts.reduce((sum, { more_ms }) => sum + more_ms, 0),
  };
}

/** By the clock: a variant starts on another date. */
function wholeShift(before: Changed, after: Changed): number {
  const [was_ms, is_ms] = [before, after].map((one) => wallOf(Date.parse(one.start_time)));
  const shift_ms = (is_ms ?? 0) - (was_ms ?? 0);
  return shift_ms - Math.round(shift_ms / DAY_MS) * DAY_MS;
}

const NOTHING: Described = { texts: [], more_ms: 0 };

function describeStart(shift_ms: number): Described {
  if (shift_ms === 0) return NOTHING;
  const text = TOOL_TEXTS.resolve.starts[shift_ms < 0 ? "earlier" : "later"];
  return { texts: [text(printSpan(Math.abs(shift_ms)))], more_ms: shift_ms };
}

function describeStop(before: Changed, after: Changed, waypoint: Waypoint): Described {
  const find = ({ schedule }: Changed): string | null =>
    schedule.find(({ at }) => at === waypoint.id)?.stop_for ?? null;
  const [was, is] = [find(before), find(after)];
  const more_ms = durationMs(is ?? "PT0S") - durationMs(was ?? "PT0S");
  if (more_ms === 0) return NOTHING;
  const text = was === null ? TOOL_TEXTS.resolve.holds : TOOL_TEXTS.resolve.waits;
  return { texts: [text(nameOfPlace(waypoint), printSpan(more_ms))], more_ms };
}

function describeTrack({ path }: Changed, waypoint: Waypoint): Described {
  const { track_reference } = waypoint;
  const was = path.find(({ id }) => id === waypoint.id);
  if (!was && waypoint.track !== undefined) {
    return { texts: [TOOL_TEXTS.resolve.way(waypoint.track)], more_ms: 0 };
  }
  if (!was || !track_reference || isSame(was.track_reference, track_reference)) return NOTHING;
  const track = Object.values(track_reference).join(" ");
  return { texts: [TOOL_TEXTS.resolve.track(nameOfPlace(waypoint), track)], more_ms: 0 };
}
