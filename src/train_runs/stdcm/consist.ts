/** The whole train of a short term request: the traction unit and what it hauls. */

import { invalidBody } from "../../platform/http/body/json_body.ts";
import type { BodyFault } from "../../platform/http/errors.ts";
import { type EngineStock, readEngineStock } from "../../vehicles/rolling_stock/records.ts";
import type { StdcmRequest } from "./stdcm.schemas.ts";

/** A rolling stock as stored, and the train that it hauls. */
export interface RequestConsist {
  /** The stock that a train schedule runs with. */
  readonly stock: EngineStock;
  /** The same object when nothing is hauled. */
  readonly train: EngineStock;
}

type Asked = Pick<StdcmRequest, "total_mass" | "total_length" | "max_speed">;

/** Throws InvalidBody when the train is lighter or shorter than its traction unit. */
export function readConsist(record: string, asked: Asked): RequestConsist {
  const stock = readEngineStock(record);
  const { physics, path } = stock;
  const faults = [
    ...belowStock("/total_mass", asked.total_mass, physics.mass_kg, "kg"),
    ...belowStock("/total_length", asked.total_length, physics.length_m, "m"),
  ];
  if (faults.length > 0) throw invalidBody(faults);
  const mass_kg = Math.round(asked.total_mass ?? physics.mass_kg);
  const length_m = Math.round((asked.total_length ?? physics.length_m) * 1000) / 1000;
  const max_speed_m_s = Math.min(asked.max_speed ?? physics.max_speed_m_s, physics.max_speed_m_s);
  const is_alone =
    (asked.total_mass === null || mass_kg === physics.mass_kg) &&
    (asked.total_length === null || length_m === physics.length_m) &&
    max_speed_m_s === physics.max_speed_m_s;
  if (is_alone) return { stock, train: stock };
  const train_key = `${physics.key}+${mass_kg}kg${length_m}m${max_speed_m_s}m/s`;
  const train = {
    ...stock,
    path: { ...path, maximum_speed_m_s: max_speed_m_s },
    physics: { ...physics, key: train_key, mass_kg, length_m, max_speed_m_s },
  };
  return { stock, train };
}

function belowStock(path: string, value: number | null, least: number, unit: string): BodyFault[] {
  if (value === null || value >= least) return [];
  return [{ path, reason: `must be at least the rolling stock's ${least} ${unit}` }];
}
