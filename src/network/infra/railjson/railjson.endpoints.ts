/** RailJSON in and out, and the loading of a network (interface.md 5.2). */
import * as v from "valibot";
import { created, noContent, railjsonBody, stream } from "../../../platform/http/answers.ts";
import { checked, endpoint } from "../../../platform/http/endpoint.ts";
import { pathId, queryBool } from "../../../platform/http/fields.ts";
import { about } from "../../../railway/wire.ts";
import { getContent } from "../content.queries.ts";
import { infraNotFound } from "../infra.errors.ts";
import { getInfra } from "../infra.queries.ts";
import { ImportQuery, ImportResult } from "../infra.schemas.ts";
import { loadContent } from "../load_infra.ts";
import { exportRailjson } from "./export_railjson.ts";
import { importRailjson } from "./import_railjson.ts";
import { RAILJSON_EXAMPLE, RailjsonDocument } from "./railjson.schemas.ts";

const InfraParams = v.object({ infra_id: pathId });

export const RAILJSON_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/infra/railjson",
    summary: "Create an infrastructure from a RailJSON document",
    query: ImportQuery,
    body: railjsonBody(RailjsonDocument, RAILJSON_EXAMPLE),
    answer: created(ImportResult),
    creates: "network/infra/publish",
    access: checked({ roles: ["infra:write"] }),
    errors: ["InvalidJson", "InvalidBody", "WrongRailjsonVersion"],
    links: {
      parameters: { infra_id: "$response.body#/infra" },
      to: [
        "GET /infra/:infra_id",
        "GET /infra/:infra_id/railjson",
        "POST /infra/:infra_id/pathfinding/blocks",
      ],
    },
    handle: async (ctx, { query: { name, generate_data, strict }, body }) => ({
      infra: await importRailjson(ctx, body, {
        name,
        is_generated: generate_data,
        is_strict: strict,
      }),
    }),
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id/railjson",
    summary: "An infrastructure as a RailJSON document",
    params: InfraParams,
    query: v.object({
      usual_directions: v.optional(
        about(
          queryBool,
          "Whether tracks say in which direction they are usually used, which earlier versions do not read",
        ),
        ["true"],
      ),
    }),
    answer: stream("application/json", RailjsonDocument),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    headers: ["x-infra-version"],
    handle: async (ctx, { params: { infra_id }, query }) => {
      const infra = await getInfra(ctx.services.db, infra_id);
      if (infra === null) throw infraNotFound(infra_id);
      const content = await getContent(ctx.services.db, infra.content_id);
      if (content === null) throw infraNotFound(infra_id);
      ctx.setHeader("x-infra-version", infra.version);
      return exportRailjson(ctx.services.db, content, {
        signal: ctx.signal,
        has_usual: query.usual_directions,
      });
    },
  }),
  endpoint({
    method: "post",
    path: "/infra/:infra_id/load",
    summary: "Compile a network before it is needed",
    params: InfraParams,
    answer: noContent,
    creates: null,
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    handle: async (ctx, { params: { infra_id } }) => {
      const infra = await getInfra(ctx.services.db, infra_id);
      if (infra === null) throw infraNotFound(infra_id);
      // A network that can't be compiled is not a failure here: the record's state shows it.
      await loadContent(ctx, infra);
    },
  }),
];
