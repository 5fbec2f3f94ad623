/** Rules of paths, path properties, simulations and summaries (interface.md 10). */
import { type Json, MISSING_ID, type ValidationRule, validPathfinding } from "./valid_forms.ts";

function pathRule(title: string, change: Json, path: string): ValidationRule {
  return {
    title: `pathfinding: ${title}`,
    request: {
      method: "POST",
      path: "/infra/{infra}/pathfinding/blocks",
      body: validPathfinding(change),
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path },
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
