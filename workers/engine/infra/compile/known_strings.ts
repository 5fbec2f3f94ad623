/** The strings of a compiled network under their indices, followed by those that a change adds. */

import { findString, type Infra, stringAt } from "../infra.ts";
import { NONE } from "../layout.ts";
import { type StringSections, type Strings, StringTable, writeText } from "./draft.ts";

export class KnownStrings implements Strings {
  readonly #infra: Infra;
  readonly #known_count: number;
  readonly #added = new StringTable();

  constructor(infra: Infra) {
    this.#infra = infra;
    this.#known_count = infra.stringStart.length - 1;
  }

  /** The added table's own empty string is never used. */
  get count(): number {
    return this.#known_count + this.#added.count;
  }

  intern(text: string): number {
    const known = findString(this.#infra, text);
    return known === NONE ? this.#known_count + this.#added.intern(text) : known;
  }

  internOptional(text: string | null | undefined): number {
    return text === null || text === undefined ? NONE : this.intern(text);
  }

  at(index: number): string {
    if (index < this.#known_count) return stringAt(this.#infra, index);
    return this.#added.at(index - this.#known_count);
  }

  write(index: number, bytes: Uint8Array, offset: number): number {
    if (index >= this.#known_count) return writeText(this.at(index), bytes, offset);
    const { stringBytes, stringStart } = this.#infra;
    const start = stringStart[index]!;
    const length = stringStart[index + 1]! - start;
    for (let i = 0; i < length; i++) bytes[offset + i] = stringBytes[start + i]!;
    return length;
  }

  asWritten(kept: readonly number[]): StringSections | null {
    if (kept.length !== this.#known_count) return null;
    for (let i = 0; i < kept.length; i++) if (kept[i] !== i) return null;
    return this.#infra;
  }

  bytesOf(index: number): number {
    if (index >= this.#known_count) return this.#added.bytesOf(index - this.#known_count);
    const { stringStart } = this.#infra;
    return stringStart[index + 1]! - stringStart[index]!;
  }
}
