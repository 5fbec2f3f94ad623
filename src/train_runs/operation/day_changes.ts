/** What another plan makes of the trains of an opened day: which of them it still has, and which are new. */
import type { InTurns } from "../../platform/turns.ts";
import type { DayRun } from "./plan_day.ts";
import { type ReportedTrain, reportKeyOf } from "./reported_train.ts";

/** A train of an opened day. */
export interface KnownRun extends DayRun {
  /** Its number, made once. */
  readonly run: number;
  /** The plan does not have it any more. */
  readonly is_gone: boolean;
}

interface ChangedRun {
  readonly was: KnownRun;
  readonly is: KnownRun;
}

export interface DayChanges {
  /** All of them by their numbers, with those that are gone. */
  readonly runs: readonly KnownRun[];
  readonly added: readonly KnownRun[];
  /** As they were. */
  readonly removed: readonly KnownRun[];
  readonly changed: readonly ChangedRun[];
  /** Names in reports that are other ones from now on. */
  readonly renames: readonly { readonly from: string; readonly to: string }[];
}

/**
 * A train is the same one if its record has one with its planned departure, since occurrences are counted anew where a
 * window changes; else if its name is the same, unless it was gone. Those of other operating days than `date` (undefined: none) keep their names:
 * their reports may be those of another opened day.
 */
export function* compareDays(
  known: readonly KnownRun[],
  planned: readonly DayRun[],
  date: string | undefined,
): InTurns<DayChanges> {
  const match = new Matching(known, planned);
  const exact = ({ train, start_ms }: DayRun): string => `${train} ${start_ms}`;
  yield* match.running(exact);
  yield* match.all(({ train, start_ms }) => departureOf(train, start_ms, date));
  yield* match.all(exact);
  yield* match.running(({ train }) => train);
  let next = known.reduce((last, { run }) => Math.max(last, run), 0) + 1;
  const [runs, added]: KnownRun[][] = [[], []];
  const changed: ChangedRun[] = [];
  const renames: { from: string; to: string }[] = [];
  const names = new Set(planned.map(({ train }) => train));
  for (const one of planned) {
    const was = match.found.get(one);
    const is = { ...one, run: was?.run ?? next++, is_gone: false };
    runs?.push(is);
    if (was === undefined || was.is_gone) added?.push(is);
    else if (isOther(was, is)) changed.push({ was, is });
    if (was !== undefined && was.train !== is.train)
      renames.push({ from: was.train, to: is.train });
    yield;
  }
  const removed: KnownRun[] = [];
  for (const was of match.left) {
    const train = names.has(was.train) ? nameGone(was) : was.train;
    runs?.push({ ...was, train, is_gone: true });
    if (!was.is_gone) removed.push(was);
    if (train !== was.train) renames.push({ from: was.train, to: train });
    yield;
  }
  return { runs: runs ?? [], added: added ?? [], removed, changed, renames };
}

function isOther(was: KnownRun, is: KnownRun): boolean {
  return was.train !== is.train || was.start_ms !== is.start_ms || was.form !== is.form;
}

function departureOf(train: string, start_ms: number, date: string | undefined): string | null {
  const { kind, id, date: own } = JSON.parse(train) as ReportedTrain;
  return own === date ? `${kind} ${id} ${start_ms}` : null;
}

/** Another train has its name. */
function nameGone({ train, run }: KnownRun): string {
  return reportKeyOf({ ...(JSON.parse(train) as ReportedTrain), run });
}

class Matching {
  readonly found = new Map<DayRun, KnownRun>();
  /** Of known ones; those that are gone come after all others. */
  left: readonly KnownRun[];
  #planned: readonly DayRun[];

  constructor(known: readonly KnownRun[], planned: readonly DayRun[]) {
    this.left = [...known].sort((a, b) => Number(a.is_gone) - Number(b.is_gone) || a.run - b.run);
    this.#planned = planned;
  }

  *running(keyOf: (run: DayRun) => string): InTurns<void> {
    const gone = this.left.filter(({ is_gone }) => is_gone);
    this.left = this.left.filter(({ is_gone }) => !is_gone);
    yield* this.all(keyOf);
    this.left = [...this.left, ...gone];
  }

  *all(keyOf: (run: DayRun) => string | null): InTurns<void> {
    const wanted = new Map<string | null, DayRun[]>();
    for (const one of this.#planned) {
      const key = keyOf(one);
      const same = wanted.get(key);
      if (same === undefined) wanted.set(key, [one]);
      else same.push(one);
      yield;
    }
    const left: KnownRun[] = [];
    for (const was of this.left) {
      const key = keyOf(was);
      const one = key === null ? undefined : wanted.get(key)?.shift();
      if (one === undefined) left.push(was);
      else this.found.set(one, was);
      yield;
    }
    this.left = left;
    this.#planned = this.#planned.filter((one) => !this.found.has(one));
  }
}
