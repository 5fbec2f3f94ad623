/** All comparisons of one seed: a network, path requests, path properties and trains on it. */
import { makeRandom } from "../workers/engine/seeded.ts";
import { judgePath, judgeProperties } from "./judge_path.ts";
import { judgeRun } from "./judge_run.ts";
import { drawNetwork, openBoth } from "./opened.ts";

/** How much was compared, by kind, and every disagreement. */
export interface Verdict {
  readonly counts: Record<string, number>;
  readonly problems: string[];
}

export interface Amounts {
  readonly paths: number;
  readonly properties: number;
  readonly runs: number;
}

export function judgeSeed(seed: number, amounts: Amounts, verdict: Verdict): void {
  const count = (kind: string): void => {
    verdict.counts[kind] = (verdict.counts[kind] ?? 0) + 1;
  };
  const { name, input } = drawNetwork(seed);
  const { opened, problems } = openBoth(name, input);
  verdict.problems.push(...problems);
  count(opened === null ? "network refused" : "network");
  if (opened === null || opened.world.network.routes.length === 0) return;
  const random = makeRandom(seed + 1_000_000);
  for (let i = 0; i < amounts.paths; i++) {
    const judged = judgePath(random, opened);
    count(`path ${judged.kind}`);
    verdict.problems.push(...judged.problems);
  }
  for (let i = 0; i < amounts.properties; i++) {
    count("properties");
    verdict.problems.push(...judgeProperties(random, opened));
  }
  for (let i = 0; i < amounts.runs; i++) {
    const judged = judgeRun(random, opened, `${name} run ${i}`);
    count(`run ${judged.kind}`);
    verdict.problems.push(...judged.problems);
  }
}
