/** Infrastructures (interface.md 5): records, state, faults and lists of a network. */
import * as v from "valibot";
import { type Database, SLOW_DEADLINE_MS } from "../../platform/db/client.ts";
import { created, jsonBody, noContent, okJson, okText } from "../../platform/http/answers.ts";
import { checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { bodyId, pathId, queryBool } from "../../platform/http/fields.ts";
import { page } from "../../platform/http/page.ts";
import { setETag } from "../../platform/http/preconditions.ts";
import { pageText, wholeList } from "../../platform/http/sending/page_text.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { about } from "../../railway/wire.ts";
import { listElectricModes } from "../../vehicles/rolling_stock/rolling_stock.queries.ts";
import { compileLater } from "./compile_later.ts";
import { INFRA_CONSTRAINTS, infraIsLocked, infraIsUsed, infraNotFound } from "./infra.errors.ts";
import {
  cloneInfra,
  deleteInfra,
  getInfra,
  getTagsAndVoltages,
  type InfraRow,
  insertInfra,
  listAllVoltages,
  listInfraErrors,
  listInfras,
  listSwitchTypes,
  renameInfra,
  setInfraLocked,
} from "./infra.queries.ts";
import {
  ERROR_TYPES,
  ErrorListQuery,
  InfraCreation,
  InfraFaultPage,
  InfraListQuery,
  InfraNameQuery,
  InfraPage,
  InfraRecord,
  InfraRename,
  NewInfra,
  SwitchTypes,
  Texts,
} from "./infra.schemas.ts";
import { BUILTIN_SWITCH_TYPES } from "./switch_types.ts";

const InfraParams = v.object({ infra_id: pathId });

/** The record's nine keys. Networks are compiled on demand, so all but faulty ones are ready. */
function toInfra({
  content_id: _content_id,
  object_count: _count,
  is_faulty,
  ...record
}: InfraRow): InfraRecord {
  return { ...record, state: is_faulty === null ? "NOT_LOADED" : is_faulty ? "ERROR" : "CACHED" };
}

/** The row; throws not found. */
function found(row: InfraRow | null, infra_id: number): InfraRow {
  if (row === null) throw infraNotFound(infra_id);
  return row;
}

const RECORD_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/infra",
    summary: "Create an empty infrastructure",
    body: jsonBody(InfraCreation, { name: "North" }),
    answer: created(NewInfra),
    creates: "network/infra/insert",
    access: checked({ roles: ["infra:write"] }),
    links: {
      parameters: { infra_id: "$response.body#/id" },
      to: ["GET /infra/:infra_id", "PUT /infra/:infra_id", "DELETE /infra/:infra_id"],
    },
    handle: async ({ services, user }, { body }) =>
      insertInfra(services.db, body.name, user?.id ?? null),
  }),
  endpoint({
    method: "get",
    path: "/infra",
    summary: "List infrastructures",
    query: InfraListQuery,
    answer: okJson(InfraPage),
    access: checked({ roles: ["infra:read"] }),
    handle: async ({ services, viewer_id }, { query }) => {
      const { results, count } = await listInfras(services.db, query, viewer_id);
      return page(results.map(toInfra), count, query);
    },
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id",
    summary: "An infrastructure with its state",
    params: InfraParams,
    answer: okJson(InfraRecord),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    headers: ["etag"],
    handle: async (ctx, { params: { infra_id } }) => {
      const infra = found(await getInfra(ctx.services.db, infra_id), infra_id);
      setETag(ctx, Number(infra.version));
      // The server that stored the edit may have stopped before it compiled the network.
      if (infra.is_faulty === null) {
        const { content_id } = infra;
        compileLater(ctx.services, infra_id, { content_id, from_content_id: null });
      }
      return toInfra(infra);
    },
  }),
  endpoint({
    method: "put",
    path: "/infra/:infra_id",
    summary: "Rename an infrastructure",
    params: InfraParams,
    body: jsonBody(InfraRename, { name: "North and coast" }),
    answer: okJson(InfraRecord),
    access: checked({ roles: ["infra:write"], levels: { infra: "Writer" } }),
    errors: ["InfraIsLocked"],
    handle: async ({ services: { db } }, { params: { infra_id }, body }) => {
      const infra = await renameInfra(db, infra_id, body.name);
      if (infra === null) throw await lockedOrAbsent(db, infra_id);
      return toInfra(infra);
    },
  }),
  endpoint({
    method: "delete",
    path: "/infra/:infra_id",
    summary: "Delete an infrastructure",
    params: InfraParams,
    answer: noContent,
    access: checked({ roles: ["infra:write"], levels: { infra: "Owner" } }),
    errors: ["InfraIsUsed", "InfraIsLocked"],
    handle: async (ctx, { params: { infra_id } }) => {
      const { services, viewer_id } = ctx;
      const { is_deleted, freed_content_id, use_count, usage } = await deleteInfra(
        services.db,
        infra_id,
        { viewer_id, is_admin: ctx.hasRole("admin") },
        { deadline_ms: SLOW_DEADLINE_MS },
      );
      if (use_count > 0)
        throw infraIsUsed(infra_id, { usage: JSON.parse(usage), count: use_count });
      if (!is_deleted) throw await lockedOrAbsent(services.db, infra_id);
      if (freed_content_id !== null) services.infras.evict(freed_content_id);
    },
  }),
  endpoint({
    method: "post",
    path: "/infra/:infra_id/clone",
    summary: "Copy an infrastructure; answers the copy's id",
    params: InfraParams,
    query: InfraNameQuery,
    answer: okJson(bodyId),
    creates: "network/infra/clone",
    access: checked({ roles: ["infra:write"], levels: { infra: "Reader" } }),
    constraints: INFRA_CONSTRAINTS,
    links: {
      parameters: { infra_id: "$response.body" },
      to: ["GET /infra/:infra_id", "GET /infra/:infra_id/errors"],
    },
    handle: async ({ services, user }, { params: { infra_id }, query }) => {
      const { name } = query;
      const clone_id = await cloneInfra(services.db, infra_id, {
        name,
        creator_id: user?.id ?? null,
      });
      if (clone_id === null) throw infraNotFound(infra_id);
      return clone_id;
    },
  }),
];

