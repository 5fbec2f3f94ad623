/** A trial's effects on runs: when trains would be where, and what the graph shows until the real runs are read. */

import type { WhatIf } from "../../api/what_if.ts";
import { applyTrial } from "../../graph/drawing/marks.ts";
import { listMoments, type Retiming, retimeSent } from "../../graph/retiming.ts";
import { graph_data } from "../graph.ts";
import { type Edit, exceptionKey, type Form, isSame, isService } from "./edit.ts";
import type { Trial } from "./trial.ts";

type Summary = NonNullable<WhatIf["trains"][number]>;

/** For a service, that of its regular trains. Null: not answered yet, or it does not run. */
export function summaryOf(
  { asked, follows }: Trial,
  key: string,
): Exclude<Summary, { paced_train: unknown }> | null {
  const found = follows?.trains[asked.findIndex((edit) => edit.key === key)] ?? null;
  if (found === null) return null;
  return "paced_train" in found ? found.paced_train : found;
}

/** Times at its waypoints, ms since its start; null: not answered yet, or it has no run. */
export function timesOf(trial: Trial, key: string): readonly number[] | null {
  const summary = summaryOf(trial, key);
  return summary !== null && "path_item_times_final" in summary
    ? summary.path_item_times_final
    : null;
}

/** The edit as it was when its consequences were requested. */
export function askedOf({ asked }: Trial, key: string): Edit | null {
  return asked.find((edit) => edit.key === key) ?? null;
}

/** The times of an exception that differs from the service's other trains. */
export function exceptionTimes(
  { asked, follows }: Trial,
  key: string,
  exception_key: string,
): readonly number[] | null {
  const found = follows?.trains[asked.findIndex((edit) => edit.key === key)] ?? null;
  const own = found !== null && "exceptions" in found ? found.exceptions[exception_key] : null;
  return own && "path_item_times_final" in own ? own.path_item_times_final : null;
}

/** How a stored train, or its exception, would run; null: not known, or it takes another way. */
export function retimingOf(
  trial: Trial,
  key: string,
  exception_key: string | null = null,
): Retiming | null {
  const { before = null, after = null } = askedOf(trial, key) ?? {};
  if (before === null || after === null) return null;
  const [was, is] = [planOf(before, exception_key), planOf(after, exception_key)];
  const own_ms = exception_key === null ? null : exceptionTimes(trial, key, exception_key);
  const after_ms = own_ms ?? timesOf(trial, key);
  const before_ms = trial.times.get(exceptionKey(key, exception_key ?? "")) ?? trial.times.get(key);
  if (before_ms === undefined || after_ms === null || !isSameWay(was.path, is.path)) return null;
  return {
    before_ms: listMoments(was.path, was.schedule, before_ms),
    after_ms: listMoments(is.path, is.schedule, after_ms),
  };
}

/** Path and schedule of a form: of the regular train, or of an exception. */
export function planOf(form: Form, exception_key: string | null): Pick<Form, "path" | "schedule"> {
  const own = isService(form) ? form.exceptions.find(({ key }) => key === exception_key) : null;
  return own?.path_and_schedule ?? form;
}

/** Through the same places, on whatever tracks. */
export function isSameWay(a: Form["path"], b: Form["path"]): boolean {
  const places = (path: Form["path"]) => path.map((one) => ({ ...one, track_reference: null }));
  return isSame(places(a), places(b));
}

/** Shows conflicts and lines as they were foreseen. */
export function foreseeStored(trial: Trial): void {
  const known = graph_data.peek();
  if (known === null || trial.follows === null) return;
  const projected = new Map(known.projected);
  for (const { key, id, after } of trial.edits) {
    const [train, retiming] = [projected.get(id ?? 0), retimingOf(trial, key)];
    const base = train?.base ?? null;
    if (id !== null && after === null) projected.delete(id);
    if (id === null || train === undefined || base === null || retiming === null) continue;
    // Trains with a run of their own are read again.
    const foreseen = retimeSent(base, retiming);
    const runs = [...train.runs].map(([own, run]) => [own, run === base ? foreseen : run] as const);
    projected.set(id, { runs: new Map(runs), base: foreseen });
  }
  const conflicts = applyTrial(known.conflicts, trial.follows.conflicts);
  graph_data.value = { ...known, projected, conflicts };
}
