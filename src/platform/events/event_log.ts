/** Events in the database, and the rights to read them: one wrapper per query file. */
import { type Database, queryExactlyOne } from "../db/client.ts";
import { SHARED } from "../db/connection_pool.ts";
import { isStorageFull } from "../db/errors.ts";
import type { Looker, WatchedType } from "./event_stream.ts";

export interface LoggedEvent {
  /** Only grows: a client that has seen one event has missed none before it. */
  readonly place: number;
  readonly resource_type: WatchedType;
  readonly resource_id: number;
  readonly name: string;
  /** JSON text, one line. */
  readonly data: string;
  /** Age of the event when it was read. */
  readonly age_ms: number;
}

/** Limit of the texts of one reading. */
export const PAGE_BYTES = 1024 * 1024;

/** The place of the last event. */
export async function readHead(db: Database): Promise<number> {
  const ask = (name: string): Promise<{ place: number }> =>
    queryExactlyOne(db, name, [], { claim: SHARED });
  const row = await unlessFull(ask("platform/event/head"), () => ask("platform/event/last"));
  return row.place;
}

/** The next events after a place, of all resources; if they fill `PAGE_BYTES`, there may be more. */
export async function readEvents(db: Database, after_place: number): Promise<LoggedEvent[]> {
  const read = db.query<LoggedEvent>("platform/event/read", [after_place, PAGE_BYTES], {
    claim: SHARED,
  });
  return await unlessFull(read, () => []);
}

/** The place of the last event that was pruned. */
export async function readHorizon(db: Database): Promise<number> {
  const row = await db.queryOne<{ place: number }>("platform/event/horizon", [], { claim: SHARED });
  return row?.place ?? 0;
}

/** Events get their places when they are read, which is a write; while the disk is full, reading waits. */
async function unlessFull<T>(read: Promise<T>, instead: () => T | Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    return await instead();
  }
}

export interface Missed {
  /** Events up to here are not sent: they are pruned, or from before the watcher had its rights. */
  readonly untold_place: number;
  readonly events: readonly Pick<LoggedEvent, "place" | "name" | "data">[];
}

export interface MissedPage {
  readonly after: number;
  readonly last: number;
  /** Limit of the texts; at least one event always fits. */
  readonly bytes: number;
}

/** The next events for a watcher after a place and up to another; empty: there are no more. */
export async function listMissed(
  db: Database,
  { looker, roles }: { readonly looker: Looker; readonly roles: OpeningRoles },
  { after, last, bytes }: MissedPage,
): Promise<Missed> {
  type Row = { untold_place: number; place: number | null; name: string; data: string };
  const { type, id } = looker.watched;
  const opening = roles.app_roles.filter((_role, i) => roles.types[i] === type);
  const values = [type, id, after, last, bytes, looker.user_id, opening];
  const rows = await db.query<Row>("platform/event/list_missed", values);
  const events = rows.flatMap(({ place, name, data }) =>
    place === null ? [] : [{ place, name, data }],
  );
  return { untold_place: rows[0]?.untold_place ?? 0, events };
}

/** Deletes events that are older than this. */
export async function pruneEvents(db: Database, kept_ms: number): Promise<void> {
  await db.query("platform/event/prune", [kept_ms / 1000]);
}

/** Application roles, and the resource type that each lets its holders watch. */
export interface OpeningRoles {
  readonly app_roles: readonly string[];
  readonly types: readonly WatchedType[];
}

/** Which streams must end and why, by index. All are asked in one statement, equal ones once. */
export async function findEnded(
  db: Database,
  lookers: readonly Looker[],
  roles: OpeningRoles,
): Promise<ReadonlyMap<number, "denied" | "deleted">> {
  const asked = new Map<string, Looker & { readonly indices: number[] }>();
  for (const [i, { user_id, watched }] of lookers.entries()) {
    const key = `${user_id} ${watched.type} ${watched.id}`;
    const known = asked.get(key);
    if (known === undefined) asked.set(key, { user_id, watched, indices: [i] });
    else known.indices.push(i);
  }
  const distinct = [...asked.values()];
  const values = [
    distinct.map(({ user_id }) => user_id),
    distinct.map(({ watched }) => watched.type),
    distinct.map(({ watched }) => watched.id),
    roles.app_roles,
    roles.types,
  ];
  const rows = await db.query<{ n: number; is_there: boolean }>(
    "platform/access/list_ended",
    values,
    { claim: SHARED },
  );
  return new Map(
    rows.flatMap(({ n, is_there }) =>
      (distinct[n - 1]?.indices ?? []).map((i) => [i, is_there ? "denied" : "deleted"] as const),
    ),
  );
}
