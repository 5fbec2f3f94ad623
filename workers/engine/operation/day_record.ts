/**
 * A day that was simulated, with its state at some moments. Another day is the same up to the event at which
 * something that is known or decided otherwise is asked about first. It is the same again from the moment on at which
 * all goes on alike and nothing of that can be asked about any more. Only what is between is simulated, also when the
 * other day takes the recorded one's place.
 */
import { DayDifference, NEVER } from "./day_difference.ts";
import type { DayFacts } from "./day_facts.ts";
import { type DayPlan, type Disturbances, undisturbed } from "./day_plan.ts";
import { DayResults, type DayState } from "./day_state.ts";
import { KeptState } from "./kept_state.ts";

/** Of all states that are kept, within the bounds of their number. */
const BYTES_MAX = 128 * 2 ** 20;
const STATES_MIN = 4;
const STATES_MAX = 32;
/** In a state. */
const TRAIN_BYTES = 100;
const VISIT_BYTES = 1;

/** Is told of a day while it is simulated. */
export interface DayWatch {
  /** Whether the state is one of the day; else it is simulated from its begin. */
  readonly isBegun: boolean;
  /** When it is to be told next. */
  next_ms: number;
  /** Before the first event that is no earlier. True: the rest of the day is known, and in its state now. */
  pass(state: DayState, time_ms: number): boolean;
  end(state: DayState): void;
}

export class DayRecord {
  readonly disturbances: Disturbances;
  readonly #plan: DayPlan;
  readonly #times_ms: Float64Array;
  /** Those behind `#count` are old. */
  readonly #states: KeptState[] = [];
  #count = 0;
  readonly #end: DayResults;
  #facts: DayFacts | null = null;
  /** As of a `RecordedDay`. */
  readonly #asked: NotedCounts;
  readonly #refused: NotedCounts;

  /** `share` of the memory for states. */
  constructor(plan: DayPlan, share = 1) {
    this.disturbances = undisturbed(plan);
    this.#plan = plan;
    this.#times_ms = chooseTimes(plan, BYTES_MAX * share);
    this.#end = new DayResults(plan);
    this.#asked = new NotedCounts(plan.visitZone.length);
    this.#refused = new NotedCounts(plan.placeStart.at(-1)!);
  }

