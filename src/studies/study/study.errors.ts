/** Errors of a path such as `/projects/1/studies/2/scenarios/3` that leads nowhere (interface.md 4). */
import type { Database } from "../../platform/db/client.ts";
import type { ConstraintErrors } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";
import { findPlace, type StudyPlace } from "./study.queries.ts";

/** The error for a study that was not found at its place; for the project if that does not exist. */
export async function studyAbsent(db: Database, place: StudyPlace): Promise<AppError> {
  const { has_project } = await findPlace(db, place);
  return has_project
    ? absentResource("study", place.study_id)
    : absentResource("project", place.project_id);
}

/** The error for a scenario that was not found at its place: for the first of the three that is missing. */
export async function scenarioAbsent(
  db: Database,
  place: StudyPlace & { readonly scenario_id: number },
): Promise<AppError> {
  const { has_project, has_study } = await findPlace(db, place);
  if (!has_project) return absentResource("project", place.project_id);
  if (!has_study) return absentResource("study", place.study_id);
  return absentResource("scenario", place.scenario_id);
}

export const STUDY_CONSTRAINTS: ConstraintErrors = {
  study_start_date_check: () =>
    new AppError("StudyStartDateAfterEndDate", "The study's start date is after an end date"),
};
