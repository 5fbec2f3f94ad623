// Method: stocks of the generator and drawn ones go out and come back equal; small files of both versions by hand; spoilt ones are refused by line.
import fc from "fast-check";
import * as v from "valibot";

import { describe, expect, it } from "vitest";
import { ROLLING_STOCKS } from "../../../bench/network/rolling_stocks.ts";
import { listFormFaults } from "../../../src/vehicles/rolling_stock/form_rules.ts";
import {
  ROLLING_STOCK_EXAMPLE,
  RollingStockForm,
} from "../../../src/vehicles/rolling_stock/rolling_stock.schemas.ts";
import { readStockFile, writeStockFile } from "../../../workers/exchange/exchange_stocks.ts";
import type { StockForm } from "../../../workers/exchange/stocks/stock_form.ts";
import { RAILML2_STOCKS, RAILML3_STOCKS } from "./stock_files.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(file: string | Uint8Array) {
  const outcome = readStockFile("railml", typeof file === "string" ? encode(file) : file);
  if (!outcome.ok) throw new Error(`${outcome.error.line}: ${outcome.error.reason}`);
  return outcome.value;
}

/** What railML holds of a stock. */
function held(stock: StockForm): StockForm {
  const modes = Object.fromEntries(
    Object.entries(stock.effort_curves.modes).map(([name, mode]) => [
      name,
      { ...mode, curves: [] },
    ]),
  );
  const { metadata: _metadata, ...form } = stock as StockForm & { metadata?: unknown };
  return {
    ...form,
    power_restrictions: {},
    energy_sources: [],
    effort_curves: { ...stock.effort_curves, modes },
  };
}

