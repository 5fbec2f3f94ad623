/**
 * Builtin roles under the names of clients of 2024 (interface.md 2.2), which show or hide pages accordingly.
 * The roles that those clients assign are application roles here, so a roles file may use these names.
 */
import type { BuiltinRole } from "../../platform/access/roles.ts";

const NAMES: { readonly [Role in BuiltinRole]: readonly string[] } = {
  "role:admin": ["RoleRead", "RoleWrite", "SubjectRead"],
  "group:create": ["SubjectWrite"],
  "infra:read": ["InfraRead", "MapRead"],
  "infra:write": ["InfraWrite"],
  "rolling-stock:read": ["RollingStockCollectionRead"],
  "rolling-stock:write": ["RollingStockCollectionWrite"],
  "timetable:read": ["TimetableRead"],
  "timetable:write": ["TimetableWrite"],
  "operational-studies:read": ["OpsRead", "DocumentRead"],
  "operational-studies:write": ["OpsWrite", "DocumentWrite"],
  stdcm: ["Stdcm"],
  admin: ["Superuser"],
};

/** The names of some builtin roles, sorted. */
export function nameRoles(roles: Iterable<BuiltinRole>): string[] {
  return [...roles].flatMap((role) => NAMES[role]).sort();
}
