/** Rules of projects, studies, scenarios and documents (interface.md 1.4 and 4). */
import { type Json, MISSING_ID, type RuleRequest, type ValidationRule } from "./valid_forms.ts";

const PROJECTS = "/projects";
const STUDIES = "/projects/{project}/studies";
const SCENARIOS = "/projects/{project}/studies/{study}/scenarios";

interface Resource {
  readonly label: string;
  readonly list: string;
  readonly single: string;
  readonly valid: Json;
}

const PROJECT: Resource = {
  label: "project",
  list: PROJECTS,
  single: "/projects/{project}",
  valid: { name: "p" },
};
const STUDY: Resource = {
  label: "study",
  list: STUDIES,
  single: `${STUDIES}/{study}`,
  valid: { name: "s", state: "started" },
};
const SCENARIO: Resource = {
  label: "scenario",
  list: SCENARIOS,
  single: `${SCENARIOS}/{scenario}`,
  valid: { name: "c", infra_id: "{infra}", timetable_id: "{timetable}" },
};

/** The same fault in a creation and in a change. */
function fieldRules({ label, list, single, valid }: Resource, fault: Json): ValidationRule[] {
  const [field = "", value] = Object.entries(fault)[0] ?? [];
  const shown = JSON.stringify(value)?.slice(0, 30);
  const requests: readonly RuleRequest[] = [
    { method: "POST", path: list, body: { ...valid, ...fault } },
    { method: "PATCH", path: single, body: fault },
  ];
  return requests.map((request) => ({
    title: `${label}: ${request.method} ${field} ${shown}`,
    request,
    status: 422,
    type: "request:InvalidBody",
  }));
}

function required({ label, list, valid }: Resource): ValidationRule[] {
  return Object.keys(valid).map((field) => ({
    title: `${label}: ${field} is required`,
    request: { method: "POST", path: list, body: { ...valid, [field]: undefined } },
    status: 422,
    type: "request:InvalidBody",
    context: { path: `/${field}` },
  }));
}

/** The same of a creation alone. */
function creationRules(resource: Resource, fault: Json): ValidationRule[] {
  return fieldRules(resource, fault).filter(({ request }) => request.method === "POST");
}

/** What holds for every list, single record and body. */
function common(resource: Resource): ValidationRule[] {
  const { label, list, single } = resource;
  const rule = (title: string, request: RuleRequest, error: [number, string]): ValidationRule => ({
    title: `${label}: ${title}`,
    request,
    status: error[0],
    type: error[1],
  });
  const invalid_body: [number, string] = [422, "request:InvalidBody"];
  const page: [number, string] = [400, "pagination:InvalidPageSize"];
  return [
    ...required(resource),
    ...[{ name: "" }, { name: "x".repeat(129) }, { name: 7 }, { name: "\0" }].flatMap((fault) =>
      fieldRules(resource, fault),
    ),
    // Of a change null means that it is not given.
    ...[{ name: null }, { tags: null }].flatMap((fault) => creationRules(resource, fault)),
    ...[{ tags: "x" }, { tags: [1] }, { tags: Array(1001).fill("x") }].flatMap((fault) =>
      fieldRules(resource, fault),
    ),
    ...[{ description: 7 }, { description: "x".repeat(1025) }].flatMap((fault) =>
      fieldRules(resource, fault),
    ),
    rule("POST takes an object", { method: "POST", path: list, body: [] }, invalid_body),
    rule("PATCH takes an object", { method: "PATCH", path: single, body: [] }, invalid_body),
    rule("a page has a row", { method: "GET", path: `${list}?page_size=0` }, page),
    rule("a page has at most 1000 rows", { method: "GET", path: `${list}?page_size=1001` }, page),
    rule("pages start at 1", { method: "GET", path: `${list}?page=0` }, [
      400,
      "pagination:InvalidPage",
    ]),
    rule("a list has a known order", { method: "GET", path: `${list}?ordering=name` }, [
      400,
      "request:InvalidQuery",
    ]),
    rule("an id is a number", { method: "GET", path: `${list}/x` }, [
      400,
      "request:InvalidPathParameter",
    ]),
    rule(
      "If-Match is one tag",
      { method: "PATCH", path: single, body: {}, headers: { "if-match": 'W/"1"' } },
      [400, "request:InvalidHeader"],
    ),
    rule(
      "If-Match is the record's revision",
      { method: "PATCH", path: single, body: { name: "x" }, headers: { "if-match": '"99"' } },
      [412, "request:PreconditionFailed"],
    ),
    ...(["GET", "PATCH", "DELETE"] as const).map(
      (method): ValidationRule => ({
        title: `${label}: ${method} of an unknown one`,
        request: {
          method,
          path: `${list}/${MISSING_ID}`,
          ...(method === "PATCH" ? { body: {} } : {}),
        },
        status: 404,
        type: `${label}:NotFound`,
        context: { [`${label}_id`]: MISSING_ID },
      }),
    ),
  ];
}