/** Why an infrastructure was not found by a statement that leaves locked ones alone. */
async function lockedOrAbsent(db: Database, infra_id: number): Promise<AppError> {
  return (await getInfra(db, infra_id)) === null
    ? infraNotFound(infra_id)
    : infraIsLocked(infra_id);
}

function lockEndpoint(verb: "lock" | "unlock"): Endpoint {
  return endpoint({
    method: "post",
    path: `/infra/:infra_id/${verb}`,
    summary:
      verb === "lock"
        ? "Forbid edits, renaming and deletion of an infrastructure"
        : "Allow edits again",
    params: InfraParams,
    answer: noContent,
    creates: null,
    access: checked({ roles: ["infra:write"], levels: { infra: "Writer" } }),
    handle: async ({ services }, { params: { infra_id } }) => {
      const is_there = await setInfraLocked(services.db, infra_id, verb === "lock");
      if (!is_there) throw infraNotFound(infra_id);
    },
  });
}

const CONTENT_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/infra/:infra_id/errors",
    summary: "List the faults found in a network",
    params: InfraParams,
    query: ErrorListQuery,
    answer: okText(InfraFaultPage),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    errors: ["WrongErrorType"],
    handle: async ({ services }, { params: { infra_id }, query }) => {
      const { level, error_type = null, object_id = null } = query;
      if (error_type !== null && !(ERROR_TYPES as readonly string[]).includes(error_type)) {
        throw new AppError("WrongErrorType", `'${error_type}' is no type of fault`, { error_type });
      }
      found(await getInfra(services.db, infra_id), infra_id);
      const is_warning = level === "all" ? null : level === "warnings";
      const { results, count } = await listInfraErrors(services.db, infra_id, {
        filter: { is_warning, error_type, object_id },
        at: query,
      });
      const rows = results.map((information) => printObject({ information: raw(information) }));
      return pageText(rows, count, query);
    },
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id/speed_limit_tags",
    summary: "Speed limit tags found in a network",
    params: InfraParams,
    answer: okJson(Texts),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    handle: async ({ services }, { params: { infra_id } }) => {
      const names = await getTagsAndVoltages(services.db, infra_id);
      if (names === null) throw infraNotFound(infra_id);
      return names.speed_limit_tags;
    },
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id/voltages",
    summary: "Voltages of a network, on demand with the modes of rolling stocks",
    params: InfraParams,
    query: v.object({
      include_rolling_stock_modes: v.optional(
        about(queryBool, "Whether modes of rolling stocks count too"),
        ["false"],
      ),
    }),
    answer: okText(Texts),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    errors: ["TooManyItems"],
    handle: async ({ services, viewer_id }, { params: { infra_id }, query }) => {
      const names = await getTagsAndVoltages(services.db, infra_id);
      if (names === null) throw infraNotFound(infra_id);
      const { voltages } = names;
      if (!query.include_rolling_stock_modes) return { json: JSON.stringify(voltages) };
      return wholeList(await listElectricModes(services.db, voltages, viewer_id));
    },
  }),
  endpoint({
    method: "get",
    path: "/infra/voltages",
    summary: "Voltages of all networks and electric modes of all rolling stocks, each once",
    answer: okText(Texts),
    access: checked({ roles: ["infra:read"] }),
    errors: ["TooManyItems"],
    handle: async ({ services, viewer_id }) => {
      const voltages = await listAllVoltages(services.db, viewer_id);
      return wholeList(await listElectricModes(services.db, voltages, viewer_id));
    },
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id/switch_types",
    summary: "Builtin switch types and those of a network",
    params: InfraParams,
    answer: okText(SwitchTypes),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    handle: async ({ services }, { params: { infra_id } }) => {
      found(await getInfra(services.db, infra_id), infra_id);
      const extended = await listSwitchTypes(services.db, infra_id);
      const builtin = BUILTIN_SWITCH_TYPES.map((type) => JSON.stringify(type));
      return { json: `[${[...builtin, ...extended].join(",")}]` };
    },
  }),
];

export const INFRA_ENDPOINTS = [
  ...RECORD_ENDPOINTS,
  lockEndpoint("lock"),
  lockEndpoint("unlock"),
  ...CONTENT_ENDPOINTS,
];
