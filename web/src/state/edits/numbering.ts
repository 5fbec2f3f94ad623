/** Rules by which the trains of services are numbered. */
import { listOccurrences, type Numbering, nameByRule } from "../../graph/occurrences.ts";
import { listRecords, type PacedTrain, type TrainSchedule } from "../timetable.ts";
import type { ServiceForm } from "./edit.ts";

export function withNumbering(form: ServiceForm, numbering: Numbering | null): ServiceForm {
  if (numbering !== null) return { ...form, numbering };
  const { numbering: _former, ...unnumbered } = form;
  return unnumbered;
}

/** A first rule: from the number at the end of the service's name on, the other direction's left out. */
export function firstNumbering({ train_name }: ServiceForm): Numbering {
  const [, digits = "1"] = /(\d{1,9})$/.exec(train_name) ?? [];
  return { first: Number(digits), step: 2, suffix: "" };
}

/** The rule by which names of trains are numbers at their places in a service; null: there is none. */
export function ruleOf(
  trains: readonly { readonly train_name: string }[],
  indices: readonly number[],
): Numbering | null {
  const parsed = trains.map(({ train_name }) => /^([1-9]\d{0,8}|0)(\D.{0,31})?$/s.exec(train_name));
  const [first = 0, ...others] = parsed.map((found) => Number(found?.[1]));
  const at = indices.findIndex((index) => index > 0);
  const step = ((others[at - 1] ?? 0) - first) / (indices[at] ?? 1);
  if (!Number.isInteger(step) || step < 1) return null;
  const numbering = { first, step, suffix: parsed[0]?.[2] ?? "" };
  const is_rule = trains.every(
    ({ train_name }, i) => train_name === nameByRule(numbering, indices[i] ?? 0),
  );
  return is_rule ? numbering : null;
}

/** `4001, 4003, … 4019`. */
export function tellNumbering(numbering: Numbering, count: number): string {
  const told = [0, 1].filter((index) => index < count).map((index) => nameByRule(numbering, index));
  if (count > 2) told.push(`${count > 3 ? "… " : ""}${nameByRule(numbering, count - 1)}`);
  return told.join(", ");
}

/** Of all trains, those of numbered services one by one. */
export function listNames(): Set<string> {
  const names = new Set<string>();
  for (const record of listRecords()) {
    names.add(record.train_name);
    if (!isNumbered(record)) continue;
    for (const { name } of listOccurrences(record)) names.add(name);
  }
  return names;
}

function isNumbered(record: TrainSchedule | PacedTrain): record is PacedTrain {
  return "numbering" in record;
}

/**
 * The rule of the way back: the first number behind with which all trains have names of their own. An even step keeps
 * to the other parity, as even and odd numbers tell directions.
 */
export function numberBack(form: ServiceForm): Numbering | null {
  const { numbering } = form;
  if (numbering === undefined) return null;
  const names = listNames();
  const indices = listOccurrences({ ...form, exceptions: [] }).map((_, index) => index);
  const isTaken = (first: number): boolean =>
    indices.some((index) => names.has(nameByRule({ ...numbering, first }, index)));
  const by = numbering.step % 2 === 0 ? 2 : 1;
  let first = numbering.first + 1;
  while (isTaken(first)) first += by;
  return { ...numbering, first };
}
