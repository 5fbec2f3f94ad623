/**
 * Paced trains (interface.md 9): a train schedule's fields, how often it runs, and its exceptions.
 * As with train schedules, the parsed value is the stored record, a creation refuses unknown keys,
 * and a replacement drops them.
 */
import * as v from "valibot";
import { authorship_entries, dropped, dropped_authorship } from "../../platform/http/authorship.ts";
import { bodyId } from "../../platform/http/fields.ts";
import { addFaults } from "../../railway/fault_issues.ts";
import { makeNumbering } from "../../railway/numbering.ts";
import { optionalOrNull } from "../../railway/scalars.ts";
import { Duration } from "../../railway/time.schemas.ts";
import {
  replaced_days,
  STRICT_TRAIN_ENTRIES,
  strictly,
  TRAIN_ENTRIES,
} from "../../railway/train_entries.ts";
import type { ObjectMaker } from "../../railway/waypoint.schemas.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { TRAIN_EXAMPLE } from "../train_schedule/train_schedule.schemas.ts";
import type { PacedTrain } from "./effective_trains.ts";
import { makeException } from "./exception.schemas.ts";
import { listPacedTrainFaults } from "./pacing_rules.ts";

/** Per paced train; the number of trains that it may stand for is a setting. */
const EXCEPTIONS_MAX = 10_000;

function makePacedTrainEntries(object: ObjectMaker, train: typeof STRICT_TRAIN_ENTRIES) {
  const exceptions = v.pipe(
    v.array(makeException(object, train)),
    v.maxLength(EXCEPTIONS_MAX, `must have at most ${EXCEPTIONS_MAX} items`),
  );
  return {
    ...train,
    paced: about(
      object({
        time_window: about(Duration, "ISO 8601 duration within which occurrences start"),
        interval: about(Duration, "ISO 8601 duration from one start to the next"),
      }),
      "How often it runs: in a window of PT1H every PT15M four times",
    ),
    numbering: v.exactOptional(
      about(makeNumbering(object), "Names its trains by numbers; exceptions may name theirs"),
    ),
    exceptions: v.optional(about(exceptions, "Occurrences that differ, and trains more"), []),
  };
}

const ENTRIES = makePacedTrainEntries(v.object, TRAIN_ENTRIES);
const STRICT_ENTRIES = makePacedTrainEntries(strictly, STRICT_TRAIN_ENTRIES);

/** One paced train of a creation. */
export const PacedTrainCreation: v.GenericSchema<unknown, PacedTrain> = v.pipe(
  strictly({ ...STRICT_ENTRIES, ...dropped_authorship }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addFaults(dataset.value, listPacedTrainFaults(dataset.value), addIssue);
  }),
);

/** A replacement; `timetable_id` may be repeated but not changed. */
export const PacedTrainReplacement = v.pipe(
  strictly({
    ...STRICT_ENTRIES,
    ...replaced_days,
    timetable_id: optionalOrNull(bodyId),
    ...dropped("id"),
    ...dropped_authorship,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addFaults(dataset.value, listPacedTrainFaults(dataset.value), addIssue);
  }),
);

/** The record as clients get it. */
export const PacedTrainResult = v.object({
  id: bodyId,
  timetable_id: bodyId,
  ...authorship_entries,
  ...ENTRIES,
});

export const PACED_TRAIN_EXAMPLE = {
  ...TRAIN_EXAMPLE,
  train_name: "RER A",
  paced: { time_window: "PT1H", interval: "PT15M" },
  exceptions: [
    { key: "later", occurrence_index: 2, start_time: { value: "2026-05-22T08:35:00Z" } },
    { key: "not at 08:45", occurrence_index: 3, disabled: true },
    { key: "more", train_name: { value: "RER A bis" } },
  ],
};

nameSchemas({ PacedTrainCreation, PacedTrainReplacement, PacedTrainResult });
