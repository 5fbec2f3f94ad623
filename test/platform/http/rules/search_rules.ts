/** Rules of the search (interface.md 1.4 and 11.2); wrong expressions are in test/edges/search/hostile.test.ts. */
import type { Json, ValidationRule } from "./valid_forms.ts";

const VALID: Json = { object: "operationalpoint", query: ["search", ["name"], "mich st"] };

function wrongBody(title: string, change: Json, path: string): ValidationRule {
  return {
    title: `search: ${title}`,
    request: { method: "POST", path: "/search", body: { ...VALID, ...change } },
    status: 422,
    type: "request:InvalidBody",
    context: { path },
  };
}

function wrongPage(query: string, type = "pagination:InvalidPageSize"): ValidationRule {
  return {
    title: `search: ${query}`,
    request: { method: "POST", path: `/search?${query}`, body: VALID },
    status: 400,
    type,
  };
}

export const SEARCH_RULES: readonly ValidationRule[] = [
  wrongBody("object is required", { object: undefined }, "/object"),
  wrongBody("object is a text", { object: 3 }, "/object"),
  wrongBody("query is required", { query: undefined }, "/query"),
  {
    title: "search: the body is an object",
    request: { method: "POST", path: "/search", body: [VALID] },
    status: 422,
    type: "request:InvalidBody",
  },
  {
    title: "search: an object that can be searched",
    request: { method: "POST", path: "/search", body: { ...VALID, object: "train" } },
    status: 400,
    type: "search:ObjectType",
    context: { object_type: "train" },
  },
  {
    title: "search: an expression that is a condition",
    request: { method: "POST", path: "/search", body: { ...VALID, query: ["name"] } },
    status: 400,
    type: "search:SearchEngineError",
    context: { path: "/query" },
  },
  wrongPage("page=0", "pagination:InvalidPage"),
  wrongPage("page_size=0"),
  wrongPage("page_size=1001"),
];
