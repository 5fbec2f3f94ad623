/** A date of a timetable's period in queries and answers. */
import * as v from "valibot";
import { queryText } from "../../platform/http/fields.ts";
import { DateText } from "../../railway/days/days.schemas.ts";
import { about } from "../../railway/wire.ts";

/** Only the trains of one operating day are listed. */
export const queryListedDate = v.optional(
  v.pipe(queryText, DateText, v.description("Only the trains that run on this day of the period")),
);

/** Trains are computed as they run then. */
export const queryDate = v.optional(
  v.pipe(
    queryText,
    DateText,
    v.description(
      "Trains as they run on this day of the period, with those of days before that still run; absent: each at its `start_time`",
    ),
  ),
);

/** Of trains that are named: each as it runs on its operating day. */
const OF_OPERATING_DAY =
  "Trains as they run on this operating day of the period, none that has not this day; absent: each at its `start_time`";

export const queryOperatingDay = v.optional(
  v.pipe(queryText, DateText, v.description(OF_OPERATING_DAY)),
);

export const bodyOperatingDay = v.optional(about(DateText, OF_OPERATING_DAY));

/** As in the whole period, those of one day. */
export const queryConflictDate = v.optional(
  v.pipe(
    queryText,
    DateText,
    v.description(
      "Conflicts that begin on this day of the period, among trains as they run on all its days; absent: each at its `start_time`",
    ),
  ),
);

/** In an answer, beside what identifies a train. */
export const dated_train = {
  date: v.exactOptional(about(DateText, "With a date: the train's operating day")),
};
