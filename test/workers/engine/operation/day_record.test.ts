/** Days that are simulated from where they differ from a recorded one, beside the same days from their begin. */
import { describe, expect, it, vi } from "vitest";
import { ClosedZones } from "../../../../workers/engine/operation/closed_zones.ts";
import {
  ARRIVED,
  type DayFacts,
  noFacts,
  noteReport,
} from "../../../../workers/engine/operation/day_facts.ts";
import {
  type DayPlan,
  planDay,
  undisturbed,
} from "../../../../workers/engine/operation/day_plan.ts";
import { DayRecord } from "../../../../workers/engine/operation/day_record.ts";
import { DaySimulator } from "../../../../workers/engine/operation/day_simulation.ts";
import { decideOrders } from "../../../../workers/engine/operation/decided_orders.ts";
import { EventQueue } from "../../../../workers/engine/operation/event_queue.ts";
import { SlowerTrains } from "../../../../workers/engine/operation/slower_trains.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";
import { drawClosures, drawDay, drawSlower, operate } from "./drawn_day.ts";
import { fastestTime } from "./judge_drive.ts";

/** Reports are those of `known`; some trains are held, some go behind others. */
function decide(random: Random, plan: DayPlan, known: DayFacts): DayFacts {
  const nTrains = plan.runOf.length;
  const holds_ms = known.holds_ms.slice();
  const orders = [];
  for (let i = wholeBetween(random, 0, 3); i > 0; i--) {
    const train = wholeBetween(random, 0, nTrains - 1);
    const { isStop } = plan.runs[plan.runOf[train]!]!;
    const place = wholeBetween(random, 0, isStop.length - 2);
    const first = wholeBetween(random, 0, nTrains - 1);
    if (isStop[place] === 1 && random() < 0.4) {
      holds_ms[plan.placeStart[train]! + place] = 1000 * wholeBetween(random, 0, 5400);
    } else if (first !== train) orders.push({ train, place, first });
  }
  return { ...known, holds_ms, order: decideOrders(plan, orders) };
}

function describeDay(simulator: DaySimulator, stuck: number) {
  const { arrivals_ms, departures_ms, waits, deadlocks } = simulator;
  const { trains, blocks, causes, times_ms, ends_ms } = waits;
  return {
    stuck,
    arrivals_ms: arrivals_ms.slice(),
    departures_ms: departures_ms.slice(),
    waits: [trains, blocks, causes, times_ms, ends_ms].map((column) => Array.from(column.finish())),
    deadlocks: [...deadlocks],
  };
}

describe("a day that is simulated from where it differs from a recorded one", () => {
  const seeds = countTries({ few: 100, many: 2000 });

  it(`is the whole day, whatever was recorded and decided (${seeds} days)`, () => {
    const events = vi.spyOn(EventQueue.prototype, "pop");
    let shorter = 0;
    let changed = 0;
    let tried = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const random = makeRandom(seed);
      const day = drawDay(random);
      const runs = day.trains.map((train) => operate(train, fastestTime(train)));
      const starts_ms = Float64Array.from(day.trains, ({ start_s }) => Math.round(start_s * 1000));
      const plan = planDay(runs, Uint32Array.from(runs.keys()), starts_ms);
      const asOf_ms = random() < 0.5 ? -Infinity : 1000 * wholeBetween(random, 0, 3600);
      const closures = drawClosures(random, day).map(({ zones, begin_s, end_s }) => {
        return { zones, begin_ms: begin_s * 1000, end_ms: end_s * 1000 };
      });
      const closed = random() < 0.6 ? null : new ClosedZones(plan, closures);
      const slow = drawSlower(random, day).map(({ train, percent, begin_s, end_s }) => {
        return { train, percent, begin_ms: begin_s * 1000, end_ms: end_s * 1000 };
      });
      const slower = random() < 0.6 ? null : new SlowerTrains(slow);
      const known = { ...noFacts(plan, asOf_ms), closed, slower };
      for (let t = 0; t < runs.length; t++) {
        const time_ms = starts_ms[t]! + 1000 * wholeBetween(random, 0, 600);
        const at = plan.placeStart[t]!;
        if (random() < 0.5) noteReport(known, { t, at, kind: ARRIVED, time_ms });
      }
      const patience_ms = random() < 0.2 ? -Infinity : day.patience_s * 1000;
      const record = new DayRecord(plan);
      const some = new DaySimulator(plan, patience_ms);
      const whole = new DaySimulator(plan, patience_ms);
      const none = undisturbed(plan);
      let last: DayFacts = known;
      for (let round = 0; round < 8; round++) {
        const facts = random() < 0.2 ? last : decide(random, plan, known);
        const isRecorded = round === 0 || random() < 0.3;
        events.mockClear();
        const own = describeDay(some, some.runBeside(record, facts, isRecorded));
        const own_events = events.mock.calls.length;
        const other = describeDay(whole, whole.run(none, facts));
        if (own_events < (events.mock.calls.length - own_events) / 2) shorter++;
        expect(own, `seed ${seed} round ${round}`).toEqual(other);
        const before = describeDay(whole, whole.run(none, last));
        if (other.arrivals_ms.some((time, i) => !Object.is(time, before.arrivals_ms[i]))) changed++;
        if (isRecorded) last = facts;
        tried++;
      }
    }
    expect(shorter).toBeGreaterThan(tried / 10);
    expect(changed).toBeGreaterThan(tried / 10);
  });
});
