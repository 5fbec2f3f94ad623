/**
 * Projects, studies and scenarios (interface.md 4). The level is checked on the record itself, which
 * inherits those of the records above it; each statement verifies that it is where the path says.
 * Answers are texts of the database for one viewer: who may only see the name gets no ETag.
 */
import * as v from "valibot";
import type { Database } from "../../platform/db/client.ts";
import { noContent, okText } from "../../platform/http/answers.ts";
import {
  type Context,
  checked,
  type Endpoint,
  endpoint,
  type JsonText,
} from "../../platform/http/endpoint.ts";
import type { AppError, ErrorName } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { preconditionFailed, readIfMatch, setETag } from "../../platform/http/preconditions.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";
import { joinedPage } from "../../platform/http/sending/page_text.ts";
import { RecordListQuery } from "../project/fields.schemas.ts";
import { PROJECT } from "../project/project.kind.ts";
import { SCENARIO } from "../scenario/scenario.kind.ts";
import { STUDY } from "../study/study.kind.ts";
import {
  deleteRecord,
  findPlace,
  getRecord,
  insertRecord,
  listRecords,
  type StoredRecord,
  updateRecord,
} from "./record.queries.ts";
import type { Place, RecordKind } from "./record_kind.ts";

const NOT_FOUND = { project: "ProjectNotFound", study: "StudyNotFound" } as const;
const READS = ["operational-studies:read"] as const;
const WRITES = ["operational-studies:write"] as const;

export const RECORD_ENDPOINTS = [
  ...makeEndpoints(PROJECT),
  ...makeEndpoints(STUDY),
  ...makeEndpoints(SCENARIO),
];

function makeEndpoints<Creation extends object, Change extends object>(
  kind: RecordKind<Creation, Change>,
): Endpoint[] {
  const { type, above, path, summaries, queries } = kind;
  const answer = okText(kind.answer);
  const of_list = {
    path: path.slice(0, path.lastIndexOf("/")) as Endpoint["path"],
    params: placeSchema(above),
  };
  const of_one = { path, params: placeSchema([...above, type]) };
  const parent = above.at(-1);
  /** Errors of what is not where the path says, besides those of the resources whose level is checked. */
  const above_absent: ErrorName[] = above.map((one) => NOT_FOUND[one]);
  const above_parent_absent = above_absent.slice(0, -1);
  return [
    endpoint({
      method: "get",
      ...of_list,
      summary: summaries.list,
      query: RecordListQuery,
      answer: okText(kind.page),
      access: checked({
        roles: READS,
        levels: parent === undefined ? {} : { [parent]: "MinimalMetadata" },
      }),
      errors: ["TooManyItems", ...above_parent_absent],
      handle: async ({ services, viewer_id }, { params, query }) => {
        const found = await listRecords(services.db, queries, params, { viewer_id, at: query });
        if (found === null) throw await absentAt(services.db, params);
        return joinedPage(found, query);
      },
    }),
    endpoint({
      method: "post",
      ...of_list,
      summary: summaries.create,
      body: kind.creation,
      answer,
      creates: queries.insert,
      access: checked({ roles: WRITES, levels: kind.creation_levels, absent: kind.absent }),
      errors: [...above_parent_absent, ...kind.creation_errors],
      headers: ["etag"],
      constraints: kind.constraints,
      links: {
        parameters: {
          ...Object.fromEntries(above.map((one) => [`${one}_id`, `$request.path.${one}_id`])),
          [`${type}_id`]: "$response.body#/id",
        },
        to: [
          `GET ${path}`,
          ...kind.contents.map((one) => `POST ${path}/${one}`),
          `PATCH ${path}`,
          `DELETE ${path}`,
        ],
      },
      handle: async (ctx, { params, body }) => {
        const { services, user, viewer_id } = ctx;
        const columns = await kind.create(ctx, body);
        const made = { columns, owner_id: user?.id ?? null, viewer_id };
        const stored = await insertRecord(services.db, queries, params, made);
        if (stored === null) throw await absentAt(services.db, params);
        return answerStored(ctx, stored);
      },
    }),
    endpoint({
      method: "get",
      ...of_one,
      summary: summaries.read,
      answer,
      access: checked({ roles: READS, levels: { [type]: kind.shown_to } }),
      errors: above_absent,
      headers: ["etag"],
      handle: async (ctx, { params }) => {
        const { services, viewer_id } = ctx;
        const found = await getRecord(services.db, queries, params, viewer_id);
        if (found === null) throw await absentAt(services.db, params);
        return answerStored(ctx, found);
      },
    }),
    endpoint({
      method: "patch",
      ...of_one,
      summary: summaries.change,
      body: kind.change,
      answer,
      access: checked({
        roles: WRITES,
        levels: { [type]: "Writer", ...kind.change_levels },
        absent: kind.absent,
      }),
      errors: [...above_absent, ...kind.change_errors],
      headers: ["if-match", "etag"],
      handle: async (ctx, { params, body }) => {
        const { services, viewer_id } = ctx;
        const columns = await kind.alter(ctx, params, body);
        const change = { columns, if_revision: readIfMatch(ctx), viewer_id };
        const changed = await updateRecord(services.db, queries, params, change);
        if (changed === null) throw await absentAt(services.db, params);
        const { revision, json } = changed;
        if (json === null) {
          throw preconditionFailed(
            `The record has changed, it is at revision ${revision}`,
            revision,
          );
        }
        return answerStored(ctx, { revision, json });
      },
    }),
    endpoint({
      method: "delete",
      ...of_one,
      summary: summaries.remove,
      answer: noContent,
      access: checked({ roles: WRITES, levels: { [type]: "Owner" } }),
      errors: above_absent,
      handle: async ({ services: { db } }, { params }) => {
        if (!(await deleteRecord(db, queries, params))) throw await absentAt(db, params);
      },
    }),
  ];
}

function placeSchema(types: readonly string[]): v.GenericSchema<unknown, Place> {
  return v.object(Object.fromEntries(types.map((type) => [`${type}_id`, pathId])));
}

/** The error for a path that leads nowhere: for the first of its records that is missing. */
async function absentAt(db: Database, place: Place): Promise<AppError> {
  const { project_id = 0, study_id, scenario_id } = place;
  const { has_project, has_study } = await findPlace(db, place);
  if (study_id === undefined || !has_project) return absentResource("project", project_id);
  if (scenario_id === undefined || !has_study) return absentResource("study", study_id);
  return absentResource("scenario", scenario_id);
}

function answerStored(ctx: Context, { revision, json }: StoredRecord): JsonText {
  if (revision !== null) setETag(ctx, revision);
  return { json };
}
