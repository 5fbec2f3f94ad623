/** The form of operations; the object of a creation is checked by the schema of its type. */
import * as v from "valibot";
import { OBJECT_TYPES } from "../../../src/railway/object_types.ts";
import { about } from "../../../src/railway/wire.ts";

const ObjType = about(
  v.picklist(OBJECT_TYPES.map(({ obj_type }) => obj_type)),
  "Type of the object",
);
const ObjId = about(v.string(), "Id of the object");

const Pointer = about(
  v.pipe(v.string(), v.regex(/^(?:\/(?:[^~/]|~[01])*)*$/, "must be a JSON pointer")),
  "JSON pointer (RFC 6901) into the object; `-` is the place behind a list's last entry",
);
const Value = about(v.unknown(), "Any JSON value");
const From = about(Pointer, "Where the value is taken from");

/** RFC 6902, which says that other members are ignored. */
const PatchStepSchema = v.variant("op", [
  v.object({
    op: about(v.picklist(["add", "replace", "test"]), "What to do"),
    path: Pointer,
    value: v.pipe(
      Value,
      v.check((value) => value !== undefined, "must be there"),
    ),
  }),
  v.object({ op: about(v.literal("remove"), "What to do"), path: Pointer }),
  v.object({
    op: about(v.picklist(["move", "copy"]), "What to do"),
    path: Pointer,
    from: From,
  }),
]);

export const Operation = v.variant("operation_type", [
  v.strictObject({
    operation_type: v.pipe(v.literal("CREATE"), v.description("What to do")),
    obj_type: ObjType,
    railjson: about(v.unknown(), "The whole object, with an id that its type does not have yet"),
  }),
  v.strictObject({
    operation_type: v.pipe(v.literal("UPDATE"), v.description("What to do")),
    obj_type: ObjType,
    obj_id: ObjId,
    railjson_patch: about(
      v.array(PatchStepSchema),
      "JSON Patch (RFC 6902) of the object in its completed form",
    ),
  }),
  v.strictObject({
    operation_type: v.pipe(v.literal("DELETE"), v.description("What to do")),
    obj_type: ObjType,
    obj_id: ObjId,
  }),
]);
