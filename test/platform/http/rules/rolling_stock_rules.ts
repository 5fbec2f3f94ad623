/** Rules of rolling stocks (interface.md 6). */
import {
  CURVE,
  effortCurves,
  type Json,
  MISSING_ID,
  type ValidationRule,
  validStock,
} from "./valid_forms.ts";

function stockRule(title: string, change: Json, context: Json): ValidationRule {
  return {
    title: `rolling stock: ${title}`,
    request: { method: "POST", path: "/rolling_stock", body: validStock(change) },
    status: 400,
    type: "ValidationError",
    context,
  };
}

function stockTypeRule(title: string, change: Json, path: string): ValidationRule {
  return {
    title: `rolling stock: ${title}`,
    request: { method: "POST", path: "/rolling_stock", body: validStock(change) },
    status: 422,
    type: "request:InvalidBody",
    context: { path },
  };
}

/** A curve whose `default_curve` breaks the rule. */
function curveRule(title: string, curve: Json, message: string): ValidationRule {
  return stockRule(
    title,
    { effort_curves: effortCurves(curve) },
    { effort_curves: [`modes/25000V/default_curve ${message}`] },
  );
}

function collectionRule(title: string, body: Json, path: string): ValidationRule {
  return {
    title: `rolling stock collection: ${title}`,
    request: { method: "POST", path: "/rolling_stock_collection", body },
    status: 422,
    type: "request:InvalidBody",
    context: { path },
  };
}

const POWER = { speeds: [0, 10], powers: [0, 10] };
function battery(source: Json, storage: Json = {}): Json {
  const energy_storage = {
    capacity: 1,
    soc: 0.5,
    soc_min: 0,
    soc_max: 1,
    refill_law: null,
    ...storage,
  };
  const common = { max_input_power: POWER, max_output_power: POWER, efficiency: 1 };
  return {
    energy_sources: [{ energy_source_type: "Battery", ...common, energy_storage, ...source }],
  };
}

const REQUIRED_STOCK_FIELDS = [
  "name",
  "length",
  "mass",
  "max_speed",
  "startup_time",
  "startup_acceleration",
  "comfort_acceleration",
  "gamma",
  "inertia_coefficient",
  "rolling_resistance",
  "loading_gauge",
  "effort_curves",
  "base_power_class",
  "supported_signaling_systems",
];

