// Method: drawn reports of several priorities, withdrawals, deletions, edits of trains and refreshes of an opened day, two of them at a time; servers that keep what they have read are compared, byte by byte, with one that reads all of it.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { call } from "../helpers/services.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { drawDated, type Json, PERIODS } from "./dated_trains.ts";
import { pick, startLiveWorld } from "./live_world.ts";

const world = opened(startLiveWorld);
const SECONDS_MS = 1000;

/** Reports of a few trains, so that most are about what others are about. */
class Reporter {
  readonly #random: Random;
  readonly #trains: readonly Json[];
  readonly #date: string;
  #observed_ms: number;

  constructor(random: Random, trains: readonly Json[], date: string) {
    this.#random = random;
    this.#trains = trains.slice(0, 4);
    this.#date = date;
    this.#observed_ms = Date.parse(`${date}T03:00:00Z`);
  }

  draw(): Json {
    const random = this.#random;
    // Some are older than others that are known, or as old.
    this.#observed_ms += SECONDS_MS * wholeBetween(random, -5, 20);
    const observed_at = new Date(this.#observed_ms).toISOString();
    const told = {
      observed_at,
      priority: wholeBetween(random, 0, 2),
      source: pick(random, ["a", "b"]),
    };
    const { train, stops } = pick(random, this.#trains);
    const { stop, planned_arrival } = pick(random, stops as Json[]);
    const late_ms = 60_000 * wholeBetween(random, -2, 20);
    const time = new Date(Date.parse(planned_arrival) + late_ms).toISOString();
    const at = random() < 0.25 ? null : time;
    const event = pick(random, [
      "departed",
      "departed",
      "arrived",
      "held",
      "passed",
      "ends",
      "cancelled",
      "follows",
      "slower",
      "closed",
    ]);
    if (event === "closed") {
      const { id: track_section } = pick(random, world.tracks.slice(0, 3));
      return { event, track_range: { track_section }, date: this.#date, at, ...told };
    }
    return {
      train,
      event,
      at,
      ...told,
      ...(event === "slower" && { percent: wholeBetween(random, 1, 50) }),
      ...(!["cancelled", "slower"].includes(event) && { stop }),
      ...(event === "follows" && { other: pick(random, this.#trains)["train"] }),
    };
  }
}

describe("reports that a server keeps", () => {
  const seeds = countTries({ few: 6, many: 120 });

  it(`are those of the database, whatever is told, forgotten or planned otherwise (${seeds} chains)`, async () => {
    let seen = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const random = makeRandom(seed);
      const { id, records, runs } = await drawDated(random, world, pick(random, PERIODS));
      const { date } = pick(random, runs);
      const query = `infra=${world.infra_id}&date=${date}`;
      const path = `/timetable/${id}/forecast?${query}`;
      const keeping = [world.openServer(), world.openServer()];
      const read = async (server: (typeof keeping)[0]): Promise<string> => {
        const answer = await call(server, { path });
        expect(answer.status, answer.text).toBe(200);
        return answer.text;
      };
      const reporter = new Reporter(random, JSON.parse(await read(keeping[0]!)).trains, date);
      let opened_id = 0;
      const report = async (): Promise<void> => {
        const body = Array.from({ length: wholeBetween(random, 1, 8) }, () => reporter.draw());
        await world.make("POST", `/timetable/${id}/reports`, body);
      };
      const act = async (what: string): Promise<void> => {
        if (what === "report") await report();
        if (what === "two") await Promise.all([report(), report(), read(keeping[0]!)]);
        if (what === "forget") await world.make("DELETE", `/timetable/${id}/reports?date=${date}`);
        if (what === "edit") {
          const { kind, id: train_id } = pick(random, records);
          await call(world.services, {
            method: "DELETE",
            path: `/${kind}`,
            body: { ids: [train_id] },
          });
        }
        if (what === "open" && opened_id === 0) {
          const body = { timetable_id: id, infra_id: world.infra_id, date };
          opened_id = (await world.make("POST", "/operation", body)).json.id;
        }
        if (what === "refresh" && opened_id !== 0)
          await world.make("POST", `/operation/${opened_id}/refresh`);
      };
      for (let step = 0; step < 14; step++) {
        const what = pick(random, [
          "report",
          "report",
          "report",
          "two",
          "two",
          "forget",
          "edit",
          "open",
          "refresh",
        ]);
        await act(what);
        const anew = await read(world.openServer());
        for (const server of keeping)
          expect(await read(server), `seed ${seed}, step ${step}: ${what}`).toBe(anew);
        const { as_of, trains, cancelled, unused_reports } = JSON.parse(anew);
        if (as_of !== null) seen += trains.length + cancelled.length + unused_reports.length;
      }
      if (opened_id !== 0) await world.make("DELETE", `/operation/${opened_id}`);
    }
    expect(seen).toBeGreaterThan(50 * seeds);
  });
});
