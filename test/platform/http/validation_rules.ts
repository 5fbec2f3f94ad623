/**
 * Every validation rule of the resources: a request that breaks exactly one, and the status, error type
 * and context parts that it must give (interface.md 1.3, 5 to 8 and 10; the specification's "Rules").
 * `{timetable}`, `{train}` … stand for records that `rule_world.ts` makes; 999999999 is no id.
 */
import { FORM_RULES } from "./rules/form_rules.ts";
import { REQUEST_RULES } from "./rules/request_rules.ts";
import { readFormRules, readRequestRules } from "./rules/rule_table.ts";
import type { ValidationRule } from "./rules/valid_forms.ts";

export const VALIDATION_RULES: readonly ValidationRule[] = [
  ...readRequestRules(REQUEST_RULES),
  ...readFormRules(FORM_RULES),
];