export const ROLLING_STOCK_RULES: readonly ValidationRule[] = [
  ...REQUIRED_STOCK_FIELDS.map((field) =>
    stockTypeRule(`${field} is required`, { [field]: undefined }, `/${field}`),
  ),
  stockTypeRule("name is not blank", { name: "" }, "/name"),
  stockTypeRule("name has at most 255 characters", { name: "n".repeat(256) }, "/name"),
  stockTypeRule("length is a number", { length: "400" }, "/length"),
  stockTypeRule(
    "gamma's type is CONST or MAX",
    { gamma: { type: "MIN", value: 1 } },
    "/gamma/type",
  ),
  stockTypeRule("loading_gauge is one of nine", { loading_gauge: "G9" }, "/loading_gauge"),
  stockTypeRule(
    "metadata needs all nine strings",
    { metadata: { detail: "x" } },
    "/metadata/family",
  ),
  stockTypeRule(
    "a condition needs its three keys",
    {
      effort_curves: {
        default_mode: "25000V",
        modes: {
          "25000V": {
            is_electric: true,
            default_curve: CURVE,
            curves: [{ cond: { comfort: null, electrical_profile_level: null }, curve: CURVE }],
          },
        },
      },
    },
    "/effort_curves/modes/25000V/curves/0/cond/power_restriction_code",
  ),
  stockTypeRule(
    "power restrictions map to strings",
    { power_restrictions: { C1: 1 } },
    "/power_restrictions/C1",
  ),
  stockTypeRule(
    "no power restriction has a name that JavaScript reserves",
    { power_restrictions: { constructor: "1" } },
    "/power_restrictions",
  ),
  stockTypeRule(
    "no mode has a name that JavaScript reserves",
    { effort_curves: { default_mode: "x", modes: { prototype: 1 } } },
    "/effort_curves/modes",
  ),
  stockTypeRule(
    "power restrictions is an object",
    { power_restrictions: [] },
    "/power_restrictions",
  ),
  stockTypeRule(
    "an energy source is one of three kinds",
    battery({ energy_source_type: "Coal" }),
    "/energy_sources/0/energy_source_type",
  ),
  stockTypeRule(
    "a battery has a storage",
    battery({ energy_storage: undefined }),
    "/energy_sources/0/energy_storage",
  ),
  stockTypeRule("locked is a boolean", { locked: "no" }, "/locked"),
  stockRule("length is above 0", { length: 0 }, { length: ["must be above 0"] }),
  stockRule("mass is above 0", { mass: -1 }, { mass: ["must be above 0"] }),
  stockRule("max_speed is above 0", { max_speed: 0 }, { max_speed: ["must be above 0"] }),
  stockRule("max_speed is bounded", { max_speed: 1e9 }, { max_speed: ["must be at most 150 m/s"] }),
  stockRule(
    "max_speed in km/h is told",
    { max_speed: 160 },
    { max_speed: ["must be at most 150 m/s; 160 looks like km/h"] },
  ),
  stockRule(
    "mass in tonnes is told",
    { length: 100, mass: 200 },
    { mass: ["must be at least 10000 kg, 100 kg for each metre of length; 200 looks like tonnes"] },
  ),
  stockRule(
    "mass that nothing on rails has is told",
    { length: 100, mass: 0.001 },
    { mass: ["must be at least 10000 kg, 100 kg for each metre of length"] },
  ),
  stockRule(
    "length in millimetres is told",
    { length: 400_000 },
    { length: ["must be at most 100000 m; 400000 looks like mm"] },
  ),
  stockRule(
    "startup_time is not negative",
    { startup_time: -1 },
    { startup_time: ["must be at least 0"] },
  ),
  stockRule(
    "startup_acceleration is not negative",
    { startup_acceleration: -1 },
    { startup_acceleration: ["must be at least 0"] },
  ),
  stockRule(
    "comfort_acceleration is not negative",
    { comfort_acceleration: -1 },
    { comfort_acceleration: ["must be at least 0"] },
  ),
  stockRule(
    "gamma is above 0",
    { gamma: { type: "CONST", value: 0 } },
    { gamma: ["must be above 0"] },
  ),
  stockRule(
    "inertia_coefficient is at least 1",
    { inertia_coefficient: 0.99 },
    { inertia_coefficient: ["must be at least 1"] },
  ),
  stockRule(
    "rolling resistance is of Davis' form",
    { rolling_resistance: { type: "other", A: 1, B: 1, C: 1 } },
    { rolling_resistance: ["type must be davis"] },
  ),
  stockRule(
    "rolling resistance is not negative",
    { rolling_resistance: { type: "davis", A: 1, B: 1, C: -1 } },
    { rolling_resistance: ["C must be at least 0"] },
  ),
  stockRule(
    "the default mode is one of the modes",
    { effort_curves: { ...effortCurves(), default_mode: "1500V" } },
    { effort_curves: ["default_mode '1500V' is not one of the modes"] },
  ),
  curveRule(
    "a curve has as many efforts as speeds",
    { speeds: [0, 1] },
    "must have as many max_efforts as speeds",
  ),
  curveRule(
    "a curve has two points",
    { speeds: [0], max_efforts: [1] },
    "must have at least 2 points",
  ),
  curveRule("speeds are not negative", { speeds: [-1, 0, 1] }, "speeds must be at least 0"),
  curveRule(
    "efforts are not negative",
    { max_efforts: [1, 1, -1] },
    "max_efforts must be at least 0",
  ),
  curveRule(
    "speeds increase strictly",
    { speeds: [0, 5, 5] },
    "speeds must be strictly increasing",
  ),
  stockRule(
    "an electric stock has an electrical_power_startup_time",
    { electrical_power_startup_time: null },
    {
      schema_validation: ["electrical_power_startup_time is required for electric rolling stocks"],
    },
  ),
  stockRule(
    "an electric stock has a raise_pantograph_time",
    { raise_pantograph_time: undefined },
    { schema_validation: ["raise_pantograph_time is required for electric rolling stocks"] },
  ),
  stockRule(
    "electrical_power_startup_time is not negative",
    { electrical_power_startup_time: -1 },
    { electrical_power_startup_time: ["must be at least 0"] },
  ),
  stockRule(
    "raise_pantograph_time is not negative",
    { raise_pantograph_time: -1 },
    { raise_pantograph_time: ["must be at least 0"] },
  ),
  stockRule("efficiency is at most 1", battery({ efficiency: 1.1 }), {
    energy_sources: ["energy_sources/0/efficiency must be at most 1"],
  }),
  stockRule("a state of charge is a share", battery({}, { soc: 2 }), {
    energy_sources: ["energy_sources/0/soc must be at most 1"],
  }),
  stockRule("tau is not negative", battery({}, { refill_law: { tau: -1, soc_ref: 0.5 } }), {
    energy_sources: ["energy_sources/0/tau must be at least 0"],
  }),
  stockRule(
    "power curves have as many powers as speeds",
    battery({ max_input_power: { speeds: [0, 1], powers: [0] } }),
    { energy_sources: ["energy_sources/0/max_input_power must have as many powers as speeds"] },
  ),
  stockRule(
    "all breaches of a form are told at once",
    { length: 0, mass: 0 },
    { length: ["must be above 0"], mass: ["must be above 0"] },
  ),
  {
    title: "rolling stock: base_power_class is not empty",
    request: { method: "POST", path: "/rolling_stock", body: validStock({ base_power_class: "" }) },
    status: 400,
    type: "rollingstocks:BasePowerClassEmpty",
  },
  {
    title: "rolling stock: names are unique",
    request: { method: "POST", path: "/rolling_stock", body: validStock({ name: "stock" }) },
    status: 400,
    type: "rollingstocks:NameAlreadyUsed",
    context: { name: "stock" },
  },
  {
    title: "rolling stock: names are unique on changes too",
    request: {
      method: "PATCH",
      path: "/rolling_stock/{stock}",
      body: validStock({ name: "locked stock" }),
    },
    status: 400,
    type: "rollingstocks:NameAlreadyUsed",
    context: { name: "locked stock" },
  },
  {
    title: "rolling stock: a change is a complete form",
    request: { method: "PATCH", path: "/rolling_stock/{stock}", body: { name: "x" } },
    status: 422,
    type: "request:InvalidBody",
  },
  {
    title: "rolling stock: a change follows the form's rules",
    request: { method: "PATCH", path: "/rolling_stock/{stock}", body: validStock({ length: 0 }) },
    status: 400,
    type: "ValidationError",
    context: { length: ["must be above 0"] },
  },
  {
    title: "rolling stock: a locked one can't be changed",
    request: { method: "PATCH", path: "/rolling_stock/{locked_stock}", body: validStock() },
    status: 409,
    type: "rollingstocks:IsLocked",
  },
  {
    title: "rolling stock: a locked one can't be deleted",
    request: { method: "DELETE", path: "/rolling_stock/{locked_stock}" },
    status: 409,
    type: "rollingstocks:IsLocked",
  },
  {
    title: "rolling stock: a locked one can't be deleted by force",
    request: { method: "DELETE", path: "/rolling_stock/{locked_stock}?force=true" },
    status: 409,
    type: "rollingstocks:IsLocked",
  },
  {
    title: "rolling stock: If-Match must match",
    request: {
      method: "PATCH",
      path: "/rolling_stock/{stock}",
      body: validStock({ name: "stock" }),
      headers: { "if-match": '"999"' },
    },
    status: 412,
    type: "request:PreconditionFailed",
  },
  ...(["GET", "PATCH", "DELETE"] as const).map(
    (method): ValidationRule => ({
      title: `rolling stock: ${method} of an unknown id`,
      request: {
        method,
        path: `/rolling_stock/${MISSING_ID}`,
        ...(method === "PATCH" ? { body: validStock() } : {}),
      },
      status: 404,
      type: "rollingstocks:KeyNotFound",
      context: { rolling_stock_key: { type: "Id", key: MISSING_ID } },
    }),
  ),
  {
    title: "rolling stock: a name that is not there",
    request: { method: "GET", path: "/rolling_stock/name/nobody" },
    status: 404,
    type: "rollingstocks:KeyNotFound",
    context: { rolling_stock_key: { type: "Name", key: "nobody" } },
  },
  {
    title: "light rolling stock: an id that is not there",
    request: { method: "GET", path: `/light_rolling_stock/${MISSING_ID}` },
    status: 404,
    type: "rollingstocks:KeyNotFound",
    context: { rolling_stock_key: { type: "Id", key: MISSING_ID } },
  },
  {
    title: "light rolling stock: a name that is not there",
    request: { method: "GET", path: "/light_rolling_stock/name/nobody" },
    status: 404,
    type: "rollingstocks:KeyNotFound",
    context: { rolling_stock_key: { type: "Name", key: "nobody" } },
  },
  {
    title: "rolling stock: locked must be told to lock",
    request: { method: "PATCH", path: "/rolling_stock/{stock}/locked", body: {} },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/locked" },
  },
  {
    title: "rolling stock: lock of an unknown id",
    request: {
      method: "PATCH",
      path: `/rolling_stock/${MISSING_ID}/locked`,
      body: { locked: true },
    },
    status: 404,
    type: "rollingstocks:KeyNotFound",
  },
  {
    title: "rolling stock: locked in the query is a boolean",
    request: { method: "POST", path: "/rolling_stock?locked=maybe", body: validStock() },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "rolling stock: usage of an unknown id",
    request: { method: "GET", path: `/rolling_stock/${MISSING_ID}/usage` },
    status: 404,
    type: "rollingstocks:KeyNotFound",
    context: { rolling_stock_key: { type: "Id", key: MISSING_ID } },
  },
  {
    title: "rolling stock: force is true or false",
    request: { method: "DELETE", path: "/rolling_stock/{stock}?force=yes" },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "rolling stock: a new one's collection exists",
    request: {
      method: "POST",
      path: `/rolling_stock?rolling_stock_collection_id=${MISSING_ID}`,
      body: validStock(),
    },
    status: 404,
    type: "rolling_stock_collection:NotFound",
    context: { rolling_stock_collection_id: MISSING_ID },
  },
  {
    title: "rolling stock: the collection that one moves to exists",
    request: {
      method: "PATCH",
      path: `/rolling_stock/{stock}?rolling_stock_collection_id=${MISSING_ID}`,
      body: validStock({ name: "stock" }),
    },
    status: 404,
    type: "rolling_stock_collection:NotFound",
    context: { rolling_stock_collection_id: MISSING_ID },
  },
  {
    title: "rolling stock: a collection's id is an integer",
    request: {
      method: "POST",
      path: "/rolling_stock?rolling_stock_collection_id=first",
      body: validStock(),
    },
    status: 400,
    type: "request:InvalidQuery",
  },
  ...(["GET", "PATCH", "DELETE"] as const).map(
    (method): ValidationRule => ({
      title: `rolling stock collection: ${method} of an unknown id`,
      request: {
        method,
        path: `/rolling_stock_collection/${MISSING_ID}`,
        ...(method === "PATCH" ? { body: { name: "x" } } : {}),
      },
      status: 404,
      type: "rolling_stock_collection:NotFound",
      context: { rolling_stock_collection_id: MISSING_ID },
    }),
  ),
  collectionRule("name is required", {}, "/name"),
  collectionRule("name is not blank", { name: "" }, "/name"),
  collectionRule("name has at most 255 characters", { name: "n".repeat(256) }, "/name"),
  collectionRule("description is a text", { name: "x", description: null }, "/description"),
  collectionRule("stocks are a list", { name: "x", rolling_stock_ids: 1 }, "/rolling_stock_ids"),
  collectionRule(
    "stocks are ids",
    { name: "x", rolling_stock_ids: [1, "2"] },
    "/rolling_stock_ids/1",
  ),
  collectionRule(
    "there are 10,000 stocks at most",
    { name: "x", rolling_stock_ids: Array.from({ length: 10_001 }, (_, i) => i + 1) },
    "/rolling_stock_ids",
  ),
  {
    title: "rolling stock collection: its stocks exist",
    request: {
      method: "POST",
      path: "/rolling_stock_collection",
      body: { name: "x", rolling_stock_ids: ["{stock}", MISSING_ID] },
    },
    status: 404,
    type: "rollingstocks:KeyNotFound",
    context: { rolling_stock_key: { type: "Id", key: MISSING_ID } },
  },
];
