/**
 * Short term path requests: one train fitted in between all others.
 *
 * Result. Of all trains that take the steps in order, leave within the window, arrive at planned
 * steps when they may, keep the longest run time and need no zone while another has it, the best by
 * ranking.ts: the first to arrive, of nearly equal arrivals the one under way for the least time; then
 * the first of the places given. To pass between others it may leave later, stop longer than asked for, or
 * lose time on its way.
 *
 * Method. Whatever a train does, it needs zone z from its head's arrival at one place (the sight of the first
 * signal that asks for z) to its tail's leaving, and within one gap of z: "not before" at one place, "not
 * after" at another. So a way and a choice of gaps leave a span of times at each place, and the whole
 * family of runs through them is four numbers (labels.ts). Three parts:
 * 1. explore.ts: A* over blocks (edges: edge_maker.ts; openings between occupancies: openings.ts; runs
 *    over blocks, kept by consist: block_runs.ts; least times to the destination: time_to_go.ts). It is
 *    a little favourable, so its times are bounds: ways come out by their earliest end.
 * 2. settle.ts: each way is run as a whole, as the train will be stored, and the same labels along that one
 *    run (chain.ts) say exactly when it may leave, how long it stops, where it loses time. What is lost is
 *    spread evenly (even_delay.ts) by fixed points, which are arrivals of an ordinary schedule (way.ts).
 * 3. The result is compared with all occupancies once more. The search ends when no way left can
 *    be better, or when the next ones only repeat what is known.
 *
 * Departures from the reference (October 2024) are listed in engine.md 12. The integration step is always 2 s.
 */
import type { Infra } from "../infra/infra.ts";
import { KnownConstraints } from "../path/constraints.ts";
import { remember } from "../simulation/path_physics.ts";
import {
  bytesOf,
  bytesOfWays,
  type Consist,
  type KnownWays,
  makeConsist,
  makeKnownWays,
} from "./consist.ts";
import { Ranking, type Rival } from "./ranking.ts";
import { findClosedBlocks } from "./search/closed_blocks.ts";
import { Exploration, ExploreTools, NOTHING_LEFT, WORK_LIMIT } from "./search/explore.ts";
import { type BlocksByExit, groupByExit, TimeToGo } from "./search/time_to_go.ts";
import { type SettledTrain, Settler, SettleTools } from "./settle.ts";
import type { StdcmQuery } from "./steps.ts";

/**
 * Searches in turn while none has ended within its memory: the first by the ends of trains, the others by how little
 * time is left to go, too.
 */
const HASTES = [0, 1, 10];
/** Most ways run as a whole in one search, and most of them in succession that make no better train. */
const WAYS_MAX = 100;
const WAYS_WITHOUT_GAIN_MAX = 6;
/** Smallest difference of times under way that counts. */
const SHORTER_S = 1;
/** Most ways whose runs are kept for the next search. */
const TRIED_KEPT_MAX = 30;
/** Most memory kept for all consists of a thread, and per consist for tables of least times and for ways. */
const CONSISTS_BYTES_MAX = 256 * 2 ** 20;
const TABLES_BYTES_MAX = 48 * 2 ** 20;
const WAYS_BYTES_MAX = 16 * 2 ** 20;
/** Size of a table: one number per block and step, 24 MB. */
const TABLE_ENTRIES_MAX = 3_000_000;

export type StdcmOutcome =
  | {
      readonly kind: "found";
      readonly train: SettledTrain;
      /** Trains that end before it, but are under way for so much longer that it is better. */
      readonly earlier: readonly SettledTrain[];
    }
  | { readonly kind: "not_found" }
  /** The search would need more memory than it may take. */
  | { readonly kind: "work_limit" };

/** Searches on one network; one per thread. */
export class TrainFinder {
  readonly infra: Infra;
  readonly constraints: KnownConstraints;
  /** Ways run as a whole in the last search: most of its work. */
  nWays = 0;
  readonly #exploreTools: ExploreTools;
  readonly #settleTools: SettleTools;
  readonly #exits: BlocksByExit;
  readonly #consists = new Map<string, Consist>();

  constructor(infra: Infra) {
    this.infra = infra;
    this.constraints = new KnownConstraints(infra);
    this.#exploreTools = new ExploreTools(infra);
    this.#settleTools = new SettleTools(infra);
    this.#exits = groupByExit(infra);
  }

