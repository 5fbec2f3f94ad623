/**
 * Towed rolling stocks: vehicles without traction, as a rolling stock's form (interface.md 6.2) without
 * what only traction has. As there, the schema says which keys and types there are (422); what the
 * values must be is in `form_rules.ts` (400 with messages by field); unknown keys are ignored.
 */
import * as v from "valibot";
import { bodyId } from "../http/fields.ts";
import { pageQuery, pageSchema } from "../http/page.ts";
import { Count, Identifier, Text } from "../http/scalars.ts";
import { ROLLING_STOCK_FORM_VERSION } from "../rolling_stock/rolling_stock.schemas.ts";

const PAGE_MAX = 50;

/** Units as there: kg, m, m/s², m/s, and N for `A`. */
const entries = {
  name: Identifier,
  mass: v.number(),
  length: v.number(),
  comfort_acceleration: v.number(),
  startup_acceleration: v.number(),
  inertia_coefficient: v.number(),
  rolling_resistance: v.object({ type: Text, A: v.number(), B: v.number(), C: v.number() }),
  /** Deceleration of its brakes. */
  const_gamma: v.number(),
  /** Null: it sets no limit. */
  max_speed: v.nullish(v.number(), null),
};

/** What clients send. */
export const TowedRollingStockForm = v.object({ ...entries, locked: v.optional(v.boolean()) });
export type TowedRollingStockForm = v.InferOutput<typeof TowedRollingStockForm>;

export const TowedRollingStock = v.object({
  id: bodyId,
  version: Count,
  locked: v.boolean(),
  railjson_version: v.literal(ROLLING_STOCK_FORM_VERSION),
  ...entries,
});

export const TowedRollingStockListQuery = v.object(pageQuery(PAGE_MAX));
export const TowedRollingStockPage = pageSchema(TowedRollingStock);
