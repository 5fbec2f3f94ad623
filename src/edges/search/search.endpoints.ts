/**
 * Search (interface.md 11.2). The role depends on the searched object, so the handler requires it;
 * the search only finds what the caller may see.
 */
import { jsonBody, okText } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { findSearchObject } from "./objects.ts";
import { searchItems } from "./search.queries.ts";
import { SearchBody, SearchPageQuery, SearchResult } from "./search.schemas.ts";

const OBJECT_SHOWN_MAX = 100;

export const SEARCH_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/search",
    summary: "One page of what meets an expression, of what the caller may see; in a total order",
    query: SearchPageQuery,
    body: jsonBody(SearchBody, {
      object: "operationalpoint",
      query: [
        "and",
        ["=", ["infra_id"], 3],
        ["or", ["search", ["name"], "mich st"], ["=", ["trigram"], "PNO"]],
      ],
    }),
    answer: okText(SearchResult),
    creates: null,
    access: checked({ roles: [] }),
    errors: ["Forbidden", "SearchObjectType", "SearchEngineError", "TooManyItems"],
    handle: async (ctx, { body, query }) => {
      const object = findSearchObject(body.object);
      if (object === null) throw unknownObject(body.object.slice(0, OBJECT_SHOWN_MAX));
      ctx.requireRole(object.role);
      const { db } = ctx.services;
      const items = await searchItems(db, object, {
        expression: body.query,
        at: query,
        viewer_id: ctx.viewer_id,
      });
      return { json: `[${items.join(",")}]` };
    },
  }),
];

function unknownObject(object_type: string): AppError {
  return new AppError("SearchObjectType", `There is no object '${object_type}' to search`, {
    object_type,
  });
}
