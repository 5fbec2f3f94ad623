/** An opened day onto the trains, the rolling stocks and the network of now, with what that changes. */
import type { Context } from "../../platform/http/endpoint.ts";
import { doInTurns } from "../../platform/turns.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import { compareDays, type DayChanges, type KnownRun } from "./day_changes.ts";
import { openDayNotFound } from "./operation.errors.ts";
import {
  countReports,
  getOpenDay,
  listChangedStocks,
  listKnownRuns,
  refreshOpenDay,
} from "./operation.queries.ts";
import { type OpenedDay, type RefreshedDay, RUNS_TOLD_MAX } from "./operation.schemas.ts";
import { planOpenDay } from "./plan_day.ts";
import type { ReportedTrain } from "./reported_train.ts";

/** The rights on the timetable and the network were checked. Again if something has changed meanwhile. */
export async function refreshDay(
  ctx: Context,
  id: number,
  is_dry_run: boolean,
): Promise<RefreshedDay> {
  const { db } = ctx.services;
  for (;;) {
    ctx.signal.throwIfAborted();
    const day = await getOpenDay(db, id);
    if (day === null) throw openDayNotFound(id);
    const planned = await planOpenDay(ctx, day);
    const known = await listKnownRuns(db, day);
    const changes = await doInTurns(compareDays(known, planned.runs, day.date), ctx.signal);
    const told = await tellChanges(ctx, day, changes);
    if (is_dry_run) return { is_dry_run, ...told };
    if (await refreshOpenDay(db, day, planned, changes)) return { is_dry_run, ...told };
  }
}

async function tellChanges(
  { services: { db } }: Context,
  day: OpenedDay,
  { added, removed, changed }: DayChanges,
): Promise<Omit<RefreshedDay, "is_dry_run">> {
  const counts = await countReports(
    db,
    day,
    removed.map(({ train }) => train),
  );
  return {
    added: firstOf(added, nameRun),
    removed: firstOf(removed, (run) => ({
      ...nameRun(run),
      report_count: counts.get(run.train) ?? 0,
    })),
    changed: firstOf(changed, ({ was, is }) => {
      const { train, start } = nameRun(was);
      return { ...nameRun(is), was: { train, start }, is_run_changed: was.form !== is.form };
    }),
    rolling_stocks: await listChangedStocks(db, day),
    has_network_changed: day.has_network_changed,
  };
}

function firstOf<Run, Told>(
  runs: readonly Run[],
  tell: (run: Run) => Told,
): { count: number; runs: Told[] } {
  return { count: runs.length, runs: runs.slice(0, RUNS_TOLD_MAX).map(tell) };
}

function nameRun({ run, train, name, start_ms }: KnownRun) {
  const start = printDateTime(start_ms);
  return { run, train: JSON.parse(train) as ReportedTrain, name, start };
}
