/** Which conflicts to resolve. The search for a proposal is in proposal.ts, loaded with its panel. */
import { signal } from "@preact/signals";

export interface Scope {
  /** Numbers of conflicts; null for all that are known. */
  readonly numbers: readonly number[] | null;
  /** Those of all days of the period, whatever is shown. */
  readonly of_all_days?: boolean;
}

/** Null: none are to be resolved now. */
export const scope = signal<Scope | null>(null);
