/**
 * Rolling stocks: the form that clients send and the records that they get (interface.md 6). The
 * schema checks keys and types (422), `form_rules.ts` checks the values (400 with messages by
 * field).
 */
import * as v from "valibot";
import { dropped } from "../../platform/http/authorship.ts";
import { bodyId } from "../../platform/http/fields.ts";
import { LOADING_GAUGES } from "../../railway/network_terms.ts";
import { Speed } from "../../railway/quantities.ts";
import {
  Count,
  Identifier,
  mapOf,
  NonBlankText,
  optionalOrNull,
  Text,
} from "../../railway/scalars.ts";
import { COMFORTS, MAIN_CATEGORIES } from "../../railway/train_defaults.ts";
import { MainCategory } from "../../railway/train_entries.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { Liveries } from "./livery.schemas.ts";

/** Version of the record's form, a field of each record. */
export const ROLLING_STOCK_FORM_VERSION = "3.2";
const ITEMS_MAX = 10_000;

// Infinity (`1e999`) passes here: the form rules refuse it with the name of the field.
const numbers = v.pipe(v.array(v.number()), v.maxLength(ITEMS_MAX, "is too long"));
const speeds = about(numbers, "Of the curve's points: m/s, increasing");
const EffortCurve = v.strictObject({
  speeds,
  max_efforts: about(numbers, "Of the same points: newtons"),
});
const PowerCurve = v.strictObject({ speeds, powers: about(numbers, "Of the same points: watts") });
const Seconds = about(v.number(), "Seconds");
const Metres = about(v.number(), "Metres");
const Kilograms = about(v.number(), "Kilograms");
const Acceleration = about(v.number(), "Metres per second squared");
const Share = about(v.number(), "Share from 0 to 1");

const IS_ELECTRIC_TEXT = "Whether it takes power from an electrified track";

const Mode = v.strictObject({
  is_electric: about(v.boolean(), IS_ELECTRIC_TEXT),
  default_curve: about(EffortCurve, "Effort where no other curve is for the conditions"),
  curves: v.pipe(
    v.array(
      v.strictObject({
        cond: about(
          v.strictObject({
            comfort: v.nullable(about(v.picklist(COMFORTS), "Of the train; null = any")),
            electrical_profile_level: v.nullable(about(Text, "As `22500V`; null = any")),
            power_restriction_code: v.nullable(about(Text, "Of the train; null = any")),
          }),
          "When the curve counts",
        ),
        curve: about(EffortCurve, "Effort over speed"),
      }),
    ),
    v.maxLength(ITEMS_MAX, "is too long"),
    v.description("The first whose conditions hold counts"),
  ),
});

const EnergyStorage = v.strictObject({
  capacity: about(v.number(), "Joules"),
  soc: about(Share, "State of charge, from 0 to 1"),
  soc_min: about(Share, "Lowest state of charge, from 0 to 1"),
  soc_max: about(Share, "Highest state of charge, from 0 to 1"),
  refill_law: v.nullish(
    about(
      v.strictObject({
        tau: Seconds,
        soc_ref: about(Share, "State of charge aimed at, from 0 to 1"),
      }),
      "How it is charged",
    ),
    null,
  ),
});

const energy_source_entries = {
  max_input_power: about(PowerCurve, "Power taken, over speed"),
  max_output_power: about(PowerCurve, "Power given, over speed"),
  efficiency: Share,
};

const EnergySource = v.variant("energy_source_type", [
  v.strictObject({
    energy_source_type: about(v.literal("Electrification"), "Kind of source"),
    ...energy_source_entries,
  }),
  v.strictObject({
    energy_source_type: about(v.picklist(["PowerPack", "Battery"]), "Kind of source"),
    ...energy_source_entries,
    energy_storage: about(EnergyStorage, "What it stores"),
  }),
]);

