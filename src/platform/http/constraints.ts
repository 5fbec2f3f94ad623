/**
 * Constraint names are API: each that a client's request can break is mapped here to its error, one
 * row a constraint. A name that is not in the table is a bug and gives 500.
 */
import { AppError } from "./errors.ts";
import { absentResource } from "./resource_errors.ts";

/** Makes the error of a broken constraint; `detail` is PostgreSQL's `Key (…)=(…)` text, for context. */
export type ConstraintError = (detail: string) => AppError;

export const CONSTRAINTS: Readonly<Record<string, ConstraintError>> = {
  rolling_stock_name_key: (detail) => {
    const name = keyValue(detail);
    return new AppError(
      "RollingStockNameAlreadyUsed",
      `A rolling stock named '${name}' already exists`,
      { name },
    );
  },
  towed_rolling_stock_name_key: (detail) => {
    const name = keyValue(detail);
    return new AppError(
      "TowedRollingStockNameAlreadyUsed",
      `A towed rolling stock named '${name}' already exists`,
      { name },
    );
  },
  work_schedule_group_name_key: (detail) => {
    const name = keyValue(detail);
    return new AppError(
      "WorkScheduleNameAlreadyUsed",
      `A group of work schedules named '${name}' already exists`,
      { name },
    );
  },
  temporary_speed_limit_group_name_key: (detail) => {
    const name = keyValue(detail);
    return new AppError(
      "TemporarySpeedLimitNameAlreadyUsed",
      `A group of temporary speed limits named '${name}' already exists`,
      { name },
    );
  },
  train_schedule_timetable_fkey: (detail) => absentResource("timetable", Number(keyValue(detail))),
  paced_train_timetable_fkey: (detail) => absentResource("timetable", Number(keyValue(detail))),
  sub_category_pkey: (detail) => {
    const code = keyValue(detail);
    return new AppError("SubCategoryCodeAlreadyUsed", `There is a sub-category '${code}' already`, {
      code,
    });
  },
  // unknown, or nothing that the caller may show; also raised by functions
  project_image_fkey: imageNotFound,
  project_image_id_key: imageNotFound,
  study_start_date_check: () =>
    new AppError("StudyStartDateAfterEndDate", "The study's start date is after an end date"),
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
  scenario_electrical_profile_set_fkey: profileSetNotFound,
  search_environment_infra_fkey: (detail) => absentResource("infra", Number(keyValue(detail))),
  search_environment_timetable_fkey: (detail) =>
    absentResource("timetable", Number(keyValue(detail))),
  search_environment_electrical_profile_set_fkey: profileSetNotFound,
  search_environment_work_schedule_group_fkey: (detail) => {
    const work_schedule_group_id = Number(keyValue(detail));
    return new AppError(
      "WorkScheduleGroupNotFound",
      `Work schedule group '${work_schedule_group_id}', could not be found`,
      { work_schedule_group_id },
    );
  },
  search_environment_temporary_speed_limit_group_fkey: (detail) => {
    const temporary_speed_limit_group_id = Number(keyValue(detail));
    return new AppError(
      "TemporarySpeedLimitGroupNotFound",
      `Temporary speed limit group '${temporary_speed_limit_group_id}', could not be found`,
      { temporary_speed_limit_group_id },
    );
  },
  // the caller's user was deleted while it made something
  resource_grant_subject_fkey: userDeleted,
  resource_grant_granted_by_fkey: userDeleted,
  document_created_by_fkey: userDeleted,
  // a clone whose source was deleted meanwhile
  infra_content_fkey: () =>
    new AppError("InfraNotFound", "The infrastructure was deleted meanwhile"),
};

function profileSetNotFound(detail: string): AppError {
  const electrical_profile_set_id = Number(keyValue(detail));
  return new AppError(
    "ElectricalProfileSetNotFound",
    `Electrical profile set '${electrical_profile_set_id}', could not be found`,
    { electrical_profile_set_id },
  );
}

function userDeleted(): AppError {
  return new AppError("Unauthenticated", "The user was deleted meanwhile");
}

function imageNotFound(detail: string): AppError {
  const document_key = Number(keyValue(detail));
  return new AppError(
    "ProjectImageNotFound",
    `There is no image '${document_key}' that this project may show`,
    { document_key },
  );
}

/** The value in PostgreSQL's `Key (name)=(value) …` detail, or the empty text. */
export function keyValue(detail: string): string {
  const start = detail.indexOf(")=(");
  const end = detail.lastIndexOf(")");
  return start < 0 || end < start + 3 ? "" : detail.slice(start + 3, end);
}
