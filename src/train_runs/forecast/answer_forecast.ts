/** A day as its reports tell it, and how it goes on. */
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { dateOf } from "../../railway/days/operating_days.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import type { AskedDate } from "../../timetable/calendar/asked_date.ts";
import type { DatedParameters } from "../simulation/setup.ts";
import { placeReports } from "./placed_reports.ts";
import { readReports } from "./report.queries.ts";
import { openRunning, readDay, UNTABULATED } from "./running_day.ts";

/** A train waits for one that is planned to go first, if it is expected within this time. */
const PATIENCE_MS = 300_000;
/** No run ends later after its operating day, nor starts later. */
const DAYS_BEFORE = 15;
const DAYS_BEHIND = 1;

export async function answerForecast(
  ctx: Context,
  {
    as_of_ms: asked_ms,
    ...asked
  }: DatedParameters & {
    readonly timetable_id: number;
    readonly as_of_ms: number | undefined;
  },
): Promise<JsonText> {
  const question = await openRunning(ctx, asked);
  const { setup, timetable_id, on = null } = question;
  const running = await readDay(question);
  const { day, names, train_of } = running;
  const told = await placeReports(
    running,
    await readReports(setup.services.db, timetable_id, daysAround(on)),
    setup.signal,
  );
  const as_of_ms = asked_ms ?? told.observed_at_ms;
  const head = {
    as_of: as_of_ms === -Infinity ? null : printDateTime(as_of_ms),
    cancelled: told.cancelled.map((i) => names[i]),
    left_out: names.filter((_, i) => train_of[i] === UNTABULATED && !told.cancelled.includes(i)),
    unused_reports: told.listUnused(on === null ? undefined : dateOf(on.day)),
  };
  const json = await setup.services.compute.run(
    "forecast_day",
    {
      day,
      reports: told.placed,
      cancelled: Uint32Array.from(told.cancelled, (i) => train_of[i] ?? UNTABULATED).filter(
        (train) => train !== UNTABULATED,
      ),
      as_of_ms,
      patience_ms: PATIENCE_MS,
      head_json: JSON.stringify(head),
    },
    { share: setup.share, priority: setup.priority, signal: setup.signal },
  );
  return { json };
}

/** The operating days of trains that may run on a date. */
function daysAround(on: AskedDate | null): { first: string; last: string } | null {
  if (on === null) return null;
  return { first: dateOf(on.day - DAYS_BEFORE), last: dateOf(on.day + DAYS_BEHIND) };
}
