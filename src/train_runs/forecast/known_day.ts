/** A running day with what is known of it: all that a forecast needs. */
import type { KnownDay, ToldClosure } from "../../../workers/tasks/operation/day_ref.ts";
import type { PlaceToClose } from "../../../workers/tasks/operation/find_closed_zones.ts";
import { packReports } from "../../../workers/tasks/operation/packed_reports.ts";
import { hashText } from "../../platform/compute/keys.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { dateOf } from "../../railway/days/operating_days.ts";
import type { AskedDate } from "../../timetable/calendar/asked_date.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { onOnePlan } from "../operation/pinned_day.ts";
import { type ComputeSetup, runTask } from "../path/setup.ts";
import type { DatedParameters } from "../simulation/setup.ts";
import { type Believed, readBelieved } from "./believed_reports.ts";
import type { PlacedReports } from "./placed_reports.ts";
import { type ReportedDays, readVersion } from "./report.queries.ts";
import { openRunning, type RunningDay, readDay, UNTABULATED } from "./running_day.ts";

/** A train waits for one that is planned to go first, if it is expected within this time. */
const PATIENCE_MS = 300_000;
/** No run ends later after its operating day, nor starts later. */
const DAYS_BEFORE = 15;
const DAYS_BEHIND = 1;

export interface AskedForecast extends DatedParameters {
  readonly timetable_id: number;
  /** Undefined: when the last report was observed; of an opened day, as far as its clock has run if that is later. */
  readonly as_of_ms: number | undefined;
}

/** What a day depends on; of equal keys nothing else is expected. */
export interface VersionedDay {
  readonly question: ConflictQuestion;
  readonly running: RunningDay;
  /** Whose reports count, and the version of what is believed. */
  readonly days: ReportedDays;
  readonly version: string;
  readonly key: string;
}

export interface BelievedDay extends VersionedDay, Believed {
  /** As tasks get it. */
  readonly known: KnownDay;
}

export async function readKnownDay(ctx: Context, asked: AskedForecast): Promise<BelievedDay> {
  return await readReported(await readVersioned(ctx, asked), asked);
}

export async function readVersioned(
  ctx: Context,
  { as_of_ms: _, ...asked }: AskedForecast,
): Promise<VersionedDay> {
  const { question, running } = await onOnePlan(ctx, async () => {
    const question = await openRunning(ctx, asked);
    return { question, running: await readDay(question) };
  });
  const { setup, timetable_id, on = null, pinned } = question;
  const days = daysAround(on);
  const version = await readVersion(setup.services.db, timetable_id, days);
  const key = `${running.day.key} ${version} ${pinned?.as_of_ms ?? ""}`;
  return { question, running, days, version, key };
}

/** What is believed may be newer than the version, but not older. */
export async function readReported(
  versioned: VersionedDay,
  { as_of_ms: asked_ms }: Pick<AskedForecast, "as_of_ms">,
): Promise<BelievedDay> {
  const { question, running, days } = versioned;
  const { setup, timetable_id } = question;
  const { day, train_of } = running;
  const believed = await readBelieved(setup, running, timetable_id, days);
  const { told } = believed;
  const cancelled = Uint32Array.from(
    [...told.cancelled].flatMap((i) => {
      const train = train_of[i] ?? UNTABULATED;
      return train === UNTABULATED ? [] : [train];
    }),
  );
  const as_of_ms =
    asked_ms ?? Math.max(told.observed_at_ms, question.pinned?.as_of_ms ?? -Infinity);
  const { placed, orders, slower, passings } = told;
  const reports = packReports(placed);
  const closures = await findClosures(setup, told);
  const parts = { reports, orders, closures, slower, passings, cancelled };
  const known = { day, ...parts, as_of_ms, patience_ms: PATIENCE_MS };
  return { ...versioned, ...believed, known };
}

/** As clients get it: of trains and reports. */
export function versionOf({ version, running }: Pick<VersionedDay, "version" | "running">): string {
  return hashText(`${version} ${running.day.key}`);
}

/** Those of track that the network has; others are noted as unused. */
async function findClosures(setup: ComputeSetup, told: PlacedReports): Promise<ToldClosure[]> {
  if (told.closed.length === 0) return [];
  const places = told.closed.map(({ stop }) => JSON.parse(stop) as PlaceToClose);
  const found = await runTask(setup, "find_closed_zones", { places });
  return told.closed.flatMap((report, i) => {
    const { at_ms, until_ms } = report;
    const [zones, place] = [found[i] ?? null, places[i]];
    if (zones === null || place === undefined || at_ms === null) {
      told.unused({ report, reason: "unknown_track" });
      return [];
    }
    return [{ zones, place, begin_ms: at_ms, end_ms: until_ms ?? Infinity }];
  });
}

/** The operating days of trains that may run on a date. */
function daysAround(on: AskedDate | null): ReportedDays {
  if (on === null) return null;
  return { first: dateOf(on.day - DAYS_BEFORE), last: dateOf(on.day + DAYS_BEHIND) };
}
