/** Rules of infrastructures, timetables and electrical profile sets (interface.md 1.4, 5 and 7). */
import {
  type Json,
  MISSING_ID,
  type RuleRequest,
  type ValidationRule,
  validProfileSet,
} from "./valid_forms.ts";

function missing(method: RuleRequest["method"], path: string, body?: unknown): ValidationRule {
  return {
    title: `infra: ${method} ${path} of an unknown infrastructure`,
    request: {
      method,
      path: path.replace("{id}", String(MISSING_ID)),
      ...(body === undefined ? {} : { body }),
    },
    status: 404,
    type: "infra:NotFound",
    context: { infra_id: MISSING_ID },
  };
}

type Refusal = Pick<ValidationRule, "status" | "type"> & { readonly context: Json };

function invalid(path: string): Refusal {
  return { status: 422, type: "request:InvalidBody", context: { path } };
}

function objectsRule(
  title: string,
  object_type: string,
  body: unknown,
  refusal: Refusal,
): ValidationRule {
  const path = `/infra/{infra}/objects/${object_type}`;
  return { title: `objects: ${title}`, request: { method: "POST", path, body }, ...refusal };
}

export const INFRA_RULES: readonly ValidationRule[] = [
  missing("GET", "/infra/{id}"),
  missing("PUT", "/infra/{id}", { name: "x" }),
  missing("DELETE", "/infra/{id}"),
  missing("POST", "/infra/{id}/clone?name=x"),
  missing("POST", "/infra/{id}/lock"),
  missing("POST", "/infra/{id}/unlock"),
  missing("POST", "/infra/{id}/load"),
  missing("GET", "/infra/{id}/railjson"),
  missing("GET", "/infra/{id}/errors"),
  missing("GET", "/infra/{id}/speed_limit_tags"),
  missing("GET", "/infra/{id}/voltages"),
  missing("GET", "/infra/{id}/switch_types"),
  missing("POST", "/infra/{id}/objects/Signal", ["s.left"]),
  missing("GET", "/infra/{id}/lines/7/bbox"),
  objectsRule("the type is one", "Signals", ["s.left"], {
    status: 400,
    type: "request:InvalidPathParameter",
    context: {},
  }),
  objectsRule("ids are a list", "Signal", { ids: [] }, invalid("")),
  objectsRule("an id is a text", "Signal", ["s.left", 1], invalid("/1")),
  objectsRule("an id is not blank", "Signal", [""], invalid("/0")),
  objectsRule("ids are given once", "Signal", ["s.left", "s.left"], {
    status: 400,
    type: "infra:objects:DuplicateIdsProvided",
    context: {},
  }),
  objectsRule("all exist, in their type", "Signal", ["s.left", "A", "B"], {
    status: 400,
    type: "infra:objects:ObjectIdNotFound",
    context: { object_id: "A" },
  }),
  objectsRule("at most 10,000", "Signal", Array.from({ length: 10_001 }, String), {
    status: 422,
    type: "request:TooManyItems",
    context: { count: 10_001, count_max: 10_000 },
  }),
  {
    title: "line: the network has it",
    request: { method: "GET", path: "/infra/{infra}/lines/7/bbox" },
    status: 400,
    type: "infra:lines:LineNotFound",
    context: { line_code: 7 },
  },
  {
    title: "line: a code has 32 bits",
    request: { method: "GET", path: "/infra/{infra}/lines/2147483648/bbox" },
    status: 400,
    type: "request:InvalidPathParameter",
  },
  {
    title: "infra: a name is required",
    request: { method: "POST", path: "/infra", body: {} },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/name" },
  },
  {
    title: "infra: a name is not blank",
    request: { method: "POST", path: "/infra", body: { name: "" } },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/name" },
  },
  {
    title: "infra: unknown keys are refused",
    request: { method: "POST", path: "/infra", body: { name: "x", colour: "red" } },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/colour" },
  },
  {
    title: "infra: a clone has a name",
    request: { method: "POST", path: "/infra/{infra}/clone" },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "infra: an import has a name",
    request: { method: "POST", path: "/infra/railjson", body: {} },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "infra: generate_data is a boolean",
    request: { method: "POST", path: "/infra/railjson?name=x&generate_data=maybe", body: {} },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "infra: an import is JSON",
    request: { method: "POST", path: "/infra/railjson?name=x", raw_body: "{" },
    status: 400,
    type: "request:InvalidJson",
  },
  {
    title: "infra: an import has all twelve keys",
    request: { method: "POST", path: "/infra/railjson?name=x", body: { version: "3.4.12" } },
    status: 422,
    type: "request:InvalidBody",
  },
  {
    title: "infra: an import is of the supported version",
    request: { method: "POST", path: "/infra/railjson?name=x", body: { version: "3.0.0" } },
    status: 400,
    type: "infra:railjson:WrongRailjsonVersionProvided",
  },
  {
    title: "infra errors: a page has at most 100 rows",
    request: { method: "GET", path: "/infra/{infra}/errors?page_size=101" },
    status: 400,
    type: "pagination:InvalidPageSize",
    context: { provided_page_size: 101, max_page_size: 100 },
  },
  {
    title: "infra errors: a level is warnings, errors or all",
    request: { method: "GET", path: "/infra/{infra}/errors?level=info" },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "infra errors: an error type is a known one",
    request: { method: "GET", path: "/infra/{infra}/errors?error_type=ugly" },
    status: 400,
    type: "infra:errors:WrongErrorTypeProvided",
  },
];

