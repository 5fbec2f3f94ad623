/**
 * Towed rolling stocks: vehicles without traction, as a rolling stock's form (interface.md 6.2) without
 * what only traction has. As there, the schema says which keys and types there are (422); what the
 * values must be is in `form_rules.ts` (400 with messages by field); unknown keys are ignored.
 */
import * as v from "valibot";
import { bodyId } from "../http/fields.ts";
import { pageQuery, pageSchema } from "../http/page.ts";
import { Count, Identifier, optionalOrNull, Text } from "../http/scalars.ts";
import { alsoOnWire } from "../http/wire.ts";
import { ROLLING_STOCK_FORM_VERSION } from "../rolling_stock/rolling_stock.schemas.ts";
import { addFaults } from "../train_schedule/fault_issues.ts";

const PAGE_MAX = 50;

/** Units as there: kg, m, m/s², m/s, and N for `A`. */
const shared_entries = {
  name: Identifier,
  mass: v.number(),
  length: v.number(),
  comfort_acceleration: v.number(),
  startup_acceleration: v.number(),
  inertia_coefficient: v.number(),
  rolling_resistance: v.object({ type: Text, A: v.number(), B: v.number(), C: v.number() }),
  /** Null: it sets no limit. */
  max_speed: v.nullish(v.number(), null),
};

const BRAKES = "Deceleration of its brakes, m/s²";
const NO_BRAKES = "is required, or gamma in its place";
const OTHER_BRAKES = "must be gamma's value where both are given";

/** What clients send: `const_gamma`, or `gamma` as in 2024, whatever its type. */
export const TowedRollingStockForm = v.pipe(
  v.object({
    ...shared_entries,
    const_gamma: v.pipe(v.nullish(v.number()), v.description(BRAKES)),
    gamma: v.nullish(
      v.object({
        type: v.pipe(v.picklist(["CONST", "MAX"]), v.description("Both count as `CONST`")),
        value: v.pipe(v.number(), v.description(BRAKES)),
      }),
    ),
    locked: optionalOrNull(v.boolean()),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { gamma, const_gamma: given, ...form } = dataset.value;
    const const_gamma = given ?? gamma?.value;
    const fault = const_gamma === undefined ? NO_BRAKES : OTHER_BRAKES;
    const is_one = (gamma ?? null) === null || gamma?.value === const_gamma;
    if (const_gamma !== undefined && is_one) return { ...form, const_gamma };
    addFaults(dataset.value, [{ path: ["const_gamma"], reason: fault }], addIssue);
    return NEVER;
  }),
  alsoOnWire({
    anyOf: [
      { required: ["const_gamma"], properties: { const_gamma: { type: "number" } } },
      { required: ["gamma"], properties: { gamma: { type: "object" } } },
    ],
  }),
);
export type TowedRollingStockForm = v.InferOutput<typeof TowedRollingStockForm>;

export const TowedRollingStock = v.object({
  id: bodyId,
  version: Count,
  locked: v.boolean(),
  railjson_version: v.literal(ROLLING_STOCK_FORM_VERSION),
  ...shared_entries,
  const_gamma: v.pipe(v.number(), v.description(BRAKES)),
  gamma: v.pipe(
    v.object({ type: v.literal("CONST"), value: v.number() }),
    v.description("The same as `const_gamma`, as clients of 2024 read it"),
  ),
});

export const TowedRollingStockListQuery = v.object(pageQuery(PAGE_MAX));
export const TowedRollingStockPage = pageSchema(TowedRollingStock);
