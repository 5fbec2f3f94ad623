/**
 * Sub-categories of trains: records that trains refer to by code, without a foreign key
 * (decisions.md 4). They have no grants: roles alone decide who may read and create them. Changing
 * one changes all trains that have it, so it needs the rights on those trains.
 */

import type * as v from "valibot";
import { jsonBody, noContent, okJson } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { page } from "../../platform/http/page.ts";
import { preconditionFailed, readIfMatch, setETag } from "../../platform/http/preconditions.ts";
import {
  SUB_CATEGORY_CONSTRAINTS,
  subCategoryIsUsed,
  subCategoryNotFound,
} from "./sub_category.errors.ts";
import {
  deleteSubCategory,
  insertSubCategory,
  listSubCategories,
  updateSubCategory,
} from "./sub_category.queries.ts";
import {
  SUB_CATEGORY_EXAMPLE,
  SubCategory,
  SubCategoryListQuery,
  SubCategoryPage,
  SubCategoryParams,
  SubCategoryReplacement,
} from "./sub_category.schemas.ts";

export const SUB_CATEGORY_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/sub_category",
    summary: "List sub-categories",
    query: SubCategoryListQuery,
    answer: okJson(SubCategoryPage),
    access: checked({ roles: ["timetable:read"] }),
    handle: async ({ services }, { query }) => {
      const { results, count } = await listSubCategories(services.db, query);
      return page(results, count, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/sub_category",
    summary: "Create a sub-category",
    body: jsonBody(SubCategory, SUB_CATEGORY_EXAMPLE),
    answer: okJson(SubCategory),
    creates: "timetable/sub_category/insert",
    access: checked({ roles: ["timetable:write"] }),
    errors: ["SubCategoryCodeAlreadyUsed"],
    headers: ["etag"],
    constraints: SUB_CATEGORY_CONSTRAINTS,
    links: {
      parameters: { code: "$response.body#/code" },
      to: ["PUT /sub_category/:code", "DELETE /sub_category/:code"],
    },
    handle: async (ctx, { body }) => {
      setETag(ctx, await insertSubCategory(ctx.services.db, body));
      return body;
    },
  }),
  endpoint({
    method: "put",
    path: "/sub_category/:code",
    summary: "Replace a sub-category",
    params: SubCategoryParams,
    body: jsonBody(SubCategoryReplacement, SUB_CATEGORY_EXAMPLE),
    answer: okJson(SubCategory),
    access: checked({ roles: ["timetable:write"] }),
    errors: ["SubCategoryNotFound", "SubCategoryCodeImmutable", "SubCategoryIsUsed"],
    headers: ["if-match", "etag"],
    handle: async (ctx, { params, body }) => replaceSubCategory(ctx, params.code, body),
  }),
  endpoint({
    method: "delete",
    path: "/sub_category/:code",
    summary: "Delete a sub-category; trains of it then have no category",
    params: SubCategoryParams,
    answer: noContent,
    access: checked({ roles: ["timetable:write"] }),
    errors: ["SubCategoryNotFound", "SubCategoryIsUsed"],
    handle: async ({ services, viewer_id, user }, { params: { code } }) => {
      const { outcome, use_count } = await deleteSubCategory(services.db, code, {
        viewer_id,
        author_id: user?.id ?? null,
      });
      if (outcome === "absent") throw subCategoryNotFound(code);
      if (outcome === "used") throw subCategoryIsUsed(code, use_count);
    },
  }),
];

async function replaceSubCategory(
  ctx: Context,
  code: string,
  given: v.InferOutput<typeof SubCategoryReplacement>,
): Promise<SubCategory> {
  if (given.code !== undefined && given.code !== code) {
    throw new AppError("SubCategoryCodeImmutable", "The code of a sub-category can't change", {
      code,
    });
  }
  const { name, main_category, color } = given;
  const sub_category = { code, name, main_category, color };
  const saved = await updateSubCategory(ctx.services.db, sub_category, {
    if_revision: readIfMatch(ctx),
    viewer_id: ctx.viewer_id,
  });
  if (saved === null) throw subCategoryNotFound(code);
  if (saved.outcome === "used") throw subCategoryIsUsed(code, saved.use_count);
  if (saved.outcome === "stale") {
    throw preconditionFailed(`Sub-category '${code}' has changed`, saved.revision);
  }
  setETag(ctx, saved.revision);
  return sub_category;
}
