/**
 * Train schedules: the bodies of a creation and a replacement, and the stored record (interface.md 8). The
 * parsed value is the stored record, so that a read passes stored text through. Both refuse unknown
 * keys, except those of a record that was read: authorship, and in a replacement the id.
 */
import * as v from "valibot";
import { authorship_entries, dropped, dropped_authorship } from "../../platform/http/authorship.ts";
import { bodyId } from "../../platform/http/fields.ts";
import { addFaults } from "../../railway/fault_issues.ts";
import { optionalOrNull } from "../../railway/scalars.ts";
import {
  replaced_days,
  STRICT_TRAIN_ENTRIES,
  strictly,
  TRAIN_ENTRIES,
} from "../../railway/train_entries.ts";
import { listReferenceFaults } from "../../railway/train_references.ts";
import { nameSchemas } from "../../railway/wire.ts";

const TrainFields = v.object(TRAIN_ENTRIES);
const StrictTrainFields = strictly({ ...STRICT_TRAIN_ENTRIES, ...dropped_authorship });

/** A stored train schedule: everything that its path and simulation depend on. */
export type TrainSchedule = v.InferOutput<typeof TrainFields>;

/** One train of a creation. */
export const TrainScheduleCreation: v.GenericSchema<unknown, TrainSchedule> = v.pipe(
  StrictTrainFields,
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addFaults(dataset.value, listReferenceFaults(dataset.value), addIssue);
  }),
);

/** A replacement; `timetable_id` may be repeated but not changed. */
export const TrainScheduleReplacement = v.pipe(
  strictly({
    ...STRICT_TRAIN_ENTRIES,
    ...replaced_days,
    timetable_id: optionalOrNull(bodyId),
    ...dropped("id"),
    ...dropped_authorship,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addFaults(dataset.value, listReferenceFaults(dataset.value), addIssue);
  }),
);

/** The record as clients get it. */
export const TrainScheduleResult = v.object({
  id: bodyId,
  timetable_id: bodyId,
  ...authorship_entries,
  ...TRAIN_ENTRIES,
});

export const TRAIN_EXAMPLE = {
  train_name: "8601",
  labels: ["morning"],
  rolling_stock_name: "Regional 160",
  start_time: "2026-05-22T08:00:00Z",
  path: [
    { id: "departure", operational_point: "West_station" },
    { id: "middle", trigram: "MWS" },
    { id: "arrival", track: "TH1", offset: 4_386_000 },
  ],
  schedule: [
    { at: "middle", arrival: "PT10M", stop_for: "PT1M" },
    { at: "arrival", stop_for: "PT0S", reception_signal: "STOP" },
  ],
  margins: { boundaries: ["middle"], values: ["5%", "4.5min/100km"] },
  constraint_distribution: "MARECO",
  comfort: "STANDARD",
  category: { main_category: "REGIONAL_TRAIN" },
};

nameSchemas({ TrainScheduleCreation, TrainScheduleReplacement, TrainScheduleResult });
