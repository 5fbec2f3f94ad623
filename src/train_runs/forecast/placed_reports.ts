/** What is believed of running trains, at the stops of the trains as they are planned. */
import {
  ARRIVED,
  DEPARTED,
  ENDS,
  HELD_UNTIL,
  STANDS,
  type StopReport,
} from "../../../workers/engine/operation/day_facts.ts";
import type { StopOrder } from "../../../workers/engine/operation/forecast.ts";
import type { SlowerReport } from "../../../workers/engine/operation/slower_trains.ts";
import type { ToldPassing } from "../../../workers/tasks/operation/day_ref.ts";
import type { InTurns } from "../../platform/turns.ts";
import { type KnownReport, nameThing } from "./report.queries.ts";
import { type RunningDay, UNTABULATED } from "./running_day.ts";

const KINDS = {
  arrived: ARRIVED,
  departed: DEPARTED,
  // It was planned to stop there.
  passed: DEPARTED,
  held: HELD_UNTIL,
  ends: ENDS,
  stands: STANDS,
} as const;
export const UNUSED_MAX = 100;
/** Reports that are looked at without asking whether others wait. */
export const AT_ONCE = 4096;

interface Unused {
  readonly report: KnownReport;
  readonly reason: "unknown_train" | "unknown_stop" | "unknown_other" | "unknown_track";
}

/** A report, and what it says about a day. */
export interface Placement {
  readonly report: KnownReport;
  /** Of its train among the day's names; UNTABULATED: it is about none of them. */
  readonly name: number;
  readonly says:
    | { readonly as: "nothing" | "closed" | "cancelled" }
    | { readonly as: "unused"; readonly reason: Unused["reason"] }
    | { readonly as: "stop"; readonly fact: StopReport }
    | { readonly as: "order"; readonly fact: StopOrder }
    | { readonly as: "slower"; readonly fact: SlowerReport }
    | { readonly as: "passing"; readonly fact: ToldPassing };
}

export class PlacedReports {
  readonly placed: StopReport[] = [];
  readonly orders: StopOrder[] = [];
  readonly closed: KnownReport[] = [];
  readonly slower: SlowerReport[] = [];
  readonly passings: ToldPassing[] = [];
  /** Places among the day's names, in their order. */
  readonly cancelled: ReadonlySet<number>;
  /** When the last one was observed. */
  readonly observed_at_ms: number;
  readonly #unused: Unused[] = [];

  constructor(cancelled: readonly number[], observed_at_ms: number) {
    this.cancelled = new Set(cancelled.toSorted((a, b) => a - b));
    this.observed_at_ms = observed_at_ms;
  }

  unused(one: Unused): void {
    this.#unused.push(one);
  }

  /** Of trains of that day; without a day in mind of all. */
  listUnused(date: string | undefined | null): object[] {
    const listed: object[] = [];
    for (const { report, reason } of this.#unused) {
      if (date !== null && report.date !== (date ?? "")) continue;
      const { event } = report;
      if (listed.push({ ...nameThing(report), event, reason }) === UNUSED_MAX) break;
    }
    return listed;
  }

  add(placements: readonly Placement[]): void {
    for (const placement of placements) this.#add(placement);
  }

  #add({ report, name, says }: Placement): void {
    if (this.cancelled.has(name)) return;
    if (says.as === "stop") this.placed.push(says.fact);
    else if (says.as === "order") this.orders.push(says.fact);
    else if (says.as === "slower") this.slower.push(says.fact);
    else if (says.as === "passing") this.passings.push(says.fact);
    else if (says.as === "closed") this.closed.push(report);
    else if (says.as === "unused") this.unused({ report, reason: says.reason });
  }
}

/** Of a day, in order of observation. */
export function* collectPlaced(placements: readonly Placement[]): InTurns<PlacedReports> {
  const cancelled = placements.filter(({ says }) => says.as === "cancelled");
  const told = new PlacedReports(
    cancelled.map(({ name }) => name),
    placements.at(-1)?.report.observed_at_ms ?? -Infinity,
  );
  for (const piece of splitAtOnce(placements)) {
    told.add(piece);
    yield;
  }
  return told;
}

export function* splitAtOnce<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += AT_ONCE) yield items.slice(from, from + AT_ONCE);
}

export function placeReport(day: RunningDay, report: KnownReport): Placement {
  const name = day.known.get(report.train) ?? UNTABULATED;
  return { report, name, says: readReport(day, report, name) };
}

function readReport(
  { known, train_of, day: { stops_of }, stops, passed }: RunningDay,
  { event, at_ms, until_ms, percent, stop: stop_id, other }: KnownReport,
  name: number,
): Placement["says"] {
  if (at_ms === null) return { as: "nothing" };
  if (event === "closed") return { as: "closed" };
  if (event === "cancelled" && name !== UNTABULATED) return { as: "cancelled" };
  const train = train_of[name] ?? UNTABULATED;
  if (train === UNTABULATED || event === "cancelled")
    return { as: "unused", reason: "unknown_train" };
  if (event === "slower") {
    const fact = { train, percent: percent ?? 0, begin_ms: at_ms, end_ms: until_ms ?? Infinity };
    return { as: "slower", fact };
  }
  const list = stops_of[train] ?? 0;
  const stop = stops[list]?.indexOf(stop_id) ?? -1;
  const passing = event === "passed" ? passed[list]?.get(stop_id) : undefined;
  if (passing !== undefined)
    return { as: "passing", fact: { train, ...passing, time_ms: at_ms, stop_id } };
  if (stop < 0) return { as: "unused", reason: "unknown_stop" };
  if (event !== "follows")
    return { as: "stop", fact: { train, stop, kind: KINDS[event], time_ms: at_ms } };
  const first = train_of[known.get(other) ?? UNTABULATED] ?? UNTABULATED;
  return first === UNTABULATED || first === train
    ? { as: "unused", reason: "unknown_other" }
    : { as: "order", fact: { train, stop, first } };
}
