/** Builtin roles and what each implies directly (specification, "Roles"). Endpoints require these only. */

export const BUILTIN_ROLES = {
  "role:admin": [],
  "group:create": [],
  "infra:read": [],
  "infra:write": ["infra:read"],
  "rolling-stock:read": [],
  "rolling-stock:write": ["rolling-stock:read"],
  "timetable:read": [],
  "timetable:write": ["timetable:read"],
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