  /**
   * Finds the best train; `consistKey` names what runs over blocks depend on. Hopeless ways are left out;
   * those on which no train fits in are added: none will when more is taken.
   */
  find(query: StdcmQuery, consistKey: string, hopeless: Set<string>): StdcmOutcome {
    const consist = useAgain(this.#consists, consistKey, () =>
      makeConsist(this.infra, query.train, query.maxDepartureDelay_s + query.maxRunTime_s),
    );
    const toGo = this.#openTimeToGo(query, consist);
    const { steps, signal } = query;
    const known = useAgain(consist.ways, JSON.stringify([steps, signal]), makeKnownWays);
    let outcome: StdcmOutcome = { kind: "work_limit" };
    for (const haste of HASTES) {
      const exploration = new Exploration(this.#exploreTools, query, {
        consist,
        toGo,
        haste,
        known: known.edges,
      });
      const settler = new Settler(this.#settleTools, query);
      outcome = this.#settleWays({ exploration, settler }, { known, hopeless }, query.rivals);
      if (outcome.kind !== "work_limit") break;
    }
    dropOldest(consist.ways, bytesOfWays, WAYS_BYTES_MAX);
    dropOldest(this.#consists, bytesOf, CONSISTS_BYTES_MAX);
    return outcome;
  }

  /** Runs ways as a whole, those that may arrive first first, until no other can make a better train. */
  #settleWays(
    { exploration, settler }: { readonly exploration: Exploration; readonly settler: Settler },
    { known, hopeless }: { readonly known: KnownWays; readonly hopeless: Set<string> },
    rivals: readonly Rival[],
  ): StdcmOutcome {
    const ranking = new Ranking<SettledTrain>(rivals);
    const tried = new Set<string>();
    this.nWays = 0;
    let withoutGain = 0;
    let leastUnderWay_s = Infinity;
    while (ranking.best === null || tried.size < WAYS_MAX) {
      // Ways that differ in a platform or two only meet the same trains, but for those that are under way for less.
      const isOver = withoutGain >= WAYS_WITHOUT_GAIN_MAX;
      const label = exploration.next(ranking, isOver ? leastUnderWay_s - SHORTER_S : Infinity);
      if (label === NOTHING_LEFT) return outcomeOf(ranking, "not_found");
      if (label === WORK_LIMIT) return outcomeOf(ranking, "work_limit");
      const steps = exploration.trace(label);
      if (steps === null) continue;
      const way = `${steps.blocks.join()}/${steps.from_mm[0]}/${steps.to_mm.at(-1)}`;
      if (tried.has(way) || hopeless.has(way)) continue;
      tried.add(way);
      this.nWays = tried.size;
      const { best } = ranking;
      const opened = remember(known.tried, way, () => settler.open(steps), TRIED_KEPT_MAX);
      const bound = exploration.boundOf(label);
      settler.settle(opened, bound, ranking);
      leastUnderWay_s = Math.min(leastUnderWay_s, bound.underWay_s);
      if (ranking.best === null) {
        hopeless.add(way);
        known.tried.delete(way);
      } else if (ranking.best !== best) withoutGain = 0;
      else withoutGain++;
    }
    return outcomeOf(ranking, "not_found");
  }

  #openTimeToGo(query: StdcmQuery, consist: Consist): TimeToGo {
    const { steps, maxRunTime_s: max_s, train } = query;
    const { blocked } = train.constraints;
    const closed = findClosedBlocks(this.infra, query);
    const asked = steps.map(({ places, stop_s }) => [places, stop_s]);
    const key = JSON.stringify([max_s, asked, closed]);
    const table = useAgain(
      consist.toGo,
      key,
      () =>
        new TimeToGo(this.infra, this.#exits, consist.times, {
          steps,
          blocked,
          closed: new Set(closed),
          max_s,
          entriesMax: TABLE_ENTRIES_MAX,
        }),
    );
    dropOldest(consist.toGo, ({ bytes }) => bytes, TABLES_BYTES_MAX);
    return table;
  }
}

/** The kept value of a key, or a new one. It then counts as the last used, so it is dropped last. */
function useAgain<V>(kept: Map<string, V>, key: string, make: () => V): V {
  const value = kept.get(key) ?? make();
  kept.delete(key);
  kept.set(key, value);
  return value;
}

/** Drops the least recently used values until the rest fits, but never the last one. */
function dropOldest<V>(kept: Map<string, V>, sizeOf: (value: V) => number, bytesMax: number): void {
  let bytes = 0;
  for (const value of kept.values()) bytes += sizeOf(value);
  for (const [key, value] of kept) {
    if (bytes <= bytesMax || kept.size === 1) return;
    bytes -= sizeOf(value);
    kept.delete(key);
  }
}

function outcomeOf(
  { best, earlier }: Ranking<SettledTrain>,
  without: "not_found" | "work_limit",
): StdcmOutcome {
  return best === null ? { kind: without } : { kind: "found", train: best, earlier };
}
