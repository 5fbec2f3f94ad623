/** Runs all cases of a reference folder whose kind is known and sums the results up by kind. */
import { readCases } from "../../bench/recorded/cases.ts";
import { Networks } from "../../bench/recorded/networks.ts";
import { type AnswerCase, type CaseResult, KINDS } from "./kinds.ts";

export interface Failure {
  readonly name: string;
  readonly problems: readonly string[];
}

export interface KindSummary {
  readonly op: string;
  passed: number;
  total: number;
  /** Cases in which the reference itself crashed: run for a clear answer, not compared. */
  ungraded: number;
  readonly failures: Failure[];
  /** Cases that differ from the recorded answer, each with the rule of docs/decisions.md; they count as passed. */
  readonly departures: string[];
  /** Worst deviation by name. */
  readonly worst: Record<string, number>;
}

export interface RunOptions {
  /** By the `op` of a case, see KINDS; cases of other kinds are left out. */
  readonly kinds?: Readonly<Record<string, AnswerCase>>;
  /** Receives each answer in the recorded form, with the case's file name. */
  readonly onAnswer?: (file: string, answer: unknown) => void;
}

export function runCases(folder: string, options: RunOptions = {}): KindSummary[] {
  const { kinds = KINDS, onAnswer = () => undefined } = options;
  const networks = new Networks(folder);
  const summaries = new Map<string, KindSummary>();
  for (const recorded of readCases(folder)) {
    for (const [kind, answerCase] of Object.entries(kinds)) {
      if (kind.split(" ")[0] !== recorded.op) continue;
      const summary = summaries.get(kind) ?? {
        op: kind,
        passed: 0,
        total: 0,
        ungraded: 0,
        failures: [],
        departures: [],
        worst: {},
      };
      summaries.set(kind, summary);
      let result: CaseResult;
      try {
        result = answerCase(recorded, networks);
      } catch (error) {
        // A case that can't be run is a failure, also where the reference crashed.
        const problems = [`could not be run: ${String(error)}`];
        summary.total++;
        summary.failures.push({ name: recorded.name, problems });
        continue;
      }
      onAnswer(recorded.file, result.answer);
      if (recorded.http_status < 500) addResult(summary, recorded.name, result);
      else summary.ungraded++;
    }
  }
  return [...summaries.values()];
}

function addResult(summary: KindSummary, name: string, result: CaseResult): void {
  summary.total++;
  if (result.departure) summary.departures.push(`${name}: ${result.departure}`);
  if (result.problems.length === 0) summary.passed++;
  else summary.failures.push({ name, problems: result.problems });
  for (const [deviation, value] of Object.entries(result.deviations)) {
    summary.worst[deviation] = Math.max(summary.worst[deviation] ?? 0, value);
  }
}
