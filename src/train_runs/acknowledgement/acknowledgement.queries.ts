/** Accepted states of trains in the database: one wrapper per query file. */
import type { Database } from "../../platform/db/client.ts";
import { sendText } from "../../platform/db/staged_text.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";

/** A train's state on an infrastructure, and what it depends on. */
export interface Accepted {
  readonly path_digest: string;
  readonly times_digest: string;
  readonly duration_ms: number;
  readonly length_mm: number;
  readonly infra_version: number;
  readonly stocks_digest: string;
  readonly record_digest: string;
}

export interface Acknowledgement extends Accepted {
  readonly train_id: number;
  /** Null: no user, or a deleted one. */
  readonly acknowledged_by: number | null;
  readonly acknowledged_at: string;
}

export interface AcceptedTrain extends Accepted {
  readonly kind: TrainKind["name"];
  readonly id: number;
}

/** Replaces what was accepted before; returns the number of trains, not counting deleted ones. */
export async function acknowledgeTrains(
  db: Database,
  trains: readonly AcceptedTrain[],
  by: {
    readonly infra_id: number;
    readonly user_id: number | null;
    readonly signal: AbortSignal;
  },
): Promise<number> {
  const row = await sendText(db, {
    parts: printList(trains),
    signal: by.signal,
    send: (text) =>
      db.queryOne<{ count: number }>("train_runs/acknowledgement/replace", [
        by.infra_id,
        by.user_id,
        ...text,
      ]),
  });
  return row?.count ?? 0;
}

function* printList(trains: readonly AcceptedTrain[]): Generator<string> {
  yield "[";
  for (const [i, train] of trains.entries()) yield (i === 0 ? "" : ",") + JSON.stringify(train);
  yield "]";
}

/** By train id. */
export async function listAcknowledgements(
  db: Database,
  { name }: Pick<TrainKind, "name">,
  { ids, infra_id }: { readonly ids: readonly number[]; readonly infra_id: number },
): Promise<ReadonlyMap<number, Acknowledgement>> {
  const values = [name, ids, infra_id];
  const rows = await db.query<Acknowledgement>("train_runs/acknowledgement/list", values);
  return new Map(rows.map((row) => [row.train_id, row]));
}
