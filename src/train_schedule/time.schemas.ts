/**
 * Times of a body: read in any ISO 8601 form, stored and answered in the one printed form.
 * Plain durations (`PT1H5M`, `PT90S`) are read here: a batch of 10,000 trains has some 200,000 of
 * them, and Temporal takes 14 µs for each, this 0.3 µs. All others go to Temporal.
 */
import * as v from "valibot";
import {
  durationMs,
  parseDateTime,
  parseDuration,
  printDateTime,
  printDuration,
} from "../iso8601.ts";

const TIME_LENGTH_MAX = 64;
const PLAIN_DURATION = /^PT(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,8}(?:\.\d{1,3})?)S)?$/;

const TimeText = v.pipe(
  v.string(),
  v.maxLength(TIME_LENGTH_MAX, `must have at most ${TIME_LENGTH_MAX} characters`),
);

/** A duration of at least zero without years and months; printed as `PT<seconds>S`. */
export const Duration = v.pipe(
  TimeText,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const plain_ms = readPlainDuration(dataset.value);
    if (plain_ms !== null) return printDuration(plain_ms);
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

/** Milliseconds of a duration that `Duration` has passed. */
export function readDurationMs(printed: string): number {
  return readPlainDuration(printed) ?? durationMs(printed);
}

/** Milliseconds, or null when the text has another form. */
function readPlainDuration(text: string): number | null {
  const [whole, hours, minutes, seconds] = PLAIN_DURATION.exec(text) ?? [];
  if (whole === undefined || whole === "PT") return null;
  const seconds_sum = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return Math.round(seconds_sum * 1000);
}
