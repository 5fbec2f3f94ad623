/** A day as it runs: what is reported and decided, and what is expected. */
import * as v from "valibot";
import {
  acceptsEvents,
  jsonBody,
  listBody,
  noContent,
  okJson,
  okTextLinesOrEvents,
  okTextOrLines,
  optionalJsonBody,
  staticFile,
} from "../../platform/http/answers.ts";
import { type ConstraintErrors, keyValue } from "../../platform/http/constraints.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { page } from "../../platform/http/page.ts";
import {
  answer_format,
  asAsked,
  PARQUET_TYPE,
} from "../../platform/http/sending/parquet_stream.ts";
import { timetableNotFound } from "../../timetable/timetable/timetable.errors.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { DATE_ERRORS, readDatedParameters, SIMULATION_ERRORS } from "../simulation/setup.ts";
import { answerForecast } from "./answer_forecast.ts";
import { answerProposals, takeProposal } from "./answer_proposals.ts";
import { followForecast } from "./follow_forecast.ts";
import {
  Forecast,
  ForecastEvent,
  ForecastQuery,
  RealtimeQuery,
  TOLD_TRAINS,
} from "./forecast.schemas.ts";
import {
  PROPOSAL_EXAMPLE,
  ProposalRequest,
  Proposals,
  ProposalTaken,
  TAKEN_EXAMPLE,
  TakenProposal,
} from "./proposal.schemas.ts";
import { answerRealtime } from "./realtime_feed.ts";
import { deleteReports, listReports } from "./report.queries.ts";
import {
  BelievedReports,
  CLOSED_EXAMPLE,
  REPORT_EXAMPLE,
  ReportDateQuery,
  ReportListQuery,
  ReportsTaken,
  RUN_EXAMPLE,
  SentReport,
} from "./report.schemas.ts";
import { takeSent } from "./sent_reports.ts";

/** Of one request. */
const REPORTS_MAX = 10_000;

const TimetableParams = v.object({ timetable_id: pathId });
const reading = checked({ roles: ["timetable:read"], levels: { timetable: "Reader" } });
const writing = checked({ roles: ["operation:write"], levels: { timetable: "Writer" } });

const taking = checked({
  roles: ["infra:read", "timetable:read", "operation:write"],
  levels: { infra: "Reader", timetable: "Writer", rolling_stock_collection: "Reader" },
  absent: { infra: "TimetableInfraNotFound" },
});
const REPORT_CONSTRAINTS: ConstraintErrors = {
  train_report_day_timetable_fkey: (detail) => timetableNotFound(Number(keyValue(detail))),
};

export const FORECAST_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/reports",
    summary:
      "Report what running trains do and which track is closed, or decide what trains shall do; the newest report is believed",
    params: TimetableParams,
    body: listBody(SentReport, [REPORT_EXAMPLE, RUN_EXAMPLE, CLOSED_EXAMPLE]),
    answer: okJson(ReportsTaken),
    // Null, since repeating it is harmless: a report is believed once.
    creates: null,
    access: writing,
    errors: ["TooManyItems"],
    constraints: REPORT_CONSTRAINTS,
    handle: async (ctx, { params: { timetable_id }, body }) => {
      if (body.length > REPORTS_MAX) throw tooManyReports(body.length, REPORTS_MAX);
      const believed_count = await takeSent(ctx, timetable_id, body);
      if (believed_count === null) throw tooManyReports(body.length, 0);
      return { believed_count, outdated_count: body.length - believed_count };
    },
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/reports",
    summary: "What is believed of running trains of one operating day",
    params: TimetableParams,
    query: ReportListQuery,
    answer: okJson(BelievedReports),
    access: reading,
    handle: async ({ services }, { params: { timetable_id }, query }) => {
      const { results, count } = await listReports(services.db, timetable_id, query);
      return page(results, count, query);
    },
  }),
  endpoint({
    method: "delete",
    path: "/timetable/:timetable_id/reports",
    summary: "Forget all reports of one operating day",
    params: TimetableParams,
    query: ReportDateQuery,
    answer: noContent,
    access: writing,
    handle: async ({ services }, { params: { timetable_id }, query: { date } }) =>
      deleteReports(services.db, timetable_id, date),
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/forecast",
    summary:
      "When running trains are expected, by what is reported; whom they wait for, and deadlocks",
    params: TimetableParams,
    query: v.object({ ...ForecastQuery.entries, ...TOLD_TRAINS, format: answer_format }),
    answer: okTextLinesOrEvents({ schema: Forecast, events: ForecastEvent }, PARQUET_TYPE),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS, ...DATE_ERRORS, "TooManyItems", "TooManyEventStreams"],
    handle: async (ctx, { params: { timetable_id }, query: { format, ...query } }) => {
      const { train_schedule_id, paced_train_id, station, ...asked } = query;
      const ids = [
        { kind: "train_schedule", id: train_schedule_id } as const,
        { kind: "paced_train", id: paced_train_id } as const,
      ].flatMap(({ kind, id }) => (id === undefined ? [] : [{ kind, id }]));
      const day = readAsked(timetable_id, asked);
      if (acceptsEvents(ctx)) return await followForecast(ctx, day, { ids, station });
      const told = await answerForecast(ctx, day, { ids, station });
      // Lines are for a client that waits, whatever their end.
      if (!("json" in told)) return told;
      return await asAsked(ctx, told, { format, table: "forecast" });
    },
  }),
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/proposals",
    summary:
      "Decisions that lower the delays of a running day, and what each costs whom; nothing is stored",
    params: TimetableParams,
    query: ForecastQuery,
    body: optionalJsonBody(ProposalRequest, PROPOSAL_EXAMPLE),
    answer: okTextOrLines(Proposals),
    creates: null,
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS, ...DATE_ERRORS, "TooManyItems"],
    handle: async (ctx, { params: { timetable_id }, query, body }) =>
      answerProposals(ctx, readAsked(timetable_id, query), body),
  }),
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/proposals/take",
    summary:
      "Store the decisions of a proposal, all or none; longer holds stay; 409 with what they cost now, if the day has changed meanwhile",
    params: TimetableParams,
    query: ForecastQuery,
    body: jsonBody(TakenProposal, TAKEN_EXAMPLE),
    answer: okJson(ProposalTaken),
    // Null, since repeating it is harmless, as of reports.
    creates: null,
    access: taking,
    errors: [...SIMULATION_ERRORS, ...DATE_ERRORS, "TooManyItems", "OutdatedProposal"],
    constraints: REPORT_CONSTRAINTS,
    handle: async (ctx, { params: { timetable_id }, query, body }) =>
      takeProposal(ctx, readAsked(timetable_id, query), body),
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/gtfs_rt",
    summary:
      "When passengers' trips are expected, or where their trains are, as a message of GTFS Realtime with the ids of the export as GTFS",
    params: TimetableParams,
    query: RealtimeQuery,
    answer: staticFile("application/x-protobuf", "application/json"),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS, ...DATE_ERRORS, "TooManyItems"],
    headers: ["etag"],
    handle: async (ctx, { params: { timetable_id }, query: { of, format, ...query } }) =>
      answerRealtime(ctx, readAsked(timetable_id, query), { of, format }),
  }),
];

function tooManyReports(count: number, count_max: number): AppError {
  const message =
    count_max === 0 ? "The day has no room for so many reports" : `${count} reports are too many`;
  return new AppError("TooManyItems", message, { count, count_max });
}

function readAsked(timetable_id: number, query: v.InferOutput<typeof ForecastQuery>) {
  return { timetable_id, as_of_ms: query.as_of, ...readDatedParameters(query) };
}
