/** Numbers of a rolling stock in the units of the field: read from a record, and written to a change. */

import type { Stock, StockChange } from "../state/records/stocks.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export type FieldKey = keyof (typeof TOOL_TEXTS)["stocks"]["fields"];

export interface StockField {
  readonly key: FieldKey;
  readonly unit: string;
  readonly read: (stock: Stock) => number;
  /** The change that sets this value. */
  readonly write: (stock: Stock, value: number) => StockChange;
}

const KMH = 3.6;
const KG = 1000;

const resistance =
  (key: "A" | "B" | "C") =>
  ({ rolling_resistance }: Stock, value: number): StockChange => ({
    rolling_resistance: { ...rolling_resistance, [key]: value },
  });

export const FIELDS: readonly StockField[] = [
  { key: "length", unit: "m", read: (s) => s.length, write: (_s, length) => ({ length }) },
  {
    key: "mass",
    unit: "t",
    read: (s) => s.mass / KG,
    write: (_s, mass) => ({ mass: mass * KG }),
  },
  {
    key: "max_speed",
    unit: "km/h",
    read: (s) => s.max_speed * KMH,
    write: (_s, speed) => ({ max_speed: speed / KMH }),
  },
  {
    key: "startup_time",
    unit: "s",
    read: (s) => s.startup_time,
    write: (_s, startup_time) => ({ startup_time }),
  },
  {
    key: "startup_acceleration",
    unit: "m/s²",
    read: (s) => s.startup_acceleration,
    write: (_s, startup_acceleration) => ({ startup_acceleration }),
  },
  {
    key: "comfort_acceleration",
    unit: "m/s²",
    read: (s) => s.comfort_acceleration,
    write: (_s, comfort_acceleration) => ({ comfort_acceleration }),
  },
  {
    key: "gamma",
    unit: "m/s²",
    read: (s) => s.gamma.value,
    write: ({ gamma }, value) => ({ gamma: { ...gamma, value } }),
  },
  { key: "A", unit: "N", read: (s) => s.rolling_resistance.A, write: resistance("A") },
  { key: "B", unit: "N/(m/s)", read: (s) => s.rolling_resistance.B, write: resistance("B") },
  { key: "C", unit: "N/(m/s)²", read: (s) => s.rolling_resistance.C, write: resistance("C") },
];

/** Fields that differ from the record; a decimal comma is accepted. Throws Error, in words, for a non-number. */
export function readForm(stock: Stock, texts: Readonly<Record<string, string>>): StockChange {
  let change: StockChange = {};
  for (const { key, read, write } of FIELDS) {
    const text = (texts[key] ?? "").trim().replace(",", ".");
    const value = Number(text);
    if (text === "" || !Number.isFinite(value)) {
      throw new Error(TOOL_TEXTS.stocks.no_number(TOOL_TEXTS.stocks.fields[key]));
    }
    // Equal to what was shown: it was not edited.
    if (value === Number(read(stock).toPrecision(6))) continue;
    change = { ...change, ...write({ ...stock, ...change } as Stock, value) };
  }
  return change;
}
