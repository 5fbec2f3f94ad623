/** Rules of paths, path properties, simulations and summaries (interface.md 10). */
import {
  type Json,
  MISSING_ID,
  type ValidationRule,
  validPathfinding,
  validTrackPaths,
} from "./valid_forms.ts";

function pathRule(title: string, change: Json, path: string): ValidationRule {
  return bodyRule(`pathfinding: ${title}`, "pathfinding/blocks", [validPathfinding(change), path]);
}

function trackPathsRule(title: string, change: Json, path: string): ValidationRule {
  return bodyRule(`track paths: ${title}`, "pathfinding", [validTrackPaths(change), path]);
}

function bodyRule(
  title: string,
  place: string,
  [body, path]: readonly [Json, string],
): ValidationRule {
  return {
    title,
    request: { method: "POST", path: `/infra/{infra}/${place}`, body },
    status: 422,
    type: "request:InvalidBody",
    context: { path },
  };
}

function countRule(number: string): ValidationRule {
  return {
    title: `track paths: ${number} is no number of paths`,
    request: {
      method: "POST",
      path: `/infra/{infra}/pathfinding?${number}`,
      body: validTrackPaths(),
    },
    status: 400,
    type: "infra:pathfinding:InvalidNumberOfPaths",
    context: { max_number: 5, ...(number === "number=6" && { path_number: 6 }) },
  };
}

function locationRule(end: "starting" | "ending", change: Json): ValidationRule {
  const name = end === "starting" ? "Starting" : "Ending";
  return {
    title: `track paths: ${end} is on a track: ${JSON.stringify(change)}`,
    request: {
      method: "POST",
      path: "/infra/{infra}/pathfinding",
      body: validTrackPaths({ [end]: change }),
    },
    status: 400,
    type: `infra:pathfinding:${name}TrackLocationNotFound`,
    context: change,
  };
}

function propertiesRule(title: string, ranges: unknown, path: string): ValidationRule {
  return {
    title: `path properties: ${title}`,
    request: {
      method: "POST",
      path: "/infra/{infra}/path_properties?props[]=slopes",
      body: { track_section_ranges: ranges },
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path },
  };
}

export const PATH_RULES: readonly ValidationRule[] = [
  ...Object.keys(validPathfinding()).map((field) =>
    pathRule(`${field} is required`, { [field]: undefined }, `/${field}`),
  ),
  pathRule("a path item has a location", { path_items: [{}] }, "/path_items/0"),
  pathRule(
    "a path item has one location only",
    { path_items: [{ trigram: "A", uic: 1 }] },
    "/path_items/0",
  ),
  pathRule(
    "an offset is not negative",
    { path_items: [{ track: "TA0", offset: -1 }] },
    "/path_items/0/offset",
  ),
  pathRule(
    "the loading gauge is one of nine",
    { rolling_stock_loading_gauge: "G9" },
    "/rolling_stock_loading_gauge",
  ),
  pathRule(
    "the maximum speed is above 0",
    { rolling_stock_maximum_speed: 0 },
    "/rolling_stock_maximum_speed",
  ),
  pathRule("the length is not negative", { rolling_stock_length: -1 }, "/rolling_stock_length"),
  {
    title: "pathfinding: the infrastructure exists",
    request: {
      method: "POST",
      path: `/infra/${MISSING_ID}/pathfinding/blocks`,
      body: validPathfinding(),
    },
    status: 404,
    type: "pathfinding:InfraNotFound",
    context: { infra_id: MISSING_ID },
  },
  bodyRule("pathfinding on tracks: items are required", "pathfinding/topo", [
    validPathfinding({ path_items: undefined }),
    "/path_items",
  ]),
  {
    title: "pathfinding on tracks: the infrastructure exists",
    request: {
      method: "POST",
      path: `/infra/${MISSING_ID}/pathfinding/topo`,
      body: validPathfinding(),
    },
    status: 404,
    type: "pathfinding:InfraNotFound",
    context: { infra_id: MISSING_ID },
  },
  trackPathsRule("starting is required", { starting: undefined }, "/starting"),
  trackPathsRule("ending is required", { ending: undefined }, "/ending"),
  trackPathsRule("a place has a track", { starting: { position: 1 } }, "/starting/track"),
  trackPathsRule("a track has a name", { starting: { track: "", position: 1 } }, "/starting/track"),
  trackPathsRule("a place has a position", { ending: { track: "TA0" } }, "/ending/position"),
  trackPathsRule(
    "a position is not negative",
    { ending: { track: "TA0", position: -0.001 } },
    "/ending/position",
  ),
  trackPathsRule(
    "a position is a number",
    { ending: { track: "TA0", position: "1" } },
    "/ending/position",
  ),
  ...[
    "number=0",
    "number=6",
    "number=-1",
    "number=1.5",
    "number=two",
    "number=",
    "number=1&number=2",
  ].map(countRule),
  locationRule("starting", { track: "nowhere", position: 0 }),
  locationRule("starting", { track: "A", position: 1e300 }),
  locationRule("ending", { track: "nowhere", position: 0 }),
  locationRule("ending", { track: "B", position: 1000.001 }),
  {
    title: "track paths: the infrastructure exists",
    request: {
      method: "POST",
      path: `/infra/${MISSING_ID}/pathfinding`,
      body: validTrackPaths(),
    },
    status: 404,
    type: "infra:NotFound",
    context: { infra_id: MISSING_ID },
  },
  propertiesRule("ranges are required", undefined, "/track_section_ranges"),
  propertiesRule("ranges are not empty", [], "/track_section_ranges"),
  propertiesRule(
    "a range has a direction",
    [{ track_section: "TA0", begin: 0, end: 1 }],
    "/track_section_ranges/0/direction",
  ),
  propertiesRule(
    "a range begins before it ends",
    [{ track_section: "TA0", begin: 2, end: 1, direction: "START_TO_STOP" }],
    "/track_section_ranges/0",
  ),
  propertiesRule(
    "a range lies at whole millimetres",
    [{ track_section: "TA0", begin: 0.5, end: 1, direction: "START_TO_STOP" }],
    "/track_section_ranges/0/begin",
  ),
  {
    title: "path properties: a property that does not exist",
    request: {
      method: "POST",
      path: "/infra/{infra}/path_properties?props[]=colours",
      body: {
        track_section_ranges: [
          { track_section: "TA0", begin: 0, end: 1000, direction: "START_TO_STOP" },
        ],
      },
    },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "path properties: a track that does not exist",
    request: {
      method: "POST",
      path: "/infra/{infra}/path_properties?props[]=slopes",
      body: {
        track_section_ranges: [
          { track_section: "no such track", begin: 0, end: 1000, direction: "START_TO_STOP" },
        ],
      },
    },
    status: 400,
    type: "path_properties:TrackNotFound",
  },
  {
    title: "path properties: the infrastructure exists",
    request: {
      method: "POST",
      path: `/infra/${MISSING_ID}/path_properties?props[]=slopes`,
      body: {
        track_section_ranges: [
          { track_section: "TA0", begin: 0, end: 1000, direction: "START_TO_STOP" },
        ],
      },
    },
    status: 404,
    type: "infra:NotFound",
    context: { infra_id: MISSING_ID },
  },
];

