/** The trains of a timetable with changes that are tried: they are read in place of the stored ones, added ones behind. */
import { TRIED_FROM } from "../../../workers/engine/conflicts/occupancy.ts";
import type { ChangedTrain } from "../../timetable/changes/changed_records.ts";
import { listRecordsOfTimetable, type RecordRow } from "../../timetable/train/train.queries.ts";
import type { Source } from "../simulation/computed_groups.ts";

export function withChanges(source: Source, records: readonly ChangedTrain[]): Source {
  const { timetable_id, setup } = source;
  const known = new Map<string, readonly RecordRow[]>();
  for (const one of records) {
    if (one.id !== null) known.set(`${one.kind.name} ${one.id}`, toRows(one, one.id));
  }
  return {
    ...source,
    read: async (kind, page) => {
      for (let { after_id } = page; after_id < TRIED_FROM; ) {
        const at = { ...page, after_id };
        const stored = await listRecordsOfTimetable(setup.services.db, kind, timetable_id, at);
        const last = stored.at(-1);
        if (last === undefined) break;
        const rows = stored.flatMap((row) => known.get(`${kind.name} ${row.id}`) ?? [row]);
        if (rows.length > 0) return rows;
        // all of them are removed
        after_id = last.id;
      }
      return records
        .filter((one) => one.kind.name === kind.name && one.id === null)
        .flatMap((one) => toRows(one, TRIED_FROM + (one.changes[0] ?? 0)))
        .filter(({ id }) => id > page.after_id);
    },
  };
}

function toRows({ columns }: ChangedTrain, id: number): RecordRow[] {
  if (columns === null) return [];
  const { record, rolling_stock_names } = columns;
  return [{ id, record, rolling_stock_names }];
}
