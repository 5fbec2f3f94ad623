/**
 * A fixed piece of work of the engine's own kind, to compare machines and hours with. The reference's yardstick is
 * one chain of dependent operations in tables that fit the nearest cache: another process beside it on the same core
 * or in the same caches hardly slows it, but slows the engine by half. So here, as in the engine: results are new
 * typed arrays and objects (the collector runs), tables are looked up by bisection over some megabytes, branches
 * depend on what was read, one call site sees several functions. It must never change: figures would not compare.
 */

const TABLES = 256;
const TABLE_SIZE = 2048;
const TRAINS = 100;
const STEPS = 600;

interface Table {
  readonly positions: Float64Array;
  readonly values: Float64Array;
}

interface Part {
  readonly kind: number;
  readonly positions: Float64Array;
  readonly speeds: Float64Array;
}

/** Acceleration at a speed and a force. */
type Phase = (v: number, force: number) => number;

const PHASES: readonly Phase[] = [
  (v, force) => (force - 6000 - 100 * v - 8 * v * v) / 530_000,
  (v) => -(6000 + 100 * v + 8 * v * v) / 530_000 - 0.01,
  (v, force) => Math.min(0, (force - 90_000) / 530_000) - 0.002 * Math.sqrt(v),
  () => -0.5,
];

/** The same numbers for ever. */
function makeTables(): readonly Table[] {
  let seed = 1;
  const draw = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return seed / 0x8000_0000;
  };
  return Array.from({ length: TABLES }, () => {
    const positions = new Float64Array(TABLE_SIZE);
    const values = new Float64Array(TABLE_SIZE);
    let at = 0;
    for (let i = 0; i < TABLE_SIZE; i++) {
      positions[i] = at;
      values[i] = 20_000 + 280_000 * draw();
      at += 2 * draw();
    }
    return { positions, values };
  });
}

function find({ positions }: Table, x: number): number {
  let low = 0;
  let high = positions.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((positions[middle] ?? 0) <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Runs until its table ends or the phase has had its steps. */
function runPart(table: Table, kind: number, from: Part | undefined): Part {
  const phase = PHASES[kind] ?? (() => 0);
  const positions: number[] = [from?.positions.at(-1) ?? 0];
  const speeds: number[] = [from?.speeds.at(-1) ?? 1];
  let [x = 0] = positions;
  let [v = 1] = speeds;
  const steps = 10 + (((x * 7) | 0) % 50);
  for (let i = 0; i < steps; i++) {
    const at = find(table, x);
    const force = table.values[at] ?? 0;
    const a = phase(v, force);
    const next = Math.sqrt(Math.max(0.25, v * v + 2 * a * 5));
    x += (next + v) / 12;
    v = next > 80 ? 40 : next;
    positions.push(x);
    speeds.push(v);
  }
  return { kind, positions: Float64Array.from(positions), speeds: Float64Array.from(speeds) };
}

function runTrain(tables: readonly Table[], train: number): number {
  const parts: Part[] = [];
  let steps = 0;
  for (let i = 0; steps < STEPS; i++) {
    const table = tables[(train * 31 + i * 17) % tables.length];
    if (table === undefined) throw new Error("there are no tables");
    const last = parts.at(-1);
    const part = runPart(table, ((last?.speeds.at(-1) ?? 0) * 10 + i) & 3, last);
    parts.push(part);
    steps += part.positions.length;
  }
  const by_kind = new Map<string, number>();
  for (const { kind, positions, speeds } of parts) {
    const name = `kind ${kind}`;
    const time = positions.reduce((sum, x, i) => sum + x / (speeds[i] ?? 1), 0);
    by_kind.set(name, (by_kind.get(name) ?? 0) + time);
  }
  return [...by_kind.values()].reduce((a, b) => a + b, 0);
}

/** Returns a number that all of it goes into. */
export function makeYardstick(): () => number {
  const tables = makeTables();
  return () => {
    let sum = 0;
    for (let train = 0; train < TRAINS; train++) sum += runTrain(tables, train);
    return sum;
  };
}
