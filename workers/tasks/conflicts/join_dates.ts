/** Task: from the conflicts of each date to each conflict once, with the days on which it stands (interface.md 8.4). */
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { localOf, type ZoneClock } from "../../../src/railway/days/zone_times.ts";
import { shareTexts } from "../shared_text.ts";
import { ConflictDays, type PeriodPlaces, type StandingConflict } from "./conflict_days.ts";
import type { FoldedAnswer } from "./fold_conflicts.ts";

export interface JoinDatesInput extends PeriodPlaces {
  readonly clock: ZoneClock;
  /** Those of the dates that meet as others; null: of none. */
  readonly folded: FoldedAnswer | null;
  /** The other ones. */
  readonly dates: readonly DateAnswer[];
  readonly outside_count: number;
}

/** The answer for a date: UTF-8 JSON text. */
interface DateAnswer {
  readonly day: number;
  readonly json: Uint8Array;
}

interface Span {
  readonly start_time: string;
  readonly end_time: string;
}

/** As it is answered. */
interface TextConflict extends Span {
  readonly conflict_type: string;
  readonly train_ids: readonly number[];
  readonly train_day_shifts?: readonly number[];
  readonly paced_train_occurrence_ids: readonly object[];
  readonly work_schedule_ids: readonly number[];
  readonly requirements: readonly (Span & { readonly zone: string })[];
}

const decoder = new TextDecoder();
const NO_CONFLICTS = new TextEncoder().encode("[]");

/** UTF-8 JSON text. */
export function joinDates({
  clock,
  folded,
  dates,
  outside_count,
  ...period
}: JoinDatesInput): Uint8Array {
  const found = new ConflictDays(period);
  for (const [i, conflict] of readConflicts(folded?.json).entries()) {
    const days = (folded?.days[i] ?? []).map((place) => period.first_day + place);
    found.add({ ...toStanding(conflict), identity: identify(conflict, clock, days[0] ?? 0), days });
  }
  for (const { day, json } of dates) {
    const counts = new Map<string, number>();
    for (const conflict of readConflicts(json)) {
      const same = identify(conflict, clock, day);
      const count = counts.get(same) ?? 0;
      counts.set(same, count + 1);
      found.add({
        // the same twice on a date: where the clock shows an hour twice
        identity: `${same}${count === 0 ? "" : count}`,
        days: [day],
        ...toStanding(conflict),
      });
    }
  }
  return shareTexts(found.print(outside_count));
}

function readConflicts(json: Uint8Array = NO_CONFLICTS): TextConflict[] {
  // a copy: shared memory can't be decoded
  return JSON.parse(decoder.decode(json.slice())) as TextConflict[];
}

function toStanding(conflict: TextConflict): Pick<StandingConflict, "order" | "print"> {
  const kind = conflict.conflict_type === "Spacing" ? 0 : 1;
  return {
    order: [kind, Date.parse(conflict.start_time)],
    print: () => JSON.stringify(conflict),
  };
}

/** What a conflict of one date and the same of another one have in common. */
function identify(conflict: TextConflict, clock: ZoneClock, day: number): string {
  const shown = ({ start_time, end_time }: Span): number[] =>
    [start_time, end_time].map((text) => localOf(clock, Date.parse(text)) - day * DAY_MS);
  const { conflict_type, train_ids, train_day_shifts, paced_train_occurrence_ids } = conflict;
  return JSON.stringify([
    conflict_type,
    shown(conflict),
    train_ids,
    train_day_shifts,
    paced_train_occurrence_ids,
    conflict.work_schedule_ids,
    conflict.requirements.map((one) => JSON.stringify([one.zone, shown(one)])).sort(),
  ]);
}
