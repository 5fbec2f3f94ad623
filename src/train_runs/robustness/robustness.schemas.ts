/** A timetable tried on many days: request and answer (operations.md). */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { datetimeMs, durationMs } from "../../railway/iso8601.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, FiniteNumber, NonBlankText, PlainObject, Text } from "../../railway/scalars.ts";
import { DateTime, Duration } from "../../railway/time.schemas.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { dated_train } from "../../timetable/calendar/date_query.ts";
import { ChangeList } from "../../timetable/changes/change.schemas.ts";

export const DAYS_MAX = 10_000;
const DELAYS_MAX = 1000;
const VALUES_MAX = 10_000;
const DELAY_MAX_MS = 24 * 3_600_000;
const SIGMA_MAX = 10;
const SEED_MAX = 2 ** 32 - 1;

const Delay = v.pipe(
  Duration,
  v.check((text) => durationMs(text) <= DELAY_MAX_MS, "must be at most a day"),
);
const LongDelay = v.pipe(
  Delay,
  v.check((text) => durationMs(text) > 0, "must be longer than nothing"),
);
const SHAPES = ["exponential", "lognormal", "values"] as const;

const DrawnDelay = v.pipe(
  v.strictObject({
    of: about(
      v.picklist(["entry", "stops", "runs"]),
      "`entry`: trains appear later at the begin of their paths; `stops`: each of their stops takes longer " +
        "at least; `runs`: they lose time behind each stop",
    ),
    category: v.optional(
      about(NonBlankText, "Of trains of this main category, or with the code of this sub-category"),
    ),
    label: v.optional(about(NonBlankText, "Of trains with this label: those of a line, say")),
    station: v.optional(
      about(
        NonBlankText,
        "Of trains at this station: id of the operational point, trigram or UIC number, as paths name it; of `entry` " +
          "where they begin, of `runs` right behind it",
      ),
    ),
    share: v.optional(
      about(
        v.pipe(
          FiniteNumber,
          v.minValue(0, "must not be negative"),
          v.maxValue(1, "must be at most 1"),
        ),
        "How probable it is",
      ),
      1,
    ),
    max: v.optional(about(LongDelay, "No delay is longer"), "PT1H"),
    exponential: v.optional(
      about(
        v.strictObject({ mean: about(LongDelay, "Before it is bounded") }),
        "Short ones are the most probable",
      ),
    ),
    lognormal: v.optional(
      about(
        v.strictObject({
          median: about(LongDelay, "Before it is bounded"),
          sigma: about(
            v.pipe(
              FiniteNumber,
              v.minValue(0, "must not be negative"),
              v.maxValue(SIGMA_MAX, `must be at most ${SIGMA_MAX}`),
            ),
            "Standard deviation of its logarithm",
          ),
        }),
        "Its logarithm is normally distributed",
      ),
    ),
    values: v.optional(
      about(
        v.pipe(
          v.array(Delay),
          v.minLength(1, "must not be empty"),
          v.maxLength(VALUES_MAX, `must have at most ${VALUES_MAX} items`),
        ),
        "Each as probable as the others",
      ),
    ),
  }),
  v.check(
    (delay) => SHAPES.filter((shape) => delay[shape] !== undefined).length === 1,
    "has exactly one of exponential, lognormal and values",
  ),
  v.check(
    ({ values = [], max }) => values.every((value) => durationMs(value) <= durationMs(max)),
    "has no value that is longer than max",
  ),
);
export type DrawnDelay = v.InferOutput<typeof DrawnDelay>;

