/** Storing changes of trains. */
import type { Database } from "../../platform/db/client.ts";
import { joinLists, printEach } from "../../platform/db/json_texts.ts";
import { sendText } from "../../platform/db/staged_text.ts";
import { listColumns } from "../train/train.queries.ts";
import type { TrainColumns } from "../train/train_kind.ts";

/** Of trains of one kind. */
interface ChangesOfKind {
  readonly added: readonly TrainColumns[];
  readonly replaced: readonly { readonly id: number; readonly columns: TrainColumns }[];
}

interface TrainChangeLists {
  /** Those that are not replaced are removed. */
  readonly known: { readonly ids: readonly number[]; readonly revisions: readonly number[] };
  readonly train_schedules: ChangesOfKind;
  readonly paced_trains: ChangesOfKind;
  readonly author_id: number | null;
  readonly signal: AbortSignal;
}

/** What was stored, and of what it was made: enough to answer it once more. */
export interface MadeChanges {
  /** Of train schedules, then of paced trains. */
  readonly made_ids: readonly number[];
  /** Of the known trains before the changes, in their order. */
  readonly revisions: readonly number[];
  /** JSON texts. */
  readonly rolling_stock_names: readonly string[];
  /** JSON texts, joined. */
  readonly records: string;
  /** As clients get it. */
  readonly modified_at: string;
}

/** All or none; null: one of the known trains has changed. An unknown timetable breaks a `…_timetable_fkey`. */
export async function changeTrains(
  db: Database,
  timetable_id: number,
  { known: { ids, revisions }, train_schedules, paced_trains, author_id, signal }: TrainChangeLists,
): Promise<MadeChanges | null> {
  return await sendText(db, {
    parts: joinLists([
      ...listColumns(train_schedules.added),
      ...listColumns(paced_trains.added),
      ...listReplaced(train_schedules),
      ...listReplaced(paced_trains),
    ]),
    signal,
    send: async (text) =>
      db.queryOne<MadeChanges>("timetable/train/change", [
        timetable_id,
        ids,
        revisions,
        author_id,
        ...text,
      ]),
  });
}

function listReplaced({ replaced }: ChangesOfKind): Iterable<string>[] {
  const ids = printEach(replaced, ({ id }) => String(id));
  return [ids, ...listColumns(replaced.map(({ columns }) => columns))];
}
