/** The figures of docs/figures.md: what each means, what is run for it, and how its rows are read out of what that prints. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findReference } from "../recorded/cases.ts";

/** What was obtained, and what it is. */
export type Row = readonly [value: string, meaning: string];

export interface Figure {
  readonly name: string;
  readonly heading: string;
  /** For somebody who has not seen the project. */
  readonly meaning: string;
  /** How it is obtained, in words. */
  readonly how: string;
  /** Data of others that it needs, which does not lie in the repository. */
  readonly needs: string | null;
  /** Files of `dist` that are run one after the other, with their arguments. */
  readonly runs: readonly (readonly string[])[];
  /** Reads what the runs have printed. Throws where a line is missing. */
  readonly read: (outputs: readonly string[]) => readonly Row[];
}

const DISPATCH = findReference("reference_dispatch");

function find(text: string, pattern: RegExp): readonly string[] {
  const found = pattern.exec(text);
  if (found === null) throw new Error(`nothing printed is ${String(pattern)}`);
  return found.slice(1);
}

/** The least and the greatest of what a pattern finds. */
function rangeOf(text: string, pattern: RegExp): readonly [number, number] {
  const values = [...text.matchAll(pattern)].map(([, value]) => Number(value));
  if (values.length === 0) throw new Error(`nothing printed is ${String(pattern)}`);
  return [Math.min(...values), Math.max(...values)];
}

const count = (value: number | string): string => Number(value).toLocaleString("en-GB");

const KINDS: Readonly<Record<string, string>> = {
  simulation: "base runs: time, position and energy at every point",
  "simulation schedule": "runs with margins, wanted arrivals and stops",
  "simulation requirements": "which tracks each run needs, from when until when",
  pathfinding: "paths",
  path_properties: "properties of paths",
  projection: "runs projected on a path",
  conflicts: "conflicts of timetables",
};

function readAnswers([output = ""]: readonly string[]): Row[] {
  const all = [...output.matchAll(/^(\w+(?: \w+)?) +(\d+)\/(\d+)/gm)];
  const passed = all.reduce((sum, [, , one]) => sum + Number(one), 0);
  const total = all.reduce((sum, [, , , one]) => sum + Number(one), 0);
  const rows = all.map(([, kind = "", good, of]): Row => [`${good} of ${of}`, KINDS[kind] ?? kind]);
  const departures = [...output.matchAll(/^ {2}DEPARTS /gm)].length;
  const ungraded = [...output.matchAll(/, (\d+) not graded/g)].map(([, n]) => Number(n));
  const [, item_ms] = rangeOf(output, /worst item_time_ms: ([\d.]+)/g);
  const [, between_ms] = rangeOf(output, /worst time_ms: ([\d.]+)/g);
  return [
    [
      `${passed} of ${total}`,
      "comparisons with recorded answers agree, or depart by a rule that is written down",
    ],
    [`${departures}`, "of these depart by such a rule (docs/decisions.md, 6)"],
    [
      `${item_ms.toFixed(0)} ms`,
      "is the greatest difference of a time at a place of a train's path",
    ],
    [
      `${(between_ms / 1000).toFixed(2)} s`,
      "is the greatest difference of a time anywhere between, in runs with margins",
    ],
    [
      `${Math.max(0, ...ungraded)}`,
      "recorded answers of a kind, at most, have no answer to compare with: the reference failed",
    ],
    ...rows,
  ];
}

function readSpeed([paths = "", runs = ""]: readonly string[]): Row[] {
  const rate = (text: string, name: string): string =>
    count(find(text, new RegExp(`${name}.* scaled ([\\d,]+)/s`))[0]!.replaceAll(",", ""));
  return [
    [
      `${rate(paths, "paths from text to text")} a second`,
      "paths, read from JSON and printed as JSON",
    ],
    [`${rate(runs, "plain, from text to text")} a second`, "runs without margins, the same"],
    [
      `${rate(runs, "scheduled, from text to text")} a second`,
      "runs with margins or wanted arrivals, the same",
    ],
  ];
}

function readEnergy([output = ""]: readonly string[]): Row[] {
  const range = (kind: string): string => {
    const [least, most] = rangeOf(output, new RegExp(`${kind} (-?[\\d.]+) %`, "g"));
    const sign = (value: number): string => (value > 0 ? `+${value.toFixed(2)}` : value.toFixed(2));
    return `${sign(least)} % to ${sign(most)} %`;
  };
  const runs = [...output.matchAll(/exact/g)].length;
  return [
    [range("exact"), `beside the least energy, exact steps (${runs} runs)`],
    [range("reference"), "the same with the steps of the reference"],
  ];
}

/** The best known value of each problem. */
function readList(file: string): ReadonlyMap<string, number> {
  const path = join(DISPATCH, file);
  if (!existsSync(path)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, number>));
}

