/** Conflicts that resolve themselves: request and answer (interface.md 11.5). */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { DateText } from "../../railway/days/days.schemas.ts";
import { datetimeMs, durationMs } from "../../railway/iso8601.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, FiniteNumber, NonBlankText, PlainObject, Text } from "../../railway/scalars.ts";
import { DateTime, Duration } from "../../railway/time.schemas.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { dated_train } from "../../timetable/calendar/date_query.ts";
import { ChangeList } from "../../timetable/changes/change.schemas.ts";
import {
  CONFLICT_ENTRIES,
  DAY_SETS_ENTRIES,
  STANDING_ENTRIES,
} from "../conflict/conflict.schemas.ts";
import { PacedSummary, Summary } from "../simulation/simulation.schemas.ts";

/** Conflicts, trains and weights that a request may name. */
const NAMED_MAX = 10_000;
const WEIGHT_MAX = 1000;
/** A train is never later than this. */
export const TOLERANCE_MAX_MS = 2 * 3_600_000;

const TRAIN_ENTRIES = {
  kind: about(v.picklist(["train_schedule", "paced_train"]), "Kind of train"),
  id: about(bodyId, "Of a train in the timetable"),
  occurrence_key: v.optional(about(Count, "Which occurrence of a paced train, from 0")),
  exception_key: v.optional(
    about(NonBlankText, "Which exception of a paced train, by its key; else all of its trains"),
  ),
};

const ResolutionTrain = v.pipe(
  v.strictObject(TRAIN_ENTRIES),
  v.check(({ kind, occurrence_key, exception_key }) => {
    const count = Number(occurrence_key !== undefined) + Number(exception_key !== undefined);
    return count === 0 || (kind === "paced_train" && count === 1);
  }, "is one train of a paced train: by occurrence_key or exception_key, not both"),
);
export type TrainRef = v.InferOutput<typeof ResolutionTrain>;

function listOf<Item>(item: v.GenericSchema<unknown, Item>) {
  return v.pipe(v.array(item), v.maxLength(NAMED_MAX, `must have at most ${NAMED_MAX} items`));
}

const Tolerance = v.pipe(
  Duration,
  v.check((text) => durationMs(text) <= TOLERANCE_MAX_MS, "must be at most two hours"),
);

const Window = v.pipe(
  v.strictObject({ begin: DateTime, end: DateTime }),
  v.check(({ begin, end }) => datetimeMs(begin) < datetimeMs(end), "begin must be before end"),
);

const Allow = v.pipe(
  PlainObject,
  v.strictObject({
    later: v.optional(about(Tolerance, "How much later a train may leave"), "PT900S"),
    earlier: v.optional(about(Tolerance, "How much earlier"), "PT0S"),
    hold: v.optional(
      about(v.nullable(Tolerance), "How much longer it may stop; null: not at all"),
      "PT600S",
    ),
    hold_at: v.optional(
      about(
        v.picklist(["stops", "operational_points"]),
        "Whether it may be held at its stops alone, or also where it passes",
      ),
      "stops",
    ),
    tracks: v.optional(about(v.boolean(), "Whether it may use other tracks of stations"), false),
    routes: v.optional(
      about(v.boolean(), "Whether it may run another way between two of its waypoints"),
      false,
    ),
  }),
);
export type Allow = v.InferOutput<typeof Allow>;

const Weight = v.pipe(
  v.strictObject({
    train: v.optional(about(ResolutionTrain, "One train, or all of a paced train")),
    category: v.optional(about(NonBlankText, "A main category, or the code of a sub-category")),
    label: v.optional(about(Text, "One of the train's labels")),
    weight: about(
      v.pipe(
        FiniteNumber,
        v.minValue(0, "must not be negative"),
        v.maxValue(WEIGHT_MAX, `must be at most ${WEIGHT_MAX}`),
      ),
      "How much each minute of delay counts; 1 where nothing is said",
    ),
  }),
  v.check(
    ({ train, category, label }) =>
      [train, category, label].filter((one) => one !== undefined).length === 1,
    "has exactly one of train, category and label",
  ),
);
export type Weight = v.InferOutput<typeof Weight>;

const NamedConflict = v.strictObject({
  trains: about(
    v.pipe(
      v.array(ResolutionTrain),
      v.minLength(1, "must not be empty"),
      v.maxLength(2, "must have at most 2 items"),
    ),
    "Trains that are in it",
  ),
  zone: v.optional(about(Text, "A zone that it is about")),
  begin: v.optional(about(DateTime, "It ends after that")),
  end: v.optional(about(DateTime, "It begins before that")),
});

