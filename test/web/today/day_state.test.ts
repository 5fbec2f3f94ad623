// Method: drawn days told in parts; what is folded in equals a day that was put together train by train.
import { describe, expect, it } from "vitest";
import {
  type DayTrain,
  type Forecast,
  fold,
  type NamedTrain,
  type ToldTrains,
} from "../../../web/src/today/day_state.ts";
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";

const TRAINS = 8;
const STEPS = 30;

const nameOf = (id: number): NamedTrain => ({ kind: "train_schedule", id });
const waitFor = (id: number): DayTrain["waits"] => [
  { cause: nameOf(id), signal: null, seconds: id },
];

/** A train of one stop, with a delay that tells when it was told. */
const makeTold = (id: number, delay_seconds: number): Omit<DayTrain, "waits"> => ({
  train: nameOf(id),
  stops: [
    {
      stop: "a",
      planned_arrival: "2026-05-22T08:00:00Z",
      planned_departure: null,
      arrival: "2026-05-22T08:00:00Z",
      departure: null,
      delay_seconds,
      has_arrived: false,
      has_departed: false,
      held_until: null,
      ends: null,
      is_cancelled: false,
      follows: [],
    },
  ],
});

const EMPTY: Forecast = {
  as_of: null,
  trains: [],
  deadlocks: [],
  cancelled: [],
  left_out: [nameOf(99)],
  unused_reports: [],
};

/** What the day is, by train. */
class Model {
  readonly delays = new Map<number, number>();
  readonly waits = new Map<number, DayTrain["waits"]>();
  readonly cancelled = new Set<number>();

  /** Some trains move, some are cancelled or run again; waits are told or not. */
  step(random: Random, step: number): ToldTrains {
    const tells_waits = random() < 0.5;
    const trains: ToldTrains["trains"][number][] = [];
    const cancelled: NamedTrain[] = [];
    for (let id = 1; id <= TRAINS; id++) {
      const drawn = random();
      if (drawn < 0.2) {
        for (const known of [this.delays, this.waits]) known.delete(id);
        this.cancelled.add(id);
        cancelled.push(nameOf(id));
      } else if (drawn < 0.6) {
        this.cancelled.delete(id);
        this.delays.set(id, step);
        const waits = tells_waits ? waitFor(wholeBetween(random, 1, TRAINS)) : null;
        this.waits.set(id, waits ?? this.waits.get(id) ?? []);
        trains.push({ ...makeTold(id, step), ...(waits !== null && { waits }) });
      }
    }
    return { as_of: `${step}`, trains, cancelled };
  }
}

describe("a day whose trains are told in parts", () => {
  it("is what was told last of each train; those that were not told of stay as they are", () => {
    for (let seed = 0; seed < 20; seed++) {
      const random = makeRandom(seed);
      const model = new Model();
      let day = EMPTY;
      for (let step = 1; step <= STEPS; step++) {
        const told = model.step(random, step);
        const before = new Map(day.trains.map((one) => [one.train.id, one]));
        day = fold(day, told);
        const ids = new Set(day.trains.map(({ train }) => train.id));
        expect([ids.size, ids], `seed ${seed}`).toEqual([
          day.trains.length,
          new Set(model.delays.keys()),
        ]);
        for (const one of day.trains) {
          const { id } = one.train;
          expect(one.stops[0]?.delay_seconds).toBe(model.delays.get(id));
          expect(one.waits).toEqual(model.waits.get(id));
          if (model.delays.get(id) !== step) expect(one).toBe(before.get(id));
        }
        expect(day.cancelled).toHaveLength(model.cancelled.size);
        expect(new Set(day.cancelled.map(({ id }) => id))).toEqual(model.cancelled);
        expect(day).toMatchObject({ as_of: `${step}`, left_out: EMPTY.left_out });
      }
    }
  });

  it("keeps deadlocks and unused reports until others are told", () => {
    const deadlocks = [{ time: "2026-05-22T08:00:00Z", trains: [nameOf(1), nameOf(2)] }];
    const unused_reports: Forecast["unused_reports"] = [
      { train: nameOf(1), stop: "a", event: "departed", reason: "impossible" },
    ];
    const known = { ...EMPTY, deadlocks, unused_reports };
    const nothing = { as_of: "1", trains: [], cancelled: [] };
    expect(fold(known, nothing)).toEqual({ ...known, as_of: "1" });
    const others = fold(known, { ...nothing, deadlocks: [], unused_reports: [] });
    expect(others).toEqual({ ...EMPTY, as_of: "1" });
  });
});
