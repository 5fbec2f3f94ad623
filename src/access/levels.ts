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

/** A level that a request needs on one resource. */
export interface Need {
  readonly type: ResourceType;
  readonly id: number;
  readonly level: PrivilegeLevel;
}
