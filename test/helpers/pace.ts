/**
 * How much longer things take here than on an idle machine: measured once at the start of a run, and
 * inherited by every test process. What a test waits for at most is scaled by it; what a test asserts
 * never depends on time.
 */
import { availableParallelism, loadavg } from "node:os";

const VARIABLE = "TEST_PACE";
/** Others may come during the run: a longer deadline costs nothing unless a test fails. */
const PACE_MIN = 5;
const PACE_MAX = 30;
const PROBE_ROUNDS = 200_000_000;
/** What the probe takes on one idle core of 3 GHz. */
const PROBE_MS = 280;

/** Measures the pace for this process and its children, once. */
export function calibrate(): void {
  if (process.env[VARIABLE] !== undefined) return;
  const started_ms = performance.now();
  let x = 1;
  for (let i = 0; i < PROBE_ROUNDS; i++) x = (Math.imul(x, 1_103_515_245) + 12_345) | 0;
  const slowness = (performance.now() - started_ms) / PROBE_MS;
  // The probe may have had a core for itself where the tests, which take all, will not.
  const crowd = 1 + (loadavg()[0] ?? 0) / availableParallelism();
  const pace = Math.min(PACE_MAX, Math.max(PACE_MIN, slowness, crowd));
  // `x` is printed so that the loop is not optimised away.
  console.log(`deadlines are ${pace.toFixed(1)} times those of an idle machine (probe ${x})`);
  process.env[VARIABLE] = pace.toFixed(1);
}

/** The longest that a test waits here for what takes at most so long elsewhere. */
export function scaled(ms: number): number {
  return Math.round(ms * Number(process.env[VARIABLE] ?? PACE_MIN));
}
