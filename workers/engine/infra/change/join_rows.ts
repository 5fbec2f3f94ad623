/**
 * Assembles sections of a changed network from rows of the known one and rows of a part compiled
 * separately. Consecutive rows are copied together. A section that is entirely the known one is not
 * copied at all: nothing writes into a finished section.
 */
import { type Draft, type DraftTables, setSection } from "../compile/draft.ts";
import type { InfraTables } from "../infra.ts";
import { NONE, SECTIONS, type SectionName } from "../layout.ts";

/** For each row of the changed network: its index in the known one, or ~index in the part. */
export type RowOrder = ArrayLike<number>;

/** New numbers for the references in a section; a part that already uses new numbers has none. */
export interface Renumbering {
  readonly known?: Uint32Array;
  readonly part?: Uint32Array;
}

/** Consecutive rows of the same source. */
interface Run {
  readonly is_known: boolean;
  readonly first: number;
  readonly end: number;
}

export class TableJoin {
  readonly tables: DraftTables;
  readonly known: InfraTables;
  readonly part: InfraTables;
  /** False: a copied row refers to something without a new number. */
  is_whole = true;

  constructor(tables: DraftTables, known: InfraTables, part: InfraTables) {
    this.tables = tables;
    this.known = known;
    this.part = part;
  }

  rows(order: RowOrder): JoinedRows {
    const runs: Run[] = [];
    for (let row = 0; row < order.length; ) {
      const source = order[row]!;
      const start = row++;
      if (source >= 0) {
        while (row < order.length && order[row] === source + row - start) row++;
        runs.push({ is_known: true, first: source, end: source + row - start });
      } else {
        while (row < order.length && order[row] === source - row + start) row++;
        runs.push({ is_known: false, first: ~source, end: ~source + row - start });
      }
    }
    return new JoinedRows(this, runs);
  }
}

export class JoinedRows {
  readonly #join: TableJoin;
  readonly #runs: readonly Run[];
  readonly #count: number;

  constructor(join: TableJoin, runs: readonly Run[]) {
    this.#join = join;
    this.#runs = runs;
    this.#count = runs.reduce((sum, { first, end }) => sum + end - first, 0);
  }

  /** Copies a section with one value per row. */
  take(name: SectionName, next: Renumbering = {}): void {
    const { tables, known } = this.#join;
    const [run] = this.#runs;
    const is_all = this.#runs.length === 1 && run?.is_known && run.first === 0;
    if (is_all && next.known === undefined && run.end === known[name].length) {
      setSection(tables, name, known[name]);
      return;
    }
    const values = new SECTIONS[name](this.#count);
    let at = 0;
    for (const { is_known, first, end } of this.#runs) {
      const source = is_known ? known[name] : this.#join.part[name];
      const numbers = is_known ? next.known : next.part;
      const rows = Array.isArray(source)
        ? source.slice(first, end)
        : (source as Uint32Array).subarray(first, end); // sections are lists or typed arrays
      if (numbers === undefined) values.set(rows, at);
      else if (!renumber(values.subarray(at) as Uint32Array, asNumbers(rows), numbers)) {
        this.#join.is_whole = false;
      }
      at += end - first;
    }
    setSection(tables, name, values);
  }

  /** The rows delimited by a section of starts, `per` of them per row; also fills that section. */
  divide(start: SectionName, per = 1): JoinedRows {
    const { tables, known, part } = this.#join;
    const starts = new Uint32Array(this.#count * per + 1);
    const runs: Run[] = [];
    let at = 0;
    let total = 0;
    for (const { is_known, first, end } of this.#runs) {
      const source = (is_known ? known : part)[start];
      const firstItem = source[first * per]!;
      const endItem = source[end * per]!;
      copyShifted(starts, at, {
        source,
        first: first * per,
        end: end * per,
        by: total - firstItem,
      });
      at += (end - first) * per;
      total += endItem - firstItem;
      runs.push({ is_known, first: firstItem, end: endItem });
    }
    starts[at] = total;
    setSection(tables, start, starts);
    return new JoinedRows(this.#join, runs);
  }

  /** [count] by index in the known network: the new index, or NONE. */
  nextOfKnown(count: number): Uint32Array {
    return this.#listNext(count, true);
  }

  /** [count] by index in the part. */
  nextOfPart(count: number): Uint32Array {
    return this.#listNext(count, false);
  }

  #listNext(count: number, of_known: boolean): Uint32Array {
    const next = new Uint32Array(count).fill(NONE);
    let at = 0;
    for (const { is_known, first, end } of this.#runs) {
      for (let i = first; is_known === of_known && i < end; i++) next[i] = at + i - first;
      at += end - first;
    }
    return next;
  }
}

/** Writes the new numbers of rows; false: one has none. With a single kind of array it is several times as fast. */
function renumber(values: Uint32Array, rows: Uint32Array, numbers: Uint32Array): boolean {
  let is_whole = true;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const next = row === NONE ? NONE : numbers[row]!;
    if (next === NONE && row !== NONE) is_whole = false;
    values[i] = next;
  }
  return is_whole;
}

function asNumbers(rows: readonly number[] | Uint32Array): Uint32Array {
  return rows instanceof Uint32Array ? rows : new Uint32Array(rows);
}

interface Shifted {
  readonly source: ArrayLike<number>;
  readonly first: number;
  readonly end: number;
  readonly by: number;
}

function copyShifted(values: Uint32Array, at: number, { source, first, end, by }: Shifted): void {
  for (let i = first; i < end; i++) values[at + i - first] = source[i]! + by;
}

/** Fills a section with the owner of each row that a section of starts delimits. */
export function fillOwners(tables: DraftTables, start: SectionName, owner: SectionName): void {
  const starts = tables[start];
  const nOwners = starts.length - 1;
  const values = new Uint32Array(starts[nOwners]!);
  for (let i = 0; i < nOwners; i++) values.fill(i, starts[i], starts[i + 1]);
  setSection(tables, owner, values);
}

/** A draft of the same network with empty lists for some sections, to compile a part into. */
export function draftBeside(draft: Draft, names: readonly SectionName[]): Draft {
  const tables = { ...draft.tables };
  for (const name of names) Object.assign(tables, { [name]: [] });
  return { ...draft, tables, configPairStart: [0], configPairs: [] };
}

/** New numbers of directed objects, from those of the objects. */
export function directNumbers(next: Uint32Array): Uint32Array {
  const directed = new Uint32Array(2 * next.length);
  for (let i = 0; i < next.length; i++) {
    directed[2 * i] = next[i] === NONE ? NONE : 2 * next[i]!;
    directed[2 * i + 1] = next[i] === NONE ? NONE : 2 * next[i]! + 1;
  }
  return directed;
}

/** [count] by new number: the known number, or NONE. */
export function invertNumbers(next: Uint32Array, count: number): Uint32Array {
  const was = new Uint32Array(count).fill(NONE);
  for (let i = 0; i < next.length; i++) if (next[i] !== NONE) was[next[i]!] = i;
  return was;
}
