/**
 * Rolling stocks: the form that clients send and the records that they get (interface.md 6). The
 * schema says which keys and types there are (a breach gives 422); what the values must be is in
 * `form_rules.ts` (400 with messages by field). Unknown top-level keys are ignored.
 */
import * as v from "valibot";
import { bodyId } from "../http/fields.ts";
import {
  Count,
  Identifier,
  NonBlankText,
  optionalOrNull,
  PlainObject,
  Text,
} from "../http/scalars.ts";
import { MAIN_CATEGORIES } from "../train_schedule/train_entries.ts";

/** Version of the record's form, told in each record. */
export const ROLLING_STOCK_FORM_VERSION = "3.2";
const ITEMS_MAX = 10_000;

export const LOADING_GAUGES = [
  "G1",
  "G2",
  "GA",
  "GB",
  "GB1",
  "GC",
  "FR3.3",
  "FR3.3/GB/G2",
  "GLOTT",
] as const;

// Infinity (`1e999`) is left to the form rules, which name the field.
const numbers = v.pipe(v.array(v.number()), v.maxLength(ITEMS_MAX, "is too long"));
const EffortCurve = v.object({ speeds: numbers, max_efforts: numbers });
const PowerCurve = v.object({ speeds: numbers, powers: numbers });

const Mode = v.object({
  is_electric: v.boolean(),
  default_curve: EffortCurve,
  curves: v.pipe(
    v.array(
      v.object({
        cond: v.object({
          comfort: v.nullable(v.picklist(["STANDARD", "AIR_CONDITIONING", "HEATING"])),
          electrical_profile_level: v.nullable(Text),
          power_restriction_code: v.nullable(Text),
        }),
        curve: EffortCurve,
      }),
    ),
    v.maxLength(ITEMS_MAX, "is too long"),
  ),
});

const EnergyStorage = v.object({
  capacity: v.number(),
  soc: v.number(),
  soc_min: v.number(),
  soc_max: v.number(),
  refill_law: v.nullish(v.object({ tau: v.number(), soc_ref: v.number() }), null),
});

const energy_source_entries = {
  max_input_power: PowerCurve,
  max_output_power: PowerCurve,
  efficiency: v.number(),
};

const EnergySource = v.variant("energy_source_type", [
  v.object({ energy_source_type: v.literal("Electrification"), ...energy_source_entries }),
  v.object({
    energy_source_type: v.picklist(["PowerPack", "Battery"]),
    ...energy_source_entries,
    energy_storage: EnergyStorage,
  }),
]);

const Metadata = v.object({
  detail: Text,
  family: Text,
  type: Text,
  grouping: Text,
  series: Text,
  subseries: Text,
  unit: Text,
  number: Text,
  reference: Text,
});

const BrakeCurve = v.object({ boundaries: numbers, values: numbers });
const EtcsBrakeParams = v.object({
  gamma_emergency: BrakeCurve,
  gamma_service: BrakeCurve,
  gamma_normal_service: BrakeCurve,
  k_dry: BrakeCurve,
  k_wet: BrakeCurve,
  k_n_pos: BrakeCurve,
  k_n_neg: BrakeCurve,
  t_traction_cut_off: v.number(),
  t_bs1: v.number(),
  t_bs2: v.number(),
  t_be: v.number(),
});

const PowerRestrictions = v.pipe(PlainObject, v.record(Text, Text));
const EnergySources = v.pipe(v.array(EnergySource), v.maxLength(ITEMS_MAX, "is too long"));
const MainCategory = v.picklist(MAIN_CATEGORIES);
const MainCategories = v.pipe(
  v.array(MainCategory),
  v.maxLength(MAIN_CATEGORIES.length, "is too long"),
);

const light_entries = {
  name: Identifier,
  length: v.number(),
  mass: v.number(),
  max_speed: v.number(),
  startup_time: v.number(),
  startup_acceleration: v.number(),
  comfort_acceleration: v.number(),
  gamma: v.object({ type: v.picklist(["CONST", "MAX"]), value: v.number() }),
  inertia_coefficient: v.number(),
  rolling_resistance: v.object({ type: Text, A: v.number(), B: v.number(), C: v.number() }),
  loading_gauge: v.picklist(LOADING_GAUGES),
  base_power_class: v.nullable(Text),
  power_restrictions: v.optional(PowerRestrictions, {}),
  energy_sources: v.optional(EnergySources, []),
  supported_signaling_systems: v.pipe(v.array(Text), v.maxLength(ITEMS_MAX, "is too long")),
  metadata: v.nullish(Metadata, null),
  primary_category: v.optional(MainCategory),
  other_categories: v.optional(MainCategories),
};

const full_entries = {
  ...light_entries,
  effort_curves: v.object({
    default_mode: Text,
    modes: v.pipe(PlainObject, v.record(NonBlankText, Mode)),
  }),
  electrical_power_startup_time: v.nullish(v.number(), null),
  raise_pantograph_time: v.nullish(v.number(), null),
  etcs_brake_params: v.optional(v.nullable(EtcsBrakeParams)),
};

/** What clients send. */
export const RollingStockForm = v.object({
  ...full_entries,
  power_restrictions: v.nullish(PowerRestrictions, {}),
  energy_sources: v.nullish(EnergySources, []),
  primary_category: optionalOrNull(MainCategory),
  other_categories: optionalOrNull(MainCategories),
  locked: optionalOrNull(v.boolean()),
});
export type RollingStockForm = v.InferOutput<typeof RollingStockForm>;

const served_entries = {
  id: bodyId,
  version: Count,
  locked: v.boolean(),
  railjson_version: v.literal(ROLLING_STOCK_FORM_VERSION),
};

/** The answer of a creation. */
export const RollingStock = v.object({ ...served_entries, ...full_entries });

/** The record of a read. Liveries are pictures of vehicles; none are stored. */
export const RollingStockWithLiveries = v.object({
  ...served_entries,
  ...full_entries,
  liveries: v.array(v.never()),
});

/** The short record: without the two electric times, modes reduced to whether they are electric. */
export const LightRollingStock = v.object({
  ...served_entries,
  ...light_entries,
  effort_curves: v.object({
    default_mode: Text,
    modes: v.record(NonBlankText, v.object({ is_electric: v.boolean() })),
  }),
  liveries: v.array(v.never()),
});

export const LockedBody = v.object({ locked: v.boolean() });

/** A scenario with trains of a rolling stock. */
export const ScenarioReference = v.strictObject({
  project_id: bodyId,
  project_name: Text,
  study_id: bodyId,
  study_name: Text,
  scenario_id: bodyId,
  scenario_name: Text,
});
