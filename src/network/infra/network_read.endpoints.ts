/** What the network editor reads beside objects: what lies on a track, and routes (interface.md 5.2). */
import * as v from "valibot";
import { jsonBody, okText } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId, queryBool } from "../../platform/http/fields.ts";
import { about, onWire } from "../../railway/wire.ts";
import { ask, askNetwork } from "./ask_network.ts";
import {
  AreaLimits,
  AskedNodes,
  AttachedObjects,
  DelimitedArea,
  NodeRoutes,
  RouteRanges,
  WaypointRoutes,
  WaypointType,
} from "./edit.schemas.ts";
import { ObjectId } from "./object.schemas.ts";

/** Answers in the order of the ids; an id given twice is answered twice. */
const queryRouteIds = v.pipe(
  v.array(v.string()),
  v.transform((values) => values.flatMap((value) => value.split(","))),
  onWire({ type: "string", description: "Ids of routes, separated by commas" }),
);

const InfraParams = v.object({ infra_id: pathId });
const MAY_READ = checked({ roles: ["infra:read"], levels: { infra: "Reader" } });

/** How an answer that names wrong places begins; there are few of them. */
const REFUSAL = '{"invalid_locations":';

export const NETWORK_READ_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/infra/:infra_id/attached/:track_id",
    summary: "What lies on a track section: ids by type, in ascending order",
    params: v.object({ infra_id: pathId, track_id: ObjectId }),
    query: v.object({
      neutral_sections: v.optional(
        about(queryBool, "Whether neutral sections are listed too, which a split cuts as well"),
        ["false"],
      ),
    }),
    answer: okText(AttachedObjects),
    access: MAY_READ,
    errors: ["AttachedTrackNotFound"],
    handle: async (ctx, { params: { infra_id, track_id }, query }) => {
      const answer = await askNetwork(ctx, infra_id, {
        kind: "attached",
        track: track_id,
        with_neutral_sections: query.neutral_sections,
      });
      if (answer !== null) return answer;
      const message = `Track section '${track_id}' could not be found`;
      throw new AppError("AttachedTrackNotFound", message, { track_id });
    },
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id/routes/track_ranges",
    summary: "Where routes run, in the order of the request",
    params: InfraParams,
    query: v.object({ routes: queryRouteIds }),
    answer: okText(RouteRanges),
    access: MAY_READ,
    handle: async (ctx, { params: { infra_id }, query: { routes } }) =>
      await ask(ctx, infra_id, { kind: "route_ranges", ids: routes }),
  }),
  endpoint({
    method: "post",
    path: "/infra/:infra_id/routes/nodes",
    summary: "Routes that name all of some switches, and the groups that they use",
    params: InfraParams,
    body: jsonBody(AskedNodes, { PA0: "A_B1", PA2: null }),
    answer: okText(NodeRoutes),
    creates: null,
    access: MAY_READ,
    handle: async (ctx, { params: { infra_id }, body }) =>
      await ask(ctx, infra_id, { kind: "node_routes", nodes: body }),
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id/routes/:waypoint_type/:waypoint_id",
    summary: "Routes that begin and that end at a waypoint",
    params: v.object({ infra_id: pathId, waypoint_type: WaypointType, waypoint_id: ObjectId }),
    answer: okText(WaypointRoutes),
    access: MAY_READ,
    handle: async (ctx, { params: { infra_id, waypoint_type, waypoint_id } }) =>
      await ask(ctx, infra_id, { kind: "waypoint_routes", type: waypoint_type, id: waypoint_id }),
  }),
  endpoint({
    method: "post",
    path: "/infra/:infra_id/delimited_area",
    summary: "What trains can come over from entries until exits, at most 5,000 m from an entry",
    params: InfraParams,
    body: jsonBody(AreaLimits, {
      entries: [{ track: "TA0", position: 500, direction: "START_TO_STOP" }],
      exits: [{ track: "TA6", position: 3_000, direction: "START_TO_STOP" }],
    }),
    answer: okText(DelimitedArea),
    creates: null,
    access: MAY_READ,
    errors: ["InvalidAreaLocations"],
    handle: async (ctx, { params: { infra_id }, body }) => {
      const answer = await ask(ctx, infra_id, { kind: "area", ...body });
      const beginning = Buffer.from(answer.json.subarray(0, REFUSAL.length)).toString();
      if (beginning !== REFUSAL) return answer;
      // A record of one list.
      const context = JSON.parse(Buffer.from(answer.json).toString()) as Record<string, unknown>;
      throw new AppError("InvalidAreaLocations", "Places are on no track section", context);
    },
  }),
];