export function pageRules(path: string, max_page_size: number): ValidationRule[] {
  const rule = (
    title: string,
    query: string,
    context: Json,
    type = "pagination:InvalidPageSize",
  ): ValidationRule => ({
    title: `page of ${path}: ${title}`,
    request: { method: "GET", path: `${path}?${query}` },
    status: 400,
    type,
    context,
  });
  const too_many = max_page_size + 1;
  return [
    rule(`at most ${max_page_size} rows`, `page_size=${too_many}`, {
      provided_page_size: too_many,
      max_page_size,
    }),
    rule("at least one row", "page_size=0", { provided_page_size: 0 }),
    rule("pages start at 1", "page=0", { provided_page: 0 }, "pagination:InvalidPage"),
    rule("a page is a number", "page=two", { provided_page: "two" }, "pagination:InvalidPage"),
  ];
}

export const TIMETABLE_RULES: readonly ValidationRule[] = [
  ...pageRules("/timetable", 1000),
  ...pageRules("/infra", 1000),
  ...pageRules("/light_rolling_stock", 1000),
  ...pageRules("/timetable/{timetable}/train_schedules", 200),
  {
    title: "timetable: PUT of an unknown one",
    request: { method: "PUT", path: `/timetable/${MISSING_ID}`, body: {} },
    status: 404,
    type: "timetable:NotFound",
    context: { timetable_id: MISSING_ID },
  },
  {
    title: "timetable: PUT takes an object",
    request: { method: "PUT", path: "/timetable/{timetable}", body: [] },
    status: 422,
    type: "request:InvalidBody",
  },
  ...(
    [
      ["the version of the format", { train_schedules: [] }, "/version"],
      ["a known version of the format", { version: "1" }, "/version"],
      ["no other keys", { version: 1, trains: [] }, "/trains"],
      ["a list of trains", { version: 1, train_schedules: {} }, "/train_schedules"],
      ["a list of paced trains", { version: 1, paced_trains: null }, "/paced_trains"],
    ] as const
  ).map(
    ([what, body, path]): ValidationRule => ({
      title: `timetable: an import has ${what}`,
      request: { method: "POST", path: "/timetable/{timetable}/import", body },
      status: 422,
      type: "request:InvalidBody",
      context: { path },
    }),
  ),
  {
    title: "timetable: an import is a document",
    request: { method: "POST", path: "/timetable/{timetable}/import", body: [] },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "" },
  },
  {
    title: "timetable: import into an unknown one",
    request: { method: "POST", path: `/timetable/${MISSING_ID}/import`, body: { version: 1 } },
    status: 404,
    type: "timetable:NotFound",
    context: { timetable_id: MISSING_ID },
  },
  {
    title: "timetable: a document is JSON",
    request: { method: "GET", path: "/timetable/{timetable}/export?format=xml" },
    status: 400,
    type: "request:InvalidQuery",
    context: { parameter: "format" },
  },
  {
    title: "timetable: DELETE of an unknown one",
    request: { method: "DELETE", path: `/timetable/${MISSING_ID}` },
    status: 404,
    type: "timetable:NotFound",
    context: { timetable_id: MISSING_ID },
  },
  {
    title: "timetable: trains of an unknown one",
    request: { method: "GET", path: `/timetable/${MISSING_ID}/train_schedules` },
    status: 404,
    type: "timetable:NotFound",
    context: { timetable_id: MISSING_ID },
  },
];

export const PROFILE_RULES: readonly ValidationRule[] = [
  {
    title: "electrical profile set: a name is required",
    request: { method: "POST", path: "/electrical_profile_set", body: validProfileSet() },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "electrical profile set: levels are required",
    request: {
      method: "POST",
      path: "/electrical_profile_set?name=x",
      body: validProfileSet({ levels: undefined }),
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/levels" },
  },
  {
    title: "electrical profile set: no voltage has a name that JavaScript reserves",
    request: {
      method: "POST",
      path: "/electrical_profile_set?name=x",
      body: validProfileSet({ level_order: { ["__proto__"]: ["A"] } }),
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/level_order" },
  },
  {
    title: "electrical profile set: level_order is an object",
    request: {
      method: "POST",
      path: "/electrical_profile_set?name=x",
      body: validProfileSet({ level_order: [] }),
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/level_order" },
  },
  {
    title: "electrical profile set: a range begins before it ends",
    request: {
      method: "POST",
      path: "/electrical_profile_set?name=x",
      body: validProfileSet({
        levels: [
          { value: "1", power_class: "1", track_ranges: [{ track: "T", begin: 2, end: 1 }] },
        ],
      }),
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/levels/0/track_ranges/0" },
  },
  ...["", "/level_order"].map(
    (tail): ValidationRule => ({
      title: `electrical profile set: GET${tail} of an unknown one`,
      request: { method: "GET", path: `/electrical_profile_set/${MISSING_ID}${tail}` },
      status: 404,
      type: "electrical_profiles:NotFound",
      context: { electrical_profile_set_id: MISSING_ID },
    }),
  ),
  {
    title: "electrical profile set: DELETE of an unknown one",
    request: { method: "DELETE", path: `/electrical_profile_set/${MISSING_ID}` },
    status: 404,
    type: "electrical_profiles:NotFound",
    context: { electrical_profile_set_id: MISSING_ID },
  },
];
