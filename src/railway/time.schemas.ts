/** Times in bodies: read in any ISO 8601 form, stored and answered in one printed form. */
import * as v from "valibot";
import {
  datetimeMs,
  type Parsed,
  parseDateTime,
  parseDuration,
  parseUtcDateTime,
  printDateTime,
  printDuration,
} from "./iso8601.ts";
import { nameSchemas, onWire } from "./wire.ts";

const TIME_LENGTH_MAX = 64;

/** The recommended form; other forms of ISO 8601, such as fractions of hours, are read too. */
const DURATION =
  "^P([0-9]{1,3}W|[0-9]{1,4}D|([0-9]{1,4}D)?T([0-9]{1,5}H([0-9]{1,6}M)?([0-9]{1,10}(\\.[0-9]{1,9})?S)?" +
  "|[0-9]{1,6}M([0-9]{1,10}(\\.[0-9]{1,9})?S)?|[0-9]{1,10}(\\.[0-9]{1,9})?S))$";
/** A year of four digits; `format` describes the rest. */
const DATETIME = "^[1-9][0-9]{3}-";

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
  onWire({
    type: "string",
    maxLength: TIME_LENGTH_MAX,
    pattern: DURATION,
    description: "ISO 8601 duration as `PT5M30S`; answered as `PT330S`",
  }),
);

/** A date and time with its zone; printed in UTC with `Z`. */
export const DateTime = datetime(parseDateTime);

/** A date and time, in UTC unless it has a zone; printed in UTC with `Z`. */
export const UtcDateTime = datetime(parseUtcDateTime);

/** A period of validity: from its start up to its end. */
export const time_span_entries = { start_date_time: UtcDateTime, end_date_time: UtcDateTime };
export const ENDS_TOO_EARLY = "start_date_time must be before end_date_time";

export function endsAfterItsStart(span: {
  readonly start_date_time: string;
  readonly end_date_time: string;
}): boolean {
  return datetimeMs(span.start_date_time) < datetimeMs(span.end_date_time);
}

function datetime(parse: (text: string) => Parsed): v.GenericSchema<unknown, string> {
  return v.pipe(
    TimeText,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = parse(dataset.value);
      if (parsed.ok) return printDateTime(parsed.value);
      addIssue({ message: parsed.error });
      return NEVER;
    }),
    onWire({
      type: "string",
      format: "date-time",
      pattern: DATETIME,
      description: "Date and time, RFC 3339; answered in UTC",
    }),
  );
}

nameSchemas({ Duration, DateTime, UtcDateTime });
