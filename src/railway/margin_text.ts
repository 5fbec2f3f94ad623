/**
 * Margin values: `5%` or `4.5min/100km` (interface.md 8.2). Blanks before the unit are accepted and
 * dropped; the number keeps its spelling, so that clients get back what they sent.
 */
import * as v from "valibot";
import type { MarginValue } from "../../workers/tasks/types.ts";
import { alsoOnWire } from "./wire.ts";

const MARGIN = /^(\d{1,15}(?:\.\d{1,15})?)\s{0,8}(%|min\/100km)$/;
const MARGIN_LENGTH_MAX = 64;

export const MarginValueText = v.pipe(
  v.string(),
  v.maxLength(MARGIN_LENGTH_MAX, `must have at most ${MARGIN_LENGTH_MAX} characters`),
  v.regex(MARGIN, "must be a non-negative number followed by % or min/100km"),
  v.transform((text) => text.replace(MARGIN, "$1$2")),
  // the same pattern, in a syntax common to all regex engines
  alsoOnWire({ pattern: "^[0-9]{1,15}(\\.[0-9]{1,15})? {0,8}(%|min/100km)$" }),
);

/** The value of a text that `MarginValueText` accepted. */
export function readMarginValue(text: string): MarginValue {
  const value = Number.parseFloat(text);
  return text.endsWith("%") ? { kind: "percentage", value } : { kind: "min_per_100km", value };
}
