import { it } from "vitest";
import { makeRandom } from "../engine/seeded.ts";
import { drawNetwork, openBoth } from "./opened.ts";
import { judgeRun, EXACT } from "./judge_run.ts";
it("y", () => {
  for (let seed = 0; seed < 150; seed++) {
    const { name, input } = drawNetwork(seed);
    const { opened } = openBoth(name, input);
    if (!opened || !opened.world.network.routes.length) continue;
    const random = makeRandom(seed + 5);
    for (let i = 0; i < 15; i++) judgeRun(random, opened, `${name} run ${i}`);
  }
  console.log(JSON.stringify(EXACT).slice(0, 3000));
});