export const ResolutionRequest = v.pipe(
  PlainObject,
  v.strictObject({
    conflicts: v.optional(about(listOf(NamedConflict), "Which are to be solved; absent: all")),
    trains: v.optional(
      about(
        v.union(
          [
            v.strictObject({ may_change: about(listOf(ResolutionTrain), "These and no others") }),
            v.strictObject({ fixed: about(listOf(ResolutionTrain), "All but these") }),
          ],
          "must be exactly one of {may_change} and {fixed}",
        ),
        "Which may be changed; absent: those in the conflicts and those that meet them",
      ),
    ),
    window: v.optional(about(Window, "Only conflicts within it")),
    allow: v.optional(about(Allow, "What may be changed"), {}),
    weights: v.optional(about(listOf(Weight), "The first that fits a train counts"), []),
    services: v.optional(
      about(
        v.boolean(),
        "Whether a service may be changed itself where that costs less; each exception that is made " +
          "then costs 1 more",
      ),
      false,
    ),
    deadline: v.optional(about(Duration, "How long better answers are looked for"), "PT10S"),
  }),
);
export type ResolutionRequest = v.InferOutput<typeof ResolutionRequest>;

export const RESOLUTION_EXAMPLE = {
  conflicts: [
    {
      trains: [
        { kind: "train_schedule", id: 12 },
        { kind: "paced_train", id: 14, occurrence_key: 2 },
      ],
    },
  ],
  trains: { fixed: [{ kind: "train_schedule", id: 13 }] },
  allow: { later: "PT10M", hold: null, routes: true },
  weights: [{ category: "FREIGHT_TRAIN", weight: 0.2 }],
  deadline: "PT5S",
};

const Conflict = v.object(CONFLICT_ENTRIES);

export const REASONS = ["not_allowed", "no_way_found", "out_of_time", "trains_fixed"] as const;
export type Reason = (typeof REASONS)[number];

const reason = about(
  v.picklist(REASONS),
  "`not_allowed`: no change that is allowed solves it, which is proven; `no_way_found`: none was " +
    "found; `out_of_time`: none was found by the deadline; " +
    "`trains_fixed`: none of its trains may be changed",
);

const CHANGES_ENTRIES = {
  changes: about(ChangeList.entries.changes, "What solves them, as `changes` stores it"),
  summaries: about(
    v.array(v.nullable(v.union([Summary, PacedSummary]))),
    "For each change the summary of its train as it becomes",
  ),
};

const FIGURES_ENTRIES = {
  delays: about(
    v.array(
      v.object({
        train: about(v.object({ ...TRAIN_ENTRIES, ...dated_train }), "Which train"),
        at: about(Text, "Id of a waypoint with a stop or an arrival, or of the last one"),
        before: about(PrintedDateTime, "Arrival as it is"),
        after: about(PrintedDateTime, "Arrival as it becomes"),
      }),
    ),
    "Arrivals that change",
  ),
  cost: about(v.number(), "Minutes of delay at stops and ends, by weight; 0.01 for each change"),
  bound: about(
    v.number(),
    "Nothing that solves as many conflicts by waiting costs less; 0: not known",
  ),
  work: about(Count, "How much was tried"),
};

export const ResolutionResult = v.object({
  ...CHANGES_ENTRIES,
  solved: about(v.array(Conflict), "Conflicts that would be no more"),
  left: about(
    v.array(v.object({ conflict: about(Conflict, "As it is, and stays"), reason })),
    "Conflicts that stay",
  ),
  ...FIGURES_ENTRIES,
});

const StandingConflict = v.object(STANDING_ENTRIES);

export const UnseenDays = v.object({
  count: about(Count, "How many days"),
  first: about(DateText, "The first of them"),
  last: about(DateText, "The last of them"),
});

/** Of all days of the period. */
export const ResolutionOfDays = v.object({
  ...CHANGES_ENTRIES,
  ...DAY_SETS_ENTRIES,
  solved: about(v.array(StandingConflict), "Conflicts that would be no more on these days"),
  left: about(
    v.array(v.object({ conflict: about(StandingConflict, "On which days it stays"), reason })),
    "Conflicts that stay on some days",
  ),
  unseen: v.exactOptional(
    about(
      UnseenDays,
      "Days that were not looked at, with temporary limits where there are too many: there the proposal promises nothing",
    ),
  ),
  ...FIGURES_ENTRIES,
});

nameSchemas({
  ResolutionTrain,
  ResolutionRequest,
  ResolutionResult,
  UnseenDays,
  ResolutionOfDays,
});
