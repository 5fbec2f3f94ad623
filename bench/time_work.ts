/**
 * Times a piece of work on one thread. What counts is the best pass by processor time: each pass is short, so that
 * some of them are not interrupted even where twenty others want the same core. After an interruption the caches are
 * another's and the same work takes up to twice the processor time, in the mean too; the best of many passes is within
 * some 10 % of that of the quiet machine.
 */

const WARM_UP_CPU_MS = 1000;
/** Long enough for the garbage collector to have its share in each. */
const PASS_MS = 30;
const PASSES = 100;

/** Some units of work; each run gives the same number. */
export interface Workload {
  readonly nUnits: number;
  readonly run: () => number;
}

/** Of one call. */
export interface Timing {
  readonly best_cpu_ms: number;
  readonly mean_ms: number;
}

export function timeWork(work: () => void): Timing {
  let warm_up_count = 0;
  let warm_up_ms = 0;
  for (; warm_up_ms < WARM_UP_CPU_MS; warm_up_count++) warm_up_ms += cpuMs(work);
  const calls = Math.max(1, Math.round((PASS_MS * warm_up_count) / warm_up_ms));
  let best_ms = Number.POSITIVE_INFINITY;
  const start_ms = performance.now();
  for (let pass = 0; pass < PASSES; pass++) {
    const pass_ms = cpuMs(() => {
      for (let i = 0; i < calls; i++) work();
    });
    best_ms = Math.min(best_ms, pass_ms);
  }
  const mean_ms = (performance.now() - start_ms) / (PASSES * calls);
  return { best_cpu_ms: best_ms / calls, mean_ms };
}

/** Of the whole process: the collector's threads work for it too. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** How often a second, by the best pass and by the clock. */
export function describeRate({ best_cpu_ms, mean_ms }: Timing, units = 1): string {
  const rate = (ms: number): string => Math.round((1000 * units) / ms).toLocaleString("en");
  return `${rate(best_cpu_ms)}/s by CPU time of the best pass (${rate(mean_ms)}/s by the clock)`;
}