export const RobustnessRequest = v.pipe(
  PlainObject,
  v.strictObject({
    delays: about(
      v.pipe(v.array(DrawnDelay), v.maxLength(DELAYS_MAX, `must have at most ${DELAYS_MAX} items`)),
      "What is drawn; of each kind the first that fits a train and its stop counts",
    ),
    days: v.optional(
      about(
        v.pipe(
          Count,
          v.minValue(1, "must be at least 1"),
          v.maxValue(DAYS_MAX, `must be at most ${DAYS_MAX}`),
        ),
        "How many are tried",
      ),
      100,
    ),
    seed: v.optional(
      about(
        v.pipe(Count, v.maxValue(SEED_MAX, "must fit in 32 bits")),
        "The same seed gives the same days, also for a timetable that was changed",
      ),
      0,
    ),
    order: v.optional(
      about(
        v.picklist(["planned", "first_come"]),
        "Whether a train waits for one that is planned to go first, or whoever comes first goes first",
      ),
      "planned",
    ),
    patience: v.optional(
      about(v.nullable(Delay), "How long it waits for that; null: as long as it takes"),
      "PT5M",
    ),
    changes: v.optional(
      about(
        ChangeList.entries.changes,
        "What would be otherwise: the same days are tried with these changes of trains as well, each train at most once",
      ),
    ),
    each_stop: v.optional(
      about(
        v.boolean(),
        "Whether trains have `stops`: how late they are at each, and how much of their reserves they need",
      ),
      false,
    ),
    window: v.optional(
      about(
        v.pipe(
          v.strictObject({ begin: DateTime, end: DateTime }),
          v.check(
            ({ begin, end }) => datetimeMs(begin) < datetimeMs(end),
            "begin must be before end",
          ),
        ),
        "Trains that start within it count; those that run then are there; absent: all",
      ),
    ),
  }),
);
export type RobustnessRequest = v.InferOutput<typeof RobustnessRequest>;

export const ROBUSTNESS_EXAMPLE = {
  delays: [
    { of: "entry", category: "FREIGHT_TRAIN", lognormal: { median: "PT4M", sigma: 1 } },
    { of: "entry", share: 0.5, exponential: { mean: "PT2M" }, max: "PT30M" },
    { of: "stops", values: ["PT0S", "PT0S", "PT30S", "PT2M"] },
  ],
  days: 200,
  seed: 7,
  order: "planned",
  patience: "PT5M",
};

const TrainName = v.object({
  kind: about(v.picklist(["train_schedule", "paced_train"]), "Kind of train"),
  id: v.optional(about(bodyId, "Of its record; absent: it is added by a change")),
  change: v.optional(about(Count, "Which change adds it, from 0")),
  occurrence_key: v.optional(about(Count, "Which occurrence of a paced train, from 0")),
  exception_key: v.optional(about(Text, "Of a train that an exception adds")),
  ...dated_train,
});

const PUNCTUAL_ENTRIES = {
  punctual: about(
    v.array(
      v.object({
        within_seconds: about(Count, "Not later than this"),
        share: about(v.number(), "Of all that were due"),
        low: about(v.number(), "With 95 % certainty it is at least this"),
        high: about(v.number(), "And at most this"),
      }),
    ),
    "Within 1, 3 and 5 minutes",
  ),
  mean_seconds: about(v.nullable(v.number()), "Of those that arrived; earliness counts as 0"),
};

const LATENESS_ENTRIES = {
  arrivals: about(Count, "Arrivals that were due, on all days"),
  never: about(Count, "Those that never were: their trains stand in a deadlock, or behind one"),
  ...PUNCTUAL_ENTRIES,
  p95_seconds: about(
    v.nullable(Count),
    "95 % are not later; null: they never arrive, or after 18 h. From 10 min on in steps of 10 s, from 1 h on " +
      "of 1 min; of single trains in seconds",
  ),
};

const TRAIN_STOPS = about(
  v.array(
    v.object({
      stop: about(v.nullable(Text), "Id of its waypoint; null: it has none"),
      ...PUNCTUAL_ENTRIES,
      reserve_seconds: about(
        v.number(),
        "Planned time from the departure before to this departure (at its end the arrival), less the shortest",
      ),
      made_up_seconds_per_day: about(v.number(), "Of lateness, in that time"),
    }),
  ),
  "With `each_stop`: its stops, begin and end included",
);

