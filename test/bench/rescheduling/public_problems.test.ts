// Method: the shown public problems beside the repository; each answer after a little work is judged, the known values bound it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readPublicProblem, toProblem } from "../../../bench/dispatch/public_problem.ts";
import { findReference } from "../../../bench/recorded/cases.ts";
import { DispatchSearch } from "../../../bench/rescheduling/search.ts";
import { judge } from "./judge.ts";

/** Beyond the first answer. */
const WORK = 50_000;
const FOLDER = findReference("reference_dispatch");
const SETS = { displib: "best_known.json", single_line: "optima.json" };
const THERE = existsSync(FOLDER);
if (!THERE) console.warn(`SKIPPED: public dispatching problems, ${FOLDER} is not there`);

it.skipIf(!THERE).each(Object.entries(SETS))(
  "has an answer to every problem of %s",
  (set, list) => {
    const known = JSON.parse(readFileSync(join(FOLDER, set, list), "utf8")) as Record<
      string,
      number
    >;
    const files = readdirSync(join(FOLDER, set)).filter((file) => file.endsWith(".json.gz"));
    expect(files.length).toBe(Object.keys(known).length);
    for (const file of files) {
      const name = file.replace(".json.gz", "");
      const problem = toProblem(readPublicProblem(join(FOLDER, set, file)));
      const search = new DispatchSearch(problem, 1);
      search.advance(0);
      search.advance(search.work + WORK);
      const answer = search.answer();
      if (answer === null) throw new Error(`${name}: no answer`);
      expect(search.bound, name).toBeLessThanOrEqual(known[name]!);
      // An optimum is proven; a best known value may be beaten one day, but not so soon.
      expect(judge(problem, answer), name).toBeGreaterThanOrEqual(known[name]!);
    }
  },
);
