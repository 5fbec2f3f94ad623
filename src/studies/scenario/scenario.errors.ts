/** Errors of a scenario's references: deleted meanwhile, or already used by another scenario. */
import { type ConstraintErrors, keyValue } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";

export const SCENARIO_CONSTRAINTS: ConstraintErrors = {
  scenario_timetable_fkey: (detail) =>
    absentResource("timetable", Number(keyValue(detail)), "ScenarioTimetableNotFound"),
  scenario_timetable_id_key: (detail) => {
    const timetable_id = Number(keyValue(detail));
    return new AppError(
      "ScenarioTimetableAlreadyUsed",
      `Timetable '${timetable_id}' belongs to another scenario`,
      { timetable_id },
    );
  },
  scenario_infra_fkey: (detail) =>
    absentResource("infra", Number(keyValue(detail)), "ScenarioInfraNotFound"),
  scenario_electrical_profile_set_fkey: (detail) => {
    const electrical_profile_set_id = Number(keyValue(detail));
    return new AppError(
      "ElectricalProfileSetNotFound",
      `Electrical profile set '${electrical_profile_set_id}', could not be found`,
      { electrical_profile_set_id },
    );
  },
};