const PASSED_ON_ENTRIES = {
  seconds_per_day: about(v.number(), "Waiting time, with what braking costs"),
  waits_per_day: about(v.number(), "How often"),
};

const STATION = about(
  v.object({
    operational_point: v.optional(about(Text, "Id of an operational point")),
    trigram: v.optional(about(Text, "Trigram of an operational point")),
    uic: v.optional(about(Count, "UIC code of an operational point")),
    secondary_code: v.nullish(about(Text, "Which of the points of one trigram or code")),
  }),
  "As trains name it",
);
const CATEGORY = about(v.nullable(Text), "Main category, or code of a sub-category");

const FIGURES = {
  days: about(Count, "How many were tried"),
  all: about(v.object(LATENESS_ENTRIES), "All trains at their ends"),
  trains: about(
    v.array(
      v.object({
        train: about(TrainName, "Which train"),
        ...LATENESS_ENTRIES,
        stops: v.optional(TRAIN_STOPS),
      }),
    ),
    "Each train at its end",
  ),
  stations: about(
    v.array(
      v.object({
        station: STATION,
        ...LATENESS_ENTRIES,
      }),
    ),
    "Arrivals at planned stops and ends",
  ),
  categories: about(
    v.array(
      v.object({
        category: CATEGORY,
        ...LATENESS_ENTRIES,
      }),
    ),
    "Trains at their ends",
  ),
  primary_seconds_per_day: about(v.number(), "Delays that were drawn"),
  knock_on_seconds_per_day: about(v.number(), "Waits for other trains"),
  pairs: about(
    v.array(
      v.object({
        cause: about(TrainName, "Who was waited for"),
        train: about(TrainName, "Who waited"),
        ...PASSED_ON_ENTRIES,
      }),
    ),
    "Who made whom wait most; at most 100",
  ),
  places: about(
    v.array(
      v.object({
        signal: about(v.nullable(Text), "Before which; null: before they appeared"),
        ...PASSED_ON_ENTRIES,
      }),
    ),
    "Where trains waited most; at most 100",
  ),
  deadlocked_days: about(Count, "Days on which some train did not get to its end"),
  deadlocks: about(
    v.array(
      v.object({
        day: about(Count, "From 0"),
        time: PrintedDateTime,
        trains: about(v.array(TrainName), "Each holds what the one before it needs"),
      }),
    ),
    "The first 100",
  ),
  left_out: about(v.array(TrainName), "Trains that have no run"),
  unused_delays: about(
    v.array(Count),
    "Places in `delays` of those that are drawn for no train: another one comes first, or none fits",
  ),
};

const Change = {
  change: about(v.number(), "After less before"),
  low: about(v.number(), "With 95 % certainty it is at least this, of days that are the same"),
  high: about(v.number(), "And at most this"),
};
const DIFFERENCE = {
  punctual: about(
    v.array(v.object({ within_seconds: about(Count, "Not later than this"), ...Change })),
    "Of the shares",
  ),
  mean_seconds: about(
    v.nullable(v.object(Change)),
    "Of those that arrived; null: before or after none did",
  ),
};

export const RobustnessResult = v.object({
  ...FIGURES,
  after: v.optional(about(v.object(FIGURES), "The same with the changes, on the same days")),
  differences: v.optional(
    about(
      v.object({
        all: about(v.object(DIFFERENCE), "All trains at their ends"),
        stations: about(
          v.array(v.object({ station: STATION, ...DIFFERENCE })),
          "Stations with arrivals before and after",
        ),
        categories: about(
          v.array(v.object({ category: CATEGORY, ...DIFFERENCE })),
          "Categories with trains before and after",
        ),
      }),
      "What the changes make otherwise",
    ),
  ),
});

nameSchemas({ DrawnDelay, RobustnessRequest, RobustnessResult });
