/** Short term path requests: one train fitted in between all others (interface.md 11.3). */
import * as v from "valibot";
import { dropped } from "../../platform/http/authorship.ts";
import { bodyId } from "../../platform/http/fields.ts";
import { addFaults, type ReferenceFault } from "../../railway/fault_issues.ts";
import { MarginValueText } from "../../railway/margin_text.ts";
import { Milliseconds, PrintedDateTime, SpeedUpToMax } from "../../railway/quantities.ts";
import { FiniteNumber, Text } from "../../railway/scalars.ts";
import { DateTime } from "../../railway/time.schemas.ts";
import { COMFORTS } from "../../railway/train_defaults.ts";
import { TRAIN_ENTRIES } from "../../railway/train_entries.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { ConflictList } from "../conflict/conflict.schemas.ts";
import { FoundPathKeys, PathfindingResult, PathItem } from "../path/path.schemas.ts";
import { CompleteSimulation, FailedSimulationResult } from "../simulation/simulation.schemas.ts";

const STEPS_MAX = 1_000;
const SPAN_DAYS_MAX = 366;
const SPAN_MAX_MS = SPAN_DAYS_MAX * 86_400_000;
const MASS_MAX_KG = 1e9;
const LENGTH_MAX_M = 100_000;

const Span = v.pipe(Milliseconds, v.maxValue(SPAN_MAX_MS, `is more than ${SPAN_DAYS_MAX} days`));

function amountUpTo(max: number, text: string) {
  return about(
    v.pipe(
      FiniteNumber,
      v.gtValue(0, "must be above 0"),
      v.maxValue(max, `must be at most ${max}`),
    ),
    text,
  );
}

const Step = v.strictObject({
  location: PathItem,
  duration: v.nullish(about(Span, "Least stop, milliseconds; null: the train may pass"), null),
  timing_data: v.nullish(
    about(
      v.strictObject({
        arrival_time: DateTime,
        arrival_time_tolerance_before: about(
          Span,
          "How much earlier it may be there, milliseconds",
        ),
        arrival_time_tolerance_after: about(Span, "How much later it may be there, milliseconds"),
      }),
      "When to be there; at the first step, when to leave",
    ),
    null,
  ),
});

const Request = v.strictObject({
  steps: about(
    v.pipe(
      v.array(Step),
      v.minLength(1, "must not be empty"),
      v.maxLength(STEPS_MAX, `must have at most ${STEPS_MAX} items`),
    ),
    "Places of the train, in order; the last one has a `duration`, 0 is enough",
  ),
  rolling_stock_id: bodyId,
  comfort: about(v.picklist(COMFORTS), "Which effort curves count"),
  start_time: v.nullish(about(DateTime, "Earliest departure, where no step has a time"), null),
  maximum_departure_delay: v.nullish(
    about(Span, "How much later it may leave, ms; else as long as it runs alone"),
    null,
  ),
  maximum_run_time: v.nullish(
    about(Span, "From departure to arrival, stops included, ms; else twice as long as alone"),
    null,
  ),
  time_gap_before: v.nullish(about(Span, "Tracks are free so long before it comes, ms"), null),
  time_gap_after: v.nullish(about(Span, "Tracks are free so long after it has left, ms"), null),
  margin: v.nullish(about(MarginValueText, "Time added: `5%` or `4.5min/100km`"), null),
  speed_limit_tags: v.nullish(
    v.pipe(
      Text,
      v.transform((text) => (text === "" ? null : text)),
      v.description("One speed limit tag; empty: none"),
    ),
    null,
  ),
  total_mass: v.nullish(
    amountUpTo(MASS_MAX_KG, "Of the whole train, kilograms; else the rolling stock's"),
    null,
  ),
  total_length: v.nullish(
    amountUpTo(LENGTH_MAX_M, "Of the whole train, metres; else the rolling stock's"),
    null,
  ),
  max_speed: v.nullish(
    about(
      v.pipe(SpeedUpToMax, v.gtValue(0, "must be above 0")),
      "Of the whole train, metres per second, where it is lower than the rolling stock's",
    ),
    null,
  ),
  electrical_profile_set_id: v.nullish(
    about(bodyId, "Electrical profiles that count for the train and for those of the timetable"),
    null,
  ),
  work_schedule_group_id: v.nullish(about(bodyId, "Works that count"), null),
  temporary_speed_limit_group_id: v.nullish(about(bodyId, "Temporary limits that count"), null),
  ...dropped("timetable_id", "standard_allowance"),
});

/** A train to be fitted in between others; times in milliseconds. */
export const StdcmRequest = v.pipe(
  Request,
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addFaults(dataset.value, listTimeFaults(dataset.value), addIssue);
  }),
);
export type StdcmRequest = v.InferOutput<typeof Request>;

/** The request must have a time, and not one at each end. */
function listTimeFaults({ steps, start_time }: StdcmRequest): ReferenceFault[] {
  const last = steps.length - 1;
  if (start_time === null && steps.every(({ timing_data }) => timing_data === null)) {
    return [
      { path: ["steps"], reason: "some step needs timing_data, or the request a start_time" },
    ];
  }
  if (last > 0 && steps[0]?.timing_data !== null && steps[last]?.timing_data !== null) {
    const reason = "only one of the first and the last step may have a time";
    return [{ path: ["steps", last, "timing_data"], reason }];
  }
  return [];
}

const STATUS_TEXT = "Which outcome this is";

/** Every outcome of a search; all of them are HTTP 200. */
export const StdcmResult = v.variant("status", [
  v.object({
    status: about(v.literal("success"), STATUS_TEXT),
    simulation: about(CompleteSimulation, "Its run; base, provisional and final are one"),
    path: about(FoundPathKeys, "Its path; a position for each step"),
    departure_time: PrintedDateTime,
    train_schedule: about(
      v.nullable(v.object(TRAIN_ENTRIES)),
      "The body that creates this train; null where a train schedule, which runs with the " +
        "rolling stock's own mass, length and speed, would not run as this one does",
    ),
  }),
  v.object({
    status: about(v.literal("conflicts"), STATUS_TEXT),
    pathfinding_result: about(PathfindingResult, "Path of the train alone on the network"),
    conflicts: about(
      ConflictList,
      "Conflicts there, without the train itself and trains that you may not read",
    ),
  }),
  v.object({ status: about(v.literal("path_not_found"), STATUS_TEXT) }),
  v.object({
    status: about(v.literal("preprocessing_simulation_error"), STATUS_TEXT),
    error: about(FailedSimulationResult, "Why it can't run at all, in the form of a simulation"),
  }),
]);

export const STDCM_EXAMPLE = {
  steps: [
    {
      location: { operational_point: "West_station" },
      duration: 0,
      timing_data: {
        arrival_time: "2026-05-22T08:00:00Z",
        arrival_time_tolerance_before: 0,
        arrival_time_tolerance_after: 1_800_000,
      },
    },
    { location: { trigram: "MWS", secondary_code: "BV" }, duration: 60_000 },
    { location: { track: "TH1", offset: 4_386_000 }, duration: 0 },
  ],
  rolling_stock_id: 7,
  comfort: "STANDARD",
  margin: "5%",
};

nameSchemas({ StdcmRequest, StdcmResult });
