/** What may not be meant, in words: the header `x-warnings` of an answer. Loaded with the first of them. */
import { TOOL_TEXTS } from "../tool_texts.ts";
import { tell } from "./session.ts";
import { timetable } from "./timetable.ts";

const DAY_CODES = ["runs_never", "outside_period", "same_name_same_day"] as const;

interface Row {
  readonly code: string;
  readonly where: { readonly id?: string };
  readonly count: number;
}

function readRows(header: string): readonly Row[] {
  return JSON.parse(header) as readonly Row[];
}

/** Works and limits without an effect on the network. */
export function tellWithoutEffect(header: string): void {
  const [first] = readRows(header);
  tell("warning", TOOL_TEXTS.warnings.without_effect(first?.where.id ?? ""));
}

/** The first row about the days of trains, behind what was told already. */
export function tellDayWarnings(header: string, told = ""): void {
  for (const { code, where, count } of readRows(header)) {
    const known = DAY_CODES.find((one) => one === code);
    if (known === undefined) continue;
    const before = told === "" ? "" : `${told}.`;
    const text = TOOL_TEXTS.warnings[known](nameOf(Number(where.id)));
    const more = count > 1 ? TOOL_TEXTS.warnings.and_more(count - 1) : "";
    tell("warning", [before, text, more].filter(Boolean).join(" "));
    return;
  }
}

function nameOf(id: number): string {
  const { trains, paced_trains } = timetable.peek() ?? {};
  return (trains?.get(id) ?? paced_trains?.get(id))?.train_name ?? String(id);
}
