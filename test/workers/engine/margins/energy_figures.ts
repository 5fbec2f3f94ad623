/** Prints how near MARECO is to the least energy on the lines of the benchmark: a part of `npm run figures`. */
import { measureAbove, readBenchmark } from "./benchmark_lines.ts";

for (const one of readBenchmark()) {
  for (const [kind, is_exact] of [
    ["exact", true],
    ["reference", false],
  ] as const) {
    for (const { percentage, above } of measureAbove(one, is_exact)) {
      console.log(
        `${one.name} +${percentage} %: ${kind} ${(100 * above).toFixed(2)} % above the least`,
      );
    }
  }
}
