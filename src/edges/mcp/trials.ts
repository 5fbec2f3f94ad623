/** Changes that were tried and may be stored: of each user the last ones, for an hour, on this server alone. */
import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";

export interface KeptTrial {
  readonly id: string;
  readonly timetable_id: string;
  /** What they were tried with. */
  readonly query: string;
  readonly changes: unknown;
  /** What followed. */
  readonly told: string;
}

const KEPT_OF_USER = 10;
const KEPT_BYTES = 64 * 1024 * 1024;
const KEPT_MS = 3_600_000;

/** By user id; 0: nobody. The last one first. */
const trials = new LRUCache<number, readonly KeptTrial[]>({
  maxSize: KEPT_BYTES,
  ttl: KEPT_MS,
  sizeCalculation: (all) =>
    all.reduce((sum, { changes, told }) => sum + told.length + JSON.stringify(changes).length, 1),
});

export function keepTrial(user_id: number, trial: Omit<KeptTrial, "id">): string {
  const id = randomUUID();
  trials.set(user_id, [{ id, ...trial }, ...(trials.get(user_id) ?? [])].slice(0, KEPT_OF_USER));
  return id;
}

export function findTrial(user_id: number, id: unknown): KeptTrial | null {
  return trials.get(user_id)?.find((one) => one.id === id) ?? null;
}

export function forgetTrial(user_id: number, { id }: KeptTrial): void {
  trials.set(
    user_id,
    (trials.get(user_id) ?? []).filter((one) => one.id !== id),
  );
}
