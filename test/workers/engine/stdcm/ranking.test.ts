/** The order of short term trains, by hand; brute force looks at it from outside (test/oracle/stdcm.test.ts). */
import { describe, expect, it } from "vitest";
import {
  type Made,
  Ranking,
  type Rival,
  type Timed,
} from "../../../../workers/engine/stdcm/ranking.ts";

function bestOf(...trains: readonly [number, number][]): Timed | null {
  const ranking = new Ranking<Made>();
  for (const [end_s, underWay_s] of trains) ranking.add({ end_s, underWay_s, free_s: 300 });
  return ranking.best;
}

it.each([
  [
    "the first to arrive",
    [
      [900, 800],
      [1000, 300],
    ],
    900,
  ],
  [
    "the first to arrive, found last",
    [
      [1000, 300],
      [900, 800],
    ],
    900,
  ],
  [
    "of equal arrivals the one that leaves last",
    [
      [1000, 600],
      [1000, 500],
    ],
    1000,
  ],
  [
    "one a little later that saves much",
    [
      [1000, 600],
      [1050, 550],
    ],
    1050,
  ],
  [
    "not one a little later that saves little",
    [
      [1000, 600],
      [1050, 597],
    ],
    1000,
  ],
  [
    "not one that is near to another than the first",
    [
      [1000, 600],
      [1050, 550],
      [1090, 400],
    ],
    1050,
  ],
] as const)("the best is %s", (_, trains, end_s) => {
  expect(bestOf(...trains.map(([end, under]): [number, number] => [end, under]))?.end_s).toBe(
    end_s,
  );
});

it("looks at what may be better alone", () => {
  const ranking = new Ranking<Made>();
  expect(ranking.admits(1e9, 1e9)).toBe(true);
  ranking.add({ end_s: 1000, underWay_s: 600, free_s: 500 });
  expect(ranking.limit_s).toBe(1060);
  expect(ranking.admits(1000, 600)).toBe(false);
  expect(ranking.admits(939, 900)).toBe(true);
  expect(ranking.admits(1059, 500)).toBe(true);
  expect(ranking.admits(1061, 100)).toBe(false);
});

it("keeps trains that end before the best one, which others are compared with too", () => {
  const ranking = new Ranking<Made>();
  ranking.add({ end_s: 1000, underWay_s: 600, free_s: 300 });
  expect(ranking.earlier).toEqual([]);
  ranking.add({ end_s: 1050, underWay_s: 550, free_s: 300 });
  expect(ranking.earlier.map(({ end_s }) => end_s)).toEqual([1000]);
});

describe("beside a train with other signals", () => {
  const rival: Rival = { end_s: 1000, underWay_s: 900, free_s: 500, worth_s: 120 };
  const isBetter = (end_s: number, underWay_s: number, free_s: number): boolean => {
    const ranking = new Ranking<Made>([rival]);
    ranking.add({ end_s, underWay_s, free_s });
    return ranking.best !== null;
  };

  it("another one must end earlier", () => {
    expect(isBetter(999, 600, 500)).toBe(true);
    expect(isBetter(1000, 600, 500)).toBe(false);
  });

  it("and wait so much less, at its start or under way", () => {
    expect(isBetter(879, 900, 500)).toBe(true);
    expect(isBetter(990, 779, 500)).toBe(true);
    expect(isBetter(881, 781, 500)).toBe(false);
  });

  it("where a faster approach counts for nothing", () => {
    expect(isBetter(790, 690, 400)).toBe(false);
    expect(isBetter(779, 690, 400)).toBe(true);
    // Nor does a longer way.
    expect(isBetter(870, 900, 700)).toBe(true);
  });

  it("of several, beside each: the best one may arrive later than another", () => {
    const first: Rival = { end_s: 950, underWay_s: 950, free_s: 500, worth_s: 120 };
    const ranking = new Ranking<Made>([rival, first]);
    ranking.add({ end_s: 879, underWay_s: 879, free_s: 500 });
    expect(ranking.best).toBeNull();
    ranking.add({ end_s: 829, underWay_s: 829, free_s: 500 });
    expect(ranking.best?.end_s).toBe(829);
  });

  it("ways that can't be so good are not looked at", () => {
    const ranking = new Ranking<Made>([rival]);
    expect(ranking.limit_s).toBe(1000);
    expect(ranking.admits(870, 900)).toBe(true);
    expect(ranking.admits(890, 890)).toBe(false);
  });
});
