/** Rolling stocks as they are sent to threads: each is read and compiled once while it is kept. */
import { createHash } from "node:crypto";
import { compileStock } from "../../engine/physics/rolling_stock.ts";
import { remember } from "../../engine/simulation/path_physics.ts";
import type { KeyedStock } from "../../engine/simulation/train_input.ts";
import type { SentStock, StockPhysics } from "../types.ts";

export interface OpenedStock extends KeyedStock {
  /** A digest of the physics alone: stocks with other names may run alike. */
  readonly physics_key: string;
}

const STOCKS_MAX = 1024;

const stocks = new Map<string, OpenedStock>();

export function openStock(sent: SentStock): OpenedStock {
  return remember(stocks, sent.key, () => readStock(sent), STOCKS_MAX);
}

function readStock({ key, effort_curves_json, ...stock }: SentStock): OpenedStock {
  const effort_curves: StockPhysics["effort_curves"] = JSON.parse(effort_curves_json);
  const physics = { ...stock, effort_curves };
  const physics_key = createHash("sha256").update(JSON.stringify(physics)).digest("base64url");
  return { key, physics_key, stock: compileStock(physics) };
}
