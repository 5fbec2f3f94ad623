/** A day as it runs: beside another simulator, and beside closed forms for trains that are alone. */
import { describe, expect, it } from "vitest";
import { ClosedZones } from "../../../../workers/engine/operation/closed_zones.ts";
import { endAt, noFacts } from "../../../../workers/engine/operation/day_facts.ts";
import { planDay } from "../../../../workers/engine/operation/day_plan.ts";
import { DaySimulator } from "../../../../workers/engine/operation/day_simulation.ts";
import { decideOrders } from "../../../../workers/engine/operation/decided_orders.ts";
import { SlowerTrains } from "../../../../workers/engine/operation/slower_trains.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRandom, type Random } from "../seeded.ts";
import {
  type DrawnDay,
  drawClosures,
  drawDay,
  drawEnds,
  drawOrders,
  drawSlower,
  operate,
} from "./drawn_day.ts";
import { judgeDay } from "./judge_day.ts";
import { fastestTime } from "./judge_drive.ts";
import { CLOSED, type Judged } from "./judged_day.ts";

type Decided = Pick<DrawnDay, "orders" | "ends" | "closures" | "slower">;

interface Simulated {
  /** By train, by place in m. */
  readonly arrivals: readonly ReadonlyMap<number, number>[];
  readonly stuck: number;
  /** Trains that wait for ever, and for whom. */
  readonly waiting: readonly { readonly t: number; readonly by: number }[];
  readonly deadlocks: DaySimulator["deadlocks"];
}

function simulate(day: DrawnDay): Simulated {
  const runs = day.trains.map((train) => operate(train, fastestTime(train)));
  const plan = planDay(
    runs,
    Uint32Array.from(runs.keys()),
    Float64Array.from(day.trains, ({ start_s }) => start_s * 1000),
  );
  const places = day.trains.map(({ stops, blocks, length_m }) => {
    const all = new Set([0, length_m, ...stops.map(({ at_m }) => at_m)]);
    let at_m = 0;
    for (const { zones } of blocks) {
      all.add(at_m);
      for (const zone of zones) at_m += zone.length_m;
    }
    return [...all].sort((a, b) => a - b);
  });
  const nPlaces = plan.placeStart[runs.length]!;
  const stops_ms = new Float64Array(nPlaces);
  day.trains.forEach(({ stops, longer_s }, t) => {
    stops.forEach(({ at_m }, i) => {
      stops_ms[plan.placeStart[t]! + places[t]!.indexOf(at_m)] = longer_s[i]! * 1000;
    });
  });
  const simulator = new DaySimulator(plan, day.patience_s * 1000);
  const disturbances = {
    entries_ms: Float64Array.from(day.trains, ({ entry_s }) => entry_s * 1000),
    stops_ms,
    runs_ms: new Float64Array(nPlaces),
  };
  const placeOf = (train: number, stop: number): number =>
    places[train]!.indexOf(day.trains[train]!.stops[stop]!.at_m);
  const facts = noFacts(plan, -Infinity);
  for (const { train, stop, stands } of day.ends ?? []) {
    endAt(facts, plan, { t: train, place: placeOf(train, stop), stands });
  }
  const decided = (day.orders ?? []).map(({ train, stop, first }) => {
    return { train, place: placeOf(train, stop), first };
  });
  const order = decideOrders(plan, decided, facts.visitEnd);
  const closures = (day.closures ?? []).map(({ zones, begin_s, end_s }) => {
    return { zones, begin_ms: begin_s * 1000, end_ms: end_s * 1000 };
  });
  const closed = closures.length === 0 ? null : new ClosedZones(plan, closures);
  const slower =
    day.slower === undefined
      ? null
      : new SlowerTrains(
          day.slower.map(({ train, percent, begin_s, end_s }) => {
            return { train, percent, begin_ms: begin_s * 1000, end_ms: end_s * 1000 };
          }),
        );
  const stuck = simulator.run(disturbances, { ...facts, order, closed, slower });
  const arrivals = places.map((own, t) => {
    const first = plan.placeStart[t]!;
    const reached = own.map((at_m, i) => [at_m, simulator.arrivals_ms[first + i]! / 1000] as const);
    return new Map(reached.filter(([, time]) => !Number.isNaN(time)));
  });
  const { isOver, isWaiting, waitsFor } = simulator.trains;
  const waiting = Array.from(waitsFor, (by, t) => ({ t, by })).filter(
    ({ t }) => isOver[t] === 0 && isWaiting[t] === 1,
  );
  return { arrivals, stuck, waiting, deadlocks: simulator.deadlocks };
}

/** Whether trains arrive at other times. */
function isOther(one: Judged, other: Judged): boolean {
  return one.arrivals.some((arrivals, t) =>
    [...arrivals].some(([at_m, time]) => Math.abs((other.arrivals[t]?.get(at_m) ?? 0) - time) > 1),
  );
}

