/** Grants and privileges of all resource types (interface.md 2.4). */
import * as v from "valibot";
import {
  GRANTABLE_LEVELS,
  PRIVILEGE_LEVELS,
  RESOURCE_TYPES,
} from "../../platform/access/levels.ts";
import { AppError } from "../../platform/http/errors.ts";
import { bodyId, pathId } from "../../platform/http/fields.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { PlainObject, Text } from "../../railway/scalars.ts";
import { about, nameSchemas, onWire } from "../../railway/wire.ts";

const RESOURCES_MAX = 1000;

const ResourceTypeName = v.picklist(RESOURCE_TYPES);
const Level = v.picklist(PRIVILEGE_LEVELS);
const OwnLevel = about(v.nullable(Level), "The caller's level; null = none");
const Grantable = about(
  v.picklist(GRANTABLE_LEVELS, `must be one of ${GRANTABLE_LEVELS.join(", ")}`),
  "Level that is granted",
);
const SubjectId = about(v.nullable(bodyId), "Id of a user or a group; null = everybody");

/** An unknown type means that the path does not exist, not that a value is wrong. */
const pathResourceType = v.pipe(
  v.string(),
  v.transform((text) => {
    const parsed = v.safeParse(ResourceTypeName, text);
    if (parsed.success) return parsed.output;
    throw new AppError("UnknownResourceType", `'${text.slice(0, 100)}' is no type of resource`, {
      resource_type: text.slice(0, 100),
    });
  }),
  onWire({ type: "string", enum: RESOURCE_TYPES, description: "Type of the resource" }),
);

export const ResourceParams = v.object({ resource_type: pathResourceType, resource_id: pathId });
export const GrantParams = v.object({ ...ResourceParams.entries, grant_id: pathId });

export const Privlvl = v.strictObject({ privlvl: OwnLevel });

export const GrantEntry = v.strictObject({
  grant_id: v.optional(bodyId),
  subject: about(
    v.nullable(
      v.strictObject({
        kind: about(v.picklist(["user", "group"]), "Kind of subject"),
        id: bodyId,
        name: about(Text, "Name of the user or group"),
      }),
    ),
    "Who has it; null = everybody",
  ),
  grant: v.optional(Grantable),
  implicit_grant: v.optional(about(Level, "Level that is inherited")),
  implicit_grant_source: v.optional(
    about(ResourceTypeName, "Type of the resource that it is inherited from"),
  ),
  granted_by: v.optional(
    about(v.nullable(bodyId), "Id of the user who granted it; null: not known"),
  ),
  granted_at: v.optional(PrintedDateTime),
});
export type GrantEntry = v.InferOutput<typeof GrantEntry>;
export const GrantEntries = v.array(GrantEntry);

/** `subject_id: null`: everybody. */
export const GrantCreation = v.strictObject({ subject_id: SubjectId, grant: Grantable });
export const GrantChange = v.strictObject({ grant: Grantable });

const Ids = v.optional(v.array(bodyId));
/** Resource ids by type. */
export const ResourceIds = v.pipe(
  PlainObject,
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
  v.array(v.strictObject({ resource_id: bodyId, privlvl: OwnLevel })),
);
export type Privileges = v.InferOutput<typeof Privileges>;

nameSchemas({
  Privlvl,
  GrantEntry,
  GrantEntries,
  GrantCreation,
  GrantChange,
  ResourceIds,
  Privileges,
});
