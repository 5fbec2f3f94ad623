/**
 * A day that was simulated, with its state at some moments. Another day with the same reports and other decisions is
 * the same up to the event at which one of them is asked about first. It is the same again from the moment on at
 * which all goes on alike and none of them can be asked about any more. Only what is between is simulated.
 */
import type { DayFacts } from "./day_facts.ts";
import type { DayPlan } from "./day_plan.ts";
import { DayState } from "./day_state.ts";

/** Of all states that are kept, within the bounds of their number. */
const BYTES_MAX = 48 * 2 ** 20;
const STATES_MIN = 4;
const STATES_MAX = 32;
/** In a state. */
const PLACE_BYTES = 16;
const VISIT_BYTES = 13;
/** No event. */
const NEVER = 2 ** 32 - 1;

/** Is told of a day while it is simulated. */
export interface DayWatch {
  /** What the day begins with; null: nothing has been simulated yet. */
  readonly from: DayState | null;
  /** When it is to be told next. */
  next_ms: number;
  /** Before the first event that is no earlier. True: the rest of the day is known, and in its state now. */
  pass(state: DayState, time_ms: number): boolean;
  end(state: DayState): void;
}

/** What is decided otherwise than on the recorded day. */
interface Difference {
  /** The first event of the recorded day at which it may matter. */
  first: number;
  /** It may matter until none of these is to come, and what was to be known of these stops is known. */
  readonly visits: number[];
  readonly places: number[];
}

export class DayRecord {
  /** [nVisits] the first event at which the turns before a visit were asked about. */
  readonly asked: Uint32Array;
  /** [nPlaces of all trains] the event at which it was known how long a train stops there. */
  readonly stopped: Uint32Array;
  readonly #plan: DayPlan;
  /** Ascending; the first is before any event. */
  readonly #times_ms: Float64Array;
  /** At each time before the first event that is no earlier; those behind `#count` are old. */
  readonly #states: DayState[] = [];
  #count = 0;
  readonly #end: DayState;
  #facts: DayFacts | null = null;

  constructor(plan: DayPlan) {
    this.#plan = plan;
    this.#end = new DayState(plan);
    this.asked = new Uint32Array(plan.visitZone.length);
    this.stopped = new Uint32Array(this.#end.arrivals_ms.length);
    this.#times_ms = chooseTimes(plan);
  }

  /** Of a day with these facts, whose reports are the same: it is compared, or takes the recorded one's place. */
  watch(facts: DayFacts, isRecorded: boolean): DayWatch {
    const difference: Difference = { first: 0, visits: [], places: [] };
    if (this.#facts !== null) noteDifference(this, this.#plan, [this.#facts, facts], difference);
    if (difference.first === NEVER) return { ...UNTOLD, from: this.#end };
    let count = 0;
    while (count < this.#count && this.#states[count]!.events < difference.first) count++;
    const from = count === 0 ? null : this.#states[count - 1]!;
    const next_ms = this.#times_ms[count] ?? Infinity;
    if (!isRecorded) return this.#compare(difference, from, next_ms);
    this.#facts = facts;
    this.#count = count;
    forgetAfter(this.asked, from);
    forgetAfter(this.stopped, from);
    return this.#keep(from, next_ms);
  }

  #keep(from: DayState | null, next_ms: number): DayWatch {
    const times_ms = this.#times_ms;
    const watch: DayWatch = {
      from,
      next_ms,
      pass: (state, time_ms) => {
        while (this.#count < times_ms.length && times_ms[this.#count]! <= time_ms) {
          const kept = this.#states[this.#count] ?? new DayState(this.#plan);
          this.#states[this.#count++] = kept;
          kept.copyFrom(state);
        }
        watch.next_ms = times_ms[this.#count] ?? Infinity;
        return false;
      },
      end: (state) => this.#end.copyFrom(state),
    };
    return watch;
  }

  #compare(difference: Difference, from: DayState | null, next_ms: number): DayWatch {
    const times_ms = this.#times_ms;
    let next = times_ms.indexOf(next_ms);
    const watch: DayWatch = {
      from,
      next_ms,
      pass: (state, time_ms) => {
        while (next < times_ms.length && times_ms[next]! <= time_ms) next++;
        watch.next_ms = times_ms[next] ?? Infinity;
        if (next > this.#count) return false;
        const kept = this.#states[next - 1]!;
        if (!state.goesOnAs(kept, times_ms[next - 1]!)) return false;
        if (!this.#isOver(difference, kept)) return false;
        state.append(kept, this.#end);
        return true;
      },
      end: () => undefined,
    };
    return watch;
  }

  #isOver({ visits, places }: Difference, { zones, events }: DayState): boolean {
    return (
      places.every((at) => this.stopped[at]! <= events) && !visits.some((v) => zones.isToCome(v))
    );
  }
}

const UNTOLD = { next_ms: Infinity, pass: () => false, end: () => undefined } as const;

/** Times between which trains ask for about as many blocks by the plan. */
function chooseTimes({ visitAsk_ms, placeStart }: DayPlan): Float64Array {
  const bytes = PLACE_BYTES * placeStart.at(-1)! + VISIT_BYTES * visitAsk_ms.length;
  const count = Math.max(STATES_MIN, Math.min(STATES_MAX, Math.floor(BYTES_MAX / bytes)));
  const asks_ms = visitAsk_ms.slice().sort();
  return Float64Array.from({ length: count }, (_, k) =>
    k === 0 ? -Infinity : (asks_ms[Math.floor((k * asks_ms.length) / count)] ?? Infinity),
  );
}

/** Events after a state are no longer known; null: none is. */
function forgetAfter(noted: Uint32Array, from: DayState | null): void {
  const events = from === null ? -1 : from.events;
  for (let i = 0; i < noted.length; i++) if (noted[i]! > events) noted[i] = NEVER;
}

function noteDifference(
  { asked, stopped }: DayRecord,
  { zoneStart }: DayPlan,
  [one, other]: readonly [DayFacts, DayFacts],
  found: Difference,
): void {
  found.first = NEVER;
  for (let at = 0; at < stopped.length && one.holds_ms !== other.holds_ms; at++) {
    if (one.holds_ms[at] === other.holds_ms[at]) continue;
    found.places.push(at);
    found.first = Math.min(found.first, stopped[at]!);
  }
  const own = one.order.turns;
  const their = other.order.turns;
  for (let zone = 0; zone + 1 < zoneStart.length && own !== their; zone++) {
    const start = zoneStart[zone]!;
    let end = zoneStart[zone + 1]!;
    let turn = start;
    while (turn < end && own[turn] === their[turn]) turn++;
    // Whoever has a turn behind is asked about all before.
    for (let at = turn; at < end; at++) found.first = Math.min(found.first, asked[own[at]!]!);
    while (end > turn && own[end - 1] === their[end - 1]) end--;
    for (; turn < end; turn++) found.visits.push(own[turn]!);
  }
  for (const [these, those] of [
    [one.order.decided, other.order.decided],
    [other.order.decided, one.order.decided],
  ] as const) {
    for (const [visit, firsts] of these) {
      if (those.get(visit)?.join() === firsts.join()) continue;
      found.visits.push(visit);
      found.first = Math.min(found.first, asked[visit]!);
    }
  }
}
