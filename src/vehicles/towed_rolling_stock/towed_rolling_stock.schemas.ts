/**
 * Towed rolling stocks: vehicles without traction, in a rolling stock's form (interface.md 6.2)
 * without the traction fields. Here too the schema checks keys and types (422) and `form_rules.ts`
 * the values (400 with messages by field).
 */
import * as v from "valibot";
import { dropped } from "../../platform/http/authorship.ts";
import { bodyId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { addFaults } from "../../railway/fault_issues.ts";
import { Count, Identifier, optionalOrNull } from "../../railway/scalars.ts";
import { about, alsoOnWire, nameSchemas } from "../../railway/wire.ts";
import {
  InertiaCoefficient,
  Locked,
  ROLLING_STOCK_FORM_VERSION,
  RollingResistance,
} from "../rolling_stock/rolling_stock.schemas.ts";

const PAGE_MAX = 50;

const shared_entries = {
  name: about(Identifier, "Its name; no other has the same"),
  mass: about(v.number(), "Kilograms"),
  length: about(v.number(), "Metres"),
  comfort_acceleration: about(v.number(), "Metres per second squared"),
  startup_acceleration: about(v.number(), "Metres per second squared"),
  inertia_coefficient: InertiaCoefficient,
  rolling_resistance: RollingResistance,
  max_speed: v.nullish(about(v.number(), "Metres per second; null: it sets no limit"), null),
};

const BRAKES = "Deceleration of its brakes, metres per second squared";
const NO_BRAKES = "is required, or gamma in its place";
const OTHER_BRAKES = "must be gamma's value where both are given";

/** What clients send: `const_gamma`, or `gamma` of any type, as in 2024. */
export const TowedRollingStockForm = v.pipe(
  v.strictObject({
    ...shared_entries,
    const_gamma: v.nullish(about(v.number(), BRAKES)),
    gamma: v.nullish(
      about(
        v.strictObject({
          type: about(v.picklist(["CONST", "MAX"]), "Both count as `CONST`"),
          value: about(v.number(), BRAKES),
        }),
        "What clients of 2024 send in place of `const_gamma`",
      ),
    ),
    locked: optionalOrNull(Locked),
    ...dropped("id", "version", "railjson_version"),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { gamma, const_gamma: given, ...sent } = dataset.value;
    const { id: _id, version: _v, railjson_version: _f, ...form } = sent;
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
  version: about(Count, "Revision, raised by each change"),
  locked: Locked,
  railjson_version: about(v.literal(ROLLING_STOCK_FORM_VERSION), "Version of the form"),
  ...shared_entries,
  const_gamma: about(v.number(), BRAKES),
  gamma: about(
    v.object({
      type: about(v.literal("CONST"), "As `const_gamma`"),
      value: about(v.number(), BRAKES),
    }),
    "The same as `const_gamma`, as clients of 2024 read it",
  ),
});

export const TowedRollingStockListQuery = v.object(pageQuery(PAGE_MAX));
export const TowedRollingStockPage = pageSchema(TowedRollingStock);

export const TOWED_ROLLING_STOCK_EXAMPLE = {
  name: "Wagon 20 t",
  mass: 20_000,
  length: 18,
  comfort_acceleration: 0.2,
  startup_acceleration: 0.06,
  inertia_coefficient: 1.05,
  rolling_resistance: { type: "davis", A: 350, B: 4, C: 0.5 },
  const_gamma: 0.5,
  max_speed: 27.8,
};

nameSchemas({ TowedRollingStockForm, TowedRollingStock, TowedRollingStockPage });