const Metadata = v.strictObject({
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

const boundaries = about(numbers, "Speeds where values change: m/s, increasing");
const BrakeCurve = about(
  v.strictObject({
    boundaries,
    values: about(numbers, "Between boundaries, one more than these: metres per second squared"),
  }),
  "Deceleration by speed",
);
const FactorCurve = about(
  v.strictObject({
    boundaries,
    values: about(numbers, "Between boundaries, one more than these: factors without unit"),
  }),
  "Correction of decelerations by speed",
);
const EtcsBrakeParams = v.strictObject({
  gamma_emergency: BrakeCurve,
  gamma_service: BrakeCurve,
  gamma_normal_service: BrakeCurve,
  k_dry: FactorCurve,
  k_wet: FactorCurve,
  k_n_pos: FactorCurve,
  k_n_neg: FactorCurve,
  t_traction_cut_off: Seconds,
  t_bs1: Seconds,
  t_bs2: Seconds,
  t_be: Seconds,
});

/** Fields that a towed rolling stock has too. */
export const InertiaCoefficient = about(
  v.number(),
  "Factor from 1 up by which rotating masses add to the mass in motion",
);
export const RollingResistance = about(
  v.strictObject({
    type: about(Text, "Always `davis`"),
    A: about(v.number(), "Newtons"),
    B: about(v.number(), "Newtons per m/s"),
    C: about(v.number(), "Newtons per (m/s)²"),
  }),
  "Resistance A + B·v + C·v² at speed v",
);
export const Locked = about(v.boolean(), "Whether it can't be changed");

const PowerRestrictions = about(mapOf(Text, Text), "Code of a restriction → power class");
const EnergySources = about(
  v.pipe(v.array(EnergySource), v.maxLength(ITEMS_MAX, "is too long")),
  "Where it takes energy from",
);
const PrimaryCategory = about(MainCategory, "Main use");
const OtherCategories = about(
  v.pipe(v.array(MainCategory), v.maxLength(MAIN_CATEGORIES.length, "is too long")),
  "Other uses",
);

const light_entries = {
  name: about(Identifier, "Its name, by which trains ask for it; no other has the same"),
  length: Metres,
  mass: Kilograms,
  max_speed: Speed,
  startup_time: Seconds,
  startup_acceleration: Acceleration,
  comfort_acceleration: Acceleration,
  gamma: about(
    v.strictObject({
      type: about(v.picklist(["CONST", "MAX"]), "Whether the brakes always give it, or at most"),
      value: Acceleration,
    }),
    "Deceleration of the brakes",
  ),
  inertia_coefficient: InertiaCoefficient,
  rolling_resistance: RollingResistance,
  loading_gauge: about(v.picklist(LOADING_GAUGES), "Space that it needs beside the track"),
  base_power_class: about(v.nullable(Text), "Power class where no restriction counts"),
  power_restrictions: v.optional(PowerRestrictions, {}),
  energy_sources: v.optional(EnergySources, []),
  supported_signaling_systems: about(
    v.pipe(v.array(Text), v.maxLength(ITEMS_MAX, "is too long")),
    "Systems that it can follow, as `BAL`",
  ),
  metadata: v.nullish(about(Metadata, "What it is, for people"), null),
  primary_category: v.optional(PrimaryCategory),
  other_categories: v.optional(OtherCategories),
};

const full_entries = {
  ...light_entries,
  effort_curves: about(
    v.strictObject({
      default_mode: about(Text, "Mode where none fits the electrification"),
      modes: about(mapOf(NonBlankText, Mode), "By voltage, as `25000V`, or `thermal`"),
    }),
    "Traction over speed",
  ),
  electrical_power_startup_time: v.nullish(Seconds, null),
  raise_pantograph_time: v.nullish(Seconds, null),
  etcs_brake_params: v.optional(v.nullable(about(EtcsBrakeParams, "Braking under ETCS"))),
};

/** What clients send; many send the record back. */
export const RollingStockForm = v.pipe(
  v.strictObject({
    ...full_entries,
    power_restrictions: v.nullish(PowerRestrictions, {}),
    energy_sources: v.nullish(EnergySources, []),
    primary_category: optionalOrNull(PrimaryCategory),
    other_categories: optionalOrNull(OtherCategories),
    locked: optionalOrNull(Locked),
    ...dropped("id", "version", "railjson_version", "liveries"),
  }),
  v.transform(({ id: _id, version: _v, railjson_version: _f, liveries: _l, ...form }) => form),
);
export type RollingStockForm = v.InferOutput<typeof RollingStockForm>;

const served_entries = {
  id: bodyId,
  version: about(Count, "Revision, raised by each change"),
  locked: Locked,
  railjson_version: about(v.literal(ROLLING_STOCK_FORM_VERSION), "Version of the form"),
};

/** The answer of a creation. */
export const RollingStock = v.object({ ...served_entries, ...full_entries });

/** The record of a read. */
export const RollingStockWithLiveries = v.object({
  ...served_entries,
  ...full_entries,
  liveries: Liveries,
});

/** The light record: without the two electric times, and with modes reduced to whether they are electric. */
export const LightRollingStock = v.object({
  ...served_entries,
  ...light_entries,
  effort_curves: about(
    v.object({
      default_mode: about(Text, "Mode where none fits the electrification"),
      modes: about(
        v.record(NonBlankText, v.object({ is_electric: about(v.boolean(), IS_ELECTRIC_TEXT) })),
        "By voltage, as `25000V`, or `thermal`",
      ),
    }),
    "Modes of traction",
  ),
  liveries: Liveries,
});

export const LockedBody = v.strictObject({ locked: Locked });

/** A scenario with trains of a rolling stock. */
export const ScenarioReference = v.strictObject({
  project_id: bodyId,
  project_name: about(Text, "Name of the project"),
  study_id: bodyId,
  study_name: about(Text, "Name of the study"),
  scenario_id: bodyId,
  scenario_name: about(Text, "Name of the scenario"),
});

export const ROLLING_STOCK_EXAMPLE = {
  name: "Regional 160",
  length: 100,
  mass: 200_000,
  max_speed: 44.4,
  startup_time: 10,
  startup_acceleration: 0.05,
  comfort_acceleration: 0.25,
  gamma: { type: "CONST", value: 0.5 },
  inertia_coefficient: 1.05,
  rolling_resistance: { type: "davis", A: 2400, B: 60, C: 6 },
  loading_gauge: "G1",
  effort_curves: {
    default_mode: "25000V",
    modes: {
      "25000V": {
        is_electric: true,
        default_curve: { speeds: [0, 20, 50], max_efforts: [300_000, 200_000, 60_000] },
        curves: [],
      },
    },
  },
  base_power_class: "5",
  power_restrictions: {},
  energy_sources: [],
  electrical_power_startup_time: 5,
  raise_pantograph_time: 15,
  supported_signaling_systems: ["BAL", "BAPR"],
};

nameSchemas({
  InertiaCoefficient,
  RollingResistance,
  Locked,
  RollingStockForm,
  RollingStock,
  RollingStockWithLiveries,
  LightRollingStock,
  LockedBody,
  ScenarioReference,
});
