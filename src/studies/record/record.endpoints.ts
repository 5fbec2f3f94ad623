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
import type { RecordKind, RecordPlace } from "./record_kind.ts";

const NOT_FOUND = { project: "ProjectNotFound", study: "StudyNotFound" } as const;
const READS = ["operational-studies:read"] as const;
const WRITES = ["operational-studies:write"] as const;

export const RECORD_ENDPOINTS = [
  ...makeEndpoints(PROJECT),
  ...makeEndpoints(STUDY),
  ...makeEndpoints(SCENARIO),
];

type Kind = Omit<RecordKind<never, never>, "creation" | "change" | "create" | "alter">;

function makeEndpoints<Creation extends object, Change extends object>(
  kind: RecordKind<Creation, Change>,
): Endpoint[] {
  return [
    makeListing(kind),
    makeCreation(kind),
    makeReading(kind),
    makeChange(kind),
    makeDeletion(kind),
  ];
}

function makeListing(kind: Kind): Endpoint {
  const parent = kind.above.at(-1);
  return endpoint({
    method: "get",
    ...ofList(kind),
    summary: kind.summaries.list,
    query: RecordListQuery,
    answer: okText(kind.page),
    access: checked({
      roles: READS,
      levels: parent === undefined ? {} : { [parent]: "MinimalMetadata" },
    }),
    errors: ["TooManyItems", ...absentAbove(kind).slice(0, -1)],
    handle: async ({ services: { db }, viewer_id }, { params, query }) => {
      const found = await listRecords(db, kind.queries, params, { viewer_id, at: query });
      if (found === null) throw await absentAt(db, params);
      return joinedPage(found, query);
    },
  });
}

function makeCreation<Creation extends object, Change extends object>(
  kind: RecordKind<Creation, Change>,
): Endpoint {
  const { type, above, path } = kind;
  return endpoint({
    method: "post",
    ...ofList(kind),
    summary: kind.summaries.create,
    body: kind.creation,
    answer: okText(kind.answer),
    creates: kind.queries.insert,
    access: checked({ roles: WRITES, levels: kind.creation_levels, absent: kind.absent }),
    errors: [...absentAbove(kind).slice(0, -1), ...kind.creation_errors],
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
      const stored = await insertRecord(services.db, kind.queries, params, made);
      if (stored === null) throw await absentAt(services.db, params);
      return answerStored(ctx, stored);
    },
  });
}

function makeReading(kind: Kind): Endpoint {
  return endpoint({
    method: "get",
    ...ofOne(kind),
    summary: kind.summaries.read,
    answer: okText(kind.answer),
    access: checked({ roles: READS, levels: { [kind.type]: kind.shown_to } }),
    errors: absentAbove(kind),
    headers: ["etag"],
    handle: async (ctx, { params }) => {
      const { services, viewer_id } = ctx;
      const found = await getRecord(services.db, kind.queries, params, viewer_id);
      if (found === null) throw await absentAt(services.db, params);
      return answerStored(ctx, found);
    },
  });
}

function makeChange<Creation extends object, Change extends object>(
  kind: RecordKind<Creation, Change>,
): Endpoint {
  return endpoint({
    method: "patch",
    ...ofOne(kind),
    summary: kind.summaries.change,
    body: kind.change,
    answer: okText(kind.answer),
    access: checked({
      roles: WRITES,
      levels: { [kind.type]: "Writer", ...kind.change_levels },
      absent: kind.absent,
    }),
    errors: [...absentAbove(kind), ...kind.change_errors],
    headers: ["if-match", "etag"],
    handle: async (ctx, { params, body }) => {
      const { services, viewer_id } = ctx;
      const columns = await kind.alter(ctx, params, body);
      const change = { columns, if_revision: readIfMatch(ctx), viewer_id };
      const changed = await updateRecord(services.db, kind.queries, params, change);
      if (changed === null) throw await absentAt(services.db, params);
      const { revision, json } = changed;
      if (json === null) {
        throw preconditionFailed(`The record has changed, it is at revision ${revision}`, revision);
      }
      return answerStored(ctx, { revision, json });
    },
  });
}

function makeDeletion(kind: Kind): Endpoint {
  return endpoint({
    method: "delete",
    ...ofOne(kind),
    summary: kind.summaries.remove,
    answer: noContent,
    access: checked({ roles: WRITES, levels: { [kind.type]: "Owner" } }),
    errors: absentAbove(kind),
    handle: async ({ services: { db } }, { params }) => {
      if (!(await deleteRecord(db, kind.queries, params))) throw await absentAt(db, params);
    },
  });
}

function ofList({ path, above }: Kind) {
  const list_path = path.slice(0, path.lastIndexOf("/")) as Endpoint["path"];
  return { path: list_path, params: placeSchema(above) };
}

function ofOne({ path, above, type }: Kind) {
  return { path, params: placeSchema([...above, type]) };
}

function placeSchema(types: readonly string[]): v.GenericSchema<unknown, RecordPlace> {
  return v.object(Object.fromEntries(types.map((type) => [`${type}_id`, pathId])));
}

/** Errors of a path, besides those of the records whose level is checked. */
function absentAbove({ above }: Kind): ErrorName[] {
  return above.map((one) => NOT_FOUND[one]);
}

/** The error for a path that leads nowhere: for the first of its records that is missing. */
async function absentAt(db: Database, place: RecordPlace): Promise<AppError> {
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
