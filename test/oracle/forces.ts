/** Oracle for engine.md 4.1, 4.2 and 4.5: forces on a train and one step of 2 s, word for word. */
import type { StockPhysics } from "../../workers/tasks/types.ts";
import type { RangeMap } from "./range_map.ts";
import { toMm } from "./tracks.ts";
import { type Chosen, chooseCurve, type Supply } from "./train.ts";

export type Mode = "ACCELERATE" | "COAST" | "BRAKE" | "MAINTAIN";

const DT = 2;

export class Forces {
  readonly stock: StockPhysics;
  readonly mass: number;
  readonly inertia: number;
  readonly length: number;
  readonly #trainLength: number;
  readonly #p: number[];
  readonly #s: number[];
  readonly #values: number[];
  readonly #curves: { lo: number; hi: number; chosen: Chosen }[];

  constructor(
    stock: StockPhysics,
    gradients: RangeMap<number>,
    supply: RangeMap<Supply>,
    comfort: string,
  ) {
    this.stock = stock;
    this.mass = Math.round(stock.mass_kg);
    this.inertia = this.mass * stock.inertia_coefficient;
    this.#trainLength = toMm(stock.length_m) / 1000;
    this.#p = [0, ...gradients.entries.map(({ hi }) => hi / 1000)];
    this.#values = gradients.entries.map(({ value }) => value);
    this.#s = [0];
    this.#values.forEach((value, i) => {
      this.#s.push(this.#s[i]! + value * (this.#p[i + 1]! - this.#p[i]!));
    });
    this.length = this.#p.at(-1)!;
    this.#curves = supply.entries.map(({ lo, hi, value }) => ({
      lo: lo / 1000,
      hi: hi / 1000,
      chosen: chooseCurve(stock, comfort, value),
    }));
  }

  #prefix(x: number): number {
    const i = Math.max(
      0,
      this.#p.findLastIndex((p) => p <= x),
    );
    return this.#s[i]! + (this.#values[i] ?? 0) * (x - this.#p[i]!);
  }

  grade(tail: number, head: number): number {
    const [a, b] = [tail, head].map((x) => Math.min(Math.max(x, 0), this.length));
    if (a === b) return this.#prefix(b!);
    return (this.#prefix(b!) - this.#prefix(a!)) / (b! - a!);
  }

  resistance(v: number): number {
    const { A, B, C } = this.stock.rolling_resistance;
    return A + B * Math.abs(v) + C * v * v;
  }

  weight(x: number): number {
    return -this.mass * 9.81 * Math.sin(Math.atan(this.grade(x - this.#trainLength, x) / 1000));
  }

  effort(x: number, v: number): number {
    const at = Math.min(Math.max(x, 0), this.length);
    const curve = this.#curves.findLast(({ lo }) => lo <= at)?.chosen.curve ?? null;
    if (curve === null) return 0;
    const { speeds, max_efforts } = curve;
    const speed = Math.abs(v);
    const i = speeds.findIndex((one) => one > speed);
    if (i < 0) return max_efforts.at(-1)!;
    if (i === 0) return max_efforts[0]!;
    const share = (speed - speeds[i - 1]!) / (speeds[i]! - speeds[i - 1]!);
    return max_efforts[i - 1]! + (max_efforts[i]! - max_efforts[i - 1]!) * share;
  }

  acceleration(mode: Mode, d: number, x: number, v: number): number {
    const { type, value } = this.stock.gamma;
    if (mode === "BRAKE" && type === "CONST") return -value;
    const r = this.resistance(v);
    const w = this.weight(x);
    const f = mode === "BRAKE" || mode === "COAST" ? 0 : this.effort(x, v);
    if (mode === "MAINTAIN" && r - w <= f) return 0;
    const braking = mode === "BRAKE" ? value * this.inertia : 0;
    if (v === 0 && d === 1 && Math.abs(f + w) < r + braking) return 0;
    return (f + w - (r + braking)) / this.inertia;
  }

  /** Returns the change of position, the new speed and the time taken. */
  step(mode: Mode, d: number, x: number, v: number): [number, number, number] {
    const a = (at: number, speed: number): number => this.acceleration(mode, d, at, speed);
    const a1 = a(x, v);
    const [dx1, v1] = advance(d, v, a1, DT / 2);
    const a2 = a(x + dx1, v1);
    const [dx2, v2] = advance(d, v1, a2, DT / 2);
    const a3 = a(x + dx2, v2);
    const [dx3, v3] = advance(d, v2, a3, DT);
    const a4 = a(x + dx3, v3);
    return advance(d, v, (a1 + 2 * a2 + 2 * a3 + a4) / 6, DT);
  }
}

function advance(d: number, v: number, a: number, h: number): [number, number, number] {
  let next = v + a * h * d;
  if (Math.abs(next) < 1e-5) next = 0;
  let dx = v * h * d + (a * h * h) / 2;
  if (Math.abs(dx) < 0.01) dx = 0;
  if (next >= 0) return [dx, next, h];
  const short = -v / (d * a);
  dx = Math.sign(d) * Math.abs(v * short + (a * short * short) / 2);
  return [dx, 0, short];
}
