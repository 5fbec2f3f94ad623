/**
 * What an occupancy was made from, by record: revision, rolling stocks and slots. Before every
 * answer it is compared with the stored ids and revisions, so nothing is trusted across a change.
 */
import { REVISION_PARTS, type RevisionPart } from "../../timetable/train/train.queries.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import type { TrainSlot, TrainSlots } from "./slot_plan.ts";

type KindName = TrainKind["name"];

export const KINDS: readonly KindName[] = ["train_schedule", "paced_train"];

export interface KeptRecord {
  readonly revision: number;
  /** Its own and those of its exceptions. */
  readonly stock_names: readonly string[];
  readonly slots: TrainSlots;
  /** Number of trains that it stands for, including those that can't run. */
  readonly departure_count: number;
}

/** Records by id. */
export type ByKind<Value> = Readonly<Record<KindName, Value>>;

/** Records that differ from the kept ones. */
export interface StoredChanges {
  /** Changed and new records, with their current revision. */
  readonly changed: ByKind<ReadonlyMap<number, number>>;
  readonly deleted: ByKind<readonly number[]>;
  readonly digests: ReadonlyMap<string, string>;
}

export class KeptRecords {
  readonly #trains: ByKind<Map<number, KeptRecord>> = {
    train_schedule: new Map(),
    paced_train: new Map(),
  };
  /** Number of records that use each rolling stock. */
  readonly #stock_counts = new Map<string, number>();
  /** Digest of each part when it was last compared. */
  #digests: ReadonlyMap<string, string> = new Map();
  #running_count = 0;
  #departure_count = 0;

  get digests(): readonly string[] {
    return [...this.#digests.values()];
  }

  get count(): number {
    return this.#trains.train_schedule.size + this.#trains.paced_train.size;
  }

  get running_count(): number {
    return this.#running_count;
  }

  get departure_count(): number {
    return this.#departure_count;
  }

  /** Slots of all trains that run. */
  *listSlots(): Generator<TrainSlot> {
    for (const trains of Object.values(this.#trains)) {
      for (const { slots } of trains.values()) yield* slots.values();
    }
  }

  /** All records. */
  *list(): Generator<readonly [kind: KindName, id: number, record: KeptRecord]> {
    for (const kind of KINDS) {
      for (const [id, record] of this.#trains[kind]) yield [kind, id, record];
    }
  }

  find(kind: KindName, id: number): KeptRecord | undefined {
    return this.#trains[kind].get(id);
  }

  set(kind: KindName, id: number, train: KeptRecord): void {
    this.delete(kind, id);
    this.#trains[kind].set(id, train);
    this.#running_count += train.slots.size;
    this.#departure_count += train.departure_count;
    for (const name of train.stock_names) count(this.#stock_counts, name, 1);
  }

  delete(kind: KindName, id: number): void {
    const known = this.find(kind, id);
    this.#running_count -= known?.slots.size ?? 0;
    this.#departure_count -= known?.departure_count ?? 0;
    for (const name of known?.stock_names ?? []) count(this.#stock_counts, name, -1);
    this.#trains[kind].delete(id);
  }

  /** Call once the kept trains are at least as new as these digests. */
  settle({ digests }: Pick<StoredChanges, "digests">): void {
    this.#digests = digests;
  }

  noChanges(): StoredChanges {
    const changed = { train_schedule: new Map(), paced_train: new Map() };
    return { changed, deleted: { train_schedule: [], paced_train: [] }, digests: this.#digests };
  }

  /** The differences from what is stored. */
  compare(parts: readonly RevisionPart[]): StoredChanges {
    const changed = {
      train_schedule: new Map<number, number>(),
      paced_train: new Map<number, number>(),
    };
    const deleted = { train_schedule: [] as number[], paced_train: [] as number[] };
    const digests = new Map<string, string>();
    const listed = new Map<string, ReadonlySet<number>>();
    for (const { kind, part, digest, trains } of parts) {
      const key = partKey(kind, part);
      digests.set(key, digest);
      if (trains === null) continue;
      const ids = new Set<number>();
      for (const train of trains.split(",")) {
        const [id = 0, revision = 0] = train.split(" ").map(Number);
        ids.add(id);
        if (this.find(kind, id)?.revision !== revision) changed[kind].set(id, revision);
      }
      listed.set(key, ids);
    }
    const isTouched = (key: string): boolean => listed.has(key) || !digests.has(key);
    if ([...this.#digests.keys(), ...listed.keys()].some(isTouched)) {
      for (const kind of KINDS) {
        for (const id of this.#trains[kind].keys()) {
          const key = partKey(kind, id % REVISION_PARTS);
          if (isTouched(key) && listed.get(key)?.has(id) !== true) deleted[kind].push(id);
        }
      }
    }
    return { changed, deleted, digests };
  }

  /** Names of the rolling stocks of unchanged trains. */
  listStockNames({ changed, deleted }: StoredChanges): Set<string> {
    const gone = new Map<string, number>();
    for (const kind of KINDS) {
      for (const id of [...changed[kind].keys(), ...deleted[kind]]) {
        for (const name of this.find(kind, id)?.stock_names ?? []) count(gone, name, 1);
      }
    }
    const names = [...this.#stock_counts].filter(([name, uses]) => uses > (gone.get(name) ?? 0));
    return new Set(names.map(([name]) => name));
  }

  /** The changes plus all trains that use one of these stocks. */
  addTrainsOf(stock_names: ReadonlySet<string>, changes: StoredChanges): StoredChanges {
    const changed = {
      train_schedule: new Map(changes.changed.train_schedule),
      paced_train: new Map(changes.changed.paced_train),
    };
    for (const kind of KINDS) {
      const gone = new Set(changes.deleted[kind]);
      for (const [id, train] of this.#trains[kind]) {
        const is_listed = changed[kind].has(id) || gone.has(id);
        if (is_listed || !train.stock_names.some((name) => stock_names.has(name))) continue;
        changed[kind].set(id, train.revision);
      }
    }
    return { ...changes, changed };
  }
}

export function countChanges({ changed, deleted }: StoredChanges): number {
  const { train_schedule, paced_train } = changed;
  const deleted_count = deleted.train_schedule.length + deleted.paced_train.length;
  return train_schedule.size + paced_train.size + deleted_count;
}

function partKey(kind: KindName, part: number): string {
  return `${kind} ${part}`;
}

function count(counts: Map<string, number>, name: string, more: number): void {
  counts.set(name, (counts.get(name) ?? 0) + more);
}
