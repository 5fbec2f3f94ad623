/** The consequences of train changes: the answer (interface.md 11.1). */
import * as v from "valibot";
import { Count, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { CONFLICT_ENTRIES } from "../conflict/conflict.schemas.ts";
import { PacedSummary, Summary } from "../simulation/simulation.schemas.ts";

const TriedConflict = v.object({
  ...CONFLICT_ENTRIES,
  added_trains: about(
    v.array(
      v.object({
        change: about(Count, "Which change adds it, from 0"),
        index: v.optional(about(Count, "Which occurrence, from 0, of an added paced train")),
        exception_key: v.optional(about(Text, "Key of the exception that it is")),
      }),
    ),
    "Trains in it that the changes add",
  ),
});

export const WhatIfResult = v.object({
  trains: about(
    v.array(v.nullable(v.union([Summary, PacedSummary]))),
    "For each change the summary of its train as it becomes; null: it does not run",
  ),
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

nameSchemas({ WhatIfResult });
