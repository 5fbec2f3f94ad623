/**
 * Every validation rule of the resources as data: a request that breaks exactly one rule, and the
 * status, error type and context parts that it must give (interface.md 1.3, 5 to 8 and 10; the
 * specification's "Rules"). `{timetable}`, `{infra}`, `{stock}`, `{locked_stock}`, `{train}`,
 * `{paced_train}`, `{towed}`, `{locked_towed}` and `{profile_set}` in paths stand for records that the test makes; ids that can't exist are 999999999.
 */
import { COMPAT_RULES } from "./rules/compat_rules.ts";
import { DERIVED_RULES, PATH_RULES } from "./rules/derived_rules.ts";
import { NUMBERING_RULES } from "./rules/numbering_rules.ts";
import { PACED_RULES, SUB_CATEGORY_RULES } from "./rules/paced_rules.ts";
import { INFRA_RULES, PROFILE_RULES, TIMETABLE_RULES } from "./rules/record_rules.ts";
import { ROLLING_STOCK_RULES } from "./rules/rolling_stock_rules.ts";
import { SEARCH_RULES } from "./rules/search_rules.ts";
import { STUDY_RULES } from "./rules/study_rules.ts";
import { TRAIN_RULES } from "./rules/train_rules.ts";
import type { ValidationRule } from "./rules/valid_forms.ts";
import { LIMIT_RULES, TOWED_RULES, WORK_RULES } from "./rules/works_rules.ts";

const REQUEST_RULES: readonly ValidationRule[] = [
  {
    title: "request: a body is JSON",
    request: { method: "POST", path: "/infra", raw_body: '{"name":' },
    status: 400,
    type: "request:InvalidJson",
  },
  {
    title: "request: a body's media type is JSON",
    request: {
      method: "POST",
      path: "/infra",
      raw_body: "name=x",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
    status: 415,
    type: "request:UnsupportedMediaType",
  },
  {
    title: "request: a route exists",
    request: { method: "GET", path: "/trains" },
    status: 404,
    type: "request:NotFound",
  },
  {
    title: "request: a route has its methods",
    request: { method: "DELETE", path: "/light_rolling_stock" },
    status: 405,
    type: "request:MethodNotAllowed",
  },
];

export const VALIDATION_RULES: readonly ValidationRule[] = [
  ...REQUEST_RULES,
  ...INFRA_RULES,
  ...ROLLING_STOCK_RULES,
  ...TOWED_RULES,
  ...PROFILE_RULES,
  ...WORK_RULES,
  ...LIMIT_RULES,
  ...TIMETABLE_RULES,
  ...STUDY_RULES,
  ...TRAIN_RULES,
  ...PACED_RULES,
  ...NUMBERING_RULES,
  ...SUB_CATEGORY_RULES,
  ...PATH_RULES,
  ...DERIVED_RULES,
  ...COMPAT_RULES,
  ...SEARCH_RULES,
];
