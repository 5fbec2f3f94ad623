/**
 * Results of all trains of a timetable, as streams. Each checks all rights before its first byte,
 * so a refusal is never a partial answer.
 */
import * as v from "valibot";
import { LINES_TYPE, stream, tableStream } from "../../platform/http/answers.ts";
import { type Context, endpoint } from "../../platform/http/endpoint.ts";
import { pathId, queryOneOf } from "../../platform/http/fields.ts";
import { asParquet, PARQUET_TYPE } from "../../platform/http/sending/parquet_stream.ts";
import { encodeGroups } from "../../platform/http/sending/text_stream.ts";
import { printBefore } from "../../platform/raw_json.ts";
import type { InTurns } from "../../platform/turns.ts";
import { about } from "../../railway/wire.ts";
import type { AskedDate } from "../../timetable/calendar/asked_date.ts";
import { queryDate } from "../../timetable/calendar/date_query.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import type { TrainKind, TrainRecord, Variants } from "../../timetable/train/train_kind.ts";
import {
  type Computed,
  computeGroups,
  type Expanded,
  openSource,
  type Source,
} from "../simulation/computed_groups.ts";
import { DERIVED } from "../simulation/derived_kinds.ts";
import {
  DATE_ERRORS,
  type DatedParameters,
  readDatedParameters,
  SIMULATION_ERRORS,
} from "../simulation/setup.ts";
import { SimulationQuery } from "../simulation/simulation.schemas.ts";
import { printSummary } from "../simulation/simulation_answer.ts";
import { departuresOf } from "../simulation/train_answers.ts";
import { streamPoints } from "./stream_points.ts";
import { streamTimes, TIMES_KINDS } from "./stream_times.ts";

/*
 * Summaries of all trains of a timetable as NDJSON (interface.md 10.2): first the number of train schedules and
 * paced trains, then a line for each as soon as its group is computed. A line has the same content as the summaries
 * by id. The number is that at the start: trains added or deleted meanwhile may change the count of lines.
 */

interface Summarised extends Expanded {
  readonly kind: TrainKind;
  readonly variants: Variants;
}

function* expand(kind: TrainKind, stored: TrainRecord, on: AskedDate | null): InTurns<Summarised> {
  const variants = yield* kind.toVariants(stored, on);
  return { kind, variants, departures: variants.is_running ? departuresOf(variants) : [] };
}

/** The lines in UTF-8; before the first, all rights are checked and the network is compiled. */
async function streamSummaries(
  ctx: Context,
  timetable_id: number,
  parameters: DatedParameters,
): Promise<AsyncIterable<Uint8Array>> {
  const { source, train_count } = await openSource(ctx, timetable_id, parameters);
  return encodeGroups(printLines(source, train_count), ctx.signal);
}

async function* printLines(source: Source, count: number): AsyncGenerator<Iterable<string>> {
  yield [`${JSON.stringify({ count })}\n`];
  const { on = null } = source;
  for await (const group of computeGroups(source, (kind, row) => expand(kind, row, on))) {
    yield printGroup(group);
  }
}

function* printGroup(group: readonly Computed<Summarised>[]): Generator<string> {
  for (const { expanded, results } of group) {
    const { kind, variants } = expanded;
    if (!variants.is_running) continue;
    const texts = results.map((one) => JSON.stringify(printSummary(one)));
    const text = DERIVED[kind.name].printTrain(variants, texts);
    yield `${printBefore({ id: variants.id, kind: kind.name }, text)}\n`;
  }
}

const DatedQuery = v.object({ ...SimulationQuery.entries, date: queryDate });
const TimesQuery = v.object({
  ...DatedQuery.entries,
  format: v.optional(about(queryOneOf(["csv", "parquet"]), "Of the answer"), ["csv"]),
});
const TimetableParams = v.object({ timetable_id: pathId });

export const STREAM_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/times",
    summary: "Arrivals and departures of all trains of a timetable as CSV or Parquet",
    params: TimetableParams,
    query: TimesQuery,
    answer: tableStream(PARQUET_TYPE),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS, ...DATE_ERRORS],
    handle: async (ctx, { params: { timetable_id }, query }) => {
      const csv = await streamTimes(ctx, timetable_id, readDatedParameters(query));
      return query.format === "parquet" ? asParquet(ctx, TIMES_KINDS, csv) : csv;
    },
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/run_points",
    summary:
      "The points of the runs of all trains of a timetable as Parquet: when, where, how fast",
    params: TimetableParams,
    query: DatedQuery,
    answer: stream(PARQUET_TYPE),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS, ...DATE_ERRORS],
    handle: async (ctx, { params: { timetable_id }, query }) =>
      streamPoints(ctx, timetable_id, readDatedParameters(query)),
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/simulations_summary",
    summary: "Summaries of all trains of a timetable as NDJSON, their number first",
    params: TimetableParams,
    query: DatedQuery,
    answer: stream(LINES_TYPE),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS, ...DATE_ERRORS],
    handle: async (ctx, { params: { timetable_id }, query }) =>
      streamSummaries(ctx, timetable_id, readDatedParameters(query)),
  }),
];
