/** Descriptions of a service's single trains and of what they do differently. */
import { printMoment } from "../../graph/clock.ts";
import { nameByRule } from "../../graph/occurrences.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import type { ServiceForm } from "./edit.ts";
import { type Exception, startOf } from "./occurrence_edits.ts";

/** `train 5`, or its number. */
export function nameException(
  { occurrence_index, key }: Exception,
  { numbering }: Pick<ServiceForm, "numbering">,
): string {
  const index = occurrence_index ?? null;
  if (numbering !== undefined && index !== null) return nameByRule(numbering, index);
  return index === null
    ? `${TOOL_TEXTS.services.added} (${key})`
    : TOOL_TEXTS.services.occurrence(index + 1);
}

/** `starts 10:04`. */
export function describeException(one: Exception, form: ServiceForm): string {
  if (one.disabled) return TOOL_TEXTS.services.disabled;
  const which = { index: one.occurrence_index ?? null, exception_key: one.key };
  const { key: _key, occurrence_index: _index, disabled: _disabled, start_time, ...rest } = one;
  const start = printMoment(startOf(form, which), Date.parse(form.start_time));
  const texts = [
    ...(start_time === undefined ? [] : [TOOL_TEXTS.services.starts(start)]),
    ...(Object.keys(rest).length === 0 ? [] : [TOOL_TEXTS.services.other]),
  ];
  return texts.join(", ");
}
