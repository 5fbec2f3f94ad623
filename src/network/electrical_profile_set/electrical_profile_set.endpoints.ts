/** Electrical profile sets (interface.md 5.4). They have no grants: access is by role alone. */
import * as v from "valibot";
import { batchBody, noContent, okJson, okText } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { pathId, queryText } from "../../platform/http/fields.ts";
import { printJson } from "../../platform/http/sending/print_in_turns.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { doInTurns } from "../../platform/turns.ts";
import { NonBlankText } from "../../railway/scalars.ts";
import { about } from "../../railway/wire.ts";
import { profileSetIsUsed, profileSetNotFound } from "./electrical_profile_set.errors.ts";
import {
  deleteProfileSet,
  getLevelOrder,
  getProfileSet,
  insertProfileSet,
  listProfileSets,
} from "./electrical_profile_set.queries.ts";
import {
  ElectricalProfileSet,
  ElectricalProfileSetContent,
  ElectricalProfileSetName,
  LevelOrder,
  SET_NAME,
} from "./electrical_profile_set.schemas.ts";

const SetParams = v.object({ electrical_profile_set_id: pathId });

export const ELECTRICAL_PROFILE_SET_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/electrical_profile_set",
    summary: "List electrical profile sets",
    answer: okJson(v.array(ElectricalProfileSetName)),
    access: checked({ roles: ["infra:read"] }),
    handle: async ({ services }) => [...(await listProfileSets(services.db))],
  }),
  endpoint({
    method: "post",
    path: "/electrical_profile_set",
    summary: "Create an electrical profile set",
    query: v.object({ name: about(v.pipe(queryText, NonBlankText), SET_NAME) }),
    body: batchBody(ElectricalProfileSetContent, {
      levels: [
        { value: "22500V", power_class: "5", track_ranges: [{ track: "TA2", begin: 0, end: 100 }] },
      ],
      level_order: { "25000V": ["25000V", "22500V", "20000V"] },
    }),
    answer: okText(ElectricalProfileSet),
    creates: "network/electrical_profile_set/insert",
    access: checked({ roles: ["infra:write"] }),
    links: {
      parameters: { electrical_profile_set_id: "$response.body#/id" },
      to: [
        "GET /electrical_profile_set/:electrical_profile_set_id",
        "DELETE /electrical_profile_set/:electrical_profile_set_id",
      ],
    },
    handle: async ({ services, signal }, { query: { name }, body }) => {
      const content = await doInTurns(printJson(body), signal);
      const id = await insertProfileSet(services.db, name, content);
      return { json: printObject({ id, name, data: raw(content) }) };
    },
  }),
  endpoint({
    method: "get",
    path: "/electrical_profile_set/:electrical_profile_set_id",
    summary: "The content of an electrical profile set",
    params: SetParams,
    answer: okText(ElectricalProfileSetContent),
    access: checked({ roles: ["infra:read"] }),
    errors: ["ElectricalProfileSetNotFound"],
    handle: async ({ services }, { params: { electrical_profile_set_id: id } }) => {
      const json = await getProfileSet(services.db, id);
      if (json === null) throw profileSetNotFound(id);
      return { json };
    },
  }),
  endpoint({
    method: "get",
    path: "/electrical_profile_set/:electrical_profile_set_id/level_order",
    summary: "The levels of each voltage of an electrical profile set, highest first",
    params: SetParams,
    answer: okText(LevelOrder),
    access: checked({ roles: ["infra:read"] }),
    errors: ["ElectricalProfileSetNotFound"],
    handle: async ({ services }, { params: { electrical_profile_set_id: id } }) => {
      const json = await getLevelOrder(services.db, id);
      if (json === null) throw profileSetNotFound(id);
      return { json };
    },
  }),
  endpoint({
    method: "delete",
    path: "/electrical_profile_set/:electrical_profile_set_id",
    summary: "Delete an electrical profile set; scenarios of it then have none",
    params: SetParams,
    answer: noContent,
    access: checked({ roles: ["infra:write"] }),
    errors: ["ElectricalProfileSetNotFound", "ElectricalProfileSetIsUsed"],
    handle: async (ctx, { params: { electrical_profile_set_id: id } }) => {
      const { outcome, use_count } = await deleteProfileSet(ctx.services.db, id, {
        viewer_id: ctx.viewer_id,
        may_change_scenarios: ctx.hasRole("operational-studies:write"),
        is_admin: ctx.hasRole("admin"),
      });
      if (outcome === "absent") throw profileSetNotFound(id);
      if (outcome === "used") throw profileSetIsUsed(id, use_count);
    },
  }),
];
