/**
 * The independent judge of roles: the table of builtin roles of the specification, and application roles
 * resolved by growing a set until nothing is added. No order, no recursion, no memory of earlier answers.
 */

const TABLE = {
  "role:admin": [],
  "group:create": [],
  "infra:read": [],
  "infra:write": ["infra:read"],
  "rolling-stock:read": [],
  "rolling-stock:write": ["rolling-stock:read"],
  "timetable:read": [],
  "timetable:write": ["timetable:read", "operation:write"],
  // not of the specification
  "operation:write": [],
  "operational-studies:read": ["infra:read", "timetable:read", "rolling-stock:read"],
  "operational-studies:write": ["operational-studies:read", "timetable:write"],
  stdcm: ["infra:read", "timetable:read", "rolling-stock:read"],
  admin: [
    "role:admin",
    "group:create",
    "infra:write",
    "rolling-stock:write",
    "operational-studies:write",
    "stdcm",
  ],
} as const;

export type BuiltinTag = keyof typeof TABLE;
// Object.keys forgets the key type.
export const BUILTIN_TAGS = Object.keys(TABLE) as BuiltinTag[];

/** Application roles: tag → what it implies, builtin or application. */
export type RoleFile = Readonly<Record<string, readonly string[]>>;

function isBuiltin(tag: string): tag is BuiltinTag {
  return Object.hasOwn(TABLE, tag);
}

/** Every tag that the given ones imply in any number of steps, themselves included. */
export function closureOf(role_file: RoleFile, tags: readonly string[]): Set<string> {
  const reached = new Set(tags);
  for (let grew = true; grew; ) {
    grew = false;
    for (const tag of Array.from(reached)) {
      const implied: readonly string[] = isBuiltin(tag) ? TABLE[tag] : (role_file[tag] ?? []);
      for (const next of implied) {
        if (!reached.has(next)) {
          reached.add(next);
          grew = true;
        }
      }
    }
  }
  return reached;
}

/** The builtin roles among what the tags imply. */
export function builtinRolesOf(role_file: RoleFile, tags: readonly string[]): Set<BuiltinTag> {
  return new Set([...closureOf(role_file, tags)].filter(isBuiltin));
}

/** The application roles that imply themselves in some number of steps. */
export function cyclicRoles(role_file: RoleFile): string[] {
  return Object.keys(role_file).filter((tag) =>
    closureOf(role_file, role_file[tag] ?? []).has(tag),
  );
}
