/** Paths on an infrastructure (interface.md 10.1). */
import * as v from "valibot";
import type {
  ListTrackPathsInput,
  ListTrackPathsOutcome,
} from "../../../workers/tasks/path/list_track_paths.ts";
import type { PathOutcome, TrackPathRequest } from "../../../workers/tasks/types.ts";
import { type InfraArea, lineNotFound } from "../../network/infra/infra.errors.ts";
import { LineCode } from "../../network/infra/object.schemas.ts";
import { hashKey } from "../../platform/compute/keys.ts";
import { given } from "../../platform/given.ts";
import { batchBody, jsonBody, okText } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint, type JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { TRACK_RANGES_EXAMPLE } from "../../railway/track_ranges.schemas.ts";
import { toPathItem } from "../../railway/waypoint.schemas.ts";
import { findPaths, keyRequest, outcomeBytes } from "./cached_paths.ts";
import {
  LinePoints,
  PATHFINDING_EXAMPLE,
  PathfindingRequest,
  PathfindingResult,
  PathProperties,
  PathPropertiesQuery,
  PathPropertiesRequest,
  TrackPaths,
  TrackPathsQuery,
  TrackPathsRequest,
} from "./path.schemas.ts";
import { describeFailure, describePath } from "./path_texts.ts";
import { type ComputeSetup, openPathSetup, resolveOne, runTask } from "./setup.ts";
import { SHARED_PATH, SHARED_PATH_LIST } from "./shared_path.ts";

/*
 * Paths on tracks and switches alone, from the cache or from the workers. As for blocks, a key contains
 * exactly what an answer depends on; here that includes no signaling systems, speed or length of a stock.
 */

/** The shortest path through waypoints. */
async function findTrackPath(setup: ComputeSetup, request: TrackPathRequest): Promise<PathOutcome> {
  const { items, stock } = request;
  const key = hashKey("track_path", [
    setup.infra.digest,
    items,
    stock.loading_gauge,
    stock.is_thermal,
    stock.supported_electrifications,
  ]);
  return resolveOne(setup, key, {
    compute: async (own) => runTask(own, "find_track_path", { request }),
    sizeOf: outcomeBytes,
    shared: SHARED_PATH,
  });
}

/** The shortest paths between two places. */
async function listTrackPaths(
  setup: ComputeSetup,
  request: Omit<ListTrackPathsInput, "infra">,
): Promise<ListTrackPathsOutcome> {
  const { starting, ending, number } = request;
  const key = hashKey("track_paths", [setup.infra.digest, starting, ending, number]);
  return resolveOne(setup, key, {
    compute: async (own) => runTask(own, "list_track_paths", request),
    sizeOf: (outcome) => (outcome.kind === "success" ? 2 * outcome.json.length : 0),
    shared: SHARED_PATH_LIST,
  });
}

/** The engine counts in whole millimetres per second. */
const SPEED_MIN_M_S = 0.001;

const InfraParams = v.object({ infra_id: pathId });

const ofSearchedInfra = checked({
  roles: ["infra:read"],
  levels: { infra: "Reader" },
  absent: { infra: "PathfindingInfraNotFound" },
});

