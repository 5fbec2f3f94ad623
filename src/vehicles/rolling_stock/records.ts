/**
 * Converts a form to what is stored (the full and the light record as JSON text, without id, version
 * and locked, which the database inserts), and a record to the two views that the engine reads.
 */
import { LRUCache } from "lru-cache";
import type { PathStock, SentStock } from "../../../workers/tasks/types.ts";
import { hashText } from "../../platform/compute/keys.ts";
import { ROLLING_STOCK_FORM_VERSION, type RollingStockForm } from "./rolling_stock.schemas.ts";

/** The columns of a rolling stock that come from its form. */
export interface RollingStockColumns {
  readonly name: string;
  readonly power_restriction_codes: readonly string[];
  readonly electric_modes: readonly string[];
  readonly record: string;
  readonly light_record: string;
}

export function toColumns(form: RollingStockForm): RollingStockColumns {
  const { locked: _locked, ...full } = form;
  const {
    effort_curves,
    electrical_power_startup_time: _startup,
    raise_pantograph_time: _raise,
    etcs_brake_params: _brakes,
    ...light
  } = full;
  const modes = Object.entries(effort_curves.modes).map(([name, mode]) => [
    name,
    { is_electric: mode.is_electric },
  ]);
  const railjson_version = ROLLING_STOCK_FORM_VERSION;
  return {
    name: form.name,
    power_restriction_codes: Object.keys(form.power_restrictions),
    electric_modes: listElectricModes(form),
    record: JSON.stringify({ railjson_version, ...full }),
    light_record: JSON.stringify({
      railjson_version,
      ...light,
      effort_curves: {
        modes: Object.fromEntries(modes),
        default_mode: effort_curves.default_mode,
      },
      liveries: [],
    }),
  };
}

function listElectricModes({ effort_curves }: Pick<RollingStockForm, "effort_curves">): string[] {
  const modes = Object.entries(effort_curves.modes);
  return modes.filter(([, mode]) => mode.is_electric).map(([name]) => name);
}

/** A stored rolling stock in the engine's form. */
export interface EngineStock {
  readonly name: string;
  readonly path: PathStock;
  readonly physics: SentStock;
}

/** Of records and what was read of them: hundreds of stocks with dozens of curves each. */
const KEPT_BYTES = 2 ** 24;

const kept = new LRUCache<string, EngineStock>({
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ physics }, record) => record.length + physics.effort_curves_json.length,
});

/** Reads a stored record, mostly one that a request before has read; the key of its physics is a digest of the record. */
export function readEngineStock(record: string): EngineStock {
  const known = kept.get(record);
  if (known !== undefined) return known;
  const stock = readRecord(record);
  kept.set(record, stock);
  return stock;
}

function readRecord(record: string): EngineStock {
  // Safe: only `toColumns` writes records, from a validated form.
  const form = JSON.parse(record) as Omit<RollingStockForm, "locked">;
  const modes = Object.entries(form.effort_curves.modes);
  return {
    name: form.name,
    path: {
      loading_gauge: form.loading_gauge,
      is_thermal: modes.some(([, mode]) => !mode.is_electric),
      supported_electrifications: modes
        .filter(([, mode]) => mode.is_electric)
        .map(([name]) => name),
      supported_signaling_systems: form.supported_signaling_systems,
      maximum_speed_m_s: form.max_speed,
    },
    physics: {
      key: hashText(record),
      length_m: form.length,
      mass_kg: form.mass,
      max_speed_m_s: form.max_speed,
      gamma: form.gamma,
      inertia_coefficient: form.inertia_coefficient,
      rolling_resistance: {
        A: form.rolling_resistance.A,
        B: form.rolling_resistance.B,
        C: form.rolling_resistance.C,
      },
      base_power_class: form.base_power_class,
      power_restrictions: form.power_restrictions,
      effort_curves_json: JSON.stringify(form.effort_curves),
    },
  };
}
