/** The errors of resources: the one that does not exist, by type in one table; the level that is too low. */
import type { ResourceType } from "../access/levels.ts";
import { AppError, type ErrorName } from "./errors.ts";

interface Absence {
  readonly error: ErrorName;
  readonly id_key: string;
  readonly label: string;
}

const ABSENCES: { readonly [Type in ResourceType]: Absence } = {
  group: { error: "NoSuchGroup", id_key: "group_id", label: "Group" },
  project: { error: "ProjectNotFound", id_key: "project_id", label: "Project" },
  study: { error: "StudyNotFound", id_key: "study_id", label: "Study" },
  scenario: { error: "ScenarioNotFound", id_key: "scenario_id", label: "Scenario" },
  timetable: { error: "TimetableNotFound", id_key: "timetable_id", label: "Timetable" },
  infra: { error: "InfraNotFound", id_key: "infra_id", label: "Infrastructure" },
  rolling_stock_collection: {
    error: "RollingStockCollectionNotFound",
    id_key: "rolling_stock_collection_id",
    label: "Rolling stock collection",
  },
};

/** `error` replaces the type's own where an endpoint has one of its own. */
export function absentResource(type: ResourceType, id: number, error?: ErrorName): AppError {
  const absence = ABSENCES[type];
  const message = `${absence.label} '${id}', could not be found`;
  if (error === "UnknownResource") return new AppError(error, message, { resource_id: id });
  return new AppError(error ?? absence.error, message, { [absence.id_key]: id });
}

/** The 403 of a level that is too low; `effective` null = none. `type` is what the client asked about. */
export function levelTooLow(
  { type, id }: { readonly type: string; readonly id: number },
  required: string,
  effective: string | null,
): AppError {
  return new AppError("Forbidden", "Your privileges on this resource are not enough", {
    resource_type: type,
    resource_id: id,
    required,
    effective,
  });
}
