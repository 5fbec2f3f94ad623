// Method: a queue in front of servers on a clock of the test's own; arrivals in closed form (every so many milliseconds), nothing random, nothing real.
import { describe, expect, it } from "vitest";
import { AdmissionQueue } from "../../../src/platform/queues/admission_queue.ts";
import type { Owner } from "../../../src/platform/queues/fair_queue.ts";

const SERVICE_MS = 8;
const SERVERS = 8;
/** Starts a millisecond. */
const CAPACITY = SERVERS / SERVICE_MS;
const WAITS = { target_ms: 100, interval_ms: 250 };

/** Longest wait of a crowd that came before it was known to be one. */
const CROWD_WAIT_MS = WAITS.interval_ms + 2 * WAITS.target_ms + 2 * SERVICE_MS;

interface Arrival {
  readonly at_ms: number;
  readonly owner: Owner;
}

interface Outcome extends Arrival {
  /** Null: refused. */
  readonly wait_ms: number | null;
}

/** One arrival of an owner every `1 / rate` milliseconds. */
function* arrive(owner: Owner, rate: number, from_ms: number, to_ms: number): Generator<Arrival> {
  for (let n = 0; from_ms + n / rate < to_ms; n++) yield { at_ms: from_ms + n / rate, owner };
}

/** Arrivals before ends of the same moment. */
function simulate(arrivals: Iterable<Arrival>): Outcome[] {
  let now_ms = 0;
  const outcomes: Outcome[] = [];
  const queue = new AdmissionQueue<Arrival>({ ...WAITS, now_ms: () => now_ms }, (one) =>
    outcomes.push({ ...one, wait_ms: null }),
  );
  const ends_ms: number[] = [];
  const start = (one: Arrival): void => {
    outcomes.push({ ...one, wait_ms: now_ms - one.at_ms });
    ends_ms.push(now_ms + SERVICE_MS);
  };
  const endUntil = (until_ms: number): void => {
    // Equal services end in the order of their starts.
    while ((ends_ms[0] ?? Number.POSITIVE_INFINITY) <= until_ms) {
      now_ms = ends_ms.shift() ?? 0;
      const next = queue.take();
      if (next !== null) start(next);
    }
    now_ms = until_ms;
  };
  for (const one of [...arrivals].sort((a, b) => a.at_ms - b.at_ms)) {
    endUntil(one.at_ms);
    if (ends_ms.length < SERVERS) start(one);
    else if (queue.refuses(one.owner)) outcomes.push({ ...one, wait_ms: null });
    else queue.push(one.owner, one, { is_fresh: true });
  }
  endUntil(Number.MAX_SAFE_INTEGER);
  return outcomes;
}

const between = (outcomes: readonly Outcome[], from_ms: number, to_ms: number): Outcome[] =>
  outcomes.filter(({ at_ms }) => at_ms >= from_ms && at_ms < to_ms);
const waitsOf = (outcomes: readonly Outcome[]): number[] =>
  outcomes.flatMap(({ wait_ms }) => (wait_ms === null ? [] : [wait_ms]));
const longest = (outcomes: readonly Outcome[]): number => Math.max(0, ...waitsOf(outcomes));

