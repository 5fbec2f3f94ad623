/** The signals of a changed network: those of the part are compiled; all others are copied. */

import { compileSignals } from "../compile/compile_signals.ts";
import type { Draft } from "../compile/draft.ts";
import type { RailjsonSignal } from "../compile/railjson_input.ts";
import type { Infra } from "../infra.ts";
import { NONE } from "../layout.ts";
import type { ListPlan } from "../list_plan.ts";
import type { ChangedTracks } from "./change_tracks.ts";
import { draftBeside, fillOwners, type RowOrder, TableJoin } from "./join_rows.ts";

export interface ChangedSignals {
  /** [nSignals of the known network] new index, or NONE if it was compiled again. */
  readonly signals: Uint32Array;
  /** [nLogicalSignals of the known network] new index, or NONE. */
  readonly logical: Uint32Array;
}

interface SignalsChange {
  readonly plan: ListPlan;
  readonly routes: ListPlan;
  readonly tracks: ChangedTracks;
  readonly part: readonly RailjsonSignal[];
}

const SIGNAL_SECTIONS = [
  "signalName",
  "signalChunk",
  "signalChunkOffset_mm",
  "signalSight_mm",
  "signalFirstLogical",
  "logicalSignal",
  "logicalSystem",
  "logicalFlags",
  "logicalNextStart",
  "logicalNext",
  "logicalConditionStart",
  "conditionRoute",
  "conditionFlags",
] as const;

/** Null: the part is insufficient. */
export function changeSignals(
  draft: Draft,
  known: Infra,
  { plan, routes, tracks, part }: SignalsChange,
): ChangedSignals | null {
  const compiled = draftBeside(draft, SIGNAL_SECTIONS);
  const order = orderSignals(plan.sources, compileSignals(compiled, part));
  if (!draft.faults.isEmpty) return null;
  const { tables } = draft;
  const join = new TableJoin(tables, known, compiled.tables);
  const rows = join.rows(order);
  rows.take("signalName");
  rows.take("signalChunk", { known: tracks.directedChunks });
  rows.take("signalChunkOffset_mm");
  rows.take("signalSight_mm");
  const logical = rows.divide("signalFirstLogical");
  fillOwners(tables, "signalFirstLogical", "logicalSignal");
  logical.take("logicalSystem");
  logical.take("logicalFlags");
  logical.divide("logicalNextStart").take("logicalNext");
  const conditions = logical.divide("logicalConditionStart");
  conditions.take("conditionRoute", { known: routes.next });
  conditions.take("conditionFlags");
  if (!join.is_whole) return null;
  return {
    signals: rows.nextOfKnown(known.signalName.length),
    logical: logical.nextOfKnown(known.logicalSignal.length),
  };
}

function orderSignals(sources: RowOrder, rows: readonly number[]): RowOrder {
  const order = new Int32Array(sources.length);
  let count = 0;
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i]!;
    if (source >= 0) order[count++] = source;
    else if (rows[~source] !== NONE) order[count++] = ~rows[~source]!;
  }
  return order.subarray(0, count);
}
