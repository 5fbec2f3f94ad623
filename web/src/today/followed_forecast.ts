/**
 * The forecast by its stream: read whole when the stream begins; what moves is folded in as it is told. The stream
 * tells times alone. Whom trains wait for that moved, and which reports say nothing, is asked train by train.
 */
import { signal } from "@preact/signals";
import { api, ask, type Schemas } from "../api/client.ts";
import { follow } from "../api/events.ts";
import {
  type DayQuery,
  type Forecast,
  fold,
  forecast,
  type NamedTrain,
  type ToldTrains,
} from "./day_state.ts";
import { EarlierDelays } from "./earlier.ts";
import { Errand } from "./errand.ts";

/** Trains that are asked one by one; of more the whole day is read. */
const ONE_BY_ONE_MAX = 8;
/** Between readings of the whole day because so many move. */
const REST_MS = 5000;
/** A page that joins the stream of another one is not told how it began. */
const BEGIN_MS = 1000;

export const stream_state = signal<"live" | "offline" | "refused">("live");
/** Why the forecast can't be read, in words. */
export const forecast_fault = signal<string | null>(null);
/** What was expected before, since the day is followed. */
export const earlier = signal(new EarlierDelays());
/** When the forecast was told, by the browser's clock. */
export const told_ms = signal(0);

/** What is to be asked: trains by their records, or all. */
interface News {
  readonly records: ReadonlyMap<string, Pick<NamedTrain, "kind" | "id">>;
  readonly is_all: boolean;
}
const NO_NEWS: News = { records: new Map(), is_all: false };
const ALL_NEWS: News = { ...NO_NEWS, is_all: true };

function newsOf(trains: readonly NamedTrain[]): News {
  const records = trains.map(({ kind, id }) => [`${kind} ${id}`, { kind, id }] as const);
  return { ...NO_NEWS, records: new Map(records) };
}

function join(one: News, other: News): News {
  const records = new Map([...one.records, ...other.records]);
  return { records, is_all: one.is_all || other.is_all };
}

export class FollowedForecast {
  readonly #timetable_id: number;
  readonly #query: DayQuery;
  readonly #errand: Errand;
  readonly #ends: readonly (() => void)[];
  #news = NO_NEWS;
  #has_begun = false;
  #is_shown = false;
  /** What has moved since the last question: its answer may be older. */
  #moved: ToldTrains[] = [];

  constructor(timetable_id: number, query: DayQuery) {
    this.#timetable_id = timetable_id;
    this.#query = query;
    this.#errand = new Errand(async (ending) => await this.#read(ending), forecast_fault);
    stream_state.value = "live";
    earlier.value = new EarlierDelays();
    const joining = setTimeout(() => {
      if (!this.#has_begun) this.#hear(ALL_NEWS);
    }, BEGIN_MS);
    this.#ends = [() => clearTimeout(joining), () => this.#errand.end(), this.#follow()];
  }

  #follow(): () => void {
    const query = Object.entries(this.#query).map(([name, value]) => [name, String(value)]);
    const path = `/timetable/${this.#timetable_id}/forecast?${new URLSearchParams(query)}`;
    return follow<Schemas["ForecastEvent"]>(path, {
      told: { moved: (data) => this.#fold(JSON.parse(data) as Schemas["ForecastMoves"]) },
      onReset: () => this.#hear(ALL_NEWS),
      onEnd: () => {
        stream_state.value = "refused";
      },
      onState: (state) => {
        stream_state.value = state;
      },
    });
  }

  end(): void {
    for (const end of this.#ends) end();
  }

  /** More than the times of these trains may have changed; null: of track. */
  askAgain(trains: readonly (NamedTrain | null)[]): void {
    if (!this.#has_begun || trains.length === 0) return;
    const named = trains.filter((train) => train !== null);
    this.#hear(named.length < trains.length ? ALL_NEWS : newsOf(named));
  }

  #hear(news: News): void {
    this.#has_begun = true;
    this.#news = join(this.#news, news);
    this.#errand.want();
  }

  #fold(moves: ToldTrains): void {
    this.#moved.push(moves);
    const known = forecast.peek();
    if (this.#is_shown && known !== null) this.#show(fold(known, moves));
    this.#hear(newsOf(moves.trains.map(({ train }) => train)));
  }

  async #read(ending: AbortSignal): Promise<void> {
    const news = this.#news;
    this.#news = NO_NEWS;
    this.#moved = [];
    const are_many = news.records.size > ONE_BY_ONE_MAX;
    try {
      const known = forecast.peek();
      const next =
        news.is_all || are_many || known === null
          ? await this.#ask({}, ending)
          : await this.#askRecords(news, known, ending);
      ending.throwIfAborted();
      this.#show(this.#moved.reduce(fold, next));
    } catch (error) {
      this.#news = join(news, this.#news);
      throw error;
    }
    if (are_many && !news.is_all) await rest(REST_MS, ending);
  }

  async #askRecords({ records }: News, known: Forecast, ending: AbortSignal): Promise<Forecast> {
    const told = await Promise.all(
      [...records.values()].map(
        async ({ kind, id }) => await this.#ask({ [`${kind}_id`]: id }, ending),
      ),
    );
    // What has moved meanwhile was shown, and is known.
    return told.reduce(fold, forecast.peek() ?? known);
  }

  async #ask(
    whom: { readonly train_schedule_id?: number; readonly paced_train_id?: number },
    ending: AbortSignal,
  ): Promise<Forecast> {
    const path = { timetable_id: this.#timetable_id };
    const params = { path, query: { ...this.#query, ...whom } };
    return await ask(api.GET("/timetable/{timetable_id}/forecast", { params, signal: ending }));
  }

  #show(next: Forecast): void {
    const before = this.#is_shown ? forecast.peek() : null;
    // Without a clock nothing is some minutes ago.
    if (this.#query.as_of === undefined && next.as_of !== null)
      earlier.peek().note(before, next, Date.parse(next.as_of));
    this.#is_shown = true;
    told_ms.value = Date.now();
    forecast.value = next;
  }
}

async function rest(for_ms: number, ending: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, for_ms);
    ending.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
