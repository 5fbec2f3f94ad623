/** Task: conflicts of all dates of a period as one list, each once with its days; and what a trial makes of them. */
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { localOf, type ZoneClock } from "../../../src/railway/days/zone_times.ts";
import { shareTexts } from "../shared_text.ts";
import {
  ConflictDays,
  type PeriodPlaces,
  printDaySets,
  type TextConflict,
} from "./conflict_days.ts";
import type { FoldedAnswer } from "./list_folded.ts";
import { readConflicts, readTried, spellOccurrences } from "./read_conflicts.ts";

interface DatedPeriod extends PeriodPlaces {
  readonly clock: ZoneClock;
}

/** Those of all dates. */
export interface DatesAnswer {
  /** Those of the dates that meet as others; null: of none. */
  readonly folded: FoldedAnswer | null;
  /** The other ones. */
  readonly dates: readonly DateAnswer[];
}

interface DateAnswer {
  readonly day: number;
  /** UTF-8 JSON text of a list of conflicts. */
  readonly json: Uint8Array;
}

/** UTF-8 JSON text. */
export function joinDates({
  outside_count,
  ...input
}: DatedPeriod & DatesAnswer & { readonly outside_count: number }): Uint8Array {
  const sets = new Map<string, number>();
  const conflicts = collect(input, input, readConflicts).print(sets);
  const head = `{"day_sets":${printDaySets(sets, input)},"conflicts":`;
  return shareTexts([head, ...conflicts, `,"outside_count":${outside_count}}`]);
}

/** Task: what is there on which days no more, and what is new. UTF-8 JSON text. */
export function compareDates({
  before,
  after,
  summaries,
  ...period
}: DatedPeriod & {
  readonly before: DatesAnswer;
  readonly after: DatesAnswer;
  /** JSON texts of the changes' summaries, separated by commas. */
  readonly summaries: string;
}): Uint8Array {
  const was = collect(period, before, readTried);
  const becomes = collect(period, after, readTried);
  const sets = new Map<string, number>();
  const gone = was.without(becomes).print(sets);
  const made = becomes.without(was).print(sets);
  return shareTexts([
    `{"trains":[${summaries}],"day_sets":${printDaySets(sets, period)},"conflicts":{"gone":`,
    ...gone,
    ',"new":',
    ...made,
    `,"count_before":${was.count},"count_after":${becomes.count}}}`,
  ]);
}

/** Task: first days of conflicts, those of most of them first. */
export function listFirstDays(input: DatedPeriod & DatesAnswer): readonly number[] {
  return collect(input, input, readConflicts).listFirstDays();
}

interface Compared {
  readonly before: DatesAnswer;
  readonly after: DatesAnswer;
}

/** Task: what changes would make, whatever the days; JSON texts. */
export function listMade({ before, after, ...period }: DatedPeriod & Compared): readonly string[] {
  const was = collect(period, before, readTried);
  const made = collect(period, after, readTried).without(was);
  return JSON.parse(made.print(new Map()).join("")).map((one: unknown) => JSON.stringify(one));
}

/** A conflict of a date, and why it is left if it is. */
interface AskedConflict {
  readonly text: string;
  readonly day: number;
  readonly reason: string;
}

/** Task: what changes solve on which days, and what they leave; JSON texts. */
export function printSolved({
  before,
  after,
  asked,
  is_part,
  reason: other_reason,
  ...period
}: DatedPeriod &
  Compared & {
    readonly asked: readonly AskedConflict[];
    /** Those alone are asked about. */
    readonly is_part: boolean;
    /** Of all others. */
    readonly reason: string;
  }): { readonly day_sets: string; readonly solved: string; readonly left: string } {
  const reasons = new Map<string, string>();
  for (const { text, day, reason } of asked) {
    reasons.set(identify(JSON.parse(text) as TextConflict, period.clock, day), reason);
  }
  const all = collect(period, before, readConflicts);
  const was = is_part ? all.only(new Set(reasons.keys())) : all;
  const gone = was.without(collect(period, after, readConflicts));
  const sets = new Map<string, number>();
  const solved = gone.print(sets).join("");
  const left = was
    .without(gone)
    .print(sets, (conflict, identity) => {
      const reason = JSON.stringify(reasons.get(identity) ?? other_reason);
      return `{"conflict":${conflict},"reason":${reason}}`;
    })
    .join("");
  return { day_sets: printDaySets(sets, period), solved, left };
}

function collect(
  { clock, ...period }: DatedPeriod,
  { folded, dates }: DatesAnswer,
  read: typeof readConflicts,
): ConflictDays {
  const found = new ConflictDays(period, clock);
  for (const [i, conflict] of read(folded?.json).entries()) {
    const days = (folded?.days[i] ?? []).map((place) => period.first_day + place);
    found.add({ identity: identify(conflict, clock, days[0] ?? 0), days, conflict });
  }
  for (const { day, json } of dates) {
    const counts = new Map<string, number>();
    for (const conflict of read(json)) {
      const same = identify(conflict, clock, day);
      const count = counts.get(same) ?? 0;
      counts.set(same, count + 1);
      // the same twice on a date: where the clock shows an hour twice
      found.add({ identity: `${same}${count === 0 ? "" : count}`, days: [day], conflict });
    }
  }
  return found;
}

/** What a conflict of one date and the same of another one have in common. */
function identify(conflict: TextConflict, clock: ZoneClock, day: number): string {
  const shown = ({
    start_time,
    end_time,
  }: Pick<TextConflict, "start_time" | "end_time">): number[] =>
    [start_time, end_time].map((text) => localOf(clock, Date.parse(text)) - day * DAY_MS);
  const { train_ids, train_day_shifts } = conflict;
  return JSON.stringify([
    conflict.conflict_type,
    shown(conflict),
    train_ids,
    train_day_shifts,
    spellOccurrences(conflict),
    conflict.work_schedule_ids,
    conflict.added_trains ?? [],
    conflict.requirements.map((one) => JSON.stringify([one.zone, shown(one)])).sort(),
  ]);
}
