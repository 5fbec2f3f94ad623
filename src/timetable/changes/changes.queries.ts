/** Storing changes of trains. */
import type { Database } from "../../platform/db/client.ts";
import { joinLists, printEach } from "../../platform/db/json_texts.ts";
import { sendText } from "../../platform/db/staged_text.ts";
import { listColumns } from "../train/train.queries.ts";
import type { TrainColumns } from "../train/train_kind.ts";

/** The changed trains of one kind. */
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

/** What was stored and what it was made from: enough to give the same answer again. */
export interface MadeChanges {
  /** Of the train schedules, then of the paced trains. */
  readonly made_ids: readonly number[];
  /** Revisions of the known trains before the changes, in their order. */
  readonly revisions: readonly number[];
  /** JSON texts. */
  readonly rolling_stock_names: readonly string[];
  /** JSON texts, joined. */
  readonly records: string;
  /** In the form that clients get. */
  readonly modified_at: string;
}

/** Stores all or none; null: one of the known trains has changed. An unknown timetable breaks a `…_timetable_fkey`. */
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
