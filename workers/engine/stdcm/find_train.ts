/**
 * Short term path requests: a train fitted in between all others (design: see the sections below).
 *
 * WHAT IS FOUND. Of all trains that take the steps in order, leave within the window, keep planned times
 * and the longest run time, and need no zone while another has it: the one with the least
 *   time from departure to arrival + a hundredth of the wait before the departure,
 * then nearest to the planned times, then the earliest departure. It may leave later, stop longer than
 * asked for, or lose time on its way where that lets it pass between two others.
 */
import type { Infra } from "../infra/infra.ts";
import { type Consist, makeConsist } from "./consist.ts";
import { Exploration, NOTHING_LEFT, WORK_LIMIT } from "./explore.ts";
import { type SettledTrain, Settler } from "./settle.ts";
import type { StdcmQuery } from "./steps.ts";
import { type BlocksByExit, groupByExit, TimeToGo } from "./time_to_go.ts";

/** Ways that are run as a whole in one search. */
const WAYS_MAX = 200;
/** What a way explored may be too cheap by, s: a train so little dearer is taken. */
const EXPLORED_ERROR_S = 0.5;
/** Consists whose runs over blocks are kept. */
const CONSISTS_KEPT_MAX = 4;

export type StdcmOutcome =
  | { readonly kind: "found"; readonly train: SettledTrain }
  | { readonly kind: "not_found" }
  /** The search was too much work. */
  | { readonly kind: "work_limit" };

/** Searches on one network; one per thread. */
export class TrainFinder {
  readonly infra: Infra;
  readonly #exploration: Exploration;
  readonly #settler: Settler;
  readonly #exits: BlocksByExit;
  readonly #consists = new Map<string, Consist>();

  constructor(infra: Infra) {
    this.infra = infra;
    this.#exploration = new Exploration(infra);
    this.#settler = new Settler(infra);
    this.#exits = groupByExit(infra);
  }

  /** Finds the best train; `consistKey` names what runs over blocks depend on. */
  find(query: StdcmQuery, consistKey: string): StdcmOutcome {
    const consist = this.#openConsist(query, consistKey);
    const { steps, maxRunTime_s } = query;
    const { blocked } = query.train.constraints;
    const toGo = new TimeToGo(this.infra, this.#exits, consist.times, {
      steps,
      blocked,
      max_s: maxRunTime_s,
    });
    const exploration = this.#exploration;
    exploration.reset(query, consist, toGo);
    this.#settler.reset(query, consist.times);
    return this.#settleWays();
  }

  /** Runs ways as a whole, cheapest first, until no other can be better than the best train found. */
  #settleWays(): StdcmOutcome {
    const exploration = this.#exploration;
    const tried = new Set<string>();
    let best: SettledTrain | null = null;
    let cost_s = Infinity;
    while (tried.size < WAYS_MAX) {
      const label = exploration.next(cost_s - EXPLORED_ERROR_S);
      if (label === NOTHING_LEFT) return outcomeOf(best, "not_found");
      if (label === WORK_LIMIT) return outcomeOf(best, "work_limit");
      const steps = exploration.trace(label);
      if (steps === null) continue;
      const way = `${steps.blocks.join()}/${steps.from_mm[0]}/${steps.to_mm.at(-1)}`;
      if (tried.has(way)) continue;
      tried.add(way);
      best = this.#settler.settle(steps, cost_s) ?? best;
      cost_s = best?.cost_s ?? Infinity;
    }
    return outcomeOf(best, "work_limit");
  }

  #openConsist(query: StdcmQuery, key: string): Consist {
    const known = this.#consists.get(key);
    const consist = known ?? makeConsist(this.infra, query.train, query.maxDepartureDelay_s);
    this.#consists.delete(key);
    this.#consists.set(key, consist);
    for (const oldest of this.#consists.keys()) {
      if (this.#consists.size <= CONSISTS_KEPT_MAX) break;
      this.#consists.delete(oldest);
    }
    return consist;
  }
}

function outcomeOf(best: SettledTrain | null, without: "not_found" | "work_limit"): StdcmOutcome {
  return best === null ? { kind: without } : { kind: "found", train: best };
}
