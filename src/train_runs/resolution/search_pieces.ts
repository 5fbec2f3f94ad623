/** The search for a solution, piece by piece on batch threads: between two pieces it can end. */
import type { Solution } from "../../../workers/engine/resolution/plan.ts";
import type { SearchStep } from "../../../workers/engine/resolution/resolve.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import type { PlanOfProblem, Problem } from "./problem.ts";

/** Of a piece, some tenths of a second. */
const PIECE_WORK = 10e6;
/** The first piece does so much, whatever the deadline is: it should bring something. */
const LEAST_WORK = 1e6;
/** The search ends when so many pieces, and as many as brought something, have brought nothing. */
const IDLE_PIECES = 6;
const EPSILON = 1e-9;

export type SearchPiece = TaskOutput<"search_resolution">;

/** Each piece's solution is at least as good as the one before: until the deadline, the proof, or little hope. */
export async function* searchPieces(
  { ctx, question, end }: Problem,
  { plan }: PlanOfProblem,
  start: Solution | null,
): AsyncGenerator<SearchPiece> {
  const { share, signal, priority } = question.setup;
  const options = { share, signal, priority };
  let step: SearchStep = { kind: "whole" };
  let best: SearchPiece | null = null;
  let pieces = 0;
  let idle = 0;
  do {
    const stop = { is_over: end.flag, least_work: best === null ? LEAST_WORK : 0 };
    const input = { plan, start: best?.solution ?? start, step, work: PIECE_WORK, stop };
    const piece: SearchPiece = await ctx.services.compute.run("search_resolution", input, options);
    yield piece;
    pieces++;
    idle = best === null || isBetter(piece, best) ? 0 : idle + 1;
    best = piece;
    if (piece.next === null) return;
    step = piece.next;
    if (step.kind === "again" && idle >= Math.max(IDLE_PIECES, pieces / 2)) return;
  } while (!end.is_over);
}

export function isBetter(a: SearchPiece, b: SearchPiece): boolean {
  return (
    a.left_count < b.left_count || (a.left_count === b.left_count && a.cost < b.cost - EPSILON)
  );
}
