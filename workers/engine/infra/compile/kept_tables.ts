/**
 * Derived sections of a changed network are taken from the known network if the sections that they
 * depend on are the same: comparing bytes costs less than deriving them again.
 */

import type { Infra } from "../infra.ts";
import { SECTIONS, type SectionName } from "../layout.ts";
import { type DraftTables, setSection } from "./draft.ts";

export interface Derivation {
  /** All sections that the derived ones depend on. */
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

/** The bytes of a section as words; null: they do not align to whole words. */
function wordsOf({ buffer, byteOffset, byteLength }: Section): Uint32Array | null {
  if (byteOffset % 4 !== 0 || byteLength % 4 !== 0) return null;
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/** With a single kind of array this is several times as fast. 64-bit numbers are equal if their bits are. */
function hasSameWords(words: Uint32Array, others: Uint32Array): boolean {
  for (let i = 0; i < words.length; i++) if (words[i] !== others[i]) return false;
  return true;
}
