/** Records that are tried: where all conflicts are made from nothing, they stand instead of the stored ones, or beside them. */
import { TRIED_FROM } from "../../../workers/engine/conflicts/occupancy.ts";
import { type InTurns, mapInTurns, mapNestedInTurns } from "../../platform/turns.ts";
import type { ChangedTrain } from "../../timetable/changes/changed_records.ts";
import type { Occurrence } from "../../timetable/paced_train/effective_trains.ts";
import {
  type Computed,
  computeAll,
  type Expansion,
  mapGroups,
  type Source,
} from "../simulation/computed_groups.ts";
import {
  type ExpandedRecord,
  nameOccurrence,
  orderOf,
  type PlannedRecord,
  planNamed,
  planRecord,
} from "./planned_trains.ts";

/** All stored records of a source, with those that are tried; in the order of their trains. */
export async function planAll(
  source: Source,
  tried: readonly ChangedTrain[],
  expand: Expansion<ExpandedRecord>,
): Promise<PlannedRecord[]> {
  if (tried.length === 0) return await mapGroups(source, expand, planRecord);
  const changed = new Set(tried.map(({ kind, id }) => `${kind.name} ${id}`));
  const stored = await mapGroups(
    source,
    function* (kind, row) {
      if (!changed.has(`${kind.name} ${row.id}`)) return yield* expand(kind, row);
      return { kind: kind.name, id: row.id, stock_names: [], departures: [] };
    },
    planRecord,
  );
  const left = stored.filter(({ kind, id }) => !changed.has(`${kind} ${id}`));
  return [...left, ...(await planTried(source, tried, expand))].sort(
    (a, b) => orderOf(a.kind, a.id) - orderOf(b.kind, b.id),
  );
}

async function planTried(
  source: Source,
  tried: readonly ChangedTrain[],
  expand: Expansion<ExpandedRecord>,
): Promise<PlannedRecord[]> {
  const { signal } = source.setup;
  const kept: { readonly record: ChangedTrain; readonly expanded: ExpandedRecord }[] = [];
  await mapNestedInTurns(tried, signal, function* (record): InTurns<void> {
    const { kind, columns } = record;
    if (columns === null) return;
    const id = triedId(record, tried.indexOf(record));
    kept.push({ record, expanded: yield* expand(kind, { ...columns, id }) });
  });
  const computed: Computed<ExpandedRecord>[] = await computeAll(
    source,
    kept.map(({ expanded }) => expanded),
  );
  return await mapInTurns(computed, signal, (one, i) =>
    planNamed(one, (occurrence) => nameTried(kept[i]!.record, occurrence)),
  );
}

/** Of an added record: after those that are stored. */
export function triedId({ id }: ChangedTrain, i: number): number {
  return id ?? TRIED_FROM + i;
}

/** Its name in conflicts, without an exception that only exists in the trial. */
export function nameTried(
  { id, changes, new_keys }: ChangedTrain,
  occurrence: Occurrence | null,
): string {
  const [change] = changes;
  if (id === null) return JSON.stringify({ change, ...occurrence });
  if (occurrence === null) return "";
  const is_new = "exception_key" in occurrence && new_keys.has(occurrence.exception_key);
  if (is_new && "index" in occurrence) return nameOccurrence(id, { index: occurrence.index });
  return nameOccurrence(id, occurrence);
}
