/** Paths on an infrastructure (interface.md 10.1). */
import * as v from "valibot";
import { batchBody, jsonBody, okText } from "../http/answers.ts";
import { type Context, checked, type Endpoint, endpoint, type JsonText } from "../http/endpoint.ts";
import { AppError } from "../http/errors.ts";
import { pathId } from "../http/fields.ts";
import { ofInfra } from "../infra/infra.needs.ts";
import { loadInfra } from "../infra/load_infra.ts";
import { toPathItem } from "../train_schedule/waypoint.schemas.ts";
import { describeFailure, describePath } from "./describe_path.ts";
import { type ComputeScope, findPaths, pathKey } from "./find_paths.ts";
import {
  PathfindingRequest,
  PathfindingResult,
  PathProperties,
  PathPropertiesQuery,
  PathPropertiesRequest,
} from "./path.schemas.ts";

const InfraParams = v.object({ infra_id: pathId });

export const PATH_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "post",
    path: "/infra/:infra_id/pathfinding/blocks",
    summary: "Find the fastest path over waypoints, on blocks",
    params: InfraParams,
    query: v.object({}),
    body: jsonBody(PathfindingRequest),
    answer: okText(PathfindingResult),
    access: checked({
      roles: ["infra:read"],
      levels: { infra: "Reader" },
      needs: ofInfra,
      absent: { infra: "PathfindingInfraNotFound" },
    }),
    errors: ["InfraNotUsable"],
    handle: async (ctx, { params: { infra_id }, body }) => answerPath(ctx, infra_id, body),
  }),
  endpoint({
    method: "post",
    path: "/infra/:infra_id/path_properties",
    summary: "Properties along a path",
    params: InfraParams,
    query: PathPropertiesQuery,
    body: batchBody(PathPropertiesRequest),
    answer: okText(PathProperties),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" }, needs: ofInfra }),
    errors: ["InfraNotUsable", "PathPropertiesTrackNotFound", "PathPropertiesInvalidPath"],
    handle: async (ctx, { params: { infra_id }, query, body }) =>
      answerProperties(ctx, infra_id, { ...body, props: query.props }),
  }),
];

async function answerPath(
  ctx: Context,
  infra_id: number,
  body: PathfindingRequest,
): Promise<JsonText> {
  const infra = await loadInfra(ctx, infra_id, "PathfindingInfraNotFound");
  const scope: ComputeScope = {
    services: ctx.services,
    infra,
    signal: ctx.signal,
    priority: "interactive",
  };
  const stock = {
    loading_gauge: body.rolling_stock_loading_gauge,
    is_thermal: body.rolling_stock_is_thermal,
    supported_electrifications: body.rolling_stock_supported_electrifications,
    supported_signaling_systems: body.rolling_stock_supported_signaling_systems,
    maximum_speed_m_s: body.rolling_stock_maximum_speed,
  };
  const request = { items: body.path_items.map(toPathItem), stock };
  const [outcome] = await findPaths(scope, [{ key: pathKey(infra, request), job: request }]);
  if (outcome === undefined) throw new Error("a search has no outcome");
  if (outcome.kind === "success") return { json: await describePath(scope, outcome.path) };
  const failure = await describeFailure(scope, outcome, body.path_items);
  return { json: JSON.stringify({ status: "failure", ...failure }) };
}

async function answerProperties(
  ctx: Context,
  infra_id: number,
  wanted: v.InferOutput<typeof PathPropertiesRequest> & { readonly props: readonly string[] },
): Promise<JsonText> {
  const infra = await loadInfra(ctx, infra_id, "InfraNotFound");
  const { signal, services } = ctx;
  const input = { infra, ...wanted };
  const options = { signal, priority: "interactive" } as const;
  const outcome = await services.compute.run("extract_path_properties", input, options);
  switch (outcome.kind) {
    case "success":
      return { json: outcome.json };
    case "unknown_track_section": {
      const { track_section } = outcome;
      throw new AppError(
        "PathPropertiesTrackNotFound",
        `Track section '${track_section}' could not be found`,
        { track_section },
      );
    }
    case "invalid_range": {
      const { index } = outcome;
      throw new AppError("PathPropertiesInvalidPath", `Range ${index} is off its track section`, {
        index,
      });
    }
    case "zero_length_path":
      throw new AppError("PathPropertiesInvalidPath", "The path has no length");
    case "invalid_geometry":
      throw new AppError(
        "PathPropertiesInvalidPath",
        "The network's coordinates on this path are no longitudes and latitudes",
      );
  }
}
