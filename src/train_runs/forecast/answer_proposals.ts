/** Decisions that lower the delays of a running day, and how they are taken. */
import type * as v from "valibot";
import type { TaskInput } from "../../../workers/tasks.ts";
import { runTelling } from "../../platform/compute/telling_task.ts";
import { acceptsLines } from "../../platform/http/answers.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { encodeGroups } from "../../platform/http/sending/text_stream.ts";
import { doInTurns } from "../../platform/turns.ts";
import { datetimeMs, durationMs, printDateTime } from "../../railway/iso8601.ts";
import { reportKeyOf } from "../operation/reported_train.ts";
import { type AskedForecast, type BelievedDay, readKnownDay, versionOf } from "./known_day.ts";
import { collectPlaced, type Placement, placeReport } from "./placed_reports.ts";
import type { ProposalRequest, ProposalTaken, TakenProposal } from "./proposal.schemas.ts";
import { type KnownReport, takeReports, thingOf } from "./report.queries.ts";
import type { TrainReport } from "./report.schemas.ts";
import { UNTABULATED } from "./running_day.ts";

/** Whole, or a line for each better proposal that is found, and the answer last. */
export async function answerProposals(
  ctx: Context,
  asked: AskedForecast,
  request: ProposalRequest,
): Promise<JsonText | AsyncIterable<Uint8Array>> {
  const day = await readKnownDay(ctx, asked);
  if (acceptsLines(ctx)) return encodeGroups(printLines(day, request), ctx.signal);
  return { json: await propose(day, request, { given: null, early: null }) };
}

async function* printLines(
  day: BelievedDay,
  request: ProposalRequest,
): AsyncGenerator<Iterable<string>> {
  const telling = runTelling(async (early) => await propose(day, request, { given: null, early }));
  for (;;) {
    const { value, done } = await telling.next();
    if (done === true) {
      yield [`${Buffer.from(value).toString()}\n`];
      return;
    }
    yield [`${value}\n`];
  }
}

/**
 * How many are believed. What is decided already is left alone, above all longer holds. Of another version than that
 * of the day: what the decisions cost now, as an error.
 */
export async function takeProposal(
  ctx: Context,
  asked: AskedForecast,
  { version, decisions }: TakenProposal,
): Promise<v.InferInput<typeof ProposalTaken>> {
  const day = await readKnownDay(ctx, asked);
  const observed_at = printDateTime(observedAt(day));
  // A shorter hold of a higher priority would still be believed.
  const reports = decisions.map((one) => {
    const known = findReport(day.placements, one)?.priority ?? 0;
    return { ...one, observed_at, priority: Math.max(one.priority, known) };
  });
  const needed = reports.filter((one) => findDecided(day.placements, one) === null);
  const count = await store(day, asked.timetable_id, needed, version);
  if (count !== null) {
    const isSame = (one: TrainReport): boolean =>
      isAsDecided(findDecided(day.placements, one), one);
    const believed_count = count + reports.filter(isSame).length;
    const undo = needed.map((one) => undoOf(day.placements, one));
    return { believed_count, outdated_count: reports.length - believed_count, undo };
  }
  const now = await readKnownDay(ctx, asked);
  const [decided, open] = [true, false].map((is) =>
    reports.filter((one) => (findDecided(now.placements, one) !== null) === is),
  ) as [TrainReport[], TrainReport[]];
  const placements = open.map((one) => placeReport(now.running, knowReport(one)));
  const given = await doInTurns(collectPlaced(placements), ctx.signal);
  const nothing = { horizon: "PT0S", weights: [] };
  const { orders, placed } = given;
  const json = await propose(now, nothing, { given: { orders, placed }, early: null });
  throw new AppError("OutdatedProposal", "The day has changed since this was proposed", {
    now: JSON.parse(Buffer.from(json).toString()) as object,
    unused_decisions: [
      ...given.listUnused(null),
      ...decided.map(({ train, stop, event }) => ({ train, stop, event, reason: "decided" })),
    ],
  });
}

