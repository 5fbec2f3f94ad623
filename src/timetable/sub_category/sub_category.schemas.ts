/** Sub-categories of trains (interface.md 6.3). */
import * as v from "valibot";
import { pathText } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { Identifier } from "../../railway/scalars.ts";
import { MainCategory } from "../../railway/train_entries.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

const SUB_CATEGORIES_PAGE_MAX = 1000;

const CODE = "The code by which trains name it; no other has the same";
const Code = about(Identifier, CODE);

const fields = {
  name: about(Identifier, "Its name for people"),
  main_category: MainCategory,
  color: v.pipe(
    v.string(),
    v.regex(/^#[0-9a-fA-F]{6}$/, "must be a colour such as #1A2B3C"),
    v.description("Red, green and blue as `#1A2B3C`"),
  ),
};

export const SubCategory = v.strictObject({ code: Code, ...fields });
export type SubCategory = v.InferOutput<typeof SubCategory>;

/** A replacement; the code may be repeated but not changed. */
export const SubCategoryReplacement = v.strictObject({ code: v.optional(Code), ...fields });

export const SubCategoryParams = v.object({ code: about(pathText, CODE) });
export const SubCategoryListQuery = v.object(pageQuery(SUB_CATEGORIES_PAGE_MAX));
export const SubCategoryPage = pageSchema(SubCategory);

export const SUB_CATEGORY_EXAMPLE = {
  code: "RER",
  name: "Regional express",
  main_category: "COMMUTER_TRAIN",
  color: "#1A2B3C",
};

nameSchemas({ SubCategory, SubCategoryReplacement, SubCategoryPage });
