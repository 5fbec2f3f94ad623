/** The conflicts of all days whose trains meet as on others: all trains once, with the sets of their days. */
import type { TaskOutput } from "../../../workers/tasks.ts";
import { given } from "../../platform/given.ts";
import { mapInTurns, nextTurn } from "../../platform/turns.ts";
import type { TimetableCalendar } from "../../timetable/calendar/calendar.queries.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { runTask } from "../path/setup.ts";
import type { Expansion } from "../simulation/computed_groups.ts";
import { unlessTooMany } from "./conflict.errors.ts";
import type { ConflictQuestion } from "./kept_conflicts.ts";
import {
  type ExpandedRecord,
  expandRecord,
  orderOf,
  type PlannedRecord,
} from "./planned_trains.ts";
import { NO_SLOTS, SlotPlan } from "./slot_plan.ts";
import { planAll } from "./tried_records.ts";

type FoldedDays = Extract<TaskOutput<"fold_conflicts">, { readonly kind: "success" }>["folded"];

/** Throws if on some day there are too many trains, or in all too many conflicts. */
export async function askFolded(
  question: ConflictQuestion,
  calendar: TimetableCalendar,
): Promise<FoldedDays> {
  const { timetable_id, stocks, works, tried } = question;
  const setup = { ...question.setup, priority: "batch" } as const;
  const source = { timetable_id, setup, stocks };
  const records = await planAll(source, tried ?? [], expandWithin(question, calendar));
  await nextTurn();
  const plan = new SlotPlan(null);
  const sets = new DaySets();
  const train_sets: number[] = [];
  await mapInTurns(records, setup.signal, (record) =>
    addTrains(record, { plan, sets, train_sets }),
  );
  const { clock, first_day, is_day } = calendar;
  const outcome = await runTask(setup, "fold_conflicts", {
    ...plan.toTimetable(),
    train_sets: Uint32Array.from(train_sets),
    sets: sets.all,
    clock,
    first_day,
    day_count: is_day.length,
    ...(works === null ? {} : { works }),
    is_trial: tried !== undefined,
  });
  return unlessTooMany(outcome).folded;
}

/** The sets of days that trains have, each once. */
class DaySets {
  readonly all: Uint8Array[] = [];
  readonly #known = new Map<string, number>();
  /** Trains of a record, and those whose planners wrote the same, have the same array. */
  readonly #places = new Map<Uint8Array, number>();

  place(bits: Uint8Array): number {
    const own = this.#places.get(bits);
    if (own !== undefined) return own;
    const key = Buffer.from(bits).toString("latin1");
    const place = this.#known.get(key) ?? this.all.push(bits) - 1;
    this.#known.set(key, place);
    this.#places.set(bits, place);
    return place;
  }
}

interface FoldedPlan {
  readonly plan: SlotPlan;
  readonly sets: DaySets;
  readonly train_sets: number[];
}

function addTrains(
  { kind, id, planned }: PlannedRecord,
  { plan, sets, train_sets }: FoldedPlan,
): void {
  const slots = plan.change(orderOf(kind, id), NO_SLOTS, planned);
  for (const { bits } of slots.values()) {
    train_sets.push(sets.place(given(bits, "all days are asked for")));
  }
}

/** Throws as soon as there are too many trains on a day. */
function expandWithin(
  { setup: { services } }: ConflictQuestion,
  calendar: TimetableCalendar,
): Expansion<ExpandedRecord> {
  const { conflict_trains } = services.config.limits;
  const counts = new Float64Array(calendar.is_day.length);
  let most = 0;
  return function* (kind, row) {
    const expanded = yield* expandRecord(kind, row, { all_days: calendar });
    const { departures } = expanded;
    for (const [place, bit] of (departures[0]?.bits ?? []).entries()) {
      if (bit === 0) continue;
      counts[place] = (counts[place] ?? 0) + departures.length;
      most = Math.max(most, counts[place] ?? 0);
    }
    if (most > conflict_trains) throw tooManyTrains(most, conflict_trains);
    return expanded;
  };
}
