/** Descriptions of edits: for the undo list, for the trial, and for screen readers. */

import { printClockOn, printShift, printSpan } from "../../graph/clock.ts";
import { durationMs } from "../../graph/occurrences.ts";
import { TEXTS } from "../../texts.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { nameOfWaypoint } from "../stations/waypoints.ts";
import { type Edit, type Form, isSame, isService, shiftForm, shiftOf } from "./edit.ts";
import { nameEdited, replacementOf } from "./edit_names.ts";
import { describeException, nameException } from "./exception_texts.ts";
import { type Clash, listDifferences } from "./merge.ts";

/** `52117: stop at Beaumont`. */
export function nameStep(edits: readonly Edit[]): string {
  return TEXTS.edits.step(nameEdited(edits), describeEdits(edits));
}

function describeEdits(edits: readonly Edit[]): string {
  const replaced = replacementOf(edits);
  if (replaced !== null) return replaced.what;
  const told = new Set(edits.map(describeEdit));
  const [what = ""] = told;
  return told.size === 1 ? what : TOOL_TEXTS.edits.several;
}

/** Further trains are only counted. */
const TOLD_MAX = 3;

/** `+4 min, stop at Beaumont 2 min`. */
export function describeEdit(edit: Edit): string {
  const { before, after } = edit;
  if (after === null) return TOOL_TEXTS.edits.removed;
  if (before === null)
    return isService(after) ? TOOL_TEXTS.edits.new_service : TOOL_TEXTS.edits.new_train;
  const shift_ms = shiftOf(edit);
  const shift = shift_ms === 0 ? [] : [printShift(shift_ms)];
  const rest = listDifferences(shiftForm(before, shift_ms), after);
  const texts = [...shift, ...new Set(rest.map((one) => describeField(one, after)))];
  if (texts.length === 0) return isSame(before, after) ? printShift(0) : TOOL_TEXTS.edits.several;
  const more = texts.length - TOLD_MAX;
  return [...texts.slice(0, TOLD_MAX), ...(more > 0 ? [TOOL_TEXTS.edits.more(more)] : [])].join(
    ", ",
  );
}

function describeField({ group, key, name }: Pick<Clash, "group" | "key" | "name">, form: Form) {
  if (group === "exceptions") return describeOccurrence(form, key);
  if (group !== "schedule") return nameField(name);
  const place = nameOfWaypoint(form, key);
  const entry = form.schedule.find(({ at }) => at === key);
  if (name === "arrival" && entry?.arrival) {
    const start_ms = Date.parse(form.start_time);
    return TEXTS.move.arrives(place, printClockOn(start_ms + durationMs(entry.arrival), start_ms));
  }
  if (name === "stop_for") {
    if (!entry?.stop_for) return TOOL_TEXTS.edits.passes(place);
    return TEXTS.move.stops_for(place, printSpan(durationMs(entry.stop_for)));
  }
  return TEXTS.move.field_at(nameField(name), place);
}

/** `train 5 starts 10:04`; a removed exception is named by its key. */
function describeOccurrence(form: Form, key: string): string {
  if (!isService(form)) return TOOL_TEXTS.edits.exception(key);
  const found = form.exceptions.find((one) => one.key === key);
  if (found === undefined) return TOOL_TEXTS.edits.exception(key);
  return `${nameException(found, form)} ${describeException(found, form)}`;
}

export function nameField(name: string): string {
  return Object.hasOwn(TOOL_TEXTS.train_fields, name)
    ? TOOL_TEXTS.train_fields[name as keyof typeof TOOL_TEXTS.train_fields]
    : name;
}
