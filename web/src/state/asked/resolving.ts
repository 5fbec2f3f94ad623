/** Which conflicts to resolve. The search for a proposal is in proposal.ts, loaded with its panel. */
import { signal } from "@preact/signals";

export interface Scope {
  /** Numbers of conflicts; null for all of the timetable. */
  readonly numbers: readonly number[] | null;
}

/** Null: none are to be resolved now. */
export const scope = signal<Scope | null>(null);
