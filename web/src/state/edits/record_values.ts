/** Values of a record's fields in words: what was, and what is. */
import { printMoment, printSpan } from "../../graph/clock.ts";
import { durationMs, type Numbering } from "../../graph/occurrences.ts";
import { TEXTS } from "../../texts.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { nameOfPlace, nameOfWaypoint } from "../stations/waypoints.ts";
import { findTrain, nameOfTrain } from "../timetable.ts";
import type { Form } from "./edit.ts";
import { nameField } from "./edit_texts.ts";
import { type Clash, listDifferences } from "./merge.ts";
import { tellNumbering } from "./numbering.ts";

/** Trains of a service whose numbers tell a rule. */
const COUNT_TOLD = 2;

type Where = Pick<Clash, "group" | "key" | "name">;

export function nameDifference({ group, key, name }: Where, form: Form): string {
  const field = name === "" ? TOOL_TEXTS.edits.entry : nameField(name);
  if (group === "schedule") return TEXTS.move.field_at(field, nameOfWaypoint(form, key));
  return group === "exceptions"
    ? TEXTS.move.field_at(field, TOOL_TEXTS.edits.exception(key))
    : field;
}

/** Each side's arrivals count from that side's start. */
export function printValue(name: string, value: unknown, { start_time, path }: Form): string {
  if (value === undefined || value === null) return TEXTS.setting.none;
  if (name === "path") return path.map(nameOfPlace).join(" – ");
  if (name === "numbering") return tellNumbering(value as Numbering, COUNT_TOLD);
  if (name === "follows") return nameFollowed(value as { readonly id: number });
  if (typeof value !== "string") return JSON.stringify(value);
  const start_ms = Date.parse(start_time);
  if (name === "start_time") return printMoment(Date.parse(value), start_ms);
  if (name === "arrival") return printMoment(start_ms + durationMs(value), start_ms);
  const is_span = name === "stop_for" || name === "interval" || name === "time_window";
  return is_span ? printSpan(durationMs(value)) : value;
}

function nameFollowed({ id }: { readonly id: number }): string {
  return nameOfTrain(findTrain(id) ?? { id, train_name: "" });
}

/** A field that has another value. */
export interface Difference {
  readonly field: string;
  readonly old: string;
  readonly new: string;
}

/** All fields in which two records differ, in words. */
export function tellDifferences(before: Form, after: Form): Difference[] {
  return listDifferences(before, after).map((where) => ({
    field: nameDifference(where, after),
    old: printValue(where.name, valueAt(before, where), before),
    new: printValue(where.name, valueAt(after, where), after),
  }));
}

function valueAt(form: Form, { group, key, name }: Where): unknown {
  const {
    schedule,
    paced = {},
    exceptions = [],
  } = form as Form & {
    readonly paced?: object;
    readonly exceptions?: readonly { readonly key: string }[];
  };
  const holders: Readonly<Record<Where["group"], object | undefined>> = {
    form,
    schedule: schedule.find(({ at }) => at === key),
    paced,
    exceptions: exceptions.find((one) => one.key === key),
  };
  return (holders[group] as Readonly<Record<string, unknown>> | undefined)?.[name];
}
