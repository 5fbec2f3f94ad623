/** A day as its reports tell it, and how it goes on. */
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { dateOf } from "../../railway/days/operating_days.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import { type AskedForecast, readKnownDay } from "./known_day.ts";
import { UNUSED_MAX } from "./placed_reports.ts";
import { UNTABULATED } from "./running_day.ts";

export async function answerForecast(ctx: Context, asked: AskedForecast): Promise<JsonText> {
  const { question, running, told, known } = await readKnownDay(ctx, asked);
  const { setup, on = null } = question;
  const { names, train_of } = running;
  const { as_of_ms } = known;
  const head = {
    as_of: as_of_ms === -Infinity ? null : printDateTime(as_of_ms),
    cancelled: Array.from(told.cancelled, (i) => names[i]),
    left_out: names.filter((_, i) => train_of[i] === UNTABULATED && !told.cancelled.has(i)),
  };
  const unused = told.listUnused(on === null ? undefined : dateOf(on.day));
  const json = await setup.services.compute.run(
    "forecast_day",
    { ...known, head_json: JSON.stringify(head), unused, unused_max: UNUSED_MAX },
    { share: setup.share, priority: setup.priority, signal: setup.signal },
  );
  return { json };
}
