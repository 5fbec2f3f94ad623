/** Edits of networks, and what repairs them (interface.md 5.2). */
import * as v from "valibot";
import { jsonBody, okText, railjsonBody } from "../../platform/http/answers.ts";
import { checked, endpoint, type JsonText } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { ask } from "./ask_network.ts";
import {
  CompletionProposal,
  CompletionQuery,
  EditedObjects,
  OPERATIONS_EXAMPLE,
  Operations,
  SplitTracks,
  TrackSplit,
} from "./edit.schemas.ts";
import { answerAgain, editInfra, editNothing, openOperations } from "./edit_infra.ts";

const InfraParams = v.object({ infra_id: pathId });
const MAY_EDIT = checked({ roles: ["infra:write"], levels: { infra: "Writer" } });

export const EDIT_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/infra/:infra_id",
    summary: "Create, change and delete objects of a network, all or none",
    params: InfraParams,
    body: railjsonBody(Operations, OPERATIONS_EXAMPLE),
    answer: okText(EditedObjects),
    creates: "network/infra/edit",
    access: MAY_EDIT,
    errors: [
      "InvalidJson",
      "InvalidBody",
      "InfraIsLocked",
      "OperationEmptyId",
      "OperationObjectNotFound",
      "OperationDuplicateId",
      "OperationModifiesId",
      "OperationInvalidPatch",
      "PreconditionFailed",
    ],
    headers: ["etag", "if-match"],
    handle: async (ctx, { params: { infra_id }, body }): Promise<JsonText> => {
      const first = answerAgain(ctx);
      if (first !== null) return first;
      const { count, request } = await openOperations(ctx, infra_id, body);
      return count > 0 ? editInfra(ctx, infra_id, request) : editNothing(ctx, infra_id);
    },
  }),
  endpoint({
    method: "post",
    path: "/infra/:infra_id/split_track_section",
    summary: "Split a track section; answers the ids of its two parts",
    params: InfraParams,
    body: jsonBody(TrackSplit, { track: "TA", offset: 250_000 }),
    answer: okText(SplitTracks),
    creates: "network/infra/edit",
    access: MAY_EDIT,
    errors: ["InfraIsLocked", "SplitTrackNotFound", "SplitBadOffset", "PreconditionFailed"],
    headers: ["etag", "if-match"],
    handle: async (ctx, { params: { infra_id }, body: { track, offset } }) =>
      await editInfra(ctx, infra_id, { kind: "split", track, offset_mm: offset }),
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id/auto_fixes",
    summary: "Operations that repair what can be repaired without a choice",
    params: InfraParams,
    answer: okText(Operations),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    handle: async (ctx, { params: { infra_id } }) =>
      await ask(ctx, infra_id, { kind: "fixes", faults: null }),
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id/completion",
    summary: "Operations that complete a network so that trains can run on it",
    params: InfraParams,
    query: CompletionQuery,
    answer: okText(CompletionProposal),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    handle: async (ctx, { params: { infra_id }, query }) =>
      await ask(ctx, infra_id, { kind: "completion", options: query }),
  }),
];
