/** Builtin roles and what each implies directly (specification, "Roles"). Endpoints require these only. */

export const BUILTIN_ROLES = {
  "role:admin": [],
  "group:create": [],
  "infra:read": [],
  "infra:write": ["infra:read"],
  "rolling-stock:read": [],
  "rolling-stock:write": ["rolling-stock:read"],
  "timetable:read": [],
  "timetable:write": ["timetable:read", "operation:write"],
  // Not in the specification, whose set is illustrative: for feeds, which are not to edit trains (docs/decisions.md, 3).
  "operation:write": [],
  "operational-studies:read": ["infra:read", "timetable:read", "rolling-stock:read"],
  "operational-studies:write": ["operational-studies:read", "timetable:write"],
  stdcm: ["infra:read", "timetable:read", "rolling-stock:read"],
  admin: [
    "role:admin",
    "group:create",
    "infra:write",
    "rolling-stock:write",
    "timetable:write",
    "operational-studies:write",
    "stdcm",
  ],
} as const satisfies Record<string, readonly string[]>;

export type BuiltinRole = keyof typeof BUILTIN_ROLES;
export type BuiltinRoleSet = ReadonlySet<BuiltinRole>;

export function isBuiltinRole(tag: string): tag is BuiltinRole {
  return Object.hasOwn(BUILTIN_ROLES, tag);
}

/** A builtin role with everything that it implies. */
export function impliedRoles(role: BuiltinRole): BuiltinRoleSet {
  const found = new Set<BuiltinRole>();
  const pending: BuiltinRole[] = [role];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    pending.push(...BUILTIN_ROLES[next]);
  }
  return found;
}

export const ALL_ROLES: BuiltinRoleSet = impliedRoles("admin");
