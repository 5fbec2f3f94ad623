/** Resource types that carry grants and the privilege levels on them (specification, "Privilege levels"). */

export const RESOURCE_TYPES = [
  "group",
  "project",
  "study",
  "scenario",
  "timetable",
  "infra",
  "rolling_stock_collection",
] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** From most to least privileged; MinimalMetadata is only ever inherited. */
export const PRIVILEGE_LEVELS = [
  "Owner",
  "Writer",
  "Creator",
  "Reader",
  "MinimalMetadata",
] as const;
export type PrivilegeLevel = (typeof PRIVILEGE_LEVELS)[number];

/** Levels that can be granted (all but MinimalMetadata). */
export const GRANTABLE_LEVELS = ["Owner", "Writer", "Creator", "Reader"] as const;
export type GrantableLevel = (typeof GRANTABLE_LEVELS)[number];

/** The level that is needed; `none`: nothing is needed, only the caller's standing is asked. */
export type NeededLevel = PrivilegeLevel | "none";

/** The level needed on each resource of a type; `resource` stands for the type that is asked about. */
export type Levels = { readonly [Type in ResourceType | "resource"]?: NeededLevel };

/** What a caller has on a resource: a level, `none`, or `absent` when there is no such resource. */
export type Standing = PrivilegeLevel | "none" | "absent";

/** Whether a level is at least as high as another. */
export function isEnough(standing: Standing, needed: NeededLevel): boolean {
  if (needed === "none") return true;
  if (standing === "none" || standing === "absent") return false;
  return PRIVILEGE_LEVELS.indexOf(standing) <= PRIVILEGE_LEVELS.indexOf(needed);
}
