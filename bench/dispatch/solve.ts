/** One problem on one thread: reads it, searches until the time is over, and tells the best answer. */
import { parentPort, workerData } from "node:worker_threads";
import { DispatchSearch } from "../rescheduling/search.ts";
import { readPublicProblem, toProblem, writePublicAnswer } from "./public_problem.ts";

export interface SolveOrder {
  readonly path: string;
  /** CPU time of each thread. */
  readonly seconds: number;
  readonly seed: number;
  readonly threads: number;
}

export interface Solved {
  /** null = none was found. */
  readonly cost: number | null;
  readonly bound: number;
  readonly read_s: number;
  /** When the answer became how good: at the first one, at the marks and at the last one. */
  readonly curve: readonly (readonly [number, number])[];
  readonly rounds: number;
  /** As JSON. */
  readonly answer: string | null;
}

/** Work between two looks at the clock: some milliseconds. */
const PIECE = 50_000;
const MARKS_S = [1, 10, 60, 600];

function solve({ path, seconds, seed, threads }: SolveOrder): Solved {
  const begin = process.cpuUsage();
  const passed = (): number => {
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1e6 / threads;
  };
  const problem = toProblem(readPublicProblem(path));
  const read_s = passed();
  const search = new DispatchSearch(problem, seed);
  let more = search.advance(0);
  const curve: [number, number][] = [[passed(), search.bestCost]];
  const marks = MARKS_S.filter((mark) => mark < seconds);
  let last: [number, number] = [passed(), search.bestCost];
  while (more && passed() < seconds) {
    more = search.advance(search.work + PIECE);
    const now = passed();
    for (; now >= marks[0]!; marks.shift()) curve.push([marks[0]!, last[1]]);
    if (search.bestCost < last[1]) last = [now, search.bestCost];
  }
  curve.push(last);
  const answer = search.answer();
  return {
    cost: answer?.cost ?? null,
    bound: search.bound,
    read_s,
    curve,
    rounds: search.rounds,
    answer: answer === null ? null : JSON.stringify(writePublicAnswer(problem, answer)),
  };
}

parentPort?.postMessage(solve(workerData as SolveOrder));
