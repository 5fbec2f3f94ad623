/** Conflicts of a period, each once with its days, and the sets of days that they have. */
import { DAY_MS, dateOf } from "../../../src/railway/days/operating_days.ts";
import { instantOf, localOf, type ZoneClock } from "../../../src/railway/days/zone_times.ts";
import { printUtc } from "./print_conflicts.ts";

/** The days of a period by their places in it. */
export interface PeriodPlaces {
  readonly first_day: number;
  readonly day_count: number;
}

interface Span {
  readonly start_time: string;
  readonly end_time: string;
}

interface Occurrence {
  readonly index?: number;
  readonly exception_key?: string;
}

/** What is read of a conflict's text. */
export interface TextConflict extends Span {
  readonly conflict_type: string;
  readonly train_ids: unknown;
  readonly train_day_shifts?: unknown;
  readonly paced_train_occurrence_ids: readonly Occurrence[];
  readonly work_schedule_ids: unknown;
  readonly added_trains?: readonly unknown[];
  readonly requirements: readonly (Span & { readonly zone: unknown })[];
}

interface StandingConflict {
  /** Equal for a conflict of one date and the same of another one. */
  readonly identity: string;
  /** Ascending. */
  readonly days: readonly number[];
  /** As it stands on the first of the days. On the others the clock shows the same. */
  readonly conflict: TextConflict;
}

interface Known {
  /** Of different days. */
  readonly parts: readonly Omit<StandingConflict, "identity">[];
  readonly bits: Uint8Array;
}

const NONE = "0".charCodeAt(0);
const STANDS = "1".charCodeAt(0);

const decoder = new TextDecoder();

/** Bits of sets of days, in the order of their places in an answer. */
type DaySets = Map<string, number>;

export class ConflictDays {
  readonly #period: PeriodPlaces;
  readonly #clock: ZoneClock;
  readonly #known = new Map<string, Known>();

  constructor(period: PeriodPlaces, clock: ZoneClock) {
    this.#period = period;
    this.#clock = clock;
  }

  get count(): number {
    return this.#known.size;
  }

  /** Adds days to a conflict that may be known. */
  add({ identity, ...part }: StandingConflict): void {
    const { first_day, day_count } = this.#period;
    const known = this.#known.get(identity);
    const bits = known?.bits ?? new Uint8Array(day_count).fill(NONE);
    for (const day of part.days) bits[day - first_day] = STANDS;
    this.#known.set(identity, { parts: [...(known?.parts ?? []), part], bits });
  }

  /** On the days on which others do not stand. */
  without(others: ConflictDays): ConflictDays {
    const left = new ConflictDays(this.#period, this.#clock);
    for (const [identity, { parts, bits }] of this.#known) {
      const other = others.#known.get(identity)?.bits;
      const own = bits.map((bit, i) => (other?.[i] === STANDS ? NONE : bit));
      if (own.includes(STANDS)) left.#known.set(identity, { parts, bits: own });
    }
    return left;
  }

  /** Those that are the same as others. */
  only(identities: ReadonlySet<string>): ConflictDays {
    const left = new ConflictDays(this.#period, this.#clock);
    for (const [identity, known] of this.#known) {
      if (identities.has(identity)) left.#known.set(identity, known);
    }
    return left;
  }

  /** How many begin on which day first, most first. */
  listFirstDays(): number[] {
    const counts = new Map<number, number>();
    for (const { bits } of this.#known.values()) {
      const day = this.#period.first_day + bits.indexOf(STANDS);
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    return [...counts].sort(([a, n], [b, m]) => m - n || a - b).map(([day]) => day);
  }

  /** A list of conflicts in pieces (interface.md 8.4); `tell`: each as it is told. */
  print(sets: DaySets, tell = (text: string, _identity: string): string => text): string[] {
    const rows = Array.from(this.#known, ([identity, known]) => {
      return { identity, ...known, ...this.#show(known) };
    });
    rows.sort((a, b) => a.kind - b.kind || a.begin_ms - b.begin_ms || compare(a.text, b.text));
    const texts = rows.map(({ text, bits, identity }, i) => {
      const set = decoder.decode(bits);
      const place = sets.get(set) ?? sets.size;
      sets.set(set, place);
      const told = tell(`${text.slice(0, -1)},"day_set":${place}}`, identity);
      return `${i === 0 ? "" : ","}${told}`;
    });
    return ["[", ...texts, "]"];
  }

  /** As it stands on the first of its days. */
  #show({ parts, bits }: Known): { kind: number; begin_ms: number; text: string } {
    const day = this.#period.first_day + bits.indexOf(STANDS);
    // a day by itself has times of its own
    const part = parts.find(({ days }) => days[0] === day) ?? parts.find(hasMore);
    if (part === undefined) throw new Error("a conflict stands on each of its days");
    const { days, conflict } = part;
    const shown = days[0] === day ? conflict : this.#move(conflict, day - (days[0] ?? day));
    const kind = shown.conflict_type === "Spacing" ? 0 : 1;
    return { kind, begin_ms: Date.parse(shown.start_time), text: JSON.stringify(shown) };
  }

  /** To where the clock shows the same on another day. */
  #move(conflict: TextConflict, days: number): TextConflict {
    const later = (text: string): string =>
      printUtc(instantOf(this.#clock, localOf(this.#clock, Date.parse(text)) + days * DAY_MS));
    const move = <One extends Span>(one: One): One => ({
      ...one,
      start_time: later(one.start_time),
      end_time: later(one.end_time),
    });
    return { ...move(conflict), requirements: conflict.requirements.map(move) };
  }
}

export function printDaySets(sets: DaySets, { first_day }: PeriodPlaces): string {
  const day_sets = [...sets.keys()].map((bits) => ({
    count: bits.replaceAll("0", "").length,
    first: dateOf(first_day + bits.indexOf("1")),
    last: dateOf(first_day + bits.lastIndexOf("1")),
    bits,
  }));
  return JSON.stringify(day_sets);
}

function hasMore({ days }: Pick<StandingConflict, "days">): boolean {
  return days.length > 1;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
