/** Grants and privileges of all resource types (interface.md 2.4). */
import * as v from "valibot";
import { GRANTABLE_LEVELS, PRIVILEGE_LEVELS, RESOURCE_TYPES } from "../access/levels.ts";
import { AppError } from "../http/errors.ts";
import { bodyId, pathId } from "../http/fields.ts";
import { onWire } from "../http/wire.ts";

const RESOURCES_MAX = 1000;

const ResourceTypeName = v.picklist(RESOURCE_TYPES);
const Level = v.picklist(PRIVILEGE_LEVELS);
const Grantable = v.picklist(GRANTABLE_LEVELS, `must be one of ${GRANTABLE_LEVELS.join(", ")}`);

/** A type that is none is a place that does not exist, not a wrong value. */
const pathResourceType = v.pipe(
  v.string(),
  v.transform((text) => {
    const parsed = v.safeParse(ResourceTypeName, text);
    if (parsed.success) return parsed.output;
    throw new AppError("UnknownResourceType", `'${text.slice(0, 100)}' is no type of resource`, {
      resource_type: text.slice(0, 100),
    });
  }),
  onWire({ type: "string", enum: RESOURCE_TYPES }),
);

export const ResourceParams = v.object({ resource_type: pathResourceType, resource_id: pathId });
export const GrantParams = v.object({ ...ResourceParams.entries, grant_id: pathId });

export const Privlvl = v.strictObject({ privlvl: v.nullable(Level) });

export const GrantEntry = v.strictObject({
  grant_id: v.optional(bodyId),
  subject: v.nullable(
    v.strictObject({ kind: v.picklist(["user", "group"]), id: bodyId, name: v.string() }),
  ),
  grant: v.optional(Grantable),
  implicit_grant: v.optional(Level),
  implicit_grant_source: v.optional(ResourceTypeName),
  granted_by: v.optional(v.nullable(bodyId)),
  granted_at: v.optional(v.string()),
});
export type GrantEntry = v.InferOutput<typeof GrantEntry>;
export const GrantEntries = v.array(GrantEntry);

/** `subject_id: null` = anybody. */
export const GrantCreation = v.strictObject({ subject_id: v.nullable(bodyId), grant: Grantable });
export const GrantChange = v.strictObject({ grant: Grantable });

const Ids = v.optional(v.array(bodyId));
/** Resource ids by type. */
export const ResourceIds = v.pipe(
  v.strictObject({
    group: Ids,
    project: Ids,
    study: Ids,
    scenario: Ids,
    timetable: Ids,
    infra: Ids,
    rolling_stock_collection: Ids,
  }),
  v.check(
    (ids) =>
      Object.values(ids).reduce((sum, list) => sum + (list?.length ?? 0), 0) <= RESOURCES_MAX,
    `must name at most ${RESOURCES_MAX} resources`,
  ),
);

export const Privileges = v.record(
  ResourceTypeName,
  v.array(v.strictObject({ resource_id: bodyId, privlvl: v.nullable(Level) })),
);
export type Privileges = v.InferOutput<typeof Privileges>;