export const PATH_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/infra/:infra_id/pathfinding/blocks",
    summary: "Find the fastest path over waypoints, on blocks",
    params: InfraParams,
    body: jsonBody(PathfindingRequest, PATHFINDING_EXAMPLE),
    answer: okText(PathfindingResult),
    creates: null,
    access: ofSearchedInfra,
    errors: ["InfraNotUsable"],
    takes_thread: true,
    handle: async (ctx, { params: { infra_id }, body }) => answerPath(ctx, infra_id, body),
  }),
  endpoint({
    method: "post",
    path: "/infra/:infra_id/pathfinding/topo",
    summary: "Find the shortest path over waypoints, on tracks and switches alone",
    params: InfraParams,
    body: jsonBody(PathfindingRequest, PATHFINDING_EXAMPLE),
    answer: okText(PathfindingResult),
    creates: null,
    access: ofSearchedInfra,
    errors: ["InfraNotUsable"],
    takes_thread: true,
    handle: async (ctx, { params: { infra_id }, body }) => answerTrackPath(ctx, infra_id, body),
  }),
  endpoint({
    method: "post",
    path: "/infra/:infra_id/pathfinding",
    summary: "Find the shortest paths between two places, on tracks and switches alone",
    params: InfraParams,
    query: TrackPathsQuery,
    body: jsonBody(TrackPathsRequest, {
      starting: { track: "TA2", position: 837.034 },
      ending: { track: "TH1", position: 4386 },
    }),
    answer: okText(TrackPaths),
    creates: null,
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    errors: [
      "InfraNotUsable",
      "InvalidNumberOfPaths",
      "StartingTrackLocationNotFound",
      "EndingTrackLocationNotFound",
    ],
    handle: async (ctx, { params: { infra_id }, query, body }) =>
      answerTrackPaths(ctx, infra_id, { ...body, number: query.number }),
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id/lines/:line_code/operational_points",
    summary: "The operational points along a line, in order",
    params: v.object({ infra_id: pathId, line_code: LineCode }),
    answer: okText(LinePoints),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    errors: ["InfraNotUsable", "LineNotFound"],
    takes_thread: true,
    handle: async (ctx, { params: { infra_id, line_code } }) => {
      const setup = await open(ctx, infra_id);
      const json = await runTask(setup, "list_line_points", { line_code });
      if (json === null) throw lineNotFound(line_code);
      return { json };
    },
  }),
  endpoint({
    method: "post",
    path: "/infra/:infra_id/path_properties",
    summary: "Properties along a path",
    params: InfraParams,
    query: PathPropertiesQuery,
    body: batchBody(PathPropertiesRequest, { track_section_ranges: TRACK_RANGES_EXAMPLE }),
    answer: okText(PathProperties),
    creates: null,
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    errors: ["InfraNotUsable", "PathPropertiesTrackNotFound", "PathPropertiesInvalidPath"],
    takes_thread: true,
    handle: async (ctx, { params: { infra_id }, query, body }) =>
      answerProperties(ctx, infra_id, { ...body, props: query.props }),
  }),
];

async function answerPath(
  ctx: Context,
  infra_id: number,
  body: PathfindingRequest,
): Promise<JsonText> {
  const setup = await open(ctx, infra_id, "PathfindingInfraNotFound");
  const stock = {
    loading_gauge: body.rolling_stock_loading_gauge,
    is_thermal: body.rolling_stock_is_thermal,
    supported_electrifications: body.rolling_stock_supported_electrifications,
    supported_signaling_systems: body.rolling_stock_supported_signaling_systems,
    maximum_speed_m_s: Math.max(body.rolling_stock_maximum_speed, SPEED_MIN_M_S),
  };
  const request = { items: body.path_items.map(toPathItem), stock };
  const [outcome] = await findPaths(setup, [keyRequest(setup.infra, request)]);
  return printOutcome(setup, given(outcome, "a search has an outcome"), body);
}

async function answerTrackPath(
  ctx: Context,
  infra_id: number,
  body: PathfindingRequest,
): Promise<JsonText> {
  const setup = await open(ctx, infra_id, "PathfindingInfraNotFound");
  const stock = {
    loading_gauge: body.rolling_stock_loading_gauge,
    is_thermal: body.rolling_stock_is_thermal,
    supported_electrifications: body.rolling_stock_supported_electrifications,
  };
  const outcome = await findTrackPath(setup, { items: body.path_items.map(toPathItem), stock });
  return printOutcome(setup, outcome, body);
}

function open(
  ctx: Context,
  infra_id: number,
  area: InfraArea = "InfraNotFound",
): Promise<ComputeSetup> {
  return openPathSetup(ctx, infra_id, { priority: "interactive", area });
}

async function printOutcome(
  setup: ComputeSetup,
  outcome: PathOutcome,
  { path_items }: PathfindingRequest,
): Promise<JsonText> {
  if (outcome.kind === "success") return { json: await describePath(setup, outcome.path) };
  const failure = await describeFailure(setup, outcome, path_items);
  return { json: JSON.stringify({ status: "failure", ...failure }) };
}

async function answerTrackPaths(
  ctx: Context,
  infra_id: number,
  request: TrackPathsRequest & { readonly number: number },
): Promise<JsonText> {
  const setup = await open(ctx, infra_id);
  const { starting, ending } = request;
  const outcome = await listTrackPaths(setup, request);
  switch (outcome.kind) {
    case "success":
      return { json: outcome.json };
    case "starting_not_found":
      throw new AppError(
        "StartingTrackLocationNotFound",
        "The starting place is on no track section",
        starting,
      );
    case "ending_not_found":
      throw new AppError(
        "EndingTrackLocationNotFound",
        "The ending place is on no track section",
        ending,
      );
    case "work_limit":
      throw new AppError("DeadlineExceeded", "The search was given up: too many possibilities");
  }
}

async function answerProperties(
  ctx: Context,
  infra_id: number,
  wanted: v.InferOutput<typeof PathPropertiesRequest> & { readonly props: readonly string[] },
): Promise<JsonText> {
  const setup = await open(ctx, infra_id);
  const outcome = await runTask(setup, "extract_path_properties", wanted);
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
