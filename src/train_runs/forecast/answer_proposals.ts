/** Decisions that lower the delays of a running day, and how they are taken. */
import type { TaskInput } from "../../../workers/tasks.ts";
import { hashText } from "../../platform/compute/keys.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { datetimeMs, durationMs, printDateTime } from "../../railway/iso8601.ts";
import { type AskedForecast, type BelievedDay, readKnownDay } from "./known_day.ts";
import { placeReports } from "./placed_reports.ts";
import type { ProposalRequest, TakenProposal } from "./proposal.schemas.ts";
import { type KnownReport, reportKeyOf, takeReports } from "./report.queries.ts";
import type { TrainReport } from "./report.schemas.ts";
import { UNTABULATED } from "./running_day.ts";

export async function answerProposals(
  ctx: Context,
  asked: AskedForecast,
  request: ProposalRequest,
): Promise<JsonText> {
  const day = await readKnownDay(ctx, asked);
  return { json: await propose(day, request, null) };
}

/** How many are believed. Of another version than that of the day: what the decisions cost now, as an error. */
export async function takeProposal(
  ctx: Context,
  asked: AskedForecast,
  { version, decisions }: TakenProposal,
): Promise<{ believed_count: number; outdated_count: number }> {
  const day = await readKnownDay(ctx, asked);
  const { services } = day.question.setup;
  const observed_at = printDateTime(observedAt(day));
  const reports = decisions.map((decision) => ({ ...decision, observed_at }));
  if (versionOf(day) === version) {
    const expected = { days: day.days, version: day.version };
    const count = await takeReports(services.db, asked.timetable_id, reports, expected);
    if (count !== null) return { believed_count: count, outdated_count: reports.length - count };
  } else if (areBelieved(day.believed, decisions)) {
    // The answer to an earlier request was lost.
    return { believed_count: reports.length, outdated_count: 0 };
  }
  const now = await readKnownDay(ctx, asked);
  const given = await placeReports(now.running, reports.map(knowReport), ctx.signal);
  const json = await propose(now, { horizon: "PT0S", weights: [] }, given);
  throw new AppError("OutdatedProposal", "The day has changed since this was proposed", {
    now: JSON.parse(Buffer.from(json).toString()) as object,
    unused_decisions: given.listUnused(null),
  });
}

async function propose(
  day: BelievedDay,
  { horizon, weights }: ProposalRequest,
  given: { readonly orders: Given["orders"]; readonly placed: Given["placed"] } | null,
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
      given: given === null ? null : { orders: given.orders, placed: given.placed },
    },
    { share: setup.share, priority: setup.priority, signal: setup.signal },
  );
}

type Given = NonNullable<TaskInput<"propose_decisions">["given"]>;

/** When decisions are known: no earlier than anything else. Without any report that is before the first train. */
function observedAt({ told, known, running }: BelievedDay): number {
  const last_ms = Math.max(told.observed_at_ms, known.as_of_ms);
  if (last_ms > -Infinity) return last_ms;
  const first_ms = running.day.starts_ms.reduce((a, b) => Math.min(a, b), Infinity);
  return first_ms === Infinity ? 0 : first_ms;
}

function versionOf({ version, running }: BelievedDay): string {
  return hashText(`${version} ${running.day.key}`);
}

function knowReport({ train, stop, event, other, at, observed_at }: TrainReport): KnownReport {
  return {
    train: reportKeyOf(train),
    stop: stop ?? "",
    event,
    other: other === undefined ? "" : reportKeyOf(other),
    at_ms: at === null ? null : datetimeMs(at),
    observed_at_ms: datetimeMs(observed_at),
  };
}

function areBelieved(believed: readonly KnownReport[], decisions: readonly TrainReport[]): boolean {
  const textOf = ({ train, stop, event, other, at_ms }: KnownReport): string =>
    JSON.stringify([train, stop, event, other, at_ms]);
  const known = new Set(believed.map(textOf));
  return decisions.every((decision) => known.has(textOf(knowReport(decision))));
}
