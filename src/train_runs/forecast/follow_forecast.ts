/** A forecast as a stream of events: what is expected otherwise than was told before. */
import { setTimeout as sleep } from "node:timers/promises";
import type { TaskOutput } from "../../../workers/tasks.ts";
import type { OwnText } from "../../platform/events/event_hub.ts";
import { printOwnEvent } from "../../platform/events/event_text.ts";
import { EVENTS_TYPE } from "../../platform/http/answers.ts";
import type { Context, TypedStream } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { followAt } from "../../platform/http/events.ts";
import { chooseTold, printAsOf, type ToldTrains } from "./answer_forecast.ts";
import {
  type AskedForecast,
  readReported,
  readVersioned,
  type VersionedDay,
  versionOf,
} from "./known_day.ts";

/** At most one event in this time. */
const REST_MS = 1000;
/** The clock of an opened day, rolling stocks and the network have no events here. */
const LOOK_MS = 5000;

/** What was told last, and of what. */
interface Told {
  /** The trains by which it is ordered. */
  readonly day_key: string;
  /** All that it depends on. */
  readonly key: string;
  readonly times: TaskOutput<"forecast_moves">["told"];
}

export async function followForecast(
  ctx: Context,
  asked: AskedForecast,
  wanted: ToldTrains,
): Promise<TypedStream> {
  // What can't be asked is answered as an error.
  await readVersioned(ctx, asked);
  const teller = new ForecastTeller(ctx, asked, wanted);
  const watched = { type: "timetable", id: asked.timetable_id } as const;
  const pieces = followAt(ctx, watched, { tell: async () => teller.tell(), every_ms: LOOK_MS });
  return { content_type: EVENTS_TYPE, pieces };
}

class ForecastTeller {
  readonly #ctx: Context;
  readonly #asked: AskedForecast;
  readonly #wanted: ToldTrains;
  #told: Told | null = null;
  #told_ms = -Infinity;
  #is_failing = false;

  constructor(ctx: Context, asked: AskedForecast, wanted: ToldTrains) {
    this.#ctx = ctx;
    this.#asked = asked;
    this.#wanted = wanted;
  }

  /** The next event, or why there is none any more; null: nothing is to be told. */
  async tell(): Promise<Uint8Array | OwnText> {
    try {
      await rest(this.#told_ms + REST_MS - performance.now(), this.#ctx.signal);
      const next = await this.#findNext();
      // As it was read with rights of before.
      await this.#ctx.checkAgain();
      this.#is_failing = false;
      if (next === null) return null;
      this.#told = next.told;
      if (next.text !== null) this.#told_ms = performance.now();
      return next.text;
    } catch (error) {
      return this.#endBy(error);
    }
  }

  async #findNext(): Promise<{ readonly told: Told; readonly text: Uint8Array | null } | null> {
    const day = await readVersioned(this.#ctx, this.#asked);
    const day_key = day.running.day.key;
    const told = this.#told?.day_key === day_key ? this.#told : null;
    if (told?.key === day.key) return null;
    const { head_json, moves } = await this.#compute(day, told);
    const next = { day_key, key: day.key, times: moves.told };
    if (told === null) return { told: next, text: printOwnEvent("reset", Buffer.from(head_json)) };
    const { json } = moves;
    return { told: next, text: json && printOwnEvent("moved", new Uint8Array(json)) };
  }

  async #compute(
    versioned: VersionedDay,
    told: Told | null,
  ): Promise<{ readonly head_json: string; readonly moves: TaskOutput<"forecast_moves"> }> {
    const day = await readReported(versioned, this.#asked);
    const { is_told, told_stops } = chooseTold(day.running, this.#wanted);
    const head_json = JSON.stringify({ as_of: printAsOf(day.known), version: versionOf(day) });
    const { services, share, priority, signal } = day.question.setup;
    const moves = await services.compute.run(
      "forecast_moves",
      { ...day.known, is_told, told_stops, told: told?.times ?? null, head_json },
      { share, priority, signal },
    );
    return { head_json, moves };
  }

  /**
   * What a lack of capacity or the database prevents is tried again at the next look. What can't be asked any more
   * is answered as an error when the client comes again.
   */
  #endBy(error: unknown): OwnText {
    if (error instanceof AppError) {
      if (error.status === 404) return "deleted";
      if (error.status === 401 || error.status === 403) return "denied";
      if (error.status < 500) return "over";
    }
    if (!(this.#is_failing || this.#ctx.signal.aborted)) {
      this.#ctx.services.log.warn({ err: error }, "a followed forecast can't be made");
    }
    this.#is_failing = true;
    return null;
  }
}

async function rest(time_ms: number, signal: AbortSignal): Promise<void> {
  if (time_ms > 0) await sleep(time_ms, undefined, { signal });
}
