/** What a trial says about runs: when its trains would be where, and what the graph shows of it until it is read. */

import type { WhatIf } from "../api/what_if.ts";
import { applyTrial } from "../graph/marks.ts";
import { listMoments, type Retiming, retimeSent } from "../graph/retiming.ts";
import type { SentCurve } from "../graph/runs.ts";
import { type Edit, isSame } from "./edit.ts";
import { graph_data } from "./graph.ts";
import type { Trial } from "./trial.ts";

type Summary = NonNullable<WhatIf["trains"][number]>;

/** Of a service that of its regular trains. Null: not answered yet, or it does not run. */
export function summaryOf(
  { asked, follows }: Trial,
  key: string,
): Exclude<Summary, { paced_train: unknown }> | null {
  const found = follows?.trains[asked.findIndex((edit) => edit.key === key)] ?? null;
  if (found === null) return null;
  return "paced_train" in found ? found.paced_train : found;
}

/** When it would be at its waypoints, ms since its start; null: not answered yet, or it has no run. */
export function timesOf(trial: Trial, key: string): readonly number[] | null {
  const summary = summaryOf(trial, key);
  return summary !== null && "path_item_times_final" in summary
    ? summary.path_item_times_final
    : null;
}

/** The edit as it was when what follows was asked for. */
export function askedOf({ asked }: Trial, key: string): Edit | null {
  return asked.find((edit) => edit.key === key) ?? null;
}

/** How a stored train would run; null: it is not known, or its path is another. */
export function retimingOf(trial: Trial, key: string): Retiming | null {
  const { before = null, after = null } = askedOf(trial, key) ?? {};
  const [before_ms, after_ms] = [trial.times.get(key), timesOf(trial, key)];
  if (before === null || after === null || before_ms === undefined || after_ms === null)
    return null;
  if (!isSame(before.path, after.path)) return null;
  return {
    before_ms: listMoments(before.path, before.schedule, before_ms),
    after_ms: listMoments(after.path, after.schedule, after_ms),
  };
}

/** Conflicts and lines as they were foreseen. */
export function foreseeStored(trial: Trial): void {
  const known = graph_data.peek();
  if (known === null || trial.follows === null) return;
  const projected = new Map(known.projected);
  for (const { key, id, after } of trial.edits) {
    const [train, retiming] = [projected.get(id ?? 0), retimingOf(trial, key)];
    if (id !== null && after === null) projected.delete(id);
    if (id === null || train === undefined || retiming === null) continue;
    const retime = (curves: readonly SentCurve[]): SentCurve[] =>
      curves.map((curve) => retimeSent(curve, retiming));
    const { forward, back } = train.base;
    projected.set(id, { ...train, base: { forward: retime(forward), back: retime(back) } });
  }
  const conflicts = applyTrial(known.conflicts, trial.follows.conflicts);
  graph_data.value = { ...known, projected, conflicts };
}