describe("a queue under load", () => {
  it("refuses nobody up to its capacity", () => {
    const outcomes = simulate(arrive("a", CAPACITY, 0, 20_000));
    expect(waitsOf(outcomes)).toHaveLength(outcomes.length);
    expect(longest(outcomes)).toBeLessThanOrEqual(SERVICE_MS);
  });

  it.each([2, 5, 20])(
    "at %i times its capacity stays busy, and who is let in starts soon",
    (load) => {
      const outcomes = simulate(arrive("a", load * CAPACITY, 0, 10_000));
      // All that could be started until the last one came, and what waited then.
      expect(waitsOf(outcomes).length).toBeGreaterThanOrEqual(0.99 * CAPACITY * 10_000);
      // Until the interval has passed everybody is let in; then the crowd is cut.
      expect(longest(outcomes)).toBeLessThanOrEqual(CROWD_WAIT_MS);
      const settled = between(outcomes, 2 * CROWD_WAIT_MS, 10_000);
      expect(longest(settled)).toBeLessThanOrEqual(1.2 * WAITS.target_ms + 2 * SERVICE_MS);
      expect(settled.length - waitsOf(settled).length).toBeGreaterThan(
        0.9 * (1 - 1 / load) * settled.length,
      );
    },
  );

  it("recovers at once when the load drops", () => {
    const outcomes = simulate([
      ...arrive("a", 5 * CAPACITY, 0, 5_000),
      ...arrive("a", 0.5 * CAPACITY, 5_000, 10_000),
    ]);
    // What waits is the target's worth: it is gone when as much time has passed.
    const after = between(outcomes, 5_000 + WAITS.target_ms, 10_000);
    expect(waitsOf(after)).toHaveLength(after.length);
    const later = between(outcomes, 5_000 + 3 * WAITS.target_ms, 10_000);
    expect(longest(later)).toBeLessThanOrEqual(SERVICE_MS);
  });

  it.each([2, 5, 50])(
    "refuses nothing of bursts of %i times its capacity that are worked off before the interval has passed",
    (load) => {
      // Beyond the target for less than the interval.
      const length_ms = (0.95 * (WAITS.target_ms + WAITS.interval_ms)) / load;
      const outcomes = simulate(
        [0, 2_000, 4_000].flatMap((from_ms) => [
          ...arrive("a", load * CAPACITY, from_ms, from_ms + length_ms),
        ]),
      );
      expect(longest(outcomes)).toBeGreaterThan(WAITS.target_ms);
      expect(waitsOf(outcomes)).toHaveLength(outcomes.length);
    },
  );

  it("cuts a crowd that came all at once to what it has room for, the newest first", () => {
    const outcomes = simulate([...arrive("crowd", 6_000, 0, 1), { at_ms: 2, owner: "b" }]);
    expect(longest(outcomes)).toBeLessThanOrEqual(CROWD_WAIT_MS);
    const served = waitsOf(outcomes).length;
    expect(served).toBeGreaterThanOrEqual(CAPACITY * WAITS.interval_ms);
    expect(served).toBeLessThan(CAPACITY * CROWD_WAIT_MS);
    const in_order = [...outcomes].sort((one, other) => one.at_ms - other.at_ms);
    const crowd = in_order.filter(({ owner }) => owner === "crowd");
    const first_refused = crowd.findIndex(({ wait_ms }) => wait_ms === null);
    expect(crowd.slice(first_refused).every(({ wait_ms }) => wait_ms === null)).toBe(true);
    expect(in_order.find(({ owner }) => owner === "b")?.wait_ms).toBeLessThanOrEqual(SERVICE_MS);
  });

  it("never refuses who comes now and then beside a flood, and they hardly wait", () => {
    const outcomes = simulate([
      ...arrive("flood", 5 * CAPACITY, 0, 5_000),
      ...arrive("b", 0.05, 3, 5_000),
      ...arrive("c", 0.02, 7, 5_000),
    ]);
    for (const owner of ["b", "c"]) {
      const own = outcomes.filter((one) => one.owner === owner);
      expect(waitsOf(own)).toHaveLength(own.length);
      expect(longest(own)).toBeLessThanOrEqual(SERVICE_MS);
    }
    expect(outcomes.some((one) => one.owner === "flood" && one.wait_ms === null)).toBe(true);
  });

  it("refuses the newest when a crowd of owners with one request each is too many", () => {
    const crowd = [...arrive("", 5 * CAPACITY, 0, 5_000)].map(({ at_ms }, n) => ({
      at_ms,
      owner: `owner ${n}`,
    }));
    const outcomes = simulate(crowd);
    const settled = between(outcomes, 2_500, 5_000);
    expect(waitsOf(outcomes).length).toBeGreaterThanOrEqual(0.99 * CAPACITY * 5_000);
    expect(longest(settled)).toBeLessThanOrEqual(1.2 * WAITS.target_ms + 2 * SERVICE_MS);
  });

  it("judges by time: a few that never start are too many, once the interval has passed", () => {
    let now_ms = 0;
    const queue = new AdmissionQueue<number>({ ...WAITS, now_ms: () => now_ms }, () => undefined);
    queue.push("a", 1, { is_fresh: false });
    queue.push("b", 2, { is_fresh: false });
    now_ms = WAITS.target_ms;
    expect(queue.refuses("c")).toBe(false);
    now_ms += WAITS.interval_ms + 1;
    queue.refuses("c");
    now_ms += WAITS.interval_ms + 1;
    expect(queue.refuses("c")).toBe(true);
    queue.take();
    queue.take();
    expect(queue.refuses("c")).toBe(false);
  });
});
