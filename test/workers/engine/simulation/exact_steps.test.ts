/** Exact steps beside the closed form of constant power without resistance: v² = 2 P t / M, x = 2 v t / 3. */
import { expect, it } from "vitest";
import { STOCK_T, simulate } from "../plain_run.ts";

const POWER_W = 2e6;
const KG = 400_000;
/** Up to here the effort is constant. */
const START_M_S = 5;
const TOP_M_S = 40;

it("exact steps take the time of constant power to 0.02 %, the reference's at least 0.2 % more", () => {
  const speeds = Array.from({ length: 500 }, (_, i) => i / 10);
  const max_efforts = speeds.map((v) => POWER_W / Math.max(v, START_M_S));
  const stock = {
    ...STOCK_T,
    mass_kg: KG,
    inertia_coefficient: 1,
    rolling_resistance: { A: 0, B: 0, C: 0 },
    effort_curves: {
      default_mode: "thermal",
      modes: {
        thermal: { is_electric: false, default_curve: { speeds, max_efforts }, curves: [] },
      },
    },
  };
  const start_s = (KG * START_M_S ** 2) / POWER_W;
  const start_m = (START_M_S * start_s) / 2;
  const rise_s = (KG * (TOP_M_S ** 2 - START_M_S ** 2)) / (2 * POWER_W);
  const rise_m = (KG * (TOP_M_S ** 3 - START_M_S ** 3)) / (3 * POWER_W);
  const length_m = Math.floor(start_m + rise_m) + 1000;
  const exact_s = start_s + rise_s + (length_m - start_m - rise_m) / TOP_M_S;
  const [exact, reference] = [true, false].map((isExact) => {
    const plain = { length_m, stock, maxSpeed_m_s: TOP_M_S, stops_m: [], isExact };
    return simulate(plain).report.times_ms.at(-1)! / 1000 / exact_s - 1;
  });
  expect(Math.abs(exact!)).toBeLessThan(2e-4);
  expect(reference).toBeGreaterThan(2e-3);
});
