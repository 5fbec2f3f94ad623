/** The search environment: the resources that the page of short term requests uses (interface.md 11.3). */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { addFaults, type ReferenceFault } from "../../railway/fault_issues.ts";
import { datetimeMs } from "../../railway/iso8601.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { UtcDateTime } from "../../railway/time.schemas.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

const OF_SCENARIO = "Scenario whose network, timetable and electrical profiles these are";

const Form = v.strictObject({
  infra_id: v.optional(about(bodyId, "Network; required without `scenario_id`")),
  timetable_id: v.optional(about(bodyId, "Timetable; required without `scenario_id`")),
  scenario_id: v.optional(about(bodyId, `${OF_SCENARIO}, in place of them`)),
  electrical_profile_set_id: v.nullish(about(bodyId, "Electrical profiles"), null),
  work_schedule_group_id: v.nullish(about(bodyId, "Works"), null),
  temporary_speed_limit_group_id: v.nullish(about(bodyId, "Temporary speed limits"), null),
  search_window_begin: v.optional(
    about(UtcDateTime, "UTC unless it has a zone; of a scenario its first departure"),
  ),
  search_window_end: v.optional(
    about(UtcDateTime, "UTC unless it has a zone; of a scenario a day after its last departure"),
  ),
});
type Form = v.InferOutput<typeof Form>;

/** What clients send: ids with a window, or a scenario. */
export const SearchEnvironmentForm = v.pipe(
  Form,
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addFaults(dataset.value, listFaults(dataset.value), addIssue);
  }),
);
export type SearchEnvironmentForm = v.InferOutput<typeof SearchEnvironmentForm>;

const GIVEN_BY_SCENARIO = ["infra_id", "timetable_id", "electrical_profile_set_id"] as const;
const NEEDED = ["infra_id", "timetable_id", "search_window_begin", "search_window_end"] as const;

function listFaults(form: Form): ReferenceFault[] {
  const { search_window_begin: begin, search_window_end: end } = form;
  const faults: ReferenceFault[] = [];
  if (form.scenario_id === undefined) {
    for (const key of NEEDED) {
      if (form[key] === undefined) faults.push({ path: [key], reason: "is required" });
    }
  } else {
    for (const key of GIVEN_BY_SCENARIO) {
      const value = form[key] ?? null;
      if (value !== null) faults.push({ path: [key], reason: "is the scenario's" });
    }
  }
  if (begin !== undefined && end !== undefined && datetimeMs(begin) >= datetimeMs(end)) {
    faults.push({ path: ["search_window_end"], reason: "must be after search_window_begin" });
  }
  return faults;
}

/** The record as clients get it; what it does not name is left out. */
export const SearchEnvironment = v.object({
  id: bodyId,
  infra_id: bodyId,
  timetable_id: bodyId,
  electrical_profile_set_id: v.optional(bodyId),
  work_schedule_group_id: v.optional(bodyId),
  temporary_speed_limit_group_id: v.optional(bodyId),
  search_window_begin: PrintedDateTime,
  search_window_end: PrintedDateTime,
});
export type SearchEnvironment = v.InferOutput<typeof SearchEnvironment>;

nameSchemas({ SearchEnvironmentForm, SearchEnvironment });