const BUDGETS: readonly Json[] = [
  { budget: 1.5 },
  { budget: 2 ** 31 },
  { budget: -(2 ** 31) - 1 },
  { budget: "7" },
];

const DATES = ["2024-02-30", "2024-13-01", "0000-01-01", "2024-1-1", "2024-01-01T00:00:00Z", "", 7];

function documentRule(title: string, request: RuleRequest, status: number): ValidationRule {
  const type = status === 415 ? "request:UnsupportedMediaType" : "document:NotFound";
  return { title: `document: ${title}`, request, status, type };
}

export const STUDY_RULES: readonly ValidationRule[] = [
  ...common(PROJECT),
  ...common(STUDY),
  ...common(SCENARIO),
  ...[...BUDGETS, { objectives: "x".repeat(4097) }, { funders: "x".repeat(1025) }].flatMap(
    (fault) => fieldRules(PROJECT, fault),
  ),
  ...[{ image: 0 }, { image: "7" }, { image: 1.5 }].flatMap((fault) => fieldRules(PROJECT, fault)),
  {
    title: "project: an image exists",
    request: { method: "POST", path: PROJECTS, body: { name: "p", image: MISSING_ID } },
    status: 400,
    type: "project:ImageNotFound",
    context: { document_key: MISSING_ID },
  },
  {
    title: "project: an image is a document",
    request: { method: "PATCH", path: "/projects/{project}", body: { image: "{timetable}" } },
    status: 400,
    type: "project:ImageNotFound",
  },
  ...BUDGETS.flatMap((fault) => fieldRules(STUDY, fault)),
  ...DATES.flatMap((start_date) => fieldRules(STUDY, { start_date })),
  ...[{ state: "" }, { study_type: 7 }, { business_code: "x".repeat(256) }].flatMap((fault) =>
    fieldRules(STUDY, fault),
  ),
  {
    title: "study: it starts before it is expected to end",
    request: {
      method: "PATCH",
      path: `${STUDIES}/{study}`,
      body: { start_date: "2024-01-02", expected_end_date: "2024-01-01" },
    },
    status: 400,
    type: "study:StartDateAfterEndDate",
  },
  {
    title: "study: it is in the project of the path",
    request: { method: "GET", path: `/projects/{other_project}/studies/{study}` },
    status: 404,
    type: "study:NotFound",
  },
  {
    title: "study: the project of the path exists",
    request: { method: "GET", path: `/projects/${MISSING_ID}/studies/{study}` },
    status: 404,
    type: "project:NotFound",
    context: { project_id: MISSING_ID },
  },
  ...[{ infra_id: 0 }, { electrical_profile_set_id: "x" }].flatMap((fault) =>
    fieldRules(SCENARIO, fault),
  ),
  ...creationRules(STUDY, { state: null }),
  ...[{ infra_id: null }, { description: null }].flatMap((fault) => creationRules(SCENARIO, fault)),
  ...(["infra", "timetable"] as const).map(
    (what): ValidationRule => ({
      title: `scenario: its ${what} exists`,
      request: {
        method: "POST",
        path: SCENARIOS,
        body: { ...SCENARIO.valid, [`${what}_id`]: MISSING_ID },
      },
      status: 404,
      type: `scenario:${what === "infra" ? "Infra" : "Timetable"}NotFound`,
      context: { [`${what}_id`]: MISSING_ID },
    }),
  ),
  {
    title: "scenario: its timetable has no other scenario",
    request: {
      method: "POST",
      path: SCENARIOS,
      body: { ...SCENARIO.valid, timetable_id: "{scenario_timetable}" },
    },
    status: 409,
    type: "scenario:TimetableAlreadyUsed",
  },
  {
    title: "scenario: it is in the study of the path",
    request: { method: "DELETE", path: `${STUDIES}/{other_study}/scenarios/{scenario}` },
    status: 404,
    type: "scenario:NotFound",
  },
  documentRule("nothing is no image", { method: "POST", path: "/documents" }, 415),
  documentRule("text is no image", { method: "POST", path: "/documents", body: {} }, 415),
  documentRule("GET of an unknown one", { method: "GET", path: `/documents/${MISSING_ID}` }, 404),
  documentRule(
    "DELETE of an unknown one",
    { method: "DELETE", path: `/documents/${MISSING_ID}` },
    404,
  ),
];