  /** Puts the state from which a day is simulated, which is compared, or takes the recorded one's place. */
  watch(facts: DayFacts, state: DayState, isRecorded: boolean): DayWatch {
    const isComparable = this.#facts !== null && hasSameFaults(this.#facts, facts);
    const difference = isComparable ? this.#compare(this.#facts!, facts) : null;
    const start = difference?.start ?? 0;
    const isSame = start > 0 && start === this.#count;
    if (isRecorded) {
      this.#facts = facts;
      for (let k = 1; k <= Math.min(start, this.#count - 1); k++) {
        difference?.applyTo(this.#states[k]!);
      }
    }
    if (isSame) {
      state.copyFrom(this.#end);
      state.queue.clear();
      return SAME;
    }
    if (start > 0) state.restore(this.#states[start]!, this.#end);
    if (start > 0 && !isRecorded) difference?.applyTo(state);
    return isRecorded ? this.#replace(difference, start) : this.#beside(difference, start);
  }

  /** The turns before a visit are asked about. */
  noteAsked(v: number): void {
    this.#asked.note(v, this.#count);
  }

  /** The next report of a refused train is looked for from a place on. */
  noteRefused(at: number): void {
    this.#refused.note(at, this.#count);
  }

  #compare(known: DayFacts, facts: DayFacts): DayDifference {
    const recorded = {
      plan: this.#plan,
      facts: known,
      times_ms: this.#times_ms,
      states: this.#states,
      count: this.#count,
      end: this.#end,
      asked: this.#asked.counts,
      refused: this.#refused.counts,
    };
    return new DayDifference(recorded, facts);
  }

  #replace(difference: DayDifference | null, start: number): DayWatch {
    const times_ms = this.#times_ms;
    const old_count = this.#count;
    this.#count = start === 0 ? 0 : start + 1;
    this.#asked.forgetFrom(this.#count);
    this.#refused.forgetFrom(this.#count);
    const watch: DayWatch = {
      isBegun: start > 0,
      next_ms: times_ms[this.#count] ?? Infinity,
      pass: (state, time_ms) => {
        for (; times_ms[this.#count]! <= time_ms; this.#count++) {
          const k = this.#count;
          const kept = (this.#states[k] ??= new KeptState(this.#plan));
          if (k < old_count && difference !== null && this.#isAs(difference, k, state)) {
            this.#keepFrom(difference, { k, old_count }, state);
            return true;
          }
          kept.keep(state);
        }
        watch.next_ms = times_ms[this.#count] ?? Infinity;
        return false;
      },
      end: (state) => this.#end.copyFrom(state),
    };
    return watch;
  }

  #beside(difference: DayDifference | null, start: number): DayWatch {
    const times_ms = this.#times_ms;
    let next = start === 0 ? 0 : start + 1;
    const watch: DayWatch = {
      isBegun: start > 0,
      next_ms: times_ms[next] ?? Infinity,
      pass: (state, time_ms) => {
        while (times_ms[next]! <= time_ms) next++;
        watch.next_ms = times_ms[next] ?? Infinity;
        if (difference === null || next > this.#count) return false;
        if (!this.#isAs(difference, next - 1, state)) return false;
        state.append(this.#states[next - 1]!, this.#end);
        return true;
      },
      end: () => undefined,
    };
    return watch;
  }

  /** Whether a day goes on as the recorded one from one of its states on. */
  #isAs(difference: DayDifference, k: number, state: DayState): boolean {
    const kept = this.#states[k]!;
    return kept.isAs(state, this.#times_ms[k]!) && difference.isOver(kept, state);
  }

  /** The day goes on as the one whose place it takes, which had so many states. */
  #keepFrom(
    difference: DayDifference,
    { k, old_count }: { readonly k: number; readonly old_count: number },
    state: DayState,
  ): void {
    const from = this.#states[k]!;
    const waits = state.waits.count - from.waits;
    const deadlocks = state.deadlocks.length - from.deadlocks;
    state.append(from, this.#end);
    for (const kept of this.#states.slice(k, old_count)) {
      kept.waits += waits;
      kept.deadlocks += deadlocks;
      difference.settle(kept, state);
    }
    this.#asked.keepFrom(k + 1);
    this.#refused.keepFrom(k + 1);
    this.#count = old_count;
  }
}

/** What is closed or slower matters at any time. */
function hasSameFaults(one: DayFacts, other: DayFacts): boolean {
  return (
    (one.closed === null ? other.closed === null : other.closed?.isAs(one.closed) === true) &&
    (one.slower === null ? other.slower === null : other.slower?.isAs(one.slower) === true)
  );
}

const SAME: DayWatch = {
  isBegun: true,
  next_ms: Infinity,
  pass: () => false,
  end: () => undefined,
};

/** By visit or place: how many states were before the first event of a kind. */
class NotedCounts {
  readonly counts: Uint16Array;
  /** Of the day whose place is taken. */
  readonly #old: Uint16Array;

  constructor(length: number) {
    this.counts = new Uint16Array(length).fill(NEVER);
    this.#old = this.counts.slice();
  }

  note(i: number, count: number): void {
    this.counts[i] = Math.min(this.counts[i]!, count);
  }

  /** Another day takes this one's place from one of its states on. */
  forgetFrom(count: number): void {
    const { counts } = this;
    this.#old.set(counts);
    for (let i = 0; i < counts.length; i++) if (counts[i]! >= count) counts[i] = NEVER;
  }

  /** From some states on it is the old day: what was first before may be again. */
  keepFrom(count: number): void {
    const { counts } = this;
    for (let i = 0; i < counts.length; i++) {
      const old = this.#old[i]!;
      if (counts[i] === NEVER && old !== NEVER) counts[i] = Math.max(old, count);
    }
  }
}

/** Times between which trains ask for about as many blocks by the plan. */
function chooseTimes({ visitAsk_ms, runOf }: DayPlan, bytes_max: number): Float64Array {
  const bytes = TRAIN_BYTES * runOf.length + VISIT_BYTES * visitAsk_ms.length;
  const count = Math.max(STATES_MIN, Math.min(STATES_MAX, Math.floor(bytes_max / bytes)));
  const asks_ms = visitAsk_ms.slice().sort();
  return Float64Array.from({ length: count }, (_, k) =>
    k === 0 ? -Infinity : (asks_ms[Math.floor((k * asks_ms.length) / count)] ?? Infinity),
  );
}
