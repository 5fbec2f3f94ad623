/** Records that are tried: where all conflicts are made from nothing, they stand instead of the stored ones, or beside them. */
import { TRIED_FROM } from "../../../workers/engine/conflicts/occupancy.ts";
import { given } from "../../platform/given.ts";
import { type InTurns, mapInTurns, mapNestedInTurns } from "../../platform/turns.ts";
import type { ChangedTrain } from "../../timetable/changes/changed_records.ts";
import type { Occurrence } from "../../timetable/paced_train/effective_trains.ts";
import {
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

/** Those that are tried, without those that are removed. */
export async function planTried(
  source: Source,
  tried: readonly ChangedTrain[],
  expand: Expansion<ExpandedRecord>,
): Promise<PlannedRecord[]> {
  const { signal } = source.setup;
  const expanded: ExpandedRecord[] = [];
  const records: ChangedTrain[] = [];
  await mapNestedInTurns(tried, signal, function* (record, i): InTurns<void> {
    const { kind, columns } = record;
    if (columns === null) return;
    expanded.push(yield* expand(kind, { ...columns, id: triedId(record, i) }));
    records.push(record);
  });
  const computed = await computeAll(source, expanded);
  return await mapInTurns(computed, signal, (one, i) => {
    const record = given(records[i], "each has its record");
    return planNamed(one, (occurrence) => nameTried(record, occurrence));
  });
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
