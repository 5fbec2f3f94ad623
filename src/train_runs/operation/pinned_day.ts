/** A day that is open, as what computations depend on: its own trains, rolling stocks and network instead of those of now. */

import { given } from "../../platform/given.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import type { Period } from "../../railway/days/days.schemas.ts";
import { dayOf } from "../../railway/days/operating_days.ts";
import { type AskedDate, dateOfDay } from "../../timetable/calendar/asked_date.ts";
import { type StoredPeriod, toCalendar } from "../../timetable/calendar/calendar.queries.ts";
import { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { type DatedParameters, openSimulationSetup } from "../simulation/setup.ts";
import { tellUnplaced } from "../simulation/tell_unplaced.ts";
import {
  listPinnedStocks,
  listPinnedTrains,
  type PinnedDay,
  PlanIsGone,
} from "./operation.queries.ts";

/** Rights on the timetable and the network were checked. Throws Forbidden, or PlanIsGone. */
export async function openPinned(
  ctx: Context,
  pinned: PinnedDay,
  { timetable_id, infra_id, date }: DatedParameters & { readonly timetable_id: number },
): Promise<ConflictQuestion> {
  const { db } = ctx.services;
  const { content_id, stock_names, train_changes } = pinned;
  const { electrical_profile_set_id, temporary_speed_limit_group_id } = pinned;
  const stocks = new RequestStocks(ctx, async (names) => listPinnedStocks(db, pinned, names));
  await stocks.learn(stock_names);
  const parameters = { infra_id, electrical_profile_set_id, temporary_speed_limit_group_id };
  const options = { priority: "batch", area: "TimetableInfraNotFound", content_id } as const;
  const setup = await openSimulationSetup(ctx, parameters, options);
  await tellUnplaced(ctx, setup);
  const stored = readStored(pinned);
  return {
    timetable_id,
    train_changes,
    stock_names,
    setup,
    stocks,
    works: null,
    on: date === undefined ? null : openPinnedDate(stored, date),
    pinned: {
      as_of_ms: pinned.as_of_ms ?? -Infinity,
      key: `${pinned.id} ${pinned.plan}`,
      stored,
      read: async (kind, page) => listPinnedTrains(db, kind, pinned, page),
    },
  };
}

/** Again if the day was closed or refreshed meanwhile. */
export async function onOnePlan<Answer>(
  ctx: Pick<Context, "signal">,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    ctx.signal.throwIfAborted();
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof PlanIsGone)) throw error;
    }
  }
}

function readStored({ period, lists }: PinnedDay): StoredPeriod {
  return {
    period: period === null ? null : (JSON.parse(period) as Period),
    lists: JSON.parse(lists) as StoredPeriod["lists"],
  };
}

function openPinnedDate(stored: StoredPeriod, date: string): AskedDate {
  const calendar = given(toCalendar(stored) ?? undefined, "a day with a date has a period");
  return dateOfDay(calendar, dayOf(date));
}
