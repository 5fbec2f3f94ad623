/** Reads rolling stocks as the peer exports them, in any version 3: one, a list, or a page of them. */

import { isObject } from "../../../src/railway/scalars.ts";
import { MAIN_CATEGORIES } from "../../../src/railway/train_defaults.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { readJson } from "../read_json.ts";
import { UnreadableSource } from "../source_fault.ts";
import { STOCK_DEFAULTS, type StockForm } from "../stocks/stock_form.ts";
import { type Fields, type NewerPlace, noteNewer, pickKnown } from "./newer_fields.ts";

const NEEDED = [
  "name",
  "length",
  "mass",
  "max_speed",
  "inertia_coefficient",
  "rolling_resistance",
  "effort_curves",
] as const;
/** What a stock of the API has, beside what it drops of records. */
const KNOWN: readonly string[] = [
  ...NEEDED,
  "startup_time",
  "startup_acceleration",
  "comfort_acceleration",
  "gamma",
  "loading_gauge",
  "base_power_class",
  "power_restrictions",
  "energy_sources",
  "electrical_power_startup_time",
  "raise_pantograph_time",
  "supported_signaling_systems",
  "metadata",
  "primary_category",
  "other_categories",
  "etcs_brake_params",
];
/** Of a record, which another server numbers, locks and paints as it likes. */
const OF_RECORDS = ["id", "version", "railjson_version", "locked", "liveries"];
/** How an object of a signaling system may tell which one it is. */
const SYSTEM_NAMES = ["signaling_system", "type", "name", "code", "id"];

/** Throws an `UnreadableSource`. */
export function readRailjsonStocks(bytes: Uint8Array, report: ExchangeReport): StockForm[] {
  const given = readJson(bytes);
  const page = isObject(given) && Array.isArray(given["results"]) ? given["results"] : given;
  return (Array.isArray(page) ? page : [page]).map((stock: unknown, i) => {
    if (!isObject(stock)) throw new UnreadableSource(`rolling stock ${i + 1} is no object`);
    return readStock(stock, i, report);
  });
}

function readStock(stock: Fields, i: number, report: ExchangeReport): StockForm {
  const told = { element: "rolling_stock", report };
  const { const_gamma, supported_signaling_systems, ...others } = stock;
  const own = Object.entries(others).filter(([name]) => !OF_RECORDS.includes(name));
  const form: Fields = {
    base_power_class: null,
    startup_time: STOCK_DEFAULTS.startup_time,
    startup_acceleration: STOCK_DEFAULTS.startup_acceleration,
    comfort_acceleration: STOCK_DEFAULTS.comfort_acceleration,
    loading_gauge: STOCK_DEFAULTS.loading_gauge,
    ...pickKnown(Object.fromEntries(own), KNOWN, told),
    supported_signaling_systems: readSystems(supported_signaling_systems, told),
  };
  if (const_gamma !== undefined) form["gamma"] = { type: "CONST", value: const_gamma };
  for (const name of [...NEEDED, "gamma"]) {
    if (form[name] === undefined) {
      throw new UnreadableSource(`rolling stock ${i + 1} (${String(form["name"])}) has no ${name}`);
    }
  }
  readCategories(form, told);
  // Whether the values are those of a stock is for the server and the command to say, as of any form.
  return form as unknown as StockForm;
}

/** Names, objects that have one, or an object whose keys are names. */
function readSystems(given: unknown, told: NewerPlace): string[] {
  if (given === undefined) return STOCK_DEFAULTS.supported_signaling_systems.split(" ");
  const list: unknown[] = Array.isArray(given) ? given : isObject(given) ? Object.keys(given) : [];
  const systems = list.flatMap((system) => {
    if (typeof system === "string") return [system];
    if (!isObject(system)) return [];
    const key = SYSTEM_NAMES.find((one) => typeof system[one] === "string");
    const [only, ...others] = Object.keys(system);
    const name = key === undefined ? (others.length === 0 ? only : undefined) : system[key];
    for (const field of Object.keys(system)) {
      if (field !== key && field !== name) noteNewer(told, `supported_signaling_systems.${field}`);
    }
    return typeof name === "string" ? [name] : [];
  });
  if (isObject(given)) noteNewer(told, "supported_signaling_systems.settings");
  return [...new Set(systems)];
}

/** Kinds of trains that are not known here are left out. */
function readCategories(form: Fields, told: NewerPlace): void {
  const isKnown = (one: unknown): boolean => MAIN_CATEGORIES.some((category) => category === one);
  const { primary_category, other_categories } = form;
  if (primary_category !== undefined && primary_category !== null && !isKnown(primary_category)) {
    noteNewer(told, `primary_category ${JSON.stringify(primary_category)}`);
    delete form["primary_category"];
  }
  if (!Array.isArray(other_categories)) return;
  form["other_categories"] = other_categories.filter((one: unknown) => {
    if (isKnown(one)) return true;
    noteNewer(told, `other_categories ${JSON.stringify(one)}`);
    return false;
  });
}
