// Method: the simulation against closed forms of queues, the model against what costs alone decide.
import { describe, expect, it } from "vitest";
import { type Costs, simulate } from "../../bench/capacity/model.ts";
import { makeResource, type Process, Simulation } from "../../bench/capacity/simulation.ts";

const FREE: Costs = {
  cold_train_ms: 0,
  prepare_ms: 0,
  collect_ms: 0,
  store_ms: 0,
  statement_ms: 0,
  record_ms: 0,
  operation_ms: 0,
  mib_ms: 0,
  train_bytes: 0,
};
const plant = (servers: number, threads = 1, cores: number | null = null) => ({
  servers,
  threads,
  database_cores: 2,
  cores,
});
const ask = (trains: number, cold = trains, server = 0) => ({ at_ms: 0, server, trains, cold });

describe("the simulation", () => {
  it("serves in the order of arrival, so many at once", () => {
    const simulation = new Simulation();
    const desk = makeResource("desk", 2);
    const ends: [number, number][] = [];
    function* visit(i: number): Process {
      yield { on: [], ms: i };
      yield { on: [desk], ms: 10 };
    }
    for (let i = 0; i < 6; i++) {
      simulation.start(visit(i), () => ends.push([i, simulation.now_ms]));
    }
    simulation.run();
    // The k-th pair begins when the pair before it ends.
    expect(ends).toEqual([
      [0, 10],
      [1, 11],
      [2, 20],
      [3, 21],
      [4, 30],
      [5, 31],
    ]);
    expect(desk.used_ms).toBe(60);
    expect(desk.busy).toBe(0);
  });

  it("goes on after the last of several", () => {
    const simulation = new Simulation();
    function* last(ms: number): Process {
      yield { on: [], ms };
    }
    let end_ms = 0;
    function* all(): Process {
      yield { all: [3, 9, 6].map(last) };
      end_ms = simulation.now_ms;
    }
    simulation.start(all());
    simulation.run();
    expect(end_ms).toBe(9);
  });
});

describe("the model", () => {
  const cold = { ...FREE, cold_train_ms: 2 };

  it("takes a thread's time for each train, shared by threads and by servers", () => {
    expect(simulate(plant(1), cold, [ask(2000)]).end_ms).toBeCloseTo(4000);
    // At the end of each of two pages, ten tasks of 40 ms fill four threads three times.
    expect(simulate(plant(1, 4), cold, [ask(2000)]).end_ms).toBeCloseTo(2 * (480 + 40));
    expect(simulate(plant(2), cold, [ask(2000)]).end_ms).toBeCloseTo(2000);
    // What servers share has no more than its cores.
    expect(simulate(plant(4, 1, 2), cold, [ask(2000)]).end_ms).toBeGreaterThanOrEqual(2000);
  });

  it("shares nothing below the bound, and nothing that is known", () => {
    expect(simulate(plant(8), cold, [ask(256)]).end_ms).toBeCloseTo(512);
    expect(simulate(plant(8), cold, [ask(1000, 0)]).end_ms).toBe(0);
  });

  it("tells what is the limit: the database, the Valkey, the asked server's main thread", () => {
    const requests = Array.from({ length: 8 }, (_, i) => ask(1000, 1000, i));
    const mostUsed = (costs: Costs): string | undefined => {
      const { use } = simulate(plant(8, 8), costs, requests);
      return Object.entries(use).sort(([, a], [, b]) => b - a)[0]?.[0];
    };
    expect(mostUsed({ ...cold, record_ms: 1 })).toBe("PostgreSQL");
    expect(mostUsed({ ...cold, train_bytes: 100_000, mib_ms: 10 })).toBe("Valkey");
    expect(mostUsed({ ...cold, prepare_ms: 1 })).toBe("main thread");
    expect(mostUsed(cold)).toBe("threads");
  });
});