function derivedRules(what: string, path: string): ValidationRule[] {
  const rule = (
    title: string,
    request_path: string,
    expected: Pick<ValidationRule, "status" | "type"> & { context?: Json },
  ): ValidationRule => ({
    title: `${what}: ${title}`,
    request: { method: "GET", path: request_path },
    ...expected,
  });
  return [
    rule("the infrastructure is required", path.replace("{id}", "{train}"), {
      status: 400,
      type: "request:InvalidQuery",
    }),
    rule("the infrastructure exists", `${path.replace("{id}", "{train}")}?infra_id=${MISSING_ID}`, {
      status: 404,
      type: "train_schedule:InfraNotFound",
      context: { infra_id: MISSING_ID },
    }),
    rule("the train exists", `${path.replace("{id}", String(MISSING_ID))}?infra={infra}`, {
      status: 404,
      type: "train_schedule:NotFound",
      context: { train_schedule_id: MISSING_ID },
    }),
  ];
}

const SUMMARY = "/train_schedule/simulations_summary";

export const DERIVED_RULES: readonly ValidationRule[] = [
  ...derivedRules("train path", "/train_schedule/{id}/path"),
  ...derivedRules("simulation", "/train_schedule/{id}/simulation"),
  {
    title: "simulation: the electrical profile set exists",
    request: {
      method: "GET",
      path: `/train_schedule/{train}/simulation?infra={infra}&electrical_profile_set_id=${MISSING_ID}`,
    },
    status: 404,
    type: "electrical_profiles:NotFound",
    context: { electrical_profile_set_id: MISSING_ID },
  },
  {
    title: "summary: the infrastructure is required",
    request: { method: "GET", path: `${SUMMARY}?ids[]={train}` },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "summary: the infrastructure exists",
    request: { method: "GET", path: `${SUMMARY}?infra=${MISSING_ID}&ids[]={train}` },
    status: 404,
    type: "train_schedule:InfraNotFound",
    context: { infra_id: MISSING_ID },
  },
  {
    title: "summary: every train exists",
    request: { method: "GET", path: `${SUMMARY}?infra={infra}&ids[]={train}&ids[]=${MISSING_ID}` },
    status: 404,
    type: "train_schedule:BatchTrainScheduleNotFound",
    context: { number: 1 },
  },
  {
    title: "summary: ids are integers",
    request: { method: "GET", path: `${SUMMARY}?infra={infra}&ids[]=one` },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "summary: at most 1,000 trains",
    request: {
      method: "POST",
      path: SUMMARY,
      body: { infra_id: 1, ids: Array.from({ length: 1001 }, (_, i) => i + 1) },
    },
    status: 422,
    type: "request:TooManyItems",
  },
  {
    title: "summary by body: the infrastructure is required",
    request: { method: "POST", path: SUMMARY, body: { ids: [] } },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/infra_id" },
  },
  {
    title: "summary by body: the electrical profile set exists",
    request: {
      method: "POST",
      path: SUMMARY,
      body: { infra_id: "{infra}", electrical_profile_set_id: MISSING_ID, ids: ["{train}"] },
    },
    status: 404,
    type: "electrical_profiles:NotFound",
    context: { electrical_profile_set_id: MISSING_ID },
  },
];