/** How many are believed; null: the day has changed. Where all is decided already, as when an earlier answer was lost, that is no matter. */
async function store(
  { question, days, ...day }: BelievedDay,
  timetable_id: number,
  needed: readonly TrainReport[],
  version: string,
): Promise<number | null> {
  if (needed.length === 0) return 0;
  if (versionOf(day) !== version) return null;
  const { db } = question.setup.services;
  const expected = { days, version: day.version };
  return await takeReports(db, timetable_id, needed, { expected });
}

async function propose(
  day: BelievedDay,
  { horizon, weights }: ProposalRequest,
  { given, early }: Pick<TaskInput<"propose_decisions">, "given" | "early">,
): Promise<Uint8Array> {
  const { question, running, known } = day;
  const { setup } = question;
  const weightOf = new Float64Array(running.day.run_of.length).fill(1);
  for (const { train, weight } of weights) {
    const name = running.known.get(reportKeyOf(train));
    const at = name === undefined ? UNTABULATED : (running.train_of[name] ?? UNTABULATED);
    if (at !== UNTABULATED) weightOf[at] = weight;
  }
  const observed_at_ms = observedAt(day);
  return await setup.services.compute.run(
    "propose_decisions",
    {
      ...known,
      as_of_ms: known.as_of_ms === -Infinity ? observed_at_ms : known.as_of_ms,
      observed_at_ms,
      horizon_ms: durationMs(horizon),
      weights: weightOf,
      version: versionOf(day),
      given,
      early,
    },
    {
      share: setup.share,
      priority: setup.priority,
      signal: setup.signal,
      transfer: early === null ? [] : [early],
    },
  );
}

/** When decisions are known: no earlier than anything else. Without any report that is before the first train. */
function observedAt({ told, known, running }: BelievedDay): number {
  const last_ms = Math.max(told.observed_at_ms, known.as_of_ms);
  if (last_ms > -Infinity) return last_ms;
  const first_ms = running.day.starts_ms.reduce((a, b) => Math.min(a, b), Infinity);
  return first_ms === Infinity ? 0 : first_ms;
}

function knowReport(report: TrainReport): KnownReport {
  const { at, observed_at, source, priority } = report;
  return {
    ...thingOf(report),
    at_ms: at === null ? null : datetimeMs(at),
    until_ms: null,
    percent: null,
    observed_at_ms: datetimeMs(observed_at),
    source,
    priority,
  };
}

/** What was believed before; known a moment later, so that it is believed again. */
function undoOf(placements: readonly Placement[], decision: TrainReport): TrainReport {
  const was = findReport(placements, decision);
  const at_ms = was?.at_ms ?? null;
  return {
    ...decision,
    at: at_ms === null ? null : printDateTime(at_ms),
    source: was?.source ?? decision.source,
    observed_at: printDateTime(datetimeMs(decision.observed_at) + 1),
  };
}

function findReport(
  placements: readonly Placement[],
  decision: TrainReport,
): KnownReport | undefined {
  const { train, stop, event, other } = knowReport(decision);
  return placements.find(
    ({ report: one }) =>
      one.train === train && one.stop === stop && one.event === event && one.other === other,
  )?.report;
}

/** What is believed that decides as much: the same order, or a hold as long or longer. Null: nothing. */
function findDecided(placements: readonly Placement[], decision: TrainReport): KnownReport | null {
  const { event, at_ms } = knowReport(decision);
  const own = findReport(placements, decision);
  if (own === undefined || own.at_ms === null) return null;
  return event === "held" && at_ms !== null && own.at_ms < at_ms ? null : own;
}

function isAsDecided(decided: KnownReport | null, { event, at }: TrainReport): boolean {
  if (decided === null) return false;
  return event === "follows" || (at !== null && decided.at_ms === datetimeMs(at));
}
