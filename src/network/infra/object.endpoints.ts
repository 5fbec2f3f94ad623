/**
 * Parts of a network for editors and maps: objects by their ids, and where a line is (interface.md
 * 5.2). An object's place on the map is computed on a thread, from the tracks that it names.
 */
import * as v from "valibot";
import { listBody, okJson, okText } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint, type JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { OBJECT_TYPES } from "../../railway/object_types.ts";
import { infraNotFound, lineNotFound } from "./infra.errors.ts";
import { getInfra, listSwitchTypes } from "./infra.queries.ts";
import { getLineBox, readObjects } from "./object.queries.ts";
import { BoundingBox, LineCode, ObjectId, ObjectType, PlacedObjects } from "./object.schemas.ts";
import { BUILTIN_SWITCH_TYPES } from "./switch_types.ts";

export const OBJECT_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/infra/:infra_id/objects/:object_type",
    summary: "Objects of one type by their ids, in the order of the request",
    params: v.object({ infra_id: pathId, object_type: ObjectType }),
    body: listBody(ObjectId, ["TA2", "TH1"]),
    answer: okText(PlacedObjects),
    creates: null,
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    errors: ["DuplicateObjectIds", "ObjectIdNotFound", "TooManyItems"],
    handle: async (ctx, { params, body }) => answerObjects(ctx, params, body),
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id/lines/:line_code/bbox",
    summary: "The box around all track sections of a line",
    params: v.object({ infra_id: pathId, line_code: LineCode }),
    answer: okJson(BoundingBox),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    errors: ["LineNotFound"],
    handle: async ({ services }, { params: { infra_id, line_code } }) => {
      const box = await getLineBox(services.db, infra_id, line_code);
      if (box === null) {
        if ((await getInfra(services.db, infra_id)) === null) throw infraNotFound(infra_id);
        throw lineNotFound(line_code);
      }
      const { west, south, east, north } = box;
      return [
        [west, south],
        [east, north],
      ];
    },
  }),
];

async function answerObjects(
  ctx: Context,
  { infra_id, object_type }: { readonly infra_id: number; readonly object_type: ObjectType },
  ids: readonly string[],
): Promise<JsonText> {
  const { db, config, compute } = ctx.services;
  const { infra_objects: count_max, batch_body_bytes: bytes_max } = config.limits;
  if (ids.length > count_max) {
    const message = `${ids.length} objects are too many, at most ${count_max}`;
    throw new AppError("TooManyItems", message, { count: ids.length, count_max });
  }
  if (new Set(ids).size < ids.length) {
    throw new AppError("DuplicateObjectIds", "Each id may be given once");
  }
  const infra = await getInfra(db, infra_id);
  if (infra === null) throw infraNotFound(infra_id);
  const type_code = OBJECT_TYPES.findIndex((type) => type.obj_type === object_type);
  const track_path = OBJECT_TYPES[type_code]?.track_path ?? null;
  const choice = { type_code, track_path, ids };
  const found = await readObjects(db, infra.content_id, choice, bytes_max);
  if (found.missing_id !== null) throw objectIdNotFound(found.missing_id);
  const { bytes, objects, tracks } = found;
  if (objects === null || tracks === null) {
    const message = `The objects are too large together: ${bytes} bytes with their tracks`;
    throw new AppError("TooManyItems", message, { bytes, bytes_max });
  }
  const switch_types = object_type === "Switch" ? await printSwitchTypes(ctx, infra_id) : "[]";
  const input = { object_type, objects, tracks, switch_types };
  const options = { share: ctx.share, signal: ctx.signal, priority: "interactive" } as const;
  const outcome = await compute.run("locate_objects", input, options);
  if (outcome.kind === "success") return { json: outcome.json };
  const { vertices_max } = outcome;
  const message = `The geometries have more than ${vertices_max} vertices together`;
  throw new AppError("TooManyItems", message, { vertices_max });
}

/** The network's own ones and then the builtin ones, as a JSON array. */
async function printSwitchTypes({ services }: Context, infra_id: number): Promise<string> {
  const extended = await listSwitchTypes(services.db, infra_id);
  const builtin = BUILTIN_SWITCH_TYPES.map((type) => JSON.stringify(type));
  return `[${[...extended, ...builtin].join(",")}]`;
}

function objectIdNotFound(object_id: string): AppError {
  return new AppError("ObjectIdNotFound", `Object '${object_id}', could not be found`, {
    object_id,
  });
}
