// Method: turns at each zone beside those of the other simulator. All trains of a line sent behind all others, in drawn order: what was decided last says who goes when.
import { expect, it } from "vitest";
import { type DayPlan, planDay } from "../../../../workers/engine/operation/day_plan.ts";
import { decideOrders } from "../../../../workers/engine/operation/decided_orders.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";
import { drawDay, operate } from "./drawn_day.ts";
import { fastestTime } from "./judge_drive.ts";
import { judgeTurns } from "./judge_turns.ts";

/** Of its begin, what a train stands in is not meant. */
function isMeant({ visitTrain, visitStart, runs, runOf }: DayPlan, v: number): boolean {
  const t = visitTrain[v]!;
  return v - visitStart[t]! >= runs[runOf[t]!]!.blockZone[1]!;
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  const left = [...list];
  return list.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}

function drawPlan(random: Random, count: number): DayPlan {
  const { trains } = drawDay(random);
  const drawn = trains.map((train) => operate(train, fastestTime(train)));
  const runs = Array.from({ length: count }, (_, i) => drawn[i % drawn.length]!);
  const starts_ms = Float64Array.from(runs, () => 1000 * wholeBetween(random, 0, 3600));
  return planDay(runs, Uint32Array.from(runs.keys()), starts_ms);
}

it.each([1, 2, 3, 4, 5])(
  "of thousands of orders in circles the latest count at each zone (%i)",
  (seed) => {
    const random = makeRandom(seed);
    const plan = drawPlan(random, 60);
    const chain = shuffle([...plan.runOf.keys()], random);
    const later = chain.flatMap((train, i) =>
      chain.slice(0, i).map((first) => ({ train, place: 0, first })),
    );
    const earlier = later.map(({ train, first }) => ({ train: first, place: 0, first: train }));
    const orders = [...shuffle([...earlier, ...later], random), ...shuffle(later, random)];
    const { turns, visitTurn, decided } = decideOrders(plan, orders);
    expect(turns.toSorted()).toEqual(Uint32Array.from(plan.visitZone.keys()));
    let ordered = 0;
    for (const [zone, start] of plan.zoneStart.subarray(0, -1).entries()) {
      const visits = [...turns.subarray(start, plan.zoneStart[zone + 1])];
      expect(visits.map((v) => visitTurn[v])).toEqual([...visits.keys()]);
      for (const v of visits) {
        for (const first of decided.get(v) ?? [])
          expect(visitTurn[first]).toBeLessThan(visitTurn[v]!);
      }
      if (!visits.every((v) => isMeant(plan, v))) continue;
      const places = visits.map((v) => chain.indexOf(plan.visitTrain[v]!));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      if (visits.length > 1) ordered++;
    }
    expect(ordered).toBeGreaterThan(0);
  },
);

it("orders say at each zone what they say in the other simulator", () => {
  let moved = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = makeRandom(seed);
    const plan = drawPlan(random, wholeBetween(random, 2, 8));
    const nTrains = plan.runOf.length;
    const orders = Array.from({ length: wholeBetween(random, 1, 12) }, () => {
      const train = wholeBetween(random, 0, nTrains - 1);
      return { train, place: 0, first: (train + wholeBetween(random, 1, nTrains - 1)) % nTrains };
    });
    const { turns } = decideOrders(plan, orders);
    for (const [zone, start] of plan.zoneStart.subarray(0, -1).entries()) {
      const end = plan.zoneStart[zone + 1]!;
      const planned = [...plan.turns.subarray(start, end)];
      const of = (train: number) => planned.filter((v) => plan.visitTrain[v] === train);
      const pairs = orders.flatMap(({ train, first }) =>
        of(train)
          .filter((v) => isMeant(plan, v))
          .flatMap((v) => of(first).map((o) => [v, o] as const)),
      );
      const judged = judgeTurns(planned, pairs);
      expect([...turns.subarray(start, end)], `${seed} ${zone}`).toEqual(judged);
      if (judged.join() !== planned.join()) moved++;
    }
  }
  expect(moved).toBeGreaterThan(1000);
});
