// Method: a form is read back as it was printed and changed field by field; points of the chart are compared with the curve's own.
import { describe, expect, it } from "vitest";
import type { Stock } from "../../../web/src/state/records/stocks.ts";
import { listSeries } from "../../../web/src/stocks/effort_series.ts";
import { FIELDS, readForm } from "../../../web/src/stocks/stock_fields.ts";

const CURVE = { speeds: [0, 20, 50], max_efforts: [300_000, 200_000, 60_000] };
const STOCK = {
  length: 100,
  mass: 200_333.3,
  max_speed: 44.44,
  startup_time: 10,
  startup_acceleration: 0.05,
  comfort_acceleration: 0.25,
  gamma: { type: "MAX", value: 0.5 },
  rolling_resistance: { type: "davis", A: 2400, B: 60, C: 6 },
  effort_curves: {
    default_mode: "25000V",
    modes: { "25000V": { is_electric: true, default_curve: CURVE, curves: [] } },
  },
} as unknown as Stock;

const printed = (): Record<string, string> =>
  Object.fromEntries(
    FIELDS.map(({ key, read }) => [key, String(Number(read(STOCK).toPrecision(6)))]),
  );

describe("the form of a rolling stock", () => {
  it("changes nothing when it is sent as it was printed", () => {
    expect(readForm(STOCK, printed())).toEqual({});
  });

  it("changes one field alone, in the units of the record", () => {
    expect(readForm(STOCK, { ...printed(), max_speed: "180" })).toEqual({ max_speed: 50 });
    expect(readForm(STOCK, { ...printed(), mass: " 80,5 " })).toEqual({ mass: 80_500 });
    expect(readForm(STOCK, { ...printed(), gamma: "0.7" })).toEqual({
      gamma: { type: "MAX", value: 0.7 },
    });
    expect(readForm(STOCK, { ...printed(), A: "1", C: "3" })).toEqual({
      rolling_resistance: { type: "davis", A: 1, B: 60, C: 3 },
    });
  });

  it.each(["", "fast", "1e999", "NaN"])("refuses %j by the field's name", (text) => {
    expect(() => readForm(STOCK, { ...printed(), max_speed: text })).toThrow("Maximum speed");
  });
});

it("draws each mode's effort and the resistance up to the highest speed", () => {
  const [speeds, effort = [], resistance = []] = listSeries(STOCK);
  expect(speeds[0]).toBe(0);
  expect(speeds.at(-1)).toBeCloseTo(44.44 * 3.6);
  expect(effort[0]).toBe(300);
  expect(effort[speeds.indexOf(72)]).toBe(200);
  expect(resistance[0]).toBeCloseTo(2.4);
  expect(resistance.at(-1)).toBeCloseTo((2400 + 60 * 44.44 + 6 * 44.44 ** 2) / 1000);
});