/** To ten digits: speeds and factors change their unit on the way. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, one) =>
    typeof one === "number" ? Number(one.toPrecision(10)) : one,
  );
}

describe("rolling stocks of railML", () => {
  it("are formations with the sums of their vehicles in version 2", () => {
    const { stocks, report } = read(RAILML2_STOCKS);
    expect(stocks).toMatchObject([
      {
        name: "Train 1",
        length: 145.6,
        mass: 360_000,
        gamma: { type: "MAX", value: 0.9 },
        effort_curves: {
          default_mode: "15000V",
          modes: {
            "15000V": {
              is_electric: true,
              default_curve: { speeds: [0, 20], max_efforts: [600_000, 200_000] },
            },
          },
        },
      },
    ]);
    expect(stocks[0]?.max_speed).toBeCloseTo(140 / 3.6, 8);
    expect(report.map(({ where }) => where.element)).toContain("comfort_acceleration");
  });

  it("are vehicles with an engine where there are no formations, as in version 3", () => {
    const { stocks, report } = read(RAILML3_STOCKS);
    expect(stocks).toMatchObject([
      { name: "dmu", mass: 40_000, inertia_coefficient: 1.1, gamma: { type: "CONST", value: 0.7 } },
    ]);
    const { speeds, max_efforts } = stocks[0]!.effort_curves.modes["thermal"]!.default_curve;
    expect(speeds.at(-1)).toBeCloseTo(25, 8);
    expect(max_efforts.at(0)).toBe(40_000);
    expect(max_efforts.at(-1)).toBeCloseTo(10_000, 4);
    expect(report).toContainEqual(
      expect.objectContaining({
        code: "stock_left_out",
        where: expect.objectContaining({ id: "wagon" }),
      }),
    );
  });

  it("are electric where that is all that is told, with the inertia of their vehicles by mass", () => {
    const file = RAILML2_STOCKS.replace(
      'voltage="15000"',
      'powerType="electric" rotationMassFactor="1.2"',
    ).replace(
      'bruttoWeight="50"/>',
      'bruttoWeight="50"><wagon rotationMassFactor="1.04"/></vehicle>',
    );
    const { stocks, report } = read(file);
    expect(Object.entries(stocks[0]?.effort_curves.modes ?? {})).toMatchObject([
      ["25000V", { is_electric: true }],
    ]);
    expect(report).toContainEqual(
      expect.objectContaining({ where: expect.objectContaining({ element: "voltage" }) }),
    );
    // Two of 80 t and four of 50 t.
    expect(stocks[0]?.inertia_coefficient).toBeCloseTo((160 * 1.2 + 200 * 1.04) / 360, 8);
    const coaches = file.replace(' rotationMassFactor="1.2"', "");
    expect(read(coaches).stocks[0]?.inertia_coefficient).toBeCloseTo(
      (160 * 1.05 + 200 * 1.04) / 360,
      8,
    );
  });

  it("can be stored: their forms break no rule", () => {
    for (const file of [RAILML2_STOCKS, RAILML3_STOCKS]) {
      for (const stock of read(file).stocks) {
        expect(listFormFaults(v.parse(RollingStockForm, stock))).toEqual({});
      }
    }
  });

  it("go out and come back equal", () => {
    const own = [...Object.values(ROLLING_STOCKS), ROLLING_STOCK_EXAMPLE] as unknown as StockForm[];
    const out = writeStockFile("railml", own);
    expect(out.report.map(({ code }) => code)).toContain("curves_left_out");
    const again = read(out.bytes);
    expect(again.report).toEqual([]);
    expect(rounded(again.stocks)).toEqual(rounded(own.map(held)));
    expect(read(writeStockFile("railml", again.stocks).bytes)).toEqual(again);
  });

  const amount = (max: number) => fc.integer({ min: 1, max: max * 1000 }).map((n) => n / 1000);
  const drawn = fc.record({
    name: fc.string({ minLength: 1, unit: "grapheme", maxLength: 40 }).map((name) => `${name}!`),
    length: amount(800),
    mass: amount(2_000_000),
    max_speed: amount(90),
    startup_time: amount(60),
    startup_acceleration: amount(1),
    comfort_acceleration: amount(2),
    gamma: fc.record({ type: fc.constantFrom("CONST" as const, "MAX" as const), value: amount(2) }),
    inertia_coefficient: amount(1).map((n) => Math.round((1 + n) * 1000) / 1000),
    rolling_resistance: fc.record({
      type: fc.constant("davis"),
      A: amount(50_000),
      B: amount(900),
      C: amount(90),
    }),
    efforts: fc.array(amount(400_000), { minLength: 2, maxLength: 9 }),
    is_electric: fc.boolean(),
  });

  it("go out and come back equal, whatever is drawn", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(drawn, { selector: ({ name }) => name, maxLength: 4, minLength: 1 }),
        (list) => {
          const stocks = list.map(({ efforts, is_electric, name, ...one }): StockForm => {
            const speeds = efforts.map((_, i) => i * 7.125);
            const mode = is_electric ? "1500V" : "thermal";
            const default_curve = { speeds, max_efforts: efforts };
            return {
              ...held(ROLLING_STOCK_EXAMPLE as unknown as StockForm),
              ...one,
              // Controls and lone halves of pairs are no letters of XML.
              name: name.replaceAll(/[\p{Cc}\p{Cs}]/gu, "?"),
              effort_curves: {
                default_mode: mode,
                modes: { [mode]: { is_electric, default_curve, curves: [] } },
              },
              electrical_power_startup_time: is_electric ? 5 : null,
              raise_pantograph_time: is_electric ? 15 : null,
            };
          });
          const names = new Set(stocks.map(({ name }) => name));
          fc.pre(names.size === stocks.length);
          expect(read(writeStockFile("railml", stocks).bytes).stocks).toEqual(stocks);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ["no railML", "<a/>", 1, "root must be railml"],
    ["nothing in it", '<railml version="2.5"/>', 1, "no rolling stock"],
    [
      "a vehicle that is not there",
      RAILML2_STOCKS.replace('vehicleRef="coach"', 'vehicleRef="x"'),
      8,
      "no vehicle 'x'",
    ],
    [
      "a weight of nothing",
      RAILML2_STOCKS.replace('bruttoWeight="80"', 'bruttoWeight="0"'),
      3,
      "more than 0",
    ],
    ["no weight", RAILML2_STOCKS.replace('bruttoWeight="50"', ""), 7, "no mass"],
    ["no speed", RAILML2_STOCKS.replaceAll(/speed="\d+"/g, ""), 7, "no speed"],
    [
      "speeds that don't rise",
      RAILML2_STOCKS.replace('xValue="72"', 'xValue="0"'),
      5,
      "don't rise",
    ],
    [
      "a gauge that is none",
      RAILML2_STOCKS.replace(
        "<trainBrakes",
        '<designator register="loading_gauge" entry="narrow"/><trainBrakes',
      ),
      7,
      "no loading gauge",
    ],
    ["too many vehicles", RAILML2_STOCKS.replace('Count="4"', 'Count="1e9"'), 8, "vehicleCount"],
    [
      "one name twice",
      RAILML3_STOCKS.replace('"wagon"', '"dmu"')
        .replace("20", "20")
        .replace(
          '<rail3:vehicle id="dmu" speed="90" tareWeight="20" length="14"/>',
          RAILML3_STOCKS.split("\n").slice(1, 4).join("\n"),
        ),
      5,
      "twice",
    ],
  ])("are refused with %s, by line", (_what, file, line, reason) => {
    const outcome = readStockFile("railml", encode(file));
    expect(outcome.ok ? null : outcome.error).toMatchObject({
      reason: expect.stringContaining(reason),
      line: expect.any(Number),
    });
    if (!outcome.ok) expect(Math.abs((outcome.error.line ?? 0) - line)).toBeLessThan(2);
  });
});
