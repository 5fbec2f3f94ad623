/** The consequences of train changes: the answer (interface.md 11.1). */
import * as v from "valibot";
import { Count, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { queryConflictDate } from "../../timetable/calendar/date_query.ts";
import {
  CONFLICT_ENTRIES,
  ConflictQuery,
  DAY_SETS_ENTRIES,
  SHIFTED_ENTRIES,
  STANDING_ENTRIES,
} from "../conflict/conflict.schemas.ts";
import { PacedSummary, Summary } from "../simulation/simulation.schemas.ts";

/** A date makes it a trial of this day alone. */
export const TrialQuery = v.object({ ...ConflictQuery.entries, date: queryConflictDate });

const TRIED_ENTRIES = {
  ...CONFLICT_ENTRIES,
  added_trains: about(
    v.array(
      v.object({
        change: about(Count, "Which change adds it, from 0"),
        index: v.optional(about(Count, "Which occurrence, from 0, of an added paced train")),
        exception_key: v.optional(about(Text, "Key of the exception that it is")),
        ...SHIFTED_ENTRIES,
      }),
    ),
    "Trains in it that the changes add",
  ),
};

const TriedConflict = v.object(TRIED_ENTRIES);
const DatedConflict = v.object({ ...STANDING_ENTRIES, ...TRIED_ENTRIES });

const trains = about(
  v.array(v.nullable(v.union([Summary, PacedSummary]))),
  "For each change the summary of its train as it becomes; null: it does not run",
);

export const WhatIfResult = v.object({
  trains,
  conflicts: about(
    v.object({
      gone: about(v.array(TriedConflict), "Conflicts that would be no more"),
      new: about(
        v.array(TriedConflict),
        "Conflicts that would be there; one whose trains, zones or times change is in both lists",
      ),
      count_before: about(Count, "All conflicts as they are"),
      count_after: about(Count, "All conflicts as they would be"),
    }),
    "What becomes of the timetable's conflicts",
  ),
});

export const WhatIfOfDays = v.object({
  trains,
  ...DAY_SETS_ENTRIES,
  conflicts: about(
    v.object({
      gone: about(v.array(DatedConflict), "Conflicts that would be no more on these days"),
      new: about(v.array(DatedConflict), "Conflicts that would be there on these days"),
      count_before: about(Count, "All conflicts as they are, each once whatever its days"),
      count_after: about(Count, "All conflicts as they would be"),
    }),
    "What becomes of the timetable's conflicts of all days",
  ),
});

nameSchemas({ WhatIfResult, WhatIfOfDays });
