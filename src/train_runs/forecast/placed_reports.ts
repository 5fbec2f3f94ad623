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
import { doInTurns, type InTurns } from "../../platform/turns.ts";
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

interface Unused {
  readonly report: KnownReport;
  readonly reason: "unknown_train" | "unknown_stop" | "unknown_other" | "unknown_track";
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

  constructor(cancelled: ReadonlySet<number>, observed_at_ms: number) {
    this.cancelled = new Set([...cancelled].sort((a, b) => a - b));
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
}

export async function placeReports(
  day: RunningDay,
  reports: readonly KnownReport[],
  signal: AbortSignal,
): Promise<PlacedReports> {
  return await doInTurns(place(day, reports), signal);
}

function* place(
  { known, train_of, day: { stops_of }, stops, passed }: RunningDay,
  reports: readonly KnownReport[],
): InTurns<PlacedReports> {
  const cancelled = new Set<number>();
  let observed_at_ms = -Infinity;
  for (const { train, event, at_ms, observed_at_ms: own_ms } of reports) {
    observed_at_ms = Math.max(observed_at_ms, own_ms);
    const name = known.get(train);
    if (event === "cancelled" && at_ms !== null && name !== undefined) cancelled.add(name);
    yield;
  }
  const told = new PlacedReports(cancelled, observed_at_ms);
  for (const report of reports) {
    yield;
    const { train: name_text, stop: stop_id, event, at_ms } = report;
    if (event === "closed") {
      if (at_ms !== null) told.closed.push(report);
      continue;
    }
    const name = known.get(name_text);
    if (at_ms === null || (name !== undefined && cancelled.has(name))) continue;
    const train = name === undefined ? UNTABULATED : (train_of[name] ?? UNTABULATED);
    if (train === UNTABULATED || event === "cancelled") {
      told.unused({ report, reason: "unknown_train" });
      continue;
    }
    if (event === "slower") {
      const end_ms = report.until_ms ?? Infinity;
      told.slower.push({ train, percent: report.percent ?? 0, begin_ms: at_ms, end_ms });
      continue;
    }
    const stop = stops[stops_of[train] ?? 0]?.indexOf(stop_id) ?? -1;
    const passing = event === "passed" ? passed[stops_of[train] ?? 0]?.get(stop_id) : undefined;
    if (passing !== undefined) told.passings.push({ train, ...passing, time_ms: at_ms, stop_id });
    else if (stop < 0) told.unused({ report, reason: "unknown_stop" });
    else if (event === "follows") {
      const other = known.get(report.other);
      const first = other === undefined ? UNTABULATED : (train_of[other] ?? UNTABULATED);
      if (first === UNTABULATED || first === train)
        told.unused({ report, reason: "unknown_other" });
      else told.orders.push({ train, stop, first });
    } else told.placed.push({ train, stop, kind: KINDS[event], time_ms: at_ms });
  }
  return told;
}
