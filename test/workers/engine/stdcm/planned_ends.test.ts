/**
 * How much is explored before a search ends, in labels, on an empty network: planned times that can't be
 * kept are seen at once, and a train that has to wait for one is not looked for on all ways before.
 */
import { describe, expect, it } from "vitest";
import { locate, pathStock, stockPhysics } from "../../../../bench/network/run_network.ts";
import { locateOnBlocks } from "../../../../workers/engine/path/block_locations.ts";
import { makeConstraints } from "../../../../workers/engine/path/constraints.ts";
import { resolveWaypoint } from "../../../../workers/engine/path/waypoints.ts";
import { compileStock } from "../../../../workers/engine/physics/rolling_stock.ts";
import { makeConsist } from "../../../../workers/engine/stdcm/consist.ts";
import { Ranking } from "../../../../workers/engine/stdcm/ranking.ts";
import {
  Exploration,
  ExploreTools,
  NOTHING_LEFT,
} from "../../../../workers/engine/stdcm/search/explore.ts";
import { KnownEdges } from "../../../../workers/engine/stdcm/search/known_edges.ts";
import { groupByExit, TimeToGo } from "../../../../workers/engine/stdcm/search/time_to_go.ts";
import type {
  PlannedTime,
  StdcmQuery,
  StdcmTrain,
} from "../../../../workers/engine/stdcm/steps.ts";
import { viewInfra } from "../../../../workers/tasks/infra_views.ts";
import { openWorld } from "./drawn_requests.ts";
import { occupanciesOf } from "./occupancies_of.ts";

const HOUR_S = 3600;
const NOBODY = {
  zones: new Uint32Array(0),
  begins_s: new Float64Array(0),
  ends_s: new Float64Array(0),
};
const { network, infra: ref } = openWorld(2);
const infra = viewInfra(ref);
const { path } = network.train_schedules[0]!;
const stock = network.rolling_stocks[0]!;
const train: StdcmTrain = {
  stock: { key: stock.name, stock: compileStock(stockPhysics(stock)) },
  constraints: makeConstraints(infra, pathStock(stock)),
  comfort: "STANDARD",
  speed_limit_tag: null,
  fallback_tags: [],
  margin: null,
  limits: null,
  profiles: null,
};

function makeStep(index: number, stop_s: number | null, planned: PlannedTime | null) {
  const resolved = resolveWaypoint(infra, locate(path.at(index)!));
  if (!resolved.ok) throw new Error("no such place");
  return { places: locateOnBlocks(infra, resolved.value), stop_s, planned };
}

/** What the first way found costs, and how many labels were made. */
function explore(plans: readonly (PlannedTime | null)[]): { outcome: number; labels: number } {
  const steps = plans.map((planned, i) => {
    const isEnd = i === plans.length - 1;
    return makeStep(isEnd ? -1 : i, i === 0 ? null : 60, planned);
  });
  const query: StdcmQuery = {
    steps,
    train,
    maxDepartureDelay_s: 60,
    maxRunTime_s: 4 * HOUR_S,
    labelsMax: 1e6,
    isOver: () => false,
    signal: "SHORT_SLIP_STOP",
    rivals: [],
    occupancies: occupanciesOf(NOBODY, infra.zoneName.length),
  };
  const consist = makeConsist(infra, train, query.maxDepartureDelay_s);
  const { blocked } = train.constraints;
  const toGo = new TimeToGo(infra, groupByExit(infra), consist.times, {
    steps,
    blocked,
    max_s: query.maxRunTime_s,
    closed: new Set(),
    entriesMax: 1e6,
  });
  const tools = new ExploreTools(infra);
  const exploration = new Exploration(tools, query, {
    consist,
    toGo,
    haste: 0,
    known: new KnownEdges(),
  });
  const outcome = exploration.next(new Ranking(), Infinity);
  return { outcome, labels: exploration.labels.count };
}

const at = (arrival_s: number): PlannedTime => ({ arrival_s, before_s: 0, after_s: 60 });

describe("the exploration of an empty network", () => {
  const free = explore([null, null]);

  it("ends at once when the last step can't be reached in time", () => {
    const { outcome, labels } = explore([null, at(200)]);
    expect(outcome).toBe(NOTHING_LEFT);
    expect(labels).toBeLessThan(free.labels / 10);
  });

  it("ends at once when a step on the way can't be reached in time", () => {
    const { outcome, labels } = explore([null, at(30), null]);
    expect(outcome).toBe(NOTHING_LEFT);
    expect(labels).toBeLessThan(free.labels / 10);
  });

  it("ends at once when the train would have to leave too early for its longest run", () => {
    const { outcome, labels } = explore([null, at(4 * HOUR_S + 30)]);
    expect(outcome).toBe(NOTHING_LEFT);
    expect(labels).toBeLessThan(free.labels / 10);
  });

  it("leaves most ways out when the train has to lose an hour", () => {
    const { outcome, labels } = explore([null, at(1.5 * HOUR_S)]);
    expect(outcome).toBeGreaterThanOrEqual(0);
    expect(labels).toBeLessThan(5 * free.labels);
  });
});