/** Events nearer to each other may come the other way round by steps of time alone. */
const TOO_CLOSE_S = 0.05;
/** So may be where a train that just so stops before a signal is to know of it. */
const TOO_TIGHT_M = 1;

describe("a day", () => {
  const few = countTries({ few: 12, many: 300 });
  const faulty = countTries({ few: 40, many: 300 });
  it.each([
    ["by the plan", few, () => ({})],
    ["with decided orders", few, (random, drawn) => ({ orders: drawOrders(random, drawn) })],
    [
      "with trains that end on their way",
      few,
      (random, drawn) => ({ ends: drawEnds(random, drawn) }),
    ],
    [
      "with both",
      few,
      (random, drawn) => ({ orders: drawOrders(random, drawn), ends: drawEnds(random, drawn) }),
    ],
    ["with closed track", faulty, (random, drawn) => ({ closures: drawClosures(random, drawn) })],
    ["with slower trains", faulty, (random, drawn) => ({ slower: drawSlower(random, drawn) })],
    [
      "with slower trains, closed track, orders and ends",
      few,
      (random, drawn) => ({
        orders: drawOrders(random, drawn),
        ends: drawEnds(random, drawn),
        closures: drawClosures(random, drawn),
        slower: drawSlower(random, drawn),
      }),
    ],
  ] as const satisfies readonly (readonly [
    string,
    number,
    (random: Random, drawn: DrawnDay) => Decided,
  ])[])("%s runs as in another simulator (%i seeds)", (_, seeds, decide) => {
    let compared = 0;
    let stopped = 0;
    let locked = 0;
    let obeyed = 0;
    let blocked = 0;
    let hasDecisions = false;
    for (let seed = 0; compared < seeds; seed++) {
      const random = makeRandom(seed);
      const drawn = drawDay(random);
      const decisions: Decided = decide(random, drawn);
      const day = { ...drawn, ...decisions };
      const judged = judgeDay(day);
      if (judged.closest_s < TOO_CLOSE_S || judged.tightest_m < TOO_TIGHT_M) continue;
      hasDecisions ||= Object.values(decisions).some((some) => some.length > 0);
      obeyed += isOther(judged, judgeDay(drawn)) ? 1 : 0;
      blocked += judged.stuck.length > judged.inCircles.size ? 1 : 0;
      compared++;
      const simulated = simulate(day);
      const told = `seed ${seed}`;
      expect(simulated.stuck, told).toBe(judged.stuck.length);
      expect(simulated.deadlocks.length > 0, told).toBe(judged.inCircles.size > 0);
      for (const { trains } of simulated.deadlocks) {
        expect(
          trains.every((t) => judged.inCircles.has(t)),
          told,
        ).toBe(true);
      }
      expect(new Set(simulated.waiting.map(({ t }) => t)), told).toEqual(
        new Set(judged.keepers.keys()),
      );
      for (const { t, by } of simulated.waiting) {
        const keepers = judged.keepers.get(t)!;
        const isKept = keepers.has(by < day.trains.length ? by : CLOSED);
        expect(isKept, `${told} train ${t} by ${by} of ${[...keepers].join()}`).toBe(true);
      }
      for (const [t, arrivals] of judged.arrivals.entries()) {
        const own = simulated.arrivals[t]!;
        expect(new Set(own.keys()), `${told} train ${t}`).toEqual(new Set(arrivals.keys()));
        for (const [at_m, time] of arrivals) {
          expect(Math.abs(own.get(at_m)! - time), `${told} train ${t} at ${at_m} m`).toBeLessThan(
            1,
          );
        }
        stopped += arrivals.size - day.trains[t]!.stops.length > 0 ? 1 : 0;
      }
      locked += judged.inCircles.size > 0 ? 1 : 0;
    }
    // The days are worth comparing: trains stop at signals, and some meet for ever or come to one that stays.
    expect(stopped).toBeGreaterThan(seeds / 5);
    expect(locked + blocked).toBeGreaterThan(0);
    if (hasDecisions) expect(obeyed).toBeGreaterThan(seeds / 5);
  });

  it("is as planned for a train that is alone and not disturbed", () => {
    for (let seed = 0; seed < 20; seed++) {
      const drawn = drawDay(makeRandom(seed)).trains[0]!;
      const train = { ...drawn, entry_s: 0, longer_s: drawn.longer_s.map(() => 0) };
      const base_s = fastestTime(train);
      const [arrivals] = simulate({ trains: [train], patience_s: 300 }).arrivals;
      let stood_s = 0;
      for (const { at_m, dwell_s } of train.stops) {
        const planned_s = train.start_s + (1 + train.reserve) * base_s(at_m) + stood_s;
        expect(arrivals!.get(at_m)!, `seed ${seed} at ${at_m} m`).toBeCloseTo(planned_s, 1);
        stood_s += dwell_s;
      }
      expect(arrivals!.size).toBe(train.stops.length);
    }
  });
});
