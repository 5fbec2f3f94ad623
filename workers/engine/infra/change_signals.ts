/** The signals of a changed network: those of the part are compiled, all others copied. */
import { addSignal, closeSignals } from "./compile_signals.ts";
import type { Draft } from "./draft.ts";
import type { Infra } from "./infra.ts";
import { NONE, type SectionName } from "./layout.ts";
import type { ListPlan } from "./list_plan.ts";
import type { RailjsonSignal } from "./railjson_input.ts";

export interface ChangedSignals {
  /** [nSignals of the known network] new index, or NONE where it was compiled anew. */
  readonly signals: Uint32Array;
  /** [nLogicalSignals of the known network] new index, or NONE. */
  readonly logical: Uint32Array;
}

interface SignalsChange {
  readonly plan: ListPlan;
  readonly routes: ListPlan;
  /** [nChunks of the known network] new index, or NONE. */
  readonly chunks: Uint32Array;
  readonly part: readonly RailjsonSignal[];
}

const LOGICAL_SECTIONS = ["logicalSystem", "logicalFlags"] as const satisfies SectionName[];

/** Null: the part does not suffice. */
export function changeSignals(
  draft: Draft,
  known: Infra,
  { plan, routes, chunks, part }: SignalsChange,
): ChangedSignals | null {
  const { tables } = draft;
  const signals = new Uint32Array(known.signalName.length).fill(NONE);
  const logical = new Uint32Array(known.logicalSignal.length).fill(NONE);
  for (const source of plan.sources) {
    if (source < 0) {
      addSignal(draft, part[~source]!);
      continue;
    }
    const directed = known.signalChunk[source]!;
    const chunk = chunks[directed >>> 1]!;
    if (chunk === NONE) return null;
    const signal = tables.signalName.length;
    signals[source] = signal;
    tables.signalName.push(known.signalName[source]!);
    tables.signalChunk.push(chunk * 2 + (directed & 1));
    tables.signalChunkOffset_mm.push(known.signalChunkOffset_mm[source]!);
    tables.signalSight_mm.push(known.signalSight_mm[source]!);
    tables.signalFirstLogical.push(tables.logicalSignal.length);
    const end = known.signalFirstLogical[source + 1]!;
    for (let l = known.signalFirstLogical[source]!; l < end; l++) {
      logical[l] = tables.logicalSignal.length;
      tables.logicalSignal.push(signal);
      for (const section of LOGICAL_SECTIONS) tables[section].push(known[section][l]!);
      tables.logicalNextStart.push(tables.logicalNext.length);
      for (let k = known.logicalNextStart[l]!; k < known.logicalNextStart[l + 1]!; k++) {
        tables.logicalNext.push(known.logicalNext[k]!);
      }
      tables.logicalConditionStart.push(tables.conditionRoute.length);
      for (let k = known.logicalConditionStart[l]!; k < known.logicalConditionStart[l + 1]!; k++) {
        const route = routes.next[known.conditionRoute[k]!]!;
        if (route === NONE) return null;
        tables.conditionRoute.push(route);
        tables.conditionFlags.push(known.conditionFlags[k]!);
      }
    }
  }
  closeSignals(draft);
  return draft.faults.isEmpty ? { signals, logical } : null;
}
