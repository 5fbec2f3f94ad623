/**
 * Sections of a changed network that follow from others are those of the known network where what they follow from is
 * the same: comparing bytes costs less than deriving anew.
 */
import { type DraftTables, setSection } from "./draft.ts";
import type { Infra } from "./infra.ts";
import type { SectionName } from "./layout.ts";

export interface Derivation {
  /** All that the sections follow from, beside the rules. */
  readonly from: readonly SectionName[];
  readonly to: readonly SectionName[];
}

/** Takes the sections from the known network, or derives them. */
export function keepOrDerive(
  tables: DraftTables,
  known: Infra,
  { from, to }: Derivation,
  derive: () => void,
): void {
  if (from.every((name) => isSameSection(tables[name], known, name))) keep(tables, known, to);
  else derive();
}

export function keep(tables: DraftTables, known: Infra, names: readonly SectionName[]): void {
  for (const name of names) setSection(tables, name, known[name]);
}

export function isSameSection(values: ArrayLike<number>, known: Infra, name: SectionName): boolean {
  const other: ArrayLike<number> = known[name];
  if (values === other) return true;
  if (values.length !== other.length) return false;
  for (let i = 0; i < values.length; i++) {
    // NaN is one of the values.
    if (values[i] !== other[i] && !Object.is(values[i], other[i])) return false;
  }
  return true;
}