interface Solved {
  readonly name: string;
  readonly cost: number;
  readonly is_proven: boolean;
}

function listSolved(output: string): Solved[] {
  return [...output.matchAll(/^(\w+): (\d+)(, proven)?/gm)].map(([, name = "", cost, proven]) => ({
    name,
    cost: Number(cost),
    is_proven: proven !== undefined,
  }));
}

function readDispatch([public_ones = "", lines = ""]: readonly string[]): Row[] {
  const best = readList("displib/best_known.json");
  const optima = readList("single_line/optima.json");
  const solved = listSolved(public_ones);
  const equal = solved.filter(({ name, cost }) => cost <= (best.get(name) ?? -1)).length;
  const near = solved.filter(({ name, cost }) => cost <= 1.05 * (best.get(name) ?? -1)).length;
  const single = listSolved(lines);
  const proven = single.filter(
    ({ name, cost, is_proven }) => is_proven && cost === optima.get(name),
  ).length;
  return [
    [
      `${solved.length} of ${best.size}`,
      "public problems of DISPLIB 2025 have an answer within 3 s on one thread",
    ],
    [`${equal}`, "of them are as good as the best that anybody has published, or better"],
    [`${near}`, "of them are within 5 % of it"],
    [
      `${proven} of ${single.length}`,
      "problems of single lines are solved to the proven optimum within 1 s",
    ],
  ];
}

function readFaults([output = ""]: readonly string[]): Row[] {
  const [faults, done, refused, unknown, wrong] = find(
    output,
    /(\d+) faults: (\d+) done, (\d+) refused, (\d+) unknown, (\d+) wrong/,
  );
  return [
    [`${wrong}`, "changes were lost, done twice or done by half"],
    [`${faults}`, "faults: servers, the database and its backends were killed, stopped and hung"],
    [count(done!), "changes were told as done meanwhile: all are there, once"],
    [count(refused!), "were told as not done: none of them is there"],
    [count(unknown!), "got no answer: each is there whole, or not at all"],
  ];
}

export const FIGURES: readonly Figure[] = [
  {
    name: "answers",
    heading: "Answers beside the reference",
    meaning:
      "A reference engine answered requests, and its answers were recorded. Marey answers the same requests, and both are compared.",
    how: "All recorded requests are answered by the code that the server runs, and compared point by point. A time may differ by 0.1 s at a place of the path.",
    needs: "reference",
    runs: [["test/conformance/main.js"]],
    read: readAnswers,
  },
  {
    name: "energy",
    heading: "Energy beside the least possible",
    meaning:
      "MARECO spends a train's margin where that saves most energy. How much more traction does a run need than the best driving in the same time? The least is found by optimal control, independently.",
    how: "Lines of the public benchmark TTOBench with margins of 5, 10 and 20 %.",
    needs: "reference_energy",
    runs: [["test/workers/engine/margins/energy_figures.js"]],
    read: readEnergy,
  },
  {
    name: "dispatching",
    heading: "Dispatching problems",
    meaning:
      "Trains are late: who goes first, and where? A competition has collected such problems from real traffic, with the best answers that anybody has found.",
    how: "The solver in `bench/rescheduling`, which the server does not use, seed 1. Seconds are of CPU time.",
    needs: "reference_dispatch",
    runs: [
      [
        "bench/dispatch.js",
        "--problems",
        join(DISPATCH, "displib"),
        "--out",
        "dist/answers",
        "--seconds",
        "3",
      ],
      [
        "bench/dispatch.js",
        "--problems",
        join(DISPATCH, "single_line"),
        "--out",
        "dist/answers",
        "--seconds",
        "1",
      ],
    ],
    read: readDispatch,
  },
  {
    name: "faults",
    heading: "Nothing lost",
    meaning:
      "Planners must not lose work. Clients change data without a pause while things die. Then every answer is compared with the database.",
    how: "Two servers on one database, six clients, each kind of fault several times.",
    needs: null,
    runs: [["test/faults/main.js"]],
    read: readFaults,
  },
  {
    name: "speed",
    heading: "How fast",
    meaning: "What one thread does of the recorded requests, as the server does it.",
    how: "CPU time of the best of many passes, divided by the speed of the machine.",
    needs: "reference",
    runs: [["bench/path.js"], ["bench/simulation.js"]],
    read: readSpeed,
  },
];

/**
 * Measured from outside by somebody else, with the reference engine warm beside Marey in one run. The reference is no
 * part of this repository, so no command here can repeat it.
 */
export const BESIDE_REFERENCE: readonly Row[] = [
  ["12 to 42 times", "as fast as the reference: runs and paths, prepared"],
  ["7 to 38 times", "the same with JSON in and out"],
  ["10 and 6 times", "requests for a path at short notice, prepared and with JSON"],
];
