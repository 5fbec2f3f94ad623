/** Prints how near MARECO is to the least energy on the lines of the benchmark: a part of `npm run figures`. */
import { AS_REFERENCE, EXACT, measureAbove, readBenchmark } from "./benchmark_lines.ts";

for (const one of readBenchmark()) {
  for (const [kind, accuracy] of [
    ["exact", EXACT],
    ["reference", AS_REFERENCE],
  ] as const) {
    for (const { percentage, above } of measureAbove(one, accuracy)) {
      console.log(
        `${one.name} +${percentage} %: ${kind} ${(100 * above).toFixed(2)} % above the least`,
      );
    }
  }
}
