/**
 * `npm run play -- <address> <timetable> <parameters>`: plays a day, a minute in a second. What is expected by now is
 * reported as done; now and then a train leaves later. The page's "Today" shows it beside. What was reported before is
 * forgotten. Ends with the last train, or by Ctrl-C.
 */
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { Api } from "./demo/api.ts";
import { Random } from "./network/random.ts";

const MINUTE_MS = 60_000;
const TICK_MS = 1000;
/** How many departures are late by themselves, and by how many minutes at most. */
const LATE_SHARE = 0.04;
const LATE_MAX = 12;
const SEED = 1;

const Time = v.nullable(v.string());
const Forecast = v.object({
  trains: v.array(
    v.object({
      train: v.looseObject({ id: v.number() }),
      stops: v.array(
        v.object({
          stop: Time,
          planned_arrival: v.string(),
          arrival: Time,
          departure: Time,
          planned_departure: Time,
          has_arrived: v.boolean(),
          has_departed: v.boolean(),
        }),
      ),
    }),
  ),
});
type Day = v.InferOutput<typeof Forecast>;

class PlayedDay {
  readonly #random = new Random(SEED);
  /** Until when a train stays at a stop by itself. */
  readonly #stays_ms = new Map<string, number>();

  /** What has happened by now and was not reported yet. */
  listReports({ trains }: Day, now_ms: number): object[] {
    const said = { observed_at: new Date(now_ms).toISOString(), source: "play" };
    return trains.flatMap(({ train, stops }) =>
      stops.flatMap(({ stop, arrival, departure, has_arrived, has_departed }, i) => {
        if (stop === null || has_departed) return [];
        const came = i === 0 || has_arrived ? null : arrival;
        if (came !== null && Date.parse(came) > now_ms) return [];
        const reports = came === null ? [] : [{ train, event: "arrived", stop, at: came, ...said }];
        if (departure === null || Date.parse(departure) > now_ms) return reports;
        const key = JSON.stringify([train, stop]);
        const at_ms = Math.max(this.#stay(key, Date.parse(departure)), Date.parse(departure));
        if (at_ms > now_ms) return reports;
        const at = new Date(at_ms).toISOString();
        return [...reports, { train, event: "departed", stop, at, ...said }];
      }),
    );
  }

  #stay(key: string, departure_ms: number): number {
    const known = this.#stays_ms.get(key);
    if (known !== undefined) return known;
    const minutes = this.#random.next() < LATE_SHARE ? this.#random.next() * LATE_MAX : 0;
    const until_ms = departure_ms + Math.round(minutes) * MINUTE_MS;
    this.#stays_ms.set(key, until_ms);
    return until_ms;
  }
}

async function play(base_url: string, timetable_id: string, parameters: string): Promise<void> {
  const api = new Api(base_url);
  const place = `/timetable/${timetable_id}`;
  await fetch(`${base_url}${place}/reports`, { method: "DELETE" });
  const ask = async (now_ms: number): Promise<Day> => {
    const as_of = new Date(now_ms).toISOString();
    return await api.get(`${place}/forecast?${parameters}&as_of=${as_of}`, Forecast);
  };
  const played = new PlayedDay();
  const planned = (await ask(0)).trains.flatMap(({ stops }) => stops[0]?.planned_arrival ?? []);
  let now_ms = Math.min(...planned.map((time) => Date.parse(time)));
  for (; ; now_ms += MINUTE_MS) {
    // What is due by now and has not happened yet is told for the minute before.
    const day = await ask(now_ms - MINUTE_MS);
    const reports = played.listReports(day, now_ms);
    if (reports.length > 0) await api.post(`${place}/reports`, reports, v.unknown());
    const running = day.trains.filter(({ stops }) => stops.at(-1)?.has_arrived === false);
    console.log(
      `${new Date(now_ms).toISOString().slice(0, 16)} ${reports.length} reports, ${running.length} trains not at their ends`,
    );
    if (running.every(({ stops }) => stops.at(-1)?.arrival === null)) return;
    await sleep(TICK_MS);
  }
}

const [base_url = "http://127.0.0.1:8090", timetable_id = "", parameters = ""] =
  process.argv.slice(2);
await play(base_url, timetable_id, parameters);
