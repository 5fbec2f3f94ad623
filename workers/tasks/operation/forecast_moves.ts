/** Task: which trains of a running day are expected otherwise than was told last, as JSON. */
import type { DayPlan } from "../../engine/operation/day_plan.ts";
import type { DayForecast } from "../../engine/operation/forecast.ts";
import { shareText } from "../shared_text.ts";
import { forecastOpen, type KnownDay, openDay } from "./day_ref.ts";
import { groupOrders, printDeadlocks, printStops } from "./forecast_day.ts";

/** What a listener knows. */
export interface ToldTimes {
  /** Int32: of each train, of each of its stops: arrival and departure in ms since the train's planned start, NEVER or CANCELLED. */
  readonly times: SharedArrayBuffer;
  /** Which trains stand for ever, in one form. */
  readonly stuck: string;
}

interface MovesInput extends KnownDay {
  /** JSON object whose fields come first. */
  readonly head_json: string;
  /** [nTrains] 1: it is told. */
  readonly is_told: Uint8Array;
  /** By list of stops which of them are; null: all. */
  readonly told_stops: readonly (readonly number[])[] | null;
  /** Null: nothing was told. */
  readonly told: ToldTimes | null;
}

interface Moves {
  /** As it is once `json` is told. */
  readonly told: ToldTimes;
  /** Null: there is nothing to tell. */
  readonly json: SharedArrayBuffer | null;
}

const NEVER = 2 ** 31 - 1;
const CANCELLED = NEVER - 1;
/** Smaller moves are not told until they have summed up. */
const MOVED_MS = 30_000;

export function printMoves(input: MovesInput): Moves {
  const { told } = input;
  const open = openDay(input.day);
  const forecast = forecastOpen(open, input);
  const times = listTimes(forecast, open.plan, input);
  const circles = forecast.deadlocks.map(({ trains }) => trains.toSorted((a, b) => a - b).join());
  const now = { times: times.buffer, stuck: circles.toSorted().join(";") };
  if (told === null) return { told: now, json: null };
  const moved = findMoved(forecast, input, { before: new Int32Array(told.times), times });
  const isOtherwiseStuck = now.stuck !== told.stuck;
  if (moved.length === 0 && !isOtherwiseStuck) return { told: now, json: null };
  const { trains: names, stops: ids } = open.texts;
  const isCancelled = new Set(input.cancelled);
  const firstOf = groupOrders(input.orders, names);
  const json = JSON.stringify({
    ...(JSON.parse(input.head_json) as object),
    trains: moved
      .filter((t) => !isCancelled.has(t))
      .map((t) => {
        const list = input.day.stops_of[t] ?? 0;
        const all = printStops(forecast.listStops(t), ids[list], firstOf.get(t));
        const own = input.told_stops?.[list];
        return { train: names[t], stops: own?.map((stop) => all[stop]) ?? all };
      }),
    cancelled: moved.filter((t) => isCancelled.has(t)).map((t) => names[t]),
    ...(isOtherwiseStuck && { deadlocks: printDeadlocks(forecast, names) }),
  });
  return { told: now, json: shareText(json) };
}

/** The told trains that have moved; `times` of all others become what was told `before`. */
function findMoved(
  { places }: DayForecast,
  { day, is_told, told_stops }: MovesInput,
  { before, times }: { readonly before: Int32Array; readonly times: Int32Array },
): number[] {
  const moved: number[] = [];
  let at = 0;
  for (const [t, { length }] of places.entries()) {
    const end = at + 2 * length;
    const was = before.subarray(at, end);
    const is = times.subarray(at, end);
    const own = told_stops?.[day.stops_of[t] ?? 0] ?? Array.from({ length }, (_, stop) => stop);
    if (is_told[t] === 1 && own.some((stop) => hasMoved(was, is, stop))) moved.push(t);
    else is.set(was);
    at = end;
  }
  return moved;
}

function listTimes(
  { places, arrivals_ms, departures_ms }: DayForecast,
  { placeStart, starts_ms }: DayPlan,
  { cancelled }: KnownDay,
): Int32Array<SharedArrayBuffer> {
  const count = places.reduce((sum, { length }) => sum + length, 0);
  const times = new Int32Array(new SharedArrayBuffer(8 * count));
  const isCancelled = new Set(cancelled);
  let at = 0;
  for (const [t, own] of places.entries()) {
    const [first = 0, start_ms = 0] = [placeStart[t], starts_ms[t]];
    for (const place of own) {
      for (const known_ms of [arrivals_ms, departures_ms]) {
        const time_ms = known_ms[first + place] ?? NaN;
        const since_ms = Number.isNaN(time_ms) ? NEVER : Math.round(time_ms - start_ms);
        times[at++] = isCancelled.has(t) ? CANCELLED : since_ms;
      }
    }
  }
  return times;
}

function hasMoved(before: Int32Array, now: Int32Array, stop: number): boolean {
  return [2 * stop, 2 * stop + 1].some((i) => {
    const [was = NEVER, is = NEVER] = [before[i], now[i]];
    const isTime = Math.max(was, is) < CANCELLED;
    return isTime ? Math.abs(is - was) >= MOVED_MS : is !== was;
  });
}
