/**
 * Sections of a changed network that follow from others are those of the known network where what they follow from is
 * the same: comparing bytes costs less than deriving anew.
 */
import { type DraftTables, setSection } from "./draft.ts";
import type { Infra } from "./infra.ts";
import { SECTIONS, type SectionName } from "./layout.ts";

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
  const other = known[name];
  if (values === other) return true;
  if (values.length !== other.length) return false;
  const Section = SECTIONS[name];
  const section = values instanceof Section ? values : new Section(values);
  const own = wordsOf(section);
  const others = wordsOf(other);
  if (own !== null && others !== null) return hasSameWords(own, others);
  return section.every((value, i) => value === other[i]);
}

type Section = Infra[SectionName];

/** The bytes of a section as they are packed; null: they are no whole words. */
function wordsOf({ buffer, byteOffset, byteLength }: Section): Uint32Array | null {
  if (byteOffset % 4 !== 0 || byteLength % 4 !== 0) return null;
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/** Of one kind of array, which makes it several times as fast; numbers of 64 bits are the same where their bits are. */
function hasSameWords(words: Uint32Array, others: Uint32Array): boolean {
  for (let i = 0; i < words.length; i++) if (words[i] !== others[i]) return false;
  return true;
}
