/** Times of a body: read in any ISO 8601 form, stored and answered in the one printed form. */
import * as v from "valibot";
import { parseDateTime, parseDuration, printDateTime, printDuration } from "../iso8601.ts";

const TIME_LENGTH_MAX = 64;

const TimeText = v.pipe(
  v.string(),
  v.maxLength(TIME_LENGTH_MAX, `must have at most ${TIME_LENGTH_MAX} characters`),
);

/** A duration of at least zero without years and months; printed as `PT<seconds>S`. */
export const Duration = v.pipe(
  TimeText,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parseDuration(dataset.value);
    if (parsed.ok) return printDuration(parsed.value);
    addIssue({ message: parsed.error });
    return NEVER;
  }),
);

/** A date and time with its zone; printed in UTC with `Z`. */
export const DateTime = v.pipe(
  TimeText,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parseDateTime(dataset.value);
    if (parsed.ok) return printDateTime(parsed.value);
    addIssue({ message: parsed.error });
    return NEVER;
  }),
);
