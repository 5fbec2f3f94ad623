/** The errors of resources: not found, in one table by type; and level too low. */
import type { ResourceType } from "../access/levels.ts";
import type { BuiltinRole, BuiltinRoleSet } from "../access/roles.ts";
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

/** `error` replaces the type's own error if the endpoint declares another. */
export function absentResource(type: ResourceType, id: number, error?: ErrorName): AppError {
  const absence = ABSENCES[type];
  const message = `${absence.label} '${id}', could not be found`;
  if (error === "UnknownResource") return new AppError(error, message, { resource_id: id });
  return new AppError(error ?? absence.error, message, { [absence.id_key]: id });
}

/** The 403 for missing roles; it says whom to ask. */
export function rolesMissing(required: readonly BuiltinRole[], held: BuiltinRoleSet): AppError {
  const missing = required.filter((role) => !held.has(role)).join(", ");
  const message =
    `This needs the roles ${required.join(", ")}, you don't have ${missing}. Whoever has role:admin ` +
    "can assign you an application role that implies it (POST /authn/user/{your id}/roles/add)";
  return new AppError("Forbidden", message, {
    required_roles: required,
    builtin_roles: [...held].sort(),
  });
}

/**
 * The 403 for a level that is too low; `effective` null: no level. `type` is what the client asked about. It says
 * whom to ask: the role `admin` by itself gives no access to data, but may grant levels, to its holder as well.
 */
export function levelTooLow(
  { type, id }: { readonly type: string; readonly id: number },
  required: string,
  effective: string | null,
): AppError {
  const message =
    `This needs ${required} on ${type}/${id}, you have ${effective ?? "nothing"} there. Its owners ` +
    `and administrators can grant you more (POST /authz/${type}/${id}/grants)`;
  return new AppError("Forbidden", message, {
    resource_type: type,
    resource_id: id,
    required,
    effective,
  });
}

/** The 403 for passing on a level that is not the caller's own: everybody has it, or it shows that the resource exists. */
export function levelNotOwn(
  { type, id }: { readonly type: string; readonly id: number },
  required: string,
  effective: string | null,
): AppError {
  const message =
    `This needs a grant of ${required} on ${type}/${id} that is made out to you or to a group of yours: ` +
    "what everybody has, or MinimalMetadata alone, can't be passed on. Its owners and administrators " +
    `can grant you more (POST /authz/${type}/${id}/grants)`;
  return new AppError("Forbidden", message, {
    resource_type: type,
    resource_id: id,
    required,
    effective,
  });
}

/** For a creation whose user was deleted meanwhile. */
export function userDeleted(): AppError {
  return new AppError("Unauthenticated", "The user was deleted meanwhile");
}
