/** Changes a timetable's name and period. Trains may lose dates by another period: only if that is meant. */
import type { Context } from "../../platform/http/endpoint.ts";
import { preconditionFailed, readIfMatch, setETag } from "../../platform/http/preconditions.ts";
import type { Period } from "../../railway/days/days.schemas.ts";
import { type Days, daysToBits } from "../../railway/days/operating_days.ts";
import { timetableNotFound } from "../timetable/timetable.errors.ts";
import { getTimetable, updateTimetable } from "../timetable/timetable.queries.ts";
import { type ChangedTimetable, IDS_MAX } from "../timetable/timetable.schemas.ts";
import { trainsLoseDays } from "./calendar.errors.ts";
import {
  listDaysOfTrains,
  readPeriod,
  type TimetableCalendar,
  toCalendar,
} from "./calendar.queries.ts";
import { tellStored } from "./stored_warnings.ts";

interface TimetableChange {
  /** Undefined: as it is. */
  readonly name: string | null | undefined;
  readonly period: Period | null | undefined;
  readonly force: boolean;
}

/** The timetable as it is then. */
export async function changeTimetable(
  ctx: Context,
  timetable_id: number,
  { name, period, force }: TimetableChange,
): Promise<ChangedTimetable> {
  const { db } = ctx.services;
  const if_revision = readIfMatch(ctx);
  let changed_days: ChangedDays | null = null;
  for (;;) {
    ctx.signal.throwIfAborted();
    const found = await getTimetable(db, timetable_id);
    if (found === null) throw timetableNotFound(timetable_id);
    const { timetable, revision } = found;
    if (if_revision !== null && if_revision !== revision) {
      throw preconditionFailed(`Timetable '${timetable_id}' has changed`, revision);
    }
    const next = {
      name: name === undefined ? timetable.name : name,
      period: period === undefined ? (timetable.period ?? null) : period,
      author_id: ctx.user?.id ?? null,
      revision,
    };
    const is_other = JSON.stringify(next.period) !== JSON.stringify(timetable.period ?? null);
    changed_days = is_other ? await compareDays(ctx, timetable_id, next.period) : null;
    const lost = changed_days?.lost;
    if (lost !== undefined && lost.count > 0 && !force) throw trainsLoseDays(lost.count, lost.ids);
    if (name === undefined && period === undefined) break;
    if (await updateTimetable(db, timetable_id, next)) break;
  }
  const after = await getTimetable(db, timetable_id);
  if (after === null) throw timetableNotFound(timetable_id);
  setETag(ctx, after.revision);
  if (period !== undefined) await tellStored(ctx, timetable_id, { ids: null });
  return changed_days === null ? after.timetable : { ...after.timetable, changed_days };
}

type ChangedDays = NonNullable<ChangedTimetable["changed_days"]>;

/** What another period does to the trains; null: nothing. */
async function compareDays(
  { services: { db } }: Context,
  timetable_id: number,
  period: Period | null,
): Promise<ChangedDays | null> {
  const said = await listDaysOfTrains(db, timetable_id);
  if (said.length === 0) return null;
  const stored = await readPeriod(db, timetable_id);
  const before = stored === null ? null : toCalendar(stored);
  const after = period === null ? null : toCalendar({ lists: [], ...stored, period });
  const lost: number[] = [];
  const gained: number[] = [];
  for (const { days, ids } of said) {
    const expression = JSON.parse(days) as Days;
    const was = listRunning(expression, before);
    const is = listRunning(expression, after);
    if ([...was].some((day) => !is.has(day))) lost.push(...ids);
    if ([...is].some((day) => !was.has(day))) gained.push(...ids);
  }
  return { lost: tell(lost), gained: tell(gained) };
}

/** The days on which a train runs; without a period none are told. */
function listRunning(days: Days, calendar: TimetableCalendar | null): ReadonlySet<number> {
  const running = new Set<number>();
  if (calendar === null) return running;
  for (const [i, bit] of daysToBits(days, calendar).entries()) {
    if (bit === 1) running.add(calendar.first_day + i);
  }
  return running;
}

function tell(ids: number[]): ChangedDays["lost"] {
  return { count: ids.length, ids: ids.sort((a, b) => a - b).slice(0, IDS_MAX) };
}
