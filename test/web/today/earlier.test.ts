// Method: drawn days whose clock moves in drawn steps; a list of all that was ever expected tells what was ten minutes ago.
import { describe, expect, it } from "vitest";
import type { DayTrain, Forecast } from "../../../web/src/today/day_state.ts";
import { EarlierDelays } from "../../../web/src/today/earlier.ts";
import { makeRandom, wholeBetween } from "../../workers/engine/seeded.ts";

const MINUTE_MS = 60_000;
const AGO_MS = 10 * MINUTE_MS;
const BEGIN_MS = Date.UTC(2026, 4, 22, 8);

function makeDay(...delays: readonly (number | null)[]): Forecast {
  const trains = delays.map(
    (delay_seconds, id) =>
      ({ train: { kind: "train_schedule", id }, stops: [{ delay_seconds }], waits: [] }) as never,
  );
  return { trains } as never;
}
const first = ({ trains }: Forecast): DayTrain => trains[0] as DayTrain;

describe("what was expected some minutes ago", () => {
  it("is what was expected then, to the minute, however the clock moves", () => {
    for (let seed = 0; seed < 30; seed++) {
      const random = makeRandom(seed);
      const earlier = new EarlierDelays();
      let now_ms = BEGIN_MS;
      let day = makeDay(0);
      earlier.note(null, day, now_ms);
      const history = [{ from_ms: now_ms, delay_s: 0 }];
      for (let step = 0; step < 60; step++) {
        now_ms += MINUTE_MS * wholeBetween(random, 0, 3) + 1000 * wholeBetween(random, 0, 20);
        const delay_s = 60 * wholeBetween(random, 0, 30);
        const next = makeDay(delay_s);
        earlier.note(day, next, now_ms);
        day = next;
        history.push({ from_ms: now_ms, delay_s });
        const then_ms = Math.max(now_ms - AGO_MS, BEGIN_MS);
        // Within the minute one of several is kept.
        const could_be = new Set(
          history
            .filter(({ from_ms }, i) => {
              const until_ms = history[i + 1]?.from_ms ?? Infinity;
              return until_ms > then_ms - MINUTE_MS && from_ms <= then_ms + MINUTE_MS;
            })
            .map((one) => delay_s - one.delay_s),
        );
        const change = earlier.changeOf(first(day), 0);
        expect(could_be, `seed ${seed}, step ${step}`).toContain(change?.by_s ?? 0);
        const minutes = Math.max(1, Math.round((now_ms - then_ms) / MINUTE_MS));
        if (change !== null) expect(change.in_minutes).toBe(minutes);
      }
    }
  });

  it("is nothing where nothing else was told, or the train never gets there", () => {
    const earlier = new EarlierDelays();
    const days = [makeDay(60, 60), makeDay(120, null)] as const;
    earlier.note(null, days[0], BEGIN_MS);
    expect(earlier.changeOf(first(days[0]), 0)).toBe(null);
    earlier.note(days[0], days[1], BEGIN_MS + 4 * MINUTE_MS);
    expect(earlier.changeOf(first(days[1]), 0)).toEqual({ by_s: 60, in_minutes: 4 });
    expect(earlier.changeOf(days[1].trains[1] as DayTrain, 0)).toBe(null);
    const same = { ...days[1] };
    earlier.note(days[1], same, BEGIN_MS + 40 * MINUTE_MS);
    expect(earlier.changeOf(first(same), 0)).toBe(null);
  });

  it("is forgotten where the clock goes back, as reports were taken back", () => {
    const earlier = new EarlierDelays();
    const days = [makeDay(0), makeDay(600), makeDay(0)] as const;
    earlier.note(null, days[0], BEGIN_MS);
    earlier.note(days[0], days[1], BEGIN_MS + 5 * MINUTE_MS);
    earlier.note(days[1], days[2], BEGIN_MS + MINUTE_MS);
    expect(earlier.changeOf(first(days[2]), 0)).toBe(null);
  });
});
