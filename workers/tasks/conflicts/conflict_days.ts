/** Conflicts of a period, each once with its days, and the sets of days that they have. */
import { dateOf } from "../../../src/railway/days/operating_days.ts";

/** The days of a period by their places in it. */
export interface PeriodPlaces {
  readonly first_day: number;
  readonly day_count: number;
}

export interface StandingConflict {
  /** Equal for a conflict of one date and the same of another one. */
  readonly identity: string;
  readonly days: Iterable<number>;
  /** Kind and begin on the first of the days. */
  readonly order: readonly [kind: number, begin_ms: number];
  /** JSON text of an object, as it stands on the first of the days. */
  readonly print: () => string;
}

interface Known {
  text: string;
  order: StandingConflict["order"];
  readonly bits: Uint8Array;
}

const NONE = "0".charCodeAt(0);
const STANDS = "1".charCodeAt(0);

export class ConflictDays {
  readonly #period: PeriodPlaces;
  readonly #known = new Map<string, Known>();

  constructor(period: PeriodPlaces) {
    this.#period = period;
  }

  /** Adds days to a conflict that may be known. */
  add({ identity, days, order, print }: StandingConflict): void {
    const { first_day, day_count } = this.#period;
    const known = this.#known.get(identity);
    const bits = known?.bits ?? new Uint8Array(day_count).fill(NONE);
    let first = day_count;
    for (const day of days) {
      bits[day - first_day] = STANDS;
      first = Math.min(first, day - first_day);
    }
    if (known === undefined) this.#known.set(identity, { text: print(), order, bits });
    else if (bits.indexOf(STANDS) === first) {
      known.text = print();
      known.order = order;
    }
  }

  /** The answer in pieces (interface.md 8.4). */
  print(outside_count: number): string[] {
    const { first_day } = this.#period;
    const decoder = new TextDecoder();
    const sets = new Map<string, number>();
    const rows = [...this.#known.values()].sort(
      (a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1] || compare(a.text, b.text),
    );
    const conflicts = rows.map(({ text, bits }, i) => {
      const set = decoder.decode(bits);
      const place = sets.get(set) ?? sets.size;
      sets.set(set, place);
      return `${i === 0 ? "" : ","}${text.slice(0, -1)},"day_set":${place}}`;
    });
    const day_sets = [...sets.keys()].map((bits) => ({
      count: bits.replaceAll("0", "").length,
      first: dateOf(first_day + bits.indexOf("1")),
      last: dateOf(first_day + bits.lastIndexOf("1")),
      bits,
    }));
    const head = `{"day_sets":${JSON.stringify(day_sets)},"conflicts":[`;
    return [head, ...conflicts, `],"outside_count":${outside_count}}`];
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
